"use strict";
// Everything here is a convenience: without it, each page works with its buttons.

const AWAY = "The desk does not answer. Your text is still here. Try again when you have a connection.";
const SECONDS = 1000;

function alarm(text) {
  const place = document.createElement("p");
  place.className = "trouble";
  place.setAttribute("role", "alert");
  place.textContent = text;
  return place;
}

// The verdict while typing: the part of the page that shows it is fetched again when typing pauses.
for (const form of document.querySelectorAll("form[data-verdict]")) {
  const list = form.querySelector("#list");
  const file = form.querySelector("#file");
  const said = form.querySelector("#said");
  const verdict = form.querySelector("#verdict");
  let timer = 0;
  let asked = new AbortController();
  const refuse = (text) => {
    const page = new DOMParser().parseFromString(text, "text/html");
    const why = page.querySelector("main [role=alert]") || page.body;
    verdict.replaceChildren(alarm(why.textContent.trim()), ...verdict.querySelectorAll(".hand-in"));
    verdict.removeAttribute("aria-busy");
    said.textContent = "";
  };
  const check = async () => {
    const mine = (asked = new AbortController());
    const { signal } = mine;
    const late = setTimeout(() => mine.abort(AWAY), 30 * SECONDS);
    const data = new FormData(form);
    data.delete("file");
    data.delete("nearest");
    data.set("do", "check");
    try {
      const sent = { method: "POST", body: data, credentials: "same-origin", signal };
      const answer = await fetch(form.dataset.verdict, sent);
      const text = await answer.text();
      if (signal.aborted) return;
      if (!answer.ok) return refuse(text);
      verdict.innerHTML = text;
      verdict.removeAttribute("aria-busy");
      const result = form.querySelector("#result");
      said.textContent = result ? result.textContent : "";
    } catch {
      if (!signal.aborted || signal.reason === AWAY) refuse(AWAY);
    } finally {
      clearTimeout(late);
    }
  };
  list.addEventListener("input", () => {
    clearTimeout(timer);
    // The desk stops checking the text before.
    asked.abort();
    // Until another verdict comes, the page shows that of the text before.
    verdict.setAttribute("aria-busy", "true");
    // An address is fetched by the button only.
    if (/^\s*https?:/i.test(list.value)) return;
    timer = setTimeout(check, 700);
  });
  file.addEventListener("change", () => file.files.length && form.querySelector("[data-check]").click());
  list.addEventListener("dragover", (event) => event.dataTransfer.types.includes("Files") && event.preventDefault());
  list.addEventListener("drop", (event) => {
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    file.files = event.dataTransfer.files;
    file.dispatchEvent(new Event("change"));
  });
}

