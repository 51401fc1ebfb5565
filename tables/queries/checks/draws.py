from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from django.utils.translation import gettext as _
from msgspec import UNSET, UnsetType, ValidationError

from tables.changes.at_table import OfTable
from tables.changes.buttons import ButtonDrawn
from tables.changes.colour_ups import TableColouredUp
from tables.changes.tables import HighCardDealt, SeatsDrawn
from tables.floor.draws.last_hands import draw_last_hands
from tables.floor.draws.listed import entry_code
from tables.floor.draws.seats import TableToFill, draw_cards, draw_seats, seat_code
from tables.floor.draws.seats_by_cards import draw_first_dealer
from tables.floor.errors import FloorError
from tables.floor.room import TableSeat
from tables.models import SeatDraw
from tables.queries.checks.findings import Finding
from tables.queries.room.draws import file_of
from tournament.changes.bounties import MysteryBegun
from tournament.changes.change import Change
from tournament.draws.beacon import is_signed, read_public
from tournament.draws.chance import SeededRng
from tournament.draws.check_draw import walked_back, what_is_wrong
from tournament.models import DrawChain, Entry, MysteryPot, Tournament
from tournament.rules.payouts.mystery import draw_order

Data: TypeAlias = Mapping[str, Any]


def check_draws(tournament: Tournament) -> Iterator[Finding]:
    """I28 and I29: each draw has the seed that its line of the log tells of, and gives with it what was kept; those
    that were promised have the numbers from 1 on, follow from the anchor, and give step by step what their file says;
    a round of the beacon was announced before it came out, and signed. Six queries, one more for each such round.

    Of a draw that nothing was promised of, the first seats are drawn again, cards for the button, for the player to
    move and for the last hands, and the order of the envelopes. What else was drawn depends on how the room stood then:
    its seed is compared, and its seat.
    """
    rows = SeatDraw.objects.filter(tournament=tournament).select_related("log_entry", "chain").order_by("pk")
    draws = list(rows)
    yield from _check_promises(tournament, draws)
    for draw in draws:
        if draw.number is None and (draw.chain_id or draw.public or draw.listed or draw.steps):
            yield _finding(_("Draw %(draw)s was never promised, and has what a promised one has."), draw)
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
    again = (AGAIN if draw.number is None else AS_ITS_STEPS_SAY).get(draw.kind)
    try:
        if draw.number is not None and any(what_is_wrong(file_of(tournament, draw))):
            return False
        if (by_beacon := read_public(draw.public)) and not is_signed(*by_beacon):
            return False
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


# --- Promised draws: what their steps gave is what was kept as their result. ----------------------------------


def _seats_as_dealt(draw: SeatDraw, _data: Data, tournament: Tournament) -> bool:
    """Of a draw of all seats, but one by cards, whose cards are kept with each seat."""
    dealt = draw.steps[0]
    if "onto" not in dealt or any(len(row) > 3 for row in draw.result):
        return True
    by_code = {entry_code(number): pk for pk, number in tournament.entries.values_list("pk", "number")}
    due = {(by_code[what], place) for what, place in zip(dealt["gives"], dealt["onto"], strict=True)}
    drawn = {(row[0], TableSeat(table=row[1], seat=row[2]).code) for row in draw.result}
    # Beside those who drew stand the players whose seat was reserved.
    return due <= drawn and {entry for entry, _place in due}.isdisjoint(
        entry for entry, _place in drawn - due
    )


def _seat_as_picked(draw: SeatDraw, data: Data, tournament: Tournament) -> bool:
    ((_entry, table, seat),) = draw.result
    return bool(draw.steps[-1]["gives"] == TableSeat(table=table, seat=seat).code) and _seat_told(
        draw, data, tournament
    )


def _button_as_dealt(draw: SeatDraw, data: Data, _tournament: Tournament) -> bool:
    deck = draw.steps[0]["gives"]
    return [card for _seat, card in draw.result] == deck[: len(draw.result)] and _listed(
        ButtonDrawn.from_data(data).cards
    ) == _listed(draw.result)


def _pick_as_dealt(draw: SeatDraw, _data: Data, _tournament: Tournament) -> bool:
    dealt = draw.steps[0]
    due = zip(dealt["onto"], dealt["gives"], strict=True)
    return sorted(due) == sorted((seat_code(seat), card) for seat, card in draw.result)


def _race_as_dealt(draw: SeatDraw, data: Data, _tournament: Tournament) -> bool:
    dealt = draw.steps[0]
    due = list(zip(dealt["onto"], dealt["gives"], strict=True))
    kept = [(seat_code(seat), card) for seat, *hand in draw.result for card in hand]
    return due == kept and _listed(TableColouredUp.from_data(data).cards or ()) == _listed(draw.result)


def _last_hands_as_picked(draw: SeatDraw, _data: Data, _tournament: Tournament) -> bool:
    return bool(draw.result == [draw.steps[0]["gives"]])


def _break_as_shuffled(draw: SeatDraw, _data: Data, _tournament: Tournament) -> bool:
    """The seat cards are shuffled last but one, before the cards that decide who takes them."""
    stack = set(draw.steps[-2]["gives"])
    went = {TableSeat(table=move["to_table"], seat=move["to_seat"]).code for move in draw.result}
    return stack <= went


AS_ITS_STEPS_SAY: Final[Mapping[str, Callable[[SeatDraw, Data, Tournament], bool]]] = {
    "seating": _seats_as_dealt,
    "redraw": _seats_as_dealt,
    "break": _break_as_shuffled,
    "button": _button_as_dealt,
    "balance-pick": _pick_as_dealt,
    "chip-race": _race_as_dealt,
    "last-hands": _last_hands_as_picked,
    "late-seat": _seat_as_picked,
}


def _leads_to_its_anchor(chain: DrawChain) -> bool:
    try:
        return walked_back(bytes.fromhex(chain.secret), chain.length).hex() == chain.anchor
    except ValueError:
        return False


def _check_promises(tournament: Tournament, draws: Sequence[SeatDraw]) -> Iterator[Finding]:
    """Each chain gives its anchor, and as many draws are kept as links of it were used, numbered without a gap."""
    for chain in DrawChain.objects.filter(tournament=tournament).order_by("first"):
        if not _leads_to_its_anchor(chain):
            says = _("The anchor of the draws from %(first)s on is not that of their chain.")
            yield Finding(invariant="I28", says=says % {"first": chain.first})
        kept = {draw.number for draw in draws if draw.chain_id == chain.pk}
        used = set(range(chain.first, chain.first + chain.used))
        for number in sorted(used ^ {number for number in kept if number is not None}):
            says = (
                _("Draw %(number)s is missing: its seed was used.")
                if number in used
                else _("Draw %(number)s has a number that no draw had.")
            )
            yield Finding(invariant="I29", says=says % {"number": number})


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
