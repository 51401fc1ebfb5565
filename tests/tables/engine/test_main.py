"""`python -m tables.engine`: one JSON object a line and hand, a status that tells failure."""

from __future__ import annotations

import json
import runpy
import subprocess
import sys
from copy import deepcopy
from io import StringIO
from pathlib import Path

import pytest

from tables.engine import replay
from tables.engine.__main__ import main, plain, replay_file, replay_hand
from tables.engine.notation import read_hand
from tests.published import all_published
from tests.published.__main__ import write_files
from tests.tables.engine.notation.gfx_cases import EMPTY, KNOCK_OUT, RAISED
from tests.tables.engine.notation.gfx_cases import text as gfx_text
from tests.tables.engine.notation.ohh_cases import CASH, changed
from tests.tables.engine.notation.ohh_cases import text as ohh_text
from tests.tables.engine.notation.phh_cases import phh

ROOT = Path(__file__).parents[3]


def write(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_hand_becomes_one_line_with_its_stacks_in_the_order_of_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path, "a.phh", phh(actions='["p3 cbr 6", "p1 f", "p2 f"]'))
    assert main([path]) == 0
    [line] = capsys.readouterr().out.splitlines()
    assert json.loads(line) == {
        "file": path,
        "variant": "NT",
        "operations": 3,
        "finishing_stacks": [199, 198, 203],
    }


def test_amounts_with_a_point_come_back_in_the_units_of_the_file(tmp_path: Path) -> None:
    text = phh(
        blinds_or_straddles="[0.25, 0.5, 0]",
        min_bet="0.5",
        starting_stacks="[9.75, 10, 10]",
        actions='["p3 f", "p1 f"]',
    )
    [result] = replay_file(write(tmp_path, "a.phh", text))
    assert result["finishing_stacks"] == [9.5, 10.25, 10]
    assert json.dumps(result["finishing_stacks"]) == "[9.5, 10.25, 10]"
    assert isinstance(plain(10), int)


def test_a_session_of_pokergfx_is_replayed_hand_by_hand(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = deepcopy(KNOCK_OUT)
    wrong["Players"][2]["EndStackAmt"] = 47_000
    path = write(
        tmp_path, "PGFX_live_data_export GameID=640602346875783819.json", gfx_text(RAISED, wrong, EMPTY)
    )
    assert main([path]) == 1
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(each["hand"], each.get("finishing_stacks"), each.get("differences")) for each in told] == [
        ("1", [61_000, 39_000, 33_500, 107_500], None),
        ("2", [61_000, 0, 48_000, 103_000], ["DOV HALLORAN ends with 48000, the file says 47000"]),
        ("3", None, None),
    ]
    assert told[2]["error"] == "Hands[2].Events: nothing was played in this hand"


def test_a_file_of_open_hand_history_is_replayed_by_its_ending(tmp_path: Path) -> None:
    several = f"{ohh_text(CASH)}\n\n{ohh_text(changed(CASH, 'dealer_seat', 0))}"
    [one] = replay_file(write(tmp_path, "one.OHH", ohh_text(CASH)))
    good, bad = replay_file(write(tmp_path, "two.ohh", several))
    assert (one["operations"], one["finishing_stacks"]) == (11, [50, 32, 60.7, 57.25])
    assert one.keys() == {"file", "variant", "operations", "finishing_stacks"}
    assert good == one | {"file": good["file"], "hand": "1"}
    assert (bad["hand"], bad["error"]) == (
        "2",
        "dealer_seat: 0 is not right, write a whole number from 1 to 99",
    )
    [broken] = replay_file(write(tmp_path, "broken.ohh", "{"))
    assert str(broken["error"]).startswith("this is not JSON: ")


def test_hands_of_one_file_are_named_and_a_bad_one_does_not_hide_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = phh(actions='["p3 f", "p1 f"]')
    path = write(tmp_path, "a.phhs", f"[1]\n{good}\n[2]\n{phh(min_bet=None)}\n[3]\n{good}")
    assert main([path]) == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(line["hand"], line.get("finishing_stacks")) for line in lines] == [
        ("1", [199, 201, 200]),
        ("2", None),
        ("3", [199, 201, 200]),
    ]
    assert lines[1] == {"file": path, "hand": "2", "error": "min_bet: the field is missing, add it"}


