"""A season: events join and leave, its rules change, players are given points or are guests; every way back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from tests.factories import ACTOR, NOW, after, make_account, make_player
from tests.factories.field import bust
from tests.factories.seasons import RULES, exchange_the_first_two, in_play, played, season_with
from tournament.models import Entry, League, LogEntry, Player, Season, SeasonNote, Tournament
from tournament.queries.seasons import board as seasons
from tournament.queries.seasons.board import season_board, seasons_shown
from tournament.rules.seasons.standings import FormulaFrom
from tournament.services.errors import Refused
from tournament.services.setup.seasons import (
    freeze_season,
    give_points,
    join_season,
    leave_season,
    name_guest,
    set_season_rules,
)
from tournament.services.undo import lines_to_undo, undo_line

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> list[Player]:
    return [make_player(name) for name in ("Anna Verdi", "Bruno Neri", "Carla Rossi", "Dario Conti")]


def table(season: Season) -> list[tuple[int, str, str]]:
    board = season_board(season)
    return [
        (row.line.rank, row.name.split()[0], format(row.line.points.normalize(), "f"))
        for row in board.shown(board.lines)
    ]


def undo(line: LogEntry) -> None:
    undo_line(tournament_id=line.tournament_id, line_id=line.pk, by=ACTOR.at(after(9)))


def can_undo(line: LogEntry) -> bool:
    return line.pk in lines_to_undo(line.tournament, [line])


def test_points_of_events_add_up_and_one_in_play_counts_as_if_it_ended_now(club: list[Player]) -> None:
    anna, bruno, carla, dario = club
    season = season_with(played(anna, bruno, carla), played(bruno, anna, dario))
    assert table(season) == [(1, "Anna", "5"), (1, "Bruno", "5"), (3, "Carla", "1"), (3, "Dario", "1")]

    now = in_play(carla, dario, anna)
    join_season(tournament_id=now.pk, season_id=season.pk, account=make_account(), by=ACTOR.at(NOW))
    first, second, third = Entry.objects.filter(tournament=now).order_by("number")
    bust(now, third, winner=first, now=after(1))
    board = season_board(season)
    assert [each.is_in_play for each in board.events] == [False, False, True]
    assert table(season) == [(1, "Anna", "6"), (2, "Bruno", "5"), (3, "Carla", "4"), (4, "Dario", "3")]
    assert seasons_shown() == (season,)
    bust(now, second, winner=first, now=after(2))
    assert not season_board(season).is_in_play


def test_a_corrected_result_moves_the_lead(club: list[Player]) -> None:
    anna, bruno, carla, _ = club
    event = played(anna, bruno, carla)
    season = season_with(event)
    assert table(season)[0] == (1, "Anna", "3")
    before = season_board(season)
    assert season_board(season) == before

    exchange_the_first_two(event, anna, bruno)
    assert table(season) == [(1, "Bruno", "3"), (2, "Anna", "2"), (3, "Carla", "1")]
    corrected = season_board(season).results_corrected
    assert [(each.event.id, each.player, int(each.at_end), int(each.now)) for each in corrected] == [
        (event.pk, anna.pk, 3, 2),
        (event.pk, bruno.pk, 2, 3),
    ]


def test_other_rules_are_no_correction_of_a_result(club: list[Player]) -> None:
    event = played(*club)
    season = season_with(event)
    set_season_rules(
        tournament_id=event.pk,
        season_id=season.pk,
        change=lambda rules: replace(rules, formulas=(FormulaFrom(text="100 - r"),)),
        by=ACTOR.at(after(9)),
    )
    season.refresh_from_db()
    assert table(season)[0] == (1, "Anna", "99")
    assert season_board(season).results_corrected == ()


def test_a_season_asks_for_what_it_has_seen_in_a_few_queries(
    club: list[Player], django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    season = season_with(*(played(*club) for _ in range(3)))
    season_board(season)
    with django_assert_max_num_queries(7):
        season_board(season)


def test_a_formula_holds_from_its_day_on_and_what_was_played_before_keeps_its_own(club: list[Player]) -> None:
    season = season_with(played(*club), played(*club, at=NOW + timedelta(days=40)))
    assert table(season)[0] == (1, "Anna", "8")
    doubled = replace(
        RULES, formulas=(*RULES.formulas, FormulaFrom(text="2 * (n - r + 1)", since=date(2026, 4, 1)))
    )
    event = Tournament.objects.order_by("pk").first()
    assert event is not None
    line = set_season_rules(
        tournament_id=event.pk, season_id=season.pk, change=lambda _now: doubled, by=ACTOR.at(after(1))
    )
    season.refresh_from_db()
    assert table(season)[0] == (1, "Anna", "12")
    assert line is not None
    undo(line)
    season.refresh_from_db()
    assert (table(season)[0], season.rules) == ((1, "Anna", "8"), RULES)
    assert not can_undo(line)


def test_guests_have_no_points_and_the_places_behind_them_move_up_where_the_season_says_so(
    club: list[Player],
) -> None:
    event = played(*club)
    season = season_with(event)
    line = name_guest(tournament_id=event.pk, season_id=season.pk, typed="bruno neri", by=ACTOR.at(NOW))
    assert table(season) == [(1, "Anna", "4"), (2, "Carla", "2"), (3, "Dario", "1")]
    set_season_rules(
        tournament_id=event.pk,
        season_id=season.pk,
        change=lambda now: replace(now, guests_close_up=True),
        by=ACTOR.at(NOW),
    )
    season.refresh_from_db()
    assert table(season) == [(1, "Anna", "4"), (2, "Carla", "3"), (3, "Dario", "2")]
    assert season_board(season).guests == ("Bruno Neri",)
    with pytest.raises(Refused, match="is a guest already"):
        name_guest(tournament_id=event.pk, season_id=season.pk, typed="Bruno Neri", by=ACTOR.at(NOW))
    undo(line)
    assert table(season)[1] == (2, "Bruno", "3")


def test_points_are_given_with_a_reason_and_undone_in_the_log(club: list[Player]) -> None:
    event = played(*club)
    season = season_with(event)

    def give(typed: str, points: str) -> LogEntry:
        return give_points(
            tournament_id=event.pk,
            season_id=season.pk,
            typed=typed,
            points=Decimal(points),
            reason="Late twice",
            by=ACTOR.at(NOW),
        )

    line = give("Anna Verdi", "-2.5")
    assert table(season)[0] == (1, "Bruno", "3")
    board = season_board(season)
    (note,) = board.notes[club[0].pk]
    assert (note.points, note.reason) == (Decimal("-2.5"), "Late twice")
    undo(line)
    assert (table(season)[0], can_undo(line)) == ((1, "Anna", "4"), False)
    assert SeasonNote.objects.get().undone_line is not None

    for typed, points, words in (
        ("Nobody Else", "1", "Nobody in the events"),
        ("Anna Verdi", "0", "Type how many points"),
    ):
        with pytest.raises(Refused, match=words):
            give(typed, points)
    make_player("Anna Verdi")
    twice = played(make_player("Anna Verdi", club_number="77"), club[1])
    join_season(tournament_id=twice.pk, season_id=season.pk, account=make_account(), by=ACTOR.at(NOW))
    with pytest.raises(Refused, match="type the club number"):
        give("Anna Verdi", "1")
    give("77", "1")


def test_an_event_counts_with_its_weight_until_it_leaves_and_comes_back_by_an_undo(
    club: list[Player],
) -> None:
    first, second = played(*club), played(*reversed(club))
    season = season_with(first)
    line = join_season(
        tournament_id=second.pk, season_id=season.pk, account=make_account(), weight=150, by=ACTOR.at(NOW)
    )
    assert table(season)[0] == (1, "Dario", "7")
    with pytest.raises(Refused, match="counts in “Thursday League · 2027” already"):
        join_season(tournament_id=second.pk, season_id=season.pk, account=make_account(), by=ACTOR.at(NOW))

    left = leave_season(tournament_id=second.pk, season_id=season.pk, by=ACTOR.at(NOW))
    assert table(season)[0] == (1, "Anna", "4")
    assert not can_undo(line)
    undo(left)
    assert table(season)[0] == (1, "Dario", "7")
    assert not can_undo(left)
    undo(LogEntry.objects.filter(tournament=second, verb="season_joined").latest("pk"))
    with pytest.raises(Refused, match="only event of the season"):
        leave_season(tournament_id=first.pk, season_id=season.pk, by=ACTOR.at(NOW))


def test_nobody_else_adds_an_event_to_a_season(club: list[Player]) -> None:
    season = season_with(played(*club))
    theirs = played(*club, account=make_account("rita"))
    with pytest.raises(Season.DoesNotExist):
        join_season(
            tournament_id=theirs.pk, season_id=season.pk, account=make_account("rita"), by=ACTOR.at(NOW)
        )
    with pytest.raises(Season.DoesNotExist):
        leave_season(tournament_id=theirs.pk, season_id=season.pk, by=ACTOR.at(NOW))


def test_a_formula_that_stops_for_one_player_keeps_the_others_their_points(club: list[Player]) -> None:
    season = season_with(played(*club), rules=replace(RULES, formulas=(FormulaFrom(text="6 / (r - 1)"),)))
    (event,) = season_board(season).events
    assert [(player, each.code) for player, each in event.problems] == [(club[0].pk, "division_by_zero")]
    assert [(name, points) for _rank, name, points in table(season)] == [
        ("Bruno", "6"),
        ("Carla", "3"),
        ("Dario", "2"),
        ("Anna", "0"),
    ]


@pytest.mark.parametrize(
    ("shared_mean", "formula", "points"),
    [
        (False, "lswitch(r, 25, 18, 13, 9)", "18"),
        # The mean of what both places give: no place 2.5 is asked for.
        (True, "lswitch(r, 25, 18, 13, 9)", "15.5"),
        (True, "10 / r", "4.167"),
    ],
)
def test_players_who_share_places_have_the_better_one_or_the_mean_of_both(
    club: list[Player], shared_mean: bool, formula: str, points: str
) -> None:
    event = played(*club)
    Entry.objects.filter(tournament=event, player__in=club[1:3]).update(place_first=2, place_last=3)
    rules = replace(RULES, formulas=(FormulaFrom(text=formula),), shared_mean=shared_mean)
    assert [row[2] for row in table(season_with(event, rules=rules))][1:3] == [points, points]


def test_final_standings_stay_as_they_are_and_say_what_was_corrected_since(club: list[Player]) -> None:
    anna, bruno, carla, _ = club
    event = played(anna, bruno, carla)
    season = season_with(event)
    note = give_points(
        tournament_id=event.pk,
        season_id=season.pk,
        typed="Anna Verdi",
        points=Decimal("0.25"),
        reason="Best hat",
        by=ACTOR.at(NOW),
    )
    line = freeze_season(tournament_id=event.pk, season_id=season.pk, by=ACTOR.at(after(1)))
    before = season_board(season).lines
    season.refresh_from_db()
    assert (season_board(season).lines, season_board(season).corrected) == (before, ())

    exchange_the_first_two(event, anna, bruno)
    board = season_board(season)
    assert board.lines == before
    assert [(each.player, str(each.before), str(each.now)) for each in board.corrected] == [
        (anna.pk, "3.250", "2.250"),
        (bruno.pk, "2.000", "3.000"),
    ]

    about: dict[str, Any] = {"tournament_id": event.pk, "season_id": season.pk}
    other = played(*club)
    changes: list[Callable[[], object]] = [
        lambda: freeze_season(**about, by=ACTOR.at(NOW)),
        lambda: leave_season(**about, by=ACTOR.at(NOW)),
        lambda: name_guest(**about, typed="Anna Verdi", by=ACTOR.at(NOW)),
        lambda: set_season_rules(**about, change=lambda now: replace(now, best=1), by=ACTOR.at(NOW)),
        lambda: join_season(
            tournament_id=other.pk, season_id=season.pk, account=make_account(), by=ACTOR.at(NOW)
        ),
    ]
    for refused in changes:
        with pytest.raises(Refused, match="are final"):
            refused()
    assert not can_undo(note)
    undo(line)
    season.refresh_from_db()
    assert (table(season)[0], can_undo(note), can_undo(line)) == ((1, "Bruno", "3"), True, False)


def test_standings_are_not_final_while_an_event_is_in_play(club: list[Player]) -> None:
    event = in_play(*club)
    season = season_with(event)
    with pytest.raises(Refused, match="is in play"):
        freeze_season(tournament_id=event.pk, season_id=season.pk, by=ACTOR.at(NOW))


def test_a_season_started_by_mistake_is_undone_with_its_league(club: list[Player]) -> None:
    event = played(*club)
    season = season_with(event)
    line = LogEntry.objects.get(verb="season_started")
    note = name_guest(tournament_id=event.pk, season_id=season.pk, typed="Anna Verdi", by=ACTOR.at(NOW))
    assert not can_undo(line)
    undo(note)
    # What was said of a player has been read: the season stays.
    assert not can_undo(line)

    other = played(*club)
    second = season_with(other, name="2028")
    line = LogEntry.objects.get(verb="season_started", tournament=other)
    undo(line)
    assert (list(Season.objects.all()), League.objects.count()) == ([season], 1)
    assert second not in seasons_shown()


def test_a_player_who_was_merged_twice_keeps_the_points(club: list[Player]) -> None:
    event = played(*club)
    season = season_with(event)
    give_points(
        tournament_id=event.pk,
        season_id=season.pk,
        typed="Dario Conti",
        points=Decimal(10),
        reason="Best hat",
        by=ACTOR.at(NOW),
    )
    dario, twin, third = club[3], make_player("Dario Cont"), make_player("D. Conti")
    for double, kept in ((dario, twin), (twin, third)):
        Entry.objects.filter(player=double).update(player=kept)
        Player.objects.filter(pk=double.pk).update(merged_into=kept)
    LogEntry.objects.filter(tournament=event).latest("pk")
    seasons._kept_points.cache_clear()
    seasons._kept_table.cache_clear()
    assert table(season)[0] == (1, "D.", "11")


def test_alphabetical_order_decides_by_the_names_that_pages_show_and_moves_with_them(
    club: list[Player],
) -> None:
    anna, bruno, carla, dario = club
    level = replace(RULES, tie_breaks=("wins", "alphabet"))
    season = season_with(played(bruno, anna, dario), played(anna, bruno, carla), rules=level)
    assert table(season) == [(1, "Anna", "5"), (2, "Bruno", "5"), (3, "Carla", "1"), (4, "Dario", "1")]
    Player.objects.filter(pk=carla.pk).update(public_name="Élise", search_shown_name="elise")
    assert table(season)[2:] == [(3, "Dario", "1"), (4, "Élise", "1")]


def test_behind_a_guest_the_money_stays_that_of_the_place(club: list[Player]) -> None:
    event = played(*club)
    season = season_with(event, rules=replace(RULES, formulas=(FormulaFrom(text="100 * m + n - r"),)))
    before = dict(zip("ABCD", (points for _rank, _name, points in table(season)), strict=True))
    name_guest(tournament_id=event.pk, season_id=season.pk, typed="Anna Verdi", by=ACTOR.at(NOW))
    set_season_rules(
        tournament_id=event.pk,
        season_id=season.pk,
        change=lambda now: replace(now, guests_close_up=True),
        by=ACTOR.at(NOW),
    )
    season.refresh_from_db()
    assert before == {"A": "103", "B": "102", "C": "101", "D": "0"}
    assert table(season) == [(1, "Bruno", "103"), (2, "Carla", "102"), (3, "Dario", "1")]
