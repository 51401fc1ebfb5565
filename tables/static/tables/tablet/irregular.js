// The sheet for irregularities is made by the server when it is asked for: what can be ruled changes with
// every tap. The same addresses work as plain links.

import { guard } from "./guard.js";
import { parse, screen } from "./page.js";
import { outbox } from "./taps.js";

const sheet = document.getElementById("sheet-irregular");

// Taps are on their way, so the server does not know this screen yet.
const isBusy = () => outbox.pending > 0 || Boolean(outbox.stopped);

document.addEventListener("click", async (event) => {
  const link = event.target.closest?.("a[data-irregular]");
  if (!link || event.defaultPrevented) return;
  event.preventDefault();
  if (isBusy()) return;
  try {
    const response = await fetch(link.href, { cache: "no-store" });
    const page = parse(await response.text());
    const fresh = page.getElementById("sheet-irregular");
    const version = page.getElementById("screen")?.dataset.version;
    // Somebody tapped on, or the table has changed: the list would speak of another moment.
    if (!fresh?.hasAttribute("open") || isBusy() || version !== screen().dataset.version) return;
    sheet.replaceChildren(...fresh.childNodes);
  } catch {
    return;
  }
  if (!sheet.open) sheet.showModal();
  sheet.scrollTop = 0;
  guard();
});
