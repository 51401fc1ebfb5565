"""The command that prints structures made from what a director knows."""

import pytest

from tournament.rules.structure.generate.__main__ import main

CLUB = [
    *("--players", "15-20", "--stack", "10000", "--chips", "25,100,500,1000,5000"),
    *("--hours", "5.5", "--minutes", "20"),
]


def test_three_sheets_are_printed_with_their_end_and_the_chips_of_a_stack(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(CLUB) == 0
    said = capsys.readouterr().out
    assert said.startswith(
        "18 players, 180,000 chips in play.\nA stack of 10,000: 8 × 25, 8 × 100, 8 × 500, 5 × 1,000\n"
    )
    assert "For 20 players: 160 × 25" in said
    assert [line.split(":")[0] for line in said.splitlines() if "Ends after" in line] == [
        "Gentle",
        "Middle",
        "Steep",
    ]
    assert "     1    0:00   20 min  25/50\n" in said
    assert "Break of 10 minutes, chips of 25 leave" in said


def test_a_rotation_is_printed_with_the_stakes_of_each_kind(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*CLUB, "--games", "FT,F7S", "--sheet", "middle"]) == 0
    assert "20 min  FT 50/100; F7S 50/100, ante 25, bring-in 25" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (("--hours", "1"), "duration: with these, play ends after"),
        (
            ("--stack", "10010"),
            "stack: a stack of 10010 cannot be made with these chips. Enter a multiple of 25.",
        ),
    ],
)
def test_what_cannot_be_is_said_on_the_other_output(
    more: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*CLUB, *more]) == 2
    assert capsys.readouterr().err.startswith(says)


@pytest.mark.parametrize(
    ("more", "says"),
    [(("--players", "many"), "“many” is not a number of players"), (("--chips", "x"), "“x” is not a list")],
)
def test_an_argument_that_cannot_be_read_is_named(
    more: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main([*CLUB, *more])
    assert says in capsys.readouterr().err


def test_a_final_table_begins_in_the_level_of_its_depth(capsys: pytest.CaptureFixture[str]) -> None:
    """180,000 chips, nine players of 20 big blinds on average: 500/1,000."""
    assert main([*CLUB, "--sheet", "middle", "--final-depth", "20"]) == 0
    said = capsys.readouterr().out
    assert "The average of 9 players is 20 big blinds in level" in said
    assert ", 500/1,000" in said.splitlines()[-1]
    assert main([*CLUB, "--sheet", "middle", "--final-depth", "0.1"]) == 0
    assert "No level is so high" in capsys.readouterr().out
