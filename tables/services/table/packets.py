"""Seats of a table by packets of cards that its players were dealt, before its first hand (S-085, S-086).

The table of each player is drawn before, at random (TDA 7). A player whose seat is locked or reserved keeps it and
gets no card (TDA 9).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tables.changes.seats import DealtSeat, SeatsDealt, SeatsDealtUndone
from tables.floor.draws.seats import SeatDrawn
from tables.floor.draws.seats_by_cards import CardSeating, packet, seats_by_packet, seats_by_two_packets
from tables.models import Seat, Table
from tables.queries.table.packets import packets_of, seats_with_cards
from tables.services.table.lease import bump_version, lock_table
from tables.services.table.of_table import lock_table_of
from tables.services.table.seats import fill_seats, vacate
from tournament.models import LogEntry, Tournament
from tournament.realtime import entry_topic, publish
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.over import check_not_over
from tournament.services.undo import Undoable, register_undo

FEWEST: Final = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class DealtPackets:
    """Cards as dealt, each row with the lowest seat first. `cards` were dealt to the players where they sit; with two
    packets `seat_cards` lay at the seats, and `dealer_cards` were dealt to the players after that.
    """

    cards: tuple[str, ...]
    seat_cards: tuple[str, ...] = ()
    dealer_cards: tuple[str, ...] = ()


@transaction.atomic
def seat_as_dealt(*, tournament_id: int, table_id: int, dealt: DealtPackets, by: By) -> LogEntry:
    """The players of a table sit where their cards say, and the highest card has the button of its first hand.

    Raises Refused where the event draws no seats by packets, once a hand was dealt, and for other cards than packets.
    """
    lock_tournament(tournament_id)
    table = lock_table(tournament_id=tournament_id, table_id=table_id)
    check_not_over(table.tournament)
    packets = packets_of(table)
    if not packets:
        raise Refused(
            _(
                "Seats are dealt by packets before the first hand of a table, where the rules of the event say so."
            ),
            code="no_packets",
        )
    sitting = {seat.number: seat for seat in seats_with_cards(table)}
    if len(sitting) < FEWEST:
        raise Refused(_("A packet is dealt to two players or more."), code="too_few_for_packet")
    seating = _seating(sitting, dealt, packets=packets)
    names = {seat.entry_id: seat.entry.player.name for seat in sitting.values() if seat.entry is not None}
    was = {seat.entry_id: number for number, seat in sitting.items()}
    told = SeatsDealt(
        table=table.number,
        table_id=table.pk,
        packets=packets,
        players=tuple(
            DealtSeat(
                entry=each.entry,
                name=names[each.entry],
                was=was[each.entry],
                seat=each.seat,
                card=each.card,
                dealer_card=each.dealer_card,
            )
            for each in seating.seats
        ),
        button=seating.first_dealer,
        button_before=table.first_button,
    )
    _sit(table, {each.entry: each.seat for each in told.players}, button=told.button)
    return record(told, tournament_id=tournament_id, by=by)


def _seating(sitting: Mapping[int, Seat], dealt: DealtPackets, *, packets: int) -> CardSeating[int]:
    """Raises Refused, naming the row, for other cards than a packet, or not as many as players."""
    entries = [seat.entry_id or 0 for _number, seat in sorted(sitting.items())]
    cards = _row(entries, dealt.cards, field="typed")
    if packets == 1:
        return seats_by_packet(cards, sitting)
    return seats_by_two_packets(
        seat_cards=_row(sorted(sitting), dealt.seat_cards, field="seat_cards"),
        cards=cards,
        dealer_cards=_row(entries, dealt.dealer_cards, field="dealer_cards"),
    )


_ROWS: Final = {
    "typed": gettext_lazy("Cards as dealt to the players"),
    "seat_cards": gettext_lazy("Cards face up at the seats"),
    "dealer_cards": gettext_lazy("Cards dealt for the first dealer"),
}


def _row(of: Sequence[int], cards: Sequence[str], *, field: str) -> dict[int, str]:
    wanted = packet(len(of))
    if sorted(card[0] for card in cards) == sorted(card[0] for card in wanted):
        return dict(zip(of, cards, strict=True))
    raise Refused(
        _("%(row)s: enter one card of each of these ranks, the lowest seat first, for example %(example)s.")
        % {"row": _ROWS[field], "example": " ".join(wanted)},
        code="no_packet",
        field=field,
    )


def _sit(table: Table, seats: Mapping[int, int], *, button: int | None) -> None:
    """By entry the seat. They are emptied first: a player sits in one seat only."""
    vacate(Seat.objects.filter(table=table, entry__in=seats))
    fill_seats([table], [SeatDrawn(entry=e, table=table.number, seat=seat) for e, seat in seats.items()])
    table.first_button = button
    table.save(update_fields=["first_button"])
    bump_version(table)
    publish(
        table.tournament.code,
        ["tables", f"table-{table.number}", "players", "standings", "log", *map(entry_topic, seats)],
    )


def _open_deals(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """While no hand was dealt there and everybody sits where the cards said."""
    told = {line.pk: SeatsDealt.of(line) for line in lines}
    ids = {each.table_id for each in told.values()}
    tables = {
        table.pk: table
        for table in Table.objects.filter(tournament=tournament, pk__in=ids)
        if packets_of(table)
    }
    at: dict[int, dict[int | None, int]] = {pk: {} for pk in tables}
    for seat in Seat.objects.filter(table__in=tables, entry__isnull=False):
        at[seat.table_id][seat.entry_id] = seat.number
    return {
        pk
        for pk, each in told.items()
        if each.table_id in tables
        and tables[each.table_id].first_button == each.button
        and all(at[each.table_id].get(player.entry) == player.seat for player in each.players)
    }


def _undo_deal(line: LogEntry, by: By) -> None:
    told = SeatsDealt.of(line)
    table = lock_table(tournament_id=line.tournament_id, table_id=told.table_id)
    _sit(table, {each.entry: each.was for each in told.players}, button=told.button_before)
    undone = SeatsDealtUndone(table=table.number, table_id=table.pk)
    record(undone, tournament_id=line.tournament_id, by=by, undoes=line)


register_undo([SeatsDealt], Undoable(open_lines=_open_deals, undo=_undo_deal, lock=lock_table_of))
