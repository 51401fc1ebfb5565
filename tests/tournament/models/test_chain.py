from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, models, transaction
from django.test.utils import CaptureQueriesContext

from tests.factories import ACTOR, NOW, enter, make_tournament
from tests.factories.lines import write_line, write_lines
from tests.tampering import past_the_triggers
from tournament.models import ChainLink, ChipRow, HouseLine, LogEntry, MoneyRow, Tournament, links
from tournament.models.chain import KINDS, seal, values_of
from tournament.models.links import NOTHING, digest_of, hash_of
from tournament.queries.chain.triggers import SEALED, missing_triggers
from tournament.queries.chain.whole import broken_seals

pytestmark = pytest.mark.django_db

ROWS = (LogEntry, MoneyRow, ChipRow, ChainLink)


def write(tournament: Tournament, **data: object) -> LogEntry:
    return write_line(tournament_id=tournament.pk, by=ACTOR.at(NOW), verb="clock_paused", data=data)


@pytest.fixture
def evening() -> Tournament:
    tournament = make_tournament()
    enter(tournament, "Anna Verdi", "Bruno Neri")
    return tournament


def test_every_row_has_a_link_numbered_from_one_and_hashed_over_the_one_before(evening: Tournament) -> None:
    links = list(ChainLink.objects.filter(tournament=evening).order_by("number"))

    rows = sum(model.objects.filter(tournament=evening).count() for model in (LogEntry, MoneyRow, ChipRow))
    assert [link.number for link in links] == list(range(1, len(links) + 1))
    assert len([link for link in links if link.kind in KINDS.values()]) == rows
    before = NOTHING
    for link in links:
        parts = {"number": link.number, "kind": link.kind, "row": link.row, "digest": link.digest}
        assert link.hash == hash_of(before, **parts)  # type: ignore[arg-type]
        before = link.hash


