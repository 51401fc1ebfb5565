"""The structure editor on levels of several games: from a rotation to the stakes of one game."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories import ACTOR, as_vera
from tests.pages import squeeze
from tests.tournament.rules.structures import hands_level, level, pause_of, structure
from tournament.models import Tournament
from tournament.rules.structure.level_games import LevelGame, stakes_like
from tournament.rules.structure.levels import Level
from tournament.rules.structure.periods import Structure
from tournament.rules.templates.mixed import ROTATIONS
from tournament.services.clock import start_clock
from tournament.words.games import GAMES

# What is kept is one JSON value, checked in the form.
pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

NO_LIMIT = LevelGame(game="NT", small_blind=50, big_blind=100, ante=150, ante_kind="big_blind")
LIMIT = LevelGame(game="FT", small_blind=100, big_blind=200, small_bet=200, big_bet=400)
POT_LIMIT = LevelGame(game="PO", small_blind=50, big_blind=100, ante=100, ante_kind="big_blind")
OMAHA = replace(LIMIT, game="FO")
OFFERED = dict(GAMES)


def mixed(*games: LevelGame, hands: int = 6) -> Level:
    return Level.mixed(games=games, hands_per_game=hands, duration_seconds=1200)


def with_structure(client: Client, *periods: Any) -> Tournament:
    return as_vera(
        client,
        structure=structure(*periods),
        chip_values=(25, 50, 100, 500, 1000),
        late_registration_level=0,
    )


def posted(rows: Any, page: Any) -> dict[str, str]:
    """What the form of a page would post."""
    data = {"first": str(page["first"]), "count": str(page["count"]), "seen": page["seen"]}
    for row in rows:
        if row.state == "past":
            continue
        prefix = f"row-{row.index}-"
        data[f"{prefix}kind"] = row.kind
        data |= {prefix + cell.field: cell.value for cell in row.all_cells}
        if row.games:
            data[f"{prefix}games"] = row.codes
            data |= {f"{prefix}g{group.number}-games": group.codes for group in row.groups}
    return data


def editor(client: Client, tournament: Tournament) -> dict[str, str]:
    page = client.get(f"/floor/{tournament.code}/structure/").context
    return posted(page["rows"], page)


def press(client: Client, tournament: Tournament, button: str, data: dict[str, str]) -> dict[str, str]:
    """The form after a button that writes nothing."""
    response = client.post(f"/floor/{tournament.code}/structure/", data | {"do": button})
    assert response.status_code == 200
    return posted(response.context["rows"], response.context)


def save(client: Client, tournament: Tournament, data: dict[str, str]) -> Structure:
    response = client.post(f"/floor/{tournament.code}/structure/", data | {"do": "save"})
    assert response.status_code == 302, response.content.decode()
    return Tournament.objects.get().structure


def test_a_mixed_level_is_shown_and_saved_unchanged(client: Client) -> None:
    periods = (mixed(NO_LIMIT, LIMIT, POT_LIMIT, OMAHA), pause_of(10), level(100, 200))
    tournament = with_structure(client, *periods)
    assert save(client, tournament, editor(client, tournament)).periods == periods


def test_games_that_are_played_for_the_same_are_typed_once(client: Client) -> None:
    tournament = with_structure(client, mixed(NO_LIMIT, LIMIT, POT_LIMIT, OMAHA))
    page = client.get(f"/floor/{tournament.code}/structure/")
    [row] = page.context["rows"]
    assert [(group.codes, [cell.name for cell in group.cells]) for group in row.groups] == [
        ("NT", ["small_blind", "big_blind", "ante", "ante_kind"]),
        ("FT FO", ["small_blind", "big_blind", "small_bet", "big_bet", "ante", "ante_kind"]),
        ("PO", ["small_blind", "big_blind", "ante", "ante_kind"]),
    ]
    assert "NLH · LHE · PLO · LO" in squeeze(page.content.decode())

    data = editor(client, tournament)
    data |= {"row-0-g1-small_bet": "300", "row-0-g1-big_bet": "600", "row-0-hands_per_game": "7"}
    [saved] = save(client, tournament, data).periods
    assert saved == mixed(
        NO_LIMIT,
        replace(LIMIT, small_bet=300, big_bet=600),
        POT_LIMIT,
        replace(OMAHA, small_bet=300, big_bet=600),
        hands=7,
    )


def test_a_game_is_added_with_stakes_in_proportion_and_left_out_again(client: Client) -> None:
    tournament = with_structure(client, level(50, 100), level(100, 200))
    data = press(client, tournament, "games:0", editor(client, tournament))
    data = press(client, tournament, "add-game:0", data | {"row-0-add": "FT"})
    limit = stakes_like("FT", [LevelGame(game="NT", small_blind=50, big_blind=100)])
    first = LevelGame(game="NT", small_blind=50, big_blind=100)
    assert save(client, tournament, data).periods[0] == mixed(first, limit, hands=8)

    data = press(client, tournament, "drop-game:0.1", editor(client, tournament))
    assert save(client, tournament, data).periods[0] == level(50, 100)


def test_a_game_of_a_kind_that_is_there_joins_it(client: Client) -> None:
    tournament = with_structure(client, mixed(NO_LIMIT, LIMIT))
    data = press(client, tournament, "add-game:0", editor(client, tournament) | {"row-0-add": "FO"})
    assert save(client, tournament, data).periods[0] == mixed(NO_LIMIT, LIMIT, OMAHA)


def test_games_change_places_and_a_game_gets_stakes_of_its_own(client: Client) -> None:
    tournament = with_structure(client, mixed(NO_LIMIT, LIMIT, OMAHA))
    data = press(client, tournament, "earlier:0.2", editor(client, tournament))
    data = press(client, tournament, "apart:0.1", data)
    assert (data["row-0-games"], data["row-0-g1-games"], data["row-0-g2-games"]) == ("NT FO FT", "FT", "FO")
    data |= {"row-0-g2-small_blind": "75"}
    assert save(client, tournament, data).periods[0] == mixed(NO_LIMIT, replace(OMAHA, small_blind=75), LIMIT)


def test_the_levels_after_get_the_same_games_for_their_own_stakes(client: Client) -> None:
    tournament = with_structure(client, mixed(NO_LIMIT, LIMIT), pause_of(10), level(100, 200))
    data = press(client, tournament, "onwards:0", editor(client, tournament))
    assert save(client, tournament, data).periods == (
        mixed(NO_LIMIT, LIMIT),
        pause_of(10),
        mixed(
            LevelGame(game="NT", small_blind=100, big_blind=200),
            LevelGame(game="FT", small_blind=200, big_blind=400, small_bet=400, big_bet=800),
        ),
    )


def test_a_level_added_at_the_end_doubles_every_game(client: Client) -> None:
    tournament = with_structure(client, mixed(NO_LIMIT, LIMIT))
    data = press(client, tournament, "insert-level:0", editor(client, tournament))
    assert save(client, tournament, data).periods[1] == mixed(
        LevelGame(game="NT", small_blind=100, big_blind=200, ante=300, ante_kind="big_blind"),
        LevelGame(game="FT", small_blind=200, big_blind=400, small_bet=400, big_bet=800),
    )


def test_a_club_night_becomes_horse_with_three_buttons(client: Client) -> None:
    tournament = with_structure(client, level(50, 100), level(100, 200), level(150, 300))
    data = press(client, tournament, "add-game:0", editor(client, tournament) | {"row-0-add": "horse"})
    data = press(client, tournament, "onwards:0", data)
    # Nine of a club night cannot be dealt stud: the page names level, game and number before anything is saved.
    refused = client.post(f"/floor/{tournament.code}/structure/", data | {"do": "save"})
    assert refused.status_code == 422
    says = "Level 1 takes 8 players a table at most, and the tables have 9 seats."
    assert f"Row 1: Razz, Stud, Stud 8: {says}" in unescape(refused.content.decode()).replace("\u00a0", " ")
    Tournament.objects.update(seats_per_table=8)
    games, hands = ROTATIONS["horse"]
    for period, bet in zip(save(client, tournament, data).periods, (200, 400, 600), strict=True):
        assert isinstance(period, Level)
        assert (tuple(game.game for game in period.games), period.hands_per_game) == (games, hands)
        assert {game.small_bet for game in period.games} == {bet}


def test_a_button_that_does_not_fit_changes_nothing(client: Client) -> None:
    tournament = with_structure(client, mixed(NO_LIMIT, LIMIT), pause_of(10), level(100, 200))
    data = editor(client, tournament)
    for button in (
        *("drop-game:0.9", "earlier:0.0", "earlier:0.9", "apart:0.0", "apart:0.9", "games:7"),
        *("add-game:1", "onwards:1", "drop-game:1.0", "explode:0.1", "earlier:0.x", "earlier:0.-1"),
    ):
        assert press(client, tournament, button, data) == data, button


def test_only_a_game_that_is_offered_and_not_there_is_added(client: Client) -> None:
    tournament = with_structure(client, mixed(NO_LIMIT, LIMIT))
    data = editor(client, tournament)
    for chosen in ("", "NT", "nothing", "X" * 500):
        assert press(client, tournament, "add-game:0", data | {"row-0-add": chosen}) == data, chosen


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"row-0-g1-small_bet": "x"}, 'Row 1, <a href="#row-0-g1-small_bet">Small bet</a>: Enter a whole number'),
        ({"row-0-hands_per_game": ""}, '#row-0-hands_per_game">Hands of each game (0: dealer’s choice)</a>: Enter'),
        ({"row-0-hands_per_game": "101"}, "from 0 to 100"),
        ({"row-0-games": "NT NT FT"}, "Row 1: Choose two or more games from the list, each only once."),
        ({"row-0-games": "NT PO"}, "Choose two or more games from the list, each only once."),
        ({"row-0-games": "NT"}, "Choose two or more games from the list, each only once."),
        ({"row-0-g1-games": "NT"}, "Choose two or more games from the list, each only once."),
        ({"row-0-g1-games": "XX"}, "Choose two or more games from the list, each only once."),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_said_with_its_row_and_nothing_is_saved(
    client: Client, changes: dict[str, str], words: str
) -> None:
    tournament = with_structure(client, mixed(NO_LIMIT, LIMIT))
    before = Tournament.objects.get().structure_data
    data = editor(client, tournament) | changes | {"do": "save"}
    response = client.post(f"/floor/{tournament.code}/structure/", data)
    assert response.status_code == 422
    assert words in squeeze(response.content.decode())
    assert Tournament.objects.get().structure_data == before


def test_an_error_of_the_check_names_the_games(client: Client) -> None:
    tournament = with_structure(client, mixed(NO_LIMIT, LIMIT, OMAHA))
    data = editor(client, tournament) | {"row-0-g1-small_bet": "210", "do": "save"}
    response = client.post(f"/floor/{tournament.code}/structure/", data)
    assert "Row 1: LHE, LO: 210 (small bet) cannot be paid with the chips of this set." in (
        response.content.decode()
    )


def test_a_game_is_not_asked_for_what_it_is_not_played_for(client: Client) -> None:
    # The fields are there for a browser that cannot hide them; what they hold does not count.
    tournament = with_structure(client, level(50, 100))
    data = editor(client, tournament) | {"row-0-small_bet": "100", "row-0-bring_in": "25"}
    assert save(client, tournament, data).periods == (level(50, 100),)


def test_the_games_of_a_level_in_play_are_frozen_and_its_minutes_are_not(client: Client) -> None:
    periods = (mixed(NO_LIMIT, LIMIT), mixed(NO_LIMIT, LIMIT, hands=7), level(200, 400))
    tournament = with_structure(client, *periods)
    Tournament.objects.update(draw_made_at=timezone.now())
    start_clock(tournament_id=tournament.pk, by=ACTOR.at(timezone.now() - timedelta(minutes=25)))
    page = client.get(f"/floor/{tournament.code}/structure/")
    assert "NLH 50/100, BB ante 150 · LHE 200/400" in " ".join(page.content.decode().split())
    data = editor(client, tournament)
    assert press(client, tournament, "drop-game:1.0", data) == data

    saved = save(client, tournament, data | {"row-0-minutes": "30"})
    assert saved.periods == (periods[0], replace(periods[1], duration_seconds=1800), periods[2])


def test_a_played_level_is_kept_as_it_was_stored(client: Client) -> None:
    """An older form kept fixed-limit bets in levels of other games."""
    odd = Level(small_blind=50, big_blind=100, small_bet=100, big_bet=200, duration_seconds=1200)
    tournament = with_structure(client, odd, level(100, 200), level(200, 400))
    Tournament.objects.update(draw_made_at=timezone.now())
    start_clock(tournament_id=tournament.pk, by=ACTOR.at(timezone.now() - timedelta(minutes=25)))
    data = editor(client, tournament) | {"row-1-big_blind": "500", "row-1-small_blind": "250"}
    assert save(client, tournament, data).periods == (odd, level(100, 200), level(250, 500))


def test_two_hundred_mixed_levels_fit_into_one_form(client: Client) -> None:
    games = (NO_LIMIT, LIMIT, POT_LIMIT, OMAHA)
    tournament = with_structure(client, *[mixed(*games)] * 200)
    data = editor(client, tournament)
    assert len(data) > 4000
    assert save(client, tournament, data).level_count == 200


def test_a_level_may_last_hands_and_gives_its_length_to_the_later_ones(client: Client) -> None:
    tournament = with_structure(client, level(50, 100), pause_of(10), level(100, 200), level(200, 400))
    address = f"/floor/{tournament.code}/structure/"
    assert not any(row.gives_length for row in client.get(address).context["rows"])
    data = editor(client, tournament) | {"row-0-minutes": "15 hands"}
    checked = client.post(address, data | {"do": "check"}).context["rows"]
    assert [row.gives_length for row in checked] == [True, False, False, False]
    data = press(client, tournament, "length:0", data)
    assert [data[f"row-{row}-minutes"] for row in range(4)] == ["15 hands", "10", "15 hands", "15 hands"]
    assert save(client, tournament, data).periods == (
        hands_level(50, 100, hands=15),
        pause_of(10),
        hands_level(100, 200, hands=15),
        hands_level(200, 400, hands=15),
    )
    assert editor(client, tournament)["row-3-minutes"] == "15 hands"


def test_a_break_lasts_no_hands(client: Client) -> None:
    tournament = with_structure(client, level(50, 100), pause_of(10), level(100, 200))
    page = client.post(
        f"/floor/{tournament.code}/structure/",
        editor(client, tournament) | {"row-1-minutes": "5 mani", "do": "save"},
    )
    assert page.status_code == 422
    assert "Only a level can last hands. Enter the minutes of the break." in page.content.decode()


def test_games_last_an_orbit_with_enough_players(client: Client) -> None:
    tournament = with_structure(client, mixed(NO_LIMIT, LIMIT))
    data = editor(client, tournament) | {"row-0-orbit_from": "4", "row-0-hands_per_game": "6"}
    saved = save(client, tournament, data).periods[0]
    assert saved == replace(mixed(NO_LIMIT, LIMIT, hands=6), orbit_from=4)
    data["seen"] = editor(client, tournament)["seen"]
    wrong = client.post(
        f"/floor/{tournament.code}/structure/", data | {"row-0-hands_per_game": "0", "do": "save"}
    )
    assert wrong.status_code == 422
    assert "Enter the hands of each game with fewer players." in wrong.content.decode()
