"""Which player of a table moves when it has to give one, and why.

With a button it is the player due for the big blind next (TDA 11-A, 11-B). In a stud-only event there is
none: the player moves by position, from the seat with the number of the one to fill (TDA 11-A). By WSOP 67b a
high card decides, in stud and in every mixed event with a stud game, whichever game is being dealt, and where
the house draws (`balancing`) in every event. A player who moved a short while ago is passed over, unless
everybody did; a player in a locked seat is never moved.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from tables.floor.circle import clockwise_from
from tables.floor.reasons import Reason, reason
from tables.floor.room import TableView
from tables.floor.rules import FloorRules


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerToMove:
    """Who moves: the player in `seat`; None while a card has yet to be dealt to each of `drawing`."""

    seat: int | None
    reasons: tuple[Reason, ...]
    drawing: tuple[int, ...] = ()


def order_to_move(view: TableView, rules: FloorRules, *, to_seat: int | None = None) -> tuple[int, ...]:
    """The players who may move, first the one who should: as the big blind reaches them, or by
    position from `to_seat`, the one to fill."""
    return _from_first(view, rules, view.seats - view.locked_seats, to_seat)


def choose_player_to_move(
    view: TableView, rules: FloorRules, *, to_seat: int, recent: Collection[int]
) -> PlayerToMove:
    """Who leaves for `to_seat` at another table; `recent` are the seats of those who have just moved.

    The table has somebody who may move.
    """
    line = order_to_move(view, rules, to_seat=to_seat)
    fresh = [seat for seat in line if seat not in recent]
    is_stud = view.has_stud or not view.has_button
    if rules.balancing == "drawn" or (is_stud and rules.stud_balancing == "high_card"):
        return _by_high_card(view, line, fresh)
    if not fresh:
        why = reason("moved_again", from_table=view.table, from_seat=line[0], count=len(line))
        return PlayerToMove(seat=line[0], reasons=(why,))
    everybody = _from_first(view, rules, view.seats, to_seat)
    passed = everybody[: everybody.index(fresh[0])]
    why = _why(view, fresh[0], to_seat, is_first=not passed)
    return PlayerToMove(seat=fresh[0], reasons=(why, *_passed_over(view, passed, recent)))


def _by_high_card(view: TableView, line: tuple[int, ...], fresh: list[int]) -> PlayerToMove:
    drawing = tuple(sorted(fresh or line))
    kept_out = _kept_out(view, line, fresh)
    if len(drawing) == 1:
        why = reason("only_one_may_move", from_table=view.table, from_seat=drawing[0])
        return PlayerToMove(seat=drawing[0], reasons=(why, *kept_out))
    why = reason("high_card_decides", from_table=view.table, count=len(drawing))
    return PlayerToMove(seat=None, reasons=(why, *kept_out), drawing=drawing)


def _from_first(
    view: TableView, rules: FloorRules, seats: Collection[int], to_seat: int | None
) -> tuple[int, ...]:
    if not view.has_button:
        return clockwise_from((to_seat or 1) - 1, seats)
    if not view.is_button_known:
        return clockwise_from(0, seats)
    if view.positions is not None:
        return clockwise_from(view.positions.big_blind_position, seats)
    first = view.next_hand(rules)
    return clockwise_from(first.big_blind_position - 1 if first else 0, seats)


def _why(view: TableView, seat: int, to_seat: int, *, is_first: bool) -> Reason:
    if view.has_button and not view.is_button_known:
        return reason("source_button_unknown", from_table=view.table, from_seat=seat)
    if view.has_button:
        code = "due_big_blind" if is_first else "due_after_others"
        return reason(code, from_table=view.table, from_seat=seat)
    code = "same_position" if seat == to_seat else "next_position"
    return reason(code, from_table=view.table, from_seat=seat, to_seat=to_seat)


def _passed_over(view: TableView, passed: Collection[int], recent: Collection[int]) -> tuple[Reason, ...]:
    """Why players who were due before this one do not move."""
    locked = [seat for seat in passed if seat in view.locked_seats]
    moved = [seat for seat in passed if seat in recent and seat not in locked]
    reasons = []
    if moved:
        reasons.append(reason("passed_over_moved", from_table=view.table, from_seats=moved))
    if locked:
        reasons.append(reason("passed_over_locked", from_table=view.table, from_seats=locked))
    return tuple(reasons)


def _kept_out(view: TableView, line: Collection[int], fresh: Collection[int]) -> tuple[Reason, ...]:
    """Who gets no card in the draw: players who have just moved, and those in locked seats."""
    moved = sorted(set(line) - set(fresh)) if fresh else []
    return _passed_over(view, [*moved, *sorted(view.seats & view.locked_seats)], moved)
