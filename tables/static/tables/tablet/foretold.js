// What is queued, shown on the felt before the server has answered: chips, turns, board, the actions of the player who is
// asked next. The hand is played on by hand.js from what the server told last; the server's next answer replaces
// all of this.

import { words } from "./elements.js";
import { paintBetting, paintDeal, paintSheet, paintUndo, titleOf } from "./foretold_actions.js";
import { paintBoard, paintFeed, paintPlate, paintPot, paintPrompt } from "./foretold_felt.js";
import { actorOf, begin, legal, playAll } from "./hand.js";
import { say } from "./keypad.js";
import { byId } from "./page.js";
import { newest } from "./parts.js";

// The text form of a tap's operation as hand.js reads it: "undo", "r3:450", "b:AhKd2c"; null for any other tap.
export const codeOf = (url, fields) => {
  if (url === words().undoUrl) return "undo";
  const of = (name) => fields.filter(([each]) => each === name).map(([, value]) => value);
  const [operation] = of("operation");
  if (!operation) return null;
  const rest = of("amount")[0] ?? of("cards").join("");
  return rest && !operation.includes(":") ? `${operation}:${rest}` : operation;
};

// { hand, kept }, or null if only the server can say what comes next. told: { code, words } of each tap queued.
export const foretell = (screen, told) => {
  const { played } = screen.dataset;
  if (played === undefined || told.some(({ code }) => !code)) return null;
  const start = JSON.parse(newest(screen, "hand").dataset.start);
  return playAll(begin(start), [...played.split(" ").filter(Boolean), ...told.map(({ code }) => code)]);
};

// Two moments of a hand look alike: what is on the screen is what the server says.
export const isAlike = (one, other) => {
  if (!one || !other) return false;
  const look = ({ hand }) => JSON.stringify([hand.phase, hand.street, hand.pot, actorOf(hand) ?? 0, [...hand.bets], [...hand.stacks]]);
  return look(one) === look(other);
};

const turnOff = (slot) => slot?.setAttribute("aria-disabled", "true");

// Up-cards follow one another without waiting.
const OPENS_A_SHEET = ".plate__show:not([data-pick^=t])";

// Nothing may be tapped until the server has answered.
export const waitForServer = (screen, told) => {
  for (const slot of screen.querySelectorAll(`#undo, .slots .slot, ${OPENS_A_SHEET}`)) turnOff(slot);
  for (const sign of screen.querySelectorAll(".plate__word--actor")) sign.remove();
  for (const plate of screen.querySelectorAll(".plate.is-actor")) plate.classList.remove("is-actor");
  if (told.every((each) => each.words)) paintFeed(told);
};

// The hand after the queue; whether anything may be tapped on it.
export const paint = (screen, { hand, kept }, told) => {
  const may = legal(hand);
  const actor = may.seat;
  const text = words();
  for (const seat of hand.order) paintPlate(hand, seat, actor);
  paintPot(hand);
  paintBoard(screen, told);
  paintFeed(told);
  if (hand.phase === "betting") {
    paintBetting(hand, may);
    const toCall = may.call ? say(text.toCall, { amount: may.call }) : text.nothingToCall;
    paintPrompt(titleOf(actor), `${toCall} · ${text.unconfirmed}`);
    paintSheet(hand, may);
  } else if (may.board) {
    paintDeal(hand, may.board);
  } else {
    for (const slot of screen.querySelectorAll(`.slots .slot, ${OPENS_A_SHEET}`)) turnOff(slot);
    paintPrompt(hand.winner ? titleOf(hand.winner) : text.server, text.unconfirmed);
  }
  paintUndo(kept, told);
  return hand.phase !== "server";
};
