// What is queued, shown on the felt before the server has answered: chips, turns, board, the actions of whoever is
// asked next. The hand is played on by hand.js from what the server told last; the server's next answer replaces
// all of this.

import { betChoices } from "./bet_choices.js";
import { actorOf, begin, legal, playAll } from "./hand.js";
import { chips, say } from "./keypad.js";

const FEED_LINES = 4;
const STREETS = ["", "flop", "turn", "river"];

const byId = (id) => document.getElementById(id);
const words = () => byId("tablet-words").dataset;
const ofSeat = (sentence, seat) => sentence.replace("%n%", seat);

const element = (tag, attributes, ...children) => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== null) made.setAttribute(name, value);
  made.append(...children.filter((child) => child !== null));
  return made;
};

const icon = (name) => {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `#icon-${name}`);
  svg.append(use);
  return svg;
};

// --- The hand after the queue --------------------------------------------------------------------------------

// The text form of a tap's operation as hand.js reads it: "undo", "r3:450", "b:AhKd2c"; null for any other tap.
export const codeOf = (url, fields) => {
  if (url === words().undoUrl) return "undo";
  const of = (name) => fields.filter(([each]) => each === name).map(([, value]) => value);
  const [operation] = of("operation");
  if (!operation) return null;
  const rest = of("amount")[0] ?? of("cards").join("");
  return rest && !operation.includes(":") ? `${operation}:${rest}` : operation;
};

// { hand, kept }, or null where the server has to say how it goes on. told: { code, words } of each tap queued.
export const foretell = (screen, told) => {
  if (!screen.dataset.hand || told.some(({ code }) => !code)) return null;
  const { start, played } = JSON.parse(screen.dataset.hand);
  return playAll(begin(start), [...played, ...told.map(({ code }) => code)]);
};

// Two moments of a hand look alike: what is on the screen is what the server says.
export const isAlike = (one, other) => {
  if (!one || !other) return false;
  const look = ({ hand }) => JSON.stringify([hand.phase, hand.street, hand.pot, actorOf(hand) ?? 0, [...hand.bets], [...hand.stacks]]);
  return look(one) === look(other);
};

// --- What the server drew last ---------------------------------------------------------------------------------

let drawn = null;
let confirmed = null;

const confirmedOf = (screen) => {
  if (drawn === screen) return confirmed;
  drawn = screen;
  confirmed = {
    board: screen.querySelector(".felt__board").cloneNode(true),
    feed: [...screen.querySelectorAll(".feed__last li")].map((line) => line.cloneNode(true)),
    used: screen.dataset.used,
  };
  return confirmed;
};

// --- The felt --------------------------------------------------------------------------------------------------

