from dataclasses import replace

import pytest

from tests.tournament.rules.mixed import LIMIT, mixed
from tests.tournament.rules.structures import (
    WPT_CHIPS,
    hands_level,
    level,
    pause_of,
    structure,
    wpt_champions_2018,
)
from tournament.rules.structure.check import check_structure
from tournament.rules.structure.levels import Break, Level
from tournament.rules.structure.periods import Structure

CHIPS = (25, 100, 500, 1000)


def remarks(
    *periods: Level | Break, stack: int = 10_000, chips: tuple[int, ...] = CHIPS
) -> list[tuple[str, str, int | None]]:
    found = check_structure(Structure(periods=periods), starting_stack=stack, chip_values=chips)
    return [(remark.severity, remark.code, remark.row) for remark in found]


def test_a_sound_structure_has_no_remark() -> None:
    assert remarks(level(25, 50), level(50, 100), pause_of(10, 25), level(100, 200)) == []


def test_a_level_of_fewer_hands_than_an_orbit_is_unusual() -> None:
    by_hands = structure(level(25, 50), hands_level(50, 100, hands=8), hands_level(100, 200, hands=9))
    found = check_structure(by_hands, starting_stack=10_000, chip_values=CHIPS, seats=9)
    assert [(remark.severity, remark.row, remark.message) for remark in found] == [
        (
            "warning",
            2,
            "The level lasts 8 hands: at a table of 9 not every player has the blinds in it.",
        )
    ]


def test_the_printed_wpt_sheet_is_caught_at_level_25() -> None:
    found = check_structure(
        wpt_champions_2018(printed_typo=True), starting_stack=50_000, chip_values=WPT_CHIPS
    )
    errors = [remark for remark in found if remark.severity == "error"]
    row = wpt_champions_2018().index_of_level(25) + 1
    assert [(error.code, error.row, error.message) for error in errors] == [
        ("falling_blinds", row, "The big blind falls from 40000 to 30000.")
    ]
    assert ("warning", "unusual_blinds", row) in [(f.severity, f.code, f.row) for f in found]


def test_the_corrected_wpt_sheet_is_payable_after_every_removal() -> None:
    wpt = wpt_champions_2018()
    found = check_structure(wpt, starting_stack=50_000, chip_values=WPT_CHIPS)
    # Six one-hour levels without a printed break, twice: 17 to 22 and 23 to 28.
    assert [(remark.severity, remark.code, remark.row) for remark in found] == [
        ("warning", "break_missing", wpt.index_of_level(21) + 1),
        ("warning", "break_missing", wpt.index_of_level(27) + 1),
    ]
    assert wpt.level_count == 28


def test_chips_removed_one_break_too_early_are_named_where_they_are_missed() -> None:
    wpt = wpt_champions_2018()
    early = wpt.index_of_level(5) - 1  # the break before 250/500 with its ante of 75
    periods = list(wpt.periods)
    periods[early] = pause_of(15, 25)
    periods[early + 3] = pause_of(75)
    found = check_structure(Structure(periods=tuple(periods)), starting_stack=50_000, chip_values=WPT_CHIPS)
    errors = [(f.code, f.row, f.params["field"], f.params["amount"]) for f in found if f.severity == "error"]
    assert errors == [
        ("removed_chip_needed", early + 2, "small_blind", 250),
        ("removed_chip_needed", early + 2, "ante", 75),
        ("removed_chip_needed", early + 3, "ante", 75),
    ]


