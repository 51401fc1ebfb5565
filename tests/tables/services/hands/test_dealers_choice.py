"""Dealer's choice: the dealer announces one of the repertoire before anybody posts (S-014)."""

from __future__ import annotations

from uuid import uuid4

import pytest
import time_machine
from django.test import Client

from tables.models import Hand
from tables.queries.table.next_game import game_of_next_hand
from tables.views.tablet.access import COOKIE
from tests.factories import NOW
from tests.factories.felt import Felt, make_felt
from tests.factories.mixed import STUD, mixed, sheet
from tests.pages import squeeze
from tests.tables.looking import screen_of
from tournament.queries.level import level_now
from tournament.rules.structure.level_games import LevelGame
from tournament.rules.structure.levels import Level
from tournament.rules.structure.periods import period_from_dict
from tournament.services.errors import Refused

pytestmark = pytest.mark.django_db

HOLDEM = LevelGame(game="NT", small_blind=25, big_blind=50)
JACKS = LevelGame(game="N5DJ", ante=25, ante_kind="classic", min_bet=50)
OTHER = LevelGame(game="XR", ante=25, ante_kind="classic", min_bet=25)
CHOICE = mixed(HOLDEM, STUD, JACKS, OTHER, hands=0)


def felt_of_choice() -> Felt:
    return make_felt(1000, 1000, 1000, structure=sheet(CHOICE, CHOICE))


def test_a_level_without_a_number_of_hands_is_dealers_choice_and_is_stored_so() -> None:
    again = period_from_dict(CHOICE.to_dict(), row=1)
    assert isinstance(again, Level)
    assert (again, again.is_dealers_choice, mixed(HOLDEM, STUD).is_dealers_choice) == (CHOICE, True, False)


@pytest.mark.rule("S-014")
def test_the_game_is_chosen_before_the_deal_and_posts_are_its_own() -> None:
    felt = felt_of_choice()
    with pytest.raises(Refused, match="Choose the game"):
        felt.deal()
    with pytest.raises(Refused, match="Choose the game"):
        felt.deal(game="FR")
    hand = felt.deal(game="F7S", title="not asked for")
    assert [(post.seat, post.amount, post.kind) for post in hand.setup.posts] == [
        (1, 25, "ante"), (2, 25, "ante"), (3, 25, "ante"),
    ]  # fmt: skip
    assert (hand.game, hand.setup.title) == ("F7S", "")


@pytest.mark.rule("S-014")
def test_a_game_that_nobody_here_knows_is_recorded_by_its_result_under_its_name() -> None:
    felt = felt_of_choice()
    hand = felt.deal(game="XR", title="Guts")
    assert hand.setup.title == "Guts"
    state = felt.play("p1:100", "p2:100", "a1:200", "e")
    assert (state.outcome, state.carried_pot.chips, felt.stacks()) == (
        "carried",
        75,
        {1: 1075, 2: 875, 3: 975},
    )
    following = felt.deal()
    assert (following.game, following.setup.carried_pot.chips) == ("XR", 75)


@pytest.mark.rule("S-072")
def test_any_game_may_be_played_low_where_it_is_recorded_by_its_result() -> None:
    felt = felt_of_choice()
    assert felt.deal(game="XR", title="Hold'em for low").setup.title == "Hold'em for low"
    assert felt.play("p1:50", "p3:50", "a3:175", "e").is_complete


def test_a_carried_pot_is_played_for_in_its_own_game_and_then_the_dealer_chooses_again() -> None:
    felt = felt_of_choice()
    felt.deal(game="N5DJ")
    felt.play("k1", "k2", "k3")
    assert felt.deal().game == "N5DJ"
    felt.play("r2:50", "f3", "f1", "j2:????")
    coming = game_of_next_hand(felt.fresh(), level_now(felt.tournament, now=NOW))
    assert [game.game for game in coming.choices] == ["NT", "F7S", "N5DJ", "XR"]


@time_machine.travel(NOW)
def test_the_tablet_asks_for_the_game_and_deals_it(client: Client) -> None:
    felt = felt_of_choice()
    device, secret = felt.pair()
    screen = screen_of(device, now=NOW)
    assert (screen.prompt.can_deal, screen.header.asks_for_title) == (True, True)
    client.cookies[COOKIE] = secret
    page = squeeze(client.get("/tablet/table/?sheet=games").content.decode())
    assert [code for code in ("NT", "F7S", "N5DJ", "XR") if f'name="game" value="{code}"' in page] == [
        "NT", "F7S", "N5DJ", "XR",
    ]  # fmt: skip
    tap = {"key": str(uuid4()), "version": screen.version, "epoch": screen.epoch}
    assert client.post("/tablet/table/deal/", {**tap, "game": "XR", "title": " Guts "}).status_code in (
        200,
        302,
    )
    hand = Hand.objects.get()
    assert (hand.game, hand.setup.title) == ("XR", "Guts")
