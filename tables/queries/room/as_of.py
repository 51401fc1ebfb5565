"""The field as it stood some time ago: for a picture that is shown later than the room is (a broadcast with a delay).

A row says what is now; what has come since is taken off again: entries, busts, and the chips of hands (counted ones
too), of counts and of bags. What else moves chips (a rebuy, an add-on, a colour-up) is there at once: it tells nothing
of a hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Count, Min, Q

from tables.changes.bags import BaggedStack, BagsAccepted
from tables.changes.busts import PlayersBusted, StackInHand
from tables.changes.stacks import BookedStack, StackCorrected, StacksCounted
from tables.models import HandSeat, HandStatus
from tournament.changes.change import verbs
from tournament.models import Entry, EntryStatus, LogEntry, Tournament
from tournament.queries.flights import LIVE
from tournament.queries.standings import field_of

_CHANGES: Final = (StacksCounted, StackCorrected, PlayersBusted, BagsAccepted)
_Told = BaggedStack | BookedStack | StackInHand


@dataclass(frozen=True, slots=True, kw_only=True)
class StackThen:
    """A player who was in, by the number of the entry and the name that the public reads; chips None: unknown."""

    number: int
    name: str
    chips: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldThen:
    """How many entries there were, and the place of the next player out."""

    entries: int
    next_place: int


@dataclass(frozen=True, slots=True)
class _Before:
    """A stack, and the moment in which it became another one; None: nobody knew it."""

    at: datetime
    chips: int | None


def stacks_as_of(tournament: Tournament, *, then: datetime, hands: datetime) -> tuple[StackThen, ...]:
    """Everybody who was in, the largest stack first, those that nobody knew last. Four queries.

    then: who had come by then. hands: what hands had brought by this earlier moment: chips, and who was out.
    """
    there = Entry.objects.filter(tournament=tournament, registered_at__lte=then)
    in_then = there.filter(Q(status__in=LIVE) | Q(eliminated_at__gt=hands))
    entries = in_then.select_related("player").order_by("number")
    before = _changed_since(tournament, hands)
    stacks = [
        StackThen(number=entry.number, name=entry.player.shown_name, chips=_chips(entry, before))
        for entry in entries
    ]
    return tuple(sorted(stacks, key=lambda stack: (stack.chips is None, -(stack.chips or 0), stack.number)))


def field_as_of(tournament: Tournament, *, then: datetime, hands: datetime) -> FieldThen:
    """The same in figures. One query besides those of the field."""
    field = field_of(tournament)
    entries = Entry.objects.filter(tournament=tournament).exclude(status=EntryStatus.VOID)
    since = entries.aggregate(
        came=Count("pk", filter=Q(registered_at__gt=then)),
        came_in=Count("pk", filter=Q(registered_at__gt=then, status__in=LIVE)),
        out=Count("pk", filter=Q(registered_at__lte=then, eliminated_at__gt=hands)),
    )
    return FieldThen(
        entries=max(0, field.entries - since["came"]),
        next_place=max(0, field.next_place + since["out"] - since["came_in"]),
    )


def _chips(entry: Entry, before: Mapping[int, _Before]) -> int | None:
    changed = before.get(entry.pk)
    if changed is not None:
        return changed.chips
    is_known = entry.is_stack_known and entry.status in LIVE
    return entry.stack if is_known else None


def _changed_since(tournament: Tournament, then: datetime) -> dict[int, _Before]:
    """By entry the stack before the first change since; nothing where there was none."""
    found: dict[int, _Before] = {}
    for entry, before in (*_of_hands(tournament, then), *_of_lines(tournament, then)):
        if entry not in found or before.at < found[entry].at:
            found[entry] = before
    return found


def _of_hands(tournament: Tournament, then: datetime) -> Iterator[tuple[int, _Before]]:
    """What each player had in the first hand since: of one player a later hand has a higher id. The database picks it,
    for an hour of a room has thousands of seats. Two queries.
    """
    since = HandSeat.objects.filter(
        hand__table__tournament=tournament, hand__status=HandStatus.COMPLETE, hand__ended_at__gt=then
    )
    first = dict(since.values("entry").annotate(first=Min("hand")).order_by().values_list("entry", "first"))
    seats = HandSeat.objects.filter(hand__in=set(first.values()))
    columns = ("hand__is_counted", "hand__known_before", "hand__ended_at")
    for seat in seats.values_list("entry", "hand", "seat_number", "starting_stack", *columns):
        entry, hand, number, chips, is_counted, known, at = seat
        if first.get(entry) == hand and at is not None:
            yield entry, _Before(at, None if is_counted and number not in known else chips)


def _of_lines(tournament: Tournament, then: datetime) -> Iterator[tuple[int, _Before]]:
    lines = LogEntry.objects.filter(tournament=tournament, verb__in=verbs(*_CHANGES), at__gt=then)
    for verb, data, at in lines.order_by("pk").values_list("verb", "data", "at"):
        for entry, chips in _before(verb, data):
            yield entry, _Before(at, chips)


def _before(verb: str, data: Mapping[str, Any]) -> list[tuple[int, int | None]]:
    """What a line says of stacks before it."""
    if verb == StackCorrected.verb:
        corrected = StackCorrected.from_data(data)
        return [(corrected.entry, corrected.before)]
    return [(each.entry, each.before if each.was_known else None) for each in _told(verb, data)]


def _told(verb: str, data: Mapping[str, Any]) -> Iterable[_Told]:
    if verb == StacksCounted.verb:
        return StacksCounted.from_data(data).stacks
    if verb == BagsAccepted.verb:
        return BagsAccepted.from_data(data).stacks
    busted = PlayersBusted.from_data(data)
    return (*busted.out, *busted.by, *busted.others)
