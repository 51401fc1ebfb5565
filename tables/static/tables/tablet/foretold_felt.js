// What is foretold on the felt: plates, pot, board, the feed and the prompt.

import { element, icon, words } from "./elements.js";
import { chips, say } from "./keypad.js";
import { byId } from "./page.js";
import { keepConfirmed } from "./parts.js";

const FEED_LINES = 4;

export const paintPlate = (hand, seat, actor) => {
  const plate = byId(`plate-${seat}`);
  if (!plate) return;
  const isLive = hand.live.includes(seat);
  const isAllIn = isLive && !hand.stacks.get(seat);
  const foot = plate.querySelector(".plate__foot");
  plate.classList.remove("is-in", "is-folded", "is-all_in", "is-actor");
  plate.classList.add(isAllIn ? "is-all_in" : isLive ? "is-in" : "is-folded");
  plate.classList.toggle("is-actor", seat === actor);
  plate.querySelector(".plate__stack").textContent = chips(hand.stacks.get(seat));
  for (const word of foot.querySelectorAll(".plate__word:not(.number)")) word.remove();
  if (seat === actor) foot.append(element("span", { class: "plate__word plate__word--actor" }, icon("play"), words().toAct));
  else if (isAllIn) foot.append(element("span", { class: "plate__word plate__word--all-in" }, words().allInSign));
  else if (!isLive) foot.append(element("span", { class: "plate__word" }, words().folded));
  plate.querySelector(".plate__bet")?.remove();
  const bet = hand.bets.get(seat);
  if (bet) {
    const label = element("span", { class: "visually-hidden" }, words().bet);
    plate.querySelector(".plate__foot").after(element("p", { class: "plate__bet number" }, label, chips(bet)));
  }
};

export const paintPot = (hand) => {
  const bets = [...hand.bets.values()].reduce((total, bet) => total + bet, 0);
  byId("pot-total").textContent = chips(hand.pot);
  byId("pot-bets").textContent = bets ? say(words().inclBets, { amount: bets }) : "";
  // Side pots are cut when the server has heard of it.
  for (const part of document.querySelectorAll(".pot--part")) part.hidden = true;
};

const faceOf = (card) => {
  const face = document.querySelector(`#picker [value="${card}"] + .card`);
  return face ? face.cloneNode(true) : element("span", { class: "card card--unknown" }, "?");
};

const cardsIn = (text) => text.match(/../g) ?? [];

export const paintBoard = (screen, told) => {
  const { parts, used } = keepConfirmed();
  const fresh = parts.get("board").cloneNode(true);
  const dealt = queuedOf(told).flatMap(({ code }) => (code.startsWith("b:") ? cardsIn(code.slice(2)) : []));
  for (const card of dealt) fresh.querySelector(".card--gap")?.replaceWith(faceOf(card));
  byId("board").replaceWith(fresh);
  screen.dataset.used = used + dealt.filter((card) => card !== "??").join("");
};

// The taps that stand, without those undone again in the queue.
export const queuedOf = (told) => {
  const kept = [];
  for (const tap of told) {
    if (tap.code !== "undo") kept.push(tap);
    else kept.pop();
  }
  return kept;
};

export const paintFeed = (told) => {
  const lines = told.map((tap) => element("li", { class: "is-queued" }, tap.words)).reverse();
  const old = [...keepConfirmed().parts.get("feed-last").cloneNode(true).children];
  byId("feed-last").replaceChildren(...[...lines, ...old].slice(0, FEED_LINES));
};

export const paintPrompt = (title, text) => {
  const [strong, line] = byId("prompt").children;
  strong.textContent = title;
  line.textContent = text;
  byId("prompt").querySelector(".prompt__bound")?.remove();
};
