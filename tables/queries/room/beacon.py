"""The rounds of the public beacon that were announced for draws of all seats (tournament.draws.beacon)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from tables.changes.beacon import RoundNamed, RoundReplaced
from tables.models import SeatDraw
from tournament.draws.beacon import out_at, read_public
from tournament.models import LogEntry, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedRound:
    """A round that was announced for a draw; `withdrawn_at` is None while the announcement stands."""

    line: int
    draw: int
    tables_left: int | None
    listed: str
    number: int
    named_at: datetime
    withdrawn_at: datetime | None
    is_used: bool

    @property
    def out_at(self) -> datetime:
        return out_at(self.number)

    @property
    def was_out(self) -> bool:
        """Whether it was withdrawn when everybody could know what it would give."""
        return self.withdrawn_at is not None and self.withdrawn_at >= self.out_at


def named_rounds(tournament: Tournament) -> tuple[NamedRound, ...]:
    """All that were announced, the newest first; withdrawn ones too, so that none goes unseen. Three queries."""
    lines = LogEntry.objects.filter(tournament=tournament, verb=RoundNamed.verb).select_related("undone_by")
    drawn = SeatDraw.objects.filter(tournament=tournament, public__startswith="beacon ")
    used = dict(drawn.values_list("number", "public"))
    replaced = LogEntry.objects.filter(tournament=tournament, verb=RoundReplaced.verb)
    instead = {RoundReplaced.of(line).line: line.at for line in replaced}
    return tuple(_named(line, used, instead) for line in lines.order_by("-pk"))


def round_to_use(tournament: Tournament) -> NamedRound | None:
    """The round that waits to be drawn with; None where none does. Three queries."""
    waiting = (each for each in named_rounds(tournament) if each.withdrawn_at is None and not each.is_used)
    return next(waiting, None)


def _named(line: LogEntry, used: Mapping[int | None, str], instead: Mapping[int, datetime]) -> NamedRound:
    told = RoundNamed.of(line)
    by_beacon = read_public(used.get(told.draw, ""))
    undone = getattr(line, "undone_by", None)
    withdrawn_at = instead.get(line.pk) if undone is None else undone.at
    return NamedRound(
        line=line.pk,
        draw=told.draw,
        tables_left=told.tables_left,
        listed=told.listed,
        number=told.number,
        named_at=line.at,
        withdrawn_at=withdrawn_at,
        is_used=withdrawn_at is None and by_beacon is not None and by_beacon[0] == told.number,
    )
