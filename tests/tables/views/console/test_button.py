"""The floor sets a button from the page of a table: tap the seat, see the next three hands, apply, undo."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tables.changes.buttons import ButtonDrawn
from tables.models import Hand, HandStatus
from tables.queries.console.button import ButtonFormShown, PostingShown
from tests.factories.floor import Floor, said
from tournament.models import LogEntry, Role

pytestmark = pytest.mark.django_db

PAGE, URL = "tables/1/", "tables/1/button/"
REASON = "Button moved by mistake"


def after_a_hand(client: Client, players: int = 5, **more: Any) -> Floor:
    """A table after one hand: the button was on the last seat, the blinds on 1 and 2."""
    floor = Floor(client, players, **more)
    floor.deal(1, *[f"f{seat}" for seat in range(3, players + 1)], "f1")
    return floor


def form(floor: Floor, button: int = 0, **more: Any) -> ButtonFormShown:
    shown = floor.get(PAGE, htmx=True, part="button", button=button, **more).context["button_form"]
    assert isinstance(shown, ButtonFormShown)
    return shown


def hands(shown: ButtonFormShown) -> list[tuple[int, int, list[int], list[int]]]:
    return [
        (
            hand.number,
            hand.button[0],
            [s for s, _name in hand.small_blinds],
            [s for s, _name in hand.big_blinds],
        )
        for hand in shown.hands
    ]


def apply(floor: Floor, button: int, /, **changes: Any) -> Any:
    """The form as the page shows it after a tap on the seat."""
    shown = form(floor, button)
    fields = {"button": button, "small_blind": shown.small_blind, "seen": shown.seen, "reason": REASON}
    return floor.post(URL, **{**fields, **changes})


def test_the_form_waits_until_it_is_asked_for_and_shows_what_comes_by_itself(client: Client) -> None:
    floor = after_a_hand(client)
    closed = floor.get(PAGE)
    assert closed.context["button_form"] is None
    assert 'hx-get="' + floor.home + 'tables/1/?part=button&amp;button=0"' in closed.content.decode()
    shown = form(floor)
    assert (shown.hand, shown.button, shown.refusal, shown.is_change) == (0, 1, "", False)
    assert hands(shown) == [(2, 1, [2], [3]), (3, 2, [3], [4]), (4, 3, [4], [5])]
    assert [(seat.number, seat.has_button) for seat in shown.seats][:2] == [(1, True), (2, False)]


def test_a_tap_on_a_seat_shows_the_next_three_hands_and_a_dead_small_blind_to_choose(client: Client) -> None:
    floor = after_a_hand(client)
    shown = form(floor, 5)
    assert hands(shown) == [(2, 5, [1], [2]), (3, 1, [2], [3]), (4, 2, [3], [4])]
    assert shown.ways == (
        PostingShown(seat=1, small_blind=1, big_blind=2, waiting=(), is_chosen=True),
        PostingShown(seat=9, small_blind=0, big_blind=1, waiting=(), is_chosen=False),
    )
    dead = form(floor, 5, small_blind=9)
    assert hands(dead)[0] == (2, 5, [], [1])
    page = floor.get(PAGE, button=5, small_blind=9).content.decode()
    assert "Dead small blind on empty seat 9" in page
    assert "Set the button at seat 5" in page


def test_the_part_alone_is_fetched_by_a_tap(client: Client) -> None:
    floor = after_a_hand(client)
    part = floor.get(PAGE, htmx=True, part="button", button=3).content.decode()
    assert part.lstrip().startswith("<section")
    assert 'id="felt"' not in part


def test_it_is_applied_with_its_reason_shown_on_the_felt_and_undone(client: Client) -> None:
    floor = after_a_hand(client)
    page = apply(floor, 3)
    assert said(page) == [
        "Set the button of the next hand at table 1: button seat 3, small blind seat 4, big blind seat 5."
    ]
    assert page.context["page"].next_button == 3
    line = LogEntry.objects.get(verb="button_set")
    assert line.reason == REASON
    assert f"/log/{line.pk}/undo/" in page.content.decode()
    floor.post(f"log/{line.pk}/undo/")
    assert floor.get(PAGE).context["page"].next_button == 1


def test_without_a_reason_or_a_lawful_seat_nothing_is_changed(client: Client) -> None:
    floor = after_a_hand(client)
    assert said(apply(floor, 3, reason=" ")) == ["Give a reason for setting the button."]
    assert said(apply(floor, 3, small_blind=1))[0].startswith(
        "The button cannot be at seat 3 with these blinds"
    )
    assert said(apply(floor, 3, button="x")) == ["Tap the seat of the button first."]
    assert not LogEntry.objects.filter(verb="button_set").exists()


def test_of_two_floor_managers_the_second_sees_why_nothing_was_changed(client: Client) -> None:
    floor = after_a_hand(client)
    seen = form(floor, 3).seen
    apply(floor, 4)
    page = apply(floor, 3, seen=seen)
    assert said(page) == [
        "Table 1 has changed meanwhile. Nothing was changed: look again and choose the seat."
    ]
    # The form is open at the seat that was tapped, as the table is now.
    assert page.context["button_form"].button == 3
    assert [seat.number for seat in page.context["button_form"].seats if seat.has_button] == [4]


def test_a_hand_in_play_is_corrected_before_substantial_action_and_stands_after_it(client: Client) -> None:
    floor = after_a_hand(client)
    floor.deal(1, "f4")
    assert form(floor).hand == 2
    assert said(apply(floor, 3))[0].startswith("Corrected the button of hand 2 at table 1: button seat 3,")
    hand = Hand.objects.get(status=HandStatus.OPEN)
    assert (hand.number, hand.setup.button) == (2, 3)


def test_after_substantial_action_the_page_says_that_the_button_stands(client: Client) -> None:
    floor = after_a_hand(client)
    floor.deal(1, "c4", "c5")
    shown = form(floor)
    assert (shown.hands, shown.ways) == ((), ())
    assert shown.refusal.startswith("There was substantial action in hand 2: its button stands")


def test_those_who_may_not_change_a_table_get_no_form(client: Client) -> None:
    floor = after_a_hand(client, role=Role.REGISTRATION)
    assert floor.get(PAGE, button=3).context.get("button_form") is None
    assert floor.client.post(floor.home + URL, {"button": "3"}).status_code == 403


@pytest.mark.parametrize("players", [3, 9])
def test_the_form_asks_no_more_of_the_database_for_more_seats(
    client: Client, players: int, django_assert_num_queries: Any
) -> None:
    floor = after_a_hand(client, players)
    floor.get(PAGE, htmx=True, part="button", button=3)
    with django_assert_num_queries(5):
        floor.get(PAGE, htmx=True, part="button", button=3)


def test_the_first_button_goes_to_the_high_card_drawn_or_dealt(client: Client) -> None:
    floor = Floor(client, 3)
    shown = form(floor)
    assert shown.draw == "high_card"
    page = floor.post("tables/1/button/cards/", way="dealt", typed="2c Kd 9s", seen=shown.seen)
    assert said(page) == [
        (
            "Dealt cards for the button at table 1: seat 2 has the king of diamonds "
            "(1: two of clubs; 2: king of diamonds; 3: nine of spades)."
        )
    ]
    assert page.context["page"].next_button == 2
    shown = form(floor)
    page = floor.post("tables/1/button/cards/", way="draw", seen=shown.seen)
    assert said(page)[0].startswith("Drew cards for the button at table 1: seat ")
    assert len(ButtonDrawn.of(LogEntry.objects.filter(verb="button_drawn").latest("pk")).seed) == 64


def test_cards_that_cannot_be_read_are_named_and_nothing_is_drawn(client: Client) -> None:
    floor = Floor(client, 3)
    seen = form(floor).seen
    for typed in ("", "2c Kx 9s", "2c Kd"):
        page = floor.post("tables/1/button/cards/", way="dealt", typed=typed, seen=seen)
        assert said(page)
        assert page.context["button_form"] is not None
    assert said(floor.post("tables/1/button/cards/", way="", seen=seen)) == ["Enter the cards as dealt."]
    assert not LogEntry.objects.filter(verb="button_drawn").exists()


def test_after_the_first_hand_cards_are_dealt_only_where_the_floor_orders_it(client: Client) -> None:
    floor = after_a_hand(client)
    shown = form(floor)
    assert (shown.draw, shown.has_played) == ("high_card", True)
    page = floor.get(PAGE, button="0").content.decode()
    assert page.index('id="button-cards-ordered"') > page.index('id="button-ask"')
    cards = " ".join(f"{rank}d" for rank in "23456789T"[: len(floor.seats)])

    answer = floor.post("tables/1/button/cards/", way="dealt", typed=cards, seen=shown.seen)

    assert said(answer)[0].startswith(
        f"Dealt cards for the button at table 1: seat {len(floor.seats)} has the "
    )
    assert answer.context["page"].next_button == len(floor.seats)
