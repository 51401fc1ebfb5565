// The dealer's tablet: taps go through the outbox, the screen is what the server last said, and between
// the two the hand is played on by its own rules, so that a network that is slow or away does not stop the game.
//
// Without this script every button is a plain form that works.

import { codeOf, foretell, isAlike, paint, waitForServer } from "./foretold.js";
import { openIrregularities } from "./irregular.js";
import { chips, refusesAmount } from "./keypad.js";
import { Outbox, forget, leftBehind } from "./outbox.js";

const GUARD_MS = 300;
const RED_AFTER_MS = 30_000;

const root = document.getElementById("main");
const { owner, screenUrl, pairUrl } = root.dataset;
const screen = () => document.getElementById("screen");
const byId = (id) => document.getElementById(id);

// --- The guard: a second tap of a nervous finger must not hit what the first one brought --------------

let guardedUntil = 0;
const guard = () => {
  guardedUntil = performance.now() + GUARD_MS;
};
const isGuarded = () => performance.now() < guardedUntil;

document.addEventListener(
  "click",
  (event) => {
    if (!event.target.closest?.("button, a, label, summary") || !root.parentElement.contains(event.target)) return;
    const isOff = event.target.closest("[aria-disabled=true]");
    if (isOff || (event.isTrusted && event.detail > 0 && isGuarded())) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  },
  { capture: true },
);

// --- The screen ---------------------------------------------------------------------------------------

// The taps that the screen does not know of yet, in order: { version, code, words }; code: see foretold.js.
let told = [];
// Up-cards are told one seat after the other without waiting: whose are still to come, and whose the
// picker asks for now.
let upCards = null;
let upCard = 0;
// Versions follow from one another: a tap in the queue sees what the one before it will have made.
let seenVersion = Number(screen().dataset.version);

const parse = (html) => new DOMParser().parseFromString(html, "text/html");

const show = (html) => {
  const fresh = parse(html).getElementById("screen");
  const old = screen();
  if (!fresh || !old) return;
  const wasForetold = told.length > 0;
  const isAsForetold = wasForetold && isAlike(foretell(old, told), foretell(fresh, []));
  const isNextUpCard = upCard > 0 && fresh.dataset.up.split(" ")[0] === String(upCard);
  const isTheSame = !wasForetold && !root.hasAttribute("data-waiting") && fresh.dataset.meaning === old.dataset.meaning;
  const focused = old.contains(document.activeElement) ? document.activeElement.id || "prompt" : "";
  // Who is choosing a bet goes on where the server says the same as was foretold.
  const sheet = isAsForetold && old.querySelector("dialog[open]");
  const typed = sheet && sheet.querySelector("[name=amount]")?.value;
  told = [];
  seenVersion = Number(fresh.dataset.version);
  root.removeAttribute("data-waiting");
  old.replaceWith(fresh);
  if (sheet && byId(sheet.id)) {
    byId(sheet.id).showModal();
    if (typed) byId(sheet.id).querySelector("[name=amount]").value = typed;
  } else if (focused) {
    (byId(focused) ?? byId("prompt")).focus({ preventScroll: true });
  }
  upCards = null;
  if (!isAsForetold && !isTheSame && !isNextUpCard) {
    byId("sheet-pick").close();
    byId("sheet-irregular").close();
    guard();
  }
  document.dispatchEvent(new CustomEvent("htmx:afterSettle"));
};

let refreshing = null;
let hasNews = false;

const refresh = async () => {
  // A tap on its way brings the newest screen itself; an older one would jump back.
  if (outbox.pending || outbox.stopped || refreshing) {
    hasNews = true;
    return;
  }
  hasNews = false;
  refreshing = new AbortController();
  try {
    const response = await fetch(screenUrl, {
      headers: { "Floorman-Tap": "1" },
      cache: "no-store",
      signal: refreshing.signal,
    });
    if (response.status === 401 || response.status === 410) {
      location.assign(response.status === 401 ? pairUrl : screenUrl);
      return;
    }
    const html = await response.text();
    if (response.ok && response.headers.has("Floorman") && !outbox.pending) take(html);
  } catch {
    // The next sign of life, or the next tap, asks again.
  } finally {
    refreshing = null;
    if (hasNews && !outbox.pending) later();
  }
};

// A sheet that is open is not pulled away while its table is still the same.
const take = (html) => {
  const isOpen = document.querySelector("dialog[open]:not(#sheet-menu)");
  const fresh = parse(html).getElementById("screen");
  if (isOpen && fresh?.dataset.version === screen().dataset.version) {
    isOpen.addEventListener("close", later, { once: true });
    return;
  }
  show(html);
};

let laterTimer = 0;
const later = () => {
  clearTimeout(laterTimer);
  laterTimer = setTimeout(refresh, 400);
};

// --- The outbox and what is said about it ---------------------------------------------------------------

const place = byId("outbox");
const word = byId("outbox-word");

