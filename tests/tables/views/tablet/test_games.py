"""The tablet as plain forms in stud, draw and hi-lo: every sheet has its own address."""

from __future__ import annotations

import re

import pytest
import time_machine

from tables.models import HandOperation
from tests.factories import NOW
from tests.tables.queries.tablet.test_games import HI_LO_TO_THE_END, STUD_TO_THE_END, felt_of
from tests.tables.views.tablet.test_table import TABLE, Tablet, shown_text

pytestmark = pytest.mark.django_db


def tablet_of(game: str, *codes: str) -> Tablet:
    """A tablet of its own at a table that has played so far."""
    felt = felt_of(game)
    tablet = Tablet(felt)
    tablet.tap("take-over")
    tablet.deal()
    if codes:
        felt.play(*codes)
    return tablet


def page(tablet: Tablet, query: str) -> str:
    return str(tablet.client.get(f"{TABLE}?{query}").content.decode())


def sheet_is_open(html: str, name: str) -> bool:
    return re.search(rf'id="sheet-{name}"[^>]* open>', html) is not None


def last_code() -> str:
    return HandOperation.objects.order_by("-pk").values_list("code", flat=True)[0]


@time_machine.travel(NOW)
def test_an_up_card_is_picked_for_the_seat_in_the_address() -> None:
    tablet = tablet_of("F7S")
    html = page(tablet, "sheet=pick&pick=t2")
    assert sheet_is_open(html, "pick")
    assert 'name="operation" value="t2"' in html
    assert "Bruno Neri: up-card" in html
    assert tablet.tap(operation="t2", cards=["Kh"]).status_code == 200
    assert last_code() == "t2:Kh"


@time_machine.travel(NOW)
def test_who_opens_is_a_sheet_of_buttons() -> None:
    tablet = tablet_of("F7S")
    html = page(tablet, "sheet=opens")
    assert sheet_is_open(html, "opens")
    assert 'name="operation" value="o3"' in html
    assert "Bring-in" in shown_text(tablet.tap(operation="o3"))


@time_machine.travel(NOW)
def test_a_stud_hand_is_shown_with_its_up_cards_told_before() -> None:
    tablet = tablet_of("F7S", *STUD_TO_THE_END)
    html = page(tablet, "sheet=pick&pick=s1")
    assert 'name="operation" value="s1:6d7d8d9d"' in html
    assert tablet.tap(operation="s1:6d7d8d9d", cards=["As", "Ks", "Qs"]).status_code == 200
    assert last_code() == "s1:6d7d8d9dAsKsQs"
    assert "5 cards face down" not in shown_text(tablet.client.get(TABLE))


@time_machine.travel(NOW)
def test_backs_are_told_in_words_with_their_number() -> None:
    tablet = tablet_of("F7S", "t1:6d")
    assert "six of diamonds2 cards face down" in shown_text(tablet.client.get(TABLE))


@time_machine.travel(NOW)
def test_a_draw_is_one_tap_with_or_without_cards() -> None:
    tablet = tablet_of("F2L3D", "c3", "c1", "k2")
    html = page(tablet, "sheet=pick&pick=d1")
    assert sheet_is_open(html, "pick")
    assert re.findall(r'name="operation" value="(d1:[^"]*)"', html) == [
        "d1:", "d1:??", "d1:????", "d1:??????", "d1:????????", "d1:??????????",
    ]  # fmt: skip
    assert tablet.tap(operation="d1", cards=["Kh", "Ks"]).status_code == 200
    assert tablet.tap(operation="d2:").status_code == 200
    words = shown_text(tablet.tap(operation="d3:??????"))
    assert "Drew 2" in words
    assert "Stood pat" in words
    assert "Drew 3" in words


@time_machine.travel(NOW)
def test_cards_that_cannot_be_openers_are_refused_in_words() -> None:
    tablet = tablet_of("N5DJ", "r1:50", "f2", "f3")
    response = tablet.tap(operation="j1", cards=["Th", "Ts"])
    assert response.status_code == 422
    assert "a pair of J or better opens" in shown_text(response)
    assert tablet.tap(operation="j1:????").status_code == 200


@time_machine.travel(NOW)
def test_nobody_may_have_a_low() -> None:
    tablet = tablet_of("FO/8", *HI_LO_TO_THE_END)
    html = page(tablet, "sheet=winners")
    assert sheet_is_open(html, "winners")
    assert 'name="operation" value="w0l:"' in html
    assert tablet.tap(operation="w0l:").status_code == 200
    words = shown_text(tablet.tap(operation="w0h:3"))
    assert "+180 high" in words
    assert tablet.felt.stacks() == {1: 940, 2: 940, 3: 1120}