@pytest.mark.parametrize(
    ("periods", "expected"),
    [
        ([level(0, 0)], [("error", "no_blinds", 1)]),
        ([level(25, 0)], [("error", "no_blinds", 1)]),
        ([level(100, 50)], [("error", "small_blind_above_big", 1)]),
        ([level(25, 100)], [("warning", "unusual_blinds", 1)]),
        ([level(25, 50, ante=75)], [("error", "ante_above_big_blind", 1)]),
        ([level(25, 50, ante=50)], []),
        ([replace(level(50, 100), ante=150, ante_kind="big_blind")], []),
        ([replace(level(50, 100), ante=200, ante_kind="big_blind")], [("error", "ante_above_big_blind", 1)]),
        ([replace(level(25, 50), ante=25)], [("error", "ante_without_kind", 1)]),
        ([replace(level(25, 50), ante_kind="button")], [("warning", "kind_without_ante", 1)]),
        ([level(50, 100), level(25, 50)], [("error", "falling_blinds", 2)] * 2),
        ([level(25, 50), level(25, 50)], [("warning", "no_increase", 2)]),
        ([level(25, 50), level(25, 50, ante=25)], []),
        ([level(50, 100, ante=50), level(100, 200, ante=25)], [("warning", "falling_ante", 2)]),
        ([level(25, 50), level(75, 150)], [("warning", "jump", 2)]),
        ([level(25, 50), level(50, 100)], []),
        ([level(10, 20)], [("error", "not_payable", 1)] * 2),
        ([pause_of(5), level(25, 50)], [("warning", "starts_with_break", 1)]),
        ([level(25, 50), pause_of(5)], [("error", "ends_with_break", 2)]),
        ([level(25, 50), pause_of(5), pause_of(5), level(50, 100)], [("warning", "double_break", 3)]),
        ([level(25, 50, minutes=240)], []),
        ([level(25, 50, minutes=241), level(50, 100)], [("warning", "break_missing", 1)]),
        (
            [level(25, 50), pause_of(5, 50), level(50, 100)],
            [("error", "removed_chip_not_in_play", 2)],
        ),
        (
            [level(50, 100), pause_of(5, 25), level(100, 200), pause_of(5, 25), level(200, 400)],
            [("error", "removed_chip_not_in_play", 4)],
        ),
        (
            [level(25, 50), pause_of(5, *CHIPS), level(50, 100)],
            [("error", "all_chips_removed", 2)],
        ),
        (
            [level(25, 50), pause_of(5, 100), level(50, 100)],
            [("warning", "removed_out_of_order", 2)],
        ),
        ([level(500, 1000)], [("warning", "short_start", 1)]),
    ],
)
def test_each_remark_names_its_row(
    periods: list[Level | Break], expected: list[tuple[str, str, int]]
) -> None:
    assert remarks(*periods) == expected


@pytest.mark.rule("S-008")
def test_a_stack_of_fewer_than_20_minimum_bets_is_remarked_on() -> None:
    """Home rules: 10 to 20 of them; draw room: 10."""
    assert remarks(level(25, 50), stack=20 * 50) == []
    found = check_structure(Structure(periods=(level(25, 50),)), starting_stack=975, chip_values=(25,))
    assert [(remark.severity, remark.row, remark.message) for remark in found] == [
        ("warning", 1, "Play starts with 19 big blinds: fewer than 20 leaves little play.")
    ]


@pytest.mark.rule("S-004")
def test_the_starting_stack_must_be_made_of_the_chips() -> None:
    assert remarks(level(25, 50), stack=10_010) == [("error", "starting_stack_not_payable", None)]
    assert remarks(level(25, 50), stack=0) == [("error", "no_starting_stack", None)]


def test_an_empty_chip_set_leaves_the_chips_out() -> None:
    assert remarks(level(7, 14), pause_of(5, 3), level(11, 22), stack=777, chips=()) == []


def test_chips_of_no_value_are_refused() -> None:
    assert remarks(level(25, 50), chips=(0, 25)) == [("error", "bad_chip_value", None)]


def test_a_fixed_limit_level_needs_its_bets() -> None:
    limit = replace(level(50, 100), game="FT")
    assert remarks(limit) == [("error", "limit_bets_missing", 1)]
    assert remarks(replace(limit, small_bet=100, big_bet=200)) == []
    assert remarks(replace(limit, small_bet=100, big_bet=230)) == [("error", "not_payable", 1)]


def test_stud_is_played_without_blinds_for_ante_bring_in_and_bets() -> None:
    stud = replace(level(0, 0, ante=25), game="F7S", small_bet=100, big_bet=200)
    assert remarks(stud) == [("warning", "no_bring_in", 1)]
    assert remarks(replace(stud, bring_in=25)) == []


def test_levels_of_different_games_are_not_compared() -> None:
    pot_limit = replace(level(25, 50), game="PO")
    assert remarks(level(50, 100), pot_limit, level(75, 150)) == []


