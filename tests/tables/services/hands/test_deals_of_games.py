"""What the deal of each family of games posts, and the carried pot."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tables import engine
from tables.models import Hand
from tests.factories import after
from tests.factories.felt import add_table, make_felt
from tests.factories.mixed import fold_out, sheet
from tournament.rules.structure.levels import Level

pytestmark = pytest.mark.django_db

STUD = Level(small_blind=0, big_blind=0, ante=25, ante_kind="big_blind", duration_seconds=1200, game="F7S",
             bring_in=50, small_bet=100, big_bet=200)  # fmt: skip
JACKS = Level(small_blind=25, big_blind=50, ante=25, ante_kind="classic", duration_seconds=1200, game="N5DJ",
              min_bet=100)  # fmt: skip
HOLDEM = Level(small_blind=50, big_blind=100, duration_seconds=1200)


def posts(hand: Hand) -> list[tuple[int, int, str]]:
    return [(post.seat, post.amount, post.kind) for post in hand.setup.posts]


def test_stud_is_dealt_from_the_dealers_left_with_an_ante_from_each() -> None:
    hand = make_felt(1000, 1000, 1000, structure=sheet(STUD, STUD)).deal()
    assert (hand.game, hand.setup.button) == ("F7S", 3)
    assert posts(hand) == [(1, 25, "ante"), (2, 25, "ante"), (3, 25, "ante")]
    stakes = hand.setup.stakes
    assert (stakes.bring_in, stakes.small_bet, stakes.big_bet) == (50, 100, 200)


def test_draw_with_antes_has_a_button_and_no_blinds() -> None:
    felt = make_felt(1000, 1000, 1000, structure=sheet(JACKS, JACKS))
    hand = felt.deal()
    assert hand.setup.button == 3
    assert posts(hand) == [(1, 25, "ante"), (2, 25, "ante"), (3, 25, "ante")]
    assert hand.setup.stakes.least_bet == 100
    felt.play("r1:100", "f2", "f3", "j1:????")
    assert felt.deal().setup.button == 1


def test_a_pot_that_nobody_opened_waits_for_the_next_hand() -> None:
    felt = make_felt(1000, 1000, 1000, structure=sheet(JACKS, JACKS))
    felt.deal()
    state = felt.play("k1", "k2", "k3")
    assert (state.is_complete, state.carried_pot.chips) == (True, 75)
    assert felt.stacks() == {1: 975, 2: 975, 3: 975}
    hand = felt.deal()
    assert hand.setup.carried_pot == engine.CarriedPot(chips=75, openers="J")
    felt.play("r2:100", "f3", "f1", "j2:????")
    assert sum(felt.stacks().values()) == 3000


def test_the_game_stays_until_its_pot_is_won() -> None:
    felt = make_felt(1000, 1000, 1000, structure=sheet(JACKS, HOLDEM))
    felt.deal()
    felt.play("k1", "k2", "k3")
    hand = felt.deal(now=after(21))
    assert (hand.game, hand.level_number, hand.setup.carried_pot.chips) == ("N5DJ", 2, 75)
    felt.play("r2:100", "f3", "f1", "j2:JhJs", now=after(21))
    assert felt.deal(now=after(21)).game == "NT"


SHORT_DECK = Level(
    small_blind=0, big_blind=50, ante=25, ante_kind="classic", game="NS", duration_seconds=1200
)


@pytest.mark.rule("NS-01")
@pytest.mark.parametrize(("alone", "button"), [(True, 2), (False, 4)])
def test_ns_01_in_an_event_of_short_deck_the_button_is_never_dead(alone: bool, button: int) -> None:
    """The button was on seat 4, and seat 1 has left: beside hold'em its dead button leaves seat 4 the last again."""
    second = replace(SHORT_DECK, big_blind=100, ante=50)
    other = Level(small_blind=50, big_blind=100, duration_seconds=1200)
    felt = make_felt(1000, 1000, 1000, 1000, structure=sheet(SHORT_DECK, second if alone else other))
    assert fold_out(felt).setup.button == 4
    felt.send(1, add_table(felt.tournament, number=2), 1)

    hand = fold_out(felt)

    assert hand.setup.button == button
    assert [(post.seat, post.amount) for post in hand.setup.posts if post.kind == "big_blind"] == [
        (button, 50)
    ]