const paintPlate = (hand, seat, actor) => {
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

const paintPot = (hand) => {
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

const paintBoard = (screen, told) => {
  const { board, used } = confirmedOf(screen);
  const fresh = board.cloneNode(true);
  const dealt = queuedOf(told).flatMap(({ code }) => (code.startsWith("b:") ? cardsIn(code.slice(2)) : []));
  for (const card of dealt) fresh.querySelector(".card--gap")?.replaceWith(faceOf(card));
  screen.querySelector(".felt__board").replaceWith(fresh);
  screen.dataset.used = used + dealt.filter((card) => card !== "??").join("");
};

// The taps that stand, without those undone again in the queue.
const queuedOf = (told) => {
  const kept = [];
  for (const tap of told) {
    if (tap.code !== "undo") kept.push(tap);
    else kept.pop();
  }
  return kept;
};

const paintFeed = (screen, told) => {
  const lines = told.map((tap) => element("li", { class: "is-queued" }, tap.words)).reverse();
  const old = confirmedOf(screen).feed.map((line) => line.cloneNode(true));
  screen.querySelector(".feed__last").replaceChildren(...[...lines, ...old].slice(0, FEED_LINES));
};

const paintPrompt = (title, text) => {
  const [strong, line] = byId("prompt").children;
  strong.textContent = title;
  line.textContent = text;
  byId("prompt").querySelector(".prompt__bound")?.remove();
};

// --- The places of the actions -----------------------------------------------------------------------------------

const slotChildren = (word, amount, more) => [
  element("span", { class: "slot__word" }, word),
  amount ? element("span", { class: "slot__amount number" }, chips(amount)) : null,
  more ? element("span", { class: "slot__more" }, more) : null,
];

const put = (name, slot) => {
  slot.id = `slot-${name}`;
  slot.classList.add("slot", `slot--${name}`);
  byId(slot.id)?.replaceWith(slot);
};

const off = (name, word) =>
  put(name, element("button", { type: "button", "aria-disabled": "true" }, ...slotChildren(word)));

const tap = (name, value, said, word, amount = 0, more = "") =>
  put(
    name,
    element(
      "button",
      { form: "tap", name: "operation", value, "data-words": said },
      ...slotChildren(word, amount, more),
    ),
  );

const wagerWords = (may, amount) => {
  const { goesAllIn, completes, bets, raises } = words();
  const sentence = amount === may.total ? goesAllIn : may.isCompletion ? completes : may.isBet ? bets : raises;
  return say(ofSeat(sentence, may.seat), { amount });
};

const raiseWord = (may) => {
  const { completeShort, betShort, raiseShort } = words();
  return may.isCompletion ? completeShort : may.isBet ? betShort : raiseShort;
};

const paintBetting = (hand, may) => {
  const text = words();
  const { seat } = may;
  if (may.canFold) tap("fold", `f${seat}`, ofSeat(text.fold, seat), text.foldShort);
  else off("fold", text.foldShort);
  if (may.bringIn) tap("call", `i${seat}`, ofSeat(text.bringsIn, seat), text.bringInShort, may.bringIn);
  else if (may.canCheck) tap("call", `k${seat}`, ofSeat(text.check, seat), text.checkShort);
  else tap("call", `c${seat}`, ofSeat(text.call, seat), text.callShort, may.call, may.callIsAllIn ? text.allIn : "");
  if (!may.raise) {
    off("raise", text.raiseShort);
  } else if (may.raise[0] === may.raise[1]) {
    const [amount] = may.raise;
    tap("raise", `r${seat}:${amount}`, wagerWords(may, amount), raiseWord(may), amount);
  } else {
    put("raise", element("a", { href: "?sheet=bet", "data-sheet": "sheet-bet" }, ...slotChildren(raiseWord(may), 0, text.choose)));
  }
  off("deal", text.recordCards);
  off("unknown", text.none);
};

const paintDeal = (hand, board) => {
  const text = words();
  for (const [name, word] of [["fold", text.foldShort], ["call", text.callShort], ["raise", text.raiseShort]]) off(name, word);
  const street = STREETS[hand.street + 1];
  const [name, unknown] = [text[street], text[`${street}Unknown`]];
  const without = `b:${"??".repeat(board)}`;
  const attributes = {
    href: "?sheet=pick&pick=b",
    "data-sheet": "sheet-pick",
    "data-pick": "b",
    "data-count": board,
    "data-least": board,
    "data-free": "",
    "data-title": name,
    "data-words": name,
    "data-muck": "",
    "data-unknown": without,
    "data-unknown-words": unknown,
  };
  const slot = element("a", attributes, ...slotChildren(name, 0, text.cards));
  slot.classList.add("slot--now");
  put("deal", slot);
  tap("unknown", without, unknown, name, 0, text.noCards);
  paintPrompt(text.dealStreet.replace("%street%", name), `${text.unconfirmed} · ${text.tapCards}`);
};

const paintSheet = (screen, hand, may) => {
  byId("sheet-bet")?.remove();
  if (!may.raise || may.raise[0] === may.raise[1]) return;
  const text = words();
  const [least, most] = may.raise;
  const sheet = byId("sheet-bet-blank").content.cloneNode(true);
  const find = (selector) => sheet.querySelector(selector);
  find("#bet-title").textContent = titleOf(may.seat);
  find(".bet__choices").append(
    ...betChoices(hand, may, text).map(({ text: word, amount, isAllowed }) =>
      element(
        "button",
        isAllowed
          ? { class: "slot slot--choice", form: "tap", name: "operation", value: `r${may.seat}:${amount}`, "data-words": wagerWords(may, amount) }
          : { class: "slot slot--choice", type: "button", "aria-disabled": "true" },
        element("span", { class: "slot__word" }, word),
        element("span", { class: "slot__amount number" }, isAllowed ? chips(amount) : "–"),
      ),
    ),
  );
  const form = find("#keypad");
  Object.assign(form.dataset, { least, most, allIn: may.total, unit: hand.unit, odd: hand.odd });
  form.dataset.words = wagerWords(may, 0).replace(/\s*0$/, "");
  find("input[name=operation]").value = `r${may.seat}`;
  find("label").textContent = may.isBet ? text.bet.trim() : text.raiseTo;
  const steps = hand.unit > 1 ? ` · ${say(text.steps, { unit: hand.unit })}` : "";
  find("[data-limits]").textContent = say(text.limits, { least, most }) + steps;
  find("#keypad-done .slot__word").textContent = raiseWord(may);
  screen.append(sheet);
};

const titleOf = (seat) => {
  const name = byId(`plate-${seat}`)?.querySelector(".plate__name").textContent.trim() ?? "";
  return `${ofSeat(words().seat, seat)} · ${name}`;
};

const paintUndo = (kept, told) => {
  const last = queuedOf(told).at(-1);
  const slot = element(
    "button",
    kept.length
      ? { id: "undo", class: "slot slot--side", form: "tap", formaction: words().undoUrl, "data-words": words().undo }
      : { id: "undo", class: "slot slot--side", type: "button", "aria-disabled": "true" },
    element("span", { class: "slot__word" }, icon("undo"), words().undo),
    kept.length && last ? element("span", { class: "slot__more" }, last.words) : null,
  );
  byId("undo").replaceWith(slot);
};

const turnOff = (slot) => slot?.setAttribute("aria-disabled", "true");

// Nothing may be tapped until the server has answered.
export const waitForServer = (screen, told) => {
  for (const slot of screen.querySelectorAll("#undo, .slots .slot")) turnOff(slot);
  for (const sign of screen.querySelectorAll(".plate__word--actor")) sign.remove();
  for (const plate of screen.querySelectorAll(".plate.is-actor")) plate.classList.remove("is-actor");
  if (told.every((each) => each.words)) paintFeed(screen, told);
};

// The hand after the queue; whether anything may be tapped on it.
export const paint = (screen, { hand, kept }, told) => {
  const may = legal(hand);
  const actor = may.seat;
  const text = words();
  for (const seat of hand.order) paintPlate(hand, seat, actor);
  paintPot(hand);
  paintBoard(screen, told);
  paintFeed(screen, told);
  if (hand.phase === "betting") {
    paintBetting(hand, may);
    const toCall = may.call ? say(text.toCall, { amount: may.call }) : text.nothingToCall;
    paintPrompt(titleOf(actor), `${toCall} · ${text.unconfirmed}`);
    paintSheet(screen, hand, may);
  } else if (may.board) {
    byId("sheet-bet")?.remove();
    paintDeal(hand, may.board);
  } else {
    byId("sheet-bet")?.remove();
    for (const slot of screen.querySelectorAll(".slots .slot")) turnOff(slot);
    paintPrompt(hand.winner ? titleOf(hand.winner) : text.server, text.unconfirmed);
  }
  paintUndo(kept, told);
  return hand.phase !== "server";
};
