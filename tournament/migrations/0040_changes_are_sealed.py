"""Rows that change get a link of the chain with each change: from here on a kind and a row may have many of them.

What stands is sealed as it is. The columns are written out here once more, because what was sealed by this page stays so.
"""

import hashlib
from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import Any

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

FIRST = import_module("tournament.migrations.0036_log_and_ledgers_are_sealed")
CHUNK = 2_000
TABLE = "tournament_chainlink"

# The kind, the model, what one seal is for, the way to the tournament, and what is sealed.
STATES = (
    ("event", "Tournament", "id", "id", (
        "code", "name", "is_demo", "status", "created_at", "starts_at", "time_zone", "house_rules_text",
        "currency", "buy_in_prize", "buy_in_fee", "buy_in_staff", "buy_in_bounty", "buy_in_other",
        "price_data", "deduction_data", "bounty_kind", "mystery_from", "guarantee", "two_people_from",
        "id_from", "tax_form_from", "pay_place", "starting_stack", "recording", "seats_per_table",
        "max_entries", "min_entries", "minimum_waived_at", "entries_per_player", "entries_per_day",
        "rebuy_data", "add_on_data", "phone_queue", "id_check", "late_registration_level",
        "registration_closed_at", "registration_kept_open", "chip_values", "structure_data",
        "payout_scheme_data", "bubble_prize", "side_prizes_from_pool", "seat_event", "payout_unit",
        "rule_profile", "rule_overrides", "draw_made_at", "started_at", "finished_at", "payouts_locked_at",
        "locked_ladder_data", "clock_state", "clock_index", "clock_elapsed_ms", "clock_added_ms",
        "clock_running_since", "clock_version", "stop_id", "chop_id", "chop_wall_data",
    )),
    ("entry", "Entry", "id", "tournament_id", (
        "tournament_id", "player_id", "number", "status", "link_secret", "paid_prize", "paid_fee",
        "paid_staff", "paid_bounty", "paid_other", "price_name", "registered_at", "registered_by_id",
        "eliminated_at",
    )),
    ("places", "Entry", "tournament_id", "tournament_id", (
        "id", "place_first", "place_last",
    )),
    ("prize", "Payout", "id", "tournament_id", (
        "tournament_id", "entry_id", "amount", "withheld", "decided_at", "ready_line_id", "paid_at",
        "paid_by_id",
    )),
    ("penalty", "Penalty", "id", "entry__tournament_id", (
        "entry_id", "kind", "count", "hands", "missed", "offence", "note", "given_at", "log_entry_id",
        "lifted_at",
    )),
    ("pot", "MysteryPot", "id", "tournament_id", (
        "tournament_id", "seed", "reserve", "players", "log_entry_id", "begun_at", "undone_at",
    )),
    ("redraw", "EnvelopeRedraw", "id", "pot__tournament_id", (
        "pot_id", "seed", "order", "log_entry_id", "at",
    )),
    ("envelope", "Envelope", "id", "pot__tournament_id", (
        "pot_id", "place", "value", "entry_id", "opened_at", "is_seen", "log_entry_id",
    )),
    ("bounty", "BountyShare", "id", "tournament_id", (
        "tournament_id", "eliminated_id", "winner_id", "envelope_id", "due", "on_head", "is_at_the_end",
        "log_entry_id", "at", "undone_at", "payment_id",
    )),
    ("chop", "Chop", "id", "tournament_id", (
        "tournament_id", "method", "players", "prizes", "played_for", "second_for", "after_id",
        "log_entry_id", "proposed_at", "agreed_at", "undone_at",
    )),
    ("chop share", "ChopShare", "id", "chop__tournament_id", (
        "chop_id", "entry_id", "stack", "amount", "consent_id",
    )),
    ("side prize", "SidePrize", "id", "tournament_id", (
        "tournament_id", "name", "amount", "is_from_pool", "funding_id", "entry_id", "award_id",
        "payment_id", "removed_at",
    )),
    ("till", "Till", "id", "tournament_id", (
        "account_id", "tournament_id", "currency", "opening_float", "opened_at", "opened_line_id",
        "closed_at", "closed_line_id", "expected", "counted", "undone_at",
    )),
    ("carried", "CashTransfer", "id", "tournament_id", (
        "tournament_id", "from_till_id", "to_till_id", "amount", "log_entry_id", "corrects_id",
    )),
    ("id check", "IdCheck", "id", "tournament_id", (
        "tournament_id", "player_id", "checked_at", "log_entry_id",
    )),
    ("chip sale", "ChipSale", "id", "tournament_id", (
        "tournament_id", "entry_id", "kind", "chips", "paid_prize", "paid_fee", "paid_staff", "paid_bounty",
        "sold_at", "log_entry_id", "put_on_at", "collected_at", "undone_at",
    )),
    ("held", "HeldPayment", "id", "tournament_id", (
        "tournament_id", "entry_id", "kind", "side_prize_id", "amount", "papers", "asked_by_id",
        "asked_line_id", "confirmed_by_id", "withdrawn_at",
    )),
    ("staff", "StaffMember", "id", "tournament_id", (
        "account_id", "tournament_id", "role",
    )),
    ("stop", "Stop", "id", "tournament_id", (
        "tournament_id", "kind", "announced_at", "ended_at", "hands", "until_left", "round",
        "round_over_at", "next_by_itself", "locks_run_outs", "minutes", "resumes_clock", "bagged_at",
    )),
    ("round bust", "RoundBust", "id", "entry__tournament_id", (
        "entry_id", "stop_id", "round", "table_number", "starting_stack",
    )),
)  # fmt: skip


