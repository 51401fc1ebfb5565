"""Imported events in seasons: by a formula or the points of a list, beside our own events or alone."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest
from pytest_django import DjangoAssertNumQueries

from tables.services.desk.players import merge_players
from tests.factories import ACTOR, NOW, after, make_account, make_player
from tests.factories.imports import imported, take
from tests.factories.seasons import RULES, played, season_with
from tests.tournament.printing.test_results_file import RESULTS
from tests.tournament.rules.past.ttd_files import DAY, START, BuyInMade, PlayerMade, make_ttd_file
from tournament.models import HouseLine, ImportedEvent, League, LogEntry, Player, Season, SeasonImport
from tournament.printing.results_file import results_csv
from tournament.queries.seasons.board import players_in, season_board, seasons_shown
from tournament.queries.seasons.imported import imports_left_out
from tournament.rules.seasons.standings import FormulaFrom, SeasonRules
from tournament.services.errors import Refused
from tournament.services.imports import import_event, import_instead, remove_import
from tournament.services.people.house_log import NOBODY
from tournament.services.setup.season_imports import (
    add_import,
    add_imports,
    make_imported_season,
    remove_imported_season,
    take_out_import,
    take_out_imports,
)
from tournament.services.setup.season_members import name_members
from tournament.services.setup.seasons import freeze_season, join_season, leave_season, name_guest
from tournament.services.undo import lines_to_undo, undo_line

pytestmark = pytest.mark.django_db

THREE = (
    PlayerMade(first="Anna", last="Verdi"),
    PlayerMade(first="Bruno", last="Neri", buy_ins=(BuyInMade(out=90, by=(0,)),)),
    PlayerMade(first="Carla", last="Rossi", buy_ins=(BuyInMade(out=30, by=(1,)),), points_adjustment=2.5),
)
ALL = ("n", "buyins", "pot", "mr", "b", "totalBuyinsAmount", "nh", "nbi", "bc", "tc", "pw", "take")


@pytest.fixture
def club() -> list[Player]:
    return [make_player(name) for name in ("Anna Verdi", "Bruno Neri", "Carla Rossi")]


@pytest.fixture
def season(club: list[Player]) -> Season:
    """One event of our own: Bruno, Anna, Carla."""
    anna, bruno, carla = club
    return season_with(played(bruno, anna, carla))


def table(season: Season) -> list[tuple[int, str, str]]:
    board = season_board(season)
    assert not [each.problems for each in board.events if each.problems]
    return [
        (row.line.rank, row.name.split()[0], format(row.line.points.normalize(), "f"))
        for row in board.shown(board.lines)
    ]


def count(season: Season) -> LogEntry:
    return add_imports(
        tournament_id=season.events.get().tournament_id,
        season_id=season.pk,
        league="Woodland League",
        season="Spring",
        by=ACTOR.at(after(10)),
    )


def undo(line: LogEntry) -> None:
    undo_line(tournament_id=line.tournament_id, line_id=line.pk, by=ACTOR.at(after(20)))


def can_undo(line: LogEntry) -> bool:
    return line.pk in lines_to_undo(line.tournament, [line])


def alone(formula: str = "n - r + 1", *, shared_mean: bool = False) -> Season:
    rules = SeasonRules(formulas=(FormulaFrom(text=formula),), shared_mean=shared_mean)
    return make_imported_season(
        league="Woodland League",
        season="Spring",
        league_name="Woodland League",
        name="2019",
        rules=rules,
        account=make_account(),
        visitor=NOBODY,
        now=NOW,
    )


def test_they_count_beside_our_own_events_and_every_step_has_its_way_back(season: Season) -> None:
    imported(THREE)
    before = [(1, "Bruno", "3"), (2, "Anna", "2"), (3, "Carla", "1")]
    # What was given by hand then is given on top.
    with_it = [(1, "Anna", "5"), (1, "Bruno", "5"), (3, "Carla", "4.5")]
    assert table(season) == before
    joined = count(season)
    assert table(season) == with_it
    with pytest.raises(Refused, match="All of these events count"):
        count(season)
    assert can_undo(joined)
    undo(joined)
    assert table(season) == before
    count(season)
    left = take_out_imports(tournament_id=joined.tournament_id, season_id=season.pk, by=ACTOR.at(after(15)))
    assert table(season) == before
    assert can_undo(left)
    undo(left)
    assert table(season) == with_it


def test_one_of_a_group_is_taken_out_and_put_back_by_itself(season: Season) -> None:
    event, other = imported(THREE), imported(THREE, StartTime=START + DAY)
    at = {"tournament_id": season.events.get().tournament_id, "season_id": season.pk}
    count(season)
    both, one = "8", "4.5"

    def carla() -> str:
        return next(points for _rank, name, points in table(season) if name == "Carla")

    assert carla() == both
    left = take_out_import(**at, event_id=event.pk, by=ACTOR.at(after(11)))
    assert (carla(), list(imports_left_out(season))) == (one, [event])
    with pytest.raises(Refused, match="does not count in"):
        take_out_import(**at, event_id=event.pk, by=ACTOR.at(after(12)))
    back = add_import(**at, event_id=event.pk, by=ACTOR.at(after(13)))
    assert (carla(), list(imports_left_out(season))) == (both, [])
    assert (can_undo(left), can_undo(back)) == (False, True)
    with pytest.raises(Refused, match="counts in “Thursday League · 2027” already"):
        add_import(**at, event_id=other.pk, by=ACTOR.at(after(14)))
    undo(back)
    assert carla() == one
    remove_import(event_id=event.pk, visitor=NOBODY, now=after(21))
    with pytest.raises(Refused, match="removed meanwhile"):
        add_import(**at, event_id=event.pk, by=ACTOR.at(after(22)))


def test_one_that_counts_is_not_removed_and_a_season_that_is_final_takes_none(season: Season) -> None:
    event = imported(THREE)
    line = count(season)
    with pytest.raises(Refused, match="take it out of that season first"):
        remove_import(event_id=event.pk, visitor=NOBODY, now=after(11))
    freeze_season(tournament_id=line.tournament_id, season_id=season.pk, by=ACTOR.at(after(12)))
    assert not can_undo(line)
    imported(THREE, StartTime=START + DAY)
    with pytest.raises(Refused, match="are final"):
        count(season)


def test_a_formula_finds_in_it_what_it_finds_in_ours() -> None:
    imported(THREE, prizes=(40, 14))
    season = alone(" + ".join(f"{name} * {10**at}" for at, name in enumerate(("n", "entries", "mr", "nbi"))))
    # n 3, entries 3, mr 2, nbi 1; Carla has her 2.5 besides.
    assert [row[2] for row in table(season)] == ["1235.5", "1233", "1233"]
    found = {}
    for name in ALL:
        SeasonImport.objects.all().delete()
        Season.objects.all().delete()
        rows = table(alone(f"if(r = 1, {name}, 0)"))
        found[name] = next(points for _rank, who, points in rows if who == "Anna")
    assert found == {
        "n": "3",
        "buyins": "3",
        "pot": "54",
        "mr": "2",
        "b": "20",
        "totalBuyinsAmount": "60",
        "nh": "1",
        "nbi": "1",
        "bc": "20",
        "tc": "20",
        "pw": "40",
        "take": "20",
    }


def test_points_of_a_list_are_kept_and_shared_places_are_shared() -> None:
    raw = b"place,player,points\n1,Anna Verdi,25\n2,Bruno Neri,18.5\n2,Carla Rossi,18.5\n4,Dario Conti,\n"
    (event,) = take(raw, name="list.csv").events.all()
    import_event(event_id=event.pk, visitor=NOBODY, now=NOW)
    ImportedEvent.objects.update(league="Woodland League", season="Spring")
    assert table(alone("n - r + 1")) == [
        (1, "Anna", "25"),
        (2, "Bruno", "18.5"),
        (2, "Carla", "18.5"),
        (4, "Dario", "1"),
    ]


@pytest.mark.parametrize(("shared_mean", "points"), [(False, "2"), (True, "1.5")])
def test_players_who_share_places_have_the_better_one_or_the_mean(shared_mean: bool, points: str) -> None:
    raw = b"place,player\n1,Anna Verdi\n2,Bruno Neri\n2,Carla Rossi\n"
    (event,) = take(raw, name="list.csv").events.all()
    import_event(event_id=event.pk, visitor=NOBODY, now=NOW)
    ImportedEvent.objects.update(league="Woodland League", season="Spring")
    assert [row[2] for row in table(alone(shared_mean=shared_mean))] == ["3", points, points]


def test_places_behind_a_guest_close_up_where_the_season_says_so(season: Season) -> None:
    imported(THREE)
    count(season)
    Season.objects.update(rules_data=replace(RULES, guests_close_up=True).to_dict())
    season.refresh_from_db()
    at = season.events.get().tournament_id
    name_guest(tournament_id=at, season_id=season.pk, typed="Anna Verdi", by=ACTOR.at(after(12)))
    # Bruno was first and Carla third in ours, Bruno second and Carla third in the other one; the field stays at three.
    assert table(season) == [(1, "Carla", "6.5"), (2, "Bruno", "6")]


def test_players_who_were_merged_since_are_one(season: Season, club: list[Player]) -> None:
    imported((PlayerMade(first="Annie", last="Verdi"), *THREE[1:]))
    count(season)
    assert (1, "Annie", "3") in [(1, name, points) for _rank, name, points in table(season)]
    annie = Player.objects.get(name="Annie Verdi")
    at = season.events.get().tournament_id
    merge_players(tournament_id=at, kept_id=club[0].pk, double_id=annie.pk, by=ACTOR.at(after(12)))
    assert table(season)[0] == (1, "Anna", "5")


def test_a_wrong_formula_says_of_which_event() -> None:
    event = imported(THREE)
    season = alone("10 / (r - 1)")
    board = season_board(season)
    (shown,) = board.events
    assert (shown.name, [each.code for _player, each in shown.problems]) == (event.name, ["division_by_zero"])
    assert Player.objects.get(pk=shown.problems[0][0]).name == "Anna Verdi"
    # The others have theirs.
    assert [str(line.points.normalize()) for line in board.lines] == ["1E+1", "7.5", "0"]


def test_a_season_of_imported_events_alone_is_shown_and_removed(season: Season) -> None:
    imported(THREE)
    earlier = alone()
    assert table(earlier) == [(1, "Carla", "3.5"), (2, "Anna", "3"), (3, "Bruno", "2")]
    assert {str(each) for each in seasons_shown()} == {str(season), "Woodland League · 2019"}
    remove_imported_season(season_id=earlier.pk, visitor=NOBODY, now=after(1))
    assert not League.objects.filter(name="Woodland League").exists()
    assert [line.verb for line in HouseLine.objects.order_by("number")] == [
        "event_imported",
        "season_imported",
        "imported_season_removed",
    ]
    assert ImportedEvent.objects.exclude(imported_at=None).count() == 1
    with pytest.raises(Season.DoesNotExist):
        remove_imported_season(season_id=season.pk, visitor=NOBODY, now=after(1))


def test_many_imported_events_cost_no_further_statement_once_they_were_looked_at(
    season: Season, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for day in range(6):
        imported(THREE, StartTime=START + day * DAY)
    count(season)
    first = season_board(season)
    with django_assert_num_queries(6):
        assert season_board(season).lines == first.lines
    assert first.lines[0].points == Decimal(22)


def test_players_without_a_place_have_the_worst_that_nobody_has() -> None:
    raw = b"place,player\n1,Anna Verdi\n2,Bruno Neri\n-,Carla Rossi\n-,Dario Conti\n"
    (event,) = take(raw, name="list.csv").events.all()
    import_event(event_id=event.pk, visitor=NOBODY, now=NOW)
    ImportedEvent.objects.update(league="Woodland League", season="Spring")
    assert [row[2] for row in table(alone())] == ["4", "3", "1", "1"]


def test_a_season_made_again_takes_what_was_imported_since_and_nothing_twice() -> None:
    imported(THREE)
    first = alone()
    with pytest.raises(Refused, match="All of these events count"):
        alone()
    imported(THREE, StartTime=START + DAY)
    assert alone() == first
    assert (first.imports.count(), Season.objects.count()) == (2, 1)


def test_nothing_is_offered_once_the_event_has_left_the_season(season: Season, club: list[Player]) -> None:
    imported(THREE)
    joined = count(season)
    at = joined.tournament_id
    left = take_out_imports(tournament_id=at, season_id=season.pk, by=ACTOR.at(after(11)))
    other = played(*club)
    join_season(tournament_id=other.pk, season_id=season.pk, account=make_account(), by=ACTOR.at(after(12)))
    leave_season(tournament_id=at, season_id=season.pk, by=ACTOR.at(after(13)))
    assert not can_undo(left)
    assert not can_undo(joined)


def test_who_was_merged_since_is_no_member_by_an_imported_result(season: Season, club: list[Player]) -> None:
    imported((PlayerMade(first="Annie", last="Verdi"), *THREE[1:]))
    count(season)
    at = season.events.get().tournament_id
    name_members(tournament_id=at, season_id=season.pk, typed=["Bruno Neri"], by=ACTOR.at(after(11)))
    kept = make_player("Annegret Verdi")
    Player.objects.filter(name="Annie Verdi").update(merged_into=kept)
    Season.objects.update(rules_data=replace(RULES, members_only=True).to_dict())
    season.refresh_from_db()
    assert table(season) == [(1, "Bruno", "5")]
    assert kept in players_in(season)


def other_version() -> ImportedEvent:
    """Of `imported(THREE)`: Bruno has won."""
    anna, bruno, carla = THREE
    swapped = (replace(anna, first="Bruno", last="Neri"), replace(bruno, first="Anna", last="Verdi"), carla)
    return take(make_ttd_file(swapped), name="corrected.tdt").events.get()


def test_a_version_in_the_place_of_another_counts_where_that_counted_and_its_way_back_stays(
    season: Season,
) -> None:
    imported(THREE)
    joined = count(season)
    assert table(season) == [(1, "Anna", "5"), (1, "Bruno", "5"), (3, "Carla", "4.5")]
    import_instead(event_id=other_version().pk, visitor=NOBODY, now=after(11))
    assert table(season) == [(1, "Bruno", "6"), (2, "Carla", "4.5"), (3, "Anna", "4")]
    assert can_undo(joined)
    undo(joined)
    assert table(season) == [(1, "Bruno", "3"), (2, "Anna", "2"), (3, "Carla", "1")]


def test_no_version_comes_in_the_place_of_one_in_final_standings(season: Season) -> None:
    event = imported(THREE)
    line = count(season)
    freeze_season(tournament_id=line.tournament_id, season_id=season.pk, by=ACTOR.at(after(12)))
    with pytest.raises(Refused, match="counts in the final standings of “"):
        import_instead(event_id=other_version().pk, visitor=NOBODY, now=after(13))
    assert event.results.get(place=1).player.name == "Anna Verdi"


def test_of_a_list_that_names_those_paid_the_whole_field_counts() -> None:
    raw = results_csv(RESULTS, is_public=False)
    (event,) = take(raw, name="results.csv").events.all()
    import_event(event_id=event.pk, visitor=NOBODY, now=NOW)
    ImportedEvent.objects.update(league="Woodland League", season="Spring")
    # 180 players with 212 entries.
    assert [row[2] for row in table(alone("n * 1000 + entries"))] == ["180212", "180212"]
