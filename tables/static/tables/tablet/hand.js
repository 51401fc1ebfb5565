// The betting of one hand, as the engine plays it (tables/engine: betting, structures, rounds): who acts, for how
// much, what a street leaves in the pot. Pure: `play` gives the next hand and leaves the old one as it was.
//
//   betting ──f k c r i──> betting ──the round is over──> deal_board ──b──> betting … ──> server
//
// "server": what follows needs more than chips and turns (showdown, up-cards, a draw, a hand that is won).

const sum = (amounts) => amounts.reduce((total, amount) => total + amount, 0);

// What the server tells (tables/queries/tablet/felt_model.py), with chips by seat.
export const begin = (told) => {
  const bySeat = (values) => new Map(told.order.map((seat, at) => [seat, values[at]]));
  const acted = new Map(told.order.map((seat, at) => [seat, told.acted[at]]).filter(([, level]) => level !== null));
  return { ...told, stacks: bySeat(told.stacks), bets: bySeat(told.bets), acted, returned: 0, winner: 0 };
};

const copy = (hand) => ({
  ...hand,
  stacks: new Map(hand.stacks),
  bets: new Map(hand.bets),
  acted: new Map(hand.acted),
  live: [...hand.live],
  queue: [...hand.queue],
});

export const actorOf = (hand) => (hand.phase === "betting" ? hand.queue[0] : 0);
const allIn = (hand) => hand.live.filter((seat) => !hand.stacks.get(seat));
const able = (hand) => hand.live.length - allIn(hand).length;
const totalOf = (hand, seat) => hand.stacks.get(seat) + hand.bets.get(seat);

// The last player with chips need not pay the full price of a short blind to players who cannot win it.
const price = (hand, seat) =>
  able(hand) > 1
    ? hand.level
    : Math.min(hand.level, Math.max(...hand.live.filter((other) => other !== seat).map((other) => hand.bets.get(other))));

// --- Limits --------------------------------------------------------------------------------------------------

const leastRaise = (hand) => {
  if (hand.level < hand.least) {
    if (hand.level <= hand.forced) return hand.least;
    if (hand.doubles) return 2 * hand.least;
  }
  return hand.level + hand.step;
};

// The pot after a call, as the limit reckons it.
export const potAfterCall = (hand, seat) =>
  hand.pot + (hand.street ? 0 : hand.counted) + hand.level - hand.bets.get(seat);

const STRUCTURES = {
  no_limit: (hand, seat) => [leastRaise(hand), totalOf(hand, seat)],
  pot_limit: (hand, seat) => {
    const least = leastRaise(hand);
    return [least, Math.max(least, hand.level + potAfterCall(hand, seat))];
  },
  fixed_limit: (hand) => {
    const amount = hand.full + hand.limit[hand.street];
    return [amount, amount];
  },
  spread_limit: (hand) => {
    const least = leastRaise(hand);
    return [least, Math.max(least, hand.level + hand.spread)];
  },
  cip: (hand, seat) => [
    hand.level + hand.step,
    !hand.level && hand.potOpens ? Math.max(hand.pot, hand.step) : totalOf(hand, seat),
  ],
};

const mayRaise = (hand, seat) => {
  if (totalOf(hand, seat) <= Math.max(hand.level, hand.forced)) return false;
  if (allIn(hand).length && able(hand) < 2) return false;
  const isLimit = hand.betting === "fixed_limit";
  if (hand.acted.has(seat)) {
    const faced = hand.level - hand.acted.get(seat);
    if (isLimit ? 2 * faced < hand.limit[hand.street] : faced < hand.step) return false;
  }
  if (!isLimit && hand.betting !== "spread_limit") return true;
  if (hand.cap && hand.raises > hand.cap && !hand.uncapped) return false;
  return !isLimit || !hand.callOnly || hand.level === hand.full || hand.level === hand.forced;
};

// The least and the greatest total of a bet or raise; null where none is allowed.
export const raiseLimits = (hand, seat) => {
  if (!mayRaise(hand, seat)) return null;
  const { unit } = hand;
  let [least, most] = STRUCTURES[hand.betting](hand, seat);
  if (unit > 1) {
    const up = (amount) => Math.ceil(amount / unit) * unit;
    least = up(least);
    most = hand.betting === "spread_limit" ? Math.max(least, Math.floor(most / unit) * unit) : up(most);
  }
  const total = totalOf(hand, seat);
  return [Math.min(least, total), Math.min(most, total)];
};

// What may happen now; board: how many cards are dealt.
export const legal = (hand) => {
  if (hand.phase === "deal_board") return { seat: 0, board: hand.dealt[hand.street + 1] };
  if (hand.phase !== "betting") return { seat: 0, board: 0 };
  const seat = actorOf(hand);
  const stack = hand.stacks.get(seat);
  const toPay = Math.max(price(hand, seat) - hand.bets.get(seat), 0);
  const isDue = hand.forced > hand.level;
  return {
    seat,
    board: 0,
    canFold: !isDue,
    canCheck: !toPay && !isDue,
    call: toPay && !isDue ? Math.min(toPay, stack) : 0,
    callIsAllIn: toPay >= stack,
    bringIn: isDue ? Math.min(hand.forced, stack) : 0,
    raise: raiseLimits(hand, seat),
    isBet: hand.level === 0 && !isDue,
    isCompletion: hand.forced > 0 && hand.full === 0 && hand.betting === "fixed_limit",
    total: totalOf(hand, seat),
  };
};

// --- Actions -------------------------------------------------------------------------------------------------

