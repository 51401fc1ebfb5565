"""The statements by which a tap looks at its table, without a lock; `tables.models.writing` has those that write.

    read_tablet      the tablet of a cookie, the reply that a key was given, and its table
    read_table       a table with its tournament and its stop, its newest hand with the operations, and its seats with
                     their players
    read_hand_seats  the players of a hand that is over

Everything else that a tap may look at (a move, a message) is rare enough for the ORM.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Final
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connections

from tables.models.device import Device
from tables.models.hand import Hand, HandSeat
from tables.models.table import Seat, Table
from tournament.models import Entry, Player, Stop, StoredReply, Tournament
from tournament.models.rows import Columns

_DEVICE: Final = Columns(Device, "d")
_TABLE: Final = Columns(Table, "t")
_TOURNAMENT: Final = Columns(
    Tournament,
    "tournament",
    [
        "id", "code", "name", "status", "time_zone", "is_demo", "seats_per_table", "registration_closed_at",
        "draw_made_at", "chip_values", "rule_profile", "rule_overrides", "clock_state", "clock_index",
        "clock_elapsed_ms", "clock_added_ms", "clock_running_since", "clock_version", "clock_hands", "stop_id",
        "bounty_kind",
    ],
)  # fmt: skip
_STOP: Final = Columns(Stop, "stop")
_REPLY: Final = Columns(StoredReply, "r", ["id", "key", "body_sha256", "status", "packed_body"])
_HAND: Final = Columns(
    Hand,
    "h",
    [
        "id", "table_id", "number", "status", "level_index", "level_number", "game", "positions_before",
        "arrivals_before", "is_redealt", "is_counted", "known_before", "started_at", "ended_at",
    ],
)  # fmt: skip
_SEAT: Final = Columns(Seat, "s")
_ENTRY: Final = Columns(
    Entry,
    "e",
    [
        "id",
        "tournament_id",
        "player_id",
        "number",
        "status",
        "stack",
        "is_absent",
        "is_stack_known",
        "penalty_hands",
        "leaving_line_id",
        "chips_to_come",
        "place_first",
        "place_last",
    ],
)
_PLAYER: Final = Columns(Player, "p", ["id", "name", "public_name"])

_HAND_SEAT: Final = Columns(HandSeat, "s")

# How each database makes one value of many rows: of the operations a text, of the seats JSON.
_WORDS: Final = {
    "postgresql": {"joined": "string_agg", "rows": "json_agg", "row": "json_build_array"},
    "sqlite": {"joined": "group_concat", "rows": "json_group_array", "row": "json_array"},
}
# What the screen says of moves is about those that wait, and those made or undone since the last deal. Either
# answer may be yes for one that is none of these, never no.
_TABLE_NOW: Final = f"""
    {_TABLE.sql}, {_TOURNAMENT.sql}, {_STOP.sql}, {_HAND.sql}, tournament.structure_data, h.setup_data,
    (SELECT {{joined}}(o.code, ' ')
        FROM (SELECT code FROM tables_handoperation WHERE hand_id = h.id ORDER BY number) o),
    (SELECT CAST({{rows}}({{row}}({_SEAT.sql}, {_ENTRY.sql}, {_PLAYER.sql})) AS text)
        FROM tables_seat s
        LEFT JOIN tournament_entry e ON e.id = s.entry_id
        LEFT JOIN tournament_player p ON p.id = e.player_id
        WHERE s.table_id = t.id),
    EXISTS (SELECT 1 FROM tables_floormessage m WHERE m.table_id = t.id AND m.done_at IS NULL),
    EXISTS (
        SELECT 1 FROM tables_move m
        WHERE (m.from_table_id = t.id OR m.to_table_id = t.id)
            AND (m.status = 'waiting'
                OR m.applied_at >= COALESCE(h.started_at, t.opened_at)
                OR m.undone_at >= COALESCE(h.started_at, t.opened_at))),
    EXISTS (
        SELECT 1 FROM tables_table o
        WHERE o.tournament_id = t.tournament_id AND o.id <> t.id AND o.status IN ('open', 'held'))
"""  # noqa: S608 - the columns are the models'
_AND_ITS_HAND: Final = """
    JOIN tournament_tournament tournament ON tournament.id = t.tournament_id
    LEFT JOIN tournament_stop stop ON stop.id = tournament.stop_id
    LEFT JOIN tables_hand h ON h.id = (
        SELECT n.id FROM tables_hand n
        WHERE n.table_id = t.id AND n.number > t.hands_before AND n.status <> 'void'
        ORDER BY n.number DESC LIMIT 1)
"""
_LOOK_AT_TABLE: Final = f"""
    SELECT {_TABLE_NOW}
    FROM tables_table t {_AND_ITS_HAND}
    WHERE t.id = %s AND t.tournament_id = %s
"""  # noqa: S608 - the columns are the models'
_LOOK_AT_TABLET: Final = f"""
    SELECT {_DEVICE.sql}, {_REPLY.sql}, {_TABLE_NOW}
    FROM tables_device d
    JOIN tables_table t ON t.id = d.table_id {_AND_ITS_HAND}
    LEFT JOIN tournament_storedreply r ON r.tournament_id = t.tournament_id AND r.key = %s
    WHERE d.token_sha256 = %s
"""  # noqa: S608 - the columns are the models'
_LOOK_AT_HAND_SEATS: Final = f"""
    SELECT {_HAND_SEAT.sql}, {_ENTRY.sql}, {_PLAYER.sql}
    FROM tables_handseat s
    JOIN tournament_entry e ON e.id = s.entry_id
    JOIN tournament_player p ON p.id = e.player_id
    WHERE s.hand_id = %s
    ORDER BY s.seat_number
