// The screen is what the server last said: it comes with each answer, and is asked for again when there is news.

import { foretell, isAlike } from "./foretold.js";
import { guard } from "./guard.js";
import { byId, parse, root, screen } from "./page.js";
import { isWhole, swapIn, takeBack } from "./parts.js";
import { forgetUpCards, isNextUpCard } from "./picker.js";
import { foretold, forgetForetold, isForetold, outbox } from "./taps.js";

const { screenUrl, pairUrl } = root.dataset;

const numberOf = (screen) => screen.querySelector(".head__table")?.textContent;

// had: the marks of the parts that the answer is to change; a whole screen is told to any.
export const show = (html, had) => {
  const answer = parse(html).getElementById("screen");
  const old = screen();
  if (!answer || !old) return;
  if (!isWhole(answer) && had !== old.dataset.parts) {
    later();
    return;
  }
  // Under another number the page has to listen for other news.
  const number = numberOf(answer);
  if (number && number !== numberOf(old)) {
    location.assign(screenUrl);
    return;
  }
  const wasForetold = isForetold();
  const isAsForetold = wasForetold && isAlike(foretold(), foretell(answer, []));
  const goesOnPicking = isNextUpCard(answer);
  const isTheSame = !wasForetold && !root.hasAttribute("data-waiting") && answer.dataset.meaning === old.dataset.meaning;
  const focused = old.contains(document.activeElement) ? document.activeElement.id || "prompt" : "";
  const open = old.querySelector("dialog[open]");
  forgetForetold(answer);
  takeBack();
  swapIn(html, answer);
  // Who is choosing a bet goes on where the server says what was foretold, or nothing new.
  if (open && (isAsForetold || isTheSame)) goOn(open, byId(open.id));
  else for (const dialog of screen().querySelectorAll("dialog[open]")) dialog.close();
  if (focused && !document.querySelector("dialog[open]") && document.activeElement?.id !== focused) {
    (byId(focused) ?? byId("prompt")).focus({ preventScroll: true });
  }
  forgetUpCards();
  if (!isAsForetold && !isTheSame && !goesOnPicking) {
    byId("sheet-pick").close();
    byId("sheet-irregular").close();
    guard();
  }
};

// A sheet in whose place another has come is open there, with what was typed and tapped in it.
const goOn = (sheet, fresh) => {
  if (!fresh || fresh === sheet) return;
  fresh.showModal();
  keepChosen(sheet, fresh);
};

const keepChosen = (sheet, fresh) => {
  for (const field of sheet.querySelectorAll("input:not([type=hidden])")) {
    const again = byId(field.id) ?? fresh.querySelector(`[name="${field.name}"][value="${field.value}"]`);
    if (!again) continue;
    if (field.type === "radio" || field.type === "checkbox") again.checked = field.checked;
    else again.value = field.value;
  }
};

const shown = () => Number(screen().dataset.version);

const PATIENCE_MS = 8_000;
let refreshing = null;
// The version that somebody has told of when the screen could not be asked for; Infinity where none was named.
let missed = 0;
export const catchUp = () => missed > shown() && later(missed);

export const refresh = async (version = Infinity) => {
  // A tap on its way brings the newest screen itself; an older one would jump back.
  if (outbox.pending || outbox.stopped || refreshing) {
    missed = Math.max(missed, version);
    return;
  }
  missed = 0;
  refreshing = new AbortController();
  const patience = setTimeout(() => refreshing.abort(), PATIENCE_MS);
  const had = screen().dataset.parts;
  try {
    const response = await fetch(screenUrl, {
      headers: { "Floorman-Tap": "1", "Floorman-Parts": had },
      cache: "no-store",
      signal: refreshing.signal,
    });
    if (response.status === 401 || response.status === 410) {
      location.assign(response.status === 401 ? pairUrl : screenUrl);
      return;
    }
    const html = await response.text();
    if (response.ok && response.headers.has("Floorman")) take(html, had);
  } catch {
    // The next sign of life, or the next tap, asks again.
  } finally {
    clearTimeout(patience);
    refreshing = null;
    if (!outbox.pending) catchUp();
  }
};

// A tap brings the newest screen: what was asked for before it is older, and would take the tap off the felt again.
export const callOffRefresh = () => refreshing?.abort();

// A sheet that is open is not pulled away while its table is still the same.
const take = (html, had) => {
  const isOpen = document.querySelector("dialog[open]:not(#sheet-menu)");
  const fresh = parse(html).getElementById("screen");
  if (isOpen && fresh?.dataset.version === screen().dataset.version) {
    isOpen.addEventListener("close", () => later(), { once: true });
    return;
  }
  show(html, had);
};

let laterTimer = 0;
let due = 0;
export const notLater = () => {
  clearTimeout(laterTimer);
  due = 0;
};
export const later = (version = Infinity) => {
  const newest = Math.max(due, version);
  notLater();
  due = newest;
  laterTimer = setTimeout(() => {
    due = 0;
    refresh(newest);
  }, 400);
};

// A hint of a tap names the version that the tap has left: the tablet that tapped shows it, and asks nothing.
export const hear = ({ data }) => {
  const version = /^\d+$/.test(data) ? Number(data) : Infinity;
  if (version > shown()) later(version);
};
