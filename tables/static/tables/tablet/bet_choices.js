// The amounts a player mostly bets, in the same ten places as the server puts them (tables/queries/tablet/actions.py).

import { potAfterCall } from "./hand.js";

// Numerator and denominator: thirds are no decimals.
const MULTIPLES = [[2, 1], [5, 2], [3, 1], [4, 1]];
const PARTS = [[1, 3], [1, 2], [2, 3]];

// { text, amount, isAllowed } for each place; words are the page's.
export const betChoices = (hand, may, words) => {
  const [least, most] = may.raise;
  const unit = hand.unit || hand.chip;
  const ofBigBlind = hand.blind > 0 && hand.level <= hand.blind;
  const base = ofBigBlind ? hand.blind : Math.max(hand.level, hand.least);
  const isPotLimit = hand.betting === "pot_limit";
  const pot = isPotLimit ? potAfterCall(hand, may.seat) : hand.pot + hand.level - hand.bets.get(may.seat);
  const inChips = (amount, by) => Math.ceil(amount / (by * unit)) * unit;
  const choice = (text, amount) => ({ text, amount, isAllowed: least <= amount && amount <= most });
  const decimal = words.decimal.charAt(1);
  const factor = ([over, under]) => String(over / under).replace(".", decimal);
  return [
    choice(words.min, least),
    ...MULTIPLES.map((by) =>
      choice(ofBigBlind ? words.bigBlinds.replace("%n%", factor(by)) : `${factor(by)}×`, inChips(base * by[0], by[1])),
    ),
    ...PARTS.map((by) =>
      choice(words.part.replace("%n%", by.join("/")), inChips(hand.level * by[1] + pot * by[0], by[1])),
    ),
    choice(words.pot, inChips(isPotLimit ? most : hand.level + pot, 1)),
    choice(words.allInSign, may.total),
  ];
};
