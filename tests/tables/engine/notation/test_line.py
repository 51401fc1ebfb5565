"""The one-line form: what is written reads back the same, and nothing else is read."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.engine.errors import InvalidNotation
from tables.engine.games.house_rules import HOUSE_RULES
from tables.engine.games.posts import Post, SeatStack
from tables.engine.games.setup import CarriedPot, Rake, Setup
from tables.engine.games.stakes import Stakes
from tables.engine.notation import format_line, parse_line
from tables.engine.play.operations import Call, Check, Fold, Undo
from tests.tables.engine.random_hands import random_hand

LINE = (
    "NT rules=figp,limit_cap=4,all_in_tabled=false blinds=50/100 ante=big_blind:100 chip=25 button=9 "
    "seats=2:5000,4:90,9:700 posts=s2:50,b4:90,t4:0 | f9 u0 c9 c2 k4"
)


def test_a_line_says_the_whole_hand() -> None:
    setup, operations = parse_line(LINE)
    assert setup.rules.to_dict() == HOUSE_RULES["figp"].to_dict() | {"limit_cap": 4, "all_in_tabled": False}
    assert setup == Setup(
        game="NT",
        rules=setup.rules,
        stakes=Stakes(50, 100, 100, "big_blind", chip=25),
        button=9,
        seats=(SeatStack(2, 5000), SeatStack(4, 90), SeatStack(9, 700)),
        posts=(Post(2, 50, "small_blind"), Post(4, 90, "big_blind"), Post(4, 0, "table_ante")),
    )
    assert operations == (Fold(9), Undo(0), Call(9), Call(2), Check(4))


def test_a_line_reads_as_it_is_written() -> None:
    assert parse_line(format_line(*parse_line(LINE))) == parse_line(LINE)
    short = "FT rules=tda2024 blinds=1/2 bets=2/4 button=2 seats=1:9,2:9 posts=s2:1,b1:2 last_two=true | f2"
    assert format_line(*parse_line(short)) == short


def test_a_line_says_what_other_games_need() -> None:
    line = (
        "F5DP rules=draw_room blinds=0/0 ante=classic:10 bets=20/40 least=15 chip=5 carry=80:Q rake=500:30 "
        "title=Venerd%C3%AC%3A%20jacks%20%7C%20better button=3 seats=2:5,3:900,6:900 posts=a6:10,a2:5,a3:10 | k6"
    )
    setup, operations = parse_line(line)
    assert setup == Setup(
        game="F5DP",
        rules=HOUSE_RULES["draw_room"],
        stakes=Stakes(ante=10, ante_kind="classic", small_bet=20, big_bet=40, min_bet=15, chip=5),
        button=3,
        seats=(SeatStack(2, 5), SeatStack(3, 900), SeatStack(6, 900)),
        posts=(Post(6, 10, "ante"), Post(2, 5, "ante"), Post(3, 10, "ante")),
        carried_pot=CarriedPot(chips=80, openers="Q"),
        rake=Rake(hundredths=500, cap=30),
        title="Venerdì: jacks | better",
    )
    assert format_line(setup, operations) == line


@pytest.mark.parametrize(
    "line",
    [
        "F7S rules=tda2024 blinds=0/0 bets=20/40 bring=5 button=2 seats=1:9,2:9 |",
        "IT rules=italian blinds=0/0 least=5 carry=80:K:parola deck=7 button=2 seats=1:9,2:9 |",
        "IT rules=italian,italian_deck=8 blinds=0/0 least=5 button=2 seats=1:9,2:9 |",
        "IT rules=italian blinds=0/0 least=5 carry=80::parola button=2 seats=1:9,2:9 |",
        "F5DA rules=home blinds=0/0 bets=2/4 carry=80 button=2 seats=1:9,2:9 |",
        "NT rules=tda2024 blinds=1/2 button=2 seats=1:9,2:9,3:9 posts=s3:1,b1:2,x2:1,e2:2 | c2",
        "NT rules=tda2024 blinds=1/2 ante=none:3 button=2 seats=1:9,2:9,3:9 posts=s3:1,b1:2 |",
    ],
)
def test_each_field_of_a_setup_stands_on_its_line(line: str) -> None:
    setup, operations = parse_line(line)
    assert format_line(setup, operations) == line
    assert Setup.from_dict(setup.to_dict()) == setup


def test_a_hand_without_posts_has_none_on_its_line() -> None:
    bare = "NT rules=tda2024 blinds=0/2 button=2 seats=1:9,2:9 |"
    assert format_line(*parse_line(bare)) == bare


@given(st.integers(0, 2**32))
def test_any_hand_comes_back_from_its_line(seed: int) -> None:
    setup, operations = random_hand(random.Random(seed))
    assert parse_line(format_line(setup, operations)) == (setup, tuple(operations))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("|", "", "no bar between the setup and the operations"),
        ("NT", "QQ", "game cannot be 'QQ'"),
        ("chip=25", "chip", "“chip” is no part of a hand: a name, once, and its value"),
        ("chip=25", "button=3", "“button=9” is no part of a hand: a name, once"),
        ("chip=25", "chip=1.5", "“1.5” is no part of a hand: a whole number"),
        ("chip=25", f"chip={'9' * 40}", "is no part of a hand: a whole number"),
        ("chip=25", "colour=red", "“colour” is no part of a hand: no field of a hand"),
        ("50/100", "50", "“50” is no part of a hand: two numbers with “/” between them"),
        ("figp", "house", "rules begin with one of tda2024"),
        ("limit_cap=4", "limit_cap=x", "house rule “limit_cap” cannot be 'x'"),
        ("s2:50", "y2:50", "“y2:50” is no part of a hand: a post begins with one of a t s b d e x"),
        ("chip=25", "carry=8:Q:p", "“8:Q:p” is no part of a hand: a pot, and what opens it"),
        ("chip=25", "carry=8", "carry cannot be 8: nothing: in this game every pot is won"),
        ("chip=25", "rake=5", "“5” is no part of a hand: two numbers with “:” between them"),
        ("chip=25", "deck=7", "deck_lowest cannot be '7'"),
        ("seats=2:5000,4:90,9:700 ", "", "two numbers with “:” between them"),
        ("f9", "f0", "“f0” is not an operation"),
    ],
)
def test_a_bad_part_is_named(old: str, new: str, message: str) -> None:
    with pytest.raises(InvalidNotation, match=message):
        parse_line(LINE.replace(old, new))


@given(
    st.integers(0, len(LINE)), st.integers(0, 12), st.text(max_size=6) | st.sampled_from([" ", ",", "=", "|"])
)
def test_a_damaged_line_is_read_or_refused_with_a_reason(at: int, length: int, piece: str) -> None:
    with suppress(InvalidNotation):
        parse_line(LINE[:at] + piece + LINE[at + length :])