const say = () => {
  const { pending, stopped, failures, waitingSince } = outbox;
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

const tellUnapplied = (reason, taps) => {
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
  else for (const { place: former } of leftBehind(owner)) forget(former);
  refresh();
});
// Esc must not leave a stopped queue behind a screen that looks ready.
byId("sheet-unapplied").addEventListener("cancel", (event) => event.preventDefault());

const outbox = new Outbox({
  owner,
  token: () => byId("tap").elements.csrfmiddlewaretoken.value,
  renewToken: async () => {
    try {
      const html = await (await fetch(screenUrl, { cache: "no-store" })).text();
      const fresh = parse(html).querySelector("#tap [name=csrfmiddlewaretoken]");
      if (fresh) byId("tap").elements.csrfmiddlewaretoken.value = fresh.value;
    } catch {
      // The tap waits and tries again with what there is.
    }
  },
  onChange: () => say(),
  onAnswer: ({ tap, outcome, html, isReplay, isLast }) => {
    clearTimeout(laterTimer);
    if (outcome === "refused") {
      outbox.stopped.reason = parse(html).getElementById("refusal")?.textContent.trim();
      outbox.store();
      show(html);
      tellUnapplied(outbox.stopped.reason, outbox.taps);
    } else if (outcome === "done" && isLast) {
      show(html);
      // A hand with side pots has a winner to name for each.
      if (tap.fields.some(([name, value]) => name === "operation" && value.startsWith("w"))) byId("sheet-winners")?.showModal();
      // The stored answer is of the moment of the tap: the table may have gone on since.
      if (isReplay) refresh();
      else if (hasNews) later();
    }
  },
});

// --- A tap ------------------------------------------------------------------------------------------------

document.addEventListener("submit", (event) => {
  const form = event.target;
  const button = event.submitter;
  if (!form.matches("#tap, #keypad, #picker, #chips, #ruling, .winners form")) return;
  event.preventDefault();
  if (outbox.stopped) return say();
  if (refusesAmount(form, button)) return;
  const keepsVersion = button?.hasAttribute("data-keeps-version");
  const isUpCard = form.id === "picker" && upCard > 0;
  const fields = [...new FormData(form)].filter(
    ([name]) => !["key", "version", "epoch", "csrfmiddlewaretoken", "sheet"].includes(name),
  );
  if (button?.name) fields.push([button.name, button.value]);
  if (form.id === "picker") fields.splice(0, fields.length, ...pickedFields());
  if (form.id === "keypad") makeUp(form, fields);
  const said = wordsOf(form, button, fields);
  const url = button?.getAttribute("formaction") ?? form.getAttribute("action");
  // "" is a tap that leaves the hand as it is.
  const tap = { version: seenVersion, code: keepsVersion ? "" : codeOf(url, fields), words: said };
  // Until the server has answered, only what can be foretold may follow, or the next up-card.
  const follows = keepsVersion || (isUpCard && upCards) || foretell(screen(), [...told, tap]);
  if (outbox.pending && !follows) return;
  try {
    outbox.add({ url, fields, words: said, code: tap.code, version: seenVersion, epoch: screen().dataset.epoch });
  } catch {
    place.dataset.state = "full";
    word.textContent = place.dataset.full;
    return;
  }
  if (isUpCard) {
    seenVersion += 1;
    askNextUpCard();
    return;
  }
  closeSheets();
  if (keepsVersion) return;
  seenVersion += 1;
  told.push(tap);
  draw();
  guard();
});

// An odd bet that the house makes up goes out as what it becomes: the felt shows it so.
const makeUp = (form, fields) => {
  const { unit, allIn, odd } = form.dataset;
  const field = fields.find(([name]) => name === "amount");
  const amount = Number(field[1]);
  if (odd !== "made_up" || unit < 2 || amount % unit === 0 || amount === Number(allIn)) return;
  field[1] = String(Math.min(Math.ceil(amount / unit) * unit, Number(allIn)));
};

const wordsOf = (form, button, fields) => {
  const own = button?.dataset.words ?? form.dataset.words ?? button?.textContent.trim() ?? "";
  const amount = fields.find(([name]) => name === "amount")?.[1] ?? "";
  return `${own} ${amount && chips(amount)}`.trim();
};

// --- Before the answer ----------------------------------------------------------------------------------------

// Shows the queue on the felt as far as it can be foretold, and waits for the server where it cannot.
const draw = () => {
  const foretold = foretell(screen(), told);
  const focused = screen().contains(document.activeElement) ? document.activeElement.id : "";
  const goesOn = foretold ? paint(screen(), foretold, told) : waitForServer(screen(), told);
  root.toggleAttribute("data-waiting", !goesOn);
  if (focused) byId(focused)?.focus({ preventScroll: true });
};

// --- Sheets -----------------------------------------------------------------------------------------------

const closeSheets = () => {
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
};

