"""Tables with a first line that names the columns, as Floorman writes them and as spreadsheets have them."""

import pytest

from tests.tournament.rules.structures import level, pause_of, structure
from tournament.rules.structure.level_games import LevelGame
from tournament.rules.structure.levels import Level
from tournament.rules.structure.text.problems import StructureTextError
from tournament.rules.structure.text.reading import MOST_CHARACTERS, read_structure

EVENING = structure(
    level(25, 50),
    pause_of(10, 25),
    Level(small_blind=1_000, big_blind=2_000, ante=2_000, ante_kind="big_blind", duration_seconds=1_800),
)


@pytest.mark.parametrize(
    "text",
    [
        "Level\tSB\tBB\tAnte\tMinutes\tColor up\n1\t25\t50\t\t20\t\nBreak\t\t\t\t10\t25\n2\t1,000\t2,000\t2,000\t30\t",
        (
            "Livello;Piccolo buio;Grande buio;BB ante;Durata;Chip tolte\n"
            "1;25;50;;20 min;\nPausa;;;;10;25\n2;1.000;2.000;2.000;30;\n;;;;;\n"
        ),
        'level,start,blinds,minutes\n1,19:00,25/50,20\n"Break 10 min, colour up 25",,,\n2,19:30,1k/2k (2k),30',
        (
            "Level   Small blind   Big blind   Ante   Minutes\n"
            "1       25            50          0      20\n"
            "Break 10 min (remove 25)\n"
            "2       1,000         2,000       2,000  30\n"
        ),
        "# Friday\n\nLevel SB BB Ante Min\n1 25 50 0 20\nBreak 10 min remove 25\n2 1000 2000 2000 30",
    ],
)
def test_a_table_of_a_spreadsheet_is_read(text: str) -> None:
    assert read_structure(text) == EVENING


HEAD = (
    "type;minutes;game;small blind;big blind;ante;ante paid by;small bet;big bet;bring-in;hands of each game;"
    "chips removed;label"
)


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        (
            "level;20;NT;x;200",
            "column small blind: “x” is not a number of chips. Write it as 1500, 1,500 or 1.5k.",
        ),
        ("level;20;NT;100", "column big blind: this is missing. Fill it in, with 0 where there is none."),
        ("level;x;NT;100;200", "column minutes: “x” is not a duration. Write minutes, as in 20, or 7:30"),
        (
            "level;;NT;100;200",
            "column minutes: the minutes are missing. Write them on the line, or say beside",
        ),
        (
            "level;20;XX;100;200",
            "column game: “XX” is not a game that is known here. Write its code, as in NT",
        ),
        (
            "level;20;NT;100;200;150",
            "column ante: an ante of 150 with a big blind of 200 may be paid by each player",
        ),
        (
            "level;20;NT;100;200;200;me",
            "column ante paid by: “me” does not say who pays the ante. Write each, big",
        ),
        ("level;20;NT;100;200;;;;;;8", "Line 3: hands of each game are for a level of several games."),
        (
            "level;20;NT;100;200;;;;;;²",
            "column hands of each game: “²” is not a number of hands. Write 1 or more",
        ),
        (
            "level;20;NT;100;200;;;;;;;25",
            "column chips removed: only breaks have this. Leave it out, or make",
        ),
        ("break;;;;;;;;;;;;", "column minutes: the minutes of the break are missing. Write them on the line"),
        (
            "break;10;;100;",
            "column small blind: a break does not have this. Leave it out, or make the line a level.",
        ),
        (
            "break;10;;;;;;;;;;25,100",
            "column chips removed: “25,100” may be one chip or two. Put blanks between",
        ),
        (
            "break;10;;;;;;;;;;;a\u200bb",
            "column label: “a\u200bb” has signs that cannot be printed. Take them out.",
        ),
        ("something;10", "column type: “something” is neither level nor break nor game."),
        ("level 3;20;NT;100;200", "Line 3: this says level 3 and is level 2 of the text."),
        ("level;20;NT;100;200;;;;;;;;;more", "Line 3: there are more cells than the first line names."),
        ('level;20;NT;"100;200', "Line 3: a quotation mark is missing or in the wrong place."),
        ("level;20;NT;1000000000001;0", "Line 3: small_blind: this is out of range."),
        ("game;;F7S;;;5;;10;20;5", "Line 2: a level of several games needs its hands of each game."),
        (
            "game;5;F7S;;;5;;10;20;5",
            "column minutes: a game lasts as long as its level. Leave its minutes out.",
        ),
        ("break;90000", "Line 3: duration: this is out of range"),
    ],
)
def test_what_is_wrong_is_said_with_line_and_column(row: str, problem: str) -> None:
    with pytest.raises(StructureTextError) as refused:
        read_structure(f"{HEAD}\nlevel;20;NT;100;200\n{row}\n", games=("NT", "F7S"))
    assert problem in str(refused.value)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "empty"),
        (" \n# only a remark\n", "empty"),
        ("x" * (MOST_CHARACTERS + 1), "too_long"),
        ("level;small blind;big blind;foo\n1;1;2;3", "unknown_column"),
        ("level;small blind;SB;minutes\n1;1;2;3", "column_twice"),
        ("level;minutes\n1;20", "no_blinds_column"),
        ("break;10\nbreak;10", "no_level"),
        ("type;minutes;sb;bb\nbreak;10;;", "no_level"),
        ("type;minutes;sb;bb\ngame;;1;2", "lost_game"),
        ("type;minutes;sb;bb\n" + "level;20;1;2\n" * 300, "too_many_periods"),
    ],
)
def test_a_text_that_is_no_structure_says_why(text: str, code: str) -> None:
    with pytest.raises(StructureTextError) as refused:
        read_structure(text)
    assert refused.value.problems[0].code == code


def test_games_are_read_by_their_code_or_a_common_name() -> None:
    text = "type;minutes;game;small blind;big blind;small bet;big bet\n"
    text += "level;20;PLO;5;10;;\nlevel;20;Limit Hold'em;5;10;10;20"
    read = read_structure(text, games=("PO", "FT"))
    assert read == structure(
        Level(small_blind=5, big_blind=10, duration_seconds=1_200, game="PO"),
        Level(small_blind=5, big_blind=10, duration_seconds=1_200, game="FT", small_bet=10, big_bet=20),
    )


def test_a_level_that_is_wrong_gives_its_games_to_no_other() -> None:
    with pytest.raises(StructureTextError) as refused:
        read_structure(f"{HEAD}\nlevel;20;NT;100;200\nlevel;20;NT;x;200;;;;;;8\ngame;;FT;5;10;;;10;20;;\n")
    assert [(problem.line, problem.code) for problem in refused.value.problems] == [(3, "bad_amount")]


def test_an_ante_of_stud_is_everybodys() -> None:
    read = read_structure(
        "type;minutes;game;ante;bring-in;small bet;big bet\nlevel;20;razz;5;5;10;20", games=("FR",)
    )
    stakes = LevelGame(game="FR", ante=5, ante_kind="classic", bring_in=5, small_bet=10, big_bet=20)
    assert read.periods[0] == Level.mixed(games=(stakes,), hands_per_game=1, duration_seconds=1_200)
