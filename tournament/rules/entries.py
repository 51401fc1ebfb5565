"""Who may enter, when: late registration, re-entries, forfeits, no-shows.

Pure decisions: the caller brings the facts (what the clock says, how many entries and
chips the player has) and gets either what kind of entry this is or an `EntryRefused`
that says why and what would help.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

from tournament.rules.clock import Clock, advance, period_starts_at
from tournament.rules.errors import RulesError
from tournament.rules.structure.periods import Structure

EntryKind: TypeAlias = Literal["entry", "re_entry"]


class EntryRefused(RulesError):
    """This player may not enter now."""


class LateRegistrationClosed(EntryRefused):
    """The period of late registration is over, or the tournament is."""


class TournamentFull(EntryRefused):
    """No more entries are taken."""


class EntryLimitReached(EntryRefused):
    """The player has used all entries the tournament allows."""


class DayLimitReached(EntryRefused):
    """The player has used all entries of this day of play."""


class PlayerStillIn(EntryRefused):
    """The player has chips and may not give them up."""


class AlreadyThrough(EntryRefused):
    """The player has a stack from another flight, and the event takes one for each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryLimits:
    """Limits of a tournament; None means no limit. `per_player=1` is a freeze-out.

    `per_day` is that of a player on one day of play, beside the one of the whole event.
    """

    per_player: int | None = 1
    per_day: int | None = None
    total: int | None = None
    forfeit_allowed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryDecision:
    """An entry that may be made: its kind, its number for this player, chips it gives up.

    Forfeited chips leave play (TDA 8-B): they are a removal in the chip ledger.
    """

    kind: EntryKind
    number: int
    forfeited_chips: int = 0


def is_registration_open(
    structure: Structure,
    clock: Clock,
    *,
    last_level: int,
    now: datetime,
    through_break: bool = True,
) -> bool:
    """Whether entries are taken at `now`, by deadlines and not by ticks.

    `last_level` is the number of the last level with registration, 0 to close at the
    start. When a break follows it, `through_break` keeps registration open until play
    resumes (WSOP 12). A clock that has not started takes entries; a finished one does not.
    """
    if clock.state == "not_started":
        return True
    if clock.state == "finished":
        return False
    index = advance(clock, structure, now=now).clock.index
    return takes_entries(structure, index, last_level=last_level, through_break=through_break)


def takes_entries(structure: Structure, index: int, *, last_level: int, through_break: bool) -> bool:
    """Whether entries are taken in the period `index`."""
    number = structure.level_number(index)
    if number < last_level:
        return True
    return number == last_level > 0 and (through_break or not structure.is_break(index))


def is_end_of_registration(structure: Structure, clock: Clock, *, last_level: int, now: datetime) -> bool:
    """Whether the last level with registration is on, the break after it, or a level that is kept open by hand."""
    if clock.state in ("not_started", "finished"):
        return False
    return structure.level_number(advance(clock, structure, now=now).clock.index) >= last_level > 0


def registration_closes_at(
    structure: Structure,
    clock: Clock,
    *,
    last_level: int,
    now: datetime,
    through_break: bool = True,
) -> datetime | None:
    """When registration will close if nobody touches the clock; None if closed or unknown.

    Unknown: the clock does not run, or the structure has no period after the deadline.
    """
    if clock.state != "running" or not is_registration_open(
        structure, clock, last_level=last_level, now=now, through_break=through_break
    ):
        return None
    for index in range(len(structure.periods)):
        number = structure.level_number(index)
        after_last_level = number == last_level and structure.is_break(index) and last_level > 0
        if number > last_level or (after_last_level and not through_break):
            return period_starts_at(clock, structure, index=index, now=now)
    return None


