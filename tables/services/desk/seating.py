"""Seating: opening tables, the seat draw, late seats, and voiding a wrong entry."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from django.db import transaction
from django.utils.translation import gettext as _
from msgspec import UNSET, UnsetType

from tables.changes.tables import SeatsDrawn
from tables.floor.draws.listed import entry_code, seats_for
from tables.floor.draws.seats import (
    SeatDrawn,
    TableToFill,
    draw_buttons,
    draw_seats,
    tables_needed,
)
from tables.floor.draws.seats_by_cards import draw_seats_by_packet, draw_seats_by_two_packets
from tables.floor.rules import FloorRules
from tables.models import HandSeat, HandStatus, Seat, SeatDraw, Table, TableStatus
from tables.models.rules import floor_rules
from tables.queries.room.kept_for_rebuys import seats_kept
from tables.queries.room.next_table import number_plan, numbers_of_new_tables, table_to_reopen
from tables.queries.room.places import places_reserved, reserved_in_draw
from tables.queries.room.tables import seats_on_offer
from tables.services.desk.alternates import put_on_list, seats_left, take_off_list
from tables.services.desk.late_seats import EntryToSeat, draw_late_seats
from tables.services.moves.leaving import forfeit_stack
from tables.services.moves.moving import close_if_broken_and_empty, drop_moves
from tables.services.table.drawing import DrawBook, MixedIn, public_of
from tables.services.table.halting import tell_short_tables
from tables.services.table.lease import bump_version, lock_table
from tables.services.table.many_rows import bump_versions, save_many
from tables.services.table.opening import add_tables, open_next_table
from tables.services.table.seats import fill_seats, vacate
from tournament.draws.chance import Rng
from tournament.models import Entry, EntryStatus, Tournament
from tournament.queries.level import seats_in_play, tightest_to_come
from tournament.queries.names import namesakes
from tournament.realtime import publish
from tournament.rules.payouts.prices import PriceQuote
from tournament.services.actor import By
from tournament.services.cash.vouchers import use_voucher
from tournament.services.errors import Refused
from tournament.services.field.entries import register_entries, register_entry, void_entry
from tournament.services.field.id_checks import mark_id_checked
from tournament.services.field.minimum import require_minimum
from tournament.services.field.players import add_player
from tournament.services.locks import lock_festival, lock_tournament, lock_with_event
from tournament.services.log import record
from tournament.services.over import check_not_over


@dataclass(frozen=True, slots=True, kw_only=True)
class Seated:
    """An entry and its seat; `seat` is None while the draw is still to come."""

    entry: Entry
    seat: Seat | None


@dataclass(frozen=True, slots=True, kw_only=True)
class NewArrival:
    """A player to register, and the price they pay: None for the one to pay now. `seed`: of a rehearsal."""

    player_id: int
    seed: str = ""
    quote: PriceQuote | None = None


@transaction.atomic
def open_table(*, tournament_id: int, by: By, seats: int | None = None, number: int | None = None) -> Table:
    """Open an empty table: this number, or the one that was closed last before a new one.

    Raises Refused when it is open already, or the tournament is over.
    """
    tournament = lock_tournament(tournament_id)
    check_not_over(tournament)
    return open_next_table(tournament, by=by, seats=seats, number=number)[0]


@transaction.atomic
def make_seat_draw(
    *, tournament_id: int, by: By, seed: str = "", mixed_in: MixedIn | None = None
) -> SeatDraw:
    """Draw a seat for every entry, opening as many tables as are needed.

    What it was drawn from is kept with the result, so that anybody can make the draw again. `mixed_in`: the deck that a
    player has cut for it, or the round of a beacon; a `seed` is that of a rehearsal (`DrawBook`). Table sizes differ by
    at most one (TDA 7), and locked seats stay free, or get the player they are reserved for (TDA 9). Raises Refused
    with fewer than two entries, when the draw was made before, and where what is mixed in is not for this draw
    (`public_of`).
    """
    tournament = lock_tournament(tournament_id)
    check_not_over(tournament)
    if tournament.draw_made_at is not None:
        raise Refused(_("The seats have already been drawn."), code="draw_made")
    if tournament.waits_for_flights:
        raise Refused(
            _(
                "The bags of the flights are not here yet: bring their stacks on the page “Flights”, then draw."
            ),
            code="waits_for_flights",
        )
    entries = list(
        Entry.objects.filter(tournament=tournament, status=EntryStatus.REGISTERED).order_by("number")
    )
    if len(entries) < 2:
        raise Refused(_("Register at least two players before the draw."), code="too_few_entries")
    require_minimum(tournament)
    reserved = _reserved(tournament, entries)
    kept: dict[int, list[int]] = defaultdict(list)
    for place in reserved:
        kept[place.table].append(place.seat)
    tables = _tables_for(tournament, len(entries) - len(reserved), kept, by)
    offered = _offered(tournament, tables, kept)
    seated = {place.entry for place in reserved}
    rules = floor_rules(tournament)
    codes = {entry.pk: entry_code(entry.number) for entry in entries if entry.pk not in seated}
    ids = list(codes)
    to_fill = [
        TableToFill(table=table.number, seats=offered[table.pk], kept=tuple(kept[table.number]))
        for table in tables
    ]
    draws = DrawBook(tournament, by=by)
    listed = seats_for(list(codes.values()), to_fill, by_cards=rules.seat_draw != "random")
    drawing = draws.begin("seating", listed, seed=seed, public=public_of(mixed_in, tournament, listed))
    rng = drawing.rng
    # By these and its seed the draw can be made again.
    offer: tuple[tuple[int, tuple[int, ...], tuple[int, ...]], ...] | UnsetType = UNSET
    if rules.seat_draw != "random":
        drawn, result = _deal_seats(codes, tables, to_fill, rules, rng)
    else:
        drawn = draw_seats(ids, to_fill, rng, code=codes.__getitem__)
        offer = tuple((each.table, each.seats, each.kept) for each in to_fill)
        result = [[d.entry, d.table, d.seat] for d in drawn]
        if rules.first_button == "drawn":
            _give_buttons(tables, [*drawn, *reserved], rng)
    drawn += reserved
    result += [[d.entry, d.table, d.seat] for d in reserved]
    fill_seats(tables, drawn)
    bump_versions(tables)
    # The tournament is locked: nobody was registered since the entries were read.
    Entry.objects.filter(tournament=tournament, status=EntryStatus.REGISTERED).update(
        status=EntryStatus.PLAYING
    )
    tournament.draw_made_at = by.now
    tournament.save(update_fields=["draw_made_at"])
    made = SeatsDrawn(entries=len(entries), tables=len(tables), seed=drawing.seed, offered=offer)
    line = record(made, tournament_id=tournament.pk, by=by)
    publish(
        tournament.code,
        ["tables", "players", "standings", "field", *(f"table-{table.number}" for table in tables)],
    )
    return draws.keep(drawing, result=result, line=line)


WhenFull = Literal["ask", "open", "wait"]


@transaction.atomic
def register_and_seat(
    *,
    tournament_id: int,
    player_id: int,
    by: By,
    seed: str = "",
    forfeits: bool = False,
    when_full: WhenFull = "open",
    quote: PriceQuote | None = None,
    id_seen: bool = False,
    voucher_id: int | None = None,
) -> Seated:
    """Take a buy-in and, once the draw was made, draw a seat for it at once.

    A player who `forfeits` gives the stack up first, where the house allows it. When every seat is taken, or about to
    be given to an alternate, `when_full` decides: "open" opens a closed table again, or another one; "wait" puts the
    entry on the waiting list; "ask" raises Refused "room_full", and nothing was done. `id_seen` marks the player's
    ID as checked first. A voucher of the player pays as far as it goes. Raises Refused like `register_entry` and
    `use_voucher`.
    """
    tournament = lock_with_event(tournament_id)
    if id_seen:
        mark_id_checked(tournament_id=tournament_id, player_id=player_id, by=by)
    if forfeits:
        forfeit_stack(tournament_id=tournament_id, player_id=player_id, by=by)
    if when_full != "open" and tournament.draw_made_at is not None and _is_full(tournament, player_id):
        if when_full == "ask":
            raise Refused(_("Every seat is taken."), code="room_full")
        entry = register_entry(tournament_id=tournament_id, player_id=player_id, by=by, quote=quote)
        put_on_list(entry, by=by)
        seated = Seated(entry=entry, seat=None)
    else:
        arriving = NewArrival(player_id=player_id, seed=seed, quote=quote)
        [seated] = register_and_seat_all(tournament_id=tournament_id, arriving=[arriving], by=by)
    if voucher_id is not None:
        use_voucher(seated.entry, voucher_id=voucher_id, by=by)
    return seated


@transaction.atomic
def register_and_seat_all(*, tournament_id: int, arriving: Sequence[NewArrival], by: By) -> list[Seated]:
    """The same for several players in this order, all or none. Raises Refused like `register_entries`."""
    tournament = lock_with_event(tournament_id)
    entries = register_entries(
        tournament_id=tournament_id,
        player_ids=[each.player_id for each in arriving],
        by=by,
        quotes=[each.quote for each in arriving],
    )
    if tournament.draw_made_at is None:
        return [Seated(entry=entry, seat=None) for entry in entries]
    to_seat = [
        EntryToSeat(entry=entry, seed=each.seed) for entry, each in zip(entries, arriving, strict=True)
    ]
    seats = draw_late_seats(tournament, to_seat, by=by)
    return [Seated(entry=entry, seat=seat) for entry, seat in zip(entries, seats, strict=True)]


@transaction.atomic
def add_and_seat(
    *,
    tournament_id: int,
    name: str,
    public_name: str = "",
    club_number: str = "",
    country: str = "",
    is_another: bool = False,
    by: By,
    seed: str = "",
    when_full: WhenFull = "open",
    quote: PriceQuote | None = None,
    id_seen: bool = False,
) -> Seated:
    """Add a new player and take the buy-in, both or neither. Raises Refused "same_name" if a player with that
    name exists, unless it `is_another` person; otherwise like `add_player` and `register_and_seat`.
    """
    # Lock first, so that the second of two desks that add the same person at once is asked.
    lock_tournament(tournament_id)
    if not is_another and namesakes(name, club_number=club_number):
        raise Refused(
            _("%(name)s is already listed. Is this a different person?") % {"name": name}, code="same_name"
        )
    player = add_player(
        name=name, public_name=public_name, club_number=club_number, country=country, now=by.now
    )
    return register_and_seat(
        tournament_id=tournament_id,
        player_id=player.pk,
        seed=seed,
        by=by,
        when_full=when_full,
        quote=quote,
        id_seen=id_seen,
    )


def _is_full(tournament: Tournament, player_id: int) -> bool:
    """A player who enters again needs no seat that is reserved for a rebuy: the own one is free then."""
    own = sum(kept.player_id == player_id for kept in seats_kept(tournament))
    return seats_left(tournament) + own <= 0 and not places_reserved(tournament, players=[player_id])


@transaction.atomic
def void_and_unseat(*, tournament_id: int, entry_id: int, by: By, reason: str) -> Entry:
    """Void an entry that has not played and free its seat."""
    lock_tournament(tournament_id)
    if HandSeat.objects.filter(entry_id=entry_id).exclude(hand__status=HandStatus.VOID).exists():
        raise Refused(
            _("This entry was dealt in: the floor can refund it on the player’s page."), code="dealt_in"
        )
    entry = void_entry(tournament_id=tournament_id, entry_id=entry_id, by=by, reason=reason)
    drop_moves(entry.tournament, [entry.pk])
    take_off_list(entry)
    seat = Seat.objects.filter(entry=entry).select_related("table").first()
    if seat is not None:
        table = lock_table(tournament_id=tournament_id, table_id=seat.table_id)
        vacate(Seat.objects.filter(pk=seat.pk))
        close_if_broken_and_empty(table, by.now)
        bump_version(table)
        tell_short_tables(table.tournament, left=1)
        publish(table.tournament.code, ["tables", f"table-{table.number}"])
    return entry


def _deal_seats(
    codes: Mapping[int, str],
    tables: Sequence[Table],
    to_fill: Sequence[TableToFill],
    rules: FloorRules,
    rng: Rng,
) -> tuple[list[SeatDrawn[int]], list[list[int | str]]]:
    """The seats by packets of cards, and what is kept of the draw: with each seat its card, and the card for the deal.

    The table of each player is drawn at random first (TDA 7); then each table deals a packet, or two, to
    its own players. The highest card deals first: the button is there (S-085, S-086).
    """
    draw = draw_seats_by_packet if rules.seat_draw == "one_packet" else draw_seats_by_two_packets
    by_table = _players_by_table(codes, to_fill, rng)
    drawn: list[SeatDrawn[int]] = []
    kept: list[list[int | str]] = []
    for table, room in zip(tables, to_fill, strict=True):
        players = by_table[table.number]
        if len(players) < 2:
            drawn += [SeatDrawn(entry=entry, table=table.number, seat=room.seats[0]) for entry in players]
            kept += [[entry, table.number, room.seats[0]] for entry in players]
            continue
        seating = draw(players, room.seats[: len(players)], rng)
        table.first_button = seating.first_dealer
        for each in seating.seats:
            drawn.append(SeatDrawn(entry=each.entry, table=table.number, seat=each.seat))
            kept.append([each.entry, table.number, each.seat, each.card, each.dealer_card])
    save_many(tables, fields=["first_button"])
    return drawn, kept


def _players_by_table(
    codes: Mapping[int, str], to_fill: Sequence[TableToFill], rng: Rng
) -> Mapping[int, list[int]]:
    """Who plays at which table, in the order of the entries. At a single table nothing is drawn."""
    if len(to_fill) == 1:
        return {to_fill[0].table: list(codes)}
    drawn = draw_seats(list(codes), to_fill, rng, code=codes.__getitem__)
    at = {place.entry: place.table for place in drawn}
    return {room.table: [entry for entry in codes if at[entry] == room.table] for room in to_fill}


def _reserved(tournament: Tournament, entries: Sequence[Entry]) -> list[SeatDrawn[int]]:
    """The entries whose player has a seat reserved at an open table, each with it (TDA 9), but nowhere for more than
    its games are for.
    """
    seats = reserved_in_draw(tournament, players=[entry.player_id for entry in entries], staying={})
    return [
        SeatDrawn(
            entry=entry.pk, table=seats[entry.player_id].table.number, seat=seats[entry.player_id].number
        )
        for entry in entries
        if entry.player_id in seats
    ]


def _give_buttons(tables: Sequence[Table], drawn: Sequence[SeatDrawn[int]], rng: Rng) -> None:
    by_number = {table.number: table for table in tables}
    for button in draw_buttons(drawn, rng):
        by_number[button.table].first_button = button.seat
    save_many(tables, fields=["first_button"])


def _offered(
    tournament: Tournament, tables: Sequence[Table], kept: Mapping[int, Sequence[int]]
) -> dict[int, tuple[int, ...]]:
    """By table the seats to draw from: never more than its games are for, beside those that are `kept`, by number."""
    keeping = {table.pk: len(kept.get(table.number, ())) for table in tables}
    return seats_on_offer(tournament, tables, most=tightest_to_come(tournament).most, kept=keeping)


def _tables_for(
    tournament: Tournament, entries: int, kept: Mapping[int, Sequence[int]], by: By
) -> list[Table]:
    """The tables of the first draw by number: those opened by hand, those that were closed, and as many more as are
    needed. The new ones belong to the draw, and go when it is undone.
    """
    lock_festival(tournament)
    every, plan = list(Table.objects.filter(tournament=tournament)), number_plan(tournament, now=by.now)
    tables = [table for table in every if table.status == TableStatus.OPEN]
    while _tables_missing(tournament, tables, entries, kept) and table_to_reopen(every, plan) is not None:
        tables.append(open_next_table(tournament, by=by)[0])
        every = list(Table.objects.filter(tournament=tournament))
    numbers = numbers_of_new_tables(every, _tables_missing(tournament, tables, entries, kept), plan)
    tables += add_tables(tournament, numbers, seats_in_play(tournament), by.now)
    return sorted(tables, key=lambda table: table.number)


def _tables_missing(
    tournament: Tournament, tables: Sequence[Table], entries: int, kept: Mapping[int, Sequence[int]]
) -> int:
    """How many more tables the draw needs beside these, where seats may be locked."""
    seats = sum(map(len, _offered(tournament, tables, kept).values()))
    # Tables that were given more seats than a table of the event has hold more.
    each = max(seats_in_play(tournament), min((table.seats_count for table in tables), default=0))
    without_seat = tables_needed(max(0, entries - seats), each)
    return max(tables_needed(entries, each) - len(tables), without_seat, 0)
