"use strict";
// Everything here is a convenience: without it, each page works with its buttons.

// The verdict while typing: the part of the page that shows it is fetched again when typing pauses.
for (const form of document.querySelectorAll("form[data-verdict]")) {
  const list = form.querySelector("#list");
  const file = form.querySelector("#file");
  const said = form.querySelector("#said");
  const verdict = form.querySelector("#verdict");
  let timer = 0;
  let asked = new AbortController();
  const check = async () => {
    // The desk stops checking the text before.
    asked.abort();
    const { signal } = (asked = new AbortController());
    const data = new FormData(form);
    data.delete("file");
    data.delete("nearest");
    data.set("do", "check");
    try {
      const sent = { method: "POST", body: data, credentials: "same-origin", signal };
      const answer = await fetch(form.dataset.verdict, sent);
      const text = await answer.text();
      if (signal.aborted || !answer.ok) return;
      verdict.innerHTML = text;
      verdict.removeAttribute("aria-busy");
      const result = form.querySelector("#result");
      said.textContent = result ? result.textContent : "";
    } catch {
      // The network is away; the Check button says so.
    }
  };
  list.addEventListener("input", () => {
    clearTimeout(timer);
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
  let timer = 0;
  // Many lists come within a second, and many phones follow them: each looks once in a while.
  events.onmessage = () => {
    timer = timer || setTimeout(refresh, 300 + Math.random() * 2000);
  };
  const refresh = async () => {
    timer = 0;
    const answer = await fetch(location.href, { credentials: "same-origin" });
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(part.id);
    if (!fresh || part.contains(document.activeElement)) return;
    part.replaceChildren(...fresh.childNodes);
  };
}

// Buttons beside the numbers of a deck check.
for (const item of document.querySelectorAll(".cards li[data-listed]")) {
  const input = item.querySelector("input");
  const step = (by) => () => {
    input.value = Math.min(99, Math.max(0, Number(input.value) + by));
    show();
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