"""  # noqa: S608 - the columns are the models'
_KEY: Final = StoredReply._meta.get_field("key")
_TOURNAMENT_OF_TABLE: Final = Table._meta.get_field("tournament")
_STOP_OF_TOURNAMENT: Final = Tournament._meta.get_field("stop")
_TABLE_OF_DEVICE: Final = Device._meta.get_field("table")
_ENTRY_OF_SEAT: Final = Seat._meta.get_field("entry")
_ENTRY_OF_HAND_SEAT: Final = HandSeat._meta.get_field("entry")
_PLAYER_OF_ENTRY: Final = Entry._meta.get_field("player")


Values = Mapping[str, Any]
# Of a seat, of the entry that sits there and of its player.
SeatValues = tuple[Values, Values | None, Values | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """A table as it is now, its tournament loaded, with its seats by number, their entries and players loaded.

    `hand` is the newest since the table was opened, complete or in play, `codes` its operations, oldest first; None if
    there is none, and one that was undone does not count. False in `has_messages` and `has_moves` says that there is
    nothing to tell, in `has_others` that no other table is open.
    """

    table: Table
    hand: Hand | None
    codes: list[str]
    seats: tuple[Seat, ...]
    has_messages: bool
    has_moves: bool
    has_others: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TabletRow:
    """A paired tablet as it is now, revoked and expired ones included; `device.table` is that of `stands`.

    `reply` is what its key was answered.
    """

    device: Device
    reply: StoredReply | None
    stands: TableRow


def read_tablet(token_sha256: str, *, key: UUID | None = None) -> TabletRow | None:
    """The tablet with this token, None if there is none. One statement."""
    connection = connections[DEFAULT_DB_ALIAS]
    row = _one(_LOOK_AT_TABLET, [_KEY.get_db_prep_value(key, connection), token_sha256])
    if row is None:
        return None
    device = _DEVICE.read(row, 0)
    reply = _REPLY.find(row, _DEVICE.count)
    stands = _table_row(row, _DEVICE.count + _REPLY.count)
    _TABLE_OF_DEVICE.set_cached_value(device, stands.table)
    return TabletRow(device=device, reply=reply, stands=stands)


def read_table(*, tournament_id: int, table_id: int) -> TableRow:
    """A table of this tournament. One statement. Raises Table.DoesNotExist for another tournament's."""
    row = _one(_LOOK_AT_TABLE, [table_id, tournament_id])
    if row is None:
        raise Table.DoesNotExist
    return _table_row(row, 0)


def _one(sql: str, values: list[Any]) -> tuple[Any, ...] | None:
    with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        cursor.execute(_said(sql, cursor.db.vendor), values)
        row: tuple[Any, ...] | None = cursor.fetchone()
    return row


@cache
def _said(sql: str, vendor: str) -> str:
    """A statement in the words of a database."""
    return sql.format(**_WORDS[vendor])


def _table_row(row: tuple[Any, ...], at: int) -> TableRow:
    table = _TABLE.read(row, at)
    tournament = _TOURNAMENT.read(row, at := at + _TABLE.count)
    _STOP_OF_TOURNAMENT.set_cached_value(tournament, _STOP.find(row, at := at + _TOURNAMENT.count))
    hand = _HAND.find(row, at + _STOP.count)
    structure, setup, codes, seats, has_messages, has_moves, has_others = row[-7:]
    tournament.keep_structure(structure)
    _TOURNAMENT_OF_TABLE.set_cached_value(table, tournament)
    if hand is not None:
        hand.keep_setup(setup)
    return TableRow(
        table=table,
        hand=hand,
        codes=codes.split(" ") if codes else [],
        seats=_seats(seats),
        has_messages=bool(has_messages),
        has_moves=bool(has_moves),
        has_others=bool(has_others),
    )


def _seats(rows: str | None) -> tuple[Seat, ...]:
    return tuple([_seat(*values) for values in _values_of_seats(rows or "[]")])


# As many as a large room has tables in play: in a hand most taps leave the seats as they were.
@lru_cache(maxsize=512)
def _values_of_seats(rows: str) -> tuple[SeatValues, ...]:
    """What the rows of a table's seats hold, by number."""
    seats = [
        (
            _SEAT.values(row, 0),
            _ENTRY.find_values(row, _SEAT.count),
            _PLAYER.find_values(row, _SEAT.count + _ENTRY.count),
        )
        for row in json.loads(rows)
    ]
    return tuple(sorted(seats, key=lambda values: values[0]["number"]))


def _seat(values: Values, of_entry: Values | None, of_player: Values | None) -> Seat:
    seat, entry = _SEAT.made(values), None
    if of_entry is not None and of_player is not None:
        entry = _ENTRY.made(of_entry)
        _PLAYER_OF_ENTRY.set_cached_value(entry, _PLAYER.made(of_player))
    _ENTRY_OF_SEAT.set_cached_value(seat, entry)
    return seat


def read_hand_seats(hand: Hand) -> list[HandSeat]:
    """The players of a hand by seat, with entry and player loaded. One statement."""
    with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        cursor.execute(_LOOK_AT_HAND_SEATS, [hand.pk])
        rows = cursor.fetchall()
    return [_hand_seat(row) for row in rows]


def _hand_seat(row: tuple[Any, ...]) -> HandSeat:
    seat, entry = _HAND_SEAT.read(row, 0), _ENTRY.read(row, _HAND_SEAT.count)
    _PLAYER_OF_ENTRY.set_cached_value(entry, _PLAYER.read(row, _HAND_SEAT.count + _ENTRY.count))
    _ENTRY_OF_HAND_SEAT.set_cached_value(seat, entry)
    return seat
