from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from django.utils.translation import gettext as _

from tables.queries.checks.findings import Finding
from tournament.changes.change import Change, change_of, verbs
from tournament.changes.entries import (
    EntryEliminated,
    EntryRegistered,
    EntryReinstated,
    EntryVoided,
    PlaceChanged,
    Placed,
)
from tournament.changes.refunds import EntryRefunded, NoShowRemoved, NoShowUndone, RefundUndone
from tournament.changes.sales import SaleUndone
from tournament.models import Entry, EntryStatus, LogEntry, Tournament

# By how much the places of those who are out grow with each line: as many more players are in the field.
SHIFTS: Final[Mapping[type[Change], int]] = {
    EntryRegistered: 1,
    EntryVoided: -1,
    EntryRefunded: -1,
    RefundUndone: 1,
    NoShowRemoved: -1,
    NoShowUndone: 1,
}
VERBS: Final = verbs(*SHIFTS, EntryEliminated, PlaceChanged, EntryReinstated, SaleUndone)


@dataclass(frozen=True, slots=True)
class Place:
    first: int
    last: int

    def moved(self, by: int) -> Place:
        return Place(self.first + by, self.last + by)


@dataclass(slots=True)
class LoggedPlaces:
    """The places of those who are out, as the log tells of them, line by line.

    `again` is whose rebuy the line before has undone: who is out by that in the very next line had lost the last chip
    before the rebuy, and others, who have gone out since, move up.
    """

    places: dict[int, Place] = field(default_factory=dict)
    again: int = 0

    def hear(self, change: Change) -> None:
        again, self.again = self.again, 0
        match change:
            case SaleUndone(entry=entry):
                self.again = entry
            case EntryReinstated(entry=entry):
                self._come_back(entry)
            case Placed(entry=entry, place_first=first, place_last=last):
                if isinstance(change, EntryEliminated) and again == entry:
                    self._move_up(Place(first, last))
                self.places[entry] = Place(first, last)
            case _:
                by = SHIFTS[type(change)]
                self.places = {entry: place.moved(by) for entry, place in self.places.items()}

    def _come_back(self, entry: int) -> None:
        """Players who went out later did so with one player more; those who tied share the places that are left."""
        back = self.places.pop(entry, None)
        if back is None:
            return
        for other, place in self.places.items():
            if place.last < back.first:
                self.places[other] = place.moved(1)
            elif place == back:
                self.places[other] = replace(place, first=place.first + 1)

    def _move_up(self, put_out: Place) -> None:
        for other, place in self.places.items():
            if place.last <= put_out.first:
                self.places[other] = place.moved(-1)
            elif place == Place(put_out.first + 1, put_out.last):
                self.places[other] = put_out


def places_told(changes: Iterable[Change]) -> dict[int, Place]:
    logged = LoggedPlaces()
    for change in changes:
        logged.hear(change)
    return logged.places


def check_told_places(tournament: Tournament) -> Iterator[Finding]:
    """I25: each player who is out has the place that follows from the lines of who went out. Two queries.

    A player of whom the log does not tell is another finding, and so is one who should be in play.
    """
    lines = LogEntry.objects.filter(tournament=tournament, verb__in=VERBS).order_by("pk")
    changes = (change_of(verb, data) for verb, data in lines.values_list("verb", "data"))
    told = places_told(change for change in changes if change is not None)
    out = Entry.objects.filter(tournament=tournament, status=EntryStatus.ELIMINATED, pk__in=told)
    for pk, number, first, last in out.order_by("number").values_list(
        "pk", "number", "place_first", "place_last"
    ):
        if (first, last) != (told[pk].first, told[pk].last):
            yield Finding(
                invariant="I25",
                says=_("Entry %(number)s has place %(place)s; by the log it is %(told)s.")
                % {
                    "number": number,
                    "place": _words(first, last),
                    "told": _words(told[pk].first, told[pk].last),
                },
            )


def _words(first: int | None, last: int | None) -> str:
    return str(first) if first == last else f"{first}–{last}"
