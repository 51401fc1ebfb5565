"""The statements by which a tap looks at its table, without a lock; `tables.models.writing` has those that write.

    read_tablet      the tablet of a cookie, its table and tournament, and the reply that a key was given
    read_hand        the newest hand of a table with its operations
    read_seats       the seats of a table with their players
    read_hand_seats  the players of a hand that is over

Everything else that a tap may look at (a move, a message) is rare enough for the ORM.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.db import connection

from tables.models.device import Device
from tables.models.hand import Hand, HandSeat
from tables.models.table import Seat, Table
from tournament.models import Entry, Player, StoredReply, Tournament
from tournament.models.rows import Columns

_DEVICE: Final = Columns(Device, "d")
_TABLE: Final = Columns(Table, "t")
_TOURNAMENT: Final = Columns(
    Tournament,
    "e",
    [
        "id", "code", "name", "status", "time_zone", "is_demo", "seats_per_table", "registration_closed_at",
        "draw_made_at", "chip_values", "rule_profile", "rule_overrides", "clock_state", "clock_index",
        "clock_elapsed_ms", "clock_added_ms", "clock_running_since", "clock_version",
    ],
)  # fmt: skip
_REPLY: Final = Columns(StoredReply, "r", ["id", "key", "body_sha256", "status", "packed_body"])
_HAND: Final = Columns(
    Hand,
    "h",
    [
        "id", "table_id", "number", "status", "level_index", "level_number", "game", "positions_before",
        "arrivals_before", "is_redealt", "started_at", "ended_at",
    ],
)  # fmt: skip
_SEAT: Final = Columns(Seat, "s")
_ENTRY: Final = Columns(
    Entry,
    "e",
    ["id", "tournament_id", "player_id", "number", "status", "stack", "place_first", "place_last"],
)
_PLAYER: Final = Columns(Player, "p", ["id", "name", "public_name"])

_HAND_SEAT: Final = Columns(HandSeat, "s")

# What the screen says of moves is about those that wait, and those made or undone since the last deal. Either
# answer may be yes for one that is none of these, never no.
_LOOK_AT_TABLET: Final = f"""
    SELECT {_DEVICE.sql}, {_TABLE.sql}, {_TOURNAMENT.sql}, {_REPLY.sql}, e.structure_data,
        EXISTS (SELECT 1 FROM tables_floormessage m WHERE m.table_id = t.id AND m.done_at IS NULL),
        EXISTS (
            SELECT 1 FROM tables_move m,
                (SELECT COALESCE(
                    (SELECT h.started_at FROM tables_hand h
                        WHERE h.table_id = t.id AND h.number > t.hands_before AND h.status <> 'void'
                        ORDER BY h.number DESC LIMIT 1),
                    t.opened_at) AS at) since
            WHERE (m.from_table_id = t.id OR m.to_table_id = t.id)
                AND (m.status = 'waiting' OR m.applied_at >= since.at OR m.undone_at >= since.at))
    FROM tables_device d
    JOIN tables_table t ON t.id = d.table_id
    JOIN tournament_tournament e ON e.id = t.tournament_id
    LEFT JOIN tournament_storedreply r ON r.tournament_id = e.id AND r.key = %s
    WHERE d.token_sha256 = %s
"""  # noqa: S608 - the columns are the models'
_LOOK_AT_HAND: Final = f"""
    SELECT {_HAND.sql}, h.setup_data,
        (SELECT {{joined}}(o.code, ' ')
            FROM (SELECT code FROM tables_handoperation WHERE hand_id = h.id ORDER BY number) o)
    FROM tables_hand h
    WHERE h.table_id = %s AND h.number > %s AND h.status <> 'void'
    ORDER BY h.number DESC LIMIT 1
