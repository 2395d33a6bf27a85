// The page: lists, their marked lines, and what Python in the worker says of them. All text is set as text, never as HTML.
"use strict";

const byId = (id) => document.getElementById(id);
const PAUSE = 350;
const SLOW = 300;
// A check that takes longer is given up when its list changes; Python needs some seconds to start again.
const TOO_SLOW = 8000;
const MOST_LINES = 12;
// Python refuses a text with more lines, so they need no rows.
const MOST_ROWS = 2000;
// A short link can unpack to more than the memory of the browser.
const MOST_BYTES = 16_000_000;
const ARCHIVES = /\.(zip|gz|tgz|tar|bz2|xz|7z|rar|xlsx|docx|pdf)$/i;
const RANK = ["note", "warning", "undecided", "error"];
// Codes of findings about names that are not recognised, or are several cards.
const UNREAD = /^D00[12]$/;
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

const lists = [];
let current = null;
let ready = false;
let broken = "";
let timer = 0;

// ---- Small helpers

const shown = (text) => String(text).replace(HIDDEN, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);

function el(tag, settings = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(settings)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== false && value !== null) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().map((child) => (typeof child === "string" ? shown(child) : child)));
  return made;
}

// Text with its `names` in bold.
const named = (text) => text.split("`").map((part, index) => (index % 2 ? el("b", {}, part) : part));
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
const severityOf = (finding) => (finding.data.undecided ? "undecided" : finding.severity);
const tag = (kind) => el("span", { class: `tag ${kind}` }, kind);
const say = (text) => { byId("status").textContent = shown(text); };

// ---- The worker

const waiting = new Map();
let asked = 0;
let worker = null;

function startWorker() {
  const source = `import ${JSON.stringify(new URL("worker.js", document.baseURI).href)};`;
  // A worker from a blob keeps to the policy of this page, which forbids every other host.
  worker = new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" })), { type: "module" });
  worker.onerror = () => failed("The page could not load its files. Check the connection and reload.");
  worker.onmessage = ({ data }) => {
    if (data.kind === "answer") {
      waiting.get(data.number)?.resolve(JSON.parse(data.answer));
      waiting.delete(data.number);
      if (data.over) restartWorker();
    } else if (data.kind === "progress") {
      const [some, all] = [data.loaded, data.total].map((bytes) => (bytes / 1e6).toFixed(1));
      progress(`Loading rules and cards: ${some} of ${all} MB`, (90 * data.loaded) / data.total);
    } else if (data.kind === "stage") progress(data.text, data.text === "Starting Python" ? 92 : 96);
    else if (data.kind === "failed") failed(data.text);
    else if (data.kind === "ready") started(data);
  };
}

// Python has ended at a list; the next lists need another one.
function restartWorker() {
  worker.terminate();
  startWorker();
  waiting.forEach(({ message }) => worker.postMessage(message));
}

function ask(question, more = {}, list = null) {
  return new Promise((resolve) => {
    asked += 1;
    const message = { number: asked, question, more, list: list && { name: list.name, content: list.content } };
    waiting.set(asked, { resolve, message, list, since: Date.now() });
    worker.postMessage(message);
  });
}

function giveUp(list) {
  const slow = [...waiting].filter(([, each]) => each.list === list && Date.now() - each.since > TOO_SLOW);
  for (const [number, { resolve }] of slow) {
    waiting.delete(number);
    resolve({ error: "The list has changed." });
  }
  if (slow.length) restartWorker();
}

// Ask about a list when all earlier lists have their answer, unless the list has changed meanwhile.
let turn = Promise.resolve();
function askInTurn(question, list, version) {
  turn = turn.then(() => list.version === version && ask(question, choices(list), list));
  return turn;
}

function progress(text, share) {
  byId("stage").textContent = text;
  byId("progress").value = share;
}

function failed(text) {
  byId("loading").hidden = true;
  broken = text;
  renderResult();
}