def test_very_many_rows_are_sealed_in_more_statements_than_one(
    evening: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(links, "AT_ONCE", 2)

    enter(evening, "Carla Rossi", "Dario Conti", "Elena Gallo")

    assert [*broken_seals(evening)] == []


def test_two_tournaments_have_chains_of_their_own(evening: Tournament) -> None:
    other = make_tournament(name="Another one")
    write(evening)
    write(other)

    lines = ChainLink.objects.filter(tournament=other, kind="log").order_by("number")
    assert lines.values_list("number", flat=True)[0] == 1
    assert [*broken_seals(evening), *broken_seals(other)] == []


ODD: tuple[dict[str, Any], ...] = (
    {"name": 'Łukasz "the Owl" Żółć\n', "text": "", "none": None},
    {"whole": 2.0, "half": 0.5, "small": 1e-7, "large": 1e16, "big": 2**60, "minus": -0.0},
    {"seats": (1, 2), "nested": [{"b": 1, "a": [True, False, None]}]},
    {"by_number": {10: "ten", 9: "nine", 100: "hundred"}},
)


@pytest.mark.parametrize("data", ODD)
def test_what_either_database_gives_back_has_the_digest_of_what_was_written(data: dict[str, Any]) -> None:
    tournament = make_tournament()
    line = write(tournament, **data)

    stored = LogEntry.objects.get(pk=line.pk)

    assert digest_of(values_of(stored)) == ChainLink.objects.get(kind="log", row=line.pk).digest


def test_a_moment_counts_as_such_in_whatever_zone_it_was_written() -> None:
    utc = datetime(2026, 10, 25, 0, 30, 0, 1, tzinfo=UTC)
    rome = utc.astimezone(timezone(timedelta(hours=2)))

    assert digest_of({"at": utc}) == digest_of({"at": rome})
    assert digest_of({"at": utc}) != digest_of({"at": utc + timedelta(microseconds=1)})


def test_each_value_and_its_place_counts() -> None:
    base: dict[str, Any] = {"a": 1, "b": "1", "c": [1, 2]}
    others: list[dict[str, Any]] = [
        {"a": "1", "b": "1", "c": [1, 2]},
        {"a": 1, "b": "1", "c": [2, 1]},
        {"a": True, "b": "1", "c": [1, 2]},
        {"a": 1, "b": "", "c": [1, 2]},
    ]
    assert len({digest_of(each) for each in (base, *others)}) == 5
    assert digest_of({**base, "later": None}) == digest_of(base)


def test_many_rows_are_sealed_by_as_many_statements_as_one() -> None:
    tournament = make_tournament()

    def statements(lines: int) -> int:
        with CaptureQueriesContext(
            connection,
        ) as asked:
            data = [{"line": number} for number in range(lines)]
            write_lines(tournament_id=tournament.pk, by=ACTOR.at(NOW), verb="clock_paused", data=data)
        return len([each for each in asked if "SAVEPOINT" not in each["sql"]])

    assert statements(1) == statements(50) == 3
    assert list(broken_seals(tournament)) == []


def test_rows_are_written_once_and_not_otherwise() -> None:
    with pytest.raises(TypeError, match="written once"):
        LogEntry.objects.bulk_create([], ignore_conflicts=True)


def test_two_who_seal_without_the_lock_cannot_take_one_number() -> None:
    tournament = make_tournament()
    line = write(tournament)
    link = ChainLink.objects.get(kind="log", row=line.pk)
    link.pk, link.row = None, line.pk + 1

    with pytest.raises(IntegrityError), transaction.atomic():
        ChainLink.objects.bulk_create([link])


def test_every_model_that_is_sealed_has_a_kind_and_nothing_is_sealed_for_no_row() -> None:
    assert {model.__name__ for model in ROWS[:3]} == set(KINDS)
    seal([])
    assert not ChainLink.objects.exists()


# --- I32: nobody alters or removes what is written


def test_i32_the_schema_of_the_database_has_the_triggers_in_force() -> None:
    assert missing_triggers() == []
    assert {model._meta.db_table for model in (*ROWS, HouseLine)} == set(SEALED)
    with past_the_triggers():
        # PostgreSQL's are there and switched off for one session only.
        assert len(missing_triggers()) == (10 if connection.vendor == "sqlite" else 0)
    assert missing_triggers() == []


@pytest.mark.parametrize("model", ROWS)
def test_i32_a_row_is_neither_altered_nor_removed(evening: Tournament, model: type[models.Model]) -> None:
    rows = model._default_manager.filter(tournament=evening)
    before = list(rows.order_by("pk").values())

    with pytest.raises(IntegrityError, match="never changed or removed"), transaction.atomic():
        rows.update(tournament=evening)
    with pytest.raises(IntegrityError, match="never changed or removed"), transaction.atomic():
        rows._raw_delete(rows.db)

    assert list(rows.order_by("pk").values()) == before


@pytest.mark.postgres
@pytest.mark.parametrize("model", [*ROWS, HouseLine])
def test_i32_postgresql_empties_no_table_of_them(evening: Tournament, model: type[models.Model]) -> None:
    before = model._default_manager.count()

    def empty() -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            # CASCADE also empties the tables that name its rows.
            cursor.execute(f"TRUNCATE {model._meta.db_table} CASCADE")

    with pytest.raises(IntegrityError, match="never changed or removed"):
        empty()

    assert model._default_manager.count() == before


@pytest.mark.parametrize("model", ROWS)
def test_control_without_the_triggers_a_row_is_altered(
    evening: Tournament, model: type[models.Model]
) -> None:
    with past_the_triggers():
        assert model._default_manager.filter(tournament=evening).update(tournament=evening) > 0


@pytest.mark.django_db(transaction=True)
def test_a_database_that_is_emptied_as_a_whole_keeps_its_triggers(evening: Tournament) -> None:
    call_command("flush", interactive=False, verbosity=0)

    assert not LogEntry.objects.exists()
    assert missing_triggers() == []
