"""Breaking a table, and redrawing every player to fewer tables."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import UNSET

from tables.changes.breaks import TableBroken, TablesRedrawn
from tables.floor.draws.listed import entry_code, seats_for
from tables.floor.draws.seats import SeatDrawn, TableToFill, redraw
from tables.floor.errors import FloorError
from tables.floor.moves.breaking import (
    BreakCards,
    break_by_cards,
    break_moves,
    listed_for_break,
    seats_of_final_table,
)
from tables.floor.room import TableSeat, TableView
from tables.models import (
    Hand,
    HandStatus,
    Move,
    MoveKind,
    MoveStatus,
    Recording,
    Seat,
    SeatDraw,
    Table,
    TableStatus,
)
from tables.models.rules import floor_rules
from tables.queries.room.kept_seats import reserved_seats
from tables.queries.room.orders import breaking_order
from tables.queries.room.places import reserved_in_draw, with_place
from tables.queries.room.tables import PLAYABLE, room, seats_on_offer
from tables.queries.table.next_game import tables_that_owe_a_hand
from tables.services.moves.moving import close_if_broken_and_empty, move_entry
from tables.services.moves.redrawn import standing_redraw
from tables.services.stops.rounds import finish_round_if_done
from tables.services.table.drawing import DrawBook, MixedIn, public_of
from tables.services.table.lease import bump_version, lock_table, lock_tables
from tables.services.table.level_hands import count_without_hand
from tables.services.table.many_rows import bump_versions, save_many
from tables.services.table.not_open import not_open
from tables.services.table.records import record_tables
from tables.services.table.seats import fill_seats, vacate
from tables.services.table.undecided import check_nobody_may_buy_back
from tournament.models import Entry, Tournament
from tournament.queries.level import tightest_to_come
from tournament.realtime import publish
from tournament.rules.structure.game_sizes import TightestGame
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.over import check_not_over
from tournament.words.games import words_of_tightest


@transaction.atomic
def break_table(
    *, tournament_id: int, table_id: int, by: By, seed: str = "", dealt: BreakCards | None = None
) -> list[Move]:
    """Empty a table onto the others by the two-step random draw (TDA 10-B), or as its cards were dealt at the table.

    Its players go when the hand in play there is over; the table closes with the last one, and
    one without players at once.
    Raises Refused when they do not fit on the other tables, and while somebody may buy back into a seat there. A `seed`
    is that of a rehearsal (`DrawBook`).
    """
    tournament = lock_tournament(tournament_id)
    check_not_over(tournament)
    table = lock_table(tournament_id=tournament_id, table_id=table_id)
    if table.status not in PLAYABLE:
        raise not_open(table)
    check_nobody_may_buy_back(tournament, [table])
    views = room(tournament)
    reserved = _reserved_elsewhere(tournament, table, views)
    draws, rules = DrawBook(tournament, by=by), floor_rules(tournament)
    drawing = None
    try:
        if dealt is None:
            listed = listed_for_break(views, table.number, reserved=reserved)
            drawing = draws.begin("break", listed, seed=seed)
            drawn = break_moves(views, table.number, rules, drawing.rng, reserved=reserved)
        else:
            drawn = break_by_cards(views, table.number, rules, dealt, reserved=reserved)
    except FloorError as error:
        raise _no_break(table, error) from error
    broken = TableBroken(
        table=table.number,
        table_id=table.pk,
        seed=drawing.seed if drawing else "",
        status=TableStatus(table.status),
        cards=UNSET if drawing else tuple(drawn.cards.items()),
        stack=UNSET if drawing else tuple((place.table, place.seat) for place in drawn.stack),
        kept=UNSET if drawing else tuple((place.table, place.seat) for place in reserved.values()),
    )
    # No new hand from here on; nobody is sent here either.
    table.status = TableStatus.BREAKING
    table.save(update_fields=["status"])
    bump_version(table)
    line = record(broken, tournament_id=tournament.pk, by=by)
    if drawing is not None:
        draws.keep(drawing, result=[move.to_dict() for move in drawn.moves], line=line)
    players = _players_by_seat(table)
    numbers = {t.number: t.pk for t in Table.objects.filter(tournament=tournament)}
    moves = [
        move_entry(
            tournament_id=tournament_id,
            entry_id=players[move.from_seat or 0],
            to_table_id=numbers[move.to_table],
            to_seat=move.to_seat,
            kind=MoveKind.BREAK,
            by=by,
            reasons=[reason.to_dict() for reason in move.reasons],
        )
        for move in drawn.moves
    ]
    close_if_broken_and_empty(table, by.now)
    publish(tournament.code, ["tables", "moves", f"table-{table.number}"])
    # The level or hand-for-hand may have waited for this table alone.
    count_without_hand(tournament, now=by.now)
    finish_round_if_done(tournament, now=by.now)
    return moves


@transaction.atomic
def redraw_tables(
    *,
    tournament_id: int,
    tables_left: int,
    by: By,
    seed: str = "",
    mixed_in: MixedIn | None = None,
) -> SeatDraw:
    """Redraw every player to `tables_left` tables; 1 makes the final table, its button drawn too.

    The tables that break last stay, without a posted order those with the lowest numbers. There, a player in a
    locked seat keeps it, and an empty locked seat goes to the player it is reserved for or stays empty (TDA 9).
    Raises Refused while any table has a hand in play or must play one more or somebody may buy back, when just that
    was drawn, and for more players than a game still to come is for.
    """
    tournament = lock_tournament(tournament_id)
    check_not_over(tournament)
    tables = list(
        lock_tables(
            tournament_id=tournament_id,
            table_ids=Table.objects.filter(tournament=tournament)
            .exclude(status=TableStatus.CLOSED)
            .values_list("pk", flat=True),
        ).values()
    )
    _check_no_hand_in_play(tables)
    check_nobody_may_buy_back(tournament, tables)
    _check_not_redrawn(tournament, tables_left)
    kept, closed = _kept_and_closed(tables, tables_left)
    before = record_tables([*kept, *closed])
    players = Seat.objects.filter(table__in=tables, entry__isnull=False).order_by("table__number", "number")
    players = players.select_related("entry")
    staying = list(players.filter(table__in=kept, is_locked=True))
    seats = list(players.exclude(pk__in=[seat.pk for seat in staying]))
    reserved = _reserved(tournament, kept, seats, staying)
    tightest = tightest_to_come(tournament)
    _check_can_be_dealt(len(seats) + len(staying), tables=len(kept), tightest=tightest)
    _widen(kept, len(seats) + len(staying) - len(reserved))
    placed = {place.entry for place in reserved}
    codes = {
        seat.entry.pk: entry_code(seat.entry.number)
        for seat in seats
        if seat.entry is not None and seat.entry_id not in placed
    }
    to_fill = _tables_to_fill(tournament, kept, staying, reserved, most=tightest.most)
    draws = DrawBook(tournament, by=by)
    try:
        listed = seats_for(list(codes.values()), to_fill)
        drawing = draws.begin("redraw", listed, seed=seed, public=public_of(mixed_in, tournament, listed))
        drawn = redraw(list(codes), to_fill, drawing.rng, code=codes.__getitem__)
    except FloorError as error:
        words = {"players": len(seats) + len(staying), "tables": len(kept)}
        raise Refused(
            _("%(players)d players do not fit at one table.") % words
            if len(kept) == 1
            else _("%(players)d players do not fit at %(tables)d tables.") % words,
            code=error.code,
        ) from error
    Move.objects.filter(tournament=tournament, status=MoveStatus.WAITING).update(status=MoveStatus.DROPPED)
    came_from = {seat.entry_id or 0: (seat.table_id, seat.number) for seat in seats}
    vacate(Seat.objects.filter(table__in=tables).exclude(pk__in=[seat.pk for seat in staying]))
    Seat.objects.filter(table__in=tables).update(
        is_newcomer=False, came_by_balancing=False, told_to_wait=False
    )
    places = [*drawn.seats, *reserved]
    fill_seats(kept, places)
    by_number = {table.number: table for table in kept}
    _book_moves(tournament, places, came_from, by_number, by)
    _blur_totals(places, came_from, by_number)
    for button in drawn.buttons:
        by_number[button.table].first_button = button.seat
    for table in kept:
        table.positions_data, table.status, table.hold_reason = None, TableStatus.OPEN, ""
    for table in closed:
        table.status, table.closed_at = TableStatus.CLOSED, by.now
    fields = ["positions_data", "status", "hold_reason", "first_button", "closed_at", "is_total_known"]
    save_many(tables, fields=fields)
    bump_versions(tables)
    redrawn = TablesRedrawn(
        players=len(seats) + len(staying),
        tables=len(kept),
        seed=drawing.seed,
        before=tuple(before),
        # Nobody follows the chips there once play goes on (`_forget_counts` of the clock, and the first bust).
        busts_only=tuple(table.number for table in kept if table.recording == Recording.BUSTS),
    )
    line = record(redrawn, tournament_id=tournament.pk, by=by)
    publish(
        tournament.code,
        ["tables", "moves", "standings", "field", *(f"table-{table.number}" for table in tables)],
    )
    result = [[d.entry, d.table, d.seat] for d in places]
    drawn_anew = draws.keep(drawing, result=result, line=line, tables_left=tables_left)
    # The level or hand-for-hand may have waited for a table that has closed.
    count_without_hand(tournament, now=by.now)
    finish_round_if_done(tournament, now=by.now)
    return drawn_anew


def _kept_and_closed(tables: Sequence[Table], tables_left: int) -> tuple[list[Table], list[Table]]:
    """Each by number: the last so many in the breaking order, and the others."""
    order = breaking_order(tables)
    kept = order[max(0, len(order) - tables_left) :]
    closed = order[: len(order) - len(kept)]

    def number(table: Table) -> int:
        return table.number

    return sorted(kept, key=number), sorted(closed, key=number)


def _no_break(table: Table, error: FloorError) -> Refused:
    """Why a table cannot be broken, or its cards cannot have been dealt."""
    words = {
        "seat_not_free": _("Seat %(seat)s at table %(table)s is not free: look at its seat card again."),
        "seat_cards_do_not_match": _(
            "%(players)s players draw: enter a playing card for each, the lowest seat first, and as many different "
            "seat cards."
        ),
        "too_many_for_table": _(
            "Table %(table)s takes %(more)s more players: too many seat cards are of it."
        ),
        "card_twice": _("The %(card)s was entered twice."),
        "bad_card": _("“%(card)s” is not a card."),
    }
    said = words.get(error.code, _("The players of table %(table)d do not fit at the other tables."))
    return Refused(said % {"table": table.number, **error.params}, code=error.code)


def _reserved_elsewhere(
    tournament: Tournament, table: Table, views: Sequence[TableView]
) -> dict[int, TableSeat]:
    """The seats of a table whose player has one reserved at another with a place for one more: where each goes."""
    here = {seat.entry.player_id: seat.number for seat in _taken(table) if seat.entry is not None}
    places = with_place(views, reserved_seats(tournament, players=here), beside=table.number)
    return {here[player]: place for player, place in places.items()}


def _taken(table: Table) -> QuerySet[Seat]:
    return Seat.objects.filter(table=table, entry__isnull=False).select_related("entry")


def _reserved(
    tournament: Tournament, kept: Sequence[Table], seats: Sequence[Seat], staying: Sequence[Seat]
) -> list[SeatDrawn[int]]:
    """The players for whom a seat is reserved at a table that stays, each with it, beside those `staying` there."""
    players = dict(Entry.objects.filter(seat__in=seats).order_by("number").values_list("player_id", "pk"))
    found = reserved_in_draw(tournament, players=players, staying=Counter(seat.table_id for seat in staying))
    numbers = {table.number for table in kept}
    return [
        SeatDrawn(entry=players[player], table=seat.table.number, seat=seat.number)
        for player, seat in found.items()
        if seat.table.number in numbers
    ]


def _tables_to_fill(
    tournament: Tournament,
    kept: Sequence[Table],
    staying: Sequence[Seat],
    reserved: Sequence[SeatDrawn[int]],
    *,
    most: int,
) -> list[TableToFill]:
    """The tables with the seats to draw from: with those who keep theirs never more than `most` players each."""
    numbers = {table.pk: table.number for table in kept}
    keeping: dict[int, list[int]] = defaultdict(list)
    for seat in staying:
        keeping[numbers[seat.table_id]].append(seat.number)
    for place in reserved:
        keeping[place.table].append(place.seat)
    beside = {table.pk: len(keeping[table.number]) for table in kept}
    offered = seats_on_offer(tournament, kept, most=most, kept=beside)
    return [
        TableToFill(table=table.number, seats=offered[table.pk], kept=tuple(keeping[table.number]))
        for table in kept
    ]


def _book_moves(
    tournament: Tournament,
    drawn: Sequence[SeatDrawn[int]],
    came_from: Mapping[int, tuple[int, int]],
    tables: Mapping[int, Table],
    by: By,
) -> None:
    """A move for every player who drew another seat than the old one, by entry in `came_from` as (table id, seat)."""
    Move.objects.bulk_create(
        Move(
            tournament=tournament,
            entry_id=place.entry,
            kind=MoveKind.REDRAW,
            status=MoveStatus.APPLIED,
            from_table_id=came_from[place.entry][0],
            from_seat=came_from[place.entry][1],
            to_table=tables[place.table],
            to_seat=place.seat,
            created_at=by.now,
            created_by_id=by.actor.account_id,
            applied_at=by.now,
        )
        for place in drawn
        if came_from[place.entry] != (tables[place.table].pk, place.seat)
    )


def _blur_totals(
    drawn: Sequence[SeatDrawn[int]],
    came_from: Mapping[int, tuple[int, int]],
    tables: Mapping[int, Table],
) -> None:
    """Mark the tables that got a player from another one whose stack nobody knows (`tables.services.table.totals`), or
    gave one. One query, however many players.
    """
    moved = {
        each.entry: tables[each.table] for each in drawn if came_from[each.entry][0] != tables[each.table].pk
    }
    unknown = Entry.objects.filter(pk__in=moved, is_stack_known=False).values_list("pk", flat=True)
    by_key = {table.pk: table for table in tables.values()}
    for entry in unknown:
        moved[entry].is_total_known = False
        if given := by_key.get(came_from[entry][0]):
            given.is_total_known = False


def _players_by_seat(table: Table) -> dict[int, int]:
    """Seat number to entry, for those who sit here and those who were on their way here.

    The moves of the latter are cancelled: they go straight to the seat they draw now.
    """
    players = {seat.number: seat.entry_id or 0 for seat in _taken(table)}
    arriving = Move.objects.filter(to_table=table, status=MoveStatus.WAITING)
    players |= {move.to_seat: move.entry_id for move in arriving}
    arriving.update(status=MoveStatus.DROPPED)
    return players


def _check_no_hand_in_play(tables: list[Table]) -> None:
    busy = list(
        Hand.objects.filter(table__in=tables, status=HandStatus.OPEN)
        .order_by("table__number")
        .values_list("table__number", flat=True)
    )
    if busy:
        raise Refused(
            _("A hand is in play at table %(tables)s. Put the tables on hold and wait for it.")
            % {"tables": ", ".join(map(str, busy))},
            code="hands_in_play",
        )
    owing = sorted(table.number for table in tables_that_owe_a_hand(tables))
    if owing:
        raise Refused(
            _(
                "One more hand must be played at table %(tables)s: it has a carried pot, or a misdeal to "
                "redeal."
            )
            % {"tables": ", ".join(map(str, owing))},
            code="hands_owed",
        )


def _check_not_redrawn(tournament: Tournament, tables_left: int) -> None:
    """Two who redraw at once draw one time: nobody walks to a seat that a second draw gives to somebody else."""
    last = standing_redraw(tournament)
    if last is not None and TablesRedrawn.of(last).tables == tables_left:
        raise Refused(
            _(
                "%(who)s has drawn these seats already, and no hand has been dealt since. Undo that draw in the log to "
                "draw again."
            )
            % {"who": last.actor},
            code="redrawn_already",
        )


def _check_can_be_dealt(players: int, *, tables: int, tightest: TightestGame) -> None:
    """Raises Refused for more players than a game still to come is for at so many tables."""
    if players <= tables * tightest.most:
        return
    raise Refused(
        ngettext(
            "%(players)d players do not fit at %(tables)d table: %(game)s, played in level %(level)d, takes "
            "%(most)d at most.",
            "%(players)d players do not fit at %(tables)d tables: %(game)s, played in level %(level)d, "
            "takes %(most)d at most.",
            tables,
        )
        % {"players": players, "tables": tables, **words_of_tightest(tightest)},
        code="too_few_seats",
    )


def _widen(tables: list[Table], players: int) -> None:
    """A final table may have more seats than the others."""
    if len(tables) != 1:
        return
    table = tables[0]
    needed = players + Seat.objects.filter(table=table, is_locked=True, entry__isnull=True).count()
    seats = seats_of_final_table(seats=table.seats_count, needed=needed)
    if seats == table.seats_count:
        return
    Seat.objects.bulk_create(
        Seat(table=table, number=number) for number in range(table.seats_count + 1, seats + 1)
    )
    table.seats_count = seats
    table.save(update_fields=["seats_count"])
