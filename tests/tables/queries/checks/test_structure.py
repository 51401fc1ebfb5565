"""The structure is the one of the line that changed it last."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tables.queries.checks.structure import check_structure
from tests.factories import ACTOR, after, make_tournament
from tests.tampering import past_the_triggers
from tournament.models import LogEntry, Tournament
from tournament.plans.plan import TournamentPlan
from tournament.rules.structure.periods import Structure
from tournament.services.setup.tournaments import edit_tournament

pytestmark = pytest.mark.django_db


def found(tournament: Tournament) -> list[str]:
    return [str(finding) for finding in check_structure(tournament)]


def edit(tournament: Tournament, **changes: Any) -> None:
    def change(plan: TournamentPlan) -> TournamentPlan:
        return replace(plan, **changes)

    edit_tournament(tournament_id=tournament.pk, change=change, by=ACTOR.at(after(1)))


def alter(tournament: Tournament, row: int, **values: Any) -> None:
    data = Tournament.objects.get(pk=tournament.pk).structure_data
    data["periods"][row - 1] |= values
    Tournament.objects.filter(pk=tournament.pk).update(structure_data=data)


def test_a_level_that_no_line_has_is_named_and_one_that_was_edited_is_not() -> None:
    tournament = make_tournament()
    assert found(tournament) == []
    first, *rest = tournament.structure.periods
    edit(tournament, structure=Structure(periods=(first, *rest[:-1], replace(rest[-1], duration_seconds=60))))
    edit(tournament, name="Another name")
    assert found(tournament) == []

    alter(tournament, 1, big_blind=777, ante=5)

    assert found(tournament) == ["I30: Row 1 of the structure has 5, 777; by the log it is 0, 50."]


def test_a_level_taken_away_or_put_on_is_named() -> None:
    tournament = make_tournament()
    periods = tournament.structure_data["periods"]
    rows = Tournament.objects.filter(pk=tournament.pk)

    rows.update(structure_data={"periods": periods[:-1]})
    assert found(tournament) == [f"I30: Row {len(periods)} of the structure is missing; the log has it."]
    rows.update(structure_data={"periods": [*periods, periods[-1]]})
    assert found(tournament) == [
        f"I30: Row {len(periods) + 1} of the structure is one that the log does not have."
    ]


def test_a_line_of_an_earlier_release_kept_no_structure() -> None:
    tournament = make_tournament()
    line = LogEntry.objects.get(verb="tournament_created")
    with past_the_triggers():
        LogEntry.objects.filter(pk=line.pk).update(data={"name": tournament.name})
    alter(tournament, 1, big_blind=777)

    assert found(tournament) == []
