from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest

from tables.engine.errors import InvalidNotation
from tables.engine.games.rotations import (
    EIGHT_GAME,
    HORSE,
    NINE_GAME,
    ROTATIONS,
    GameTurn,
    Rotation,
    turn,
)
from tests.published import published

TWO_EACH = replace(HORSE, hands=2)


def dealt(rotation: Rotation, count: int, played: Sequence[str] = ()) -> list[str]:
    """The games of the next `count` hands."""
    games = list(played)
    for _ in range(count):
        games.append(turn(rotation, games).game)
    return games[len(played) :]


@pytest.mark.rule("S-015")
def test_horse_is_the_rotation_of_its_five_letters() -> None:
    # S-015: hold'em, Omaha hi-lo, razz, stud, stud hi-lo ("E" for eight-or-better).
    assert HORSE.games == ("FT", "FO/8", "FR", "F7S", "F7S/8")
    assert HORSE.hands is None
    assert dealt(HORSE, 7) == ["FT", "FO/8", "FR", "F7S", "F7S/8", "FT", "FO/8"]


def test_a_rotation_by_hands_goes_round_its_games_for_ever() -> None:
    assert dealt(TWO_EACH, 12) == [
        *["FT", "FT", "FO/8", "FO/8", "FR", "FR", "F7S", "F7S", "F7S/8", "F7S/8"],
        *["FT", "FT"],
    ]


@pytest.mark.parametrize(
    ("played", "expected"),
    [
        ([], GameTurn(game="FT", left=2, following="FO/8")),
        (["FT"], GameTurn(game="FT", left=1, following="FO/8")),
        (["FT", "FT"], GameTurn(game="FO/8", left=2, following="FR")),
        (["F7S/8", "F7S/8"], GameTurn(game="FT", left=2, following="FO/8")),
        (["FR", "FR", "F7S"], GameTurn(game="F7S", left=1, following="F7S/8")),
    ],
)
def test_a_turn_says_the_game_the_hands_left_of_it_and_what_follows(
    played: list[str], expected: GameTurn
) -> None:
    assert turn(TWO_EACH, played) == expected


def test_a_table_that_played_other_games_begins_with_the_first() -> None:
    assert turn(TWO_EACH, ["NT", "NT", "NT"]) == turn(TWO_EACH, [])


def test_only_the_last_run_counts() -> None:
    assert turn(TWO_EACH, ["FR", "FR", "NT", "FR"]) == GameTurn(game="FR", left=1, following="F7S")


def test_another_number_of_hands_keeps_the_place() -> None:
    played = ["FT"] * 6 + ["FO/8"] * 4
    assert turn(replace(HORSE, hands=6), played) == GameTurn(game="FO/8", left=2, following="FR")
    assert turn(replace(HORSE, hands=8), played) == GameTurn(game="FO/8", left=4, following="FR")
    assert turn(replace(HORSE, hands=3), played) == GameTurn(game="FR", left=3, following="F7S")


def test_a_rotation_by_level_takes_the_next_game_with_each_level() -> None:
    assert dealt(HORSE, 6) == ["FT", "FO/8", "FR", "F7S", "F7S/8", "FT"]
    assert turn(HORSE, ["FT", "FO/8"]) == GameTurn(game="FR", left=None, following="F7S")


def test_the_latest_hands_are_enough_to_know_the_turn() -> None:
    played = dealt(NINE_GAME, 100)
    for count in range(len(played)):
        latest = played[:count][-(NINE_GAME.hands or 1) :]
        assert turn(NINE_GAME, latest) == turn(NINE_GAME, played[:count])


@pytest.mark.parametrize("rotation", ROTATIONS.values(), ids=ROTATIONS)
def test_every_game_of_a_rotation_is_played_equally_often(rotation: Rotation) -> None:
    length = rotation.hands or 1
    games = dealt(rotation, 2 * length * len(rotation.games))
    assert {game: games.count(game) for game in games} == dict.fromkeys(rotation.games, 2 * length)
    changes = [after for before, after in pairwise(games) if before != after]
    assert (games[0], *changes) == rotation.games * 2


def test_eight_games_and_nine_games() -> None:
    assert EIGHT_GAME.games == ("F2L3D", "FT", "FO/8", "FR", "F7S", "F7S/8", "NT", "PO")
    assert NINE_GAME.games == ("NT", "F7S", "FO/8", "FR", "PO", "FT", "N2L1D", "F2L3D", "F7S/8")


def test_the_published_session_was_dealt_by_this_rotation() -> None:
    """Its first hand here is the fourth hand of no-limit hold'em; the stakes rise at the third and the 41st."""
    games = [hand.setup.game for hand in published("championship")]
    assert len(games) == 46
    assert dealt(NINE_GAME, len(games), played=["NT"] * 3) == games


@pytest.mark.parametrize("games", [(), ("NT",), ("NT", "PO", "NT")])
def test_a_rotation_has_two_or_more_games_each_once(games: tuple[str, ...]) -> None:
    with pytest.raises(InvalidNotation, match="two or more games, each once") as refused:
        Rotation(code="X", name="X", games=games)
    assert refused.value.code == "bad_rotation"


def test_a_rotation_by_hands_has_hands() -> None:
    with pytest.raises(InvalidNotation, match="a whole number from 1, or none"):
        replace(HORSE, hands=0)
