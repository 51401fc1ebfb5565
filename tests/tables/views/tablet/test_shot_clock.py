"""A shot clock with time-bank chips: the tablet counts decisions down, adds a chip's time, and proposes the end."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client

from tables.changes.decision_clock import TimeChipUsed
from tables.models import TimeChip
from tables.queries.table.hand import look_at_table
from tables.queries.tablet.decision_clock import shot_clock
from tables.views.tablet.access import COOKIE
from tests.factories import ACTOR, NOW, after
from tests.factories.felt import Felt, make_felt
from tests.tables.views.tablet.test_decision_clock import room, shown, tap
from tests.tables.views.tablet.test_rulings import TABLE, codes, text
from tournament.models import LogEntry
from tournament.services.undo import undo_line

pytestmark = pytest.mark.django_db
__all__ = ["room"]

# Poker Dream: 15, 20 and 30 seconds by street and three chips; eight new ones at the final table (WPT).
HOUSE = {
    "shot_clock_first": 15,
    "shot_clock_second": 20,
    "shot_clock_later": 30,
    "time_chips_start": 3,
    "time_chips_final": 8,
}


@pytest.fixture
def felt(room: time_machine.Traveller) -> Felt:
    felt = make_felt(1000, 1000, 1000, rule_overrides={"floor": HOUSE}, late_registration_level=3)
    felt.deal()
    return felt


@pytest.fixture
def tablet(felt: Felt) -> Client:
    client = Client()
    client.cookies[COOKIE] = felt.pair()[1]
    return client


def clock(tablet: Client) -> tuple[int, int, int]:
    """Whose it is, the seconds left, the chips left."""
    now = shown(tablet)
    return now.seat, now.remaining_seconds, now.chips


@pytest.mark.rule("CLK-03")
def test_clk_03_every_decision_has_its_seconds_by_street(
    tablet: Client, felt: Felt, room: time_machine.Traveller
) -> None:
    assert clock(tablet) == (3, 15, 3)
    room.shift(timedelta(seconds=4))
    assert clock(tablet) == (3, 11, 3)
    answer = tap(tablet, felt, "act", operation="c3")
    assert "0:15" in text(answer)
    felt.play("c1", "k2", "b:2c7d9h", now=NOW + timedelta(seconds=4))
    assert clock(tablet) == (1, 20, 3)
    felt.play("k1", "k2", "k3", "b:Js", now=NOW + timedelta(seconds=4))
    assert clock(tablet) == (1, 30, 3)


@pytest.mark.rule("CLK-03")
def test_clk_03_a_chip_adds_its_time_once_and_is_gone(
    tablet: Client, felt: Felt, room: time_machine.Traveller
) -> None:
    room.shift(timedelta(seconds=10))
    answer = tap(tablet, felt, chip="1")
    assert (answer.status_code, clock(tablet)) == (200, (3, 35, 2))
    assert "2 left" in text(answer)
    tap(tablet, felt, "act", operation="c3")
    # The next player's own chips, and the time without one.
    assert clock(tablet) == (1, 15, 3)
    line = LogEntry.objects.get(verb="time_chip_used")
    used = TimeChipUsed.of(line)
    assert (used.seat, used.seconds, used.left) == (3, 30, 2)
    undo_line(tournament_id=felt.tournament.pk, line_id=line.pk, by=ACTOR.at(after(1)))
    assert not TimeChip.objects.exists()
    assert LogEntry.objects.get(verb="time_chip_returned").undoes_id == line.pk


@pytest.mark.rule("CLK-03")
def test_clk_03_when_the_time_is_over_a_fold_or_a_check_is_proposed_and_no_chip_helps(
    tablet: Client, felt: Felt, room: time_machine.Traveller
) -> None:
    room.shift(timedelta(seconds=15))
    assert not shown(tablet).is_over
    room.shift(timedelta(seconds=1))
    assert (shown(tablet).is_over, shown(tablet).operation) == (True, "f3")
    assert tap(tablet, felt, chip="1").status_code == 409
    assert tap(tablet, felt, "act", operation="f3").status_code == 200
    assert codes() == ["f3"]


def test_chips_run_out(tablet: Client, felt: Felt) -> None:
    for left in (2, 1, 0):
        tap(tablet, felt, chip="1")
        assert shown(tablet).chips == left
    assert tap(tablet, felt, chip="1").status_code == 409
    assert TimeChip.objects.count() == 3


@pytest.mark.rule("CLK-03")
def test_clk_03_the_final_table_has_chips_of_its_own(tablet: Client, felt: Felt) -> None:
    tap(tablet, felt, chip="1")
    felt.tournament.registration_closed_at = NOW
    felt.tournament.save(update_fields=["registration_closed_at"])
    assert shown(tablet).chips == 8
    tap(tablet, felt, chip="1")
    assert shown(tablet).chips == 7


def test_nobody_calls_the_clock_where_every_decision_has_its_time(tablet: Client, felt: Felt) -> None:
    assert tap(tablet, felt).status_code == 409
    assert "Call the clock" not in text(tablet.get(f"{TABLE}?sheet=irregular"))


def test_without_a_shot_clock_no_decision_asks_the_database(django_assert_num_queries: Any) -> None:
    plain = make_felt(1000, 1000, 1000)
    plain.deal()
    look = look_at_table(tournament_id=plain.tournament.pk, table_id=plain.table.pk)
    assert look.open_hand is not None
    with django_assert_num_queries(0):
        assert shot_clock(look.open_hand, now=NOW) is None
