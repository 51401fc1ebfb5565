"""Disputes on the page of a hand: what it says of the window, how they are noted and decided, what it costs."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tables.models import Dispute
from tables.queries.hands.disputes import disputes_of
from tests.factories.floor import Floor, tapped
from tournament.models import Role

pytestmark = pytest.mark.django_db


def post(floor: Floor, path: str, data: dict[str, str]) -> Any:
    return tapped(floor.client, f"{floor.home}{path}", {"key": str(uuid4()), **data})


def note(floor: Floor, *, about: str = "reading", why_late: str = "") -> Any:
    data = {"about": about, "said": "seat 2 had a flush", "why_late": why_late}
    return post(floor, "tables/1/hands/1/dispute/", data)


def hand_page(floor: Floor, query: str = "") -> str:
    return " ".join(floor.get(f"tables/1/hands/1/{query}").content.decode().split())


def test_the_page_says_until_when_by_which_rule(client: Client) -> None:
    floor = Floor(client, 3)
    floor.deal(1)
    assert 'id="disputes"' not in hand_page(floor)
    floor.play(1, "f3", "f1")

    text = hand_page(floor)
    assert "open until the next hand (TDA 22)" in text
    assert "open until substantial action on the next hand (TDA 22)" in text
    floor.deal(1, "f1", "c2")
    windows = hand_page(floor, "?part=windows")
    assert windows.startswith("<ul")
    assert "with the next hand (TDA 22)" in windows
    assert "with substantial action on the next hand (TDA 22)" in windows


def test_under_wsop_both_windows_end_with_the_next_hand(client: Client) -> None:
    floor = Floor(client, 3, rule_profile="wsop2024")
    floor.deal(1, "f3", "f1")

    assert hand_page(floor).count("open until the next hand (WSOP 76)") == 2


def test_a_dispute_is_noted_and_decided_on_the_page_of_the_hand(client: Client) -> None:
    floor = Floor(client, 3)
    floor.deal(1, "f3", "f1")

    noted = note(floor).content.decode()
    assert "Hand 1 at table 1 is disputed (TDA 22)." in noted
    dispute = Dispute.objects.get()
    decided = post(floor, f"disputes/{dispute.pk}/", {"answer": "the pot stands"}).content.decode()
    assert "Decided the dispute of hand 1 at table 1: “the pot stands”." in decided
    assert "the pot stands" in hand_page(floor)


def test_too_late_it_asks_why_it_is_heard_and_keeps_what_was_typed(client: Client) -> None:
    floor = Floor(client, 3)
    floor.deal(1, "f3", "f1")
    floor.deal(1)

    refused = note(floor)
    assert refused.status_code == 422
    assert "The right to dispute this has ended (TDA 22)" in refused.content.decode()
    assert "seat 2 had a flush" in refused.content.decode()
    heard = note(floor, why_late="the camera shows it")
    assert "too late, and heard (TDA 1)" in heard.content.decode()


def test_a_decision_of_nothing_is_refused(client: Client) -> None:
    floor = Floor(client, 3)
    floor.deal(1, "f3", "f1")
    note(floor)

    answer = post(floor, f"disputes/{Dispute.objects.get().pk}/", {"answer": " "})

    assert answer.status_code == 422
    assert "Enter the decision." in answer.content.decode()
    assert Dispute.objects.get().answer == ""


def test_a_decision_that_is_too_long_is_kept_in_the_field_of_its_dispute(client: Client) -> None:
    floor = Floor(client, 3)
    floor.deal(1, "f3", "f1")
    note(floor)
    note(floor, about="accounting")
    first, second = Dispute.objects.order_by("pk")

    page = post(floor, f"disputes/{second.pk}/", {"answer": "x" * 201}).content.decode()

    assert f'value="{"x" * 201}"' in page
    assert f'id="id_{second.pk}_answer_error"' in page
    assert f'id="id_{first.pk}_answer_error"' not in page


def test_the_verdict_leads_to_the_disputes_of_the_last_hand(client: Client) -> None:
    floor = Floor(client, 3)
    floor.deal(1, "f3", "f1")

    page = floor.get("verdict/?table=1").content.decode()

    assert f'href="{floor.home}tables/1/hands/1/#disputes"' in page


@pytest.mark.parametrize("count", [1, 3])
def test_the_disputes_of_a_hand_are_one_query(
    client: Client, count: int, django_assert_num_queries: Any
) -> None:
    floor = Floor(client, 3)
    hand = floor.deal(1, "f3", "f1")
    for _ in range(count):
        note(floor)

    with django_assert_num_queries(1):
        assert len(disputes_of(hand)) == count


def test_the_registration_desk_decides_nothing(client: Client) -> None:
    floor = Floor(client, 3, role=Role.REGISTRATION)
    floor.deal(1, "f3", "f1")

    assert note(floor).status_code == 403