@pytest.mark.parametrize(
    ("name", "content", "error"),
    [
        ("broken.phh", b"variant = ", "this is not TOML"),
        ("latin.phh", b"event = '\xe9'", "can't decode"),
        ("draw.phh", b"variant = 'QQ'", "variant: “QQ” is no known variant"),
    ],
)
def test_a_file_that_cannot_be_replayed_says_why(
    tmp_path: Path, name: str, content: bytes, error: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    [result] = replay_file(str(path))
    assert result.keys() == {"file", "error"}
    assert error in str(result["error"])


def test_a_missing_file_and_a_folder_are_errors_too(tmp_path: Path) -> None:
    for path in (tmp_path / "none.phh", tmp_path):
        [result] = replay_file(str(path))
        assert str(path) in str(result["error"])


@pytest.mark.parametrize(
    ("actions", "error"),
    [
        (["p3 cc"], "the hand is not over: seat 1 is to act"),
        (["p3 cc", "p1 cc", "p2 cc"], "the hand is not over: board cards are to come"),
        (
            ["p3 cbr 200", "p1 cc", "p2 cc", "d db 2c3c4c", "d db 5c", "d db 6c"],
            "the hand is not over: cards are to be shown or mucked, or a winner declared",
        ),
        (["p1 cc"], "seat 3"),
        (["p3 cbr 3"], "4"),
    ],
)
def test_a_hand_that_is_not_over_or_not_legal_says_why(actions: list[str], error: str) -> None:
    fields: dict[str, object] = {
        "variant": "NT",
        "antes": [0, 0, 0],
        "blinds_or_straddles": [1, 2, 0],
        "min_bet": 2,
        "starting_stacks": [200, 200, 200],
        "actions": actions,
    }
    result = replay_hand(read_hand(fields))
    assert result.keys() == {"error"}
    assert error in str(result["error"])


def many(folder: Path, count: int, *, bad: int) -> str:
    """A file of `count` hands, one of which is not over."""
    hands = [
        f"[{number}]\n"
        + phh(
            blinds_or_straddles="[0.25, 0.50, 0]",
            min_bet="0.50",
            starting_stacks="[12.05, 581.70, 200]",
            actions='["p3 f"]' if number == bad else '["p3 f", "p1 f"]',
        )
        for number in range(1, count + 1)
    ]
    return write(folder, "many.phhs", "\n\n".join(hands))


@pytest.mark.long(reason="a smaller file is read the same way, one hand after the other")
def test_ten_thousand_hands_of_one_file_are_replayed_and_summed_up(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = many(tmp_path, 10_050, bad=10_001)
    assert main([path]) == 1
    captured = capsys.readouterr()
    lines = captured.out.splitlines()
    assert len(lines) == 10_050
    assert [json.loads(line) for line in lines if '"finishing_stacks": [11.8, 581.95, 200]' not in line] == [
        {
            "file": path,
            "hand": "10001",
            "error": "the hand is not over: seat 1 is to act",
        }
    ]
    assert captured.err == "10,050 hands: 10,049 replayed, 1 failed\n"


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_counts_while_the_results_go_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = many(tmp_path, 250, bad=0)
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    assert main([path]) == 0
    assert terminal.getvalue().split("\r") == [
        "",
        "100 hands: 100 replayed, 0 failed",
        "200 hands: 200 replayed, 0 failed",
        "250 hands: 250 replayed, 0 failed\n",
    ]
    assert len(capsys.readouterr().out.splitlines()) == 250


def test_results_on_the_terminal_are_progress_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = many(tmp_path, 150, bad=0)
    errors, results = Terminal(), Terminal()
    monkeypatch.setattr(sys, "stderr", errors)
    monkeypatch.setattr(sys, "stdout", results)
    assert main([path]) == 0
    assert errors.getvalue() == "150 hands: 150 replayed, 0 failed\n"
    assert len(results.getvalue().splitlines()) == 150


def test_without_files_the_usage_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "usage: python -m tables.engine FILE" in capsys.readouterr().err


def test_the_command_imports_no_django(tmp_path: Path) -> None:
    path = write(tmp_path, "a.phh", phh(actions='["p3 f", "p1 f"]'))
    script = (
        "import sys; from tables.engine.__main__ import main; status = main(sys.argv[1:]); "
        "print([name for name in ('django', 'celery', 'redis', 'random') if name in sys.modules]); "
        "sys.exit(status)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, path], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_the_status_of_the_command_is_that_of_its_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["tables.engine", write(tmp_path, "a.phh", "variant = 7")])
    monkeypatch.delitem(sys.modules, "tables.engine.__main__")
    with pytest.raises(SystemExit) as ended:
        runpy.run_module("tables.engine", run_name="__main__")
    assert ended.value.code == 1
    assert "variant: 7 is not a text" in "".join(capsys.readouterr())


def test_the_command_replays_the_published_hands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = write_files(tmp_path)
    assert main(list(map(str, paths))) == 0
    results = [json.loads(line)["finishing_stacks"] for line in capsys.readouterr().out.splitlines()]
    assert [sorted(stacks) for stacks in results] == [
        sorted(replay(hand.setup, hand.operations).stacks.values()) for hand in all_published()
    ]
    done = subprocess.run(
        [sys.executable, "-m", "tables.engine", str(paths[0])],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout)["finishing_stacks"] == results[0]
