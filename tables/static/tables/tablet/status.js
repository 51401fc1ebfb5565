// What is said about the outbox: a word beside the connection, and a sheet for what was not recorded.

import { forget, leftBehind } from "./outbox.js";
import { byId, closeSheets, root } from "./page.js";
import { refresh } from "./screen.js";
import { outbox } from "./taps.js";

const RED_AFTER_MS = 30_000;
const FULL_MS = 10_000;

const place = byId("outbox");
const word = byId("outbox-word");

// While the tablet cannot store a tap, long enough to be read: { pending, until }.
let full = null;

export const say = () => {
  const { pending, stopped, failures, waitingSince } = outbox;
  if (full && !stopped && pending === full.pending && performance.now() < full.until) return;
  full = null;
  const state =
    stopped?.kind === "unpaired" ? "unpaired" : stopped ? "stopped" : !pending ? "idle" : failures ? "waiting" : "sending";
  const isLong = waitingSince && Date.now() - waitingSince > RED_AFTER_MS;
  place.dataset.state = state;
  place.classList.toggle("is-long", Boolean(isLong));
  const text = place.dataset[state].replace("%n%", String(pending));
  if (word.textContent !== text) word.textContent = text;
  root.toggleAttribute("data-pending", pending > 0);
  if (stopped?.kind === "refused") tellUnapplied(stopped.reason, outbox.taps);
};

export const tellUnapplied = (reason, taps) => {
  const dialog = byId("sheet-unapplied");
  if (dialog.open) return;
  byId("unapplied-reason").textContent = reason ?? "";
  byId("unapplied-list").replaceChildren(
    ...taps.map((tap) => {
      const item = document.createElement("li");
      item.textContent = tap.words;
      return item;
    }),
  );
  closeSheets();
  dialog.showModal();
  byId("unapplied-done").focus();
};

byId("unapplied-done").addEventListener("click", () => {
  byId("sheet-unapplied").close();
  if (outbox.stopped) outbox.discard();
  else for (const { place: former } of leftBehind(root.dataset.owner)) forget(former);
  refresh();
});
// Esc must not leave a stopped queue behind a screen that looks ready.
byId("sheet-unapplied").addEventListener("cancel", (event) => event.preventDefault());

// The tablet cannot store a tap: nothing was taken.
export const sayFull = () => {
  full = { pending: outbox.pending, until: performance.now() + FULL_MS };
  place.dataset.state = "full";
  word.textContent = place.dataset.full;
};

outbox.onChange = say;
setInterval(say, 1_000);
