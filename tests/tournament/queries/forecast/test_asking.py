"""Who asks for an outlook gets one of the clock as it is, waits for no other event, and never fails by it."""

from __future__ import annotations

from datetime import timedelta
from threading import Thread
from typing import Any

import pytest

from tests.factories import ACTOR, NOW, after, enter, make_tournament
from tests.factories.field import bust, started
from tests.tournament.queries.forecast.club import LONG
from tests.tournament.queries.forecast.test_outlook import of, seen, with_breaks
from tournament.models import Tournament
from tournament.queries.forecast import outlook as asked
from tournament.queries.forecast.outlook import Outlook, look_again, outlook, outlook_now, public_outlook
from tournament.rules.structure.levels import Break
from tournament.services.clock import pause_clock, pause_for, resume_clock

pytestmark = pytest.mark.django_db


def ask(tournament: Tournament, minutes: float) -> Outlook:
    tournament.refresh_from_db()
    found = outlook(tournament, now=after(minutes))
    assert found is not None
    return found


def test_a_pause_and_a_resumption_show_at_once() -> None:
    tournament, _ = started(12, structure=with_breaks(after_2=Break(duration_seconds=600)))
    assert of(ask(tournament, 10), "break").low == after(40)
    pause_clock(tournament_id=tournament.pk, by=ACTOR.at(after(10)))
    assert ask(tournament, 10).of("break") is None
    resume_clock(tournament_id=tournament.pk, by=ACTOR.at(after(11)))
    assert of(ask(tournament, 11), "break").low == after(41)


def test_breaks_have_no_time_while_nobody_knows_how_long_the_clock_stands() -> None:
    structure = with_breaks(
        after_2=Break(duration_seconds=600),
        after_4=Break(duration_seconds=2700, label="Dinner"),
        after_6=Break(duration_seconds=12 * 3600),
    )
    tournament, _ = started(12, structure=structure)
    planned = {expected.kind for expected in seen(tournament, 5).expected if expected.is_planned}
    assert planned == {"break", "dinner", "day_end"}
    pause_clock(tournament_id=tournament.pk, by=ACTOR.at(after(5)))
    paused = seen(tournament, 5)
    assert not [expected for expected in paused.expected if expected.is_planned]
    assert of(paused, "end").low < of(paused, "end").high


def test_breaks_keep_their_time_in_a_pause_that_ends_by_itself() -> None:
    tournament, _ = started(12, structure=with_breaks(after_2=Break(duration_seconds=600)))
    pause_for(tournament_id=tournament.pk, seconds=300, by=ACTOR.at(after(10)))
    assert of(seen(tournament, 11), "break").low == after(45)


def test_before_the_start_each_registration_shows_at_once() -> None:
    tournament = make_tournament(structure=LONG, starts_at=after(120))
    enter(tournament, "Anna", "Bruno", "Carla")
    assert ask(tournament, 0).entries == 3
    enter(tournament, "Dario")
    assert ask(tournament, 0).entries == 4


def test_everybody_is_told_from_the_start_on() -> None:
    tournament = make_tournament(structure=LONG, starts_at=after(24 * 60), ends_shown=True)
    enter(tournament, "Anna", "Bruno", "Carla", "Dario")
    assert outlook(tournament, now=NOW) is not None
    assert public_outlook(tournament, now=NOW) is None
    running, _ = started(12, structure=LONG, ends_shown=True)
    assert public_outlook(running, now=after(1)) == outlook(running, now=after(1)) is not None
    silent, _ = started(12, structure=LONG)
    assert public_outlook(silent, now=after(1)) is None


def test_what_is_kept_is_read_while_it_is_worked_out_for_another_event(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    slow, _ = started(12, structure=LONG)
    known, _ = started(12, structure=LONG)
    look_again(known, now=after(10))
    heard: list[Outlook | None] = []

    def work_slowly(tournament: Tournament, *, now: Any) -> Outlook | None:
        other = Thread(target=lambda: heard.append(outlook(known, now=after(10))))
        other.start()
        other.join(timeout=10)
        return None

    monkeypatch.setattr(asked, "outlook_now", work_slowly)
    outlook(slow, now=after(10))
    assert heard[0] is not None


def test_one_event_is_worked_out_while_another_is(monkeypatch: pytest.MonkeyPatch) -> None:
    slow, _ = started(12, structure=LONG)
    other, _ = started(12, structure=LONG)
    worked_out: list[int] = []

    def work(tournament: Tournament, *, now: Any) -> Outlook | None:
        if tournament == slow:
            thread = Thread(target=outlook, args=(other,), kwargs={"now": after(10)})
            thread.start()
            thread.join(timeout=10)
        worked_out.append(tournament.pk)
        return None

    monkeypatch.setattr(asked, "outlook_now", work)
    outlook(slow, now=after(10))
    assert worked_out == [other.pk, slow.pk]


def test_what_cannot_be_worked_out_is_left_out_and_logged_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tournament, _ = started(12, structure=LONG)

    def fail(tournament: Tournament, *, now: Any) -> Outlook | None:
        raise ZeroDivisionError

    monkeypatch.setattr(asked, "outlook_now", fail)
    assert outlook(tournament, now=after(10)) is None
    assert outlook(tournament, now=after(10.5)) is None
    assert not look_again(tournament, now=after(11))
    first, second = caplog.records
    assert str(tournament.pk) in first.getMessage()
    assert first.exc_info is not None
    assert second.exc_info is not None


@pytest.mark.parametrize(
    ("redraws", "profile", "kept_until"),
    [("", "tda2024", 9), ("18, 7, 5", "tda2024", 7), ("18", "tda2024", 9), ("", "wsop2024", 10)],
)
def test_the_final_table_is_the_one_to_which_the_floor_redraws(
    redraws: str, profile: str, kept_until: int
) -> None:
    tournament, entries = started(
        12, structure=LONG, seats_per_table=9, redraws=redraws, rule_profile=profile
    )
    left = 12
    while left > kept_until:
        assert seen(tournament, 20).of("final_table"), left
        bust(tournament, entries[left - 1], winner=entries[0], now=after(20))
        left -= 1
    found = outlook_now(tournament, now=after(20) + timedelta(minutes=1))
    assert found is not None
    assert found.of("final_table") is None
