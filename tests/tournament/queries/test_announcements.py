"""What the screens say at each moment of an evening: 20-minute levels, a break after the second."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import pytest

from tests.factories import ACTOR, NOW, after, enter, make_tournament, names
from tests.factories.field import bust, started
from tests.factories.rounds import Rounds
from tests.tournament.rules.screens.voice.spoken import text_of
from tests.tournament.rules.structures import hands_level, level, structure
from tournament.models import StopKind, Tournament, TournamentStatus
from tournament.options.sounds import RoomSound
from tournament.queries.announcements import announcements, heard_now
from tournament.services.clock import count_hands, next_period, pause_clock, resume_clock
from tournament.services.field.registration import close_registration

pytestmark = pytest.mark.django_db

SECOND = timedelta(seconds=1)


def told(tournament: Tournament, now: datetime, language: str = "en") -> dict[datetime, str]:
    """By its moment what is said, of what a screen still says."""
    event = Tournament.objects.get(pk=tournament.pk)
    return {
        each.at: text_of(each.clips, language)
        for each in announcements(event, now=now, language=language)
        if heard_now(event, each, now=now)
    }


def test_the_start_and_the_marks_of_the_first_level_are_known_beforehand() -> None:
    tournament, _ = started(3, late_registration_level=3)
    heard = told(tournament, NOW)
    assert {at: said for at, said in heard.items() if not said.startswith("Registration")} == {
        NOW: "Shuffle up and deal! Level 1 No limit hold em Blinds 25 50",
        after(20) - 122 * SECOND: "Two minutes to the next level",
        after(20) - 62 * SECOND: "One minute to the next level",
        after(20): "Level 2 Blinds 50 100",
    }
    # Forty seconds later nobody is told of the start.
    assert NOW not in told(tournament, after(1))


@pytest.mark.rule("RP-20")
def test_a_break_is_announced_with_its_minutes_and_the_players_are_called_back() -> None:
    tournament, _ = started(3)
    heard = told(tournament, after(30))
    assert heard[after(40) - 122 * SECOND] == "Two minutes to the break"
    assert heard[after(40)].startswith("Players, we are on a break 10 minutes We are coloring up the 25")
    in_break = told(tournament, after(41))
    assert in_break[after(49)] == "One minute. Players, please take your seats"
    assert in_break[after(50)].startswith("Level 3")
    assert told(tournament, after(41), "it")[after(49)].startswith("Un minuto. Giocatori")


def test_a_paused_clock_promises_nothing_and_one_that_goes_on_says_the_new_moments() -> None:
    tournament, _ = started(3)
    pause_clock(tournament_id=tournament.pk, by=ACTOR.at(after(5)))
    assert told(tournament, after(6)) == {}
    resume_clock(tournament_id=tournament.pk, by=ACTOR.at(after(15)))
    assert after(30) in told(tournament, after(15))


def test_a_level_that_is_set_by_hand_is_said_at_once() -> None:
    tournament, _ = started(3)
    next_period(tournament_id=tournament.pk, by=ACTOR.at(after(5)))
    assert told(tournament, after(5))[after(5)] == "Level 2 Blinds 50 100"


def test_registration_that_closes_by_itself_or_by_hand_is_said() -> None:
    tournament, _ = started(3, late_registration_level=3)
    close_registration(tournament_id=tournament.pk, by=ACTOR.at(after(5)))
    assert told(tournament, after(5))[after(5)] == "Registration is closed"
    other, _ = started(3, late_registration_level=1)
    closes = {at: said for at, said in told(other, after(1)).items() if said.startswith("Registration")}
    assert list(closes.values()) == ["Registration is closed", "Registration closes in 5 minutes"]
    assert max(closes) - min(closes) == 300 * SECOND


def test_hand_for_hand_and_the_last_hands_are_announced_with_the_stop() -> None:
    room = Rounds((10_000,) * 3, (10_000,) * 3)
    room.announce()
    assert told(room.tournament, NOW)[NOW] == "Dealers, we are hand for hand"
    other = Rounds((10_000,) * 3, (10_000,) * 3)
    other.announce(kind=StopKind.LAST_HANDS, hands=3)
    assert "Dealers, last 3 hands" in told(other.tournament, NOW).values()


def test_the_money_is_reached_when_the_last_without_a_prize_goes_out() -> None:
    tournament, entries = started(5, late_registration_level=3)
    close_registration(tournament_id=tournament.pk, by=ACTOR.at(NOW))
    heard: list[bool] = []
    for number, loser in enumerate(entries[:3], start=2):
        tournament.refresh_from_db()
        bust(tournament, loser, winner=entries[4], now=after(number))
        said = told(tournament, after(number)).values()
        heard.append("Congratulations, everybody is in the money" in said)
    assert heard.count(True) == 1


def test_the_winner_is_announced_at_the_end() -> None:
    tournament, _ = started(3)
    Tournament.objects.filter(pk=tournament.pk).update(
        status=TournamentStatus.FINISHED, finished_at=after(200)
    )
    assert told(tournament, after(200)) == {after(200): "We have a winner. Congratulations!"}
    assert told(tournament, after(201)) == {}


@pytest.mark.parametrize(
    ("changes", "heard"),
    [
        ({}, ("sound-level", "level", "2", "blinds", "50", "100")),
        ({"sound_level": "sound"}, ("sound-level",)),
        ({"sound_level": "voice"}, ("level", "2", "blinds", "50", "100")),
        ({"sound_level": "nothing"}, ()),
        # The level comes at 21:20 at the place of the event.
        ({"quiet_from": 21, "quiet_until": 8}, ()),
        ({"quiet_from": 22, "quiet_until": 8}, ("sound-level", "level", "2", "blinds", "50", "100")),
        ({"quiet_from": 22}, ("sound-level", "level", "2", "blinds", "50", "100")),
        ({"quiet_from": 24, "quiet_until": 8}, ("sound-level", "level", "2", "blinds", "50", "100")),
    ],
)
def test_what_is_heard_is_as_the_event_wants_it(changes: dict[str, Any], heard: Sequence[str]) -> None:
    tournament, _ = started(3, **changes)
    level = next(
        each
        for each in announcements(tournament, now=after(5), language="en")
        if each.sound == RoomSound.LEVEL and each.about == "1"
    )
    assert heard_now(tournament, level, now=after(5)) == tuple(heard)


def test_before_the_start_nothing_is_said() -> None:
    tournament = make_tournament()
    enter(tournament, *names(3))
    assert told(tournament, NOW) == {}


def test_in_a_level_by_hands_no_minute_is_promised_and_the_next_one_is_said_when_it_comes() -> None:
    evening = structure(level(25, 50), hands_level(50, 100, hands=15), level(100, 200))
    tournament, _ = started(3, structure=evening, late_registration_level=2)
    close_registration(tournament_id=tournament.pk, by=ACTOR.at(after(5)))
    assert told(tournament, after(20)) == {after(20): "Level 2 Blinds 50 100"}
    assert told(tournament, after(55)) == {}
    count_hands(tournament_id=tournament.pk, hands=15, by=ACTOR.at(after(56)))
    assert told(tournament, after(56))[after(56)] == "Level 3 Blinds 100 200"
