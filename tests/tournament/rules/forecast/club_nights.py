"""The finished evenings of club_nights.txt, as a file of finished events has them."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

_ENTRY = re.compile(r"(?P<at>-?[\d.]+)(?P<kind>[+*])(?P<chips>\d+)(?:-(?P<out>[\d.]+)@(?P<level>\d+))?")


def club_nights() -> dict[str, Any]:
    lines = Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").splitlines()
    return {"events": list(_events([line for line in lines if line and not line.startswith("#")]))}


def _events(lines: list[str]) -> Iterator[dict[str, Any]]:
    levels: list[list[Any]] = []
    for line in lines:
        if line.startswith("levels "):
            levels = list(_levels(line.split()[1:]))
            continue
        entries = [match for match in map(_ENTRY.fullmatch, line.split()) if match]
        assert len(entries) == len(line.split())
        yield {
            "levels": levels,
            "ent": [_entry(match) for match in entries if match["kind"] == "+"],
            "add": [[float(match["at"]), int(match["chips"])] for match in entries if match["kind"] == "*"],
        }


def _levels(words: list[str]) -> Iterator[list[Any]]:
    minutes = 0.0
    for word in words:
        if word.endswith(":"):
            minutes = float(word[:-1])
        elif word.startswith("-"):
            yield [1, float(word[1:]), None, None, 0]
        else:
            small, big = map(int, word.split("/"))
            yield [0, minutes, small, big, 0]


def _entry(match: re.Match[str]) -> list[Any]:
    if match["out"] is None:
        return [float(match["at"]), int(match["chips"]), None, None]
    return [float(match["at"]), int(match["chips"]), float(match["out"]), int(match["level"])]
