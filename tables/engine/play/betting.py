"""Betting actions: fold, check, call, bet or raise, bring in; each checks first, then changes. Whether a
bring-in is due was checked before (stud.check_bring_in).

Folding, checking and calling take the actor out of the queue; a bet or raise fills it with everyone
else with chips. Posting a blind is not an action.
"""

from __future__ import annotations

from tables.engine.errors import IllegalAction
from tables.engine.play.denominations import check_bet
from tables.engine.play.limits import limit_bet, out_of_limits, raise_limits
from tables.engine.play.operations import BringIn, Call, Check, Fold, RaiseTo
from tables.engine.play.progress import Progress
from tables.engine.play.rounds import advance, leave_to_last, put_in, with_chips


def fold(p: Progress, operation: Fold) -> None:
    """Always possible in turn, even with nothing to call (TDA 58)."""
    seat = operation.seat
    if seat != p.actor:
        raise _not_in_turn(p, seat)
    live, queue = p.live, p.queue
    live.remove(seat)
    del queue[0]
    p.actions += 1
    if len(live) == 1:
        leave_to_last(p)
    elif queue and not p.all_in:
        p.actor = queue[0]
    else:
        advance(p)


def check(p: Progress, operation: Check) -> None:
    seat = operation.seat
    if seat != p.actor:
        raise _not_in_turn(p, seat)
    bet_to_match = p.bet_to_match
    to_pay = (p.price(seat) if p.all_in else bet_to_match) - p.bets[seat]
    if to_pay > 0:
        raise IllegalAction(f"cannot check: {to_pay} to call", "cannot_check", {"to_call": to_pay})
    p.acted[seat] = bet_to_match
    queue = p.queue
    del queue[0]
    p.actions += 1
    if queue and not p.all_in:
        p.actor = queue[0]
    else:
        advance(p)


def call(p: Progress, operation: Call) -> None:
    seat = operation.seat
    if seat != p.actor:
        raise _not_in_turn(p, seat)
    bet_to_match = p.bet_to_match
    to_pay = (p.price(seat) if p.all_in else bet_to_match) - p.bets[seat]
    if to_pay <= 0:
        raise IllegalAction("nothing to call: check", "nothing_to_call")
    stack = p.stacks[seat]
    put_in(p, seat, min(stack, to_pay))
    # A player who has called a bring-in faces the whole of a completed bet, not what it adds.
    p.acted[seat] = 0 if bet_to_match == p.bring_in else bet_to_match
    del p.queue[0]
    p.actions += 1
    p.chip_actions += 1
    advance(p)


def raise_to(p: Progress, operation: RaiseTo) -> None:
    seat, amount = operation.seat, operation.amount
    if seat != p.actor:
        raise _not_in_turn(p, seat)
    bet_to_match, unit = p.bet_to_match, p.setup.stakes.unit
    is_plain = (  # a full raise in no-limit by a player who has not acted yet, within the stack
        p.game.betting == "no_limit"
        and bet_to_match + p.raise_increment <= amount <= p.stacks[seat] + p.bets[seat]
        and not p.all_in
        and seat not in p.acted
        and not p.bring_in
        and (not bet_to_match or bet_to_match >= p.raise_increment)  # else less than a whole bet opened
        and not (unit and amount % unit)
    )
    if is_plain:
        p.raise_increment = amount - bet_to_match
        _put_up(p, seat, amount)
        return
    limits = raise_limits(p, seat)
    if isinstance(limits, IllegalAction):
        raise limits
    if not limits[0] <= amount <= limits[1]:
        raise out_of_limits(p, amount, limits)
    check_bet(p, seat, amount)
    stand_raised(p, seat, amount)


def stand_raised(p: Progress, seat: int, amount: int) -> None:
    """The actor's total becomes the bet to match, whatever the limits are."""
    betting = p.game.betting
    if betting == "fixed_limit":
        if 2 * (amount - p.full_bet) >= limit_bet(p):
            p.full_bet = amount
            _count_raise(p)
    elif betting != "cip":
        p.raise_increment = max(p.raise_increment, amount - _raised_above(p))
        if betting == "spread_limit":
            _count_raise(p)
    _put_up(p, seat, amount)


def _raised_above(p: Progress) -> int:
    """The bet that a raise adds to. A bring-in that nobody has put in, its player being all-in on the
    ante, is what it costs to enter, not a bet: the first bet counts in full as the opening bet (TDA 43, RP-10E). What
    a player left who folded is none either.
    """
    is_unposted = p.bet_to_match == p.bring_in and not _has_chips_in_front(p)
    return 0 if is_unposted else p.bet_to_match


def _has_chips_in_front(p: Progress) -> bool:
    """Whether anybody has put chips in on this street, apart from what an undercall and a fold left (TDA 51-B)."""
    rulings = p.irregularities.rulings if p.irregularities is not None else []
    left = {each.seat for each in rulings if each.kind == "undercall" and isinstance(each.inner, Fold)}
    return any(bet for seat, bet in p.bets.items() if seat not in left)


def _put_up(p: Progress, seat: int, amount: int) -> None:
    """The chips of a bet or raise go in, as by put_in; everybody else with chips must answer it."""
    added = amount - p.bets[seat]
    p.stacks[seat] = behind = p.stacks[seat] - added
    p.bets[seat] = p.bet_to_match = p.acted[seat] = amount
    p.totals[seat] += added
    p.pot += added
    if not behind:
        p.all_in += (seat,)
    if p.cards is not None:
        _note_opening(p, seat)
    p.aggressor = seat
    p.actions += 1
    p.chip_actions += 1
    live = p.live
    at = live.index(seat)
    others = live[at + 1 :] + live[:at]
    p.queue = with_chips(p, others) if p.all_in else others
    p.actor = p.queue[0]


def bring_in(p: Progress, operation: BringIn) -> None:
    """The first bet of stud. One may complete instead, but neither check nor fold (WSOP, TDA RP-10E).

    A stack too short posts what it has: the others still owe all of it.
    """
    seat = operation.seat
    if seat != p.actor:
        raise _not_in_turn(p, seat)
    if p.bring_in <= p.bet_to_match:
        raise IllegalAction("no bring-in is due", "no_bring_in")
    put_in(p, seat, min(p.bring_in, p.stacks[seat]))
    p.bet_to_match = p.bring_in
    del p.queue[0]
    p.actions += 1
    p.chip_actions += 1
    advance(p)


def _count_raise(p: Progress) -> None:
    """Counts towards the cap; heads-up before it is reached lifts it where the rule says so (RRP)."""
    p.raises += 1
    rules = p.setup.rules
    if rules.limit_heads_up_uncapped == "becomes" and len(p.live) == 2:
        p.uncapped = True


def _note_opening(p: Progress, seat: int) -> None:
    """The first bet of the hand opens the pot; after a blind opening it is the raise that frees the
    others to raise (S-090).
    """
    cards = p.cards
    assert cards is not None  # noqa: S101  # asked only where there are cards to play
    if cards.blinds:
        cards.blind_raised = True
    elif cards.opener is None and p.street == 0:
        cards.opener = seat


def _not_in_turn(p: Progress, seat: int) -> IllegalAction:
    if p.actor is None:
        return IllegalAction(f"no betting now: seat {seat} cannot act", "no_betting", {"seat": seat})
    return IllegalAction(
        f"seat {seat} is not in turn: it is seat {p.actor}'s", "not_in_turn", {"seat": seat, "actor": p.actor}
    )
