from __future__ import annotations

from typing import Any

import pytest

from tests.refusals import said
from tournament.rules.structure.errors import MAX_CHIPS, StructureError
from tournament.rules.structure.level_games import (
    LevelGame,
    check_games,
    grouped,
    level_game_from_dict,
    stakes_fields,
    stakes_like,
)

NO_LIMIT = LevelGame(game="NT", small_blind=50, big_blind=100, ante=150, ante_kind="big_blind")
LIMIT = LevelGame(game="FT", small_blind=100, big_blind=200, small_bet=200, big_bet=400)
STUD = LevelGame(game="F7S", ante=50, ante_kind="classic", bring_in=50, small_bet=200, big_bet=400)


def refusal(**changes: Any) -> StructureError:
    with pytest.raises(StructureError) as refused:
        LevelGame(**{"game": "NT", **changes})
    return refused.value


def test_the_amounts_of_a_game_are_those_it_is_played_for() -> None:
    assert STUD.amounts() == (("ante", 50), ("small_bet", 200), ("big_bet", 400), ("bring_in", 50))
    assert NO_LIMIT.amounts() == (("small_blind", 50), ("big_blind", 100), ("ante", 150))


@pytest.mark.parametrize(
    ("game", "least"),
    [(NO_LIMIT, 100), (LIMIT, 200), (STUD, 200), (LevelGame(game="NS", big_blind=20, min_bet=10), 10)],
)
def test_a_bet_is_measured_by_the_smallest_one(game: LevelGame, least: int) -> None:
    assert game.least_bet == least


@pytest.mark.parametrize(
    ("changes", "field", "code"),
    [
        ({"bring_in": -1}, "bring_in", "out_of_range"),
        ({"min_bet": MAX_CHIPS + 1}, "min_bet", "out_of_range"),
        ({"small_bet": "200"}, "small_bet", "not_a_whole_number"),
        ({"ante_kind": "dealer"}, "ante_kind", "unknown_choice"),
        ({"game": ""}, "game", "bad_text"),
    ],
)
def test_a_value_of_the_wrong_shape_is_refused(changes: dict[str, Any], field: str, code: str) -> None:
    error = refusal(**changes)
    assert (error.field, error.code) == (field, code)


@pytest.mark.parametrize("game", [NO_LIMIT, LIMIT, STUD])
def test_a_game_survives_storage(game: LevelGame) -> None:
    assert level_game_from_dict(game.to_dict()) == game


def test_the_stored_form_leaves_out_what_is_not_played_for() -> None:
    assert STUD.to_dict() == {
        "game": "F7S",
        "ante": 50,
        "ante_kind": "classic",
        "small_bet": 200,
        "big_bet": 400,
        "bring_in": 50,
    }


@pytest.mark.parametrize("data", [7, {}, {"ante": 5}, {"game": "NT", "straddle": 4}])
def test_what_is_not_a_game_is_refused(data: object) -> None:
    with pytest.raises(StructureError) as refused:
        level_game_from_dict(data)
    assert refused.value.code in ("not_a_game", "unknown_field")


