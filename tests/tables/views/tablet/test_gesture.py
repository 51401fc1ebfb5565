""" "What counts?" on the tablet: told by taps, answered with the rule, recorded with one more."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tests.factories.felt import Felt
from tests.tables.views.tablet.test_rulings import TABLE, _first_level, codes, felt, rule, tablet, text

pytestmark = pytest.mark.django_db
__all__ = ["_first_level", "felt", "tablet"]


def asked(tablet: Client, **told: Any) -> Any:
    return tablet.get(TABLE, {"sheet": "irregular", "kind": "what_counts", **told})


def act(tablet: Client, felt: Felt, operation: str) -> Any:
    epoch = felt.fresh().lease_epoch
    fields = {"key": str(uuid4()), "version": felt.table.version, "epoch": epoch, "operation": operation}
    return tablet.post(f"{TABLE}act/", fields, headers={"Floorman-Tap": "1"})


def test_the_sheet_of_irregularities_leads_there_while_somebody_bets(tablet: Client, felt: Felt) -> None:
    assert "kind=what_counts" in tablet.get(f"{TABLE}?sheet=irregular").content.decode()
    page = asked(tablet)
    assert page.context["gesture"]["read"] is None
    assert [seat for seat, _name in page.context["gesture"]["players"]] == [3, 4, 1, 2]
    felt.play("f3", "f4", "c1", "k2")
    page = asked(tablet)
    assert page.context.get("gesture") is None
    assert "kind=what_counts" not in tablet.get(f"{TABLE}?sheet=irregular").content.decode()


@pytest.mark.rule("ACT-07")
def test_a_single_overchip_in_silence_is_a_call_recorded_with_one_tap(tablet: Client, felt: Felt) -> None:
    page = asked(tablet, add="500")
    assert page.context["gesture"]["told"].chips == (500,)
    assert "A single oversized chip without a declaration is a call. (TDA 44, WSOP 97)" in text(page)
    assert "Chips to return: 450." in text(page)
    assert 'form="tap" name="operation" value="c3"' in page.content.decode()
    assert act(tablet, felt, "c3").status_code == 200
    assert codes() == ["c3"]


@pytest.mark.rule("ACT-01")
def test_a_number_over_a_bet_is_as_silent_as_its_chips(tablet: Client, felt: Felt) -> None:
    felt.play("r3:100")
    assert "Call." in text(asked(tablet, amount="120"))
    assert "Raise to 150." in text(asked(tablet, said="raise", amount="120"))


def test_before_the_turn_it_is_recorded_as_a_ruling_that_binds(tablet: Client, felt: Felt) -> None:
    page = asked(tablet, seat="1", said="raise", amount="200")
    assert "Out of turn: before seat 3, 4." in text(page)
    assert 'name="kind" value="out_of_turn"' in page.content.decode()
    assert rule(tablet, felt, kind="out_of_turn", seat="1", said="raise", amount="200").status_code == 200
    assert codes() == ["x:out_of_turn,s=1,o=r1:200"]


def test_what_the_floor_decides_calls_the_floor(tablet: Client, felt: Felt) -> None:
    felt.play("r3:100", "r4:300")
    page = asked(tablet, chips="100-50")
    assert "The floor decides: Call or Fold." in text(page)
    assert "Call the floor" in text(page)
    assert 'value="c1"' not in page.content.decode().split('id="sheet-irregular"')[1]
