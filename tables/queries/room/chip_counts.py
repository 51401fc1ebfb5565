"""The chips of everybody who is in, each with where the number comes from: for the press.

A number is said to come from a hand, a count or a bag only where it is the newest of these and nothing has been booked
since; a stack that nobody knows has none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Literal, TypeAlias, get_args

from django.db.models import F, OuterRef, Q, QuerySet, Subquery

from tables.changes.busts import HandCounted
from tables.changes.stacks import StackCorrected, StacksCounted
from tables.models import Bag, HandSeat, HandStatus
from tournament.changes.change import verbs
from tournament.models import Entry, LogEntry, ReportedStack, Tournament
from tournament.queries.flights import LIVE
from tournament.queries.level import level_now

Source: TypeAlias = Literal["hand", "count", "bag", "reported", "starting_stack", "booked", "unknown"]
"""hand: the end of a recorded hand; count: counted by dealer or floor; bag: the bag of the day that has ended;
reported: by the player, on the phone; starting_stack: not dealt in yet; booked: one of these and what was booked since
(a rebuy, an add-on, a colour-up, chips won by a bust that the floor entered); unknown: nobody knows it.
"""
SOURCES: Final[tuple[Source, ...]] = get_args(Source)


@dataclass(frozen=True, slots=True, kw_only=True)
class PressCount:
    """A player who is in. shown_name, shown_country: what the public reads of them. chips: None where nobody knows it;
    then and where no level has a big blind big_blinds is None too. counted_at: of a hand, a count, a bag, a report.
    """

    name: str
    shown_name: str
    country: str
    shown_country: str
    chips: int | None
    big_blinds: float | None
    table: int | None
    seat: int | None
    counted_at: datetime | None
    source: Source


@dataclass(frozen=True, slots=True, kw_only=True)
class PressCounts:
    """Everybody who is in, the largest stack first, those that nobody knows last. big_blind: 0 where there is none."""

    event: str
    at: datetime
    level: int
    big_blind: int
    counts: tuple[PressCount, ...]


@dataclass(frozen=True, slots=True)
class _Said:
    """What a hand, a count or a bag says of a stack, and when."""

    at: datetime
    chips: int
    source: Source


def chip_counts(tournament: Tournament, *, now: datetime) -> PressCounts:
    """Four queries, however many are in. During a hand the stacks are those before it, as everywhere."""
    level = level_now(tournament, now=now)
    big_blind = level.level.big_blind
    entries = list(_in_play(tournament))
    said = _newest_of(_of_hands(entries), _of_counts(tournament), _of_bags(tournament))
    return PressCounts(
        event=tournament.name,
        at=now,
        level=level.number,
        big_blind=big_blind,
        counts=tuple(_count(entry, said.get(entry.pk), tournament, big_blind) for entry in entries),
    )


def _in_play(tournament: Tournament) -> QuerySet[Entry]:
    """Each with its newest complete hand; those with a known stack first, the largest in front."""
    hands = HandSeat.objects.filter(entry=OuterRef("pk"), hand__status=HandStatus.COMPLETE).order_by("-hand")
    live = Entry.objects.filter(tournament=tournament, status__in=LIVE, place_first=None)
    return (
        live.select_related("player", "seat__table", "reported")
        .annotate(newest_hand=Subquery(hands.values("pk")[:1]))
        .order_by("-is_stack_known", F("stack").desc(), "number")
    )


def _count(entry: Entry, said: _Said | None, tournament: Tournament, big_blind: int) -> PressCount:
    chips, source, at = _chips(entry, said, tournament)
    seat = getattr(entry, "seat", None)
    return PressCount(
        name=entry.player.name,
        shown_name=entry.player.shown_name,
        country=entry.player.country,
        shown_country=entry.player.shown_country,
        chips=chips,
        big_blinds=round(chips / big_blind, 1) if chips is not None and big_blind else None,
        table=seat.table.number if seat else None,
        seat=seat.number if seat else None,
        counted_at=at,
        source=source,
    )


def _chips(
    entry: Entry, said: _Said | None, tournament: Tournament
) -> tuple[int | None, Source, datetime | None]:
    """The stack, where it comes from, and since when it stands."""
    if not entry.is_stack_known:
        reported: ReportedStack | None = getattr(entry, "reported", None)
        return (reported.chips, "reported", reported.at) if reported else (None, "unknown", None)
    if said is not None and said.chips == entry.stack:
        return entry.stack, said.source, said.at
    is_as_begun = said is None and entry.stack == tournament.starting_stack
    return entry.stack, "starting_stack" if is_as_begun else "booked", None


def _newest_of(*sources: Mapping[int, _Said]) -> Mapping[int, _Said]:
    """By entry the newest; of two of one moment the later source."""
    found: dict[int, _Said] = {}
    for source in sources:
        for entry, said in source.items():
            if entry not in found or found[entry].at <= said.at:
                found[entry] = said
    return found


def _of_hands(entries: Sequence[Entry]) -> Mapping[int, _Said]:
    newest = [entry.newest_hand for entry in entries if entry.newest_hand is not None]  # type: ignore[attr-defined]  # annotated
    rows = HandSeat.objects.filter(pk__in=newest, finishing_stack__isnull=False, hand__ended_at__isnull=False)
    columns = ("entry", "finishing_stack", "hand__ended_at", "hand__is_counted")
    return {
        entry: _Said(at, chips or 0, "count" if is_counted else "hand")
        for entry, chips, at, is_counted in rows.values_list(*columns)
        if at is not None
    }


def _of_counts(tournament: Tournament) -> Mapping[int, _Said]:
    """By entry the newest count in the log that stands."""
    lines = LogEntry.objects.filter(
        tournament=tournament,
        verb__in=verbs(StacksCounted, HandCounted, StackCorrected),
        undone_by__isnull=True,
        # A correction is undone by another one, which is no count.
        undoes=None,
    )
    return {
        entry: _Said(at, chips, "count")
        for verb, data, at in lines.order_by("pk").values_list("verb", "data", "at")
        for entry, chips in _counted(verb, data)
    }


def _counted(verb: str, data: Mapping[str, Any]) -> list[tuple[int, int]]:
    """What was counted by entry; what is left over for those who were not counted was never counted."""
    if verb == StacksCounted.verb:
        return [(each.entry, each.after) for each in StacksCounted.from_data(data).stacks if each.is_known]
    if verb == HandCounted.verb:
        return [(each.entry, each.after) for each in HandCounted.from_data(data).stacks]
    corrected = StackCorrected.from_data(data)
    return [(corrected.entry, corrected.after)]


def _of_bags(tournament: Tournament) -> Mapping[int, _Said]:
    """Bags that were accepted, of this tournament or of the flight that an entry came from."""
    of_it = Q(stop__tournament=tournament, entry__goes_on_as=None) | Q(
        entry__goes_on_as__tournament=tournament
    )
    bags = Bag.objects.filter(of_it, stop__bagged_at__isnull=False).order_by("pk")
    columns = ("entry", "entry__goes_on_as", "chips", "counted_at")
    return {
        goes_on_as or entry: _Said(at, chips, "bag")
        for entry, goes_on_as, chips, at in bags.values_list(*columns)
    }
