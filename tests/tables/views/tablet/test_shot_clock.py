"""A shot clock with time-bank chips: the tablet counts decisions down, adds a chip's time, and proposes the end."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db.models import QuerySet
from django.test import Client

from tables.changes.decision_clock import TimeChipUsed
from tables.models import Bag, Hand, TimeChip
from tables.queries.checks.states import check_states
from tables.queries.table.hand import look_at_table
from tables.queries.table.shot_clock import chips_of
from tables.queries.tablet.decision_clock import shot_clock
from tables.services.hands.busting import Out, bust_players
from tables.services.hands.recording import undo_operation
from tables.views.tablet.access import COOKIE
from tests.factories import ACTOR, NOW, after
from tests.factories.felt import Felt, add_felt, make_felt
from tests.factories.sealing import seal_as_it_stands
from tests.tables.views.tablet.test_decision_clock import room, shown, tap
from tests.tables.views.tablet.test_rulings import TABLE, codes, text
from tournament.models import LogEntry, Stop, StopKind, Tournament
from tournament.rules.payouts.schemes import FixedShares, payout_scheme_to_dict
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


# --- From when on, and chips by stages --------------------------------------------------------------------------


def play_by(**rules: Any) -> None:
    Tournament.objects.update(rule_overrides={"floor": {**HOUSE, **rules}})


def sheet(tablet: Client, name: str) -> str:
    return text(tablet.get(f"{TABLE}?sheet={name}"))


@pytest.mark.rule("CLK-04")
def test_clk_04_before_its_level_the_clock_is_called_as_ever_and_from_then_on_it_runs_by_itself(
    tablet: Client, felt: Felt
) -> None:
    play_by(shot_clock_starts="level", shot_clock_starts_at=2)
    assert shown(tablet) is None
    assert "shot clock from level 2" in sheet(tablet, "irregular")
    assert tap(tablet, felt).status_code == 200
    assert (shown(tablet).is_shot, tap(tablet, felt, chip="1").status_code) == (False, 409)
    Hand.objects.update(level_number=2)
    assert clock(tablet) == (3, 15, 3)
    assert "Call the clock" not in sheet(tablet, "irregular")


@pytest.mark.rule("CLK-04")
def test_clk_04_a_bust_starts_it_everywhere_and_an_undone_one_takes_it_off_again(
    tablet: Client, felt: Felt
) -> None:
    other = add_felt(felt.tournament, 1000, 1000, 1000, number=2)
    play_by(shot_clock_starts="players", shot_clock_starts_at=5, time_chips_start=1)
    Tournament.objects.update(registration_closed_at=NOW)
    assert shown(tablet) is None
    assert "shot clock with 5 players left" in sheet(tablet, "irregular")
    room: dict[str, Any] = {"tournament_id": felt.tournament.pk, "by": ACTOR.at(NOW)}
    bust_players(out=Out(entries=[other.entries[1].pk]), table_id=other.table.pk, **room)
    assert clock(tablet) == (3, 15, 1)
    undo_line(line_id=LogEntry.objects.get(verb="players_busted").pk, **room)
    assert shown(tablet) is None


@pytest.mark.rule("CLK-04")
def test_clk_04_it_starts_so_many_places_from_the_money(tablet: Client) -> None:
    # Three players, two places paid.
    two = payout_scheme_to_dict(FixedShares(shares=(600_000, 400_000)))
    Tournament.objects.update(payout_scheme_data=two)
    for away, runs in ((0, False), (1, True)):
        play_by(shot_clock_starts="money", shot_clock_starts_at=away)
        assert shown(tablet) is None
        Tournament.objects.update(registration_closed_at=NOW)
        assert (shown(tablet) is not None) is runs
        Tournament.objects.update(registration_closed_at=None)


@pytest.mark.rule("CLK-03")
def test_clk_03_a_re_raise_before_the_flop_gives_more_seconds(tablet: Client, felt: Felt) -> None:
    play_by(shot_clock_reraised=30)
    felt.play("r3:100")
    assert clock(tablet) == (1, 15, 3)
    felt.play("r1:300")
    assert clock(tablet) == (2, 30, 3)
    undo_operation(tournament_id=felt.tournament.pk, table_id=felt.table.pk, by=ACTOR.at(NOW))
    assert clock(tablet) == (1, 15, 3)


@pytest.mark.rule("CLK-05")
def test_clk_05_chips_are_added_and_reset_by_stages_and_the_sheet_says_what_everybody_has(
    tablet: Client, felt: Felt
) -> None:
    three = {"moment": "players", "number": 3, "way": "reset", "chips": 6}
    day = {"moment": "day", "number": 2, "way": "add", "chips": 4}
    play_by(time_chip_stages=[day, three], time_chips_final=0)
    tap(tablet, felt, chip="1")
    assert clock(tablet)[2] == 2
    assert sheet(tablet, "players").count("3 time-bank chips") == 2
    Tournament.objects.update(registration_closed_at=NOW)
    assert clock(tablet)[2] == 6
    tap(tablet, felt, chip="1")
    assert (clock(tablet)[2], TimeChip.objects.latest("pk").stage) == (5, "players-3")
    page = sheet(tablet, "players")
    assert (page.count("6 time-bank chips"), page.count("5 time-bank chips")) == (2, 1)
    # The bags of the day are counted: four more for everybody.
    stop = Stop.objects.create(
        tournament=felt.tournament, kind=StopKind.LAST_HANDS, announced_at=NOW, ended_at=NOW, bagged_at=NOW
    )
    for entry in felt.entries.values():
        Bag.objects.create(stop=stop, entry=entry, chips=1000, counted_at=NOW)
    assert clock(tablet)[2] == 9


def test_the_tablet_says_that_no_chip_is_left(tablet: Client, felt: Felt) -> None:
    play_by(time_chips_start=1)
    assert "No time-bank chips left" not in text(tablet.get(TABLE))
    tap(tablet, felt, chip="1")
    assert "No time-bank chips left" in text(tablet.get(TABLE))
    play_by(time_chips_start=0, time_chips_final=0)
    assert "No time-bank chips left" not in text(tablet.get(TABLE))


def test_what_a_player_used_in_the_flight_counts(felt: Felt, tablet: Client) -> None:
    tap(tablet, felt, chip="1")
    day_two = make_felt(
        1000, 1000, 1000, name="Day 2", rule_overrides={"floor": HOUSE}, late_registration_level=3
    )
    mine = day_two.entries[3]
    felt.entries[3].goes_on_as = mine
    felt.entries[3].save(update_fields=["goes_on_as"])
    assert chips_of(day_two.table, [day_two.entries[1].pk, mine.pk]) == {
        day_two.entries[1].pk: 3,
        mine.pk: 2,
    }
    day_two.deal()
    look = look_at_table(tournament_id=day_two.tournament.pk, table_id=day_two.table.pk)
    assert look.open_hand is not None
    shot = shot_clock(look.open_hand, now=NOW)
    assert shot is not None
    assert (shot.clock.seat, shot.chips) == (3, 2)


def test_the_stage_of_a_chip_is_sealed_and_found_where_it_was_changed_past_the_log(
    tablet: Client, felt: Felt
) -> None:
    play_by(time_chip_stages=[{"moment": "players", "number": 3, "way": "reset", "chips": 6}])
    Tournament.objects.update(registration_closed_at=NOW)
    seal_as_it_stands(felt.tournament, only=(Tournament,))
    tap(tablet, felt, chip="1")
    assert TimeChip.objects.get().stage == "players-3"
    assert list(check_states(felt.tournament)) == []
    QuerySet.update(TimeChip.objects.all(), stage="day-2")
    [finding] = check_states(felt.tournament)
    assert "The stage of a time-bank chip of entry 3" in str(finding)
