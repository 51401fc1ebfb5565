"""Hands for web hooks: once each, and not before everybody may read them."""

from __future__ import annotations

import json

import pytest
from pytest_django import DjangoAssertNumQueries

from tables.models import HandOperation
from tables.services.hands import told_hands
from tables.services.hands.told_hands import hint_of_hands, tell_of_hands
from tests.factories import after, make_account, make_tournament
from tests.factories.hooks import make_hook
from tests.tables.queries.hands.test_public_hands import a_hand, a_room
from tournament.models import HookDelivery, HookEndpoint, Player

pytestmark = pytest.mark.django_db


def test_a_hand_is_told_once_and_only_when_everybody_may_read_it() -> None:
    felt = a_room()
    make_hook(felt.tournament, types=("hand.finished",))
    a_hand(felt, 1)

    assert [tell_of_hands(now=after(minutes)) for minutes in (2, 10.9, 11, 11, 12)] == [0, 0, 1, 0, 0]

    (message,) = HookDelivery.objects.all()
    assert (message.type, message.made_at) == ("hand.finished", after(11))
    assert json.loads(message.body)["data"] == {
        "event": felt.tournament.code,
        "table": 1,
        "hand": 1,
        "boards": ["AsKd2c"],
        "pot": 100,
        "winners": [{"seat": 1, "entry": 1, "chips": 100}],
    }


def test_an_event_that_shows_no_hands_tells_of_none() -> None:
    felt = a_room(hands_delay=0)
    make_hook(felt.tournament, types=("hand.finished",))
    a_hand(felt, 1)

    assert tell_of_hands(now=after(600)) == 0


def test_streams_hear_of_a_hand_when_its_time_has_come_and_not_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    heard: list[tuple[str, list[str]]] = []
    monkeypatch.setattr(told_hands, "publish", lambda code, topics: heard.append((code, topics)))
    felt = a_room()
    a_hand(felt, 1)
    hidden = a_room(hands_delay=0)
    a_hand(hidden, 1)

    moments = [hint_of_hands(now=after(minutes)) for minutes in (10.9, 11, 11.1, 11.2)]

    assert moments == [0, 1, 1, 0]
    assert heard == [(felt.tournament.code, ["told-hand"])] * 2


def test_the_winner_has_a_name_where_names_may_go_and_the_shown_one() -> None:
    felt = a_room()
    make_hook(felt.tournament, types=("hand.finished",), has_names=True)
    Player.objects.filter(name="Anna Verdi").update(public_name="Ann", search_shown_name="ann")
    a_hand(felt, 1)

    tell_of_hands(now=after(11))

    body = HookDelivery.objects.get().body
    assert json.loads(body)["data"]["winners"] == [{"seat": 1, "entry": 1, "chips": 100, "name": "Ann"}]
    assert "Verdi" not in body


def test_hands_of_before_an_endpoint_was_added_and_of_another_event_are_not_told() -> None:
    felt = a_room()
    a_hand(felt, 1)
    make_hook(felt.tournament, types=("hand.finished",), now=after(5))
    make_hook(make_tournament(make_account("otto")), types=("hand.finished",))

    assert tell_of_hands(now=after(20)) == 0


def test_an_endpoint_for_all_events_hears_of_those_that_its_maker_directs() -> None:
    felt = a_room()
    vera = make_account("vera")
    own = make_tournament(vera)
    hook = make_hook(own, account=vera, types=("hand.finished",), is_for_all=True)
    make_hook(
        make_tournament(make_account("otto")),
        account=make_account("otto"),
        types=("hand.finished",),
        is_for_all=True,
    )
    a_hand(felt, 1)

    assert tell_of_hands(now=after(11)) == 1
    assert HookDelivery.objects.get().endpoint == hook


def test_where_nobody_wants_hands_it_costs_one_query(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    felt = a_room()
    make_hook(felt.tournament, types=("entry.busted",))
    HookEndpoint.objects.update(off="")
    a_hand(felt, 1)

    with django_assert_num_queries(1):
        assert tell_of_hands(now=after(11)) == 0


@pytest.mark.parametrize("damaged", ["no operation", "k9"])
def test_a_damaged_record_keeps_no_other_hand_back(damaged: str) -> None:
    felt = a_room()
    make_hook(felt.tournament, types=("hand.finished",))
    for minutes, fold in ((1, "f2"), (2, "f1"), (3, "f2")):
        felt.deal(after(minutes))
        felt.play(fold, now=after(minutes))
    HandOperation.objects.filter(hand__number=2).update(code=damaged)

    assert [tell_of_hands(now=after(13)), tell_of_hands(now=after(14))] == [2, 0]
    told = [json.loads(message.body)["data"]["hand"] for message in HookDelivery.objects.order_by("pk")]
    assert told == [1, 3]