function started({ formats }) {
  if (ready) return;
  byId("loading").hidden = true;
  ready = true;
  for (const [game, label] of [["ccg", "Collectible card game"], ["lcg", "Card game of 2017"]]) {
    const group = el("optgroup", { label });
    for (const format of formats.filter((each) => each.game === game)) group.append(el("option", { value: format.id }, format.name));
    byId("format").append(group);
  }
  document.documentElement.dataset.ready = "yes";
  showChoices();
  lists.forEach(check);
  keepOffline();
}

// Show the format, as soon as there are formats, and the day of the current list.
function showChoices() {
  byId("day").value = current.day;
  current.day = byId("day").value;
  if (!ready) return;
  byId("format").value = current.format;
  // A link may name a format that this page does not have.
  if (byId("format").selectedIndex < 0) byId("format").value = "";
  current.format = byId("format").value;
}

async function keepOffline() {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register("sw.js", { updateViaCache: "none" });
    await navigator.serviceWorker.ready;
    byId("offline").textContent = "This page now works offline.";
    document.documentElement.dataset.offline = "yes";
  } catch {
    byId("offline").textContent = "This browser does not keep the page for offline use.";
  }
}

// ---- Lists

function freeName(name) {
  const cut = name.lastIndexOf(".") > 0 ? name.lastIndexOf(".") : name.length;
  let free = name;
  for (let number = 2; lists.some((list) => list.name === free); number += 1) free = `${name.slice(0, cut)} ${number}${name.slice(cut)}`;
  return free;
}

