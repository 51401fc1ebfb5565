"""Registration ends by its level or by hand, and opens again by hand until a prize is decided."""

from __future__ import annotations

from datetime import datetime

import pytest

from tests.factories import ACTOR, NOW, after, enter
from tests.factories.field import bust, entered, started
from tournament.models import LogEntry, Payout, Tournament
from tournament.queries.clock import clock_board
from tournament.queries.registration import RegistrationSwitch, registration_is_open, registration_switch
from tournament.queries.structure import structure_sheet
from tournament.services.clock import sweep_clock
from tournament.services.errors import Refused
from tournament.services.field.registration import close_registration, reopen_registration
from tournament.services.undo import lines_to_undo, undo_line

pytestmark = pytest.mark.django_db


def close(tournament: Tournament, now: datetime = NOW) -> Tournament:
    return close_registration(tournament_id=tournament.pk, by=ACTOR.at(now))


def reopen(tournament: Tournament, now: datetime = NOW) -> Tournament:
    return reopen_registration(tournament_id=tournament.pk, by=ACTOR.at(now))


def test_closed_by_hand_takes_no_entry_before_its_level_is_over() -> None:
    tournament, _ = started(3, late_registration_level=2)

    close(tournament, after(5))

    with pytest.raises(Refused, match="closed"):
        enter(tournament, "Late One", now=after(6))
    line = LogEntry.objects.get(verb="registration_closed_by_hand")
    assert (line.actor, line.at) == (ACTOR.label, after(5))
    with pytest.raises(Refused, match="already closed"):
        close(tournament, after(7))


def test_closing_by_hand_ends_a_tournament_with_one_player_left() -> None:
    tournament, (anna, bruno) = started(2, late_registration_level=2)
    bust(tournament, bruno, winner=anna)
    assert tournament.status == "running"

    close(tournament, after(5))

    tournament.refresh_from_db()
    anna.refresh_from_db()
    assert (tournament.status, anna.place_first) == ("finished", 1)
    assert Payout.objects.filter(entry=anna).exists()


def test_opened_again_before_its_level_is_over_it_closes_with_the_level() -> None:
    tournament, _ = started(3, late_registration_level=1)
    close(tournament, after(5))

    reopened = reopen(tournament, after(6))

    assert (reopened.registration_closed_at, reopened.registration_kept_open) == (None, False)
    assert clock_board(reopened, now=after(6)).registration_closes_at == after(20)
    sweep_clock(tournament_id=tournament.pk, now=after(21))
    assert Tournament.objects.get().registration_closed_at == after(21)


def test_opened_again_after_its_level_it_stays_open_until_closed_by_hand() -> None:
    tournament, _ = started(3, late_registration_level=1)
    sweep_clock(tournament_id=tournament.pk, now=after(20))

    reopen(tournament, after(25))
    sweep_clock(tournament_id=tournament.pk, now=after(60))

    tournament.refresh_from_db()
    assert tournament.registration_closed_at is None
    assert enter(tournament, "Late One", now=after(61))
    assert clock_board(tournament, now=after(61)).registration == "open"
    close(tournament, after(62))
    tournament.refresh_from_db()
    assert not registration_is_open(tournament, now=after(62))


def test_it_stays_closed_once_a_prize_is_decided() -> None:
    tournament, (anna, bruno, _carla) = started(3)
    bust(tournament, bruno, winner=anna)
    assert Payout.objects.exists()

    with pytest.raises(Refused) as refusal:
        reopen(tournament, after(5))

    assert refusal.value.code == "prizes_decided"
    assert not registration_switch(tournament, now=after(5)).may_reopen


def test_it_is_not_opened_twice_nor_switched_outside_play() -> None:
    running, _ = started(3, late_registration_level=2)
    with pytest.raises(Refused, match="Registration is open"):
        reopen(running)

    waiting, _ = entered(3)
    for switch in (close, reopen):
        with pytest.raises(Refused) as refusal:
            switch(waiting)
        assert refusal.value.code == "not_in_play"


def test_closing_by_hand_is_undone_from_the_log_until_a_prize_is_decided() -> None:
    tournament, (anna, bruno, _carla) = started(3, late_registration_level=2)
    close(tournament, after(5))
    line = LogEntry.objects.get(verb="registration_closed_by_hand")

    undo_line(tournament_id=tournament.pk, line_id=line.pk, by=ACTOR.at(after(6)))

    tournament.refresh_from_db()
    assert registration_is_open(tournament, now=after(6))
    assert LogEntry.objects.get(verb="registration_reopened").undoes == line

    close(tournament, after(7))
    bust(tournament, bruno, winner=anna, now=after(8))
    second = LogEntry.objects.select_related("undone_by").filter(verb="registration_closed_by_hand").last()
    assert second is not None
    assert not lines_to_undo(tournament, [second])


def test_the_structure_marks_no_end_that_a_hand_has_changed() -> None:
    def marked() -> list[int]:
        rows = structure_sheet(Tournament.objects.get(), now=after(5)).rows
        return [row.index for row in rows if row.is_registration_end]

    tournament, _ = started(3, late_registration_level=2)
    assert marked() == [2]
    close(tournament, after(5))
    assert marked() == []


def test_the_switch_says_what_the_floor_can_do() -> None:
    tournament, _ = started(3, late_registration_level=2)
    assert registration_switch(tournament, now=NOW) == RegistrationSwitch(
        is_open=True, last_level=2, may_close=True, may_reopen=False
    )

    tournament = close(tournament)
    assert registration_switch(tournament, now=NOW) == RegistrationSwitch(
        is_open=False, last_level=2, may_close=False, may_reopen=True
    )

    tournament, _ = entered(3)
    assert registration_switch(tournament, now=NOW) == RegistrationSwitch(
        is_open=True, last_level=0, may_close=False, may_reopen=False
    )
