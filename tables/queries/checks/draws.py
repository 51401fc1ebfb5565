from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from django.utils.translation import gettext as _
from msgspec import UNSET, UnsetType, ValidationError

from tables.changes.at_table import OfTable
from tables.changes.buttons import ButtonDrawn
from tables.changes.tables import HighCardDealt, SeatsDrawn
from tables.floor.draws.chance import SeededRng
from tables.floor.draws.last_hands import draw_last_hands
from tables.floor.draws.seats import TableToFill, draw_cards, draw_seats
from tables.floor.draws.seats_by_cards import draw_first_dealer
from tables.floor.errors import FloorError
from tables.models import SeatDraw
from tables.queries.checks.findings import Finding
from tournament.changes.bounties import MysteryBegun
from tournament.changes.change import Change
from tournament.models import Entry, MysteryPot, Tournament
from tournament.rules.payouts.mystery import draw_order

Data: TypeAlias = Mapping[str, Any]


def check_draws(tournament: Tournament) -> Iterator[Finding]:
    """I28: each draw has the seed that its line of the log tells of, and gives with it what was kept. Four queries.

    Drawn again are the first seats, cards for the button, for the player to move and for the last hands, and the order
    of the envelopes. What else was drawn depends on how the room stood then: its seed is compared, and its seat.
    """
    for draw in SeatDraw.objects.filter(tournament=tournament).select_related("log_entry").order_by("pk"):
        line = draw.log_entry
        if line is None:
            continue
        if _Seed.of(line).seed not in (draw.seed, UNSET):
            yield _finding(_("The seed of draw %(draw)s is not the one in the log."), draw)
        elif not _is_as_drawn(draw, line.data, tournament):
            yield _finding(_("Draw %(draw)s does not match its seed."), draw)
    yield from _check_envelopes(tournament)


def _finding(says: str, draw: SeatDraw) -> Finding:
    return Finding(invariant="I28", says=says % {"draw": f"{draw.kind} ({draw.made_at:%Y-%m-%d %H:%M})"})


def _is_as_drawn(draw: SeatDraw, data: Data, tournament: Tournament) -> bool:
    again = AGAIN.get(draw.kind)
    try:
        return again is None or again(draw, data, tournament)
    except (FloorError, KeyError, IndexError, TypeError, ValueError, ValidationError):
        return False


@dataclass(frozen=True, slots=True, kw_only=True)
class _Seed(Change):
    """Of any draw."""

    seed: str | UnsetType = UNSET


@dataclass(frozen=True, slots=True, kw_only=True)
class _Seat(OfTable):
    """The seat that a late entry or an alternate has drawn."""

    seat: int


def _seats_again(draw: SeatDraw, data: Data, _tournament: Tournament) -> bool:
    """By the seats that were on offer then. A line of an earlier version does not say them."""
    offered = SeatsDrawn.from_data(data).offered
    if offered is UNSET:
        return True
    tables = [TableToFill(table=table, seats=seats, kept=kept) for table, seats, kept in offered]
    reserved = {(each.table, seat) for each in tables for seat in each.kept}
    drawn = [row for row in draw.result if (row[1], row[2]) not in reserved]
    by_number = Entry.objects.filter(pk__in=[row[0] for row in drawn]).order_by("number")
    again = draw_seats(list(by_number.values_list("pk", flat=True)), tables, SeededRng(draw.seed))
    return [[each.entry, each.table, each.seat] for each in again] == drawn


def _button_again(draw: SeatDraw, data: Data, _tournament: Tournament) -> bool:
    drawn = ButtonDrawn.from_data(data)
    seats = {seat for seat, _card in drawn.cards}
    again = draw_first_dealer(seats, SeededRng(draw.seed), by=drawn.by)
    return _listed(again.dealt) == _listed(draw.result) and again.seat == drawn.button


def _pick_again(draw: SeatDraw, data: Data, _tournament: Tournament) -> bool:
    again = draw_cards({seat for seat, _card in HighCardDealt.from_data(data).cards}, SeededRng(draw.seed))
    return _listed(sorted(again.items())) == _listed(draw.result)


def _last_hands_again(draw: SeatDraw, _data: Data, tournament: Tournament) -> bool:
    card = draw_last_hands(tournament.seats_per_table, SeededRng(draw.seed)).card
    return bool(draw.result == [card])


def _seat_told(draw: SeatDraw, data: Data, _tournament: Tournament) -> bool:
    (drawn,) = draw.result
    told = _Seat.from_data(data)
    return list(drawn[1:]) == [told.table, told.seat]


AGAIN: Final[Mapping[str, Callable[[SeatDraw, Data, Tournament], bool]]] = {
    "seating": _seats_again,
    "button": _button_again,
    "balance-pick": _pick_again,
    "last-hands": _last_hands_again,
    "late-seat": _seat_told,
}


def _listed(rows: Sequence[Sequence[object]]) -> list[list[object]]:
    return [list(row) for row in rows]


def _check_envelopes(tournament: Tournament) -> Iterator[Finding]:
    """What each envelope holds, by what the log says was put into them and by the seeds of their order."""
    pots = MysteryPot.objects.filter(tournament=tournament).select_related("log_entry").order_by("pk")
    for pot in pots.prefetch_related("envelopes", "redraws"):
        begun = MysteryBegun.of(pot.log_entry)
        values = [value for value, count in begun.lines for _ in range(count)]
        due = dict(enumerate(draw_order(values, seed=pot.seed), start=1))
        for redraw in sorted(pot.redraws.all(), key=lambda each: each.pk):
            places = [place for place, _value in redraw.order]
            free = sorted((due.get(place, 0) for place in places), reverse=True)
            due |= dict(zip(places, draw_order(free, seed=redraw.seed), strict=True))
        for each in sorted(pot.envelopes.all(), key=lambda each: each.place):
            if each.value != due.get(each.place):
                yield Finding(
                    invariant="I28",
                    says=_("Envelope %(place)s holds %(value)s minor units; by its seed it is %(due)s.")
                    % {"place": each.place, "value": each.value, "due": due.get(each.place, 0)},
                )
