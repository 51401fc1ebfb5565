"""The clock that its lines lead to is the one that stands, whatever was done to it; another one is named."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from tables.queries.checks.clock import check_clock
from tests.factories import ACTOR, after
from tests.factories.field import started
from tests.factories.lines import write_line
from tournament.models import LogEntry, Tournament
from tournament.services.clock import (
    add_time,
    deduct_time,
    jump_to,
    next_period,
    pause_clock,
    previous_period,
    resume_clock,
    sweep_clock,
)
from tournament.services.setup.tournaments import edit_tournament
from tournament.services.undo import undo_line

pytestmark = pytest.mark.django_db


def found(tournament: Tournament) -> list[str]:
    return [str(finding) for finding in check_clock(tournament)]


def alter(tournament: Tournament, **columns: Any) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(**columns)


def undo(tournament: Tournament, minutes: float) -> None:
    newest = LogEntry.objects.filter(tournament=tournament).latest("pk")
    undo_line(tournament_id=tournament.pk, line_id=newest.pk, by=ACTOR.at(after(minutes)))


def halve(tournament: Tournament, minutes: float) -> None:
    """The last level becomes half as long."""
    first, *rest, last = tournament.structure.periods
    structure = replace(
        tournament.structure,
        periods=(first, *rest, replace(last, duration_seconds=last.duration_seconds // 2)),
    )
    edit_tournament(
        tournament_id=tournament.pk,
        change=lambda plan: replace(plan, structure=structure),
        by=ACTOR.at(after(minutes)),
    )


def test_each_step_of_an_honest_evening_stands_as_told() -> None:
    tournament, _entries = started()
    here: dict[str, Any] = {"tournament_id": tournament.pk}
    steps: list[Callable[[], object]] = [
        lambda: add_time(seconds=300, by=ACTOR.at(after(1)), **here),
        lambda: pause_clock(by=ACTOR.at(after(2)), **here),
        lambda: deduct_time(seconds=60, by=ACTOR.at(after(3)), **here),
        lambda: resume_clock(by=ACTOR.at(after(4)), **here),
        lambda: undo(tournament, 5),
        lambda: resume_clock(by=ACTOR.at(after(6)), **here),
        lambda: next_period(by=ACTOR.at(after(7)), **here),
        lambda: undo(tournament, 8),
        lambda: jump_to(index=1, left_seconds=90, by=ACTOR.at(after(9)), **here),
        lambda: sweep_clock(now=after(10), **here),
        lambda: sweep_clock(now=after(60), **here),
        lambda: previous_period(by=ACTOR.at(after(61)), **here),
        lambda: halve(tournament, 62),
        lambda: add_time(seconds=-60, by=ACTOR.at(after(63)), **here),
        lambda: undo(tournament, 64),
    ]
    for number, step in enumerate(steps, start=1):
        step()
        assert found(tournament) == [], number
    told = set(LogEntry.objects.filter(tournament=tournament).values_list("verb", flat=True))
    assert told >= {"level_changed", "level_set_back", "level_jumped", "clock_restored", "tournament_edited"}


@pytest.mark.parametrize(
    ("columns", "says"),
    [
        (
            {"clock_index": 1},
            "I21: The clock stands at “Level 2 (50/100)”; by the log it is at “Level 1 (25/50)”.",
        ),
        ({"clock_added_ms": 120_000}, "I23: The clock has 120 seconds more left than by the log."),
        ({"clock_elapsed_ms": 65_500}, "I23: The clock has 65 seconds less left than by the log."),
        ({"clock_running_since": after(3)}, "I23: The clock has 180 seconds more left than by the log."),
        (
            {"clock_state": "paused", "clock_running_since": None},
            "I23: The clock is “paused”; by the log it is “running”.",
        ),
    ],
)
def test_another_clock_than_its_lines_lead_to_is_named(columns: dict[str, Any], says: str) -> None:
    tournament, _entries = started()

    alter(tournament, **columns)

    assert found(tournament) == [says]


def test_a_structure_edited_in_play_leaves_the_level_to_be_compared() -> None:
    """What was played by the old one may have led on; it never leads back."""
    tournament, _entries = started()
    next_period(tournament_id=tournament.pk, by=ACTOR.at(after(1)))
    tournament.refresh_from_db()
    halve(tournament, 2)

    alter(tournament, clock_index=2)
    assert found(tournament) == []
    alter(tournament, clock_index=0)
    assert len(found(tournament)) == 1


def test_a_clock_goes_along_with_the_time_of_the_house() -> None:
    tournament, _entries = started()
    write_line(
        tournament_id=tournament.pk,
        by=ACTOR.at(after(1)),
        verb="computer_time_adopted",
        data={"seconds": 3600, "microseconds": 3_600_000_000, "move": "x"},
    )

    assert found(tournament) == ["I23: The clock has 3600 seconds less left than by the log."]
    alter(tournament, clock_running_since=after(0) + timedelta(hours=1))
    assert found(tournament) == []


def test_a_clock_that_is_put_back_after_the_house_took_over_another_time_is_the_one_told() -> None:
    tournament, _entries = started()
    pause_clock(tournament_id=tournament.pk, by=ACTOR.at(after(1)))
    write_line(
        tournament_id=tournament.pk,
        by=ACTOR.at(after(2)),
        verb="computer_time_adopted",
        data={"seconds": 3600, "microseconds": 3_600_000_000, "move": "x"},
    )
    paused = LogEntry.objects.get(tournament=tournament, verb="clock_paused")
    undo_line(tournament_id=tournament.pk, line_id=paused.pk, by=ACTOR.at(after(63)))

    tournament.refresh_from_db()
    assert tournament.clock.running_since == after(60)
    assert found(tournament) == []
