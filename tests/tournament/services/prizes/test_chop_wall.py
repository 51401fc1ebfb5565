"""The chop on the board of the room: there when the floor puts it there, and gone with the proposal."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factories import ACTOR, after
from tests.factories.field import bust, played_down
from tournament.models import Chop, ChopMethod, Entry, LogEntry, Tournament
from tournament.queries.payouts.chop_wall import ChopOnWall, chop_on_wall
from tournament.rules.payouts.chops import ChopError
from tournament.services.errors import Refused
from tournament.services.prizes.chop_wall import hide_chop, show_chop
from tournament.services.prizes.chops import agree_to_chop, propose_chop
from tournament.services.undo import lines_to_undo, undo_line

pytestmark = pytest.mark.django_db


def final_table() -> tuple[Tournament, list[Entry]]:
    tournament, entries = played_down(5, left=3)
    return tournament, entries[:3]


def ids(tournament: Tournament) -> dict[str, Any]:
    return {"tournament_id": tournament.pk, "by": ACTOR.at(after(9))}


def show(tournament: Tournament, *, played_for: int = 0) -> LogEntry:
    return show_chop(played_for=played_for, second_for=0, **ids(tournament))


def propose(tournament: Tournament) -> Chop:
    return propose_chop(method=ChopMethod.EQUAL, played_for=15_00, **ids(tournament)).chop


def wall(tournament: Tournament) -> ChopOnWall | None:
    return chop_on_wall(Tournament.objects.get(pk=tournament.pk))


def test_nothing_is_shown_before_the_floor_shows_it(django_assert_num_queries: Any) -> None:
    tournament, _ = final_table()
    propose(tournament)
    with django_assert_num_queries(0):
        assert chop_on_wall(tournament) is None


def test_the_methods_are_shown_and_then_the_proposal() -> None:
    tournament, _ = final_table()
    show(tournament, played_for=10_00)
    shown = wall(tournament)
    assert shown is not None
    assert shown.table is not None
    assert (shown.standing, shown.table.played_for, len(shown.table.labels)) == (None, 10_00, 3)

    chop = propose(tournament)
    shown = wall(tournament)
    assert shown is not None
    assert shown.standing is not None
    assert (shown.table, shown.standing.id, shown.standing.played_for) == (None, chop.pk, 15_00)


def test_it_is_gone_with_the_proposal_and_stays_gone() -> None:
    tournament, _ = final_table()
    chop = propose(tournament)
    show(tournament)
    undo_line(line_id=chop.log_entry_id, **ids(tournament))
    assert wall(tournament) is None
    propose(tournament)
    assert wall(tournament) is None


def test_it_is_gone_once_every_player_has_agreed() -> None:
    tournament, entries = final_table()
    chop = propose(tournament)
    show(tournament)
    for entry in entries:
        assert wall(tournament) is not None
        agree_to_chop(chop_id=chop.pk, entry_id=entry.pk, **ids(tournament))
    assert wall(tournament) is None
    last = LogEntry.objects.get(verb="chop_agreed")
    undo_line(line_id=last.pk, **ids(tournament))
    assert wall(tournament) is None


def test_a_proposal_that_one_of_its_players_has_outlived_is_not_shown() -> None:
    tournament, entries = final_table()
    propose(tournament)
    show(tournament)
    bust(tournament, entries[2], winner=entries[0])
    assert wall(tournament) is None


def test_it_is_not_shown_when_there_is_nothing_to_chop() -> None:
    tournament, entries = final_table()
    show(tournament)
    for loser in (2, 1):
        bust(tournament, entries[loser], winner=entries[0])
    assert wall(tournament) is None
    hide_chop(**ids(tournament))
    with pytest.raises(ChopError):
        show(tournament)


def test_it_is_put_there_once_and_taken_off_once() -> None:
    tournament, _ = final_table()
    show(tournament)
    with pytest.raises(Refused) as refusal:
        show(tournament)
    assert refusal.value.code == "chop_shown_already"
    hide_chop(**ids(tournament))
    assert wall(tournament) is None
    with pytest.raises(Refused) as refusal:
        hide_chop(**ids(tournament))
    assert refusal.value.code == "chop_not_shown"


def test_both_steps_are_undone_by_the_log_the_newest_first() -> None:
    tournament, _ = final_table()
    shown = show(tournament, played_for=10_00)
    hidden = hide_chop(**ids(tournament))
    assert lines_to_undo(Tournament.objects.get(), [shown, hidden]) == {hidden.pk}
    undo_line(line_id=hidden.pk, **ids(tournament))
    found = wall(tournament)
    assert found is not None
    assert found.table is not None
    assert found.table.played_for == 10_00
    again = LogEntry.objects.latest("pk")
    assert again.verb == "chop_shown"
    undo_line(line_id=again.pk, **ids(tournament))
    assert wall(tournament) is None


def test_a_step_that_the_proposal_has_undone_cannot_be_undone_again() -> None:
    tournament, _ = final_table()
    chop = propose(tournament)
    shown = show(tournament)
    undo_line(line_id=chop.log_entry_id, **ids(tournament))
    assert lines_to_undo(Tournament.objects.get(), [shown]) == frozenset()
