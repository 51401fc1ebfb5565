// The dealer's tablet: taps go through the outbox, the screen is what the server last said, and between
// the two the hand is played on by its own rules, so that a network that is slow or away does not stop the game.
//
//   sheets, picker, keypad, irregular ──> tablet ──> taps (outbox, foretold) ──> status
//                                            └─────> screen (what the server answers)
//
// Without this script every button is a plain form that works.

import { codeOf } from "./foretold.js";
import { guard } from "./guard.js";
import { chips, refusesAmount } from "./keypad.js";
import { leftBehind } from "./outbox.js";
import { byId, closeSheets, parse, root, screen } from "./page.js";
import { asksForUpCard, askNextUpCard, followsUpCard, pickedFields } from "./picker.js";
import { callOffRefresh, catchUp, hear, later, notLater, refresh, show } from "./screen.js";
import "./sheets.js";
import "./irregular.js";
import { say, sayFull, tellUnapplied } from "./status.js";
import { foretellStored, foretellTap, foretold, outbox, seen } from "./taps.js";

// --- A tap ------------------------------------------------------------------------------------------------

// Each tap is htmx's request of a form: taken before it is sent, kept with a key of its own, and its answer given back
// to htmx to swap.
globalThis.htmx.defineExtension("outbox", {
  onEvent: (name, { detail }) => {
    if (name !== "htmx:configRequest" || detail.verb === "get") return true;
    take(detail.elt, detail.triggeringEvent?.submitter);
    return false;
  },
});

const take = (form, button) => {
  if (outbox.stopped) return say();
  if (refusesAmount(form, button)) return;
  const keepsVersion = button?.hasAttribute("data-keeps-version");
  const isUpCard = asksForUpCard(form);
  const fields = fieldsOf(form, button);
  const said = wordsOf(form, button, fields);
  const url = button?.getAttribute("formaction") ?? form.getAttribute("action");
  // "" is a tap that leaves the hand as it is.
  const tap = { version: seen(), code: keepsVersion ? "" : codeOf(url, fields), words: said };
  // Until the server has answered, only what can be foretold may follow, or the next up-card.
  const follows = keepsVersion || (isUpCard && followsUpCard()) || foretold(tap);
  if (outbox.pending && !follows) return;
  try {
    outbox.add({ url, fields, ...tap, epoch: screen().dataset.epoch });
  } catch {
    sayFull();
    return;
  }
  callOffRefresh();
  if (isUpCard) {
    askNextUpCard(tap);
    return;
  }
  closeSheets();
  if (keepsVersion) return;
  foretellTap(tap);
  guard();
};

// What a tap says to the server; the outbox adds its key, its version and the lease's epoch.
const fieldsOf = (form, button) => {
  if (form.id === "picker") return pickedFields();
  const ownFields = ["key", "version", "epoch", "csrfmiddlewaretoken", "sheet"];
  const fields = [...new FormData(form)].filter(([name]) => !ownFields.includes(name));
  if (button?.name) fields.push([button.name, button.value]);
  if (form.id === "keypad") makeUp(fields);
  return fields;
};

// An odd bet that the house makes up goes out as what it becomes: the felt shows it so.
const makeUp = (fields) => {
  const { unit, allIn, odd } = byId("bet-limits").dataset;
  const field = fields.find(([name]) => name === "amount");
  const amount = Number(field[1]);
  if (odd !== "made_up" || unit < 2 || amount % unit === 0 || amount === Number(allIn)) return;
  field[1] = String(Math.min(Math.ceil(amount / unit) * unit, Number(allIn)));
};

const wordsOf = (form, button, fields) => {
  const { words, amount } = button?.dataset ?? {};
  if (amount && !words) return `${byId("bet-choices").dataset.words} ${chips(amount)}`;
  const begun = form.id === "keypad" ? byId("bet-limits") : form;
  const own = words ?? begun.dataset.words ?? button?.textContent.trim() ?? "";
  const typed = fields.find(([name]) => name === "amount")?.[1] ?? "";
  return `${own} ${typed && chips(typed)}`.trim();
};

// --- The answer -------------------------------------------------------------------------------------------

outbox.onAnswer = ({ tap, outcome, status, html, isReplay, isLast }) => {
  notLater();
  if (outcome === "refused") {
    show(html, tap.had);
    outbox.stopped.reason = (parse(html).getElementById("refusal") ?? byId("refusal"))?.textContent.trim();
    outbox.store();
    tellUnapplied(outbox.stopped.reason, outbox.taps);
  } else if (outcome === "done" && isLast) {
    show(html, tap.had);
    // A hand with side pots has a winner to name for each.
    if (tap.fields.some(([name, value]) => name === "operation" && value.startsWith("w"))) byId("sheet-winners")?.showModal();
    // The stored answer is of the moment of the tap: the table may have gone on since.
    if (isReplay) refresh();
    else catchUp();
  } else if (outcome === "unpaired" && status === 410) {
    // The page that says so lists what is kept here.
    location.assign(root.dataset.screenUrl);
  }
};

// --- Staying awake, waking up, listening ------------------------------------------------------------------

const stayAwake = () => {
  if (document.visibilityState === "visible") navigator.wakeLock?.request("screen").catch(() => {});
};

const wake = () => {
  stayAwake();
  outbox.wake();
  refresh();
};

window.addEventListener("online", () => outbox.wake());
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && wake());
document.addEventListener("reconnect", wake);
// The level is over by the clock of the page and no push has said so.
document.addEventListener("clock-due", () => later());
document.addEventListener("htmx:sseOpen", (event) => {
  for (const topic of root.dataset.topics.split(" ")) event.detail.source.addEventListener(topic, hear);
});
window.addEventListener("storage", (event) => {
  if (event.key !== outbox.place) return;
  outbox.load();
  say();
});

navigator.storage?.persist?.().catch(() => {});
stayAwake();
document.documentElement.dataset.tablet = "ready";
if (outbox.stopped?.kind === "unpaired") outbox.resume();
foretellStored();
say();
outbox.send();
const former = leftBehind(root.dataset.owner).flatMap(({ taps }) => taps);
if (former.length) tellUnapplied(byId("tablet-words").dataset.leftBehind, former);
