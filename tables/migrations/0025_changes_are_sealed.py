"""Tables, seats, draws, moves, busts and hands that are over are sealed as they stand; from here on with each change.

The columns are written out here once more, because what was sealed by this page stays so.
"""

from collections.abc import Iterator
from importlib import import_module
from typing import Any

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

SEALS = import_module("tournament.migrations.0040_changes_are_sealed")
# So many hands with their operations are held at once.
CHUNK = 200

# The kind, the model, what one seal is for, the way to the tournament, and what is sealed.
STATES = (
    ("table", "Table", "id", "tournament_id", (
        "tournament_id", "number", "seats_count", "status", "hold_reason", "name", "zone_id",
        "opening_place", "breaking_place", "plays_on_with", "opened_at", "closed_at", "recording",
        "hands_before",
    )),
    ("seats", "Seat", "table_id", "table__tournament_id", (
        "id", "number", "entry_id", "is_locked",
    )),
    ("draw", "SeatDraw", "id", "tournament_id", (
        "tournament_id", "kind", "tables_left", "seed", "result", "made_at", "log_entry_id",
    )),
    ("move", "Move", "id", "tournament_id", (
        "tournament_id", "entry_id", "kind", "status", "from_table_id", "from_seat", "to_table_id",
        "to_seat", "reasons", "told_to_wait", "created_at", "created_by_id", "applied_at", "undone_at",
    )),
    ("bust", "Bust", "id", "table__tournament_id", (
        "table_id", "seat_number", "entry_id", "hand_id", "log_entry_id", "at", "undone_at", "back_at",
    )),
    ("bag", "Bag", "id", "stop__tournament_id", (
        "stop_id", "entry_id", "chips", "counted_at",
    )),
    ("time chip", "TimeChip", "id", "entry__tournament_id", (
        "entry_id", "hand_id", "operations", "seconds", "is_final", "used_at",
    )),
    ("dispute", "Dispute", "id", "hand__table__tournament_id", (
        "hand_id", "about", "said", "rule", "opened_at", "answer", "answered_at",
    )),
    ("alternate", "Alternate", "id", "entry__tournament_id", (
        "entry_id", "waits_since", "is_held_back", "called_at", "table_id", "seat_number",
    )),
    ("kept seat", "SeatReservation", "id", "seat__table__tournament_id", (
        "seat_id", "name", "reason", "player_id",
    )),
    ("zone", "Zone", "id", "tournament_id", (
        "tournament_id", "name", "staff",
    )),
    ("tablet", "Device", "id", "tournament_id", (
        "tournament_id", "table_id", "name", "token_sha256", "paired_at", "revoked_at",
    )),
)  # fmt: skip
HAND = (
    "table_id", "number", "status", "level_index", "level_number", "game", "setup_data", "positions_before",
    "arrivals_before", "device_id", "account_id", "is_redealt", "is_counted", "known_before", "started_at",
    "ended_at",
)  # fmt: skip
OPERATION = ("number", "code", "at", "device_id", "account_id")
SEAT = ("seat_number", "entry_id", "starting_stack", "finishing_stack", "sits_out")


def seal_what_stands(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    alias = schema_editor.connection.alias
    for tournament_id in SEALS.tournaments(apps, alias):
        SEALS.append(apps, alias, tournament_id, sealed(apps, alias, tournament_id))


def sealed(apps: Apps, alias: str, tournament_id: int) -> Iterator[tuple[str, int, str]]:
    yield from SEALS.sealed(apps, alias, tournament_id, "tables", STATES)
    yield from hands(apps, alias, tournament_id)
    yield from credits_of_busts(apps, alias, tournament_id)


def hands(apps: Apps, alias: str, tournament_id: int) -> Iterator[tuple[str, int, str]]:
    rows = apps.get_model("tables", "Hand").objects.using(alias)
    over = rows.filter(table__tournament_id=tournament_id, is_counted=False).exclude(status="open")
    keys = list(over.order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(keys), CHUNK):
        yield from of_hands(apps, alias, keys[start : start + CHUNK])


def of_hands(apps: Apps, alias: str, keys: list[int]) -> Iterator[tuple[str, int, str]]:
    def rows(name: str) -> Any:
        return apps.get_model("tables", name).objects.using(alias)

    found: dict[int, dict[str, Any]] = {
        pk: {"hand": list(values), "operations": [], "seats": [], "knocked_out": []}
        for pk, *values in rows("Hand").filter(pk__in=keys).order_by("pk").values_list("id", *HAND)
    }
    operations = rows("HandOperation").filter(hand__in=keys).order_by("number", "pk")
    for pk, *values in operations.values_list("hand_id", *OPERATION):
        found[pk]["operations"].append(values)
    seats = rows("HandSeat").filter(hand__in=keys).order_by("seat_number", "pk")
    for pk, *values in seats.values_list("hand_id", *SEAT):
        found[pk]["seats"].append(values)
    by = seats.filter(knocked_out_by__isnull=False).order_by("seat_number", "knocked_out_by")
    for pk, *values in by.values_list("hand_id", "seat_number", "knocked_out_by"):
        found[pk]["knocked_out"].append(values)
    for pk, parts in found.items():
        yield "hand", pk, SEALS.FIRST.digest_of(parts)


def credits_of_busts(apps: Apps, alias: str, tournament_id: int) -> Iterator[tuple[str, int, str]]:
    credited: dict[int, list[int]] = {}
    busts = apps.get_model("tables", "Bust").objects.using(alias).filter(table__tournament_id=tournament_id)
    for pk, entry in busts.order_by("pk", "credited_to").values_list("id", "credited_to"):
        credited.setdefault(pk, []).extend([entry] if entry else [])
    for pk, entries in credited.items():
        yield "credit", pk, SEALS.FIRST.digest_of({"credited_to": entries})


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0024_prices_are_said_and_knock_outs_kept"),
        ("tournament", "0040_changes_are_sealed"),
    ]

    operations = [
        *(
            migrations.AlterModelOptions(name=name, options={"base_manager_name": "objects"})
            for name in ("device", "seatdraw", "seatreservation", "timechip")
        ),
        migrations.RunPython(seal_what_stands, migrations.RunPython.noop),
    ]
