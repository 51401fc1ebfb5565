"""A structure is planned again under the lock; a change of the structure alone is undone, and made again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.db import transaction

from tests.factories import ACTOR, NOW, PLAN, after, give_role, make_tournament
from tests.factories.field import started
from tournament.changes.hand_levels import LevelsByHands
from tournament.changes.setup import TournamentEdited
from tournament.models import LogEntry, Role, Tournament
from tournament.plans.plan import TournamentPlan
from tournament.rules.structure.periods import Structure
from tournament.rules.structure.what_if import LevelLeftOut, LevelsLast
from tournament.services.actor import Actor
from tournament.services.clock_controls import change_clock
from tournament.services.errors import Refused
from tournament.services.field.registration import close_registration
from tournament.services.hand_levels import levels_by_hands_if_due
from tournament.services.locks import lock_tournament
from tournament.services.setup.replanning import check_replanned, replan
from tournament.services.setup.tournaments import edit_tournament, put_structure
from tournament.services.undo import lines_to_undo, undo_line

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

SHORTER = LevelsLast(first=2, seconds=600).applied(PLAN.structure)


def edits(tournament: Tournament) -> list[LogEntry]:
    return list(LogEntry.objects.filter(tournament=tournament, verb=TournamentEdited.verb).order_by("pk"))


def planned(tournament: Tournament, **changes: Any) -> Tournament:
    given: dict[str, Any] = {"seen": PLAN.structure, "structure": SHORTER, "late_registration_level": 2}
    return replan(tournament_id=tournament.pk, by=ACTOR.at(NOW), **given | changes)


def vera(tournament: Tournament) -> Actor:
    return Actor(label="Vera", account_id=tournament.staff.get(role=Role.DIRECTOR).account_id)


def test_structure_and_registration_are_changed_in_one_line() -> None:
    tournament = make_tournament(late_registration_level=3)
    changed = planned(tournament)
    assert (changed.structure, changed.late_registration_level) == (SHORTER, 2)
    [line] = edits(tournament)
    told = TournamentEdited.of(line)
    assert told.fields == ("late_registration_level", "structure_data")
    assert told.was == {"structure": PLAN.structure.to_dict(), "late_registration_level": 3}


def test_a_structure_that_somebody_else_has_changed_is_left_alone() -> None:
    tournament = make_tournament()
    put_structure(
        tournament_id=tournament.pk, structure=LevelLeftOut(row=1).applied(PLAN.structure), by=ACTOR.at(NOW)
    )
    with pytest.raises(Refused, match="The structure has changed since you opened this page"):
        planned(tournament)
    assert len(edits(tournament)) == 1


def test_registration_ends_before_the_last_level() -> None:
    tournament = make_tournament()
    short = Structure(periods=PLAN.structure.periods[:2])
    assert planned(tournament, structure=short, late_registration_level=4).late_registration_level == 1


def test_what_would_be_refused_is_known_beforehand() -> None:
    tournament, _ = started(4)
    check_replanned(tournament, SHORTER, 2, now=after(1))
    other = LevelLeftOut(row=1).applied(PLAN.structure)
    with pytest.raises(Refused, match=r"Row 1.*this row is being played"):
        check_replanned(tournament, other, 2, now=after(1))


def test_the_newest_change_is_undone_and_made_again() -> None:
    tournament = make_tournament(late_registration_level=3)
    planned(tournament)
    [line] = edits(tournament)
    by = vera(tournament).at(NOW)

    undo_line(tournament_id=tournament.pk, line_id=line.pk, by=by)
    tournament.refresh_from_db()
    assert (tournament.structure, tournament.late_registration_level) == (PLAN.structure, 3)

    [_line, back] = edits(tournament)
    assert back.undoes_id == line.pk
    undo_line(tournament_id=tournament.pk, line_id=back.pk, by=by)
    tournament.refresh_from_db()
    assert (tournament.structure, tournament.late_registration_level) == (SHORTER, 2)


def test_only_the_newest_change_of_the_structure_alone_can_be_undone() -> None:
    tournament = make_tournament()
    planned(tournament)

    def rename(plan: TournamentPlan) -> TournamentPlan:
        return replace(plan, name="Late Friday")

    edit_tournament(tournament_id=tournament.pk, change=rename, by=ACTOR.at(NOW))
    tournament.refresh_from_db()
    assert lines_to_undo(tournament, edits(tournament)) == frozenset()


def test_what_has_been_played_since_is_not_put_back() -> None:
    tournament, _ = started(4, late_registration_level=2)
    planned(tournament)
    [line] = edits(tournament)
    tournament.refresh_from_db()
    assert lines_to_undo(tournament, [line]) == {line.pk}
    change_clock(
        tournament_id=tournament.pk, step="next", version=tournament.clock_version, by=ACTOR.at(after(1))
    )
    tournament.refresh_from_db()
    # Of the level in play the minutes may still change.
    assert lines_to_undo(tournament, [line]) == {line.pk}
    for minute in (2, 3):
        change_clock(
            tournament_id=tournament.pk,
            step="next",
            version=tournament.clock_version,
            by=ACTOR.at(after(minute)),
        )
        tournament.refresh_from_db()
    assert lines_to_undo(tournament, [line]) == frozenset()
    with pytest.raises(Refused, match="later changes depend on it"):
        undo_line(tournament_id=tournament.pk, line_id=line.pk, by=vera(tournament).at(after(3)))


def test_registration_that_has_closed_since_is_not_put_back() -> None:
    tournament, _ = started(4, late_registration_level=3)
    planned(tournament)
    close_registration(tournament_id=tournament.pk, by=ACTOR.at(after(1)))
    tournament.refresh_from_db()
    assert lines_to_undo(tournament, edits(tournament)) == frozenset()


def test_a_change_of_registration_that_the_floor_had_kept_open_has_no_undo() -> None:
    tournament = make_tournament(late_registration_level=3)
    Tournament.objects.update(registration_kept_open=True)
    planned(tournament)
    [line] = edits(tournament)
    assert lines_to_undo(tournament, [line]) == frozenset()


def test_levels_that_last_hands_by_themselves_since_are_not_lost_to_an_undo() -> None:
    tournament, _ = started(4, late_registration_level=2, hands_level_from=5, hands_a_level=12)
    planned(tournament)
    close_registration(tournament_id=tournament.pk, by=ACTOR.at(after(1)))
    [line] = edits(tournament)
    tournament.refresh_from_db()
    assert lines_to_undo(tournament, [line]) == {line.pk}

    with transaction.atomic():
        levels_by_hands_if_due(lock_tournament(tournament.pk), left=4, by=ACTOR.at(after(2)))
    tournament.refresh_from_db()
    assert tournament.structure.hands_of(1) == 12
    assert lines_to_undo(tournament, [line]) == frozenset()

    by_hands = LogEntry.objects.get(tournament=tournament, verb=LevelsByHands.verb)
    undo_line(tournament_id=tournament.pk, line_id=by_hands.pk, by=vera(tournament).at(after(3)))
    tournament.refresh_from_db()
    assert lines_to_undo(tournament, [line]) == {line.pk}


@pytest.mark.parametrize("through_break", [True, False])
def test_a_last_level_of_registration_that_is_over_is_not_put_back(through_break: bool) -> None:
    rules = {"event": {"registration_through_break": through_break}}
    tournament, _ = started(4, late_registration_level=2, rule_overrides=rules)
    # From the end of level 2 to that of level 3; the structure stays.
    planned(tournament, structure=PLAN.structure, late_registration_level=3)
    [line] = edits(tournament)
    found = []
    for minute in range(1, 4):
        change_clock(
            tournament_id=tournament.pk,
            step="next",
            version=Tournament.objects.get(pk=tournament.pk).clock_version,
            by=ACTOR.at(after(minute)),
        )
        tournament.refresh_from_db()
        found.append(line.pk in lines_to_undo(tournament, [line]))
    # Level 2, the break behind it, level 3.
    assert found == [True, through_break, False]


def test_the_floor_cannot_undo_what_a_director_planned() -> None:
    tournament = make_tournament()
    planned(tournament)
    [line] = edits(tournament)
    floor = Actor(label="Flora", account_id=give_role(tournament, Role.FLOOR).pk)
    with pytest.raises(Refused, match="Only a director can undo this"):
        undo_line(tournament_id=tournament.pk, line_id=line.pk, by=floor.at(NOW))
