"""Sheets made for an event in play end when its outlook says: in a break, and while its clock waits for a time."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.factories import ACTOR, after
from tests.factories.field import started
from tests.tournament.queries.forecast.test_outlook import of, seen, with_breaks
from tournament.models import Tournament
from tournament.queries.forecast.outlook import STEP
from tournament.queries.made_structures import SheetsInPlay, forecasts_of
from tournament.queries.structure import began_at
from tournament.rules.structure.levels import Break
from tournament.services.clock import pause_for, sweep_clock

pytestmark = pytest.mark.django_db


def assert_ends_as_expected(tournament: Tournament, minutes: float) -> None:
    """The structure that is played, forecast as a sheet, beside the outlook, whose times are in steps."""
    expected = of(seen(tournament, minutes), "end").mid
    began = began_at(tournament, after(minutes))
    assert began is not None
    forecasts = forecasts_of(tournament, now=after(minutes))
    assert isinstance(forecasts, SheetsInPlay)
    ends = began + timedelta(seconds=forecasts.ends_after(tournament.structure.periods, 0, 0))
    assert abs(ends - expected) <= STEP / 2


@pytest.mark.parametrize("minutes", [30, 41, 70, 99, 110])
def test_a_sheet_ends_as_the_event_does_before_in_and_after_a_break(minutes: int) -> None:
    tournament, _ = started(12, structure=with_breaks(after_2=Break(duration_seconds=3600)))
    sweep_clock(tournament_id=tournament.pk, now=after(minutes))
    assert_ends_as_expected(tournament, minutes)


@pytest.mark.parametrize("minutes", [10, 60])
def test_a_sheet_ends_as_the_event_does_while_the_clock_waits_for_a_time(minutes: int) -> None:
    tournament, _ = started(12, structure=with_breaks(after_2=Break(duration_seconds=3600)))
    sweep_clock(tournament_id=tournament.pk, now=after(minutes))
    pause_for(tournament_id=tournament.pk, seconds=45 * 60, by=ACTOR.at(after(minutes)))
    assert_ends_as_expected(tournament, minutes + 5)
