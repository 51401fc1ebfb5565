// A row that was acted on stays where it is, greyed and saying what was done, with its Undo, until the pointer has left
// the list or three seconds have passed: the list does not close up under the finger.
//
// A list carries [data-rows] with its name, each row [data-row] with what it is about. Whatever brings the list again
// meanwhile, the answer of the tap, the news or the next page, the row is put back into it.

import { deafen, look, lookAfter, lookAgain } from "./deaf.js";

const KEPT_MILLISECONDS = 3000;
// Rows that have just moved up: nobody can have seen it yet.
const MOVED_MILLISECONDS = 700;
const SETTLED_MILLISECONDS = 100;
const KEPT = "floorman-row";
const TOOLS = "form, button, a.button, input, select, textarea, details, label";

// Rows that are kept, by list and row, in the order of their taps.
const kept = new Map();
// Taps whose answer is to come, by their forms.
const tapped = new WeakMap();

const listNamed = (name) => document.querySelector(`[data-rows="${CSS.escape(name)}"]`);
const rowNamed = (list, key) => list.querySelector(`[data-row="${CSS.escape(key)}"]`);
// As they lie there, those that are kept among them.
const rowsOf = (list) => [...list.querySelectorAll("[data-row]:not([hidden]), [data-kept]")];
const keyOf = (row) => row.dataset.row ?? row.dataset.kept;

// The nearest row before it that the list still has.
const previousIn = (list, { keys, key }) => {
  const rows = new Map(rowsOf(list).map((row) => [keyOf(row), row]));
  const earlier = keys.slice(0, keys.indexOf(key)).reverse();
  return rows.get(earlier.find((each) => rows.has(each)));
};

// The rows that were there before; what has come since is not reckoned with.
const knownIn = (list, { keys }) => rowsOf(list).filter((row) => keys.includes(keyOf(row)));

const isWhereItWas = (list, record, row) => {
  const rows = knownIn(list, record);
  return rows[rows.indexOf(row) - 1] === previousIn(list, record);
};

// The row as it was, without what could be pressed in it.
const stubOf = (row) => {
  let stub = row.cloneNode(true);
  if (row.matches("button")) {
    stub = document.createElement("div");
    stub.className = row.className;
    stub.append(...row.cloneNode(true).childNodes);
  }
  for (const tool of stub.querySelectorAll(TOOLS)) tool.remove();
  for (const named of [stub, ...stub.querySelectorAll("[id]")]) named.removeAttribute("id");
  stub.dataset.kept = row.dataset.row;
  delete stub.dataset.row;
  stub.classList.add("is-kept");
  return stub;
};

// What the answer said of the tap, and the way back from it.
const wordsOf = (message) => {
  const words = document.createElement("div");
  words.className = "kept__words";
  for (const part of message.querySelectorAll(".message__text, form")) words.append(part.cloneNode(true));
  words.prepend(message.querySelector("svg").cloneNode(true));
  return words;
};

const putBack = (record) => {
  const list = listNamed(record.list);
  if (!list || record.stub.isConnected) return record.stub;
  const row = rowNamed(list, record.key);
  if (row && isWhereItWas(list, record, row)) return row;
  if (row) row.hidden = true;
  const previous = previousIn(list, record);
  const [next] = knownIn(list, record);
  if (previous) previous.after(record.stub);
  else if (next) next.before(record.stub);
  else list.append(record.stub);
  return record.stub;
};

const scrollerOf = (element) => {
  for (let each = element.parentElement; each; each = each.parentElement) {
    if (each.scrollHeight > each.clientHeight && /auto|scroll/.test(getComputedStyle(each).overflowY)) return each;
  }
  return document.scrollingElement;
};

// What has come or gone above it does not move it on the screen.
const holdStill = (element, top) => {
  if (!element.isConnected) return;
  scrollerOf(element).scrollTop += element.getBoundingClientRect().top - top;
};

