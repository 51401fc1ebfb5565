"""Awarding the pots: each pot on its own, by each contest and each board it is played for.

A pot's claimants are those of its players who have not given up. A single claimant takes it; in a
game with a high and a low each half goes to the best hand that qualifies among the claimants of
this pot, and where none qualifies the other half takes it all. Where a run-out was dealt more than once
each board decides its share of the pot: the odd chip is the first board's (WSOP Live 213).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tables.engine.cards.cards import UNKNOWN, Card
from tables.engine.cards.evaluation import board_allows, qualifies, strength, suits_for_odd_chip, winners
from tables.engine.games.game import Contest
from tables.engine.play.operations import Half
from tables.engine.play.pots import Award, Pot, new_award, split_pot
from tables.engine.play.progress import Progress

HALVES: tuple[Half, Half] = ("high", "low")


Strengths = dict[tuple[int, int], dict[int, int]]
"""By board and contest: of each seat the hand that was evaluated."""


class PotSplit(NamedTuple):
    """A pot, or a half of it, and the seats that split it, clockwise from the button; of which board, from 0."""

    half: Half
    seats: tuple[int, ...]
    board: int = 0


def claimants(p: Progress, pot: Pot) -> list[int]:
    """The seats that can still win the pot, clockwise from the button."""
    mucked = p.mucked
    return [seat for seat in pot.seats if seat not in mucked]


def halves(p: Progress) -> tuple[Half, ...]:
    """What each pot of this hand is divided into: ("",), or the two halves."""
    return HALVES if p.game.is_high_low else ("",)


def splits_of(p: Progress, pot: Pot, strengths: Strengths) -> list[PotSplit] | None:
    """How the pot is divided, or None while that is open.

    strengths: of the hands evaluated so far; filled as needed.
    """
    seats = claimants(p, pot)
    if len(seats) == 1:
        return [PotSplit("", tuple(seats))]
    declared = p.declared
    if (pot.index, "") in declared:
        return [PotSplit("", declared[pot.index, ""])]
    decided = []
    for number, board in enumerate(boards(p)):
        for at, half in enumerate(halves(p)):
            if (pot.index, half) in declared:
                found: tuple[int, ...] | None = declared[pot.index, half]
            else:
                found = _best(p, at, seats, board, strengths.setdefault((number, at), {}))
            if found is None:
                return None
            if found:
                decided.append(PotSplit(half, found, number))
    return decided


def boards(p: Progress) -> Sequence[tuple[Card, ...]]:
    """What the pots are played for: one board, or those of a run-out that was dealt more than once, all whole."""
    return p.runs.boards if p.runs is not None and p.phase == "showdown" else (p.board,)


def _best(
    p: Progress, at: int, seats: Sequence[int], board: tuple[Card, ...], known: dict[int, int]
) -> tuple[int, ...] | None:
    """The seats that win a contest on a board, () if nobody qualifies, None while cards are missing.

    known: the hands evaluated so far; filled as needed.
    """
    shown, hole = p.shown, p.hole
    if p.phase != "showdown" or UNKNOWN in board:
        return None
    for seat in seats:
        if seat not in shown or UNKNOWN in hole[seat]:
            return None
    contest: Contest = p.setup.in_play.contests[at]
    ranking = contest.ranking
    if (
        contest.selection == "two_from_hole"
        and contest.qualifier
        and not board_allows(ranking, contest.qualifier, board)
    ):
        return ()
    made = {}
    for seat in seats:
        if seat not in known:
            known[seat] = hand_strength(p, seat, at, board)
        made[seat] = known[seat]
    if contest.qualifier:
        made = {seat: each for seat, each in made.items() if qualifies(ranking, contest.qualifier, each)}
    return tuple(winners(ranking, made))


def hand_strength(p: Progress, seat: int, at: int, board: tuple[Card, ...]) -> int:
    """Of a hand whose cards are all known, in a contest: the best one, or the one that was declared
    where the house plays what was declared (S-047).
    """
    contest = p.setup.in_play.contests[at]
    declared = p.irregularities.declared_hands.get((seat, at)) if p.irregularities is not None else None
    if declared is not None:
        return strength(contest.ranking, "any", declared, ())
    return strength(contest.ranking, contest.selection, p.hole[seat], board)


def award(p: Progress, decided: Sequence[tuple[Pot, Sequence[PotSplit]]]) -> None:
    """Pays every pot, in this order, and completes the hand."""
    rakes = _rakes(p, [pot for pot, _ in decided]) if p.setup.rake.hundredths else {}
    awards: list[Award] = []
    for pot, each in decided:
        for split, amount, board in _by_board(p, pot.amount - rakes.get(pot.index, 0), each):
            seats = _in_order_of_odd_chips(p, split, amount)
            for seat, chips in split_pot(amount=amount, winners=seats, chip=p.setup.stakes.chip):
                p.stacks[seat] += chips
                awards.append(new_award((pot.index, seat, chips, split.half, board)))
    p.awards = tuple(awards)
    p.rake = sum(rakes.values())
    p.phase = "complete"


def _by_board(p: Progress, amount: int, each: Sequence[PotSplit]) -> list[tuple[PotSplit, int, int]]:
    """The chips of each split, board by board, and the board from 1; 0 where no boards divide the pot."""
    if p.runs is None or len({split.board for split in each}) == 1:
        return [(split, chips, 0) for split, chips in _divided(p, amount, each)]
    divided: list[tuple[PotSplit, int, int]] = []
    numbers = range(len(p.runs.boards))
    for number, part in split_pot(amount=amount, winners=numbers, chip=p.setup.stakes.chip):
        if part:
            splits_here = [split for split in each if split.board == number]
            divided += [(split, chips, number + 1) for split, chips in _divided(p, part, splits_here)]
    return divided


def _divided(p: Progress, amount: int, each: Sequence[PotSplit]) -> list[tuple[PotSplit, int]]:
    """The chips of each split. Between high and low the odd chip is the high side's (TDA 20-C)."""
    if len(each) == 1:
        return [(each[0], amount)]
    high, low = each
    rules, chip = p.setup.rules, p.setup.stakes.chip
    if high.seats == low.seats and rules.odd_identical == "even":
        return [(PotSplit("", high.seats), amount)]  # WSOP 73
    units = amount // chip
    low_units = units // 2
    if units % 2 and rules.quarter_odd == "low" and len(high.seats) == 1 and len(low.seats) > 1:
        low_units += 1
    return [(high, amount - low_units * chip), (low, low_units * chip)]


def _in_order_of_odd_chips(p: Progress, split: PotSplit, amount: int) -> Sequence[int]:
    """The order in which odd chips are due: left of the button, or in stud by the highest card (TDA 20)."""
    seats = split.seats
    if p.game.odd_chip == "button" or len(seats) == 1 or amount % (len(seats) * p.setup.stakes.chip) == 0:
        return seats
    if UNKNOWN in p.board or any(UNKNOWN in p.hole[seat] for seat in seats):
        return seats
    contest = p.setup.in_play.contests[split.half == "low"]
    ranking, selection, hole, board = contest.ranking, contest.selection, p.hole, p.board
    return sorted(
        seats, key=lambda seat: suits_for_odd_chip(ranking, selection, hole[seat], board), reverse=True
    )


def _rakes(p: Progress, pots: Sequence[Pot]) -> dict[int, int]:
    """What the house takes from each pot, by its index."""
    in_order = sorted(pots)
    taken = p.setup.rake.taken([pot.amount for pot in in_order], chip=p.setup.stakes.chip)
    return {pot.index: chips for pot, chips in zip(in_order, taken, strict=True)}
