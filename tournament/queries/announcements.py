"""What the screens of an event say aloud: what has just happened, and what the clock will bring by itself.

A screen hears of the next minutes beforehand and says each thing at its moment, whether or not anybody can be reached
then; what is older than a few seconds is said no more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from tournament.models import Entry, EntryStatus, StopKind, Tournament, TournamentStatus
from tournament.options.sounds import HeardAs, RoomSound
from tournament.queries.chip_sales import on_sale_in
from tournament.queries.field_moments import in_the_money_since
from tournament.queries.registration import registration_closes_at
from tournament.rules import clock as clock_rules
from tournament.rules.screens.voice.sentences import Clips, last_hands, minutes_left, period_starts

# Nothing older is told to a screen; it says what is younger than twenty seconds (sound.js).
NEWS_LASTS: Final = timedelta(seconds=40)
# So that each sentence is over when the clock shows the round figure.
TWO_MINUTES: Final = timedelta(seconds=122)
ONE_MINUTE: Final = timedelta(seconds=62)
SEATS_AGAIN: Final = timedelta(seconds=60)
REGISTRATION_MINUTES: Final = 5
# In a shorter period nobody needs to be told.
SHORTEST: Final = timedelta(minutes=4)


@dataclass(frozen=True, slots=True, kw_only=True)
class Announcement:
    """One thing that is said at a moment, in clips. `about` tells it from others of its kind, such as the level."""

    sound: RoomSound
    at: datetime
    clips: Clips
    about: str = ""

    @property
    def key(self) -> str:
        return f"{self.sound.value}-{self.about}" if self.about else self.sound.value


def heard_now(tournament: Tournament, announcement: Announcement, *, now: datetime) -> tuple[str, ...]:
    """The clips that are played: the sound and the sentence as the settings of the event want them, perhaps none."""
    # Without a sentence it is the sound that somebody asked for, by a rule of the screens.
    heard = tournament.options.heard(announcement.sound) if announcement.clips else HeardAs.SOUND
    hour = announcement.at.astimezone(ZoneInfo(tournament.time_zone)).hour
    if heard == HeardAs.NOTHING or announcement.at < now - NEWS_LASTS or tournament.options.is_quiet(hour):
        return ()
    sound = () if heard == HeardAs.VOICE else (f"sound-{announcement.sound.value}",)
    return sound if heard == HeardAs.SOUND else (*sound, *announcement.clips)


def announcements(tournament: Tournament, *, now: datetime, language: str) -> Iterator[Announcement]:
    """What the clock, the registration, the stops and the prizes give to say. A few queries while it is in play."""
    end = tournament.finished_at
    if tournament.status == TournamentStatus.FINISHED and end is not None:
        yield Announcement(sound=RoomSound.WINNER, at=end, clips=("winner",))
    if tournament.status != TournamentStatus.RUNNING:
        return
    yield from _of_the_clock(tournament, now, language)
    yield from _of_registration(tournament, now, language)
    yield from _of_the_stop(tournament, language)
    yield from _of_the_money(tournament, now)


def _of_the_clock(tournament: Tournament, now: datetime, language: str) -> Iterator[Announcement]:
    """The period that has begun, and how the next one comes."""
    structure = tournament.structure
    clock = clock_rules.advance(tournament.clock, structure, now=now).clock
    if clock.running_since is None:
        return
    began = clock.running_since - timedelta(milliseconds=clock.elapsed_ms)
    yield _period(tournament, clock.index, began, now, language)
    ends_at = clock_rules.ends_at(clock, structure, now=now)
    if ends_at is None or clock.index == structure.last_index:
        return
    yield _period(tournament, clock.index + 1, ends_at, now, language)
    number = str(clock.index)
    if structure.is_break(clock.index):
        seats = Announcement(
            sound=RoomSound.BREAK_ENDS, at=ends_at - SEATS_AGAIN, clips=("take-your-seats",), about=number
        )
        yield from () if seats.at <= began else (seats,)
    elif ends_at - began >= SHORTEST:
        to_what = "-to-break" if structure.is_break(clock.index + 1) else ""
        for sound, before, clip in (
            (RoomSound.TWO_MINUTES, TWO_MINUTES, "two-minutes"),
            (RoomSound.ONE_MINUTE, ONE_MINUTE, "one-minute"),
        ):
            yield Announcement(sound=sound, at=ends_at - before, clips=(clip + to_what,), about=number)


def _period(tournament: Tournament, index: int, at: datetime, now: datetime, language: str) -> Announcement:
    said = period_starts(tournament.structure, index, language)
    if not tournament.structure.is_break(index):
        return Announcement(sound=RoomSound.LEVEL, at=at, clips=said, about=str(index))
    sold = {each.kind for each in on_sale_in(tournament, index, now=now)}
    add_ons = ("add-ons",) if "add_on" in sold else ()
    return Announcement(sound=RoomSound.BREAK, at=at, clips=(*said, *add_ons), about=str(index))


def _of_registration(tournament: Tournament, now: datetime, language: str) -> Iterator[Announcement]:
    closes_at = tournament.registration_closed_at or registration_closes_at(tournament, now=now)
    if closes_at is None:
        return
    yield Announcement(sound=RoomSound.REGISTRATION_CLOSED, at=closes_at, clips=("registration-closed",))
    yield Announcement(
        sound=RoomSound.REGISTRATION_CLOSES,
        at=closes_at - timedelta(minutes=REGISTRATION_MINUTES),
        clips=("registration-closes", *minutes_left(REGISTRATION_MINUTES, language)),
    )


def _of_the_stop(tournament: Tournament, language: str) -> Iterator[Announcement]:
    stop = tournament.stop
    if stop is None:
        return
    if stop.kind in (StopKind.HAND_FOR_HAND, StopKind.IN_STEP):
        yield Announcement(sound=RoomSound.HAND_FOR_HAND, at=stop.announced_at, clips=("hand-for-hand",))
    elif stop.kind == StopKind.LAST_HANDS:
        # None where a flight is at its end: what is to be done then, the floor says.
        said = last_hands(stop.hands, language) if stop.hands else ()
        yield Announcement(sound=RoomSound.LAST_HANDS, at=stop.announced_at, clips=said)


def _of_the_money(tournament: Tournament, now: datetime) -> Iterator[Announcement]:
    """The last to go out without a prize have just gone. One query, and those of the ladder when somebody has."""
    if tournament.registration_closed_at is None:
        return
    out = Entry.objects.filter(tournament=tournament, status=EntryStatus.ELIMINATED)
    if not out.filter(eliminated_at__gt=now - NEWS_LASTS).exists():
        return
    since = in_the_money_since(tournament)
    if since is not None and since > now - NEWS_LASTS:
        yield Announcement(sound=RoomSound.IN_THE_MONEY, at=since, clips=("in-the-money",))
