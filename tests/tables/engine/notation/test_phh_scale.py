"""What PHH's own fields cannot say and ours do: the scale, stud without a bring-in, fields of any number."""

from __future__ import annotations

from decimal import Decimal

import pytest

from tables.engine import ButtonAndBlinds, HouseRules, RaiseTo, Setup, Stakes
from tables.engine.notation import PhhError, format_phh, read_phh
from tables.engine.notation.recorded_hand import RULES_OF_RECORDS
from tests.tables.engine.hands import play, table
from tests.tables.engine.notation.phh_cases import phh, read


def come_back(setup: Setup, words: str, *, scale: int) -> tuple[str, tuple[object, ...]]:
    """The text, and what it reads as."""
    text = format_phh(setup, play(setup, words).history, scale=scale)
    [again] = read_phh(text)
    return text, (again.setup, again.operations, again.scale)


@pytest.mark.parametrize("rules", [RULES_OF_RECORDS, table(9, 9).rules])
@pytest.mark.parametrize("scale", [1, 10, 100, 10_000])
def test_whole_amounts_come_back_in_the_chips_they_were(rules: HouseRules, scale: int) -> None:
    data = table(200 * scale, 300 * scale, 250 * scale, stakes=Stakes(1 * scale, 2 * scale)).to_dict()
    setup = Setup.from_dict(data | {"rules": rules.to_dict()})
    text, again = come_back(setup, f"r3:{6 * scale} f1 f2", scale=scale)
    assert ("_scale" in text) == (scale != 1)
    assert "starting_stacks = [200, 300, 250]" in text
    assert again == (setup, play(setup, f"r3:{6 * scale} f1 f2").history, scale)


def test_amounts_that_tell_the_scale_themselves_need_no_field_for_it() -> None:
    setup = table(20_000, 30_050, 25_000, stakes=Stakes(100, 200))
    text, again = come_back(setup, "r3:625 f1 f2", scale=100)
    assert "_scale" not in text
    assert again == (setup, (RaiseTo(3, 625), *play(setup, "r3:625 f1 f2").history[1:]), 100)


@pytest.mark.parametrize("scale", ["0", "-10", "3", "true", '"10"', "100000", "[]", "1.0", "9" * 40])
def test_a_scale_is_a_power_of_ten(scale: str) -> None:
    with pytest.raises(PhhError, match=r"^_scale: .* is not right, write 1, or as many times ten$"):
        read_phh(phh(_scale=scale))


def test_a_scale_must_not_leave_parts_of_a_chip() -> None:
    half = {"blinds_or_straddles": "[0.25, 0.5, 0]", "min_bet": "0.5"}
    assert read(_scale="1000", **half).setup.stakes == Stakes(250, 500)
    with pytest.raises(PhhError, match=r"^_scale: 10 is not right, write 100, or as many times ten$"):
        read_phh(phh(_scale="10", **half))


def test_stud_without_a_bring_in_comes_back() -> None:
    stakes = Stakes(ante=10, ante_kind="classic", small_bet=20, big_bet=40)
    setup = Setup.for_level(
        game="F7S",
        rules=RULES_OF_RECORDS,
        stakes=stakes,
        positions=ButtonAndBlinds(button=2),
        seats=table(500, 500).seats,
    )
    text, again = come_back(setup, "t1:5c t2:8d k1 r2:20 f1", scale=1)
    assert "bring_in = 0\n" in text
    assert again[0] == setup


@pytest.mark.parametrize(
    "number",
    ["NaN", "-NaN", "Infinity", "-Infinity", "1E+999999999", "-1.5E-77777", "0E-99", "12.50", "1E+30"],
)
def test_fields_hold_any_number_and_stay_short(number: str) -> None:
    hand = read()
    text = format_phh(hand.setup, hand.operations, fields={"_x": Decimal(number)})
    assert len(text) < 500
    [again] = read_phh(text)
    assert str(again.meta["_x"]) == str(Decimal(number)) or again.meta["_x"] == Decimal(number)