@pytest.mark.parametrize(
    ("games", "hands", "code"),
    [
        ((NO_LIMIT,), 6, "wrong_number_of_games"),
        ((NO_LIMIT, NO_LIMIT), 6, "game_twice"),
        ((NO_LIMIT, STUD), -1, "out_of_range"),
        ((NO_LIMIT, STUD), 101, "out_of_range"),
        ((), 6, "out_of_range"),
        (tuple(LevelGame(game=f"G{n}") for n in range(25)), 6, "wrong_number_of_games"),
    ],
)
def test_several_games_follow_each_other_by_hands(
    games: tuple[LevelGame, ...], hands: int, code: str
) -> None:
    with pytest.raises(StructureError) as refused:
        check_games(games, hands_per_game=hands)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("codes", "fields"),
    [
        ("NT PT NO PO PO5/8 N2L1D N5D PB", "small_blind big_blind ante ante_kind"),
        ("NS", "big_blind min_bet ante ante_kind"),
        ("FT FO/8 F2L3D F5D FB", "small_blind big_blind small_bet big_bet ante ante_kind"),
        ("F7S F7S/8 F7S/HL FR F5S S7S S5S", "ante bring_in small_bet big_bet"),
        ("P7S PR N5S", "ante bring_in min_bet"),
        ("N5DA P5DJ N5DPw IT XR", "ante min_bet"),
        ("F5DA F5DJb S5DA", "ante small_bet big_bet"),
    ],
)
def test_a_game_is_asked_for_what_it_is_played_for(codes: str, fields: str) -> None:
    asked = {code: " ".join(stakes_fields(code)) for code in codes.split()}
    assert asked == dict.fromkeys(codes.split(), fields)


@pytest.mark.parametrize(
    ("others", "proposal"),
    [
        # The level of the published session: everything follows from its limit games.
        ([LIMIT], LevelGame(game="F7S", ante=50, ante_kind="classic", bring_in=50, small_bet=200, big_bet=400)),
        ([LIMIT], LevelGame(game="PO", small_blind=50, big_blind=100, ante=100, ante_kind="big_blind")),
        ([LIMIT], LevelGame(game="NS", big_blind=100, min_bet=100, ante=100, ante_kind="classic")),
        ([LIMIT], LevelGame(game="N5DA", ante=50, ante_kind="classic", min_bet=100)),
        ([LIMIT], LevelGame(game="PR", ante=50, ante_kind="classic", bring_in=50, min_bet=100)),
        ([LIMIT], LevelGame(game="F5DJ", ante=50, ante_kind="classic", small_bet=200, big_bet=400)),
        ([NO_LIMIT], LevelGame(game="FO/8", small_blind=100, big_blind=200, small_bet=200, big_bet=400)),
        # Games of one kind are played for the same, whatever else there is.
        ([LIMIT, STUD, NO_LIMIT], LevelGame(game="PO", small_blind=50, big_blind=100, ante=150, ante_kind="big_blind")),
        ([NO_LIMIT, LIMIT], LevelGame(game="F2L3D", small_blind=100, big_blind=200, small_bet=200, big_bet=400)),
        ([], LevelGame(game="FR")),
        ([LevelGame(game="FT")], LevelGame(game="NT")),
    ],
)  # fmt: skip
def test_a_further_game_is_proposed_in_proportion(others: list[LevelGame], proposal: LevelGame) -> None:
    assert stakes_like(proposal.game, others) == proposal


def test_a_proposal_never_leaves_the_limits() -> None:
    huge = LevelGame(game="NT", small_blind=MAX_CHIPS, big_blind=MAX_CHIPS)
    assert stakes_like("FT", [huge]).big_bet == MAX_CHIPS


def test_games_played_for_the_same_are_said_together() -> None:
    razz, omaha = stakes_like("FR", [STUD]), stakes_like("FO/8", [LIMIT])
    assert grouped([LIMIT, STUD, omaha, NO_LIMIT, razz]) == (
        (("FT", "FO/8"), LIMIT),
        (("F7S", "FR"), STUD),
        (("NT",), NO_LIMIT),
    )


@pytest.mark.parametrize(("game", "kind"), [("NT", "big_blind"), ("F7S", "classic"), ("FR", "classic")])
def test_where_no_blinds_are_posted_each_player_pays_the_ante(game: str, kind: str) -> None:
    assert LevelGame(game=game, big_blind=200, ante=200, ante_kind="big_blind").ante_kind_dealt == kind


def test_without_an_ante_nothing_is_said_about_who_pays_it() -> None:
    assert LevelGame(game="F7S", ante=0, ante_kind="none").ante_kind_dealt == "none"


