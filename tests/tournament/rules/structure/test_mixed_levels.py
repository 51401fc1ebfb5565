"""Levels of several games: their stakes, their limits, how they are stored (level_games.py, levels.py)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.refusals import said
from tests.tournament.rules.mixed import (
    LIMIT,
    NINE_GAMES,
    NO_LIMIT,
    POT_LIMIT,
    PUBLISHED_LEVEL,
    STUD,
    mixed,
    raised,
)
from tests.tournament.rules.structures import level, pause_of, structure
from tournament.rules.structure.check import check_structure
from tournament.rules.structure.errors import StructureError
from tournament.rules.structure.level_games import LevelGame
from tournament.rules.structure.levels import Break, Level
from tournament.rules.structure.periods import Structure, period_from_dict

CHIPS = (25, 50, 100, 500, 1000)


def remarks(
    *periods: Level | Break, stack: int = 10_000, chips: tuple[int, ...] = CHIPS
) -> list[tuple[str, int | None, str]]:
    found = check_structure(Structure(periods=periods), starting_stack=stack, chip_values=chips)
    return [(remark.code, remark.row, " ".join(remark.games)) for remark in found]


def test_a_mixed_level_has_the_stakes_of_its_first_game() -> None:
    assert (PUBLISHED_LEVEL.game, PUBLISHED_LEVEL.small_blind, PUBLISHED_LEVEL.ante) == ("NT", 50, 150)
    assert PUBLISHED_LEVEL.all_games == NINE_GAMES
    assert PUBLISHED_LEVEL.stakes_of("FR") == replace(STUD, game="FR")
    with pytest.raises(KeyError):
        PUBLISHED_LEVEL.stakes_of("FB")


def test_a_level_of_one_game_has_one_game() -> None:
    single = level(50, 100, ante=25)
    assert not single.is_mixed
    assert [game.game for game in single.all_games] == ["NT"]
    assert single.stakes_of("NT").amounts() == single.amounts()


def test_a_mixed_level_of_one_game_is_a_level_of_that_game() -> None:
    razz = replace(STUD, game="FR")
    alone = mixed(razz)
    assert (alone.games, alone.hands_per_game, alone.game, alone.bring_in) == ((), 0, "FR", 50)
    assert alone.all_games == (razz,)


def test_games_for_the_same_stakes_are_said_together() -> None:
    assert [codes for codes, _stakes in PUBLISHED_LEVEL.grouped_games] == [
        *[("NT", "N2L1D"), ("F7S", "FR", "F7S/8"), ("FO/8", "FT", "F2L3D"), ("PO",)],
    ]


def test_the_bets_of_a_level_are_said_once() -> None:
    assert PUBLISHED_LEVEL.bets == ((50, 100), (200, 400))
    assert mixed(LevelGame(game="N5DA", ante=5, ante_kind="classic", min_bet=10)).bets == ()


def test_a_level_says_the_stakes_of_its_first_game_or_is_refused() -> None:
    with pytest.raises(StructureError) as refused:
        replace(PUBLISHED_LEVEL, big_blind=200)
    assert refused.value.code == "first_game_differs"


MOST_GAMES = mixed(*(LevelGame(game=f"G{number}") for number in range(24)))


@pytest.mark.parametrize("period", [MOST_GAMES, PUBLISHED_LEVEL, mixed(STUD), mixed(LIMIT, STUD, hands=8)])
def test_a_level_survives_storage(period: Level) -> None:
    assert period_from_dict(period.to_dict(), row=1) == period


def test_a_level_stored_before_there_were_mixed_games_is_read() -> None:
    stored = {
        "kind": "level",
        "small_blind": 25,
        "big_blind": 50,
        "ante": 0,
        "ante_kind": "none",
        "duration_seconds": 1200,
        "game": "NT",
        "small_bet": 0,
        "big_bet": 0,
    }
    assert period_from_dict(stored, row=1) == level(25, 50)
    assert level(25, 50).to_dict() == stored


@pytest.mark.parametrize(
    ("games", "code"),
    [
        ("NT", "not_a_list"),
        ([{"game": "NT"}] * 25, "not_a_list"),
        ([{"game": "NT"}, 7], "not_a_game"),
        ([{"game": "NT"}, {"game": "NT"}], "game_twice"),
        ([{"game": "NT", "small_blind": -1}, {"game": "PO"}], "out_of_range"),
    ],
)
def test_bad_games_are_refused_with_their_row(games: object, code: str) -> None:
    data = {**PUBLISHED_LEVEL.to_dict(), "games": games}
    with pytest.raises(StructureError) as refused:
        period_from_dict(data, row=4)
    assert (refused.value.code, refused.value.row) == (code, 4)


@pytest.mark.parametrize(("index", "since"), [(0, 0), (1, 1), (2, 1), (3, 1), (4, 4), (5, 5), (6, 5)])
def test_a_rotation_goes_on_through_breaks_and_begins_anew_after_a_single_game(
    index: int, since: int
) -> None:
    two = mixed(LIMIT, STUD)
    sheet = structure(level(), two, pause_of(10), two, level(), two, pause_of(5))
    assert sheet.mixed_since(index) == since


def test_the_published_level_has_no_remark() -> None:
    assert remarks(PUBLISHED_LEVEL) == []
    raised_twice = mixed(*(raised(game) for game in NINE_GAMES), minutes=120)
    assert remarks(PUBLISHED_LEVEL, raised_twice) == []


def test_a_remark_names_the_games_it_is_about_once() -> None:
    falling = mixed(*(replace(g, small_bet=100) if g.small_bet else g for g in NINE_GAMES))
    assert remarks(mixed(*NINE_GAMES), falling) == [
        ("falling_bets", 2, "F7S FO/8 FR FT F2L3D F7S/8"),
    ]


def test_each_game_is_compared_with_the_level_that_last_had_it() -> None:
    assert remarks(mixed(LIMIT, STUD), level(25, 50), mixed(raised(LIMIT), STUD)) == []
    assert remarks(mixed(raised(LIMIT), STUD), level(25, 50), mixed(LIMIT, raised(STUD))) == [
        *[("falling_blinds", 3, "FT")] * 2,
        *[("falling_bets", 3, "FT")] * 2,
    ]


def test_short_deck_has_one_blind_on_the_button() -> None:
    short_deck = LevelGame(game="NS", big_blind=100, min_bet=50, ante=50, ante_kind="classic")
    assert remarks(mixed(short_deck)) == []


def test_a_level_is_the_same_only_if_every_game_is() -> None:
    assert remarks(mixed(LIMIT, STUD), mixed(LIMIT, STUD)) == [("no_increase", 2, "")]
    assert remarks(mixed(LIMIT, STUD), mixed(LIMIT, raised(STUD))) == []
    assert remarks(mixed(LIMIT, STUD), mixed(LIMIT, STUD, POT_LIMIT)) == []


def test_every_amount_of_every_game_must_be_payable() -> None:
    chips = (100, 500, 1000)
    assert remarks(mixed(LIMIT, STUD), chips=chips) == [("not_payable", 1, "F7S")] * 2
    colour_up = pause_of(10, 25, 50)
    assert remarks(mixed(LIMIT, STUD), colour_up, mixed(raised(LIMIT), raised(STUD))) == []
    assert remarks(mixed(LIMIT, STUD), colour_up, mixed(raised(LIMIT), STUD)) == [
        ("removed_chip_needed", 3, "F7S"),
        ("removed_chip_needed", 3, "F7S"),
    ]


@pytest.mark.parametrize(
    ("game", "code"),
    [
        (replace(STUD, bring_in=0), "no_bring_in"),
        (replace(STUD, bring_in=200), "bring_in_not_below_bet"),
        (replace(STUD, ante=0, ante_kind="none", bring_in=0), "no_blinds"),
        (replace(STUD, small_bet=0, big_bet=0), "limit_bets_missing"),
        (replace(NO_LIMIT, ante=200), "ante_above_big_blind"),
        (replace(POT_LIMIT, ante=150, ante_kind="classic"), "ante_above_big_blind"),
        (raised(STUD, 3), "jump"),
    ],
)
def test_what_is_wrong_with_one_game_is_said_of_it(game: LevelGame, code: str) -> None:
    other = LIMIT if game.game != "FT" else STUD
    before = mixed(STUD, NO_LIMIT) if code == "jump" else level(25, 50)
    assert (code, 2, game.game) in remarks(before, mixed(game, other), stack=30_000)


def test_a_level_that_differs_from_its_first_game_says_the_cure() -> None:
    assert said(lambda: replace(PUBLISHED_LEVEL, big_blind=200)) == (
        (
            "games: the stakes of the level differ from those of its first game. "
            "Use the first game’s stakes for the level."
        ),
        "first_game_differs",
        {"field": "games", "row": None},
    )


def test_a_level_is_dealers_choice_with_no_number_of_hands() -> None:
    assert [mixed(LIMIT, STUD, hands=hands).is_dealers_choice for hands in (0, 1)] == [True, False]
    assert not level().is_dealers_choice


def test_a_mixed_level_is_stored_with_its_games() -> None:
    stored = mixed(STUD, NO_LIMIT, hands=6).to_dict()
    assert stored == {
        "kind": "level",
        "small_blind": 0,
        "big_blind": 0,
        "ante": 50,
        "ante_kind": "classic",
        "duration_seconds": 1_200,
        "game": "F7S",
        "small_bet": 200,
        "big_bet": 400,
        "bring_in": 50,
        "games": [STUD.to_dict(), NO_LIMIT.to_dict()],
        "hands_per_game": 6,
    }
    assert Level.mixed(games=(POT_LIMIT,), hands_per_game=6, duration_seconds=60) == Level(
        small_blind=50, big_blind=100, ante=100, ante_kind="big_blind", game="PO", duration_seconds=60
    )