// Lists of players that follow what happens.
for (const part of document.querySelectorAll("[data-changes]")) {
  const events = new EventSource(part.dataset.changes);
  const stale = alarm("");
  let timer = 0;
  let silence = 0;
  part.before(stale);
  const alive = (is) => {
    clearTimeout(silence);
    silence = setTimeout(alive, 40 * SECONDS, false);
    const text = is ? "" : "This page may be out of date: the desk does not answer.";
    if (stale.textContent !== text) stale.textContent = text;
    stale.hidden = is;
  };
  alive(true);
  events.onerror = () => alive(false);
  events.addEventListener("here", () => alive(true));
  addEventListener("offline", () => alive(false));
  // Many lists come within a second, and many phones follow them: each looks once in a while, and as soon as it is
  // connected, because it is not told of what came before.
  events.onopen = events.onmessage = () => {
    alive(true);
    timer = timer || setTimeout(refresh, 300 + Math.random() * 2000);
  };
  const refresh = async () => {
    timer = 0;
    const answer = await fetch(location.href, { credentials: "same-origin" }).catch(() => ({}));
    if (!answer.ok) return alive(false);
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(part.id);
    if (!fresh) return;
    // Whoever is at a link with the keyboard stays at it.
    const focus = part.contains(document.activeElement) && document.activeElement.getAttribute("href");
    part.replaceChildren(...fresh.childNodes);
    if (focus) part.querySelector(`[href="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
  };
}

// Buttons beside the numbers of a deck check.
for (const item of document.querySelectorAll(".cards li[data-listed]")) {
  const input = item.querySelector("input");
  const step = (by) => () => {
    input.value = Math.min(99, Math.max(0, Number(input.value) + by));
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const show = () => {
    item.classList.toggle("differs", input.value !== item.dataset.listed);
    count();
  };
  const name = item.querySelector("label").textContent;
  for (const [by, sign, word] of [[-1, "−", "one fewer"], [1, "+", "one more"]]) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = sign;
    button.setAttribute("aria-label", `${word}: ${name}`);
    button.addEventListener("click", step(by));
    if (by < 0) input.before(button);
    else input.after(button);
  }
  input.addEventListener("input", show);
}

function count() {
  const place = document.getElementById("differences");
  const rows = document.querySelectorAll(".cards li.differs");
  place.textContent = rows.length ? `${rows.length} difference${rows.length === 1 ? "" : "s"}` : "As listed";
}

// A form is sent once the desk answers: a page of the browser about the network would take the place of what was typed.
document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.method !== "post" || form.dataset.state === "answered") {
    delete form.dataset.state;
    return;
  }
  event.preventDefault();
  if (form.dataset.state) return;
  form.dataset.state = "asking";
  form.querySelector(".away")?.remove();
  try {
    const signal = AbortSignal.timeout?.(10 * SECONDS);
    await fetch("/", { method: "HEAD", cache: "no-store", signal }).then((answer) => answer.text());
    form.dataset.state = "answered";
    remember("sent", location.pathname);
    form.requestSubmit(event.submitter);
  } catch {
    delete form.dataset.state;
    const away = alarm(AWAY);
    away.classList.add("away");
    (event.submitter.closest("p") || event.submitter).before(away);
  }
});

// The tab keeps what is typed until the desk has it, over a reload, a crash and a refusal; the browser forgets it with
// the tab. Another person's page is another one, and those who sign up begin with an empty one.
function remember(name, text) {
  try {
    sessionStorage.setItem(name, text);
  } catch {
    // It is too large, or the browser keeps nothing.
  }
}

function recalled(name) {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

function restored(place) {
  const note = document.createElement("p");
  note.setAttribute("role", "status");
  note.textContent = "What you entered before is back. It is not saved at the desk yet. ";
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Discard it";
  button.addEventListener("click", () => {
    sessionStorage.removeItem(place);
    location.assign(location.pathname);
  });
  note.append(button);
  return note;
}

const isNew = performance.getEntriesByType("navigation")[0]?.type === "navigate";
const sent = recalled("sent");
if (sent) {
  sessionStorage.removeItem("sent");
  if (isNew && !document.querySelector("[data-refused]")) sessionStorage.removeItem(`typed ${sent}`);
}
for (const form of document.querySelectorAll("form[data-keep]")) {
  const { token, form: newcomer } = form.elements;
  const place = `typed ${location.pathname}`;
  const keep = () => {
    const fields = [...new FormData(form)].filter(([name, value]) => name !== "token" && typeof value === "string");
    remember(place, JSON.stringify({ token: token.value, fields }));
  };
  const typed = JSON.parse(recalled(place));
  form.addEventListener("input", keep);
  if (typed?.token === token.value && !(isNew && newcomer)) {
    const changed = typed.fields.filter(([name, value]) => form.elements[name] && form.elements[name].value !== value);
    for (const [name, value] of changed) {
      form.elements[name].value = value;
      form.elements[name].dispatchEvent(new Event("input", { bubbles: true }));
    }
    if (changed.length) form.prepend(restored(place));
  } else if (form.dataset.keep === "True") keep();
}