// `unread` says why a list could not be read. A list begins with the format and day that are shown.
function newList(name, content, unread = "") {
  let text = null;
  try {
    if (!ARCHIVES.test(name)) text = new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch {
    // It stays a file that is checked as it is.
  }
  const list = { name: freeName(name), content, text, unread, version: 0, result: null, format: byId("format").value, day: byId("day").value };
  lists.push(list);
  return list;
}

async function openFiles(files) {
  const found = await Promise.all([...files].map(async (file) => [file.name, await file.arrayBuffer().catch(() => null)]));
  dropEmpty();
  const opened = found.map(([name, bytes]) => newList(name, new Uint8Array(bytes || []), bytes ? "" : "This file cannot be read. Open the files of a folder one by one, or as an archive."));
  opened.forEach(check);
  show(opened[0]);
}

function dropEmpty() {
  if (lists.length === 1 && !lists[0].content.length) lists.pop();
}

function show(list) {
  current = list;
  showChoices();
  byId("text").value = list.text === null ? "" : list.text;
  byId("text").disabled = list.text === null;
  byId("text").placeholder = list.text === null ? `${list.name} is checked as a file.` : "Paste a list here, or drop files anywhere on this page.";
  render();
}

function remove(list) {
  const place = lists.indexOf(list);
  lists.splice(place, 1);
  list.version += 1;
  if (!lists.length) newList("list.txt", new Uint8Array());
  show(lists[Math.min(place, lists.length - 1)]);
  byId("text").focus();
}

function changed(text) {
  current.content = new TextEncoder().encode(text);
  // As in `newList`, without a byte order mark: places of names do not count it.
  current.text = new TextDecoder().decode(current.content);
  current.unread = "";
  current.corrections = [];
  current.version += 1;
  giveUp(current);
  clearTimeout(timer);
  const list = current;
  timer = setTimeout(() => check(list), PAUSE);
}

async function check(list) {
  list.version += 1;
  const version = list.version;
  if (!list.content.length) {
    list.result = list.unread ? refused(list, list.unread) : null;
  } else if (!ready) {
    render();
    return;
  } else {
    // A verdict is not shown for long beside a list that it is not about.
    const slow = setTimeout(() => {
      if (list !== current || list.version !== version) return;
      byId("status").className = "status";
      say("Checking");
    }, list.result ? SLOW : 0);
    const answer = await askInTurn("check", list, version);
    clearTimeout(slow);
    if (list.version !== version) return;
    list.result = answer.ok || refused(list, answer.error, answer.help);
  }
  list.corrections = [];
  if (list === current) render();
  else renderLists();
  const open = list.result && list.result.decks.length === 1 && list.result.decks[0].counts.unresolved;
  if (!open || list.text === null) return;
  const found = await askInTurn("corrections", list, version);
  if (list.version !== version || !found.ok) return;
  list.corrections = found.ok;
  if (list === current) renderFixes();
}

const refused = (list, message, help = null) => ({ decks: [], failures: [{ path: list.name, message, help }], report: "" });
const choices = ({ format, day }) => ({ format, day });

// ---- Showing

function render() {
  renderLists();
  renderResult();
  for (const id of ["legal", "chances"]) byId(id).open = false;
  byId("linked").hidden = true;
  byId("told").textContent = "";
}

function verdictOf(list) {
  const decks = list.result ? list.result.decks : [];
  if (!list.result) return list.content.length ? "waiting" : "empty";
  if (!decks.length || list.result.failures.length) return "failed";
  return ["illegal", "undecided", "legal"].find((verdict) => decks.some((deck) => deck.verdict === verdict));
}

function renderLists() {
  byId("lists").hidden = lists.length < 2;
  byId("lists").replaceChildren(
    ...lists.map((list) =>
      el("li", {},
        el("button", { type: "button", class: "list", "aria-current": list === current, onclick: () => show(list) }, list.name, " ", tag(verdictOf(list))),
        el("button", { type: "button", class: "remove", "aria-label": `Remove ${shown(list.name)}`, onclick: () => remove(list) }, "\u00d7"),
      ),
    ),
  );
  const counts = {};
  lists.forEach((list) => { counts[verdictOf(list)] = (counts[verdictOf(list)] || 0) + 1; });
  byId("overview").textContent = lists.length < 2 ? "" : `${lists.length} lists: ${Object.entries(counts).map(([verdict, count]) => `${count} ${verdict}`).join(", ")}`;
}

function renderResult() {
  const result = current.result;
  const decks = result ? result.decks : [];
  byId("status").className = `status ${broken ? "failed" : result ? verdictOf(current) : ""}`;
  byId("actions").hidden = !decks.length;
  for (const id of ["legal", "chances"]) byId(id).hidden = !decks.length;
  if (!result) {
    byId("result").replaceChildren();
    say(broken || (!current.content.length ? "Paste a list to check it." : ready ? "Checking" : "The check starts when everything is loaded."));
    mark([]);
    return;
  }
  say(sentence(result));
  const one = decks.length === 1;
  byId("result").replaceChildren(
    ...result.failures.map((failure) => el("div", { class: "deck failure" }, el("p", {}, el("b", {}, failure.path), `: ${failure.message}`), failure.help ? el("p", { class: "hint" }, capital(failure.help)) : "")),
    ...decks.map((deck) => deckView(deck, one)),
  );
  renderFixes();
  mark(findingsToMark());
}

// Lines are those of the shown list, so only the findings of a single deck have a place in it.
const findingsToMark = () => (current.result && current.result.decks.length === 1 ? current.result.decks[0].findings : []);

function sentence({ decks, failures }) {
  if (decks.length !== 1) return failures.length && !decks.length ? "The list cannot be checked." : `${plural(decks.length, "deck")} checked, ${failures.length} failed.`;
  const [deck] = decks;
  const kinds = { error: "error", undecided: "open question", warning: "warning" };
  const counts = Object.entries(kinds).map(([severity, word]) => [deck.findings.filter((finding) => severityOf(finding) === severity).length, word]);
  const said = counts.filter(([count]) => count).map(([count, word]) => plural(count, word));
  const found = byId("format").value || deck.format_named ? "" : ", the format that fits best,";
  return `${capital(deck.verdict)} in ${deck.format_name}${found} on ${deck.day}${said.length ? `: ${said.join(", ")}` : ""}.`;
}

function deckView(deck, one) {
  const order = (finding) => -RANK.indexOf(severityOf(finding));
  const findings = [...deck.findings].sort((a, b) => order(a) - order(b));
  const sizes = deck.sections.filter(([, count]) => count).map(([label, count]) => `${label}: ${count}`).join(", ");
  return el("article", { class: "deck" },
    one ? "" : el("h3", {}, deck.name || deck.path, " ", tag(deck.verdict), ` ${deck.format_name}`),
    el("p", { class: "hint" }, sizes),
    findings.length ? el("ol", { class: "findings" }, findings.map((finding) => findingView(finding, one))) : el("p", {}, "Nothing to correct."),
    deck.unlisted ? el("p", { class: "hint" }, `${plural(deck.unlisted.findings, "more finding")} not shown.`) : "",
    el("p", { class: "hint fingerprint" }, `Fingerprint ${deck.fingerprint.slice(0, 19)}`),
  );
}

function findingView(finding, one) {
  const lines = [...new Set([finding.span, ...finding.related].filter(Boolean).map((span) => span.line))];
  const severity = severityOf(finding);
  return el("li", { class: severity },
    el("p", {}, tag(severity), " ", named(finding.message)),
    lines.length && one && current.text !== null ? el("p", { class: "places" }, lines.slice(0, MOST_LINES).map((line) => el("button", { type: "button", class: "place", onclick: () => goTo(line) }, `line ${line}`)), lines.length > MOST_LINES ? `and ${lines.length - MOST_LINES} more` : "") : "",
    finding.help ? el("p", { class: "help", "data-name": UNREAD.test(finding.code) ? lines.join(" ") : null }, named(capital(finding.help))) : "",
    el("details", { ontoggle: (event) => ruleOf(event.target, finding.name) },
      el("summary", {}, `Rule ${finding.code} ${finding.name}${finding.cite ? `: ${finding.cite.source}, ${finding.cite.at}` : ""}`),
      el("div", { class: "rule" }),
    ),
  );
}

// Put the corrections of the shown list in place of the help for their lines.
function renderFixes() {
  for (const fix of current.corrections || []) {
    const place = document.querySelector(`[data-name~="${fix.line}"]`);
    if (!place) continue;
    if (place.className === "help") place.replaceChildren();
    place.className = "fixes";
    place.append(...fix.options.map((option) => el("button", { type: "button", class: "fix", onclick: () => replace(fix, option) }, `Replace with ${option.name}${option.legal ? "" : " (not legal here)"}`)));
  }
}

async function ruleOf(details, name) {
  const box = details.querySelector(".rule");
  if (!details.open || box.textContent) return;
  const parts = (await ask("rule", { name })).ok;
  box.replaceChildren(...parts.map(([heading, text]) => [heading ? el("h3", {}, heading) : "", el("p", {}, text)]).flat());
}

// ---- The editor

function mark(findings) {
  const worst = new Map();
  for (const finding of findings) {
    for (const span of [finding.span, ...finding.related].filter(Boolean)) {
      const rank = RANK.indexOf(severityOf(finding));
      if (rank > (worst.has(span.line) ? worst.get(span.line) : -1)) worst.set(span.line, rank);
    }
  }
  const count = byId("text").value.split("\n").length;
  const rows = (number) => Array.from({ length: count > MOST_ROWS ? 0 : count }, (_, index) => {
    const rank = worst.get(index + 1);
    return el("div", { class: rank === undefined ? null : `marked ${RANK[rank]}` }, number ? String(index + 1) : "");
  });
  byId("gutter").replaceChildren(...rows(true));
  byId("backdrop").replaceChildren(...rows(false));
  const marked = [...worst.keys()].filter((line) => worst.get(line) > 0).sort((a, b) => a - b);
  byId("marked").textContent = marked.length ? `Marked: ${marked.length === 1 ? "line" : "lines"} ${marked.slice(0, MOST_LINES).join(", ")}${marked.length > MOST_LINES ? " and more" : ""}` : "";
  scrolled();
}

function scrolled() {
  const { scrollTop } = byId("text");
  for (const id of ["gutter", "backdrop"]) byId(id).style.transform = `translateY(${-scrollTop}px)`;
}

function goTo(line) {
  const box = byId("text");
  const before = box.value.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  const end = box.value.indexOf("\n", before);
  box.focus();
  box.setSelectionRange(before, end < 0 ? box.value.length : end);
  box.scrollTop = (line - 6) * parseFloat(getComputedStyle(box).lineHeight);
  scrolled();
  box.scrollIntoView({ block: "nearest" });
}

function replace(fix, option) {
  // The list has changed since: the name may be in another place.
  if (!current.corrections.includes(fix)) return;
  changed(current.text.slice(0, fix.start) + option.written + current.text.slice(fix.end));
  byId("text").value = current.text;
  clearTimeout(timer);
  check(current);
  goTo(fix.line);
}

// ---- Formats, odds, sheet, report, link

const table = (head, rows) => el("div", { class: "scroll" }, el("table", {}, el("thead", {}, el("tr", {}, head.map((cell) => el("th", { scope: "col" }, cell)))), el("tbody", {}, rows)));

function spansText(spans) {
  if (!spans.length) return "on no day";
  return spans.map((span) => `${span.from || "from the start"} to ${span.until ? `before ${span.until} (${span.ends})` : "the last day"}`).join("; ");
}

async function showFormats() {
  const list = current;
  const version = list.version;
  byId("formats").replaceChildren(el("p", {}, "Checking all formats"));
  const { ok: rows, error } = await ask("legal_in", { day: list.day }, list);
  if (current !== list || list.version !== version) return;
  if (!rows) {
    byId("formats").replaceChildren(el("p", { role: "status" }, capital(error)));
    return;
  }
  const cells = rows.map(() => el("td", {}, "..."));
  const several = new Set(rows.map((row) => row.path)).size > 1;
  const legal = rows.filter((row) => row.verdict === "legal").length;
  byId("formats").replaceChildren(
    el("p", { role: "status" }, `Legal in ${legal} of ${plural(rows.length, "format")}.`),
    table(["Format", "Verdict", "Days on which it is legal", "First reason"], rows.map((row, index) => el("tr", {}, el("th", { scope: "row" }, several ? `${row.path}, ${row.name}` : row.name), el("td", {}, tag(row.verdict)), cells[index], el("td", {}, named(row.reason))))),
  );
  for (const [index, row] of rows.entries()) {
    if (current !== list || list.version !== version || !byId("legal").open) return;
    const found = (await ask("when", { format: row.format }, list)).ok;
    cells[index].textContent = found ? spansText(found[row.path]) : "unknown";
  }
  byId("formats").dataset.done = "yes";
}

async function showOdds() {
  const list = current;
  const version = list.version;
  const decks = (await ask("odds", choices(list), list)).ok || [];
  if (current !== list || list.version !== version) return;
  byId("odds").replaceChildren(
    ...decks.map((rows, index) => el("div", {},
      decks.length > 1 ? el("h3", {}, list.result.decks[index].path) : "",
      rows.length ? table(["In the opening", "Odds"], rows.map(([label, percent]) => el("tr", {}, el("th", { scope: "row" }, label), el("td", { class: "number" }, `${percent.toFixed(2)} %`)))) : el("p", {}, "There are no odds for this deck."),
    )),
  );
}

async function showSheet() {
  if (!byId("paper").open) byId("paper").showModal();
  const answer = await ask("sheet", { ...choices(current), event: byId("event").value, date: byId("date").value }, current);
  byId("frame").srcdoc = answer.ok || el("p", {}, capital(answer.error)).outerHTML;
}

function save() {
  const { report, form } = current.result;
  const link = el("a", { href: URL.createObjectURL(new Blob([report], { type: "application/json" })), download: `${current.name.replace(/\.\w+$/, "")}.${form}` });
  link.click();
  URL.revokeObjectURL(link.href);
}

async function through(stream, bytes) {
  let left = MOST_BYTES;
  const bound = new TransformStream({
    transform(part, out) {
      left -= part.length;
      if (left < 0) out.error(new RangeError());
      else out.enqueue(part);
    },
  });
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream).pipeThrough(bound)).arrayBuffer());
}