def test_every_remark_reads_as_a_sentence() -> None:
    found = check_structure(
        structure(level(30, 20, ante=70), level(10, 100), pause_of(5, 7)),
        starting_stack=1000,
        chip_values=CHIPS,
    )
    assert [remark.message for remark in found][:3] == [
        "The small blind 30 is above the big blind 20.",
        "The ante 70 is above the big blind 20.",
        "30 (small blind) cannot be paid with the chips of this set.",
    ]
    assert all(remark.message.endswith(".") and "%(" not in remark.message for remark in found)


def said_of(
    *periods: Level | Break, stack: int = 10_000, chips: tuple[int, ...] = CHIPS
) -> list[tuple[str, dict[str, object]]]:
    found = check_structure(Structure(periods=periods), starting_stack=stack, chip_values=chips)
    return [(remark.message, remark.params) for remark in found]


@pytest.mark.parametrize(
    ("periods", "message", "params"),
    [
        ([level(0, 0)], "There is no big blind: no player would have to bet.", {}),
        (
            [level(100, 50)],
            "The small blind 100 is above the big blind 50.",
            {"small": 100, "big": 50},
        ),
        (
            [level(25, 100)],
            "The small blind 25 is not near half of the big blind 100.",
            {"small": 25, "big": 100},
        ),
        (
            [level(25, 50, ante=75)],
            "The ante 75 is above the big blind 50.",
            {"ante": 75, "big": 50},
        ),
        (
            [replace(level(25, 50), ante=25)],
            "There is an ante of 25: choose who pays it.",
            {"ante": 25},
        ),
        ([replace(level(25, 50), ante_kind="button")], "An ante is chosen but its amount is 0.", {}),
        ([level(25, 50), level(25, 50)], "This level is the same as the previous one.", {}),
        (
            [level(50, 100, ante=50), level(100, 200, ante=25)],
            "The ante falls from 50 to 25.",
            {"last": 50, "amount": 25},
        ),
        (
            [level(50, 50), level(50, 100), level(100, 225)],
            "The big blind more than doubles, from 100 to 225.",
            {"last": 100, "amount": 225},
        ),
        ([pause_of(5), level(25, 50)], "The tournament starts with a break.", {}),
        ([level(25, 50), pause_of(5)], "The structure ends with a break: add a level.", {}),
        ([level(25, 50), pause_of(5), pause_of(5), level(50, 100)], "Two breaks in a row.", {}),
        (
            [level(25, 50, minutes=241)],
            "By the end of this level, play will have run 241 minutes without a break.",
            {"minutes": 241},
        ),
        (
            [level(25, 50), pause_of(5, 50), level(50, 100)],
            "There are no chips of 50 to remove.",
            {"value": 50},
        ),
        (
            [level(25, 50), pause_of(5, *CHIPS), level(50, 100)],
            "This break removes the last chips in play.",
            {},
        ),
        (
            [level(25, 50), pause_of(5, 100, 500), level(50, 100)],
            "Chips of 500 are removed while smaller ones of 25 stay.",
            {"value": 500, "smaller": 25},
        ),
        (
            [level(500, 1000)],
            "Play starts with 10 big blinds: fewer than 20 leaves little play.",
            {"count": 10, "low": 20},
        ),
        (
            [level(25, 50), replace(level(75, 150), small_blind=20)],
            "The small blind falls from 25 to 20.",
            {"name": "small blind", "last": 25, "amount": 20},
        ),
        (
            [level(50, 100), pause_of(5, 25), level(75, 150)],
            "75 (small blind) cannot be paid: the chips it needs were removed before.",
            {"amount": 75, "field": "small_blind", "name": "small blind"},
        ),
        (
            [level(25, 60)],
            "60 (big blind) cannot be paid with the chips of this set.",
            {"amount": 60, "field": "big_blind", "name": "big blind"},
        ),
        (
            [replace(level(50, 100), game="FT", small_bet=100)],
            "A fixed-limit level needs a small bet, and a big bet that is at least as large.",
            {},
        ),
        (
            [replace(level(0, 0, ante=25), game="F7S", small_bet=100, big_bet=200)],
            "There is no bring-in: the player who acts first at stud may check.",
            {},
        ),
        (
            [replace(level(0, 0, ante=25), game="F7S", small_bet=100, big_bet=200, bring_in=100)],
            "The bring-in 100 is not below the minimum bet 100.",
            {"amount": 100, "bet": 100},
        ),
        (
            [
                replace(level(0, 0, ante=25), game="F7S", small_bet=bet, big_bet=bet, bring_in=25)
                for bet in (100, 225)
            ],
            "The minimum bet more than doubles, from 100 to 225.",
            {"last": 100, "amount": 225},
        ),
    ],
)
def test_a_remark_says_its_figures(
    periods: list[Level | Break], message: str, params: dict[str, object]
) -> None:
    assert (message, params) in said_of(*periods)


