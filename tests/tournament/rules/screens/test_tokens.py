"""Lines with tokens: the names of the trade in any case, and one that nobody knows is refused with the nearest."""

import pytest

from tournament.rules.screens.tokens import NAMES, Token, UnknownToken, tokens_and_text, unknown_token


def test_a_line_is_read_piece_by_piece() -> None:
    assert list(tokens_and_text("Break at <nextBreak>, <PRIZE12> < 5 <b>")) == [
        "Break at ",
        Token("nextBreak"),
        ", ",
        Token("prize", 12),
        " < 5 <b>",
    ]
    assert list(tokens_and_text("".join(f"<{name.upper()}>" for name in NAMES))) == [
        Token(name) for name in NAMES
    ]


@pytest.mark.parametrize(
    ("line", "unknown"),
    [
        ("<level> of <eventName>", None),
        ("<event>", UnknownToken("<event>", "eventName")),
        ("<smalBlind>", UnknownToken("<smalBlind>", "smallBlind")),
        ("<players> <prise1>", UnknownToken("<prise1>", "prize1")),
        ("<prize>", UnknownToken("<prize>", "prize1")),
        ("<prize0>", UnknownToken("<prize0>", "prize1")),
        ("<level2>", UnknownToken("<level2>", "level")),
        ("<qqq>", UnknownToken("<qqq>", "")),
        ("no token > at < all", None),
    ],
)
def test_a_token_that_nobody_knows_is_found_with_the_nearest(line: str, unknown: UnknownToken | None) -> None:
    assert unknown_token(line) == unknown