async function address() {
  const content = new TextEncoder().encode(JSON.stringify({ name: current.name, text: current.text, ...choices(current) }));
  const packed = await through(new CompressionStream("deflate-raw"), content);
  const letters = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(""));
  return `${location.href.split("#")[0]}#list=${letters.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "")}`;
}

async function copyLink() {
  if (current.text === null) {
    byId("told").textContent = "A link can contain only text.";
    return;
  }
  try {
    byId("address").value = await address();
  } catch {
    byId("told").textContent = "This browser cannot put a list into a link.";
    return;
  }
  byId("linked").hidden = false;
  byId("address").select();
  try {
    await navigator.clipboard.writeText(byId("address").value);
    byId("told").textContent = "The link is copied. The list is after the #, in the part that browsers do not send to any server.";
  } catch {
    byId("told").textContent = "Copy the link. The list is after the #, in the part that browsers do not send to any server.";
  }
}

async function fromLink() {
  // A chat may take the full stop or bracket behind a link for a part of it.
  const match = /^#list=([\w-]*)/.exec(location.hash);
  if (!match) return;
  try {
    const letters = atob(match[1].replace(/-/g, "+").replace(/_/g, "/"));
    const content = await through(new DecompressionStream("deflate-raw"), Uint8Array.from(letters, (letter) => letter.charCodeAt(0)));
    const { name, text, format, day } = JSON.parse(new TextDecoder().decode(content));
    restore([{ name: String(name), text: String(text), format, day }]);
  } catch {
    dropEmpty();
    show(newList("link", new Uint8Array(), "The list in this link cannot be read; the link may be cut off, or the list is too large."));
    check(current);
  }
}

