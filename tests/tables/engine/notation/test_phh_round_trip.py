"""Writing PHH: what is written reads back equal, and PokerKit reads it too."""

from __future__ import annotations

import random
from datetime import date, time
from decimal import Decimal

import pokerkit
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.engine.cards.cards import parse_cards
from tables.engine.errors import IllegalAction
from tables.engine.games.catalogue import GAMES
from tables.engine.games.setup import Setup
from tables.engine.hand import replay
from tables.engine.notation import PhhError, format_phh, join_phhs, parse_line, read_phh
from tables.engine.notation.toml import read_toml
from tables.engine.play.coding import encode
from tables.engine.play.operations import (
    Call,
    DealHole,
    Fold,
    Operation,
    Undo,
    effective,
)
from tables.engine.play.progress import Progress
from tables.engine.state import State
from tests.breadth import sample
from tests.published import all_published, published, published_texts, read_text
from tests.tables.engine.notation.phh_cases import read
from tests.tables.engine.random_hands import random_hand
from tests.tables.engine.random_setups import BOARD_GAMES


def test_published_hands_come_back_equal_from_our_own_text() -> None:
    for hand in all_published():
        [again] = read_phh(hand.phh)
        assert (again.setup, again.operations) == (hand.setup, hand.operations), hand.name


def test_pokerkit_reads_our_text_of_published_hands() -> None:
    """All but those of Pluribus, and every tenth of these: PokerKit is slow."""
    for hand in [*published("pluribus")[::10], *published("championship"), *published("single_hands")]:
        [ours] = read_phh(hand.phh)
        assert pokerkit_stacks(hand.phh) == ours.in_file_order(replay(hand.setup, hand.operations).stacks), (
            hand.name
        )


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
    setup, operations = random_hand(random.Random(seed), BOARD_GAMES, plain=True)
    names = [f"Player {each.seat}" for each in setup.seats]
    [again] = read_phh(format_phh(setup, operations, players=names))
    assert (again.setup, again.operations) == (setup, tuple(operations))
    assert list(again.finishing_stacks or ()) == again.in_file_order(replay(setup, operations).stacks)
    assert {again.seat_of(index): name for index, name in enumerate(again.players)} == dict(
        zip([each.seat for each in setup.seats], names, strict=True)
    )


def everything_but_the_telling(state: State) -> dict[str, object]:
    """A hand without the order in which its cards were told.

    Which cards may still be dealt depends on that order too, once folded hands are shuffled in.
    """
    left_out = {"history", "seen"} if any(drawn.reshuffled for drawn in state.drawn) else {"history"}
    return {name: getattr(state.progress, name) for name in Progress.__slots__ if name not in left_out}


@pytest.mark.parametrize("code", GAMES)
@settings(max_examples=sample("hands written and read of each game"))
@given(st.integers(0, 2**32))
def test_a_hand_of_every_game_comes_back_to_the_same_end(code: str, seed: int) -> None:
    setup, operations = random_hand(random.Random(seed), [code])
    [again] = read_phh(format_phh(setup, operations))
    assert again.setup == setup
    before, after = replay(setup, operations), replay(again.setup, again.operations)
    assert everything_but_the_telling(after) == everything_but_the_telling(before)


STUD = "F7S rules=tda2024 blinds=0/0 ante=classic:3 bets=20/40 button=2 seats=1:90,2:90 posts=a1:3,a2:3"
ALL_IN = (
    "P5S rules=figp,all_in_tabled=false blinds=0/0 bring=5 least=20 chip=5 button=9"
    " seats=1:25,2:1595,4:107,5:353,7:1,9:1"
)
GIVEN_UP = "o4 h1:Ah4c h5:8dKh r4:20 r5:60 f7 c9 f1 r2:150 c4 f5 m4 t7:Ts b:8s7c w0:2"
DRAW = "F2L3D rules=tda2024 blinds=2/4 bets=4/8 button=2 seats=1:4,2:4 posts=s2:2,b1:4"
HI_LO = "FO/8 rules=tda2024 blinds=2/4 bets=4/8 button=3 seats=1:90,2:90,3:90 posts=s1:2,b2:4"
DRAW_3 = "F5D rules=tda2024 blinds=2/4 bets=4/8 button=3 seats=1:90,2:90,3:90 posts=s1:2,b2:4"


