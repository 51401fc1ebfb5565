"""A misdeal in the room: the same hand is dealt again, and nothing else has moved on."""

from __future__ import annotations

import pytest

from tables.models import Hand, Seat
from tables.services.hands.recording import undo_operation
from tests.factories import ACTOR, NOW, after
from tests.factories.felt import add_table, make_felt
from tests.factories.mixed import sheet
from tournament.rules.structure.levels import Level

pytestmark = pytest.mark.django_db

FIRST = Level(small_blind=50, big_blind=100, duration_seconds=1200)
SECOND = Level(small_blind=100, big_blind=200, duration_seconds=1200)


@pytest.mark.rule("MIS-04")
def test_mis_04_the_same_hand_is_dealt_again_at_its_old_level() -> None:
    felt = make_felt(1000, 1000, 1000, structure=sheet(FIRST, SECOND))
    first = felt.deal()
    state = felt.play("f3", "x:misdeal,f")
    assert (state.outcome, felt.stacks()) == ("void", {1: 1000, 2: 1000, 3: 1000})
    again = felt.deal(now=after(21))
    assert again.setup == first.setup
    assert (again.number, again.level_index) == (2, first.level_index)
    felt.play("f3", "f1", now=after(21))
    following = felt.deal(now=after(22))
    assert following.setup.stakes.big_blind == 200
    assert following.setup.button == 1


def test_whoever_is_sent_away_plays_the_hand_that_is_dealt_again() -> None:
    felt = make_felt(1000, 1000, 1000)
    other = add_table(felt.tournament, number=2)
    felt.deal()
    felt.send(2, other, 4)
    felt.play("x:misdeal,f")
    assert [each.seat for each in felt.deal().setup.seats] == [1, 2, 3]
    felt.play("f3", "f1")
    assert Seat.objects.get(table=other, number=4).entry_id == felt.entries[2].pk


def test_undo_takes_a_misdeal_back() -> None:
    felt = make_felt(1000, 1000, 1000)
    felt.deal()
    felt.play("c3", "x:fouled_deck,f")
    undo_operation(tournament_id=felt.tournament.pk, table_id=felt.table.pk, by=ACTOR.at(NOW))
    assert felt.play("f1", "k2").phase == "deal_board"
    assert Hand.objects.get(table=felt.table).is_redealt is False


def test_the_deal_again_taken_back_leaves_the_button_where_it_was_before_the_misdeal() -> None:
    felt = make_felt(1000, 1000, 1000)
    first = felt.deal()
    felt.play("x:misdeal,f")
    felt.deal()
    undo_operation(tournament_id=felt.tournament.pk, table_id=felt.table.pk, by=ACTOR.at(NOW))
    assert felt.deal().setup == first.setup


def test_a_stack_that_was_changed_since_makes_it_a_new_hand() -> None:
    felt = make_felt(1000, 1000, 1000)
    first = felt.deal()
    felt.play("x:misdeal,f")
    felt.entries[2].stack = 900
    felt.entries[2].save(update_fields=["stack"])
    assert felt.deal().setup.button == first.setup.button % 3 + 1


@pytest.mark.rule("S-122")
def test_s_122_at_home_a_third_misdeal_in_a_row_passes_the_deal_on() -> None:
    felt = make_felt(1000, 1000, 1000, rule_profile="home")
    buttons = []
    for _ in range(4):
        buttons.append(felt.deal().setup.button)
        felt.play("x:misdeal,f")
    assert buttons == [3, 3, 3, 1]


@pytest.mark.rule("S-122")
def test_s_122_where_the_house_fines_that_player_the_next_pot_has_as_much_more() -> None:
    felt = make_felt(
        1000, 1000, 1000, rule_profile="home", rule_overrides={"engine": {"misdeal_fine": "pot"}}
    )
    for _ in range(3):
        hand = felt.deal()
        # Blinds of 25 and 50, and no fine while the deal is still theirs.
        assert (hand.setup.button, hand.setup.opening.pot) == (3, 75)
        felt.play("x:misdeal,f")
    hand = felt.deal()
    assert (hand.setup.button, hand.setup.opening.pot) == (1, 150)
    assert [(post.seat, post.amount) for post in hand.setup.posts if post.kind == "dead_blind"] == [(3, 75)]
    # Seat 3, the big blind now, has paid it besides; whoever wins the pot has it.
    felt.play("f1", "f2")
    assert felt.stacks() == {1: 1000, 2: 975, 3: 1025}
    assert felt.deal().setup.opening.pot == 75
