"""Members of a season: where only they count, everybody else plays along."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.factories import ACTOR, NOW, after, make_player
from tests.factories.seasons import RULES, played, season_with
from tournament.models import LogEntry, Player, Season
from tournament.queries.seasons.board import season_board
from tournament.rules.seasons.standings import season_rules_from_dict
from tournament.services.errors import Refused
from tournament.services.setup.season_members import name_members
from tournament.services.setup.seasons import freeze_season, name_guest, set_season_rules
from tournament.services.undo import lines_to_undo, undo_line

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> list[Player]:
    return [make_player(name) for name in ("Anna Verdi", "Bruno Neri", "Carla Rossi")]


@pytest.fixture
def season(club: list[Player]) -> Season:
    anna, bruno, carla = club
    return season_with(played(anna, bruno, carla))


def table(season: Season) -> list[tuple[str, str]]:
    season.refresh_from_db()
    board = season_board(season)
    return [
        (row.name.split()[0], format(row.line.points.normalize(), "f")) for row in board.shown(board.lines)
    ]


def name(season: Season, *typed: str) -> list[LogEntry]:
    at = season.events.get().tournament_id
    return name_members(tournament_id=at, season_id=season.pk, typed=typed, by=ACTOR.at(after(10)))


def only_members(season: Season, *, close_up: bool = False) -> None:
    set_season_rules(
        tournament_id=season.events.get().tournament_id,
        season_id=season.pk,
        change=lambda rules: replace(rules, members_only=True, guests_close_up=close_up),
        by=ACTOR.at(after(11)),
    )


@pytest.mark.parametrize(("close_up", "points"), [(False, "2"), (True, "3")])
def test_where_only_members_count_everybody_else_is_a_guest(
    season: Season, close_up: bool, points: str
) -> None:
    (line, _other) = name(season, "bruno neri", "Carla Rossi")
    assert table(season) == [("Anna", "3"), ("Bruno", "2"), ("Carla", "1")]
    only_members(season, close_up=close_up)
    # The field stays as large as it was.
    assert table(season)[0] == ("Bruno", points)
    board = season_board(season)
    assert (board.members, board.guests) == (("Bruno Neri", "Carla Rossi"), ())
    assert lines_to_undo(line.tournament, [line]) == {line.pk}
    undo_line(tournament_id=line.tournament_id, line_id=line.pk, by=ACTOR.at(after(12)))
    assert [row[0] for row in table(season)] == ["Carla"]


def test_who_has_not_played_yet_may_be_one_and_nobody_is_one_twice(season: Season) -> None:
    make_player("Dario Conti", club_number="7")
    assert len(name(season, "7", "Anna Verdi")) == 2
    assert name(season, "Dario Conti") == []


def test_nobody_is_a_member_where_one_of_the_names_is_wrong(season: Season) -> None:
    make_player("Anna Verdi")
    at = season.events.get().tournament_id
    with pytest.raises(Refused, match="Nobody is called “Nobody”"):
        name(season, "Bruno Neri", "Nobody")
    with pytest.raises(Refused, match="Several players are called “Anna Verdi”"):
        name(season, "Anna Verdi")
    name_guest(tournament_id=at, season_id=season.pk, typed="Carla Rossi", by=ACTOR.at(NOW))
    with pytest.raises(Refused, match="Carla Rossi is a guest"):
        name(season, "Carla Rossi")
    assert season_board(season).members == ()


def test_final_standings_take_no_member(season: Season) -> None:
    (line,) = name(season, "Anna Verdi")
    freeze_season(tournament_id=line.tournament_id, season_id=season.pk, by=ACTOR.at(after(12)))
    assert lines_to_undo(line.tournament, [line]) == set()
    with pytest.raises(Refused, match="are final"):
        name(season, "Bruno Neri")


def test_a_season_of_an_earlier_release_has_everybody() -> None:
    kept = RULES.to_dict()
    del kept["members_only"]
    assert season_rules_from_dict(kept) == RULES
