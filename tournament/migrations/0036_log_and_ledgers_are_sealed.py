"""The log and the ledgers are append-only, and each of their rows gets a link of its tournament's chain.

Rows of before are sealed as they stand: the log first, then the money, then the chips, each in the order of writing.
How a row is digested is written out here once more, because what was sealed by this page stays so.
"""

import hashlib
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

SEALED = {"log": "LogEntry", "money": "MoneyRow", "chips": "ChipRow"}
TABLES = ("tournament_logentry", "tournament_moneyrow", "tournament_chiprow", "tournament_chainlink")
SAYS = "rows of the log and the ledgers are never changed or removed"
CHUNK = 2_000


def forbid_changes(_: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "sqlite":
        for table in TABLES:
            for action in ("update", "delete"):
                schema_editor.execute(
                    f"CREATE TRIGGER {table}_no_{action} BEFORE {action.upper()} ON {table} "
                    f"BEGIN SELECT RAISE(ABORT, '{SAYS}'); END"
                )
        return
    schema_editor.execute(
        "CREATE FUNCTION floorman_append_only() RETURNS trigger LANGUAGE plpgsql AS $$ "
        f"BEGIN RAISE EXCEPTION '{SAYS}' USING ERRCODE = 'restrict_violation'; END $$"
    )
    for table in TABLES:
        for action in ("update", "delete"):
            schema_editor.execute(
                f"CREATE TRIGGER {table}_no_{action} BEFORE {action.upper()} ON {table} "
                "FOR EACH ROW EXECUTE FUNCTION floorman_append_only()"
            )
        # No row is looked at by it.
        schema_editor.execute(
            f"CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION floorman_append_only()"
        )


def seal_what_stands(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    alias = schema_editor.connection.alias
    links = apps.get_model("tournament", "ChainLink").objects.using(alias)
    tournaments = apps.get_model("tournament", "Tournament").objects.using(alias)
    for tournament_id in tournaments.order_by("pk").values_list("pk", flat=True):
        last, made = "", []
        for number, (kind, row) in enumerate(rows_of(apps, alias, tournament_id), 1):
            digest = digest_of(row)
            last = hashlib.sha256(f"{last}\n{number}\n{kind}\n{row['id']}\n{digest}".encode()).hexdigest()
            made.append(
                links.model(
                    tournament_id=tournament_id,
                    number=number,
                    kind=kind,
                    row=row["id"],
                    digest=digest,
                    hash=last,
                    is_of_upgrade=True,
                )
            )
            if len(made) == CHUNK:
                links.bulk_create(made)
                made = []
        links.bulk_create(made)


def rows_of(apps: Apps, alias: str, tournament_id: int) -> Iterator[tuple[str, dict[str, Any]]]:
    for kind, name in SEALED.items():
        model = apps.get_model("tournament", name)
        columns = [field.attname for field in model._meta.concrete_fields]
        rows = model.objects.using(alias).filter(tournament_id=tournament_id).order_by("pk")
        for row in rows.values(*columns).iterator(chunk_size=CHUNK):
            yield kind, row


def digest_of(values: dict[str, Any]) -> str:
    held = {name: plain(value) for name, value in values.items() if value is not None}
    text = json.dumps(held, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="microseconds")
    if isinstance(value, dict):
        return {name: plain(each) for name, each in value.items()}
    if isinstance(value, list):
        return [plain(each) for each in value]
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0035_no_shows_money_is_kept_apart"),
    ]

    operations = [
        migrations.CreateModel(
            name="ChainLink",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[("log", "Log"), ("money", "Money"), ("chips", "Chips")], max_length=5
                    ),
                ),
                ("row", models.BigIntegerField()),
                ("digest", models.CharField(max_length=64)),
                ("hash", models.CharField(max_length=64)),
                ("is_of_upgrade", models.BooleanField(default=False)),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="chain",
                        to="tournament.tournament",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "number"), name="chain_number_once"),
                    models.UniqueConstraint(fields=("kind", "row"), name="chain_row_once"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Verdict",
            fields=[
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="verdict",
                        serialize=False,
                        to="tournament.tournament",
                    ),
                ),
                ("checked_at", models.DateTimeField()),
                ("is_whole", models.BooleanField()),
                ("findings", models.JSONField(default=dict)),
            ],
        ),
        migrations.RunPython(forbid_changes, migrations.RunPython.noop),
        migrations.RunPython(seal_what_stands, migrations.RunPython.noop),
    ]
