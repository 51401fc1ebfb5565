"""The command that prints what a text is read as."""

import io
import sys
from pathlib import Path

import pytest

from tournament.rules.structure.text.__main__ import main


def test_it_prints_what_it_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "structure.txt"
    file.write_text("1  100/200 (200)  20\nBreak 15\n2 1,000/2,000", encoding="utf-8-sig")
    assert main([str(file), "30"]) == 0
    assert capsys.readouterr().out == (
        "type;minutes;small blind;big blind;ante;ante paid by\n"
        "level;20;100;200;200;big blind\n"
        "break;15;;;;\n"
        "level;30;1000;2000;;\n"
    )


def test_it_reads_what_is_piped_into_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("100/200 20 min"))
    assert main(["-"]) == 0
    assert capsys.readouterr().out.splitlines()[1] == "level;20;100;200"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "Say a file: python -m tournament.rules.structure.text structure.csv 20"),
        (["{bad}"], "Line 1: “20” may be minutes or an ante. Write “20 min” or “ante 20”."),
        (["{bad}", "soon"], "“soon” is not a duration."),
        (["{missing}"], "No such file"),
        (["{picture}"], "codec can't decode"),
    ],
)
def test_it_says_what_is_wrong(
    arguments: list[str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bad.txt").write_text("1 100/200 20", encoding="utf-8")
    (tmp_path / "picture.txt").write_bytes(b"\x89PNG\xff")
    names = {name: str(tmp_path / f"{name}.txt") for name in ("bad", "missing", "picture")}
    assert main([argument.format(**names) for argument in arguments]) == 2
    assert says in capsys.readouterr().err