"""  # noqa: S608 - the columns are the models'
_LOOK_AT_SEATS: Final = f"""
    SELECT {_SEAT.sql}, {_ENTRY.sql}, {_PLAYER.sql}
    FROM tables_seat s
    LEFT JOIN tournament_entry e ON e.id = s.entry_id
    LEFT JOIN tournament_player p ON p.id = e.player_id
    WHERE s.table_id = %s
    ORDER BY s.number
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
_TABLE_OF_DEVICE: Final = Device._meta.get_field("table")
_ENTRY_OF_SEAT: Final = Seat._meta.get_field("entry")
_ENTRY_OF_HAND_SEAT: Final = HandSeat._meta.get_field("entry")
_PLAYER_OF_ENTRY: Final = Entry._meta.get_field("player")


@dataclass(frozen=True, slots=True, kw_only=True)
class TabletRow:
    """A paired tablet as it is now, with `device.table` and its tournament, revoked and expired ones included.

    `reply` is what its key was answered; False in `has_messages` and `has_moves` says that there is nothing to tell.
    """

    device: Device
    reply: StoredReply | None
    has_messages: bool
    has_moves: bool


def read_tablet(token_sha256: str, *, key: UUID | None = None) -> TabletRow | None:
    """The tablet with this token, None if there is none. One statement."""
    with connection.cursor() as cursor:
        cursor.execute(_LOOK_AT_TABLET, [_KEY.get_db_prep_value(key, connection), token_sha256])
        row = cursor.fetchone()
    if row is None:
        return None
    at = 0
    device = _DEVICE.read(row, at)
    table = _TABLE.read(row, at := at + _DEVICE.count)
    tournament = _TOURNAMENT.read(row, at := at + _TABLE.count)
    reply = _REPLY.find(row, at + _TOURNAMENT.count)
    structure, has_messages, has_moves = row[-3:]
    tournament.keep_structure(structure)
    _TOURNAMENT_OF_TABLE.set_cached_value(table, tournament)
    _TABLE_OF_DEVICE.set_cached_value(device, table)
    return TabletRow(device=device, reply=reply, has_messages=bool(has_messages), has_moves=bool(has_moves))


def read_hand(table: Table) -> tuple[Hand, list[str]] | None:
    """The newest hand since the table was opened, complete or in play, and the codes of its operations, oldest first.

    None if there is none; one that was undone does not count. One statement.
    """
    joined = "string_agg" if connection.vendor == "postgresql" else "group_concat"
    with connection.cursor() as cursor:
        cursor.execute(_LOOK_AT_HAND.format(joined=joined), [table.pk, table.hands_before])
        row = cursor.fetchone()
    if row is None:
        return None
    hand = _HAND.read(row, 0)
    setup, codes = row[-2:]
    hand.keep_setup(setup)
    return hand, codes.split(" ") if codes else []


def read_seats(table: Table) -> list[Seat]:
    """The seats of a table by number, with entry and player loaded. One statement."""
    with connection.cursor() as cursor:
        cursor.execute(_LOOK_AT_SEATS, [table.pk])
        rows = cursor.fetchall()
    return [_seat(row) for row in rows]


def _seat(row: tuple[object, ...]) -> Seat:
    seat = _SEAT.read(row, 0)
    entry = _ENTRY.find(row, _SEAT.count)
    if entry is not None:
        _PLAYER_OF_ENTRY.set_cached_value(entry, _PLAYER.read(row, _SEAT.count + _ENTRY.count))
    _ENTRY_OF_SEAT.set_cached_value(seat, entry)
    return seat


def read_hand_seats(hand: Hand) -> list[HandSeat]:
    """The players of a hand by seat, with entry and player loaded. One statement."""
    with connection.cursor() as cursor:
        cursor.execute(_LOOK_AT_HAND_SEATS, [hand.pk])
        rows = cursor.fetchall()
    return [_hand_seat(row) for row in rows]


def _hand_seat(row: tuple[object, ...]) -> HandSeat:
    seat, entry = _HAND_SEAT.read(row, 0), _ENTRY.read(row, _HAND_SEAT.count)
    _PLAYER_OF_ENTRY.set_cached_value(entry, _PLAYER.read(row, _HAND_SEAT.count + _ENTRY.count))
    _ENTRY_OF_HAND_SEAT.set_cached_value(seat, entry)
    return seat
