"""Writing PHH: what is written reads back equal, and PokerKit reads it too."""

from __future__ import annotations

import random
from datetime import date, time
from decimal import Decimal

import pokerkit
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.engine.cards import parse_cards
from tables.engine.errors import IllegalAction
from tables.engine.hand import replay
from tables.engine.notation import PhhError, RecordedHand, format_phh, join_phhs, read_phh
from tables.engine.operations import (
    Call,
    DealHole,
    Fold,
    Operation,
    Undo,
    effective,
)
from tables.engine.setup import Setup
from tests.tables.engine.phh_cases import PUBLISHED, Case, needs_published_hands, read
from tests.tables.engine.random_hands import random_hand


@needs_published_hands
def test_published_hands_come_back_equal_from_our_own_text() -> None:
    for case in PUBLISHED:
        [hand] = read_phh(case.path.read_text(encoding="utf-8"))
        assert come_back(hand) == (hand.setup, hand.operations, hand.players, hand.meta), case.path.name


def come_back(hand: RecordedHand) -> tuple[object, ...]:
    text = format_phh(hand.setup, hand.operations, players=hand.players, scale=hand.scale, fields=hand.meta)
    [again] = read_phh(text)
    return again.setup, again.operations, again.players, again.meta


@needs_published_hands
def test_pokerkit_reads_our_text_of_published_hands() -> None:
    for case in PUBLISHED[::25]:
        [hand] = read_phh(case.path.read_text(encoding="utf-8"))
        assert pokerkit_stacks(format_phh(hand.setup, hand.operations)) == [
            stack * hand.scale for stack in case.finishing_stacks
        ]


def pokerkit_stacks(text: str) -> list[int]:
    *_, last = pokerkit.HandHistory.loads(text)
    return list(last.stacks)


def test_joined_texts_read_back_as_several_hands() -> None:
    hands = [read(), read(variant='"PO"', starting_stacks="[9, 9, 9]")]
    text = join_phhs(format_phh(hand.setup, hand.operations) for hand in hands)
    assert [(hand.setup, hand.operations) for hand in read_phh(text)] == [
        (hand.setup, hand.operations) for hand in hands
    ]


def test_a_setup_of_our_own_must_not_contradict_the_plain_fields() -> None:
    hand = read(seats="[2, 4, 6]")
    setup = Setup.from_dict(hand.setup.to_dict() | {"button": 5})
    text = format_phh(setup, hand.operations)
    assert "_setup" in text
    [again] = read_phh(text)
    assert again.setup == setup
    with pytest.raises(PhhError, match="_setup: it contradicts variant, seats or starting_stacks"):
        read_phh(text.replace("starting_stacks = [200", "starting_stacks = [201"))


@given(st.integers(0, 2**32))
def test_any_hand_of_ours_comes_back_equal(seed: int) -> None:
    setup, operations = random_hand(random.Random(seed))
    names = [f"Player {each.seat}" for each in setup.seats]
    [again] = read_phh(format_phh(setup, operations, players=names))
    assert (again.setup, again.operations) == (setup, tuple(operations))
    assert list(again.finishing_stacks or ()) == again.in_file_order(replay(setup, operations).stacks)
    assert {again.seat_of(index): name for index, name in enumerate(again.players)} == dict(
        zip([each.seat for each in setup.seats], names, strict=True)
    )


def test_undone_operations_are_not_written_and_late_cards_come_first() -> None:
    hand = read(actions="[]")
    told = DealHole(1, parse_cards("AhKd"))
    operations: list[Operation] = [Call(3), Undo(0), Fold(3), told, Fold(1)]
    [again] = read_phh(format_phh(hand.setup, operations))
    assert again.operations == (told, Fold(3), Fold(1))
    assert effective(operations) == (Fold(3), told, Fold(1))


def test_names_and_fields_survive_whatever_characters_they_hold() -> None:
    hand = read()
    names = ('A "quoted" \\ name', "line\nbreak\t\x00", "d\u2019Ada " * 1000)
    fields: dict[str, object] = {
        "event": "Ca' d'Oro",
        "hand": 7,
        "day": 3,
        "_ours": {"a b": [1, "x"], "ok": True},
        "variant": "FB",
    }
    [again] = read_phh(format_phh(hand.setup, hand.operations, players=names, fields=fields))
    assert again.players == names
    assert again.variant == "NT"
    assert again.meta == {key: value for key, value in fields.items() if key != "variant"}


@pytest.mark.parametrize("case", PUBLISHED[:1], ids=lambda case: case.path.name)
@needs_published_hands
def test_a_published_hand_keeps_its_words(case: Case) -> None:
    [hand] = read_phh(case.path.read_text(encoding="utf-8"))
    text = format_phh(hand.setup, hand.operations, players=hand.players)
    for line in text.splitlines():
        name, _, value = line.partition(" = ")
        if name in (
            "antes",
            "blinds_or_straddles",
            "starting_stacks",
            "finishing_stacks",
            "actions",
            "players",
        ):
            assert value.replace('"', "'") in case.path.read_text(encoding="utf-8")


def test_dates_times_and_amounts_survive_in_the_fields_and_other_objects_are_refused() -> None:
    hand = read()
    fields = {"time": time(20, 15), "_day": date(2030, 5, 1), "_fee": Decimal("12.50")}
    [again] = read_phh(format_phh(hand.setup, hand.operations, fields=fields))
    assert again.meta == fields
    with pytest.raises(TypeError, match="object has no place in TOML"):
        format_phh(hand.setup, hand.operations, fields={"_it": object()})


def test_a_hand_that_is_not_over_states_no_finishing_stacks() -> None:
    hand = read(actions='["p3 f"]')
    assert "finishing_stacks" not in format_phh(hand.setup, hand.operations)


def test_an_illegal_hand_is_not_written() -> None:
    with pytest.raises(IllegalAction):
        format_phh(read().setup, [Fold(2)])