const letGo = (record) => {
  clearTimeout(record.timer);
  kept.delete(record.id);
  if (!record.stub.isConnected) return;
  look();
  const list = record.stub.closest("[data-rows]");
  let moved = record.stub.nextElementSibling;
  record.stub.remove();
  rowNamed(list, record.key)?.removeAttribute("hidden");
  for (; moved; moved = moved.nextElementSibling) {
    for (const control of [moved, ...moved.querySelectorAll("button, a, label")]) deafen(control, MOVED_MILLISECONDS);
  }
  lookAgain();
};

const waitFor = (record) => {
  clearTimeout(record.timer);
  record.timer = setTimeout(letGo, KEPT_MILLISECONDS, record);
};

const keep = (record, message) => {
  record.id = JSON.stringify([record.list, record.key]);
  if (kept.has(record.id)) letGo(kept.get(record.id));
  (record.stub.querySelector("td:last-child") ?? record.stub).append(wordsOf(message));
  kept.set(record.id, record);
  const shown = putBack(record);
  if (record.top !== undefined) holdStill(shown, record.top);
  waitFor(record);
};

document.addEventListener(
  "submit",
  (event) => {
    const row = (event.submitter ?? event.target).closest("[data-row]");
    const list = row?.closest("[data-rows]");
    if (!list || event.target.method !== "post") return;
    const record = { list: list.dataset.rows, key: row.dataset.row, keys: rowsOf(list).map(keyOf) };
    const stub = stubOf(row);
    // A row of a table is as high as its cells at least.
    const height = `${row.offsetHeight}px`;
    // Without htmx another page answers.
    if (!event.target.hasAttribute("hx-post")) {
      sessionStorage.setItem(KEPT, JSON.stringify({ ...record, html: stub.outerHTML, height }));
    }
    stub.style[row.matches("tr") ? "height" : "minHeight"] = height;
    tapped.set(event.target, { ...record, stub, top: row.getBoundingClientRect().top });
  },
  { capture: true },
);

const successes = () => document.querySelectorAll("#messages [data-message=success]");
let toldBefore = new Set();

document.addEventListener("htmx:beforeSwap", () => {
  toldBefore = new Set(successes());
});
document.addEventListener("htmx:afterSwap", ({ detail }) => {
  for (const record of kept.values()) putBack(record);
  const record = tapped.get(detail.requestConfig?.elt);
  const message = [...successes()].find((each) => !toldBefore.has(each));
  if (record && message) {
    tapped.delete(detail.requestConfig.elt);
    keep(record, message);
  }
  lookAfter(Boolean(message));
});

// What gets the focus may have scrolled the page, and what was unfolded is unfolded again.
for (const settled of ["htmx:afterSettle", "htmx:sseMessage"]) {
  document.addEventListener(settled, () => {
    lookAgain();
    setTimeout(lookAgain, SETTLED_MILLISECONDS);
  });
}

const isIn = (record, target) => target.closest?.("[data-rows]")?.dataset.rows === record.list;

document.addEventListener("pointermove", ({ pointerType, target }) => {
  if (pointerType !== "mouse") return;
  for (const record of kept.values()) if (!isIn(record, target)) letGo(record);
});
// A hand that goes on in the list has the rows where they are.
document.addEventListener("pointerdown", ({ target }) => {
  for (const record of kept.values()) if (isIn(record, target)) waitFor(record);
});

const last = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
sessionStorage.removeItem(KEPT);
const [answer] = successes();
if (last && answer) {
  // A row of a table is read as one only in a table.
  const html = last.html.startsWith("<tr") ? `<table>${last.html}</table>` : last.html;
  const stub = new DOMParser().parseFromString(html, "text/html").querySelector("[data-kept]");
  // Out of the page that it was read as.
  stub.remove();
  stub.style[stub.matches("tr") ? "height" : "minHeight"] = last.height;
  keep({ ...last, stub }, answer);
}
