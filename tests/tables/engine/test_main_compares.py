"""`python -m tables.engine` says where a hand comes to something else than its file states."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tables.engine.__main__ import main, replay_file
from tests.tables.engine.notation.ohh_cases import CASH, OMAHA, TOURNAMENT, changed
from tests.tables.engine.notation.ohh_cases import text as ohh_text
from tests.tables.engine.notation.phh_cases import phh

LUMPED_WIN = {"player_id": 3, "win_amount": 21000}
WON_BY_3 = '["p3 cbr 6", "p1 f", "p2 f"]'


def differences(folder: Path, name: str, text: str) -> object:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    [result] = replay_file(str(path))
    assert "error" not in result, result
    return result.get("differences", [])


@pytest.mark.parametrize(
    ("stated", "said"),
    [
        ("[199, 198, 203]", []),
        ("[199, 198.5, 203]", []),
        (
            "[200, 197, 203]",
            ["p1 ends with 199, the file says 200", "p2 ends with 198, the file says 197"],
        ),
        ("[199, 198, 204.5]", ["p3 ends with 203, the file says 204.5"]),
    ],
)
def test_the_stacks_that_a_file_states_are_compared(tmp_path: Path, stated: str, said: list[str]) -> None:
    assert differences(tmp_path, "a.phh", phh(actions=WON_BY_3, finishing_stacks=stated)) == said


def test_amounts_with_a_point_are_said_in_the_units_of_the_file(tmp_path: Path) -> None:
    text = phh(
        blinds_or_straddles="[0.25, 0.5, 0]",
        min_bet="0.5",
        starting_stacks="[9.75, 10, 10]",
        actions='["p3 f", "p1 f"]',
        finishing_stacks="[9.5, 10, 10.25]",
        players='["Ada", "Bea", "Cleo"]',
    )
    assert differences(tmp_path, "a.phh", text) == [
        "Bea ends with 10.25, the file says 10",
        "Cleo ends with 10, the file says 10.25",
    ]


@pytest.mark.parametrize(
    ("hand", "path", "value", "said"),
    [
        (CASH, "dealer_seat", 1, []),
        (OMAHA, "dealer_seat", 5, []),
        (TOURNAMENT, "dealer_seat", 8, []),
        # A rake that the winner did not pay is nobody's loss.
        (CASH, "pots.0.player_wins.0.win_amount", 14.0, []),
        (CASH, "pots.0.player_wins.0.win_amount", 12.0, ["Mirek wins 14, the file says 12"]),
        (
            CASH,
            "pots.0.player_wins.0.player_id",
            1,
            ["Otto wins 0, the file says 13.3", "Mirek wins 14, the file says 0"],
        ),
        (CASH, "pots.0.amount", 15.0, ["the pots come to 14, the file says 15"]),
        (CASH, "pots.0.player_wins", [], []),
        (CASH, "pots", [], []),
        (
            TOURNAMENT,
            "pots.1.player_wins.0.player_id",
            12,
            ["Dunja wins 0 of pot 1, the file says 13800", "Emir wins 13800 of pot 1, the file says 0"],
        ),
        (OMAHA, "pots.0.rake", None, []),
        # Main and side pot lumped together are compared as one.
        (TOURNAMENT, "pots", [{"number": 0, "amount": 21000, "player_wins": [LUMPED_WIN]}], []),
        (
            TOURNAMENT,
            "pots",
            [{"number": 0, "amount": 21000, "player_wins": [LUMPED_WIN | {"player_id": 12}]}],
            ["Dunja wins 0, the file says 21000", "Emir wins 21000, the file says 0"],
        ),
    ],
)
def test_the_pots_and_winners_that_a_file_states_are_compared(
    tmp_path: Path, hand: dict[str, Any], path: str, value: object, said: list[str]
) -> None:
    assert differences(tmp_path, "a.ohh", ohh_text(changed(hand, path, value))) == said


def test_a_difference_is_printed_and_ends_with_status_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    right = phh(actions=WON_BY_3, finishing_stacks="[199, 198, 203]")
    wrong = phh(actions=WON_BY_3, finishing_stacks="[199, 199, 202]")
    path = tmp_path / "a.phhs"
    path.write_text(f"[1]\n{right}\n[2]\n{wrong}", encoding="utf-8")
    assert main([str(path)]) == 1
    captured = capsys.readouterr()
    first, second = map(json.loads, captured.out.splitlines())
    assert "differences" not in first
    assert second == {
        "file": str(path),
        "hand": "2",
        "variant": "NT",
        "operations": 3,
        "finishing_stacks": [199, 198, 203],
        "differences": [
            "p2 ends with 198, the file says 199",
            "p3 ends with 203, the file says 202",
        ],
    }
    assert captured.err == "2 hands: 2 replayed, 0 failed, 1 end otherwise than stated\n"


@pytest.mark.parametrize("option", ["--help", "-h"])
def test_help_says_how_it_is_called_and_what_it_prints(
    capsys: pytest.CaptureFixture[str], option: str
) -> None:
    assert main([option]) == 0
    said = capsys.readouterr().out
    assert said.startswith("usage: python -m tables.engine FILE...\n")
    for word in ("finishing_stacks", ".ohh", ".hands", "PHH", "differences", "Exit status 1"):
        assert word in said
