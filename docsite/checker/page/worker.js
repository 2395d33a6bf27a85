// Runs Python beside the page, so that the page never waits: loads the files, then answers questions one by one.
import "./files.js";

const STORE = "deckcheck";
const base = new URL("./", import.meta.url);
const say = (message) => self.postMessage(message);
const big = Object.keys(FILES).filter((name) => name.startsWith("runtime/") || name.endsWith(".packed"));
const total = big.reduce((sum, name) => sum + FILES[name][1], 0);
let loaded = 0;

// Return the bytes of a file, from the store of the service worker where it is kept, and keep it there.
async function bytesOf(name) {
  const [digest, size] = FILES[name];
  const key = new URL(`${name}?${digest}`, base).href;
  const store = self.caches && (await caches.open(STORE).catch(() => null));
  const kept = store && (await store.match(key));
  const response = kept || (await fetch(new URL(name, base)));
  if (!response.ok) throw new Error(`${name} cannot be loaded: ${response.status}`);
  const bytes = new Uint8Array(size);
  let place = 0;
  for (const reader = response.body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    if (place + value.length > size) throw new Error(`${name} is longer than it should be; reload the page`);
    bytes.set(value, place);
    place += value.length;
    loaded += value.length;
    say({ kind: "progress", loaded, total });
  }
  if (self.crypto && crypto.subtle) {
    const found = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    const written = Array.from(found, (byte) => byte.toString(16).padStart(2, "0")).join("");
    if (written !== digest) {
      if (kept) await store.delete(key);
      throw new Error(`${name} is damaged; reload the page`);
    }
  }
  const headers = { "Content-Type": name.endsWith("js") ? "text/javascript" : "application/octet-stream" };
  if (store && !kept) store.put(key, new Response(bytes, { headers })).catch(() => {});
  return bytes;
}

async function unzipped(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// Write the files of a packed file into the file system of Python.
async function unpack(FS, bytes) {
  const content = await unzipped(bytes);
  const length = new DataView(content.buffer).getUint32(0, true);
  let place = 4 + length;
  for (const [name, size] of JSON.parse(new TextDecoder().decode(content.subarray(4, place)))) {
    const path = `/site/${name}`;
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, content.subarray(place, place + size));
    place += size;
  }
}

async function start() {
  const files = Object.fromEntries(await Promise.all(big.map(async (name) => [name, await bytesOf(name)])));
  say({ kind: "stage", text: "Starting Python" });
  const wasm = await unzipped(files["runtime/pyodide.asm.wasm.packed"]);
  // Pyodide asks for its files by address; they are here already.
  const given = { "pyodide.asm.wasm": [wasm, "application/wasm"], "python_stdlib.zip": [files["runtime/python_stdlib.zip"], "application/zip"] };
  const outside = self.fetch;
  self.fetch = async (address, options) => {
    const found = given[String(address.url || address).split("/").pop()];
    return found ? new Response(found[0], { headers: { "Content-Type": found[1] } }) : outside(address, options);
  };
  const { loadPyodide } = await import(new URL("runtime/pyodide.mjs", base).href);
  const python = await loadPyodide({
    indexURL: new URL("runtime/", base).href,
    lockFileContents: new TextDecoder().decode(files["runtime/lock.json"]),
    packageBaseUrl: base.href,
    env: { HOME: "/home/pyodide", RAPIDFUZZ_IMPLEMENTATION: "python" },
  });
  self.fetch = outside;
  say({ kind: "stage", text: "Reading rules and cards" });
  for (const name of big.filter((each) => each.endsWith(".packed") && !each.startsWith("runtime/"))) await unpack(python.FS, files[name]);
  python.FS.mkdirTree("/lists");
  python.runPython(`
import os, sys
sys.path.insert(0, "/site")
os.chdir("/lists")
from pathlib import Path
from docsite.checker.bridge import Page
page = Page(Path("/site/data"))
`);
  return python;
}

function answered(python, question, more, list) {
  const page = python.globals.get("page");
  const content = list && python.toPy(list.content);
  try {
    const path = list && page.put(list.name, content);
    return page.answer(question, JSON.stringify({ ...(list ? { path } : {}), ...more }));
  } finally {
    if (content) content.destroy();
    page.destroy();
  }
}

const lastLine = (error) => String(error.message || error).trim().split("\n").pop();
const ready = start();
ready.then((python) => say({ kind: "ready", ...JSON.parse(answered(python, "formats", {}, null)).ok })).catch((error) => say({ kind: "failed", text: `The page cannot start: ${lastLine(error)}` }));

self.onmessage = async ({ data: { number, question, list, more } }) => {
  let answer;
  let over = false;
  try {
    answer = answered(await ready, question, more, list);
  } catch (error) {
    answer = JSON.stringify({ error: `The check stopped: ${lastLine(error)}`, help: null });
    // Only an exception of Python leaves a Python that can answer more.
    over = error.name !== "PythonError";
  }
  say({ kind: "answer", number, answer, over });
};
