"""Rulings on bets: wrong ones accepted, corrected or undone; chips found behind an all-in.

A bet is corrected by playing the hand again from before it: what came after it was answers to it,
and they become answers to the right one. So the turn, side pots and uncalled chips follow by
themselves, and the record keeps what was done at the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tables.engine.errors import IllegalAction
from tables.engine.play.betting import bring_in, call, check, stand_raised
from tables.engine.play.operations import (
    Action,
    BringIn,
    Call,
    Check,
    DealHole,
    Fold,
    Opens,
    Operation,
    Ruling,
    acted,
)
from tables.engine.play.progress import Progress
from tables.engine.play.rounds import advance, close_between_rounds
from tables.engine.rulings.dead_hands import leave_hand
from tables.engine.rulings.moments import last_bet, last_bring_in, raiser
from tables.engine.rulings.rewinding import Replayer, replace_contents, replay_up_to
from tables.engine.rulings.substantial_action import is_substantial
from tables.engine.streets.stud import opens

_ABOUT_THE_BET: Final = frozenset({"corrected_bet", "out_of_turn", "skipped", "accepted_action"})
"""Rulings that lapse with the bet."""

# --- Bets that were wrong (TDA 1, 52)


def accepted_raise(p: Progress, ruling: Ruling) -> None:
    """A raise outside the limits on which play has gone on stands (TDA 52)."""
    seat, amount = ruling.seat, ruling.amount
    most = p.stacks[seat] + p.bets[seat]
    if seat != p.actor or not max(p.bet_to_match, p.bring_in) < amount <= most:
        raise IllegalAction(
            f"seat {seat} has not raised, or is not in turn", "no_raise_to_accept", {"seat": seat}
        )
    p.ensure_irregularities().bound.pop(seat, None)
    stand_raised(p, seat, amount)


def corrected_bet(p: Progress, ruling: Ruling, replayer: Replayer) -> None:
    """A bet of the wrong size, and all that matched it, become the right one (TDA 52-A, ACT-22).

    Until the next card; a pot-limit bet quoted too low only until substantial action (52-B).
    """
    at, seat, amount = _bet_of(p, ruling), ruling.seat, ruling.amount
    answers = p.history[at + 1 :]
    bets = p.bets if p.actor is not None else p.round_bets
    too_low = amount > bets[seat] and p.game.betting == "pot_limit"
    if too_low and _answered_substantially(p, answers):
        raise IllegalAction(
            "after substantial action a bet quoted too low stands (TDA 52-B)",
            "low_quote_stands",
            {"seat": seat},
        )
    before = replay_up_to(p, at, replayer)
    to_beat = max(before.bet_to_match, before.bring_in)
    if amount == bets[seat] or not to_beat < amount <= before.stacks[seat] + before.bets[seat]:
        raise IllegalAction(
            f"{amount} is not a different bet that seat {seat} could make", "no_other_bet", {"seat": seat}
        )
    stand_raised(before, seat, amount)
    _answer(before, p.history[at], answers, replayer)
    replace_contents(p, before)


def returned_bet(p: Progress, ruling: Ruling, replayer: Replayer) -> None:
    """A bet or raise that nobody has called is undone; what it was to match stays in (TDA 1)."""
    at, seat = _bet_of(p, ruling), ruling.seat
    if not _is_uncalled(p, at):
        raise IllegalAction(f"the bet of seat {seat} has been called", "bet_called", {"seat": seat})
    before = replay_up_to(p, at, replayer)
    kept = p.bets[seat] - ruling.amount
    price = max(before.price(seat), before.bets[seat], _bring_in_due(before, seat))
    if kept < price:
        raise IllegalAction(f"seat {seat} leaves {price} in", "bet_to_match_stays", {"amount": price})
    _without_folded(before, p.history[at:])
    if len(before.live) > 1:  # else all have folded to it, one of them out of turn, and it came back
        if kept > price:
            stand_raised(before, seat, kept)  # whatever the limits: the floor has decided how much
        else:
            _undo_bet(before, seat)
    _note(before, p.history[at:], replayer)
    replace_contents(p, before)


def return_uncalled(p: Progress, seat: int, replayer: Replayer) -> bool:
    """A hand killed in error gets its bet back as far as nobody has called it, and is out (TDA 65).

    Whether there was such a bet.
    """
    at = last_bet(p)
    if at is None or p.actor is None or raiser(p.history[at]) != seat or not _is_uncalled(p, at):
        return False
    before = replay_up_to(p, at, replayer)
    if before.price(seat) > before.bets[seat]:
        call(before, Call(seat))
    leave_hand(before, seat)
    _without_folded(before, p.history[at:])
    _note(before, p.history[at:], replayer)
    replace_contents(p, before)
    return True


def _is_uncalled(p: Progress, at: int) -> bool:
    """Folds are not an answer that would hold a bet; chips are."""
    answers = [acted(each) for each in p.history[at + 1 :] if not isinstance(each, Fold)]
    return p.actor is not None and not any(isinstance(each, Action) for each in answers)


def _without_folded(before: Progress, bet_and_after: Sequence[Operation]) -> None:
    """A fold to a bet undone stands, out of turn too (TDA 58)."""
    for each in bet_and_after:
        said = each.inner if isinstance(each, Ruling) and each.kind == "out_of_turn" else each
        if isinstance(said, Fold) and said.seat in before.live and len(before.live) > 1:
            leave_hand(before, said.seat)


def _note(p: Progress, bet_and_after: Sequence[Operation], replayer: Replayer) -> None:
    """Puts a bet undone and what followed it into the history; cards and rulings keep their effect."""
    for place, each in enumerate(bet_and_after):
        stays = isinstance(each, DealHole) or (isinstance(each, Ruling) and each.kind not in _ABOUT_THE_BET)
        if place and stays and p.phase != "complete":
            replayer.step(p, each)
        else:
            _only_note(p, each)


def _is_correction(operation: Operation) -> bool:
    return isinstance(operation, Ruling) and operation.kind == "corrected_bet"


def _only_note(p: Progress, operation: Operation) -> None:
    p.history += (operation,)
    if isinstance(operation, Ruling):
        p.ensure_irregularities().rulings.append(operation)


def _undo_bet(before: Progress, seat: int) -> None:
    """Instead of the bet the seat checks, calls what it faced, or brings in where it completed instead."""
    if _bring_in_due(before, seat):
        bring_in(before, BringIn(seat))
    elif before.price(seat) > before.bets[seat]:
        call(before, Call(seat))
    else:
        check(before, Check(seat))


def _bring_in_due(before: Progress, seat: int) -> int:
    """What a seat that has completed owed at least: the bring-in is never given back (TDA RP-10E)."""
    owes = before.actor == seat and before.bring_in > before.bet_to_match
    return min(before.bring_in, before.stacks[seat]) if owes else 0


def _bet_of(p: Progress, ruling: Ruling) -> int:
    at = last_bet(p)
    if at is None or raiser(p.history[at]) != ruling.seat:
        raise IllegalAction(
            f"the last bet is not seat {ruling.seat}'s, or a card has come since",
            "no_bet_to_correct",
            {"seat": ruling.seat},
        )
    return at


def _answered_substantially(p: Progress, answers: Sequence[Operation]) -> bool:
    acts = [act for each in answers if isinstance(act := acted(each), Action)]
    return is_substantial(p.setup.rules, len(acts), sum([isinstance(act, Call) for act in acts]))


def _answer(p: Progress, bet: Operation, answers: Sequence[Operation], replayer: Replayer) -> None:
    """Goes on with what followed the bet. Earlier corrections of it only stay recorded."""
    _only_note(p, bet)
    for each in answers:
        if _is_correction(each):
            _only_note(p, each)
        else:
            replayer.step(p, each)


def wrong_bring_in(p: Progress, ruling: Ruling, replayer: Replayer) -> None:
    """The wrong seat brought in: corrected while the next has not acted (WSOP)."""
    at = last_bring_in(p)
    wrong = None if at is None else p.history[at]
    if at is None or not isinstance(wrong, BringIn) or wrong.seat == ruling.seat:
        raise IllegalAction(
            "the bring-in is right, or the next player has acted", "bring_in_stands", {"seat": ruling.seat}
        )
    before = replay_up_to(p, at, replayer)
    opens(before, Opens(ruling.seat))
    _answer(before, wrong, p.history[at + 1 :], replayer)
    replace_contents(p, before)


# --- Chips found behind (TDA 62)


def chips_behind(p: Progress, ruling: Ruling) -> None:
    """Chips found behind an all-in were not in it: laid aside, they cannot be lost to a bet (ACT-28)."""
    seat, chips = ruling.seat, ruling.amount
    put_in = p.totals[seat] + p.antes.get(seat, 0)
    if seat not in p.live or chips > p.stacks[seat] or not put_in:
        raise IllegalAction(
            f"seat {seat} has no {chips} behind", "no_chips_behind", {"seat": seat, "amount": chips}
        )
    aside = p.ensure_irregularities().aside
    aside[seat] = aside.get(seat, 0) + chips
    p.stacks[seat] -= chips
    if not p.stacks[seat]:
        p.all_in += (seat,)
        if seat in p.queue:
            p.queue.remove(seat)
        if p.phase == "betting":
            advance(p)
        else:
            close_between_rounds(p)


def chips_behind_to(p: Progress, ruling: Ruling) -> None:
    """The floor gives chips laid aside to the caller, should their owner win nothing."""
    irregularities = p.ensure_irregularities()
    if ruling.seat not in p.live or ruling.seat in irregularities.aside:
        raise IllegalAction(
            f"seat {ruling.seat} cannot be given chips laid aside", "no_chips_aside", {"seat": ruling.seat}
        )
    irregularities.aside_to = ruling.seat


def give_back(p: Progress) -> None:
    """The hand is over: chips laid aside go to their owner; an owner who has won nothing may lose them."""
    irregularities = p.ensure_irregularities()
    won = {award.seat for award in p.awards}
    for seat, chips in irregularities.aside.items():
        receiver = seat if seat in won or irregularities.aside_to is None else irregularities.aside_to
        p.stacks[receiver] += chips
    irregularities.aside = {}