function restore(texts) {
  dropEmpty();
  // The back button opens a link again.
  const opened = texts.map(({ name, text, format, day }) => Object.assign(lists.find((list) => list.name === name && list.text === text) || newList(name, new TextEncoder().encode(text)), { format: String(format), day: String(day) }));
  show(opened[0]);
  opened.forEach(check);
}

// The tab keeps its lists when it is loaded again: by a person, or by a phone that was short of memory.
function keep() {
  const texts = lists.filter((list) => list.text).map(({ name, text, format, day }) => ({ name, text, format, day }));
  try {
    sessionStorage.setItem("lists", JSON.stringify({ texts, hash: location.hash }));
  } catch {
    // The lists are too large, or the browser keeps nothing.
  }
}

function fromBefore() {
  try {
    if (performance.getEntriesByType("navigation")[0].type === "navigate") return false;
    const { texts, hash } = JSON.parse(sessionStorage.getItem("lists"));
    if (hash !== location.hash || !texts.length) return false;
    restore(texts);
    return true;
  } catch {
    return false;
  }
}

// ---- Start

byId("text").addEventListener("input", () => {
  changed(byId("text").value);
  mark(findingsToMark());
});
byId("text").addEventListener("scroll", scrolled);
byId("text").addEventListener("keydown", (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) check(current); });
for (const id of ["format", "day"]) byId(id).addEventListener("change", () => lists.forEach((list) => { list[id] = byId(id).value; giveUp(list); check(list); }));
byId("files").addEventListener("change", async (event) => {
  await openFiles(event.target.files);
  event.target.value = "";
});
byId("add").addEventListener("click", () => { show(newList("list.txt", new Uint8Array())); byId("text").focus(); });
byId("example").addEventListener("click", async () => {
  const response = await fetch("example.txt");
  const example = new File([await response.arrayBuffer()], "example.txt");
  await openFiles([example]);
  if (current.format) return;
  current.format = "celestial-40-40";
  showChoices();
  check(current);
});
byId("legal").addEventListener("toggle", () => { if (byId("legal").open) showFormats(); });
byId("chances").addEventListener("toggle", () => { if (byId("chances").open) showOdds(); });
byId("sheet").addEventListener("click", showSheet);
for (const id of ["event", "date"]) byId(id).addEventListener("change", showSheet);
byId("print").addEventListener("click", () => byId("frame").contentWindow.print());
byId("save").addEventListener("click", save);
byId("link").addEventListener("click", copyLink);
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => { if (event.dataTransfer.files.length) { event.preventDefault(); openFiles(event.dataTransfer.files); } });
document.addEventListener("paste", (event) => { if (event.clipboardData.files.length) { event.preventDefault(); openFiles(event.clipboardData.files); } });
window.addEventListener("hashchange", fromLink);
for (const left of ["visibilitychange", "pagehide"]) window.addEventListener(left, keep);

show(newList("list.txt", new Uint8Array()));
if (!fromBefore()) fromLink();
if (location.protocol === "file:") failed("This page needs a server: run python -m http.server in its folder, then open http://localhost:8000.");
else startWorker();
