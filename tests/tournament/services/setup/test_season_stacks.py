"""A finale begins with stacks from points: those who have an entry already, those who enter later, and the way back."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from tables.queries.checks.every import CHECKS
from tables.services.desk.players import merge_players
from tables.services.desk.seating import make_seat_draw
from tests.factories import ACTOR, NOW, after, make_account, make_player, make_tournament
from tests.factories.seasons import Played, played_season, season_with
from tournament.models import Entry, EntryStatus, LogEntry, Player, Season, Tournament
from tournament.queries.chip_count import chip_count
from tournament.rules.seasons.stacks import StackTerms
from tournament.services.clock import start_clock
from tournament.services.errors import Refused
from tournament.services.field.entries import register_entry, void_entry
from tournament.services.setup.flights import add_flight
from tournament.services.setup.season_stacks import load_stacks
from tournament.services.setup.seasons import join_season
from tournament.services.undo import lines_to_undo, undo_line

pytestmark = pytest.mark.django_db

TERMS = StackTerms(per_point=Decimal(4_000), least=5_000, most=20_000, unit=100)


@pytest.fixture
def of_one() -> Played:
    """Anna has 3 points, Bruno 2, Carla 1."""
    return played_season()


@pytest.fixture
def club(of_one: Played) -> list[Player]:
    return of_one.players


@pytest.fixture
def season(of_one: Played) -> Season:
    return of_one.season


@pytest.fixture
def finale(season: Season) -> Tournament:
    event = make_tournament(name="Finale", entries_per_player=None)
    join_season(
        tournament_id=event.pk, season_id=season.pk, account=make_account(), is_finale=True, by=ACTOR.at(NOW)
    )
    return event


def enter(event: Tournament, player: Player) -> Entry:
    return register_entry(tournament_id=event.pk, player_id=player.pk, by=ACTOR.at(after(2)))


def load(event: Tournament, season: Season, **changes: Any) -> LogEntry:
    terms = replace(TERMS, **changes)
    return load_stacks(tournament_id=event.pk, season_id=season.pk, terms=terms, by=ACTOR.at(after(1)))


def stacks(event: Tournament) -> dict[str, int]:
    rows = Entry.objects.filter(tournament=event).exclude(status=EntryStatus.VOID).order_by("number")
    return {f"{entry.player.name.split()[0]} {entry.number}": entry.stack for entry in rows}


def undo(line: LogEntry) -> None:
    undo_line(tournament_id=line.tournament_id, line_id=line.pk, by=ACTOR.at(after(9)))


def can_undo(line: LogEntry) -> bool:
    return line.pk in lines_to_undo(Tournament.objects.get(pk=line.tournament_id), [line])


def findings(event: Tournament) -> list[str]:
    return [str(each) for check in CHECKS.values() for each in check(Tournament.objects.get(pk=event.pk))]


def test_stacks_are_of_the_points_for_entries_before_and_after_the_list(
    club: list[Player], season: Season, finale: Tournament
) -> None:
    anna, bruno, carla = club
    dario = make_player("Dario Conti")
    enter(finale, anna)
    enter(finale, dario)
    line = load(finale, season)
    enter(finale, carla)
    enter(finale, bruno)
    full = finale.starting_stack
    assert stacks(finale) == {"Anna 1": 12_000, "Dario 2": full, "Carla 3": 5_000, "Bruno 4": 8_000}
    assert chip_count(finale.pk).in_play == 25_000 + full
    assert findings(finale) == []

    again = load(finale, season, most=10_000)
    assert stacks(finale)["Anna 1"] == 10_000
    assert (can_undo(line), can_undo(again)) == (False, True)
    undo(again)
    assert stacks(finale)["Anna 1"] == 12_000
    undo(line)
    assert {*stacks(finale).values()} == {full}
    assert chip_count(finale.pk).in_play == 4 * full
    assert findings(finale) == []


def test_only_the_first_entry_has_it_and_one_that_was_void_does_not_count(
    club: list[Player], season: Season, finale: Tournament
) -> None:
    load(finale, season)
    anna = club[0]
    first = enter(finale, anna)
    void_entry(tournament_id=finale.pk, entry_id=first.pk, by=ACTOR.at(after(3)), reason="")
    second = enter(finale, anna)
    Entry.objects.filter(pk=second.pk).update(
        status=EntryStatus.ELIMINATED, stack=0, place_first=2, place_last=2
    )
    enter(finale, anna)
    assert stacks(finale) == {"Anna 2": 0, "Anna 3": finale.starting_stack}


def test_two_players_who_were_merged_have_one_stack(
    club: list[Player], season: Season, finale: Tournament
) -> None:
    load(finale, season)
    anna, bruno, _ = club
    merge_players(tournament_id=finale.pk, kept_id=bruno.pk, double_id=anna.pk, by=ACTOR.at(after(2)))
    enter(finale, bruno)
    assert stacks(finale) == {"Bruno 1": 12_000}


def test_once_the_clock_has_started_no_list_comes_or_goes(
    club: list[Player], season: Season, finale: Tournament
) -> None:
    line = load(finale, season)
    for player in club:
        enter(finale, player)
    make_seat_draw(tournament_id=finale.pk, seed="1", by=ACTOR.at(after(3)))
    assert can_undo(line)
    start_clock(tournament_id=finale.pk, by=ACTOR.at(after(4)))
    assert not can_undo(line)
    with pytest.raises(Refused, match="The clock has started"):
        load(finale, season)


def test_those_on_no_list_keep_the_stack_they_were_given(
    club: list[Player], season: Season, finale: Tournament
) -> None:
    dario = make_player("Dario Conti")
    entry = enter(finale, dario)
    rows = entry.chip_rows.count()
    undo(load(finale, season))
    assert (stacks(finale), entry.chip_rows.count()) == ({"Dario 1": finale.starting_stack}, rows)


def test_flights_and_stacks_from_points_do_not_go_together(season: Season, finale: Tournament) -> None:
    load(finale, season)
    with pytest.raises(Refused, match="Starting stacks from points are loaded"):
        add_flight(
            tournament_id=finale.pk, name="1A", starts_at=None, account=make_account(), by=ACTOR.at(NOW)
        )


def test_a_season_without_a_rank_gives_no_stacks(club: list[Player]) -> None:
    event = make_tournament(name="First")
    season = season_with(event)
    with pytest.raises(Refused, match="Nobody has a rank"):
        load(event, season)
    Tournament.objects.filter(pk=event.pk).update(has_flights=True)
    with pytest.raises(Refused, match="stacks of their flights"):
        load(event, season)
    with pytest.raises(Season.DoesNotExist):
        load(make_tournament(name="Another"), season)
