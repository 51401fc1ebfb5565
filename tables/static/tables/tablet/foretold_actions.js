// What is predicted on the buttons: the action slots, the bet sheet, and what Undo undoes.

import { betChoices } from "./bet_choices.js";
import { element, icon, ofSeat, words } from "./elements.js";
import { paintPrompt, queuedOf } from "./foretold_felt.js";
import { chips, say } from "./keypad.js";
import { byId } from "./page.js";

const STREETS = ["", "flop", "turn", "river"];

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

export const paintBetting = (hand, may) => {
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

export const paintDeal = (hand, board) => {
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

export const paintSheet = (hand, may) => {
  if (!may.raise || may.raise[0] === may.raise[1]) return;
  const text = words();
  const [least, most] = may.raise;
  const starts = wagerWords(may, 0).replace(/\s*0$/, "");
  byId("bet-title").textContent = titleOf(may.seat);
  byId("bet-choices").dataset.words = starts;
  byId("bet-choices").replaceChildren(
    ...betChoices(hand, may, text).map(({ text: word, amount, isAllowed }) =>
      element(
        "button",
        isAllowed
          ? {
              class: "slot slot--choice", form: "tap", name: "operation", value: `r${may.seat}:${amount}`, "data-amount": amount,
              "data-words": amount === may.total ? wagerWords(may, amount) : null,
            }
          : { class: "slot slot--choice", type: "button", "aria-disabled": "true" },
        element("span", { class: "slot__word" }, word),
        element("span", { class: "slot__amount number" }, isAllowed ? chips(amount) : "–"),
      ),
    ),
  );
  byId("bet-label").textContent = may.isBet ? text.bet.trim() : text.raiseTo;
  const steps = hand.unit > 1 ? ` · ${say(text.steps, { unit: hand.unit })}` : "";
  const limits = byId("bet-limits");
  Object.assign(limits.dataset, { least, most, allIn: may.total, unit: hand.unit, odd: hand.odd, words: starts });
  limits.replaceChildren(
    element("span", { class: "number", "data-limits": "" }, say(text.limits, { least, most }) + steps),
    element("input", { type: "hidden", name: "operation", value: `r${may.seat}` }),
  );
  byId("keypad-done").querySelector(".slot__word").textContent = raiseWord(may);
};

export const titleOf = (seat) => {
  const name = byId(`plate-${seat}`)?.querySelector(".plate__name").textContent.trim() ?? "";
  return `${ofSeat(words().seat, seat)} · ${name}`;
};

export const paintUndo = (kept, told) => {
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
