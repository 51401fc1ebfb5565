"""The tournament's clock, and the computer's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext
from msgspec import UNSET, UnsetType

from tournament.changes.change import Change, logged
from tournament.changes.kinds import CLOCK
from tournament.words.spans import span_text
from tournament.words.writer import Writer


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedClock(Change):
    """clock_before: the clock as it was. Lines of the tables have it too: a round has taken its minutes."""

    clock_before: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockChange(MovedClock):
    """A change by a person that can be undone while nothing has moved the clock since.

    from_index, to_index: the period before and after. clock_version: which clock it made.
    """

    from_index: int
    to_index: int
    clock_version: int

    def in_words(self, writer: Writer) -> dict[str, Any]:
        return {**Change.in_words(self, writer), "period": writer.period(self.to_index)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting(Change):
    """at: the time of day at which the clock goes on by itself; not there where it does not wait."""

    at: str | UnsetType = UNSET


@dataclass(frozen=True, slots=True, kw_only=True)
class PeriodBegun(Change):
    """to_index: the period that began with a line; None where that is the one which the clock shows."""

    to_index: int | None = None


@logged(CLOCK)
class ClockStarted(Waiting):
    """forgotten: entry and stack of each player whose stack is not known from now on, at tables without hands."""

    clock_before: dict[str, Any]
    forgotten: tuple[tuple[int, int], ...] = ()

    def said(self, writer: Writer) -> str:
        if self.at:
            return _("Set the start to %(at)s.") % {"at": self.at}
        return _("Started the clock: shuffle up and deal.")


@logged(CLOCK)
class StartUndone(Change):
    says = gettext_noop("Undid the start of the clock: registration is open.")


@logged(CLOCK)
class ClockBegun(Change):
    """is_start: by the start that was set, and not after a pause."""

    is_start: bool

    def said(self, writer: Writer) -> str:
        if self.is_start:
            return _("The clock started as scheduled: shuffle up and deal.")
        return _("The timed pause is over: the clock is running.")


@logged(CLOCK)
class ClockPaused(ClockChange):
    says = gettext_noop("Paused the clock.")


@logged(CLOCK)
class ClockPausedUntil(ClockChange):
    """at: the time of day."""

    seconds: int
    at: str

    def said(self, writer: Writer) -> str:
        return _("Paused for %(time)s, until %(at)s.") % {"time": _duration(self.seconds), "at": self.at}


@logged(CLOCK)
class ClockResumed(ClockChange):
    says = gettext_noop("Resumed the clock.")


@logged(CLOCK)
class ClockRestored(Change):
    to_index: int

    def said(self, writer: Writer) -> str:
        return _("Restored the clock: %(period)s.") % {"period": writer.period(self.to_index)}


@logged(CLOCK)
class LevelChanged(Change):
    """By itself, at its time."""

    from_index: int
    to_index: int

    def said(self, writer: Writer) -> str:
        return _("%(period)s started.") % {"period": writer.period(self.to_index)}


@logged(CLOCK)
class LevelSkipped(ClockChange):
    says = gettext_noop("Skipped to %(period)s.")


@logged(CLOCK)
class LevelPlayed(ClockChange):
    """By itself, with the last of its hands. hands: how many it lasted."""

    hands: int

    def said(self, writer: Writer) -> str:
        text = ngettext(
            "%(hands)d hand of the level is played: %(period)s started.",
            "All %(hands)d hands of the level are played: %(period)s started.",
            self.hands,
        )
        return text % self.in_words(writer)


@logged(CLOCK)
class HandsCounted(ClockChange):
    """hands: counted by hand in a level by hands; below 0 where they were taken off the count."""

    hands: int

    def said(self, writer: Writer) -> str:
        if self.hands < 0:
            text = ngettext(
                "Gave the level %(count)d hand more.", "Gave the level %(count)d hands more.", -self.hands
            )
        else:
            text = ngettext(
                "Counted %(count)d hand of the level.", "Counted %(count)d hands of the level.", self.hands
            )
        return text % {"count": abs(self.hands)}


@logged(CLOCK)
class LevelSetBack(ClockChange):
    says = gettext_noop("Went back to %(period)s.")


@logged(CLOCK)
class LevelJumped(ClockChange):
    """seconds: what is left of the period; 0 in a level by hands, which has all of them."""

    seconds: int

    def said(self, writer: Writer) -> str:
        if not self.seconds:
            return _("Set the clock to %(period)s.") % {"period": writer.period(self.to_index)}
        words = {"period": writer.period(self.to_index), "time": _duration(self.seconds)}
        return _("Set the clock to %(period)s with %(time)s left.") % words


@logged(CLOCK)
class TimeAdded(ClockChange):
    """seconds: below 0 where the level was shortened."""

    seconds: int

    def said(self, writer: Writer) -> str:
        text = _duration(abs(self.seconds))
        if self.seconds < 0:
            return _("Shortened the level by %(time)s.") % {"time": text}
        return _("Lengthened the level by %(time)s.") % {"time": text}


@logged(CLOCK)
class TimeDeducted(ClockChange):
    seconds: int

    def said(self, writer: Writer) -> str:
        return _("Deducted %(time)s from the clock.") % {"time": _duration(self.seconds)}


@logged(CLOCK)
class ComputerClockSet(Change):
    """seconds: forward, below 0 back."""

    seconds: int

    def said(self, writer: Writer) -> str:
        if self.seconds < 0:
            text = _("The computer's clock went back %(time)s. The tournament's clock was not touched.")
        else:
            text = _("The computer's clock jumped %(time)s forward. The tournament's clock was not touched.")
        return text % {"time": span_text(self.seconds)}


@logged(CLOCK)
class ComputerClockRight(Change):
    says = gettext_noop("The computer's clock is right again.")


@logged(CLOCK)
class ComputerTimeAdopted(Change):
    """seconds, microseconds: how far the computer's time is ahead. move: the name under which each machine follows."""

    seconds: int
    microseconds: int
    move: str

    def said(self, writer: Writer) -> str:
        if self.seconds < 0:
            text = _(
                "The computer's time is right: times of day here stay %(time)s ahead of it until play is over."
            )
        else:
            text = _(
                "The computer's time is right: times of day moved %(time)s forward, and no time left changed."
            )
        return text % {"time": span_text(self.seconds)}


def _duration(seconds: int) -> str:
    if seconds % 60:
        return ngettext("%(count)d second", "%(count)d seconds", seconds) % {"count": seconds}
    return ngettext("%(count)d minute", "%(count)d minutes", seconds // 60) % {"count": seconds // 60}
