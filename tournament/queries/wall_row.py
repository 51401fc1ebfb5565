"""What stands across the wall display, above the name of the event."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from django.db.models import Count

from tournament.models import BountyShare, Tournament
from tournament.options.figures import WallRow
from tournament.queries.clock import ClockBoard
from tournament.queries.payouts.ladder import ladder_as_it_is, prize_pool
from tournament.rules.structure.levels import Break

MOST_PRIZES: Final = 5
MOST_LEADERS: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class WallRowShown:
    """One of them has something: prizes by place in minor units, players with their knock-outs, or the values of the
    chips in play.
    """

    template: str
    prizes: tuple[tuple[int, int], ...] = ()
    leaders: tuple[tuple[str, int], ...] = ()
    chips: tuple[int, ...] = ()


def wall_row(tournament: Tournament, board: ClockBoard) -> WallRowShown | None:
    """The row of this event; None where there is nothing to show. One query, none for a set of chips."""
    row = tournament.options.row
    return None if row == WallRow.NOTHING else _ROWS[row](tournament, board)


def _prizes(tournament: Tournament, board: ClockBoard) -> WallRowShown | None:
    # After a chop a place has no prize of its own.
    if not tournament.options.money_on_wall or tournament.chop_id is not None:
        return None
    ladder = ladder_as_it_is(tournament, pool=prize_pool(tournament), entries=board.field.entries)
    shown = tuple(enumerate(ladder.prizes[: min(MOST_PRIZES, ladder.places_paid)], start=1))
    return WallRowShown(template=WallRow.PRIZES.template, prizes=shown) if shown else None


def _knock_outs(tournament: Tournament, _board: ClockBoard) -> WallRowShown | None:
    taken = BountyShare.objects.filter(tournament=tournament, undone_at=None, is_at_the_end=False)
    names = ("winner__player__public_name", "winner__player__name")
    leaders = taken.values_list("winner", *names).annotate(knock_outs=Count("pk"))
    shown = tuple(
        (public or name, knock_outs)
        for _entry, public, name, knock_outs in leaders.order_by("-knock_outs", "winner__number")[
            :MOST_LEADERS
        ]
    )
    return WallRowShown(template=WallRow.KNOCK_OUTS.template, leaders=shown) if shown else None


def _chips(tournament: Tournament, board: ClockBoard) -> WallRowShown | None:
    """Those that no break has taken out of play yet."""
    over = tournament.structure.periods[: board.period_index]
    gone = {value for period in over if isinstance(period, Break) for value in period.chips_removed}
    shown = tuple(value for value in tournament.chip_values if value not in gone)
    return WallRowShown(template=WallRow.CHIPS.template, chips=shown) if shown else None


_ROWS: Final[dict[WallRow, Callable[[Tournament, ClockBoard], WallRowShown | None]]] = {
    WallRow.PRIZES: _prizes,
    WallRow.KNOCK_OUTS: _knock_outs,
    WallRow.CHIPS: _chips,
}
