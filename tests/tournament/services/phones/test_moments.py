"""What the clock brings is told once, to those whom it concerns."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.factories import ACTOR, NOW, after
from tests.factories.field import bust, started
from tests.factories.phones import Browser, switch_phone_on
from tournament.models import Entry, PhoneNotice, PlayerPhone, Tournament
from tournament.queries.phone_moments import events_with_phones
from tournament.rules.structure.levels import Break, Level
from tournament.rules.structure.periods import Structure
from tournament.services.clock import pause_clock, resume_clock
from tournament.services.phones.moments import tell_of_moments

pytestmark = pytest.mark.django_db

# Twenty minutes, a break of ten, twenty minutes.
STRUCTURE = Structure(
    periods=(
        Level(small_blind=25, big_blind=50, duration_seconds=1200),
        Break(duration_seconds=600),
        Level(small_blind=50, big_blind=100, duration_seconds=1200),
    )
)


def playing() -> tuple[Tournament, list[Entry], list[PlayerPhone]]:
    """Three players, the first of them out; registration is open through the first level and a player may return."""
    tournament, entries = started(
        3,
        phone_notices=True,
        structure=STRUCTURE,
        late_registration_level=1,
        entries_per_player=0,
        rule_overrides={"event": {"registration_through_break": False}},
    )
    phones = [
        switch_phone_on(entry, Browser(endpoint=f"https://fcm.googleapis.com/fcm/send/{entry.number}"))
        for entry in entries
    ]
    bust(tournament, entries[0], winner=entries[1], now=after(1))
    PhoneNotice.objects.all().delete()
    return tournament, entries, phones


def told(tournament: Tournament, minutes: float) -> dict[int, str]:
    """By the number of the entry what is told at this moment, with the text."""
    PhoneNotice.objects.all().delete()
    tell_of_moments(tournament_id=tournament.pk, now=after(minutes))
    found = PhoneNotice.objects.select_related("phone__entry")
    return {each.phone.entry.number: f"{each.title} {each.text}" for each in found}


def test_ten_minutes_before_registration_closes_those_are_told_who_may_enter_again() -> None:
    tournament, _, _ = playing()
    said = "Registration closes in 10 minutes. To enter again, come to the desk now."

    assert told(tournament, 9.9) == {}
    assert told(tournament, 10) == {1: said}
    assert told(tournament, 10.9) == {1: said}
    assert told(tournament, 11) == {}


def test_a_player_who_may_not_enter_again_is_not_called_to_the_desk() -> None:
    tournament, _, _ = playing()
    tournament.entries_per_player = 1
    tournament.save(update_fields=["entries_per_player"])

    assert told(tournament, 10) == {}


def test_five_minutes_before_a_break_ends_those_in_play_are_told() -> None:
    tournament, _, _ = playing()
    said = "The break ends in 5 minutes. Go back to your seat."

    assert told(tournament, 24.9) == {}
    assert told(tournament, 25) == {2: said, 3: said}
    assert told(tournament, 26) == {}


def test_however_often_it_is_looked_each_moment_is_told_once_and_while_it_is_true() -> None:
    tournament, _, _ = playing()

    counts = [tell_of_moments(tournament_id=tournament.pk, now=after(25 + n / 12)) for n in range(12)]

    assert counts == [2, *[0] * 11]
    assert {each.expires_at for each in PhoneNotice.objects.all()} == {after(26)}


def test_a_clock_that_stops_for_a_moment_does_not_tell_again_and_one_that_stops_for_long_does() -> None:
    tournament, _, _ = playing()
    assert tell_of_moments(tournament_id=tournament.pk, now=after(25)) == 2
    pause_clock(tournament_id=tournament.pk, by=ACTOR.at(after(25.1)))
    assert tell_of_moments(tournament_id=tournament.pk, now=after(25.2)) == 0
    resume_clock(tournament_id=tournament.pk, by=ACTOR.at(after(25.3)))
    assert tell_of_moments(tournament_id=tournament.pk, now=after(25.3)) == 0

    # As if three minutes had gone by since.
    PhoneNotice.objects.update(made_at=after(25) - timedelta(minutes=3))

    assert tell_of_moments(tournament_id=tournament.pk, now=after(25.3)) == 2


def test_only_events_in_play_with_a_phone_are_looked_at() -> None:
    other, _ = started(2, phone_notices=True)
    assert events_with_phones() == []

    tournament, _, phones = playing()

    assert events_with_phones() == [tournament.pk]
    PlayerPhone.objects.filter(pk__in=[phone.pk for phone in phones]).update(ended="gone")
    assert events_with_phones() == []
    assert told(other, 10) == {}
    assert after(1) > NOW
