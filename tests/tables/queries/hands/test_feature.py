"""The feature table on a television: as late as the event wants, and nothing that was not face up."""

from __future__ import annotations

import pytest

from tables.queries.hands.feature import FeatureTable, feature_table
from tables.services.stops.announcing import StopOrder, announce_stop, end_stop_by_hand
from tests.factories import ACTOR, after, make_tournament
from tests.factories.felt import Felt, add_felt, make_felt
from tournament.models import StopKind

pytestmark = pytest.mark.django_db


def seen(felt: Felt, minutes: float) -> FeatureTable:
    found = feature_table(felt.tournament, now=after(minutes))
    assert found is not None
    return found


def stacks(found: FeatureTable) -> list[tuple[int, int | None, int]]:
    return [(seat.seat, seat.stack, seat.bet) for seat in found.seats]


def test_each_look_is_at_what_the_table_was_so_many_minutes_ago() -> None:
    felt = make_felt(1000, 1000, feature_delay=5)
    felt.deal(after(1))
    felt.play("c2", "k1", now=after(2))
    felt.play("b:AsKd2c", now=after(3))

    assert (seen(felt, 5.9).hand, seen(felt, 5.9).delay_minutes) == (None, 5)
    dealt = seen(felt, 6)
    assert (dealt.hand, dealt.boards, dealt.pot, stacks(dealt)) == (
        1,
        ("",),
        75,
        [(1, 950, 50), (2, 975, 25)],
    )
    assert [seat.is_to_act for seat in dealt.seats] == [False, True]
    assert (seen(felt, 7).boards, seen(felt, 7).pot) == (("",), 100)
    assert seen(felt, 8).boards == ("AsKd2c",)


def test_without_a_delay_a_hand_is_seen_once_it_is_over() -> None:
    felt = make_felt(1000, 1000)
    felt.deal()
    felt.play("c2", "k1")
    assert seen(felt, 0).hand is None
    felt.play("b:AsKd2c", "r1:100", "f2")
    assert (seen(felt, 0).hand, seen(felt, 0).boards, stacks(seen(felt, 0))) == (
        1,
        ("AsKd2c",),
        [(1, 1050, 0), (2, 950, 0)],
    )


def test_cards_are_seen_once_they_were_shown_and_never_those_of_a_hand_that_was_mucked() -> None:
    felt = make_felt(1000, 1000, feature_delay=1)
    felt.deal()
    felt.play("c2", "k1", "b:AsKd2c", "k1", "k2", "b:3h", "k1", "k2", "b:4h", "k1", "k2")
    assert [seat.cards for seat in seen(felt, 1).seats] == ["", ""]
    felt.play("s1:AhAd", "m2")
    assert [(seat.cards, seat.is_folded) for seat in seen(felt, 1).seats] == [("AhAd", False), ("", False)]
    assert stacks(seen(felt, 1)) == [(1, 1050, 0), (2, 950, 0)]


def test_a_player_who_has_folded_is_marked() -> None:
    felt = make_felt(1000, 1000, 1000, feature_delay=1)
    hand = felt.deal()
    first = felt.play(f"f{hand.setup.button}")
    assert [seat.seat for seat in seen(felt, 1).seats if seat.is_folded] == list(first.folded)
    assert [seat.seat for seat in seen(felt, 1).seats if seat.is_button] == [hand.setup.button]


def test_the_event_says_which_table_and_else_it_is_the_first_that_is_open() -> None:
    felt = make_felt(1000, 1000)
    assert seen(felt, 0).table == 1
    felt.tournament.options_data = {"feature_table": 2}
    assert feature_table(felt.tournament, now=after(0)) is None
    assert feature_table(make_tournament(), now=after(0)) is None


def test_it_stands_still_while_the_tables_wait_for_each_other() -> None:
    felt = make_felt(1000, 1000, late_registration_level=3, feature_delay=1)
    add_felt(felt.tournament, 1000, 1000, number=2)
    felt.deal(after(1))
    order = StopOrder(kind=StopKind.HAND_FOR_HAND)
    announce_stop(tournament_id=felt.tournament.pk, order=order, by=ACTOR.at(after(2)))
    felt.play("c2", "k1", now=after(3))
    felt.tournament.refresh_from_db()
    assert (seen(felt, 4).pot, [seat.is_to_act for seat in seen(felt, 4).seats]) == (75, [False, True])
    end_stop_by_hand(tournament_id=felt.tournament.pk, by=ACTOR.at(after(5)))
    felt.tournament.refresh_from_db()
    assert seen(felt, 6).pot == 100