def test_a_remark_on_the_whole_says_its_figures() -> None:
    assert said_of(level(25, 50), stack=0) == [("The starting stack must be above 0.", {})]
    assert said_of(level(25, 50), stack=10_010) == [
        ("A starting stack of 10010 cannot be made with the chips of this set.", {"stack": 10_010})
    ]
    assert said_of(level(25, 50), chips=(0, 25)) == [("Every chip value must be above 0.", {})]


@pytest.mark.parametrize(
    ("periods", "stack"),
    [
        # Each at the edge of what is usual.
        ([level(100, 200), level(200, 400), level(400, 800)], 4_000),
        ([level(25, 75), level(50, 75)], 10_000),
        ([level(25, 50, ante=50), level(50, 100, ante=50)], 10_000),
        ([replace(level(0, 0, ante=25), game="F7S", small_bet=100, big_bet=100, bring_in=75)], 10_000),
        (
            [
                level(25, 50, minutes=120),
                level(50, 100, minutes=120),
                pause_of(5),
                level(100, 200, minutes=240),
            ],
            10_000,
        ),
        ([level(25, 50), pause_of(5, 25, 100), level(500, 1000)], 20_000),
    ],
)
def test_at_the_edge_of_what_is_usual_nothing_is_said(periods: list[Level | Break], stack: int) -> None:
    assert [remark for remark in remarks(*periods, stack=stack) if remark[1] != "jump"] == []


def test_a_break_that_is_missing_is_said_once_until_the_next_one() -> None:
    long = [level(25, 50, minutes=241), level(50, 100, minutes=241)]
    later = [level(100, 200, minutes=241), level(200, 400, minutes=241)]
    assert remarks(*long, pause_of(5), *later) == [
        ("warning", "break_missing", 1),
        ("warning", "break_missing", 4),
    ]


def test_the_games_of_a_mixed_level_that_share_a_remark_are_named_with_their_figures() -> None:
    found = check_structure(
        structure(mixed(LIMIT, replace(LIMIT, game="FO/8")), mixed(LIMIT, replace(LIMIT, game="FO/8"))),
        starting_stack=10_000,
        chip_values=(500,),
    )
    assert [(remark.code, remark.row, remark.games) for remark in found] == [
        *[("not_payable", 1, ("FT", "FO/8"))] * 4,
        ("no_increase", 2, ()),
        *[("not_payable", 2, ("FT", "FO/8"))] * 4,
    ]


@pytest.mark.rule("SIZE-01")
@pytest.mark.parametrize(
    ("seats", "drawn", "severity"), [(9, False, "error"), (9, True, "warning"), (8, False, "")]
)
def test_a_game_that_a_full_table_cannot_be_dealt_is_an_error_with_its_level_and_number(
    seats: int, drawn: bool, severity: str
) -> None:
    stud = replace(LIMIT, game="F7S")
    periods = (level(25, 50), Level.mixed(games=(LIMIT, stud), hands_per_game=8, duration_seconds=1200))
    found = [
        (remark.severity, remark.row, remark.games, remark.message)
        for remark in check_structure(
            Structure(periods=periods),
            starting_stack=10_000,
            chip_values=CHIPS,
            seats=seats,
            are_seats_fixed=drawn,
        )
        if remark.code == "too_many_seats"
    ]
    says = "Level 2 takes 8 players a table at most, and the tables have 9 seats."
    assert found == ([(severity, 2, ("F7S",), says)] if severity else [])


def test_the_only_game_of_a_level_is_named_too() -> None:
    sixes = Structure(periods=(replace(level(25, 50), game="PO6"),))
    found = check_structure(sixes, starting_stack=10_000, chip_values=CHIPS, seats=9)
    assert [(f.code, f.games) for f in found] == [("too_many_seats", ("PO6",))]
