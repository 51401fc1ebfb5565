// A television: one content after the other, and page by page what is longer than the screen.
//
// A list is set in columns by the browser (framed.css), as many as it needs: a page is as many of them as fit. A page
// stays for eight seconds at least, and for as long as its lines take to read, a quarter of a second each, where every
// page comes within a minute all the same. A list too long for that is set smaller. What is pushed turns nothing.
//
// A turn is over after its seconds, or when its pages were read; then the page asks for the next one. A call takes the
// screen at once, and gives it back when its time is over or when another one, or none, is pushed.

import { serverNow } from "./clock.js";

const LEAST_MS = 8_000;
const LINE_MS = 250;
const ROUND_MS = 60_000;
const READ_MS = 15_000;
const AGAIN_MS = 3_000;
const SIZES = 5;

let list = { width: 0, pages: 1, stays: ROUND_MS };
let turn = "";
let since = 0;
let asked = -Infinity;

const pagesOf = (element) => {
  const gap = Number.parseFloat(getComputedStyle(element).columnGap) || 0;
  const width = element.clientWidth + gap;
  return { width, pages: Math.max(1, Math.ceil((element.scrollWidth + gap) / width - 0.01)) };
};

const fit = () => {
  const element = document.querySelector("[data-pages]");
  list = { width: 0, pages: 1, stays: ROUND_MS };
  if (!element) return;
  element.style.transform = "";
  for (let size = 0; size < SIZES; size += 1) {
    element.dataset.size = String(size);
    const { width, pages } = pagesOf(element);
    const read = (element.children.length / pages) * LINE_MS;
    list = { width, pages, stays: Math.max(LEAST_MS, Math.min(read, ROUND_MS / pages)) };
    if (pages * LEAST_MS <= ROUND_MS) break;
  }
};

const settle = () => {
  const shown = document.querySelector("[data-turn]");
  const key = `${shown?.dataset.turn} ${shown?.dataset.call}`;
  if (key !== turn) {
    turn = key;
    since = performance.now();
    asked = -Infinity;
  }
  fit();
  tick();
};

const tick = () => {
  const passed = performance.now() - since;
  const page = Math.floor(passed / list.stays) % list.pages;
  const element = document.querySelector("[data-pages]");
  if (element) element.style.transform = page ? `translateX(${-page * list.width}px)` : "";
  const label = document.querySelector("[data-page]");
  if (label) label.textContent = list.pages > 1 ? `${page + 1} / ${list.pages}` : "";
  const news = whatIsDue(passed);
  if (news && performance.now() - asked > AGAIN_MS) {
    asked = performance.now();
    globalThis.htmx?.trigger(document.body, news);
  }
};

const whatIsDue = (passed) => {
  const shown = document.querySelector("[data-turn]");
  if (!shown) return "";
  const { stays, back, call } = shown.dataset;
  const { calls = "", nextCall } = document.querySelector("[data-calls]")?.dataset ?? {};
  if (!shown.hasAttribute("data-keeps")) {
    if (calls !== call || Number(nextCall) <= serverNow()) return "same-turn";
  }
  if (back !== undefined && passed >= Number(back) * 1000) return "same-turn";
  const read = Math.max(READ_MS, list.pages * list.stays);
  return stays !== undefined && passed >= (Number(stays) * 1000 || read) ? "next-turn" : "";
};

settle();
document.fonts.ready.then(fit);
addEventListener("resize", fit);
for (const event of ["htmx:afterSettle", "htmx:sseMessage"]) document.addEventListener(event, settle);
setInterval(tick, 250);
