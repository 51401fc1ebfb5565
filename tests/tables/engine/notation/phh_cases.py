"""PHH texts for tests: a small one with fields to replace, and the published hands beside the repository."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

import pytest

from tables.engine.notation import RecordedHand, read_phh

FOLDER = Path(__file__).parents[5] / "shared" / "cases" / "phh"
ABSENT = f"the published hands are not at {FOLDER}: nothing compares the engine with real play"
PLAYED = ("NT", "FT", "PO")


class Case(NamedTuple):
    path: Path
    finishing_stacks: list[float]


def published_hands() -> list[Case]:
    """The hands of the games that the engine plays, with the finishing stacks of PokerKit."""
    if not FOLDER.is_dir():
        return []
    expected = json.loads((FOLDER / "expected.json").read_text(encoding="utf-8"))
    return [
        Case(FOLDER / name, case["pokerkit_finishing_stacks"])
        for name, case in expected.items()
        if case["variant"] in PLAYED
    ]


PUBLISHED = published_hands()
needs_published_hands = pytest.mark.skipif(not PUBLISHED, reason=ABSENT)


def phh(**fields: object) -> str:
    """A three-handed no-limit hand as a PHH text, with some fields replaced, or left out by None."""
    values: dict[str, object] = {
        "variant": '"NT"',
        "antes": "[0, 0, 0]",
        "blinds_or_straddles": "[1, 2, 0]",
        "min_bet": "2",
        "starting_stacks": "[200, 200, 200]",
        "actions": '["p3 f", "p1 cc", "p2 cc"]',
    }
    values |= fields
    return "\n".join(f"{name} = {value}" for name, value in values.items() if value is not None)


def read(**fields: object) -> RecordedHand:
    [hand] = read_phh(phh(**fields))
    return hand
