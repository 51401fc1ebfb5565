"""The console's grid: every open table in a few figures and marks.

A room of a thousand tables is read again and again, so that each question is answered by one light row a table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from django.db.models import Count, Exists, F, Min, OuterRef, Q

from tables.engine.games.rotations import GameTurn
from tables.floor.moves.halting import halts
from tables.floor.room import TableView, seats_per_table
from tables.floor.rules import FloorRules
from tables.models import (
    Device,
    FloorMessage,
    Hand,
    HandStatus,
    MessageKind,
    Move,
    MoveStatus,
    Recording,
    Table,
    TableStatus,
)
from tables.models.rules import floor_rules
from tables.queries.console.seat_maps import MOST_MAPS, MapSeat, seat_maps
from tables.queries.room.kept_for_rebuys import KeptSeat, seats_kept
from tables.queries.room.tables import room
from tables.queries.table.final_table import may_have_final_table
from tables.queries.table.last_hand import OutShown, out_by_table
from tables.queries.table.next_game import games_of_next_hands, turn_with
from tournament.models import Entry, Tournament, TournamentStatus
from tournament.queries.level import level_now

Mark = Literal[
    "called",
    "halted",
    "held",
    "breaking",
    "short",
    "long",
    "rebuy",
    "absent",
    "penalty",
    "no_tablet",
    "moving",
    "results",
    "busts",
    "final",
    "uncounted",
]

# What brings somebody of the floor to a table. Where one table is short, all others may be over: that one is enough.
NEEDS_SOMEBODY: Final[frozenset[Mark]] = frozenset(
    {"called", "halted", "uncounted", "held", "breaking", "short", "moving"}
)

# Tables that have a card.
IN_PLAY = (TableStatus.OPEN, TableStatus.HELD, TableStatus.BREAKING)
PACE_WINDOW = timedelta(hours=1)
# Too few hands to judge the pace.
PACE_HANDS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCard:
    """One table in the grid. `hands_per_hour` is None until there were enough hands to tell.

    `is_level_behind`: the hand in play began at an earlier level than hands begin at now. `turn` is
    set in a mixed level: the game in play or next, the hands of it still to come, what follows. `out`
    are those who went out last, in a hand or put out by hand, until the next one is dealt. `button` is its seat in the
    hand in play or else in the next one, 0 where there is none. `seat_map` has every seat, in a small room only. It
    stands until `uncounted` stacks are counted.
    """

    number: int
    players: int
    seats: int
    status: str
    hold_reason: str
    hand_number: int
    is_in_hand: bool
    level_number: int | None
    is_level_behind: bool
    turn: GameTurn | None
    hands_per_hour: int | None
    out: tuple[OutShown, ...]
    marks: tuple[Mark, ...]
    button: int = 0
    zone: str = ""
    uncounted: int = 0
    seat_map: tuple[MapSeat, ...] = ()

    @property
    def needs_somebody(self) -> bool:
        """Whether somebody of the floor has to come to this table."""
        return not NEEDS_SOMEBODY.isdisjoint(self.marks)


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """Every table that is open, and the numbers of those that are closed."""

    cards: tuple[TableCard, ...]
    closed: tuple[int, ...]


class _GridTable(NamedTuple):
    """What a card tells of the table itself; `players` sit there before the moves that wait."""

    pk: int
    number: int
    seats_count: int
    status: str
    hold_reason: str
    hands_dealt: int
    recording: str
    players: int
    is_called: bool
    has_tablet: bool
    zone__name: str | None


class _LastHand(NamedTuple):
    """What a card tells of a table's last hand."""

    pk: int
    status: str
    level_index: int
    level_number: int
    game: str
    is_redealt: bool
    ended_at: datetime | None

    @property
    def is_open(self) -> bool:
        return self.status == HandStatus.OPEN


def table_grid(
    tournament: Tournament,
    *,
    now: datetime,
    views: Sequence[TableView] | None = None,
    pace: Mapping[int, int] | None = None,
) -> Grid:
    """A fixed number of queries, whatever the number of tables.

    Fewer with `views`, the room as it is now, or with `pace`, its hands an hour.
    """
    calls = FloorMessage.objects.filter(table=OuterRef("pk"), done_at__isnull=True, kind=MessageKind.CALL)
    paired = Device.objects.filter(table=OuterRef("pk"), revoked_at__isnull=True, expires_at__gt=now)
    rows = Table.objects.filter(tournament=tournament).annotate(
        players=Count("seats__entry"),
        is_called=Exists(calls),
        has_tablet=Exists(paired),
    )
    tables = [_GridTable(*row) for row in rows.order_by("number").values_list(*_GridTable._fields)]
    return Grid(
        cards=_cards(
            tournament,
            [table for table in tables if table.status in IN_PLAY],
            room(tournament) if views is None else views,
            hands_an_hour(tournament, now) if pace is None else pace,
            now,
        ),
        closed=tuple(table.number for table in tables if table.status == TableStatus.CLOSED),
    )


