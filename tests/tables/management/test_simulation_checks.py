"""The checks of a simulation see what is planted."""

from __future__ import annotations

import pytest
from django.db.models import F
from django.test import Client

from tables.management.simulation_checks import (
    InvariantBroken,
    check_bounties,
    check_button,
    check_money,
    check_room,
)
from tables.models import Hand, HandSeat, Seat, Table
from tests.factories import NOW
from tests.factories.field import bust, started
from tests.factories.floor import Floor
from tests.tampering import past_the_triggers
from tournament.models import Entry, MoneyKind, MoneyRow

pytestmark = pytest.mark.django_db


@pytest.fixture
def floor(client: Client) -> Floor:
    return Floor(client, 3)


def test_a_chip_too_many_is_seen(floor: Floor) -> None:
    check_room(floor.tournament.pk)
    Entry.objects.filter(number=1).update(stack=F("stack") + 1)

    with pytest.raises(InvariantBroken, match="chips were issued"):
        check_room(floor.tournament.pk)


def test_a_player_without_a_seat_is_seen(floor: Floor) -> None:
    Seat.objects.filter(entry__number=1).update(entry=None)

    with pytest.raises(InvariantBroken, match="I10: Entry 1 plays and has no seat"):
        check_room(floor.tournament.pk)


@pytest.fixture
def second_hand(client: Client) -> Table:
    """A table of four in its second hand: button 1, blinds 2 and 3; the player of seat 3 is absent."""
    floor = Floor(client, 4)
    floor.deal(1, "f3", "f4", "f1")
    Entry.objects.filter(pk=floor.seats[1, 3].pk).update(is_absent=True)
    floor.deal(1)
    return floor.table(1)


# What is changed in the positions of the table, and what is then seen.
WRONG_BUTTONS: dict[str, dict[str, object]] = {
    "nobody has the big blind twice running": {
        "button": 4,
        "small_blind_position": 1,
        "small_blinds": [1],
        "big_blind_position": 2,
        "big_blinds": [2],
    },
    "the big blind posts the small blind in the next hand": {"small_blinds": []},
    "no player is between the small blind and the big blind": {"big_blind_position": 4, "big_blinds": [4]},
    "the small blind has the button in the next hand": {"button": 4},
    "button, small blind and big blind follow one another": {"button": 3},
    "only new players wait": {"dealt": [2, 3, 1], "waiting": [4]},
    "was not dealt to": {"dealt": [2, 4, 1], "waiting": []},
}


@pytest.mark.parametrize("promise", WRONG_BUTTONS)
def test_a_button_that_does_not_follow_from_the_hand_before_is_seen(second_hand: Table, promise: str) -> None:
    check_button(second_hand.pk)
    positions = {**(second_hand.positions_data or {}), **WRONG_BUTTONS[promise]}
    Table.objects.filter(pk=second_hand.pk).update(positions_data=positions)

    with pytest.raises(InvariantBroken, match=promise):
        check_button(second_hand.pk)


def test_a_blind_that_an_absent_player_does_not_post_is_seen(second_hand: Table) -> None:
    hand = Hand.objects.latest("number")
    posts = [post for post in hand.setup_data["posts"] if post[2] != "big_blind"]
    Hand.objects.filter(pk=hand.pk).update(setup_data={**hand.setup_data, "posts": posts})

    with pytest.raises(InvariantBroken, match="big_blind of"):
        check_button(second_hand.pk)


def test_absent_players_who_play_are_seen(second_hand: Table) -> None:
    Entry.objects.update(is_absent=True)
    HandSeat.objects.update(sits_out="")

    with pytest.raises(InvariantBroken, match="absent players play"):
        check_button(second_hand.pk)


@pytest.mark.parametrize("kind", ["prize", "fee"])
def test_a_cent_that_is_in_the_wrong_part_is_seen(floor: Floor, kind: str) -> None:
    check_money(floor.tournament.pk)
    row = MoneyRow.objects.filter(kind=kind).latest("pk")
    with past_the_triggers():
        MoneyRow.objects.filter(pk=row.pk).update(amount=F("amount") + 1)

    with pytest.raises(InvariantBroken, match="the ledger holds"):
        check_money(floor.tournament.pk)


def test_bounties_that_do_not_add_up_or_are_left_on_heads_are_seen() -> None:
    tournament, (anna, bruno, _carla) = started(
        3, buy_in_bounty=25_00, bounty_kind="fixed", late_registration_level=3
    )
    bust(tournament, bruno, winner=anna)
    check_bounties(tournament.pk)
    with pytest.raises(InvariantBroken, match="left on heads"):
        check_bounties(tournament.pk, is_over=True)

    MoneyRow.objects.create(
        tournament=tournament, entry=anna, kind=MoneyKind.BOUNTY_PAID, amount=-25_00, at=NOW
    )
    with pytest.raises(InvariantBroken, match="do not add up"):
        check_bounties(tournament.pk)
