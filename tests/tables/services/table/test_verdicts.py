from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Never
from unittest.mock import patch

import pytest
from django.db import OperationalError
from django.db.models import F, QuerySet
from django.utils import translation

from tables import tasks
from tables.queries.checks.every import CHECKS, HOUSE_CHECKS
from tables.services.table import verdicts
from tables.services.table.verdicts import check_tournament, written_lately
from tests.factories import NOW
from tests.factories.field import started
from tests.tampering import past_the_triggers
from tournament.changes.house import LogInFailed
from tournament.models import ChainLink, ChipRow, Entry, HouseLine, LogEntry, Tournament, Verdict
from tournament.queries.alarms.every import alarms
from tournament.services.people.house_log import MACHINE, write_house_line

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Tournament:
    return started(4)[0]


def said(*, language: str = "en") -> list[tuple[str, str, bool]]:
    with translation.override(language):
        of_rows = [alarm for alarm in alarms(now=NOW) if alarm.code == "rows_altered"]
        return [(alarm.words, alarm.cure, alarm.is_urgent) for alarm in of_rows]


def test_an_evening_that_nobody_has_touched_raises_no_alarm(evening: Tournament) -> None:
    assert check_tournament(tournament_id=evening.pk, now=NOW).is_whole
    assert said() == []


def altered_line() -> str:
    line = LogEntry.objects.earliest("pk")
    LogEntry.objects.filter(pk=line.pk).update(reason="Nothing to see")
    return f"Seal 1: line {line.pk} of the log (2026-03-14 21:00:00, tournament_created, vera) was altered after it"


def removed_line() -> str:
    line = LogEntry.objects.latest("pk")
    LogEntry.objects.filter(pk=line.pk).delete()
    return f": line {line.pk} of the log was removed."


def chips_by_hand() -> str:
    Entry.objects.filter(number=1).update(stack=F("stack") + 1_000)
    return "40000 chips were issued, 41000 are in stacks."


def chips_in_the_ledger() -> str:
    """And in the stack, so that the sums agree."""
    Entry.objects.filter(number=1).update(stack=F("stack") + 1_000)
    row = ChipRow(tournament=Tournament.objects.get(), kind="issued", amount=1_000, at=NOW)
    QuerySet[ChipRow](ChipRow).bulk_create([row])
    return f"row {row.pk} of the chip ledger (2026-03-14 21:00:00, Issued, 1000) has no seal"


def unknown_kind() -> str:
    ChainLink.objects.filter(number=1).update(kind="x")
    return "Seal 1 was altered."


@pytest.mark.parametrize(
    "tamper", [altered_line, removed_line, chips_by_hand, chips_in_the_ledger, unknown_kind]
)
def test_what_was_done_past_floorman_is_said_on_the_console_in_one_sentence_with_the_cure(
    evening: Tournament, tamper: Callable[[], str]
) -> None:
    with past_the_triggers():
        expected = tamper()

    with patch.object(tasks, "house_now", return_value=NOW):
        assert tasks.check_rows() == 1

    ((words, cure, is_urgent),) = said()
    assert words.startswith(f"{evening.name}: ")
    assert expected in words
    assert cure == (
        "Make no payouts for now: keep a copy of the database, and run manage.py verify "
        f"{evening.code} to see all of it."
    )
    assert is_urgent
    assert len(said(language="it")) == 1
    assert said(language="it") != said()


def test_an_altered_line_of_the_house_is_said_on_the_console_once_also_where_there_is_no_tournament() -> None:
    line = write_house_line(LogInFailed(name="Vera"), visitor=MACHINE, now=NOW)
    with past_the_triggers():
        HouseLine.objects.filter(pk=line.pk).update(address="192.0.2.1")

    with patch.object(tasks, "house_now", return_value=NOW):
        assert tasks.check_rows() == 1

    assert said() == [
        (
            f"Log-ins and access: line {line.number} (log_in_failed) was altered after it was written.",
            "Make no payouts for now: keep a copy of the database, and run manage.py verify to see all of it.",
            True,
        )
    ]
    assert len(said(language="it")) == 1
    assert said(language="it") != said()

    with past_the_triggers():
        HouseLine.objects.filter(pk=line.pk).update(address=line.address)
    with patch.object(tasks, "house_now", return_value=NOW):
        assert tasks.check_rows() == 0
    assert said() == []


def test_an_altered_line_of_the_house_is_one_alarm_beside_those_of_tournaments(evening: Tournament) -> None:
    started(3)
    line = write_house_line(LogInFailed(name="Vera"), visitor=MACHINE, now=NOW)
    with past_the_triggers():
        HouseLine.objects.filter(pk=line.pk).update(address="192.0.2.1")
        altered_line()

    with patch.object(tasks, "house_now", return_value=NOW):
        assert tasks.check_rows() == 2

    of_house, of_evening = [words for words, _cure, _is_urgent in said()]
    assert of_house.startswith("Log-ins and access: ")
    assert of_evening.startswith(f"{evening.name}: Seal 1: ")


