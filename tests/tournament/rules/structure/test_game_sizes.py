import pytest

from tournament.rules.profiles import EVENT_RULES, event_rules
from tournament.rules.structure.game_sizes import TightestGame, most_players, tightest_game
from tournament.rules.structure.levels import Break, Level
from tournament.rules.structure.periods import Structure

TDA = EVENT_RULES["tda2024"]
WSOP = EVENT_RULES["wsop2024"]


def level(game: str) -> Level:
    return Level(small_blind=50, big_blind=100, duration_seconds=1200, game=game)


@pytest.mark.rule("SIZE-01")
def test_as_many_are_dealt_in_as_the_world_series_takes() -> None:
    """WSOP IX: hold'em 2 to 10, short deck 9, Big O 8, stud 8, triple draw 6, badugi 8, hybrids 6, single draw 7."""
    games = ("NT", "NS", "PO5/8", "F7S", "F7S/8", "FR", "F2L3D", "F5L3D", "FB", "FB2", "FB5", "N2L1D", "N5D")
    assert {game: most_players(game, WSOP) for game in games} == {
        "NT": 10, "NS": 9, "PO5/8": 8, "F7S": 8, "F7S/8": 8, "FR": 8, "F2L3D": 6, "F5L3D": 6, "FB": 8,
        "FB2": 6, "FB5": 6, "N2L1D": 7, "N5D": 7,
    }  # fmt: skip


@pytest.mark.rule("SIZE-01")
def test_elsewhere_the_cards_decide_the_burns_counted() -> None:
    games = ("PO", "FO/8", "PO5", "PO6", "PO6/8", "PC", "PC/8", "F5S", "IT", "XR")
    assert {game: most_players(game, TDA) for game in games} == {
        "PO": 10, "FO/8": 10, "PO5": 8, "PO6": 7, "PO6/8": 7, "PC": 8, "PC/8": 8, "F5S": 9, "IT": 9, "XR": 10,
    }  # fmt: skip


@pytest.mark.rule("SIZE-01", "S-066")
def test_the_draw_room_takes_eight_and_a_house_its_own_number() -> None:
    games = ("F5D", "N5DA", "P5DJb", "N5DPw", "F5L1Db", "F2L1D")
    assert {most_players(game, EVENT_RULES["draw_room"]) for game in games} == {8}
    assert {most_players(game, TDA) for game in games} == {7}
    seven = event_rules("tda2024", overrides={"triple_draw_players": 7})
    assert (most_players("F2L3D", seven), most_players("F5L3D", TDA)) == (7, 6)


STRUCTURE = Structure(
    periods=(
        level("NT"),
        level("PO6"),
        Break(duration_seconds=600),
        Level.mixed(
            games=tuple(level(game).all_games[0] for game in ("NT", "F7S")),
            hands_per_game=8,
            duration_seconds=1200,
        ),
        level("PO"),
        Break(duration_seconds=600),
    )
)


@pytest.mark.parametrize(
    ("since", "game", "number", "most"),
    [
        (0, "PO6", 2, 7),
        (1, "PO6", 2, 7),
        (2, "F7S", 3, 8),  # in the break the games that come
        (3, "F7S", 3, 8),
        (4, "PO", 4, 10),
        (5, "PO", 4, 10),  # after the last level its own
    ],
)
def test_the_tightest_game_is_one_that_is_still_to_come(
    since: int, game: str, number: int, most: int
) -> None:
    assert tightest_game(STRUCTURE, TDA, since=since) == TightestGame(game=game, level=number, most=most)


def test_of_games_that_are_as_tight_the_first_is_named() -> None:
    two = Structure(periods=(level("F7S"), level("FR")))
    assert tightest_game(two, TDA) == TightestGame(game="F7S", level=1, most=8)