def decide_entry(
    limits: EntryLimits,
    *,
    registration_open: bool,
    total_entries: int,
    player_entries: int,
    entries_today: int = 0,
    player_chips: int = 0,
    forfeit: bool = False,
) -> EntryDecision:
    """What kind of entry a player may make, or raise an `EntryRefused`.

    `player_entries` are those they have made so far, `entries_today` those of them on this day of play, `player_chips`
    the chips they hold now.
    Re-entry is for players without chips (WSOP 13); with `forfeit`, and where the tournament
    allows it, a player gives up their chips first.
    """
    if not registration_open:
        raise LateRegistrationClosed("Late registration is closed.", code="registration_closed")
    if limits.total is not None and total_entries >= limits.total:
        raise TournamentFull(
            "The tournament is full: the limit is %(limit)s entries.",
            code="tournament_full",
            limit=limits.total,
        )
    if limits.per_player is not None and player_entries >= limits.per_player:
        raise EntryLimitReached(
            "This player has used %(count)s of %(limit)s entries. The director can allow more in the settings.",
            code="entry_limit",
            count=player_entries,
            limit=limits.per_player,
        )
    if limits.per_day is not None and entries_today >= limits.per_day:
        raise DayLimitReached(
            "This player has used %(count)s of %(limit)s entries of this day. They can enter again on the next day of "
            "play, or the director allows more in the settings.",
            code="day_limit",
            count=entries_today,
            limit=limits.per_day,
        )
    if player_chips > 0 and not (forfeit and limits.forfeit_allowed):
        raise PlayerStillIn(
            "This player still has %(chips)s chips.",
            code="may_forfeit" if limits.forfeit_allowed else "still_in",
            chips=player_chips,
        )
    return EntryDecision(
        kind="re_entry" if player_entries else "entry",
        number=player_entries + 1,
        forfeited_chips=player_chips,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherFlights:
    """What a player has done in the other flights of an event: entries made, the name of the flight in which they still
    sit, "" for none, and whether they are through from one.
    """

    entries: int = 0
    sits_in: str = ""
    is_through: bool = False


def check_over_flights(
    limits: EntryLimits,
    *,
    total_entries: int,
    player_entries: int,
    elsewhere: OtherFlights,
    one_stack: bool,
) -> None:
    """Raise an `EntryRefused` where the limits of the whole event, over all its flights, take no entry more.

    `player_entries` are those in this flight; with `one_stack` who is through from one flight enters no other.
    """
    if limits.total is not None and total_entries >= limits.total:
        raise TournamentFull(
            "The event is full: the limit is %(limit)s entries over all flights.",
            code="event_full",
            limit=limits.total,
        )
    count = player_entries + elsewhere.entries
    if limits.per_player is not None and count >= limits.per_player:
        raise EntryLimitReached(
            "This player has used %(count)s of %(limit)s entries over all flights. The director can allow more in the "
            "settings of the event.",
            code="entry_limit_over_flights",
            count=count,
            limit=limits.per_player,
        )
    if elsewhere.sits_in:
        raise PlayerStillIn(
            "This player still has chips in the flight “%(flight)s”.",
            code="in_another_flight",
            flight=elsewhere.sits_in,
        )
    if elsewhere.is_through and one_stack:
        raise AlreadyThrough(
            "This player is through from another flight, and this event takes one stack for each player.",
            code="already_through",
        )


def entries_missing(entries: int, *, minimum: int | None) -> int:
    """How many more entries the event needs to be played as announced; 0 where it needs none."""
    return max(0, (minimum or 0) - entries)


def late_stack(structure: Structure, clock: Clock, *, full: int, seats: int, now: datetime) -> int:
    """What is left of a full stack of an entry made at `now`, where the house blinds late stacks off.

    A round of blinds and antes less for each level that is over, at tables of `seats`: the ante of the big blind or
    the button once, another one with every hand. At least the big blind in force.
    """
    if clock.state == "not_started":
        return full
    index = advance(clock, structure, now=now).clock.index
    over = [structure.level_in_force(before) for before in range(index) if not structure.is_break(before)]
    cost = sum(
        level.small_blind + level.big_blind + level.ante * (seats if level.ante_kind == "classic" else 1)
        for level in over
    )
    return max(full - cost, min(full, structure.level_in_force(index).big_blind))


def is_no_show(
    structure: Structure,
    clock: Clock,
    *,
    hands_played: int,
    no_show_level: int,
    now: datetime,
) -> bool:
    """Whether an entry that never took a hand is taken out at `now` (WSOP 16).

    Its chips are removed and its buy-in leaves the pool at the start of `no_show_level`;
    0 never takes anybody out.
    """
    if hands_played > 0 or no_show_level == 0 or clock.state == "not_started":
        return False
    return structure.level_number(advance(clock, structure, now=now).clock.index) >= no_show_level