def test_a_check_of_the_house_that_fails_is_an_alarm_and_one_that_cannot_be_kept_stops_nobody(
    evening: Tournament,
) -> None:
    with patch.dict(HOUSE_CHECKS, {"log-ins": failing(ValueError())}):
        assert verdicts.check_house(now=NOW).findings["en"] == [UNREADABLE]

    with (
        patch.object(tasks, "house_now", return_value=NOW),
        patch.object(tasks, "check_house", failing(OperationalError("database is locked"))),
    ):
        assert tasks.check_rows() == 0
    assert Verdict.objects.get(tournament=evening).is_whole


def test_the_alarm_goes_when_the_rows_are_as_they_were(evening: Tournament) -> None:
    Entry.objects.filter(number=1).update(stack=F("stack") + 1_000)
    check_tournament(tournament_id=evening.pk, now=NOW)
    assert len(said()) == 1

    Entry.objects.filter(number=1).update(stack=F("stack") - 1_000)
    check_tournament(tournament_id=evening.pk, now=NOW)

    assert said() == []
    assert Verdict.objects.get().findings == {}


def test_what_only_looks_broken_because_somebody_writes_meanwhile_is_looked_at_again_under_the_lock(
    evening: Tournament,
) -> None:
    chain, at_first, under_the_lock = [], ["Chips are on their way."], []  # type: ignore[var-annotated]

    with patch.object(verdicts, "_found", side_effect=[chain, at_first, under_the_lock]):
        verdict = check_tournament(tournament_id=evening.pk, now=NOW)

    assert verdict.is_whole


def test_only_what_was_written_to_in_the_last_day_is_checked(evening: Tournament) -> None:
    assert written_lately(now=NOW) == [evening.pk]
    assert written_lately(now=NOW + timedelta(days=2)) == []


UNREADABLE = "The rows could not be checked: one of them cannot be read."


def failing(error: Exception) -> Callable[..., Never]:
    def fail(*_: object, **__: object) -> Never:
        raise error

    return fail


def test_a_check_that_fails_raises_the_alarm_and_hides_nothing_that_another_finds(
    evening: Tournament,
) -> None:
    with past_the_triggers():
        expected = altered_line()

    with patch.dict(CHECKS, {"chips": failing(KeyError("x"))}):
        verdict = check_tournament(tournament_id=evening.pk, now=NOW)

    first, second = verdict.findings["en"]
    assert first.startswith(expected)
    assert second == UNREADABLE
    assert verdict.findings["it"][1] != UNREADABLE


@pytest.mark.parametrize(
    "error", [RuntimeError(), OperationalError("Could not decode to UTF-8 column 'actor' with text")]
)
def test_a_tournament_that_cannot_be_checked_raises_the_alarm_and_does_not_keep_others_from_theirs(
    evening: Tournament, error: Exception
) -> None:
    other = started(3)[0]

    def check(*, tournament_id: int, now: datetime) -> Verdict:
        if tournament_id == evening.pk:
            raise error
        return check_tournament(tournament_id=tournament_id, now=now)

    with (
        patch.object(tasks, "house_now", return_value=NOW),
        patch.object(tasks, "check_tournament", side_effect=check),
    ):
        assert tasks.check_rows() == 1

    ((words, cure, is_urgent),) = said()
    assert words == f"{evening.name}: {UNREADABLE}"
    assert f"manage.py verify {evening.code}" in cure
    assert is_urgent
    assert Verdict.objects.get(tournament=other).is_whole


@pytest.mark.parametrize("where", ["check_chips", "the whole"])
def test_a_database_that_is_away_or_busy_is_no_alarm(evening: Tournament, where: str) -> None:
    away = failing(OperationalError("database is locked"))
    with (
        patch.object(tasks, "house_now", return_value=NOW),
        patch.dict(CHECKS, {"chips": away} if where == "check_chips" else {}),
        patch.object(tasks, "check_tournament", check_tournament if where == "check_chips" else away),
    ):
        assert tasks.check_rows() == 0

    assert not Verdict.objects.exists()


def test_a_verdict_that_cannot_be_kept_counts_and_stops_nobody(evening: Tournament) -> None:
    with (
        patch.object(tasks, "house_now", return_value=NOW),
        patch.object(tasks, "check_tournament", failing(RuntimeError())),
        patch.object(tasks, "note_unreadable", failing(RuntimeError())),
    ):
        assert tasks.check_rows() == 1
