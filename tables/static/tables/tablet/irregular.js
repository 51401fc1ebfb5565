// The sheets for irregularities and players are made by the server when they are asked for: what they say changes
// with every tap. The same addresses work as plain links.

import { guard } from "./guard.js";
import { parse, screen } from "./page.js";
import { outbox } from "./taps.js";

// Taps are on their way, so the server does not know this screen yet.
const isBusy = () => outbox.pending > 0 || Boolean(outbox.stopped);

document.addEventListener("click", async (event) => {
  const link = event.target.closest?.("a[data-irregular], a[data-players]");
  if (!link || event.defaultPrevented) return;
  event.preventDefault();
  if (isBusy()) return;
  const sheet = document.getElementById("players" in link.dataset ? "sheet-players" : "sheet-irregular");
  try {
    const response = await fetch(link.href, { cache: "no-store" });
    const page = parse(await response.text());
    const fresh = page.getElementById(sheet.id);
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
