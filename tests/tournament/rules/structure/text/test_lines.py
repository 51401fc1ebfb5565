"""Lines as other people's sheets have them: read where they mean one thing, refused where they may mean two."""

import pytest

from tests.tournament.rules.structures import hands_level, structure
from tournament.rules.structure.level_games import AnteKind
from tournament.rules.structure.levels import Break, Level
from tournament.rules.structure.text.lines import read_break
from tournament.rules.structure.text.problems import StructureTextError
from tournament.rules.structure.text.reading import read_structure


def a_level(small: int, big: int, minutes: int, ante: int = 0, kind: AnteKind = "none") -> Level:
    return Level(small_blind=small, big_blind=big, ante=ante, ante_kind=kind, duration_seconds=minutes * 60)


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("1  100/200 (200)  20", a_level(100, 200, 20, 200, "big_blind")),
        ("L1 200-400 ante 50 30 min", a_level(200, 400, 30, 50, "classic")),
        ("Level 1: 100 / 200, ante 200, 20 minutes", a_level(100, 200, 20, 200, "big_blind")),
        ("Livello 1 100/200 20 minuti", a_level(100, 200, 20)),
        ("1) 1,000/2,000 BBA 2,000 40'", a_level(1_000, 2_000, 40, 2_000, "big_blind")),
        ("1. 1.000/2.000 (2.000) 40", a_level(1_000, 2_000, 40, 2_000, "big_blind")),
        ("1’000/2’000 60′", a_level(1_000, 2_000, 60)),
        ("1\u202f000/2\u202f000 60 min", a_level(1_000, 2_000, 60)),
        ("1 - 1k/2k 1 h", a_level(1_000, 2_000, 60)),
        ("Blinds 1.5K–3K 1h30", a_level(1_500, 3_000, 90)),
        ("1M/2M 20m", a_level(1_000_000, 2_000_000, 20)),
        ("100/200/25 20 min", a_level(100, 200, 20, 25, "classic")),
        ("100/200 25 20 min", a_level(100, 200, 20, 25, "classic")),
        ("100/200 ante 100 each 20 min", a_level(100, 200, 20, 100, "classic")),
        ("100/200 BB ante 100 20 min", a_level(100, 200, 20, 100, "big_blind")),
        ("100/200 (BB ante 100) | 20 min", a_level(100, 200, 20, 100, "big_blind")),
        ("1\t100/200\t(25)\t20", a_level(100, 200, 20, 25, "classic")),
        ("0/50 20 min", a_level(0, 50, 20)),
        ("Level 1: 100/200 15 hands", hands_level(100, 200, hands=15)),
        ("Livello 1 100/200 15 mani", hands_level(100, 200, hands=15)),
    ],
)
def test_a_line_that_means_one_thing_is_read(line: str, read: Level) -> None:
    assert read_structure(line) == structure(read)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("1 100/200 20", "which_number"),
        ("100/200 25 20", "too_many_numbers"),
        ("100/200 ante 200 20 min 5", "too_many_numbers"),
        ("1 25 50 0 20", "too_many_numbers"),
        ("1 - 100 - 200 20 min", "two_meanings"),
        ("100/200 ante 100 20 min", "whose_ante"),
        ("100/200 ante 300 20 min", "whose_ante"),
        ("1,100/200 20 min", "falling"),
        ("1 000/2 000 20 min", "not_understood"),
        ("1.50/2.00 20 min", "not_understood"),
        ("100/200 (200) ante 200 20 min", "said_twice"),
        ("100/200 20 min 30 min", "said_twice"),
        ("100/200 0 min", "bad_minutes"),
        ("100/200", "no_minutes"),
        ("100/200 BBA 20 min", "not_understood"),
        ("100/200 (200) 7:30", "not_understood"),
        ("Registration closes", "not_understood"),
        ("Level 3 100/200 20 min", "wrong_number"),
    ],
)
def test_a_line_that_may_mean_two_things_or_none_is_refused(line: str, code: str) -> None:
    with pytest.raises(StructureTextError) as refused:
        read_structure(line)
    assert [problem.code for problem in refused.value.problems] == [code]


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("Break 15", (15, (), "")),
        ("15 min break", (15, (), "")),
        ("BREAK - 15 minutes", (15, (), "")),
        ("--- Break 10 min (color up 25s) ---", (10, (25,), "")),
        ("Break 15, remove 25 and 100", (15, (25, 100), "")),
        ("Break: 60 min Dinner", (60, (), "Dinner")),
        ("Pausa cena 1 h", (60, (), "Pausa cena")),
        ("Dinner break – 60 min", (60, (), "Dinner break")),
        ("Break 720 min End of day 1", (720, (), "End of day 1")),
    ],
)
def test_a_break_is_read_with_its_chips_and_its_name(
    line: str, read: tuple[int, tuple[int, ...], str]
) -> None:
    minutes, removed, label = read
    assert read_break(line) == (minutes * 60, removed, label)
    assert read_structure(f"100/200 20 min\n{line}").periods[1] == Break(
        duration_seconds=minutes * 60, chips_removed=removed, label=label
    )


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("Break", "no_break_minutes"),
        ("Break 15 after level 4", "which_minutes"),
        ("Break 0", "bad_minutes"),
        ("Break 10 min, colour up 25,100", "one_chip_or_two"),
        ("Break 10 min, colour up 25 and 25", "chip_value_twice"),
        ("Break 99999 min", "out_of_range"),
    ],
)
def test_a_break_that_is_not_clear_is_refused(line: str, code: str) -> None:
    with pytest.raises(StructureTextError) as refused:
        read_structure(f"100/200 20 min\n{line}")
    assert [(problem.line, problem.code) for problem in refused.value.problems] == [(2, code)]


def test_levels_without_minutes_last_as_long_as_is_said_beside_the_text() -> None:
    read = read_structure("1,000/2,000\nBreak 15\n2,000/4,000 40 min", seconds=1_200)
    assert [period.duration_seconds for period in read.periods] == [1_200, 900, 2_400]


def test_everything_that_is_wrong_is_said_at_once_by_its_line() -> None:
    with pytest.raises(StructureTextError) as refused:
        read_structure(
            "# our sheet\n1  100/200 (200)  20\n\nBreak 15\nL3 200-400 ante 50 30 min\n1,000/2,000"
        )
    assert str(refused.value).splitlines() == [
        "Line 5: this says level 3 and is level 2 of the text. Fill in what is missing, or leave the numbers out.",
        "Line 6: the minutes are missing. Write them on the line, or say beside the text how long levels are.",
    ]


@pytest.mark.parametrize(
    "line",
    [
        f"Break 10 min colour up 25{' ' * 90_000}x",
        f"Blinds{' ' * 90_000}100/200 20 min x",
        f"Level{' ' * 90_000}1{' ' * 900}100/200 20 min x",
        "25 " * 30_000,
        "1/" * 45_000,
        "Break " * 15_000,
        f"Break 10 min remove {'25,' * 30_000}",
    ],
    ids=["chips", "blinds", "level", "numbers", "signs", "breaks", "values"],
)
def test_a_line_made_to_take_long_takes_no_longer_than_another(line: str) -> None:
    """Quadratic time in so many characters would be minutes."""
    with pytest.raises(StructureTextError):
        read_structure(f"type nothing\n{line}")