@pytest.mark.parametrize(
    ("line", "read_back"),
    [
        # A stud hand without a bring-in; up-cards and the last down card where they were dealt.
        (
            f"{STUD} | h1:2c3c4c h2:5d6d7d k1 k2 t1:8c t2:9d k2 k1 t1:Ac t2:Kd k1 k2 t1:Jc t2:Qd k1 k2 k1 h1:2s k2",
            "h1:2c3c4c h2:5d6d7d k1 k2 t1:8c t2:9d k2 k1 t1:Ac t2:Kd k1 k2 t1:Jc t2:Qd k1 k2 h1:????????????2s k1 k2",
        ),
        # All-in before three draws: what was drawn stands after each of them.
        (
            f"{DRAW} | c2 h1:KcKdKhKsQc d1:KcKd d2:?? h1:2c3c d1:Kh d2: h1:7h d1: d2: h2:????????As",
            "h1:KcKdKhKsQc c2 d1:KcKd d2:?? h1:??????2c3c h2:????????As d1:Kh d2: h1:????????7h d1: d2:",
        ),
        # Said to have won before the cards were told: they stand where they were told.
        (
            f"{HI_LO} | c3 c1 k2 b:?????? k1 k2 k3 b:?? k1 k2 k3 b:?? k1 k2 k3 w0h:1 h1:As2s3s4d w0l:1",
            "c3 c1 k2 b:?????? k1 k2 k3 b:?? k1 k2 k3 b:?? k1 k2 k3 w0h:1 h1:As2s3s4d w0l:1",
        ),
        # Unknown cards shown are no word of PHH's.
        (
            f"{DRAW_3} | c3 c1 k2 d1: d2: d3: k1 k2 k3 s1:?????????? s2:?????????? w0:1",
            "c3 c1 k2 d1: d2: d3: k1 k2 k3 s1:?????????? s2:?????????? w0:1",
        ),
        # One unknown card out of a known hand: nobody knows which are left.
        (
            f"{DRAW_3} | h1:AsAhAdAcKs c3 c1 k2 d1:?? d2: d3: h1:AsAhAdAc2c k1 k2 k3",
            "h1:AsAhAdAcKs c3 c1 k2 d1:?? d2: d3: h1:AsAhAdAc2c k1 k2 k3",
        ),
        # All-in players are dealt on without the one who has given the hand up.
        (f"{ALL_IN} | {GIVEN_UP}", GIVEN_UP),
    ],
)
def test_cards_stand_where_they_were_dealt_as_far_as_phh_can_say_it(line: str, read_back: str) -> None:
    setup, operations = parse_line(line)
    [again] = read_phh(format_phh(setup, operations))
    assert " ".join(map(encode, again.operations)) == read_back
    assert everything_but_the_telling(replay(setup, again.operations)) == everything_but_the_telling(
        replay(setup, operations)
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


@pytest.mark.parametrize("name", published_texts())
def test_a_published_hand_keeps_its_words(name: str) -> None:
    hand = read_text(name)
    ours = read_toml(format_phh(hand.setup, hand.operations, scale=hand.scale))
    published = read_toml(published_texts()[name])
    for field in ("finishing_stacks", "ante_trimming_status"):
        if field in published:
            assert field in ours
        published.pop(field, None)
        ours.pop(field)
    assert ours == published


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


def test_a_raise_beyond_what_anybody_has_is_a_call_for_other_programs_and_itself_for_us() -> None:
    setup, operations = parse_line(
        "NT rules=tda2024,all_in_tabled=false,prove_openers=false blinds=20/40 button=3 "
        "seats=1:620,2:1105,3:240 posts=s1:20,b2:40 | c3 c1 r2:100 c3 c1 b:6h5c4h r1:520 r2:1005 c3 b:Td b:4c "
        "s2:8dTc s1:KhJd s3:Ah5s"
    )
    for scale in (1, 10):
        text = format_phh(setup, operations, scale=scale)
        assert '"p2 cc # floorman: r2:1005"' in text
        [again] = read_phh(text)
        assert (again.setup, again.operations, again.scale) == (setup, operations, scale)
    assert pokerkit_stacks(format_phh(setup, operations)) == [0, 1965, 0]