def forbid_changes_again(_: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """SQLite makes the table anew for a changed column, and forgets its triggers."""
    if schema_editor.connection.vendor != "sqlite":
        return
    for action in ("update", "delete"):
        schema_editor.execute(f"DROP TRIGGER IF EXISTS {TABLE}_no_{action}")
        schema_editor.execute(
            f"CREATE TRIGGER {TABLE}_no_{action} BEFORE {action.upper()} ON {TABLE} "
            f"BEGIN SELECT RAISE(ABORT, '{FIRST.SAYS}'); END"
        )


def seal_what_stands(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    alias = schema_editor.connection.alias
    for tournament_id in tournaments(apps, alias):
        append(apps, alias, tournament_id, sealed(apps, alias, tournament_id, "tournament", STATES))


def tournaments(apps: Apps, alias: str) -> list[int]:
    rows = apps.get_model("tournament", "Tournament").objects.using(alias)
    return list(rows.order_by("pk").values_list("pk", flat=True))


def sealed(
    apps: Apps,
    alias: str,
    tournament_id: int,
    app: str,
    states: Iterable[tuple[str, str, str, str, tuple[str, ...]]],
) -> Iterator[tuple[str, int, str]]:
    """Kind, unit and digest of what stands."""
    for kind, name, by, tournament, columns in states:
        rows = apps.get_model(app, name).objects.using(alias).filter(**{tournament: tournament_id})
        if kind == "places":
            rows = rows.exclude(place_first=None, place_last=None)
        units: dict[int, list[dict[str, Any]]] = {}
        for unit, *values in rows.order_by("pk").values_list(by, *columns):
            units.setdefault(unit, []).append(dict(zip(columns, values, strict=True)))
        for unit, of_unit in units.items():
            yield kind, unit, FIRST.digest_of({"rows": of_unit})


def append(apps: Apps, alias: str, tournament_id: int, rows: Iterable[tuple[str, int, str]]) -> None:
    """A link for each of (kind, row, digest), after those that are there."""
    links = apps.get_model("tournament", "ChainLink").objects.using(alias)
    newest = links.filter(tournament_id=tournament_id).order_by("-number").values_list("number", "hash")
    first, last = newest.first() or (0, "")
    made = []
    for number, (kind, row, digest) in enumerate(rows, first + 1):
        last = hashlib.sha256(f"{last}\n{number}\n{kind}\n{row}\n{digest}".encode()).hexdigest()
        made.append(
            links.model(
                tournament_id=tournament_id,
                number=number,
                kind=kind,
                row=row,
                digest=digest,
                hash=last,
                is_of_upgrade=True,
            )
        )
        if len(made) == CHUNK:
            links.bulk_create(made)
            made = []
    links.bulk_create(made)


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0039_the_house_has_a_verdict"),
    ]

    operations = [
        *(
            migrations.AlterModelOptions(name=name, options={"base_manager_name": "objects"})
            for name in ("enveloperedraw", "stop")
        ),
        migrations.RemoveConstraint(model_name="chainlink", name="chain_row_once"),
        migrations.AlterField(model_name="chainlink", name="kind", field=models.CharField(max_length=12)),
        migrations.AddConstraint(
            model_name="chainlink",
            constraint=models.UniqueConstraint(
                condition=models.Q(("kind__in", ["log", "money", "chips"])),
                fields=("kind", "row"),
                name="chain_row_once",
            ),
        ),
        migrations.RunPython(forbid_changes_again, migrations.RunPython.noop),
        migrations.RunPython(seal_what_stands, migrations.RunPython.noop),
    ]
