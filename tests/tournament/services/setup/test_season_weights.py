"""How much an event counts in a season is changed after it joined, and changed back."""

from __future__ import annotations

import pytest

from tests.factories import ACTOR, after
from tests.factories.seasons import Played, played_season
from tournament.models import LogEntry
from tournament.queries.seasons.board import season_board
from tournament.services.errors import Refused
from tournament.services.setup.season_weights import set_season_weight
from tournament.services.setup.seasons import freeze_season, leave_season
from tournament.services.undo import lines_to_undo, undo_line

pytestmark = pytest.mark.django_db


def weigh(club: Played, weight: int, *, is_finale: bool = False, event: int = 0) -> LogEntry | None:
    return set_season_weight(
        tournament_id=club.events[event].pk,
        season_id=club.season.pk,
        weight=weight,
        is_finale=is_finale,
        by=ACTOR.at(after(6)),
    )


def weighed(club: Played, weight: int, *, is_finale: bool = False) -> LogEntry:
    line = weigh(club, weight, is_finale=is_finale)
    assert line is not None
    return line


def points(club: Played) -> list[str]:
    return [format(line.points.normalize(), "f") for line in season_board(club.season).lines]


def counts(club: Played) -> list[tuple[int, bool]]:
    return [(each.weight, each.is_finale) for each in season_board(club.season).events]


def can_undo(line: LogEntry) -> bool:
    return line.pk in lines_to_undo(line.tournament, [line])


def undo(line: LogEntry) -> None:
    undo_line(tournament_id=line.tournament_id, line_id=line.pk, by=ACTOR.at(after(9)))


def test_the_first_event_is_weighed_and_made_the_finale_and_what_was_played_counts_so() -> None:
    club = played_season(2)
    assert points(club) == ["6", "4", "2"]
    line = weighed(club, 150, is_finale=True)
    assert (points(club), counts(club)) == (["7.5", "5", "2.5"], [(150, True), (100, False)])
    assert weigh(club, 150, is_finale=True) is None
    undo(line)
    assert (points(club), counts(club)) == (["6", "4", "2"], [(100, False), (100, False)])
    again = LogEntry.objects.latest("pk")
    assert (can_undo(line), can_undo(again)) == (False, True)


def test_only_the_newest_change_is_undone_and_none_of_an_event_that_left() -> None:
    club = played_season(2)
    first, second = weighed(club, 150), weighed(club, 200)
    assert (can_undo(first), can_undo(second)) == (False, True)
    left = leave_season(tournament_id=club.events[0].pk, season_id=club.season.pk, by=ACTOR.at(after(7)))
    assert not can_undo(second)
    undo(left)
    assert (can_undo(second), counts(club)[0]) == (True, (200, False))


@pytest.mark.parametrize("weight", [-1, 1_001])
def test_a_weight_out_of_range_is_refused(weight: int) -> None:
    club = played_season(1)
    with pytest.raises(Refused, match="between 0 and 1,000 percent"):
        weigh(club, weight)


def test_final_standings_refuse_it_and_its_undo() -> None:
    club = played_season(1)
    line = weighed(club, 150)
    freeze_season(tournament_id=club.events[0].pk, season_id=club.season.pk, by=ACTOR.at(after(7)))
    with pytest.raises(Refused, match="are final"):
        weigh(club, 200)
    assert (can_undo(line), counts(club)) == (False, [(150, False)])
