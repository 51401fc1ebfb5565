"""When everybody may read a hand, and which of them a player finds on their own page."""

from __future__ import annotations

from typing import Any

import pytest

from tables.models import Table
from tables.queries.hands.public_hands import (
    find_public_hand,
    is_corrected,
    lines_of,
    own_hands,
    own_lines_of,
    public_hands,
)
from tables.queries.table.hand import operations_of
from tables.services.hands.recording import undo_operation
from tables.services.stops.announcing import StopOrder, announce_stop, end_stop_by_hand
from tests.factories import ACTOR, after
from tests.factories.felt import Felt, add_felt, make_felt
from tournament.models import Player, StopKind

pytestmark = pytest.mark.django_db


def a_hand(felt: Felt, minutes: float) -> None:
    """Seat 1 bets on the flop and wins 200."""
    felt.deal(after(minutes))
    felt.play("c2", "k1", "b:AsKd2c", "r1:100", "f2", now=after(minutes))


def a_room(**changes: Any) -> Felt:
    return make_felt(1000, 1000, **{"hands_delay": 10, "late_registration_level": 3, **changes})


def shown(felt: Felt, minutes: float) -> list[tuple[int, int]]:
    return [(each.table.number, each.number) for each in public_hands(felt.tournament, now=after(minutes))]


def test_a_hand_appears_so_many_minutes_after_its_end() -> None:
    felt = a_room()
    a_hand(felt, 1)
    felt.deal(after(2))
    assert (shown(felt, 10.9), shown(felt, 11), shown(felt, 60)) == ([], [(1, 1)], [(1, 1)])
    assert find_public_hand(felt.tournament, table=1, number=1, now=after(10)) is None
    (line,) = lines_of(list(public_hands(felt.tournament, now=after(11))))
    assert (line.boards, line.pot, line.winners) == (("AsKd2c",), 100, (("Anna Verdi", 100),))


def test_an_event_that_does_not_say_when_shows_none() -> None:
    felt = a_room(hands_delay=0)
    a_hand(felt, 1)
    assert shown(felt, 600) == []


def test_no_hand_is_earlier_than_the_screens_would_show_it_of_the_feature_table() -> None:
    felt = a_room(feature_table=2, feature_delay=30)
    a_hand(felt, 1)
    assert (shown(felt, 30.9), shown(felt, 31)) == ([], [(1, 1)])


def test_hands_of_a_table_that_was_opened_again_stay() -> None:
    felt = a_room()
    a_hand(felt, 1)
    Table.objects.update(hands_before=1)
    assert shown(felt, 11) == [(1, 1)]


def test_nothing_appears_of_what_is_played_hand_for_hand_until_it_is_over() -> None:
    felt = a_room()
    add_felt(felt.tournament, 1000, 1000, number=2)
    a_hand(felt, 1)
    felt.deal(after(1.5))
    announce_stop(
        tournament_id=felt.tournament.pk, order=StopOrder(kind=StopKind.HAND_FOR_HAND), by=ACTOR.at(after(2))
    )
    felt.tournament.refresh_from_db()
    felt.play("f1", now=after(3))
    assert shown(felt, 90) == [(1, 1)]
    end_stop_by_hand(tournament_id=felt.tournament.pk, by=ACTOR.at(after(91)))
    felt.tournament.refresh_from_db()
    assert shown(felt, 92) == [(1, 2), (1, 1)]


def test_a_hand_that_was_opened_again_is_late_again_and_says_so() -> None:
    felt = a_room()
    a_hand(felt, 1)
    (hand,) = public_hands(felt.tournament, now=after(11))
    assert not is_corrected(hand, operations_of([hand])[hand.pk])
    undo_operation(tournament_id=felt.tournament.pk, table_id=felt.table.pk, by=ACTOR.at(after(20)))
    felt.play("c2", "b:4h", "k1", "k2", "b:5h", "k1", "k2", "s1:AhAc", "m2", now=after(20))
    assert (shown(felt, 29), shown(felt, 30)) == ([], [(1, 1)])
    (hand,) = public_hands(felt.tournament, now=after(30))
    assert is_corrected(hand, operations_of([hand])[hand.pk])


def test_a_deal_that_was_taken_back_corrects_nothing() -> None:
    felt = a_room()
    felt.deal(after(0.5))
    undo_operation(tournament_id=felt.tournament.pk, table_id=felt.table.pk, by=ACTOR.at(after(0.6)))
    a_hand(felt, 1)
    (hand,) = public_hands(felt.tournament, now=after(11))
    assert hand.number == 1
    assert not is_corrected(hand, operations_of([hand])[hand.pk])


def test_a_player_finds_the_hands_they_were_dealt_with_the_cards_that_all_saw() -> None:
    felt = a_room()
    Player.objects.update(public_name="Somebody else")
    felt.deal(after(1))
    to_the_river = ("b:AsKd2c", "r1:100", "c2", "b:4h", "k1", "k2", "b:5h", "k1", "k2")
    felt.play("h1:AhAc", "h2:7c2d", "c2", "k1", *to_the_river, "s1:", "m2", now=after(1))
    hands = own_hands(felt.entries[2], public_hands(felt.tournament, now=after(11)))
    assert [(each.cards, each.change) for each in own_lines_of(felt.entries[2], list(hands))] == [("", -150)]
    assert [(each.cards, each.change) for each in own_lines_of(felt.entries[1], list(hands))] == [
        ("AhAc", 150)
    ]