def _cards(
    tournament: Tournament,
    tables: Sequence[_GridTable],
    views: Sequence[TableView],
    pace: Mapping[int, int],
    now: datetime,
) -> tuple[TableCard, ...]:
    hands = _last_hands(tournament)
    out = out_by_table(
        tournament,
        complete={
            hand.pk: (table, hand.ended_at)
            for table, hand in hands.items()
            if hand.status == HandStatus.COMPLETE and hand.ended_at is not None
        },
        in_hand=[table for table, hand in hands.items() if hand.is_open],
    )
    level = level_now(tournament, now=now)
    coming = games_of_next_hands([table.pk for table in tables], level)
    rules = floor_rules(tournament)
    has_maps = len(tables) <= MOST_MAPS
    moves = _waiting_moves(tournament, with_players=has_maps)
    sitting_out, uncounted = _sitting_out(tournament)
    others: dict[Mark, Collection[int]] = {
        **sitting_out,
        "final": _final_table(tournament, tables),
        "uncounted": uncounted,
    }
    marks = _marks(rules, tables, views, {move.from_table_id for move in moves}, others)
    keys = {table: hand.pk for table, hand in hands.items()}
    kept = _kept_seats(tournament, views) if has_maps else ()
    maps = seat_maps(tournament, hands=keys, moves=moves, kept=kept, due=coming) if has_maps else {}
    by_number = {view.table: view for view in views}

    def card(table: _GridTable) -> TableCard:
        hand = hands.get(table.pk)
        in_play = hand if hand is not None and hand.is_open else None
        return TableCard(
            number=table.number,
            players=table.players,
            seats=table.seats_count,
            status=table.status,
            hold_reason=table.hold_reason,
            hand_number=table.hands_dealt,
            is_in_hand=in_play is not None,
            level_number=None if hand is None else hand.level_number,
            is_level_behind=in_play is not None and in_play.level_index < level.index,
            turn=turn_with(coming[table.pk], "" if in_play is None else in_play.game),
            hands_per_hour=pace.get(table.pk),
            out=out.get(table.pk, ()),
            marks=marks[table.pk],
            button=_button(by_number.get(table.number), rules, is_dealt_again=bool(hand and hand.is_redealt)),
            zone=table.zone__name or "",
            uncounted=uncounted[table.pk],
            seat_map=maps.get(table.pk, ()),
        )

    return tuple(map(card, tables))


def _button(view: TableView | None, rules: FloorRules, *, is_dealt_again: bool) -> int:
    """The seat of the button; 0 for a table that is being broken, and where there is none."""
    if view is None or not view.has_button:
        return 0
    if view.positions is not None and (view.in_hand or is_dealt_again):
        return view.positions.button
    return _next_button(view, rules)


# Between two hands every console asks for the same again.
@lru_cache(maxsize=4096)
def _next_button(view: TableView, rules: FloorRules) -> int:
    positions = view.next_hand(rules)
    return 0 if positions is None else positions.marker


def _kept_seats(tournament: Tournament, views: Sequence[TableView]) -> tuple[KeptSeat, ...]:
    """Those for players who may buy back, with their names. No query where the room has none."""
    return seats_kept(tournament) if any(view.deciding for view in views) else ()


def _waiting_moves(tournament: Tournament, *, with_players: bool) -> list[Move]:
    """One query."""
    waiting = Move.objects.filter(tournament=tournament, status=MoveStatus.WAITING)
    return list(waiting.select_related("entry__player", "to_table") if with_players else waiting)


