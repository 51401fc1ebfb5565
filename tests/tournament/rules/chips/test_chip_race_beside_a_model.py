"""The chip race beside another way to run it: all cards in one row, the best first, a chip for each new seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.rules.chips.test_chip_race import DECK, cards, seats
from tournament.rules.chips.chip_race import (
    ChipRaceSeat,
    plan_chip_race,
    run_chip_race,
    sort_race_cards,
)
from tournament.rules.profiles import RaceRescue, RaceRound

FROM_THE_BEST = [rank + suit for rank in "AKQJT98765432" for suit in "shdc"]
STEPS = [(25, 100), (25, 75), (100, 500), (5, 25), (100, 200)]


class Race(NamedTuple):
    """By seat what its old chips become; who won a chip, the best card first; who was saved."""

    received: dict[int, int]
    winners: list[int]
    rescued: list[int]


def by_hand(
    players: Sequence[ChipRaceSeat], deck: Sequence[str], *, old: int, new: int, half_up: bool, extra: bool
) -> Race:
    """As a floor does it: change whole chips, deal a card to each odd one, and go down the row of cards."""
    received, owner, threatened, odd_value = {}, {}, [], 0
    cards_left = list(deck)
    for player in sorted(players, key=lambda each: each.seat_number):
        seat, value = player.seat_number, player.old_chips * old
        received[seat] = value // new * new
        odd_value += value % new
        for _chip in range(value % new // old):
            owner[cards_left.pop(0)] = seat
        if value and not received[seat] and not player.other_value:
            threatened.append(seat)
    raced = odd_value // new + (half_up and 2 * (odd_value % new) >= new)
    in_turn = list(dict.fromkeys([owner[card] for card in FROM_THE_BEST if card in owner]))
    if extra:
        winners = in_turn[:raced]
        rescued = [seat for seat in threatened if seat not in winners]
    else:
        chips = max(raced - len(threatened), 0)
        winners, rescued = [seat for seat in in_turn if seat not in threatened][:chips], threatened
    for seat in winners + rescued:
        received[seat] += new
    return Race(received, winners, rescued)


@pytest.mark.rule("RACE-01..05")
@given(
    st.lists(st.tuples(st.integers(0, 11), st.booleans()), min_size=1, max_size=10),
    st.permutations(DECK),
    st.sampled_from(STEPS),
    st.sampled_from(["half_up", "none"]),
    st.sampled_from(["extra", "raced_first"]),
)
def test_a_random_race_ends_as_the_row_of_all_cards_has_it(
    stacks: list[tuple[int, bool]],
    deck: list[str],
    step: tuple[int, int],
    rounding: RaceRound,
    rescue: RaceRescue,
) -> None:
    players = [
        ChipRaceSeat(seat_number=n, old_chips=count, other_value=1000 if rich else 0)
        for n, (count, rich) in enumerate(stacks, start=1)
    ]
    old, new = step
    plan = plan_chip_race(players, old=old, new=new, rounding=rounding)
    hands = sort_race_cards(plan, deck[: plan.cards_needed])
    found = run_chip_race(players, plan=plan, cards=hands, rescue=rescue)
    race = by_hand(players, deck, old=old, new=new, half_up=rounding == "half_up", extra=rescue == "extra")
    assert (dict(found.received), list(found.winners), sorted(found.rescued)) == race
    assert found.difference == sum(race.received.values()) - old * sum(each.old_chips for each in players)


@pytest.mark.rule("RACE-01..05")
@pytest.mark.parametrize("dealt", ["Ac 2d 3h", "2d Ac 3h", "2d 3h Ac"])
def test_a_seats_best_card_counts_wherever_it_falls(dealt: str) -> None:
    players = seats({1: 3, 2: 1})
    plan = plan_chip_race(players, old=25, new=100)
    assert (plan.raced, run_chip_race(players, plan=plan, cards=cards(S1=dealt, S2="Kd")).winners) == (
        1,
        (1,),
    )
