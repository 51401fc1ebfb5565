"""The rounds of the public beacon that were announced for draws of all seats (tournament.draws.beacon)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tables.changes.beacon import RoundNamed
from tables.models import SeatDraw
from tables.queries.room.draws import DrawToCome
from tournament.draws.beacon import out_at, read_public
from tournament.models import LogEntry, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedRound:
    """A round that was announced for a draw. `is_withdrawn`: the announcement was undone."""

    line: int
    draw: int
    tables_left: int | None
    entries: str
    number: int
    named_at: datetime
    is_withdrawn: bool
    is_used: bool

    @property
    def out_at(self) -> datetime:
        return out_at(self.number)

    def is_for(self, to_come: DrawToCome) -> bool:
        """Whether the draw to come is the one that it was announced for, from the same list."""
        return (self.draw, self.entries) == (to_come.number, to_come.fingerprint)


def named_rounds(tournament: Tournament) -> tuple[NamedRound, ...]:
    """All that were announced, the newest first; withdrawn ones too, so that none goes unseen. Two queries."""
    lines = LogEntry.objects.filter(tournament=tournament, verb=RoundNamed.verb).select_related("undone_by")
    drawn = SeatDraw.objects.filter(tournament=tournament, public__startswith="beacon ")
    used = dict(drawn.values_list("number", "public"))
    return tuple(_named(line, used) for line in lines.order_by("-pk"))


def round_to_use(tournament: Tournament, to_come: DrawToCome) -> NamedRound | None:
    """The round by which the draw to come has to be made; None where none is announced for it. Two queries."""
    standing = (each for each in named_rounds(tournament) if not each.is_withdrawn)
    newest = next(standing, None)
    return newest if newest is not None and newest.is_for(to_come) else None


def _named(line: LogEntry, used: dict[int | None, str]) -> NamedRound:
    told = RoundNamed.of(line)
    by_beacon = read_public(used.get(told.draw, ""))
    return NamedRound(
        line=line.pk,
        draw=told.draw,
        tables_left=told.tables_left,
        entries=told.entries,
        number=told.number,
        named_at=line.at,
        is_withdrawn=hasattr(line, "undone_by"),
        is_used=by_beacon is not None and by_beacon[0] == told.number,
    )