const putIn = (hand, seat, chips) => {
  hand.stacks.set(seat, hand.stacks.get(seat) - chips);
  hand.bets.set(seat, hand.bets.get(seat) + chips);
  hand.pot += chips;
};

const returnUncalled = (hand) => {
  const heights = [...hand.bets.values()].sort((a, b) => b - a);
  if (heights[0] === heights[1]) return;
  const seat = hand.live.find((each) => hand.bets.get(each) === heights[0]);
  if (seat === undefined) return;
  const chips = heights[0] - heights[1];
  putIn(hand, seat, -chips);
};

const clearBets = (hand) => {
  for (const seat of hand.order) hand.bets.set(seat, 0);
  hand.queue = [];
};

const closeRound = (hand) => {
  returnUncalled(hand);
  clearBets(hand);
  const isLast = hand.street + 1 === hand.limit.length;
  if (isLast || (allIn(hand).length && able(hand) < 2)) hand.closed = true;
  hand.phase = hand.dealt.length && !isLast ? "deal_board" : "server";
};

const advance = (hand) => {
  const [seat] = hand.queue;
  if (seat && (able(hand) > 1 || price(hand, seat) > hand.bets.get(seat))) return;
  closeRound(hand);
};

const countRaise = (hand) => {
  hand.raises += 1;
  if (hand.uncaps === "becomes" && hand.live.length === 2) hand.uncapped = true;
};

const ACTIONS = {
  f: (hand, may) => {
    if (!may.canFold) return false;
    hand.live = hand.live.filter((seat) => seat !== may.seat);
    hand.queue.shift();
    if (hand.live.length > 1) {
      advance(hand);
      return true;
    }
    returnUncalled(hand);
    clearBets(hand);
    hand.phase = "server";
    [hand.winner] = hand.live;
    return true;
  },
  k: (hand, may) => {
    if (!may.canCheck) return false;
    hand.acted.set(may.seat, hand.level);
    hand.queue.shift();
    advance(hand);
    return true;
  },
  c: (hand, may) => {
    if (!may.call) return false;
    putIn(hand, may.seat, may.call);
    hand.acted.set(may.seat, hand.level === hand.forced ? 0 : hand.level);
    hand.queue.shift();
    advance(hand);
    return true;
  },
  i: (hand, may) => {
    if (!may.bringIn) return false;
    putIn(hand, may.seat, may.bringIn);
    hand.level = hand.forced;
    hand.queue.shift();
    advance(hand);
    return true;
  },
  r: (hand, may, amount) => {
    if (!may.raise || amount < may.raise[0] || amount > may.raise[1]) return false;
    if (hand.unit > 1 && amount % hand.unit && amount !== may.total) return false;
    if (hand.betting === "fixed_limit") {
      if (2 * (amount - hand.full) >= hand.limit[hand.street]) {
        hand.full = amount;
        countRaise(hand);
      }
    } else if (hand.betting !== "cip") {
      // A bring-in that nobody has put in is not a bet to raise.
      const isUnposted = hand.level === hand.forced && !sum([...hand.bets.values()]);
      hand.step = Math.max(hand.step, amount - (isUnposted ? 0 : hand.level));
      if (hand.betting === "spread_limit") countRaise(hand);
    }
    putIn(hand, may.seat, amount - hand.bets.get(may.seat));
    hand.level = amount;
    hand.acted.set(may.seat, amount);
    const at = hand.live.indexOf(may.seat);
    hand.queue = [...hand.live.slice(at + 1), ...hand.live.slice(0, at)].filter((seat) => hand.stacks.get(seat));
    return true;
  },
};

const dealBoard = (hand, cards) => {
  if (hand.phase !== "deal_board" || cards.length !== 2 * hand.dealt[hand.street + 1]) return false;
  hand.street += 1;
  if (hand.closed) {
    if (hand.street + 1 === hand.limit.length) hand.phase = "server";
    return true;
  }
  hand.level = hand.full = hand.forced = hand.raises = 0;
  hand.step = hand.opens;
  hand.acted = new Map();
  hand.phase = "betting";
  hand.queue = hand.live.filter((seat) => hand.stacks.get(seat));
  if (hand.betting === "fixed_limit" || hand.betting === "spread_limit") {
    hand.uncapped =
      (hand.uncaps === "last_two" && hand.lastTwo) ||
      (hand.uncaps === "round_begins" && hand.queue.length === 2) ||
      (hand.uncaps === "becomes" && hand.live.length === 2);
  }
  advance(hand);
  return true;
};

const CODE = /^([fkcir])(\d+)(?::(\d+))?$/;

// The hand after an operation in its text form ("r3:450", "b:AhKd2c"); null where it is not lawful, or not for us.
export const play = (hand, code) => {
  if (code === "x") return hand;
  const next = copy(hand);
  if (code.startsWith("b:")) return dealBoard(next, code.slice(2)) ? next : null;
  const [, letter, seat, amount] = CODE.exec(code) ?? [];
  const may = letter && legal(hand);
  return may && may.seat === Number(seat) && ACTIONS[letter](next, may, Number(amount)) ? next : null;
};

// The hand after all of them, "undo" undoing the last one; null once that cannot be predicted.
export const playAll = (start, codes) => {
  const kept = [];
  for (const code of codes) {
    if (code !== "undo") kept.push(code);
    else if (kept.length) kept.pop();
    else return null;
  }
  let hand = start;
  for (const code of kept) {
    hand = hand && play(hand, code);
  }
  return hand && { hand, kept };
};
