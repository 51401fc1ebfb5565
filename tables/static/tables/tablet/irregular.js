// The sheets for irregularities and players are made by the server when they are asked for: what they say changes
// with every tap. The same addresses work as plain links.

import "../gesture.js";
import { guard } from "./guard.js";
import { parse, screen } from "./page.js";
import { outbox } from "./taps.js";

// Taps are on their way, so the server does not know this screen yet.
const isBusy = () => outbox.pending > 0 || Boolean(outbox.stopped);

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-irregular], a[data-players]");
  if (!link || event.defaultPrevented) return;
  event.preventDefault();
  open(link.href, document.getElementById("players" in link.dataset ? "sheet-players" : "sheet-irregular"));
});

// "What counts?" asks again with every tap: what was told so far stands in the address.
const ask = (form) =>
  open(`${form.getAttribute("action")}?${new URLSearchParams(new FormData(form))}`, form.closest("dialog"));

document.addEventListener("submit", (event) => {
  if (!event.target.matches("form[data-irregular]")) return;
  event.preventDefault();
  ask(event.target);
});

document.addEventListener("change", (event) => {
  const form = event.target.closest?.("form[data-irregular]");
  if (form && !event.target.inputMode) ask(form);
});

// A number is told once it is left. A field that an answer has put in the place of another one knows of no change, and
// the one that is taken away under the finger says that it was changed and left.
document.addEventListener("focusout", ({ target }) => {
  const form = target.closest("form[data-irregular]");
  if (form && target.inputMode && target.value !== target.defaultValue && !isReplacing) ask(form);
});

let newest = 0;
let isReplacing = false;

const open = async (address, sheet) => {
  if (isBusy()) return;
  const mine = ++newest;
  try {
    const response = await fetch(address, { cache: "no-store" });
    const page = parse(await response.text());
    const fresh = page.getElementById(sheet.id);
    const version = page.getElementById("screen")?.dataset.version;
    // Somebody tapped on, or the table has changed: the list would speak of another moment.
    if (mine !== newest || !fresh?.hasAttribute("open") || isBusy() || version !== screen().dataset.version) return;
    const held = sheet.contains(document.activeElement) ? document.activeElement : null;
    isReplacing = true;
    sheet.replaceChildren(...fresh.childNodes);
    isReplacing = false;
    globalThis.htmx.process(sheet);
    const again = held?.id && document.getElementById(held.id);
    // A number that is still being typed is not told yet.
    if (again && again.inputMode) again.value = held.value;
    if (again) return again.focus();
  } catch {
    return;
  }
  if (!sheet.open) sheet.showModal();
  sheet.scrollTop = 0;
  guard();
};
