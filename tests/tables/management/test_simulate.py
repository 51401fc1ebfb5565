"""`manage.py simulate`: what it says, what it keeps, and what it refuses."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tables.management.commands import simulate as command
from tables.management.simulation_checks import InvariantBroken
from tournament.models import Account, Tournament, TournamentStatus

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def said(*arguments: str) -> str:
    stream = StringIO()
    call_command("simulate", "--entries", "2", "--incidents", "0", *arguments, stdout=stream)
    return stream.getvalue()


def test_a_simulated_evening_is_told_and_leaves_nothing() -> None:
    words = said("--say-when-it-plays")

    assert words.startswith("Playing.\n2 entries, winner: entry ")
    assert "places 1 to 2 complete; " in words
    assert "payouts add up to the pool of 180.00" in words
    assert "besides hands: nothing; refused 0" in words
    assert [line.split(":")[0] for line in words.splitlines()[-2:]] == ["  place 1", "  place 2"]
    assert (Tournament.objects.count(), Account.objects.count()) == (0, 0)


def test_one_that_is_kept_stays_and_goes_on_where_it_stands() -> None:
    said("--keep")
    kept = Tournament.objects.get()
    assert kept.status == TournamentStatus.FINISHED

    on = said("--go-on")

    assert Tournament.objects.get() == kept
    assert "\n0 hands, 0 operations" in on


@pytest.mark.parametrize("entries", ["1", "2001"])
def test_a_field_that_is_too_small_or_too_large_is_refused(entries: str) -> None:
    with pytest.raises(CommandError, match=r"^--entries must be from 2 to 2000\.$"):
        call_command("simulate", "--entries", entries)


def test_a_broken_invariant_is_said_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_args: object, **_named: object) -> None:
        raise InvariantBroken("chips at table 1: 100 too many")

    monkeypatch.setattr(command, "simulate", fail)
    with pytest.raises(CommandError, match=r"^An invariant is broken: chips at table 1: 100 too many$"):
        said()
