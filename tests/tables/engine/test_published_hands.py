"""Every published hand, replayed to the stacks that were published."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

import pytest

from tables.engine import apply, legal, replay
from tables.engine.notation import read_phh
from tests.published import PublishedHand, all_published, hands_of

HALF = Decimal("0.5")


def differences(hand: PublishedHand) -> list[Decimal]:
    """Our finishing stacks minus the published ones, by rising seat, where they differ."""
    state = replay(hand.setup, hand.operations)
    assert state.is_complete, f"{hand.name} does not end"
    ours = [state.results[each.seat] for each in hand.setup.seats]
    off = [mine - theirs for mine, theirs in zip(ours, hand.finishing_stacks, strict=True)]
    return [each for each in off if each]


def wrong(hands: Sequence[PublishedHand]) -> dict[str, list[Decimal]]:
    """The hands that end otherwise. Of a split that was published in half chips the earlier seat has the odd one."""
    off = {hand.name: differences(hand) for hand in hands}
    return {name: chips for name, chips in off.items() if chips and chips != [HALF, -HALF]}


def test_there_are_771_hands_of_ten_games() -> None:
    hands = all_published()
    assert Counter(hand.setup.game for hand in hands) == {
        "NT": 725, "FT": 7, "PO": 8, "NS": 1, "FO/8": 7, "F7S": 7, "FR": 7, "N2L1D": 7, "F2L3D": 1, "FB": 1,
    }  # fmt: skip
    assert Counter(hand.source for hand in hands) == {"pluribus": 720, "championship": 46, "single_hands": 5}
    assert len({(hand.source, hand.name) for hand in hands}) == 771
    assert sum(len(hand.operations) for hand in hands) == 13_092


def test_every_published_hand_ends_with_its_stated_stacks() -> None:
    assert wrong(all_published()) == {}


def test_one_published_split_has_half_chips_and_the_odd_chip_goes_to_the_earlier_seat() -> None:
    assert {hand.name: differences(hand) for hand in all_published() if differences(hand)} == {
        "32-23": [HALF, -HALF]
    }


def test_applied_one_by_one_each_hand_is_the_same() -> None:
    for hand in all_published()[::40]:
        state = replay(hand.setup, ())
        for operation in hand.operations:
            legal(state)
            state = apply(state, operation)
        assert state == replay(hand.setup, hand.operations)


@pytest.mark.parametrize(
    ("was", "planted"),
    [
        ("b:5s", "b:Kc"),
        ("r6:1000", "r6:1010"),
        ("posts=s1:50", "posts=s1:60"),
        ("1:10000,", "1:9990,"),
        (",8525", ",8526"),
    ],
)
def test_a_fault_planted_in_a_hand_is_seen(was: str, planted: str) -> None:
    text = (
        "30-12 NT blinds=50/100 button=6 seats=1:10000,2:10000,3:10000,4:10000,5:10000,6:10000 posts=s1:50,b2:100 "
        "| h1:Ks7d h2:8sQh h3:2sKh h4:7c5d h5:Jh9d h6:TcJc f3 f4 f5 r6:225 f1 c2 b:3dQc2c k2 r6:250 c2 b:9s k2 "
        "r6:1000 c2 b:5s k2 k6 s2:8sQh s6:TcJc = 9950,11525,10000,10000,10000,8525"
    )
    assert wrong(list(hands_of("", text))) == {}
    assert text.count(was) == 1
    assert list(wrong(list(hands_of("", text.replace(was, planted))))) == ["30-12"]


def test_the_lines_leave_out_what_is_as_before() -> None:
    first, second = hands_of(
        "", "a NT blinds=1/2 button=2 seats=1:9,2:9 | f2 = 10,8\n# -\n\nb | c2 f1 = 8.5,9"
    )
    assert (first.name, second.name) == ("a", "b")
    assert (
        replace(first, name="b", operations=second.operations, finishing_stacks=second.finishing_stacks)
        == second
    )
    assert second.finishing_stacks == (Decimal("8.5"), Decimal(9))


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
