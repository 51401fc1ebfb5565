"""Which seat a player moved by balancing sits down in, and why.

Where there is a button it is the worst seat: the one that has the big blind soonest, a single big
blind included, but never the small blind, where the player would be spared the big one. In a stud-only event
no seat is better or worse: the seat vacated last is filled, and where nobody has left one yet a seat is drawn, as when
a table breaks; a seat's number decides nothing. Sources: TDA 10-B, 11-A, WSOP 66, 67; FIGP for the player who waits
in the small blind.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tables.floor.circle import clockwise_from, is_between
from tables.floor.reasons import Reason, reason
from tables.floor.room import TableView
from tables.floor.rules import FloorRules
from tournament.draws.chance import SeededRng, picked


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatOffer:
    """What a free seat would mean for a player moved into it now.

    `hands` is the number of hands until they have the big blind: 0 in the next hand. `is_excluded`
    marks the small blind and every seat that gets no cards in the next hand.
    """

    seat: int
    hands: int
    is_excluded: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenSeat:
    """Where a player sits down, why there, and whether they wait without cards."""

    seat: int
    reason: Reason
    waits: bool = False


def seat_offers(view: TableView, rules: FloorRules) -> tuple[SeatOffer, ...]:
    """The table's free seats for a player moved in now, worst for them first, excluded ones last.

    Equal seats follow each other clockwise. Empty where no seat is better than another: at a
    table without players, and where there is no button or nobody knows where it is.
    """
    if not view.has_button or not view.is_button_known or not view.players:
        return ()
    start = view.positions.big_blind_position if view.positions else 0
    offers = [_offer(view, seat, rules) for seat in clockwise_from(start, view.free_seats)]
    return tuple(sorted(offers, key=lambda offer: (offer.is_excluded, offer.hands)))


def has_only_excluded_seats(view: TableView, rules: FloorRules) -> bool:
    """Whether all offers of a table that makes some are excluded; known at the first that is not."""
    if not view.has_button or not view.is_button_known or not view.players or not view.free_seats:
        return False
    start = view.positions.big_blind_position if view.positions else 0
    return all(_offer(view, seat, rules).is_excluded for seat in clockwise_from(start, view.free_seats))


def choose_seat(
    view: TableView, offers: Sequence[SeatOffer], rules: FloorRules, *, seed: str = ""
) -> ChosenSeat:
    """The seat to fill at a table with a free one; `offers` are its `seat_offers`, a draw is made from `seed`."""
    if rules.balancing == "drawn":
        return _drawn(view, offers, rules, seed)
    if not view.has_button:
        return _opened_last(view, seed)
    if not view.is_button_known and view.players:
        return _chosen("seat_button_unknown", view, view.free_seats[0])
    if not offers:
        return _chosen("seat_first_free", view, view.free_seats[0])
    best = offers[0]
    if best.is_excluded:
        return _excluded(view, best.seat, rules)
    if best.hands == 0:
        return _chosen("seat_big_blind", view, best.seat)
    return _chosen("seat_worst", view, best.seat, hands=best.hands)


def _offer(view: TableView, seat: int, rules: FloorRules) -> SeatOffer:
    seated = view.with_player(seat)
    following = seated.next_hand(rules)
    if following is None or seat in following.big_blinds:
        return SeatOffer(seat=seat, hands=0, is_excluded=False)
    ahead = sum(is_between(following.big_blind_position, other, seat) for other in seated.seats)
    in_small_blind = seat == following.small_blind_position and not following.is_heads_up
    return SeatOffer(
        seat=seat,
        hands=1 + ahead,
        is_excluded=in_small_blind or seat in following.waiting,
    )


def _drawn(view: TableView, offers: Sequence[SeatOffer], rules: FloorRules, seed: str) -> ChosenSeat:
    """Any open seat, with the rights and duties of its position (WSOP 67b)."""
    seat = _any_seat(view, seed)
    if any(offer.seat == seat and offer.is_excluded for offer in offers):
        return _excluded(view, seat, rules)
    return _chosen("seat_by_lot", view, seat, count=len(view.free_seats))


def _opened_last(view: TableView, seed: str) -> ChosenSeat:
    left = [seat for seat in view.left if seat in view.free_seats]
    if left:
        return _chosen("seat_opened_last", view, left[-1])
    return _chosen("seat_drawn", view, _any_seat(view, seed), count=len(view.free_seats))


def _any_seat(view: TableView, seed: str) -> int:
    """The players who sit there are part of the seed: the same seat is drawn until the table changes, and can be
    drawn again."""
    rng = SeededRng(f"{seed}/{view.table}/{sorted(view.seats)}")
    return picked(view.free_seats, rng)


def _excluded(view: TableView, seat: int, rules: FloorRules) -> ChosenSeat:
    """No lawful seat is free: the player waits there, unless the table needs them in the hand."""
    seated = view.with_player(seat, waits=True).next_hand(rules)
    if seated is None or seat not in seated.waiting:
        needed = view.positions is not None and rules.button_rule == "dead"
        return _chosen("seat_small_blind" if needed else "seat_small_blind_dealt_in", view, seat)
    if seat == seated.small_blind_position:
        return _chosen("seat_waits_small_blind", view, seat, waits=True)
    walks = rules.button_rule != "dead"
    return _chosen("seat_waits_walking" if walks else "seat_waits", view, seat, waits=True)


def _chosen(code: str, view: TableView, seat: int, *, waits: bool = False, **more: int) -> ChosenSeat:
    why = reason(code, to_table=view.table, to_seat=seat, **more)
    return ChosenSeat(seat=seat, reason=why, waits=waits)
