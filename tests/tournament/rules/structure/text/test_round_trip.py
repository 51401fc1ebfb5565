"""A structure that is written as text and read back is the same, and no text at all does harm."""

import re
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.tournament.rules.mixed import PUBLISHED_LEVEL
from tests.tournament.rules.structures import hands_level, level, pause_of, structure, wpt_champions_2018
from tournament.rules.structure.level_games import AMOUNTS, ANTE_KINDS, LevelGame
from tournament.rules.structure.levels import Break, Level, planned_seconds
from tournament.rules.structure.periods import Structure
from tournament.rules.structure.text.problems import StructureTextError
from tournament.rules.structure.text.reading import read_structure
from tournament.rules.structure.text.writing import structure_text
from tournament.rules.templates.catalogue import TEMPLATES

# Of each kind of stakes, and of each way to write a code.
CODES = [
    *(
        "NT",
        "PT",
        "FT",
        "NS",
        "NO",
        "PO",
        "FO/8",
        "PO5/8",
        "PC/8",
        "F7S",
        "P7S",
        "S7S",
        "F7S/8",
        "F7S/HL",
        "FR",
    ),
    *(
        "F5S",
        "N5S",
        "F5D",
        "N5D",
        "F5DA",
        "P5DA",
        "N5DJ",
        "F5DPb",
        "N5DAw",
        "N2L1D",
        "F2L3D",
        "F5L3D",
        "F6L1D",
    ),
]
chips = st.one_of(st.integers(0, 2_000), st.integers(0, 10**12))
games = st.builds(
    LevelGame,
    game=st.sampled_from(CODES),
    ante_kind=st.sampled_from(ANTE_KINDS),
    **dict.fromkeys(AMOUNTS, chips),
)
levels = st.builds(
    lambda games, hands, seconds: Level.mixed(
        games=tuple(games), hands_per_game=hands, duration_seconds=seconds
    ),
    st.lists(games, min_size=1, max_size=5, unique_by=lambda game: game.game),
    st.integers(0, 100),
    st.integers(1, 86_400),
)
breaks = st.builds(
    Break,
    duration_seconds=st.integers(1, 604_800),
    chips_removed=st.lists(st.integers(1, 10**12), max_size=20, unique=True).map(tuple),
    # As a label is kept: one line of single blanks that can be printed.
    label=st.text(max_size=100).map(lambda text: " ".join(text.split())).filter(str.isprintable),
)
structures = st.lists(st.one_of(levels, breaks), max_size=15).map(
    lambda periods: Structure(periods=(*periods, level()))
)


@given(structures)
@example(structure(level(), pause_of(10, label='=1+1; "so"'), pause_of(5, label="'-'")))
@example(structure(level(0, 0), replace(level(100, 200, ante=200), ante_kind="big_blind"), PUBLISHED_LEVEL))
def test_what_is_written_is_read_back_equal(before: Structure) -> None:
    assert read_structure(structure_text(before), games=CODES) == before


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_ready_made_tournament_comes_back_equal(name: str) -> None:
    before = TEMPLATES[name].structure
    assert read_structure(structure_text(before), games=CODES) == before


@pytest.mark.parametrize("between", ["\t", ","])
def test_what_a_spreadsheet_makes_of_it_is_read_as_well(between: str) -> None:
    before = wpt_champions_2018()
    text = structure_text(before).replace(";", between).replace("\n", "\r\n")
    assert read_structure("\ufeff" + text) == before


def test_the_text_names_only_the_columns_that_it_needs() -> None:
    written = structure_text(
        structure(
            level(25, 50),
            pause_of(5, 25, 100, label="Dinner"),
            replace(level(100, 200), duration_seconds=450),
        )
    )
    assert written == (
        "type;minutes;small blind;big blind;chips removed;label\n"
        "level;20;25;50;;\n"
        "break;5;;;25 100;Dinner\n"
        "level;7:30;100;200;;\n"
    )


def test_levels_by_hands_are_written_and_read_back() -> None:
    before = Structure(periods=(level(25, 50), hands_level(50, 100, hands=15), pause_of(10)))
    text = structure_text(before)
    assert text == "type;minutes;small blind;big blind\nlevel;20;25;50\nlevel;15 hands;50;100\nbreak;10;;\n"
    assert read_structure(text) == before
    assert Structure.from_dict(before.to_dict()) == before


def test_orbits_are_written_and_read_back() -> None:
    games = (
        LevelGame(game="NT", small_blind=25, big_blind=50),
        LevelGame(game="PO", small_blind=25, big_blind=50),
    )
    before = Structure(
        periods=(Level.mixed(games=games, hands_per_game=6, orbit_from=4, duration_seconds=1200, hands=30),)
    )
    text = structure_text(before)
    assert text.splitlines()[:2] == [
        "type;minutes;game;small blind;big blind;hands of each game;orbit from players",
        "level;30 hands;NT;25;50;6;4",
    ]
    assert read_structure(text) == replace(
        before, periods=(replace(before.periods[0], duration_seconds=planned_seconds(30)),)
    )
    assert Structure.from_dict(before.to_dict()) == before


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("level;201 hands;25;50", "“201 hands” is more than a level lasts: at most 200 hands."),
        ("break;15 hands;;", "a break lasts minutes, and no hands are dealt in it. Write its minutes."),
    ],
)
def test_hands_that_cannot_be_are_refused(line: str, said: str) -> None:
    with pytest.raises(StructureTextError, match=re.escape(said)):
        read_structure(f"type;minutes;small blind;big blind\nlevel;20;25;50\n{line}\n")


def test_the_games_of_a_level_stand_below_it() -> None:
    assert structure_text(structure(PUBLISHED_LEVEL)).splitlines()[:3] == [
        "type;minutes;game;small blind;big blind;ante;ante paid by;small bet;big bet;bring-in;hands of each game",
        "level;120;NT;50;100;150;big blind;;;;7",
        "game;;F7S;;;50;each;200;400;50;",
    ]


texts = st.one_of(
    st.text(max_size=200),
    st.lists(
        st.sampled_from(
            ["1", "100/200", "(200)", "20", "min", "Break", "L3", "ante", "\n", "\t", ";", ",", " ", "level", "SB",
             "BB", "minutes", '"', "1,000", "1.5k", "7:30", "BBA", "game", "label", "#", "-", "'", "=", "25s",
             "colour up"]
        ),
        max_size=40,
    ).map("".join),
)  # fmt: skip


@given(texts)
def test_any_text_is_a_structure_or_is_refused_with_reasons(text: str) -> None:
    try:
        read = read_structure(text)
    except StructureTextError as error:
        refused = error
    else:
        assert read_structure(structure_text(read)) == read
        return
    assert 1 <= len(refused.problems) <= 50
    assert all(str(problem) for problem in refused.problems)
