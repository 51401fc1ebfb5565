// The card picker: cards in the order they were tapped; the last one records. Up-cards are recorded one seat after
// the other without waiting for the server.

import { guard } from "./guard.js";
import { byId, closeSheets, screen } from "./page.js";
import { foretellTap } from "./taps.js";

// Whose up-cards are still to come, and whose the picker asks for now.
let upCards = null;
let upCard = 0;

export const asksForUpCard = (form) => form === picker && upCard > 0;
export const followsUpCard = () => upCards !== null;
// The screen asks for the up-card that the picker asks for already.
export const isNextUpCard = (fresh) => upCard > 0 && fresh.dataset.up.split(" ")[0] === String(upCard);
export const forgetUpCards = () => {
  upCards = null;
};

const picker = byId("picker");
let picked = [];
let most = 0;
let least = 0;

export const setUpPicker = ({ pick, count, least: fewest, free, title, words, unknown, unknownWords, muck }) => {
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

export const pickedFields = () => {
  const operation = picker.elements.operation.value;
  const colon = operation.includes(":") ? "" : ":";
  return [["operation", picked.length ? operation + colon + picked.join("") : operation]];
};

// The picker stays open and asks for the up-card of the next seat, while the one before is on its way.
export const askNextUpCard = (tap) => {
  const seat = String(upCard);
  const dealt = picked;
  upCards = (upCards ?? screen().dataset.up.split(" ")).filter((other) => other !== seat);
  foretellTap({ ...tap, code: null, words: "" });
  const next = upCards[0] && document.querySelector(`#plate-${upCards[0]} [data-pick]`);
  if (!next) {
    upCard = 0;
    closeSheets();
    return;
  }
  screen().dataset.used += dealt.join("");
  setUpPicker(next.dataset);
  guard();
};

// Closed, the picker leaves a screen that waits for the answer to what was picked.
byId("sheet-pick").addEventListener("close", () => {
  upCard = 0;
});
