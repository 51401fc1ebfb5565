"""What web hooks tell of: for each change that leaves the house a row with its type and its data, and nowhere else.

The rows of this app stand here, those of the tables in `tables.changes.outgoing`. Data is thin: numbers as they are
shown (of an entry, a table, a level), never a key of the database, and no name of a person. Whom it is about is told
apart, so that the name is added only for a receiver that may have it, as the player allows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final, TypeAlias

from tournament.changes.bounties import BountyPaid, BountyPaymentVoided
from tournament.changes.change import Change
from tournament.changes.clock import (
    ClockBegun,
    ClockPaused,
    ClockPausedUntil,
    ClockRestored,
    ClockResumed,
    ClockStarted,
    LevelChanged,
    LevelJumped,
    LevelPlayed,
    LevelSetBack,
    LevelSkipped,
)
from tournament.changes.entries import (
    EntryEliminated,
    EntryRegistered,
    EntryReinstated,
    EntryVoided,
    PlaceChanged,
    Placed,
    RegistrationClosed,
    RegistrationClosedByHand,
    RegistrationReopened,
    SeatsWon,
    TournamentWon,
)
from tournament.changes.flights import FlightCreated, FlightPlayed
from tournament.changes.people import AmountOfEntry, OfEntry
from tournament.changes.prizes import (
    PaymentTakenBack,
    PayoutsLocked,
    PayoutsLockUndone,
    PayoutsUnlocked,
    PrizePaid,
)
from tournament.changes.refunds import EntryRefunded, NoShowRemoved, NoShowUndone, RefundUndone
from tournament.changes.seasons import (
    GuestNamed,
    GuestUnnamed,
    ImportsJoined,
    ImportsLeft,
    MemberNamed,
    MemberUnnamed,
    OfSeason,
    PointsGiven,
    PointsGivenUndone,
    SeasonFrozen,
    SeasonGoesOn,
    SeasonJoined,
    SeasonLeft,
    SeasonRulesChanged,
    SeasonWeightSet,
)
from tournament.changes.setup import TournamentCancelled, TournamentCloned, TournamentCreated
from tournament.changes.side_prizes import SidePrizePaid, SidePrizeVoided
from tournament.models import Entry, EntryStatus, HookType, Season, Tournament
from tournament.rules.payouts.money import minor_units
from tournament.rules.structure.levels import Break


@dataclass(frozen=True, slots=True, kw_only=True)
class HookFact:
    """What one message says. `entry`: by its id whom it is about, where it is about somebody."""

    type: HookType
    data: Mapping[str, Any]
    entry: int | None = None


# Of a change and its event. A test gives every row the changes that it names.
Tell: TypeAlias = Callable[[Any, Tournament], Iterable[HookFact]]

_told: Final[dict[type[Change], Tell]] = {}


def register_facts(tell: Tell, *changes: type[Change]) -> None:
    """A row: what receivers are told of these changes. Raises ValueError where a change has one already."""
    for change in changes:
        if _told.setdefault(change, tell) is not tell:
            raise ValueError(f"Two rows tell of {change.__name__}.")


def leaves_house(change: Change) -> bool:
    """Whether receivers may be told of it."""
    return type(change) in _told


def facts_of(change: Change, event: Tournament) -> list[HookFact]:
    """What they are told: of most changes nothing, of some several things."""
    tell = _told.get(type(change))
    return [] if tell is None else list(tell(change, event))


def changes_that_leave() -> tuple[type[Change], ...]:
    """Those that have a row."""
    return tuple(_told)


def amount_of(cents: int, event: Tournament) -> dict[str, str]:
    """Money as receivers read it: a text with as many decimals as the currency has, and the currency."""
    unit = minor_units(event.currency)
    return {"amount": f"{Decimal(cents) / unit:.{len(str(unit)) - 1}f}", "currency": event.currency}


# --- The event and its clock ----------------------------------------------------------------------------------------


def _published(change: TournamentCreated | TournamentCloned | FlightCreated, _: Tournament) -> list[HookFact]:
    return [HookFact(type=HookType.EVENT_PUBLISHED, data={"name": change.name})]


def _said_of_event(hook: HookType) -> Callable[[Change, Tournament], list[HookFact]]:
    return lambda _change, _event: [HookFact(type=hook, data={})]


def _clock_set(change: ClockStarted, _: Tournament) -> list[HookFact]:
    """One that waits for its time has not started."""
    return [] if change.at else [HookFact(type=HookType.EVENT_STARTED, data={})]


def _clock_begun(change: ClockBegun, _: Tournament) -> list[HookFact]:
    hook = HookType.EVENT_STARTED if change.is_start else HookType.EVENT_RESUMED
    return [HookFact(type=hook, data={})]


def _period(index: int, event: Tournament) -> HookFact:
    """A level or a break that began."""
    structure = event.structure
    index = min(index, structure.last_index)
    period, number = structure.periods[index], structure.level_number(index)
    if isinstance(period, Break):
        minutes = period.duration_seconds // 60
        return HookFact(type=HookType.EVENT_BREAK_STARTED, data={"after_level": number, "minutes": minutes})
    stakes = {"small_blind": period.small_blind, "big_blind": period.big_blind, "ante": period.ante}
    return HookFact(type=HookType.EVENT_LEVEL_CHANGED, data={"level": number, "game": period.game, **stakes})


def _moved_on(
    change: LevelChanged | LevelPlayed | LevelSkipped | LevelSetBack | LevelJumped, event: Tournament
) -> list[HookFact]:
    return [] if change.from_index == change.to_index else [_period(change.to_index, event)]


def _restored(change: ClockRestored, event: Tournament) -> list[HookFact]:
    return [_period(change.to_index, event)]


def _finished(change: TournamentWon | SeatsWon | FlightPlayed, event: Tournament) -> list[HookFact]:
    """With it the standings of its seasons have changed."""
    winner = change.entry if isinstance(change, TournamentWon) else None
    seasons = Season.objects.filter(events__tournament=event, events__left_line=None).order_by("pk")
    return [
        HookFact(type=HookType.EVENT_FINISHED, data={}, entry=winner),
        *(_season(season.code) for season in seasons),
    ]


register_facts(_published, TournamentCreated, TournamentCloned, FlightCreated)
register_facts(_clock_set, ClockStarted)
register_facts(_clock_begun, ClockBegun)
register_facts(_said_of_event(HookType.EVENT_PAUSED), ClockPaused, ClockPausedUntil)
register_facts(_said_of_event(HookType.EVENT_RESUMED), ClockResumed)
register_facts(_moved_on, LevelChanged, LevelPlayed, LevelSkipped, LevelSetBack, LevelJumped)
register_facts(_restored, ClockRestored)
register_facts(
    _said_of_event(HookType.EVENT_REGISTRATION_CLOSED), RegistrationClosed, RegistrationClosedByHand
)
register_facts(_said_of_event(HookType.EVENT_REGISTRATION_REOPENED), RegistrationReopened)
register_facts(_finished, TournamentWon, SeatsWon, FlightPlayed)
register_facts(_said_of_event(HookType.EVENT_CANCELLED), TournamentCancelled)


# --- Entries --------------------------------------------------------------------------------------------------------


def _registered(change: EntryRegistered, event: Tournament) -> list[HookFact]:
    """Again, if the player had an entry of this event before that was not voided."""
    before = Entry.objects.filter(
        tournament=event, number__lt=change.number, player__entries=change.entry
    ).exclude(status=EntryStatus.VOID)
    hook = HookType.ENTRY_REENTERED if before.exists() else HookType.ENTRY_CREATED
    return [HookFact(type=hook, data={}, entry=change.entry)]


def _said_of_entry(hook: HookType) -> Callable[[OfEntry | EntryReinstated, Tournament], list[HookFact]]:
    return lambda change, _event: [HookFact(type=hook, data={}, entry=change.entry)]


def _placed(change: Placed, _: Tournament) -> list[HookFact]:
    """Told again where the place changes by what came after."""
    places = {"place_first": change.place_first, "place_last": change.place_last}
    return [HookFact(type=HookType.ENTRY_BUSTED, data=places, entry=change.entry)]


register_facts(_registered, EntryRegistered)
register_facts(_said_of_entry(HookType.ENTRY_VOIDED), EntryVoided, EntryRefunded, NoShowRemoved)
register_facts(_said_of_entry(HookType.ENTRY_REINSTATED), EntryReinstated, RefundUndone, NoShowUndone)
register_facts(_placed, EntryEliminated, PlaceChanged)


# --- Prizes ---------------------------------------------------------------------------------------------------------


def _ladder_locked(change: PayoutsLocked, event: Tournament) -> list[HookFact]:
    data = {"is_locked": True, "places": change.places, "total": amount_of(change.total, event)}
    return [HookFact(type=HookType.PAYOUT_SET, data=data)]


def _ladder_free(_: Change, event: Tournament) -> list[HookFact]:
    """Unlocked, or as it was before the last lock."""
    return [HookFact(type=HookType.PAYOUT_SET, data={"is_locked": event.locked_ladder is not None})]


def _paid(hook: HookType, kind: str) -> Callable[[AmountOfEntry, Tournament], list[HookFact]]:
    def tell(change: AmountOfEntry, event: Tournament) -> list[HookFact]:
        data = {"kind": kind, **amount_of(change.amount, event)}
        return [HookFact(type=hook, data=data, entry=change.entry)]

    return tell


register_facts(_ladder_locked, PayoutsLocked)
register_facts(_ladder_free, PayoutsUnlocked, PayoutsLockUndone)
register_facts(_paid(HookType.PAYOUT_PAID, "prize"), PrizePaid)
register_facts(_paid(HookType.PAYOUT_PAID, "bounty"), BountyPaid)
register_facts(_paid(HookType.PAYOUT_PAID, "side_prize"), SidePrizePaid)
register_facts(_paid(HookType.PAYOUT_VOIDED, "prize"), PaymentTakenBack)
register_facts(_paid(HookType.PAYOUT_VOIDED, "bounty"), BountyPaymentVoided)
register_facts(_paid(HookType.PAYOUT_VOIDED, "side_prize"), SidePrizeVoided)


# --- Seasons --------------------------------------------------------------------------------------------------------


def _season(code: str) -> HookFact:
    return HookFact(type=HookType.LEAGUE_UPDATED, data={"season": code})


def _season_changed(change: OfSeason, _: Tournament) -> list[HookFact]:
    return [_season(code) for code in Season.objects.filter(pk=change.season).values_list("code", flat=True)]


register_facts(
    _season_changed,
    *(
        SeasonJoined,
        SeasonLeft,
        SeasonRulesChanged,
        SeasonWeightSet,
        SeasonFrozen,
        SeasonGoesOn,
        PointsGiven,
        PointsGivenUndone,
    ),
    *(GuestNamed, GuestUnnamed, MemberNamed, MemberUnnamed, ImportsJoined, ImportsLeft),
)
