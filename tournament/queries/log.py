"""The log to read: who did what, when and why, newest first, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Literal

from django.db.models import Q

from tournament.changes.change import Change, LinePage, change_of, sentence_of, verbs, verbs_of
from tournament.changes.entries import EntryEliminated, PlaceChanged, Placed
from tournament.changes.kinds import all_kinds
from tournament.models import Entry, LogEntry, Tournament
from tournament.queries.names import has_words
from tournament.rules.names import fold_name
from tournament.words.writer import Writer

PAGE_SIZE = 50
TELL_PLACES: Final = verbs(EntryEliminated, PlaceChanged)
# What the log calls those who have neither an account nor a tablet (tournament.services.actor).
CLOCK, HOUSE = "clock", "floorman"
ActorKind = Literal["person", "tablet", "clock", "house"]

# Why a change was made, for verbs whose lines keep the reason as codes elsewhere.
Why = Callable[[Sequence[LogEntry], Writer], Mapping[int, str]]
_whys: Final[dict[str, Why]] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class LogFilter:
    """What to show: one table's lines, one player's (by name), one kind's, those before a line."""

    table: int | None = None
    player: str = ""
    kind: str = ""
    before: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LogLine:
    """One line. `undoes` is the line it undid, `undone_by` who took this one back.

    `device` is what a person acted on; a tablet is its own actor. `page` is where something is added to it.
    """

    pk: int
    at: datetime
    verb: str
    text: str
    why: str
    actor: str
    by: ActorKind
    device: str
    undoes: int | None
    undone_by: str
    undone_at: datetime | None
    can_undo: bool
    page: LinePage | None


def kinds() -> tuple[tuple[str, str], ...]:
    """Name and label of every kind, for a list to choose from."""
    return tuple((kind.name, str(kind.label)) for kind in all_kinds())


def register_why(verbs: Collection[str], why: Why) -> None:
    """Let `why` say the reasons of lines with these verbs, all at once."""
    for verb in verbs:
        _whys[verb] = why


def log_rows(tournament: Tournament, *, wanted: LogFilter, limit: int = PAGE_SIZE) -> list[LogEntry]:
    """The newest rows that fit, with who took them back. One query, two for a player's."""
    rows = LogEntry.objects.filter(tournament=tournament).select_related("undone_by")
    if wanted.table is not None:
        rows = rows.filter(
            Q(data__table=wanted.table) | Q(data__from_table=wanted.table) | Q(data__to_table=wanted.table)
        )
    if wanted.player:
        rows = rows.filter(_about(tournament, wanted.player))
    for kind in all_kinds():
        if kind.name == wanted.kind:
            rows = rows.filter(verb__in=verbs_of(kind))
    if wanted.before is not None:
        rows = rows.filter(pk__lt=wanted.before)
    return list(rows.order_by("-pk")[:limit])


def _about(tournament: Tournament, typed: str) -> Q:
    """Lines about players with that name, and those that have it as it was typed: the name of that time."""
    folded = fold_name(typed)
    said = Q(data__name__icontains=typed)
    if not folded:
        return said
    entries = Entry.objects.filter(has_words(folded, field="player__search_name"), tournament=tournament)
    return said | Q(data__entry__in=list(entries.values_list("pk", flat=True)))


def log_lines(
    rows: Sequence[LogEntry], *, writer: Writer, can_undo: Collection[int] = ()
) -> tuple[LogLine, ...]:
    """The rows in words. `can_undo`: ids of those that can be undone."""
    reasons = _reasons(rows, writer)
    past = _places_past(rows)
    return tuple(
        _line(row, reasons.get(row.pk, row.reason), writer, row.pk in can_undo, is_past=row.pk in past)
        for row in rows
    )


def _places_past(rows: Sequence[LogEntry]) -> frozenset[int]:
    """The lines that tell of a place which is another one by now: others entered or went out, it was undone, or the
    player came back and has gone out again, whatever the place.

    One query, none where no line tells of a place.
    """
    placed = {row.pk: Placed.of(row) for row in rows if row.verb in TELL_PLACES}
    if not placed:
        return frozenset()
    entries = Entry.objects.filter(pk__in={each.entry for each in placed.values()})
    found = entries.values_list("pk", "place_first", "place_last", "eliminated_at")
    places = {pk: (first, last, out_at) for pk, first, last, out_at in found}

    def holds(told_of: Placed, at: datetime) -> bool:
        first, last, out_at = places.get(told_of.entry, (None, None, None))
        is_place = (first, last) == (told_of.place_first, told_of.place_last)
        return is_place and (out_at is None or at >= out_at)

    return frozenset(row.pk for row in rows if row.pk in placed and not holds(placed[row.pk], row.at))


def _reasons(rows: Sequence[LogEntry], writer: Writer) -> dict[int, str]:
    groups: dict[Why, list[LogEntry]] = {}
    for row in rows:
        if row.verb in _whys:
            groups.setdefault(_whys[row.verb], []).append(row)
    found: dict[int, str] = {}
    for why, group in groups.items():
        found.update(why(group, writer))
    return found


def _line(row: LogEntry, why: str, writer: Writer, can_undo: bool, *, is_past: bool) -> LogLine:
    """`is_past`: the place that it tells of was that of its moment."""
    undone: Any = getattr(row, "undone_by", None)
    change = change_of(row.verb, row.data)
    return LogLine(
        pk=row.pk,
        at=row.at,
        verb=row.verb,
        text=change.said_as_past(writer)
        if is_past and isinstance(change, Placed)
        else sentence_of(row, writer),
        why=why,
        actor=row.actor,
        by=_by(row),
        device=row.device,
        undoes=row.undoes_id,
        undone_by=undone.actor if undone else "",
        undone_at=undone.at if undone else None,
        can_undo=can_undo,
        page=None if undone or change is None else _page(change, can_undo=can_undo),
    )


def _page(change: Change, *, can_undo: bool) -> LinePage | None:
    page = change.page()
    return None if page is not None and page.is_undo and not can_undo else page


def _by(row: LogEntry) -> ActorKind:
    """Lines name their actor in words; the clock and Floorman itself have no account."""
    if row.tablet is not None:
        return "tablet"
    if row.account_id is None:
        if row.actor == CLOCK:
            return "clock"
        if row.actor == HOUSE:
            return "house"
    return "person"
