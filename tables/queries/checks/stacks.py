from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import groupby, pairwise
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _

from tables.changes.bags import BagsAccepted, BagsReopened
from tables.changes.busts import BustUndone, PlayersBusted
from tables.changes.colour_ups import ColourUpUndone, TableColouredUp
from tables.changes.stacks import CountUndone, StackCorrected, StacksCounted
from tables.models import HandSeat, HandStatus
from tables.queries.checks.findings import Finding
from tournament.changes.change import verbs
from tournament.changes.entries import EntryReinstated
from tournament.models import ChipRow, EntryStatus, LogEntry, Tournament

CHUNK: Final = 2_000
# Hosts of one house have clocks that differ a little.
DIFFER: Final = timedelta(seconds=5)
# Lines that give stacks to those whom they name.
GIVE: Final = verbs(
    StackCorrected,
    StacksCounted,
    CountUndone,
    TableColouredUp,
    ColourUpUndone,
    BagsAccepted,
    PlayersBusted,
    EntryReinstated,
)
# Lines that give stacks back and name nobody.
GIVE_BACK: Final = verbs(BagsReopened, BustUndone)


class Dealt(NamedTuple):
    """A player in a hand: the columns that are read, the player's row among them as of the same moment."""

    entry: int
    number: int
    status: str
    stack: int
    table: int
    hand: int
    hand_status: str
    started_at: datetime
    ended_at: datetime | None
    brought: int
    finished: int | None

    @property
    def left(self) -> int:
        """The chips after it; in the hand in play those of before, which the books keep until it is over."""
        return self.brought if self.finished is None else self.finished


COLUMNS: Final = (
    *("entry_id", "entry__number", "entry__status", "entry__stack"),
    *("hand__table__number", "hand__number", "hand__status", "hand__started_at", "hand__ended_at"),
    *("starting_stack", "finishing_stack"),
)


class Jump(NamedTuple):
    """Somebody's chips are not those that the hand before has left, between two moments."""

    entry: int
    since: datetime
    until: datetime | None
    says: str


def check_stacks(tournament: Tournament) -> Iterator[Finding]:
    """I19: each hand begins with the chips that the player's hand before has left, and the last one leaves what the
    player has, unless something between tells of other chips: a rebuy, a count, a correction.

    One query, over every player of every hand; two more only where chips came or went between hands. Right also
    while people play: what could excuse a difference is read after it.
    """
    jumps = list(_jumps(tournament))
    if not jumps:
        return
    given = _given(tournament, {each.entry for each in jumps})
    for each in jumps:
        since, until = each.since - DIFFER, None if each.until is None else each.until + DIFFER
        moments = (*given.get(each.entry, ()), *given.get(None, ()))
        if not any(since <= at and (until is None or at <= until) for at in moments):
            yield Finding(invariant="I19", says=each.says)


def _jumps(tournament: Tournament) -> Iterator[Jump]:
    seats = HandSeat.objects.filter(hand__table__tournament=tournament).exclude(hand__status=HandStatus.VOID)
    rows = seats.order_by("entry_id", "hand_id").values_list(*COLUMNS).iterator(chunk_size=CHUNK)
    for _entry, dealt in groupby((Dealt(*row) for row in rows), key=lambda each: each.entry):
        hands = list(dealt)
        for before, after in pairwise(hands):
            if before.left != after.brought:
                yield _between(before, after)
        last = hands[-1]
        if last.status == EntryStatus.PLAYING and last.left != last.stack:
            yield _since(last)


def _between(before: Dealt, after: Dealt) -> Jump:
    says = _(
        "Entry %(number)s has %(left)s chips after hand %(hand)s of table %(table)s and begins hand %(next)s of table "
        "%(at)s with %(brought)s; nothing between them says why."
    ) % {
        "number": before.number,
        "left": before.left,
        "hand": before.hand,
        "table": before.table,
        "next": after.hand,
        "at": after.table,
        "brought": after.brought,
    }
    since = before.ended_at or before.started_at
    return Jump(entry=before.entry, since=since, until=after.started_at, says=says)


def _since(last: Dealt) -> Jump:
    words = {
        "number": last.number,
        "stack": last.stack,
        "left": last.left,
        "hand": last.hand,
        "table": last.table,
    }
    if last.hand_status == HandStatus.OPEN:
        says = _(
            "Entry %(number)s has %(stack)s chips and was dealt into hand %(hand)s of table %(table)s with %(left)s; "
            "nothing since then says why."
        )
    else:
        says = _(
            "Entry %(number)s has %(stack)s chips, after hand %(hand)s of table %(table)s it was %(left)s; nothing "
            "since then says why."
        )
    return Jump(entry=last.entry, since=last.ended_at or last.started_at, until=None, says=says % words)


def _given(tournament: Tournament, entries: set[int]) -> dict[int | None, list[datetime]]:
    """When chips came to these entries or left them other than by a hand; by None where it is not said to whom."""
    given: dict[int | None, list[datetime]] = {}
    rows = ChipRow.objects.filter(tournament=tournament, entry__in=entries)
    for entry, at in rows.values_list("entry", "at"):
        given.setdefault(entry, []).append(at)
    lines = LogEntry.objects.filter(tournament=tournament, verb__in=[*GIVE, *GIVE_BACK])
    for verb, data, at in lines.values_list("verb", "data", "at").iterator(chunk_size=CHUNK):
        named: set[int | None] = {None} if verb in GIVE_BACK else {*(entries & set(_named(data)))}
        for each in named:
            given.setdefault(each, []).append(at)
    return given


def _named(data: Any) -> Iterator[int]:
    """Every entry that a line names, however deep."""
    if isinstance(data, dict):
        if isinstance(entry := data.get("entry"), int):
            yield entry
        for each in data.values():
            yield from _named(each)
    elif isinstance(data, list):
        for each in data:
            yield from _named(each)
