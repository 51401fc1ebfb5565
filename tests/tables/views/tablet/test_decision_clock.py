"""The clock is called on the tablet: it counts down, outlives a reload, and proposes what it decides."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.test import Client

from tables.changes.decision_clock import ClockCalled
from tables.views.tablet.access import COOKIE
from tests.factories import ACTOR, NOW, after
from tests.factories.felt import Felt, make_felt
from tests.tables.views.tablet.test_rulings import TABLE, codes, text
from tournament.models import LogEntry
from tournament.services.errors import Refused
from tournament.services.undo import undo_line

pytestmark = pytest.mark.django_db


@pytest.fixture
def room() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOW, tick=False) as room:
        yield room


@pytest.fixture
def felt(room: time_machine.Traveller) -> Felt:
    felt = make_felt(1000, 1000, 1000, 1000)
    felt.deal()
    return felt


@pytest.fixture
def tablet(felt: Felt) -> Client:
    client = Client()
    client.cookies[COOKIE] = felt.pair()[1]
    return client


def tap(tablet: Client, felt: Felt, what: str = "clock", **fields: Any) -> Any:
    epoch = felt.fresh().lease_epoch
    common = {"key": str(uuid4()), "version": felt.table.version, "epoch": epoch}
    return tablet.post(f"{TABLE}{what}/", {**common, **fields}, headers={"Floorman-Tap": "1"})


def shown(tablet: Client) -> Any:
    return tablet.get(TABLE).context["screen"].clock


def test_it_is_called_from_the_sheet_and_runs_for_twenty_five_seconds_and_five(
    tablet: Client, felt: Felt, room: time_machine.Traveller
) -> None:
    assert "Call the clock" in text(tablet.get(f"{TABLE}?sheet=irregular"))
    answer = tap(tablet, felt)
    assert answer.status_code == 200
    assert "0:30" in text(answer)
    room.shift(timedelta(seconds=12))
    clock = shown(tablet)
    assert (clock.seat, clock.remaining_seconds, clock.is_over) == (3, 18, False)
    assert "Stop the clock" in text(tablet.get(f"{TABLE}?sheet=irregular"))
    line = LogEntry.objects.get(verb="clock_called")
    assert (ClockCalled.of(line).seat, ClockCalled.of(line).hand) == (3, 1)


@pytest.mark.rule("CLK-01")
def test_clk_01_facing_a_bet_it_proposes_a_fold_and_otherwise_a_check(
    tablet: Client, felt: Felt, room: time_machine.Traveller
) -> None:
    tap(tablet, felt)
    room.shift(timedelta(seconds=31))
    clock = shown(tablet)
    assert (clock.is_over, clock.is_fold, clock.operation) == (True, True, "f3")
    assert "Time is up: fold" in text(tablet.get(TABLE))
    assert tap(tablet, felt, "act", operation=clock.operation).status_code == 200
    felt.play("c4", "c1")
    tap(tablet, felt)
    assert (shown(tablet).is_fold, shown(tablet).operation) == (False, "k2")
    assert codes() == ["f3", "c4", "c1"]


@pytest.mark.rule("CLK-02")
def test_clk_02_an_action_as_the_time_runs_out_stands(
    tablet: Client, felt: Felt, room: time_machine.Traveller
) -> None:
    tap(tablet, felt)
    room.shift(timedelta(seconds=30))
    assert not shown(tablet).is_over
    assert tap(tablet, felt, "act", operation="c3").status_code == 200
    assert codes() == ["c3"]
    # The next player has time: the clock was of that decision.
    assert shown(tablet) is None


def test_it_is_called_once_and_stopped_again(tablet: Client, felt: Felt) -> None:
    tap(tablet, felt)
    assert tap(tablet, felt).status_code == 409
    assert tap(tablet, felt, stop="1").status_code == 200
    assert shown(tablet) is None
    assert tap(tablet, felt, stop="1").status_code == 409
    assert tap(tablet, felt).status_code == 200
    assert list(LogEntry.objects.filter(verb__startswith="clock_").values_list("verb", flat=True))[-3:] == [
        "clock_called",
        "clock_withdrawn",
        "clock_called",
    ]


def test_between_hands_and_outside_the_betting_nobody_has_a_clock(tablet: Client, felt: Felt) -> None:
    felt.play("f3", "f4", "c1", "k2")
    assert tap(tablet, felt).status_code == 409
    felt.play("b:2c7d9h", "f1")
    assert tap(tablet, felt).status_code == 409


def test_it_is_undone_from_the_log_until_the_player_has_acted(tablet: Client, felt: Felt) -> None:
    tap(tablet, felt)
    line = LogEntry.objects.get(verb="clock_called")
    undo_line(tournament_id=felt.tournament.pk, line_id=line.pk, by=ACTOR.at(after(1)))
    assert shown(tablet) is None
    assert LogEntry.objects.get(verb="clock_withdrawn").undoes_id == line.pk
    tap(tablet, felt)
    late = LogEntry.objects.filter(verb="clock_called").latest("pk")
    felt.play("c3")
    with pytest.raises(Refused):
        undo_line(tournament_id=felt.tournament.pk, line_id=late.pk, by=ACTOR.at(after(1)))
