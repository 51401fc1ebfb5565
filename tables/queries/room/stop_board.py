"""The board of a stop, for the director and for the wall: one light a table, who is out, what they share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from tables.floor.hand_for_hand import Light, TableInRound, is_round_over, lead, slowest
from tables.queries.room.rounds import tables_in_round
from tournament.models import Entry, Stop, StopKind, Tournament
from tournament.queries.payouts.ladder import ladder_as_it_is, prize_pool
from tournament.queries.seats_won import seats_won
from tournament.queries.standings import entries_and_left
from tournament.rules.payouts.prizes import prize_shares


@dataclass(frozen=True, slots=True, kw_only=True)
class LightShown:
    """A table of the board; `hands_left` it may still deal in this round, the one in play not counted.

    `ahead`: in step, how many hands it has finished more than the slowest.
    """

    table: int
    light: Light
    hands_left: int
    is_counted: bool
    ahead: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class BustShown:
    """Who went out in this round, with the place and the prize as they are now; `prize` 0 for none."""

    name: str
    table: int
    first: int
    last: int
    prize: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StopBoard:
    """A stop in force. `has_rounds`: another round follows; `is_over`: every table is done.

    `players` are those left, `until_left` how many there are when it ends by itself. `busts` share `places_paid`
    prizes or fewer; they are final once the round is over.
    """

    kind: str
    label: str
    round: int
    hands: int
    has_rounds: bool
    is_over: bool
    is_announced: bool
    next_by_itself: bool
    locks_run_outs: bool
    minutes: int
    players: int
    until_left: int | None
    places_paid: int
    lights: tuple[LightShown, ...]
    # In step: the tables that are waited for, by number.
    slowest: tuple[int, ...]
    busts: tuple[BustShown, ...]

    @property
    def to_go(self) -> int:
        """How many more go out until it ends by itself."""
        return 0 if self.until_left is None else max(0, self.players - self.until_left)

    @property
    def done(self) -> int:
        return sum(light.light in ("done", "out") for light in self.lights)

    @property
    def all_in(self) -> int:
        """How many tables wait for their run-out."""
        return sum(light.light == "all_in" for light in self.lights)


def stop_board(tournament: Tournament, *, now: datetime) -> StopBoard | None:
    """What the room obeys now, None while tables deal on. Five queries at most, whatever the number of tables."""
    stop = tournament.stop
    if stop is None:
        return None
    tables = tables_in_round(tournament, now=now)
    in_step = stop.hands if stop.kind == StopKind.IN_STEP else 0
    entries, left = entries_and_left(tournament)
    ladder = ladder_as_it_is(tournament, pool=prize_pool(tournament), entries=entries)
    return StopBoard(
        kind=stop.kind,
        label=str(StopKind(stop.kind).label),
        round=stop.round,
        hands=stop.hands,
        has_rounds=stop.has_rounds,
        is_over=is_round_over(tables),
        is_announced=stop.round == 0,
        next_by_itself=stop.next_by_itself,
        locks_run_outs=stop.locks_run_outs,
        minutes=stop.minutes,
        players=left,
        until_left=None if stop.until_left is None else stop.until_left - seats_won(tournament),
        places_paid=ladder.places_paid,
        lights=tuple(_light(table, in_step=in_step) for table in tables),
        slowest=slowest(tables, hands=in_step) if in_step else (),
        busts=_busts(stop, ladder.prizes, tournament.payout_unit),
    )


def _light(table: TableInRound, *, in_step: int) -> LightShown:
    return LightShown(
        table=table.table,
        light=table.light,
        hands_left=max(0, (table.deals_until or 0) - table.hands_dealt),
        is_counted=table.is_counted,
        ahead=max(0, lead(table, hands=in_step)) if in_step else 0,
    )


def _busts(stop: Stop, ladder: Sequence[int], unit: int) -> tuple[BustShown, ...]:
    """Those of this round, the best place first; the prizes of a tie are shared in the order of the entries."""
    if stop.kind != StopKind.HAND_FOR_HAND or not stop.round:
        return ()
    out = Entry.objects.filter(round_bust__stop=stop, round_bust__round=stop.round)
    rows = out.select_related("player", "round_bust").order_by("place_first", "number")
    shown, taken = [], dict[int, int]()
    for entry in rows:
        first, last = entry.place_first or 0, entry.place_last or 0
        nth = taken.get(first, 0)
        taken[first] = nth + 1
        shown.append(
            BustShown(
                name=entry.player.shown_name,
                table=entry.round_bust.table_number,
                first=first,
                last=last,
                prize=prize_shares(ladder, first=first, last=last, unit=unit)[nth],
            )
        )
    return tuple(shown)