document.addEventListener("click", (event) => {
  const opener = event.target.closest?.("[data-sheet]");
  if (opener) {
    event.preventDefault();
    const dialog = byId(opener.dataset.sheet);
    if (opener.dataset.pick) setUpPicker(opener.dataset);
    if (opener.dataset.seat) dialog.querySelector(`[name=seat][value="${opener.dataset.seat}"]`).checked = true;
    dialog.showModal();
    guard();
    return;
  }
  const closer = event.target.closest?.("[data-close-sheet]");
  if (closer) {
    event.preventDefault();
    closer.closest("dialog").close();
    guard();
  }
});

openIrregularities({
  isBusy: () => outbox.pending > 0 || Boolean(outbox.stopped),
  guard,
  newest: () => screen().dataset.version,
});

// --- The card picker: cards in the order they were tapped; the last one records ---------------------------------

const picker = byId("picker");
let picked = [];
let most = 0;
let least = 0;

const setUpPicker = ({ pick, count, least: fewest, free, title, words, unknown, unknownWords, muck }) => {
  picker.reset();
  picked = [];
  most = Number(count);
  least = Number(fewest);
  picker.elements.operation.value = pick;
  picker.dataset.words = words;
  // An up-card that is asked for in the order of the deal, and not one that was forgotten.
  upCard = unknown && pick.startsWith("t") ? Number(pick.slice(1)) : 0;
  byId("pick-title").textContent = title;
  const used = screen().dataset.used;
  for (const box of picker.elements.cards) {
    box.disabled = isAmong(used, box.value) && !isAmong(free, box.value);
    // Few decks have a joker.
    if (box.value === "Jk") box.closest("label").hidden = screen().dataset.joker !== "1";
  }
  const other = byId("pick-unknown");
  other.hidden = !unknown;
  other.textContent = unknownWords;
  other.value = unknown;
  byId("pick-muck").hidden = !muck;
  byId("pick-muck").value = muck;
  drawPicked();
};

const isAmong = (cards, card) => {
  for (let at = 0; at < cards.length; at += 2) if (cards.slice(at, at + 2) === card) return true;
  return false;
};

const drawPicked = () => {
  const faces = picked.map((card) => picker.querySelector(`[value="${card}"] + .card`).cloneNode(true));
  while (faces.length < most) {
    const gap = document.createElement("span");
    gap.className = "card card--gap";
    faces.push(gap);
  }
  byId("pick-chosen").replaceChildren(...faces);
  // Where the number is open, who has picked enough says so.
  byId("pick-done").hidden = least === most || picked.length < least;
};

picker.addEventListener("change", (event) => {
  const { value, checked } = event.target;
  picked = checked ? [...picked, value] : picked.filter((card) => card !== value);
  drawPicked();
  if (picked.length === most) picker.requestSubmit();
});

byId("pick-unknown").addEventListener("click", (event) => {
  picked = [];
  picker.elements.operation.value = event.currentTarget.value;
  picker.requestSubmit();
});

const pickedFields = () => {
  const operation = picker.elements.operation.value;
  const colon = operation.includes(":") ? "" : ":";
  return [["operation", picked.length ? operation + colon + picked.join("") : operation]];
};

// The picker stays open and asks for the up-card of the next seat, while the one before is on its way.
const askNextUpCard = () => {
  const told = picked;
  const seat = String(upCard);
  upCards = (upCards ?? screen().dataset.up.split(" ")).filter((other) => other !== seat);
  told.push({ version: seenVersion, code: null, words: "" });
  draw();
  const next = upCards[0] && document.querySelector(`#plate-${upCards[0]} [data-pick]`);
  if (!next) {
    upCard = 0;
    closeSheets();
    return;
  }
  screen().dataset.used += told.join("");
  setUpPicker(next.dataset);
  guard();
};

// Whoever closes the picker looks at a screen that waits for the answer to what he has told.
byId("sheet-pick").addEventListener("close", () => {
  upCard = 0;
});

// --- Staying awake, waking up, listening ---------------------------------------------------------------------

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
document.addEventListener("clock-due", later);
document.addEventListener("htmx:sseOpen", (event) => {
  for (const topic of root.dataset.topics.split(" ")) event.detail.source.addEventListener(topic, later);
});
window.addEventListener("storage", (event) => {
  if (event.key !== outbox.place) return;
  outbox.load();
  say();
});
setInterval(say, 1_000);

navigator.storage?.persist?.().catch(() => {});
stayAwake();
document.documentElement.dataset.tablet = "ready";
if (outbox.stopped?.kind === "unpaired") outbox.resume();
// After a reload the queue stands on the screen again, but for what the server has recorded meanwhile.
if (outbox.pending && !outbox.stopped) {
  told = outbox.taps.filter(({ version, code }) => version >= seenVersion && code !== "");
  seenVersion += told.length;
  draw();
}
say();
outbox.send();
const former = leftBehind(owner).flatMap(({ taps }) => taps);
if (former.length) tellUnapplied(byId("tablet-words").dataset.leftBehind, former);