def _marks(
    rules: FloorRules,
    tables: Sequence[_GridTable],
    views: Sequence[TableView],
    moving: Collection[int],
    other: Mapping[Mark, Collection[int]],
) -> dict[int, tuple[Mark, ...]]:
    """By table its marks, the most urgent first; `moving` are the tables that a player waits to leave, `other` those
    with a player who is absent, or on a penalty, those that stand until stacks are counted, and the final table."""
    halted = {halt.table for halt in halts(views, rules) if halt.is_now}
    sizes = _sizes(views, rules)
    deciding = {view.table for view in views if view.deciding}

    def marks(table: _GridTable) -> tuple[Mark, ...]:
        size = sizes.get(table.number)
        holds: tuple[tuple[Mark, bool], ...] = (
            ("called", table.is_called),
            ("halted", table.number in halted),
            ("uncounted", table.pk in other["uncounted"]),
            ("held", table.status == TableStatus.HELD),
            ("breaking", table.status == TableStatus.BREAKING),
            ("short", size == "short"),
            ("long", size == "long"),
            ("rebuy", table.number in deciding),
            ("moving", table.pk in moving),
            ("absent", table.pk in other["absent"]),
            ("penalty", table.pk in other["penalty"]),
            ("no_tablet", not table.has_tablet and table.recording == Recording.HANDS),
            ("results", table.recording == Recording.RESULTS),
            ("busts", table.recording == Recording.BUSTS),
            ("final", table.pk in other["final"]),
        )
        return tuple([mark for mark, is_set in holds if is_set])

    return {table.pk: marks(table) for table in tables}


def _final_table(tournament: Tournament, tables: Sequence[_GridTable]) -> set[int]:
    """The one table left, once nobody can enter."""
    has_players = {table.pk for table in tables if table.players}
    return has_players if len(has_players) == 1 and may_have_final_table(tournament) else set()


def _sitting_out(tournament: Tournament) -> tuple[dict[Mark, set[int]], Counter[int]]:
    """The tables that have a player who is absent, and one on a penalty; and of those that stand, because a recorded
    hand is played from stacks that are known, how many are not.

    Asked for apart: few players sit out, and counted with the seats of every table they cost as much as the seats.
    """
    stands = Q(is_stack_known=False, seat__table__recording=Recording.HANDS)
    is_running = tournament.status == TournamentStatus.RUNNING
    rows = Entry.objects.filter(
        Q(is_absent=True) | Q(penalty_hands__gt=0) | (stands if is_running else Q()),
        tournament=tournament,
        seat__isnull=False,
    ).values_list("seat__table", "is_absent", "penalty_hands", "is_stack_known", "seat__table__recording")
    found: dict[Mark, set[int]] = {"absent": set(), "penalty": set()}
    uncounted = Counter[int]()
    for table, is_absent, penalty_hands, is_known, recording in rows:
        if is_absent:
            found["absent"].add(table)
        if penalty_hands:
            found["penalty"].add(table)
        uncounted[table] += is_running and not is_known and recording == Recording.HANDS
    return found, +uncounted


def _last_hands(tournament: Tournament) -> dict[int, _LastHand]:
    """By table the last hand that was dealt and not undone."""
    rows = Hand.objects.filter(
        table__tournament=tournament,
        table__status__in=IN_PLAY,
        number=F("table__hands_dealt"),
        number__gt=F("table__hands_before"),
    ).exclude(status=HandStatus.VOID)
    return {row[0]: _LastHand(*row[1:]) for row in rows.values_list("table_id", *_LastHand._fields)}


def hands_an_hour(tournament: Tournament, now: datetime) -> dict[int, int]:
    """By table, of those with enough hands: hands an hour over the last hour, or since the table's first hand in it.

    PostgreSQL answers from an index (`hand_pace`), as long as no other column is named.
    """
    since = now - PACE_WINDOW
    rows = (
        Hand.objects.filter(
            table__tournament=tournament,
            table__status__in=IN_PLAY,
            status=HandStatus.COMPLETE,
            ended_at__gt=since,
            ended_at__lte=now,
        )
        .values("table_id")
        .annotate(count=Count("ended_at"), first=Min("started_at"))
        .values_list("table_id", "count", "first", "table__recording")
    )
    pace = {}
    for table_id, count, first, recording in rows:
        if recording == Recording.RESULTS:
            # A counted hand is stored when it is over: the first only says since when hands are counted.
            count -= 1
        span = now - max(first, since)
        if count >= PACE_HANDS and span:
            pace[table_id] = round(count * PACE_WINDOW / span)
    return pace


def _sizes(rooms: Sequence[TableView], rules: FloorRules) -> dict[int, Literal["short", "long"]]:
    """The tables that are further apart than the rules allow, once the moves that wait are made."""
    if not rooms:
        return {}
    tolerance = rules.tolerance(len(rooms), seats_per_table(rooms))
    counts = [view.players for view in rooms]
    fullest, emptiest = max(counts), min(counts)
    sizes: dict[int, Literal["short", "long"]] = {}
    for view, players in zip(rooms, counts, strict=True):
        if fullest - players > tolerance:
            sizes[view.table] = "short"
        elif players - emptiest > tolerance:
            sizes[view.table] = "long"
    return sizes
