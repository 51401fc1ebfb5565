"""Every published hand of the games we have, replayed to its stated finishing stacks."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from tables.engine import apply, legal, replay
from tables.engine.games.catalogue import GAMES
from tables.engine.notation.phh.hands import RecordedHand, read_phh

CASES = Path(__file__).parents[4] / "shared" / "cases" / "phh"
EXPECTED: dict[str, dict[str, Any]] = (
    json.loads((CASES / "expected.json").read_text()) if CASES.is_dir() else {}
)
NAMES = sorted(name for name, expected in EXPECTED.items() if expected["variant"] in GAMES)

needs_cases = pytest.mark.skipif(not CASES.is_dir(), reason=f"PUBLISHED HANDS NOT CHECKED: {CASES} is absent")


def hand(name: str) -> RecordedHand:
    (recorded,) = read_phh((CASES / name).read_text(encoding="utf-8"))
    return recorded


def differences(name: str) -> list[Decimal]:
    """Our finishing stacks minus the stated ones (PokerKit's where none are), in the file's units."""
    recorded = hand(name)
    state = replay(recorded.setup, recorded.operations)
    assert state.is_complete, f"{name} does not end"
    wanted = EXPECTED[name].get("stated") or EXPECTED[name]["pokerkit_finishing_stacks"]
    ours = [Decimal(state.results[seat]) / recorded.scale for seat in recorded.seats]
    return [mine - Decimal(str(theirs)) for mine, theirs in zip(ours, wanted, strict=True)]


@needs_cases
def test_there_are_771_hands_of_ten_games() -> None:
    variants = [EXPECTED[name]["variant"] for name in NAMES]
    assert {code: variants.count(code) for code in set(variants)} == {
        "NT": 725, "FT": 7, "PO": 8, "NS": 1, "FO/8": 7, "F7S": 7, "FR": 7, "N2L1D": 7, "F2L3D": 1, "FB": 1,
    }  # fmt: skip


@needs_cases
def test_every_published_hand_ends_with_its_stated_stacks() -> None:
    wrong = {}
    for name in NAMES:
        off = differences(name)
        half_chips = [each for each in off if each]
        if half_chips and half_chips != [Decimal("0.5"), Decimal("-0.5")]:
            wrong[name] = off
    assert wrong == {}


@needs_cases
def test_the_odd_chip_of_a_half_chip_split_goes_to_the_earlier_seat() -> None:
    split = [name for name in NAMES if any(differences(name))]
    assert split
    for name in split:
        first, second = [each for each in differences(name) if each]
        assert (first, second) == (Decimal("0.5"), Decimal("-0.5"))


@needs_cases
def test_applied_one_by_one_each_hand_is_the_same() -> None:
    for name in NAMES[::40]:
        recorded = hand(name)
        state = replay(recorded.setup, ())
        for operation in recorded.operations:
            legal(state)
            state = apply(state, operation)
        assert state == replay(recorded.setup, recorded.operations)


def test_check_of_the_last_player_with_chips_is_read_over() -> None:
    """PokerKit asks the big blind to check although everyone else has folded or is all-in for less."""
    text = """
        variant = 'NT'
        antes = [0, 0, 0]
        blinds_or_straddles = [5, 10, 0]
        min_bet = 10
        starting_stacks = [1000, 1000, 8]
        actions = [
            'd dh p1 3d7h', 'd dh p2 4c8d', 'd dh p3 KdTd', 'p3 cc', 'p1 f', 'p2 cc', 'd db KhQcAc',
            'd db 2c', 'd db 2d', 'p2 sm 4c8d', 'p3 sm KdTd',
        ]
    """
    (recorded,) = read_phh(text)
    assert dict(replay(recorded.setup, recorded.operations).results) == {1: 995, 2: 992, 3: 21}
