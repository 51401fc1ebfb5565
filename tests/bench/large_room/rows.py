"""The rows of a large room: people and money, tables and tablets, what the floor has to do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from tables.management.made_up_names import made_up_name
from tables.models import (
    Device,
    FloorMessage,
    Hand,
    HandOperation,
    HandSeat,
    MessageKind,
    Move,
    MoveKind,
    MoveStatus,
    Seat,
    SeatDraw,
    Table,
    TableStatus,
)
from tests.bench.large_room.bulk import Row, as_json, first_free_id, insert, moment
from tests.bench.large_room.room import Room, Seated, Spot
from tournament.models import (
    ChipKind,
    ChipRow,
    Entry,
    EntryStatus,
    LogEntry,
    MoneyKind,
    MoneyRow,
    Player,
    Tournament,
)
from tournament.models.tokens import hash_secret
from tournament.rules.names import fold_name
from tournament.rules.payouts.prices import PriceProfile
from tournament.services.actor import Actor

ACTOR = Actor(label="large room")


def tablet_secret(tournament: Tournament, table: int) -> str:
    """What the cookie of the tablet paired with this table holds."""
    return f"large-{tournament.code}-{table}"


def write_hands(room: Room) -> None:
    insert(
        Hand,
        (
            *("id", "table_id", "number", "status", "level_index", "level_number", "game"),
            *("setup_data", "positions_before", "started_at", "ended_at"),
        ),
        room.hands,
    )
    insert(
        HandSeat,
        ("hand_id", "seat_number", "entry_id", "starting_stack", "finishing_stack"),
        room.hand_seats,
    )
    insert(HandOperation, ("hand_id", "number", "code", "at"), room.operations)
    for rows in (room.hands, room.hand_seats, room.operations):
        rows.clear()


def write_people(room: Room) -> None:
    tournament, at = room.tournament, moment(room.now - timedelta(hours=3))
    for spot in room.spots:
        for seat, chips in spot.play.stacks.items():
            spot.seats[seat].stack = chips
    first_player, first_line = first_free_id(Player), first_free_id(LogEntry)
    names = [made_up_name(number) for number in range(len(room.players))]
    folded = [fold_name(name) for name in names]
    insert(
        Player,
        ("id", "name", "search_name", "search_shown_name", "created_at"),
        (
            (first_player + at_, name, fold, fold, at)
            for at_, (name, fold) in enumerate(zip(names, folded, strict=True))
        ),
    )
    insert(
        Entry,
        (
            *("id", "tournament_id", "player_id", "number", "status", "stack", "link_secret"),
            *("paid_prize", "paid_fee", "paid_staff", "paid_bounty", "paid_other", "price_name"),
            "registered_at",
            *("eliminated_at", "place_first", "place_last"),
        ),
        (
            (
                each.entry,
                tournament.pk,
                first_player + each.number - 1,
                each.number,
                (EntryStatus.ELIMINATED if each.out_at else EntryStatus.PLAYING).value,
                each.stack,
                f"{tournament.code}-{each.number}",
                *_parts(room, each),
                _price(room, each).name,
                at,
                moment(each.out_at) if each.out_at else None,
                each.place,
                each.place,
            )
            for each in room.players
        ),
    )
    insert(
        LogEntry,
        ("id", "tournament_id", "at", "verb", "data", "actor"),
        _log_lines(room, names, first_line),
    )
    kinds = (MoneyKind.PRIZE, MoneyKind.FEE, MoneyKind.STAFF, MoneyKind.BOUNTY, MoneyKind.OTHER)
    insert(
        MoneyRow,
        ("tournament_id", "entry_id", "kind", "amount", "at", "log_entry_id"),
        (
            (tournament.pk, each.entry, kind.value, amount, at, first_line + each.number - 1)
            for each in room.players
            for kind, amount in zip(kinds, _parts(room, each), strict=True)
            if amount
        ),
    )
    insert(
        ChipRow,
        ("tournament_id", "entry_id", "kind", "amount", "at", "log_entry_id"),
        (
            (
                *(tournament.pk, each.entry, ChipKind.ISSUED.value, tournament.starting_stack, at),
                first_line + each.number - 1,
            )
            for each in room.players
        ),
    )


def _price(room: Room, player: Seated) -> PriceProfile:
    """What this entry was sold at: of each three one at the buy-in, one early, one to a member."""
    prices = (room.tournament.buy_in, *room.tournament.prices)
    return prices[player.number % len(prices)]


def _parts(room: Room, player: Seated) -> tuple[int, ...]:
    """Its split, in the order of the kinds of money."""
    price = _price(room, player).price
    return (price.prize, price.fee, price.staff, price.bounty, price.other)


def _log_lines(room: Room, names: Sequence[str], first: int) -> Iterator[Row]:
    """A line for each entry as it was registered, then one for each that went out."""
    tournament, at = room.tournament, moment(room.now - timedelta(hours=3))
    for each in room.players:
        data = {
            "entry": each.entry,
            "number": each.number,
            "name": names[each.number - 1],
            "paid": sum(_parts(room, each)),
            "price": _price(room, each).name,
        }
        yield (
            first + each.number - 1,
            tournament.pk,
            at,
            "entry_registered",
            as_json(data),
            ACTOR.label,
        )
    out = sorted((each for each in room.players if each.out_at), key=lambda each: -(each.place or 0))
    for pk, each in enumerate(out, start=first + len(room.players)):
        data = {
            "entry": each.entry,
            "number": each.number,
            "name": names[each.number - 1],
            "place_first": each.place,
            "place_last": each.place,
        }
        out_at = moment(each.out_at or room.now)
        yield (pk, tournament.pk, out_at, "entry_eliminated", as_json(data), ACTOR.label)


def write_tables(room: Room) -> None:
    tournament, opened = room.tournament, moment(room.now - timedelta(hours=2))
    closed = moment(room.now - timedelta(minutes=30))
    insert(
        Table,
        (
            *("id", "tournament_id", "number", "seats_count", "status", "opened_at", "closed_at"),
            *("positions_data", "hands_dealt", "hands_before", "version", "lease_epoch"),
        ),
        (
            (
                spot.pk,
                tournament.pk,
                spot.number,
                room.size.seats,
                str(spot.status),
                opened,
                closed if spot.status == TableStatus.CLOSED else None,
                as_json(spot.play.positions.to_dict()) if spot.play.positions else None,
                spot.hands,
                spot.hands if room.size.in_the_money else 0,
                20 * spot.hands,
                1,
            )
            for spot in room.spots
        ),
    )
    insert(
        Seat,
        ("table_id", "number", "entry_id"),
        (
            (spot.pk, number, spot.seats[number].entry if number in spot.play.stacks else None)
            for spot in room.spots
            for number in range(1, room.size.seats + 1)
        ),
    )
    paired, until = moment(room.now - timedelta(hours=2)), moment(room.now + timedelta(hours=18))
    insert(
        Device,
        (
            *("tournament_id", "table_id", "name", "token_sha256", "epoch"),
            *("paired_at", "expires_at", "last_seen_at"),
        ),
        (
            (
                *(tournament.pk, spot.pk, f"Tablet {spot.number}"),
                *(hash_secret(tablet_secret(tournament, spot.number)), 1, paired, until, moment(room.now)),
            )
            for spot in room.spots
        ),
    )


def write_floor(room: Room) -> None:
    """Some of what the floor has to do: calls, notes, moves that wait and moves that were made."""
    tournament, at = room.tournament, room.now - timedelta(minutes=2)
    SeatDraw.objects.create(tournament=tournament, kind="seating", seed="large", result=[], made_at=at)
    in_play = [spot for spot in room.spots if spot.play.stacks]
    for spot in in_play[:: max(1, len(in_play) // 5)]:
        FloorMessage.objects.create(
            table_id=spot.pk,
            kind=MessageKind.CALL,
            text="Chip count",
            created_at=at,
            author=f"Table {spot.number}",
        )
    for spot in in_play[1 :: max(1, len(in_play) // 5)]:
        FloorMessage.objects.create(
            table_id=spot.pk,
            kind=MessageKind.NOTE,
            text="Last three hands before the break",
            created_at=at,
            author="Floor",
        )
    Move.objects.bulk_create(_moves(room, in_play, at))


def _moves(room: Room, spots: Sequence[Spot], at: datetime) -> Iterator[Move]:
    """One to each of the first short tables, from the tables behind; the other half came just now."""
    short = [spot for spot in spots if len(spot.play.stacks) < room.size.seats]
    full = [spot for spot in reversed(spots) if len(spot.play.stacks) == room.size.seats]
    for turn, (target, source) in enumerate(zip(short[:20], full[:20], strict=False)):
        waits = turn % 2 == 0
        free = next(n for n in range(1, room.size.seats + 1) if n not in target.play.stacks)
        here, there = (source, target) if waits else (target, source)
        seat = max(here.play.stacks)
        yield Move(
            tournament=room.tournament,
            entry_id=here.seats[seat].entry,
            kind=MoveKind.BALANCE,
            status=MoveStatus.WAITING if waits else MoveStatus.APPLIED,
            from_table_id=source.pk,
            from_seat=seat,
            to_table_id=there.pk if waits else target.pk,
            to_seat=free if waits else seat,
            created_at=at,
            applied_at=None if waits else at,
        )
