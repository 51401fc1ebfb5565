"""Rounds in which every table deals the same number of hands and then waits for the others.

    announced --> a round: each table deals its hands --> all are done --> the next round, or the end

Hand-for-hand is a round of one hand (TDA RP-8, WSOP 126). What a table may deal is one number, the hands it may have
dealt in all: nothing is counted down, an undone deal may be dealt again, and a table that was opened meanwhile has no
number and waits for the next round.

In step (soft hand-for-hand, WPT 2018) the tables do not wait for each other after every hand: a round is one hand, over
once the slowest table has finished it, and then every table may deal one more. So none is more than so many ahead.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Light = Literal["to_deal", "dealing", "all_in", "done", "out"]
ORBIT = 0
"""As the number of hands in a round: as many as the table has players."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableInRound:
    """A table while the room deals counted hands.

    `players` are those with chips; `is_all_in`: its run-out waits for the floor. `is_counted`: its hands are recorded,
    so that it is known whether one is in play.
    """

    table: int
    players: int
    hands_dealt: int
    deals_until: int | None
    is_in_hand: bool
    is_all_in: bool = False
    is_counted: bool = True

    @property
    def light(self) -> Light:
        """What the board shows: still to deal, dealing, all-in and waiting, done; "out" cannot deal at all."""
        if self.is_in_hand:
            return "all_in" if self.is_all_in else "dealing"
        if self.players < 2:
            return "out"
        if not may_deal(hands_dealt=self.hands_dealt, deals_until=self.deals_until):
            return "done"
        # Nobody says when such a table has begun.
        return "to_deal" if self.is_counted else "dealing"


def may_deal(*, hands_dealt: int, deals_until: int | None) -> bool:
    """Whether a table may deal one more hand in this round."""
    return deals_until is not None and hands_dealt < deals_until


def is_round_over(tables: Iterable[TableInRound]) -> bool:
    """Whether every table that can deal has finished."""
    return all(table.light in ("done", "out") for table in tables)


def lead(table: TableInRound, *, hands: int) -> int:
    """In step: how many hands a table has finished more than the slowest one before this round; `hands` is the most.

    0 for the tables that the others wait for.
    """
    if table.deals_until is None:
        return hands
    return table.hands_dealt - table.is_in_hand - table.deals_until + hands


def is_step_over(tables: Iterable[TableInRound], *, hands: int) -> bool:
    """In step: whether every table that can deal has finished one hand more than the slowest one before."""
    return all(table.light == "out" or lead(table, hands=hands) > 0 for table in tables)


def one_more(table: TableInRound, *, hands: int) -> int:
    """In step: the hands that a table may have dealt in all once the slowest one has finished another."""
    return table.hands_dealt + hands if table.deals_until is None else table.deals_until + 1


def one_less(table: TableInRound) -> int:
    """The same with a hand of the slowest table undone."""
    return table.hands_dealt if table.deals_until is None else table.deals_until - 1


def slowest(tables: Iterable[TableInRound], *, hands: int) -> tuple[int, ...]:
    """In step: the tables that the others wait for."""
    return tuple(table.table for table in tables if table.light != "out" and lead(table, hands=hands) <= 0)


def quota(table: TableInRound, *, hands: int) -> int:
    """The hands that a table may have dealt in all once the next round begins: `hands` more, or one ORBIT."""
    return table.hands_dealt + (table.players if hands == ORBIT else hands)


def quota_when_announced(table: TableInRound) -> int:
    """The same at the announcement of hand-for-hand: the hand in play already counts as this round's (TDA RP-8).

    Where hands are not recorded one is taken to be in play, until the floor says that it is over.
    """
    return table.hands_dealt + (0 if table.is_counted else 1)


def is_reached(*, players_left: int, until_left: int | None) -> bool:
    """Whether the place for which the room was stopped is reached."""
    return until_left is not None and players_left <= until_left
