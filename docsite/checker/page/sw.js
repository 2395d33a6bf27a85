// Keeps every file of the page under its digest, so that the page opens offline and an update loads only what changed.
importScripts("files.js");

const STORE = "deckcheck";
const base = new URL("./", self.location);
// The page itself and the listing have no digest in the listing; they change with its version.
const key = (name) => new URL(`${name}?${FILES[name] ? FILES[name][0] : VERSION}`, base).href;
const names = [...Object.keys(FILES), "files.js"];

async function install() {
  const store = await caches.open(STORE);
  for (const name of names) {
    if (await store.match(key(name))) continue;
    const response = await fetch(new URL(name, base), { cache: "no-cache" });
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    await store.put(key(name), response);
  }
  await self.skipWaiting();
}

async function activate() {
  const store = await caches.open(STORE);
  const kept = new Set(names.map(key));
  for (const request of await store.keys()) if (!kept.has(request.url)) await store.delete(request);
  await self.clients.claim();
}

async function answer(request) {
  const path = new URL(request.url).pathname.slice(base.pathname.length);
  const name = path === "" ? "index.html" : decodeURIComponent(path);
  const kept = names.includes(name) && (await (await caches.open(STORE)).match(key(name)));
  return kept || fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(base.href)) event.respondWith(answer(event.request));
});
