from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.db import connection, models, transaction
from django.db.models import F

from tests.factories import NOW, enter, make_tournament
from tests.tampering import past_the_triggers
from tournament.models import ChainLink, ChipRow, LogEntry, MoneyRow, Tournament
from tournament.models.chain import values_of
from tournament.models.links import NOTHING, digest_of, hash_of
from tournament.queries.chain.seals import head, seal_of_line
from tournament.queries.chain.triggers import SEALED
from tournament.queries.chain.whole import broken_seals, differs_from_paper, open_tables

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Tournament:
    tournament = make_tournament()
    enter(tournament, "Anna Verdi", "Bruno Neri", "Carla Rossi")
    return tournament


def found(tournament: Tournament) -> list[str]:
    return list(broken_seals(tournament))


def middle(model: type[models.Model], tournament: Tournament) -> models.QuerySet[models.Model]:
    """One row with others before and after it."""
    rows = model._default_manager.filter(tournament=tournament).order_by("pk")
    return rows.filter(pk=rows[len(rows) // 2].pk)


def number_of(kind: str, row: int) -> int:
    return ChainLink.objects.get(kind=kind, row=row).number


def test_an_evening_that_nobody_has_touched_is_whole(evening: Tournament) -> None:
    assert found(evening) == []
    assert list(open_tables()) == []


def test_f20_an_altered_line_of_the_log_is_named(evening: Tournament) -> None:
    row = LogEntry.objects.get(pk=middle(LogEntry, evening).get().pk)
    with past_the_triggers():
        LogEntry.objects.filter(pk=row.pk).update(actor="Somebody else")

    number = number_of("log", row.pk)
    words = f"line {row.pk} of the log (2026-03-14 21:00:00, {row.verb}, Somebody else)"
    assert found(evening) == [f"Seal {number}: {words} was altered after it was written."]


def test_f20_an_altered_figure_deep_in_the_data_of_a_line_is_named(evening: Tournament) -> None:
    row = LogEntry.objects.filter(tournament=evening, verb="entry_registered").latest("pk")
    with past_the_triggers():
        LogEntry.objects.filter(pk=row.pk).update(data={**row.data, "number": row.data["number"] + 1})

    assert [each.split(" (")[0] for each in found(evening)] == [
        f"Seal {number_of('log', row.pk)}: line {row.pk} of the log"
    ]


def test_an_altered_amount_is_named(evening: Tournament) -> None:
    row = middle(MoneyRow, evening).get()
    with past_the_triggers():
        MoneyRow.objects.filter(pk=row.pk).update(amount=F("amount") + 1)

    (says,) = found(evening)
    assert says.startswith(
        f"Seal {number_of('money', row.pk)}: row {row.pk} of the money ledger (2026-03-14 21:00:00, "
    )
    assert says.endswith(") was altered after it was written.")


@pytest.mark.parametrize(
    ("model", "kind", "words"),
    [
        (LogEntry, "log", "line {row} of the log"),
        (MoneyRow, "money", "row {row} of the money ledger"),
        (ChipRow, "chips", "row {row} of the chip ledger"),
    ],
)
def test_f20_a_row_that_was_removed_is_named(
    evening: Tournament, model: type[models.Model], kind: str, words: str
) -> None:
    row = middle(model, evening).get().pk
    with past_the_triggers(), connection.constraint_checks_disabled():
        middle(model, evening)._raw_delete("default")
        # As it comes to the checks at the end of a test: nothing names the row any more.
        MoneyRow.objects.filter(log_entry=row).update(log_entry=None)
        ChipRow.objects.filter(log_entry=row).update(log_entry=None)

    assert f"Seal {number_of(kind, row)}: {words.format(row=row)} was removed." in found(evening)


def test_a_thousand_chips_added_by_hand_are_named(evening: Tournament) -> None:
    (row,) = models.QuerySet[ChipRow](ChipRow).bulk_create(
        [ChipRow(tournament=evening, kind="issued", amount=1_000, at=NOW)]
    )

    said = f"row {row.pk} of the chip ledger (2026-03-14 21:00:00, Issued, 1000) has no seal: "
    assert found(evening) == [said + "it was added outside Floorman."]


def test_a_line_that_is_saved_by_itself_has_no_seal(evening: Tournament) -> None:
    line = LogEntry(tournament=evening, at=NOW, verb="prize_paid", actor="Nobody")
    line.save()

    assert [each.split(" (")[0] for each in found(evening)] == [f"line {line.pk} of the log"]


def test_a_row_that_was_moved_to_another_tournament_is_missed_here_and_added_there(
    evening: Tournament,
) -> None:
    other = make_tournament(name="Another one")
    row = middle(MoneyRow, evening).get().pk
    with past_the_triggers():
        MoneyRow.objects.filter(pk=row).update(tournament=other)

    assert found(evening) == [f"Seal {number_of('money', row)}: row {row} of the money ledger was removed."]
    assert [each.split(" (")[0] for each in found(other)] == [f"row {row} of the money ledger"]


def altered_hash(link: ChainLink) -> None:
    ChainLink.objects.filter(pk=link.pk).update(hash="0" * 64)


def altered_digest(link: ChainLink) -> None:
    """As somebody does who has altered the row too, and thinks of its digest but not of the hash."""
    row = LogEntry.objects.get(pk=link.row)
    LogEntry.objects.filter(pk=row.pk).update(actor="Somebody else")
    row.refresh_from_db()
    ChainLink.objects.filter(pk=link.pk).update(digest=digest_of(values_of(row)))


@pytest.mark.parametrize("alter", [altered_hash, altered_digest])
def test_a_seal_that_was_altered_is_named_first(
    evening: Tournament, alter: Callable[[ChainLink], None]
) -> None:
    link = ChainLink.objects.filter(tournament=evening, kind="log")[1]
    with past_the_triggers():
        alter(link)

    assert found(evening)[0] == f"Seal {link.number} was altered."


def test_a_seal_of_an_unknown_kind_is_named_and_its_row_and_the_seals_after_it_are_checked(
    evening: Tournament,
) -> None:
    line = ChainLink.objects.get(tournament=evening, number=1).row
    row = middle(MoneyRow, evening).get().pk
    with past_the_triggers():
        ChainLink.objects.filter(tournament=evening, number=1).update(kind="x")
        MoneyRow.objects.filter(pk=row).update(amount=F("amount") + 1)

    says = found(evening)
    assert says[:2] == ["Seal 1 was altered.", f"Seal 1 refers to a row that cannot exist: 'x', {line}."]
    assert says[2].startswith(f"Seal {number_of('money', row)}: row {row} of the money ledger (")
    assert says[3].startswith(f"line {line} of the log (")
    assert says[3].endswith(" has no seal: it was added outside Floorman.")
    assert len(says) == 4


def write_past_the_columns(model: type[models.Model], row: int, column: str, value: str) -> None:
    """What is written is SQL, and of no kind that the column is for."""
    with past_the_triggers(), connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA ignore_check_constraints = ON")
        cursor.execute(f"UPDATE {model._meta.db_table} SET {column} = {value} WHERE id = {row}")
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA ignore_check_constraints = OFF")


UNREADABLE = {
    "sqlite": [
        (LogEntry, "log", "at", "'garbage'"),
        (LogEntry, "log", "at", "'2026-13-45 00:00:00'"),
        (LogEntry, "log", "at", "12"),
        (LogEntry, "log", "data", "'{'"),
        (LogEntry, "log", "actor", "CAST(x'ff' AS TEXT)"),
        (MoneyRow, "money", "at", "'garbage'"),
        (MoneyRow, "money", "amount", "'lots'"),
        (ChipRow, "chips", "amount", "'lots'"),
        (ChipRow, "chips", "amount", "x'00'"),
    ],
    "postgresql": [(LogEntry, "log", "at", "'infinity'"), (MoneyRow, "money", "at", "'-infinity'")],
}
NAMES = {
    "log": "line {row} of the log",
    "money": "row {row} of the money ledger",
    "chips": "row {row} of the chip ledger",
}


def test_a_row_that_cannot_be_read_is_named_and_hides_no_other(evening: Tournament) -> None:
    other = LogEntry.objects.filter(tournament=evening).latest("pk").pk
    with past_the_triggers():
        LogEntry.objects.filter(pk=other).update(actor="Somebody else")

    for model, kind, column, value in UNREADABLE[connection.vendor]:
        row = middle(model, evening).get().pk
        with transaction.atomic():
            write_past_the_columns(model, row, column, value)
            says = sorted(found(evening))
            transaction.set_rollback(True)

        name = NAMES[kind].format(row=row)
        assert [re.split(r" \(| was", each)[0] for each in says] == sorted(
            [
                f"Seal {number_of(kind, row)}: {name}",
                f"Seal {number_of('log', other)}: line {other} of the log",
            ]
        ), (column, value)


def test_a_row_that_cannot_be_read_is_named_also_if_its_seal_was_made_for_it(evening: Tournament) -> None:
    row = middle(LogEntry, evening).get().pk
    column = {"sqlite": "'garbage'", "postgresql": "'infinity'"}[connection.vendor]
    link = ChainLink.objects.filter(tournament=evening, kind="log", row=row)
    with past_the_triggers():
        link.update(digest="unreadable")
    write_past_the_columns(LogEntry, row, "at", column)

    number = number_of("log", row)
    assert f"Seal {number}: line {row} of the log was altered after it was written." in found(evening)


@pytest.mark.sqlite
def test_a_seal_without_a_number_is_named(evening: Tournament) -> None:
    third, fifth = ChainLink.objects.filter(tournament=evening, number__in=[3, 5]).order_by("number")
    write_past_the_columns(ChainLink, third.pk, "row", "'x'")
    write_past_the_columns(ChainLink, fifth.pk, "number", "'x'")

    says = found(evening)
    assert f"Seal 3 refers to a row that cannot exist: '{third.kind}', 'x'." in says
    assert "Seal 5 was removed." in says
    assert "A seal has an invalid number: 'x'." in says


def test_seals_that_were_removed_with_their_rows_leave_a_gap(evening: Tournament) -> None:
    with past_the_triggers():
        links = list(ChainLink.objects.filter(tournament=evening, kind="money").order_by("number")[:2])
        for link in links:
            MoneyRow.objects.filter(pk=link.row).delete()
            ChainLink.objects.filter(pk=link.pk).delete()

    first, second = (link.number for link in links)
    assert found(evening) == [f"Seals {first} to {second} were removed."]


@pytest.mark.parametrize(
    ("action", "says"),
    [
        ("update", "Rows of the table tournament_moneyrow can be altered"),
        ("delete", "Rows of the table tournament_moneyrow can be removed"),
        pytest.param("truncate", "The table tournament_moneyrow can be emptied", marks=pytest.mark.postgres),
    ],
)
def test_a_trigger_that_is_missing_is_named(evening: Tournament, action: str, says: str) -> None:
    name = f"tournament_moneyrow_no_{action}"
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute(f"ALTER TABLE tournament_moneyrow DISABLE TRIGGER {name}")
        else:
            cursor.execute(f"DROP TRIGGER {name}")

    assert list(open_tables()) == [f"{says}: its trigger {name} is missing or off."]


NAME = "tournament_moneyrow_no_delete"
FUNCTION = "FUNCTION floorman_append_only() RETURNS trigger LANGUAGE plpgsql AS"
REMADE = "BEFORE DELETE ON tournament_moneyrow"
NO_LONGER_AS_MADE = {
    "sqlite": {
        "a trigger that does nothing": f"DROP TRIGGER {NAME}; CREATE TRIGGER {NAME} {REMADE} BEGIN SELECT 1; END",
        "a trigger with a condition": (
            f"DROP TRIGGER {NAME}; CREATE TRIGGER {NAME} {REMADE} WHEN old.id < 0 "
            "BEGIN SELECT RAISE(ABORT, 'rows of the log and the ledgers are never changed or removed'); END"
        ),
        "a trigger of another table": (
            f"DROP TRIGGER {NAME}; CREATE TRIGGER {NAME} BEFORE DELETE ON tournament_verdict "
            "BEGIN SELECT RAISE(ABORT, 'rows of the log and the ledgers are never changed or removed'); END"
        ),
    },
    "postgresql": {
        "switched off": f"ALTER TABLE tournament_moneyrow DISABLE TRIGGER {NAME}",
        "of replicas only": f"ALTER TABLE tournament_moneyrow ENABLE REPLICA TRIGGER {NAME}",
        "a trigger of another function": (
            f"DROP TRIGGER {NAME} ON tournament_moneyrow; CREATE {FUNCTION.replace('floorman_append_only', 'other')} "
            f"'BEGIN RETURN OLD; END'; CREATE TRIGGER {NAME} {REMADE} FOR EACH ROW EXECUTE FUNCTION other()"
        ),
        "a trigger with a condition": (
            f"DROP TRIGGER {NAME} ON tournament_moneyrow; CREATE TRIGGER {NAME} {REMADE} FOR EACH ROW "
            "WHEN (old.id < 0) EXECUTE FUNCTION floorman_append_only()"
        ),
        "a trigger of another table": (
            f"DROP TRIGGER {NAME} ON tournament_moneyrow; CREATE TRIGGER {NAME} BEFORE DELETE ON tournament_verdict "
            "FOR EACH ROW EXECUTE FUNCTION floorman_append_only()"
        ),
        "a table of that name in another schema": (
            f"DROP TRIGGER {NAME} ON tournament_moneyrow; CREATE SCHEMA before_restore_x; "
            "CREATE TABLE before_restore_x.tournament_moneyrow (id int); "
            f"CREATE TRIGGER {NAME} BEFORE DELETE ON before_restore_x.tournament_moneyrow "
            "FOR EACH ROW EXECUTE FUNCTION floorman_append_only()"
        ),
    },
}


def run(statements: str) -> None:
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute(statements)
            return
        # One at a time, and the semicolons within a trigger end none.
        for statement in re.split(r";\s(?=CREATE)", statements):
            cursor.execute(statement)


def test_i32_a_trigger_that_is_there_by_name_only_is_named(evening: Tournament) -> None:
    for what, statements in NO_LONGER_AS_MADE[connection.vendor].items():
        with transaction.atomic():
            run(statements)
            says = list(open_tables())
            transaction.set_rollback(True)

        assert says == [
            f"Rows of the table tournament_moneyrow can be removed: its trigger {NAME} is missing or off."
        ], what
    assert list(open_tables()) == []


@pytest.mark.postgres
def test_i32_a_function_that_refuses_nothing_any_more_is_named(evening: Tournament) -> None:
    run(f"CREATE OR REPLACE {FUNCTION} 'BEGIN RETURN NULL; END'")

    assert len(list(open_tables())) == 15


@pytest.mark.postgres
def test_i32_the_triggers_that_a_restore_has_kept_aside_are_not_those_of_the_database(
    evening: Tournament,
) -> None:
    """As `manage.py restore --replace` leaves the former database: in a schema of its own, with all its triggers."""
    schema = "before_restore_x"
    run(f"CREATE SCHEMA {schema}; CREATE {FUNCTION.replace('floorman', f'{schema}.floorman')} 'BEGIN END'")
    for table in SEALED:
        run(f"CREATE TABLE {schema}.{table} (id int)")
        for action, each in (("update", "ROW"), ("delete", "ROW"), ("truncate", "STATEMENT")):
            name = f"{table}_no_{action}"
            run(
                f"CREATE TRIGGER {name} BEFORE {action} ON {schema}.{table} FOR EACH {each} "
                f"EXECUTE FUNCTION {schema}.floorman_append_only(); DROP TRIGGER {name} ON {table}"
            )

    assert len(list(open_tables())) == 15


# --- The head on paper


def cut_off(tournament: Tournament, *, count: int) -> None:
    """Remove the newest rows with their seals, so that what is left is whole by itself."""
    tables = {"log": LogEntry, "money": MoneyRow, "chips": ChipRow}
    for link in ChainLink.objects.filter(tournament=tournament).order_by("-number")[:count]:
        tables[link.kind]._default_manager.filter(pk=link.row).delete()
        ChainLink.objects.filter(pk=link.pk).delete()


def written_anew(tournament: Tournament, *, since: int) -> None:
    """Make the chain anew from a seal on, as somebody does who knows how it is made."""
    links = ChainLink.objects.filter(tournament=tournament).order_by("number")
    before = links.get(number=since - 1).hash if since > 1 else NOTHING
    tables = {"log": LogEntry, "money": MoneyRow, "chips": ChipRow}
    for link in links.filter(number__gte=since):
        digest = digest_of(values_of(tables[link.kind]._default_manager.get(pk=link.row)))
        before = hash_of(before, number=link.number, kind=link.kind, row=link.row, digest=digest)
        ChainLink.objects.filter(pk=link.pk).update(digest=digest, hash=before)


def test_what_was_cut_off_at_the_end_is_only_found_by_the_seal_on_paper(evening: Tournament) -> None:
    printed = head(evening.pk)
    assert printed is not None
    paper = {"number": printed.number, "printed": printed.short.replace(" ", "")}
    assert differs_from_paper(evening, **paper) == ""  # type: ignore[arg-type]

    with past_the_triggers():
        cut_off(evening, count=2)

    assert found(evening) == []
    last = printed.number - 2
    assert differs_from_paper(evening, **paper) == (  # type: ignore[arg-type]
        f"The chain ends at seal {last}: the 2 after it, up to {printed.number}, were removed."
    )


def test_a_chain_that_was_made_anew_is_only_found_by_the_seal_on_paper(evening: Tournament) -> None:
    printed = head(evening.pk)
    assert printed is not None
    row = middle(MoneyRow, evening).get().pk
    with past_the_triggers():
        MoneyRow.objects.filter(pk=row).update(amount=F("amount") + 1)
        written_anew(evening, since=number_of("money", row))

    assert found(evening) == []
    says = differs_from_paper(evening, number=printed.number, printed=printed.hash[:8])
    now = head(evening.pk)
    assert now is not None
    assert says == (
        f"Seal {printed.number} is {now.hash[:8]} here and {printed.hash[:8]} on paper: what is up to there was "
        "altered."
    )


def test_a_seal_is_shown_by_its_number_and_eight_letters_in_two_groups(evening: Tournament) -> None:
    line = LogEntry.objects.filter(tournament=evening).latest("pk")
    link = ChainLink.objects.get(kind="log", row=line.pk)

    shown = seal_of_line(line.pk)

    assert shown is not None
    assert (shown.number, shown.short) == (link.number, f"{link.hash[:4]} {link.hash[4:8]}")
    assert seal_of_line(0) is None
    assert head(0) is None