def test_games_are_refused_with_the_cure() -> None:
    many = tuple(LevelGame(game=f"G{n}") for n in range(25))
    number = "there are %s games in this level. Use 2 to 24 games, or a level with a single game."
    no_game = "games: this is not a game with stakes. Choose a game and enter its stakes."
    assert [
        said(lambda: check_games((NO_LIMIT,), hands_per_game=6)),
        said(lambda: check_games(many, hands_per_game=6)),
        said(lambda: check_games((NO_LIMIT, NO_LIMIT), hands_per_game=6)),
        said(lambda: check_games((NO_LIMIT, STUD), hands_per_game=101)),
        said(lambda: check_games((), hands_per_game=1)),
        said(lambda: level_game_from_dict(7)),
        said(lambda: level_game_from_dict({"ante": 5})),
        said(lambda: level_game_from_dict({"game": "NT", "x" * 21: 4})),
    ] == [
        (
            f"games: {number % 1}",
            "wrong_number_of_games",
            {"field": "games", "row": None, "count": 1, "high": 24},
        ),
        (
            f"games: {number % 25}",
            "wrong_number_of_games",
            {"field": "games", "row": None, "count": 25, "high": 24},
        ),
        (
            "games: the same game is in this level twice. List each game once.",
            "game_twice",
            {"field": "games", "row": None},
        ),
        (
            "hands_per_game: this is out of range. Enter a whole number from 0 to 100.",
            "out_of_range",
            {"field": "hands_per_game", "row": None, "low": 0, "high": 100},
        ),
        (
            "hands_per_game: this is out of range. Enter a whole number from 0 to 0.",
            "out_of_range",
            {"field": "hands_per_game", "row": None, "low": 0, "high": 0},
        ),
        (no_game, "not_a_game", {"field": "games", "row": None}),
        (no_game, "not_a_game", {"field": "games", "row": None}),
        (
            f"{'x' * 20}: a game does not have this field. Remove it.",
            "unknown_field",
            {"field": "x" * 20, "row": None},
        ),
    ]
    check_games(many[:24], hands_per_game=0)
    check_games(many[:2], hands_per_game=100)
    check_games((), hands_per_game=0)


def test_a_value_of_a_game_is_refused_with_its_range() -> None:
    over = ("%s: this is out of range. Enter a whole number from 0 to 1000000000000.", "out_of_range")
    for field in ("small_blind", "big_blind", "ante", "small_bet", "big_bet", "bring_in", "min_bet"):
        assert [str(refusal(**{field: wrong})) for wrong in (-1, MAX_CHIPS + 1)] == [over[0] % field] * 2
        assert getattr(LevelGame(**{"game": "N" * 20, field: MAX_CHIPS}), field) == MAX_CHIPS  # type: ignore[arg-type]  # amounts
    assert str(refusal(game="N" * 21)) == (
        "game: this is not a text of the right length. Enter 1 to 20 characters."
    )


def test_the_proposal_follows_from_the_first_game_that_says_something() -> None:
    silent = LevelGame(game="FT")
    assert stakes_like("F7S", [LevelGame(game="NT"), NO_LIMIT]) == LevelGame(
        game="F7S", ante=50, ante_kind="classic", bring_in=50, small_bet=200, big_bet=400
    )
    assert stakes_like("FB", [silent, NO_LIMIT]) == LevelGame(game="FB")
    assert stakes_like("NS", [NO_LIMIT]) == LevelGame(
        game="NS", big_blind=100, ante=100, ante_kind="classic", min_bet=100
    )
    huge = LevelGame(game="NT", small_blind=MAX_CHIPS, big_blind=MAX_CHIPS)
    assert stakes_like("FT", [huge]) == LevelGame(
        game="FT",
        small_blind=MAX_CHIPS // 2,
        big_blind=MAX_CHIPS,
        small_bet=MAX_CHIPS,
        big_bet=MAX_CHIPS,
    )
