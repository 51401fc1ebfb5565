"""Which of the events that wait were imported before, or wait already: the same again, or another version."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from tournament.models import ImportedEvent
from tournament.rules.names import fold_name
from tournament.rules.past.likeness import Told, likeness, told_by


@dataclass(frozen=True, slots=True, kw_only=True)
class Recognised:
    """An event that waits, and the earlier one that it is: imported, or waiting since before. is_same: it says nothing
    else.
    """

    event: ImportedEvent
    earlier: ImportedEvent
    is_same: bool


# By whether it has no day.
_NAMED: Final = {True: "undated", False: "dated"}


class _Index:
    """Events by all that two versions of one may have in common."""

    def __init__(self) -> None:
        self._found: dict[tuple[object, ...], list[tuple[ImportedEvent, Told]]] = defaultdict(list)

    def add(self, event: ImportedEvent, told: Told) -> None:
        for key in _keys(told, _NAMED[told.day is None]):
            self._found[key].append((event, told))

    def like(self, told: Told) -> dict[int, tuple[ImportedEvent, Told]]:
        """By pk. Of two that have a day each their names alone say nothing."""
        undated = (_NAMED[True],)
        keys = _keys(told, *(_NAMED.values() if told.day is None else undated))
        return {one.pk: (one, theirs) for key in keys for one, theirs in self._found.get(key, ())}


def _keys(told: Told, *named: str) -> Iterator[tuple[object, ...]]:
    if told.own_id:
        yield "id", told.own_id
    if told.day is not None:
        yield "day", told.day
    for kind in named:
        yield kind, told.name, len(told.places)


def recognised(events: Sequence[ImportedEvent]) -> dict[int, Recognised]:
    """By pk those of these waiting events that are known: two queries. Of two that wait the later one here is."""
    told = {event.pk: told_by(event.data, own_id=event.own_id) for event in events}
    before = _Index()
    for earlier in _that_may_be(told.values()) if events else ():
        before.add(earlier, told_by(earlier.data, own_id=earlier.own_id))
    found: dict[int, Recognised] = {}
    for event in events:
        mine = told[event.pk]
        known = _best(event, mine, before)
        if known is None:
            before.add(event, mine)
        else:
            found[event.pk] = known
    return found


def _best(event: ImportedEvent, mine: Told, before: _Index) -> Recognised | None:
    """The same one, else the version with its id, else the newest one."""
    alike = [
        (kind == "same", bool(mine.own_id) and theirs.own_id == mine.own_id, earlier.pk, earlier)
        for earlier, theirs in before.like(mine).values()
        if (kind := likeness(mine, theirs)) != "other"
    ]
    if not alike:
        return None
    is_same, _has_its_id, _pk, earlier = max(alike, key=lambda each: each[:3])
    return Recognised(event=event, earlier=earlier, is_same=is_same)


def _that_may_be(told: Iterable[Told]) -> list[ImportedEvent]:
    """Imported events that may be one of these."""
    everything = list(told)
    ids = {each.own_id for each in everything if each.own_id}
    days = {each.day for each in everything if each.day is not None}
    names = {(each.name, len(each.places)) for each in everything}
    undated = {(each.name, len(each.places)) for each in everything if each.day is None}
    imported = ImportedEvent.objects.exclude(imported_at=None)
    found = []
    for pk, own_id, name, day, players in imported.values_list("pk", "own_id", "name", "day", "players"):
        called = (fold_name(name), players)
        is_near = str(day) in days if day else called in names
        if own_id in ids or is_near or called in undated:
            found.append(pk)
    return list(ImportedEvent.objects.filter(pk__in=found).order_by("pk"))
