"""One table as the floor sees it: who sits where, the hand in play, its hands, its tablets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from django.core.paginator import Page, Paginator
from django.db.models import Count, OuterRef, QuerySet, Subquery

from tables import engine
from tables.floor.reasons import Reason
from tables.models import (
    Device,
    FloorMessage,
    Hand,
    HandSeat,
    HandStatus,
    MessageKind,
    Move,
    MoveStatus,
    PairingCode,
    Recording,
    Seat,
    Table,
    TableStatus,
)
from tables.queries.console.hand_now import CalledClock, HandNow, called_clock, hand_now
from tables.queries.console.seat_maps import lock_shown
from tables.queries.room.arrivals import NoShowOffer, no_show_offer
from tables.queries.room.kept_for_rebuys import seats_kept
from tables.queries.room.sale_offers import Buyer, buyer_at, buyer_who_sat
from tables.queries.room.tables import room
from tables.queries.table.absence import HandsAbsent, absences
from tables.queries.table.coming import coming_hand
from tables.queries.table.final_table import is_final_table
from tables.queries.table.hand import last_hand, load_hand
from tables.queries.table.last_hand import LastHand, OutShown, last_hand_shown
from tables.queries.table.next_game import game_of_next_hand
from tables.queries.table.packets import packets_of
from tables.queries.table.penalties import PenaltyShown, penalties_of
from tables.queries.table.seat_clock import seat_clock
from tables.words.penalties import offence_words
from tournament.models import Tournament, TournamentStatus
from tournament.queries.level import level_now
from tournament.rules.penalties import OFFENCES

HANDS_SHOWN = 8
TABLES_ON_A_PAGE = 100
SeatState = Literal["empty", "out", "in", "folded", "all_in", "sitting"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsoleSeat:
    """A seat: who sits there with how many chips behind and in front, and where they go next. `stack` is None where
    nobody knows it.

    `out` is who lost the last chip here in the hand before, until the next one; `is_kept` while they may buy back.
    """

    number: int
    entry_id: int | None
    entry_number: int | None
    name: str
    stack: int | None
    bet: int
    state: SeatState
    is_absent: bool
    is_leaving: bool
    penalty_hands: int
    is_actor: bool
    has_button: bool
    is_locked: bool
    lock_name: str
    lock_reason: str
    cards: str
    leaves_to: tuple[int, int] | None
    expected: str
    out: OutShown | None
    is_kept: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class HandLine:
    """A hand in a list; `winners` are the names of those it made richer, with how much, `out` of those who went out.

    A counted hand has no winners: nobody recorded them.
    """

    number: int
    status: str
    level_number: int
    players: int
    started_at: datetime
    ended_at: datetime | None
    winners: tuple[tuple[str, int], ...]
    is_counted: bool
    out: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tablet:
    pk: int
    name: str
    paired_at: datetime
    last_seen_at: datetime | None
    writes: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveTarget:
    """A table that a player may be sent to, and its free seats."""

    number: int
    players: int
    seats: int
    free: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageLine:
    pk: int
    is_call: bool
    text: str
    author: str
    coming: str
    created_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePage:
    """The table and its seats; hands, tablets and messages are asked for apart.

    `next_button` is the seat that gets the button with the next hand, 0 during one; `out` are those who
    went out in the last hand and whose seat is taken again.
    `absence` is what the hands that the selected player sat out came to, `penalties` are theirs.
    `remarks` say what is unusual about button and blinds, of the hand in play or else the next one.
    `counted_hand` is the number of the newest hand if it was only counted, otherwise 0. `buyer`: what can be sold at
    the selected seat now, to its player or to the one who lost the last chip there. `seat_clock` was called on a seat
    while no hand is recorded; `may_call_clock` says that it may be. `no_show`: the selected player may be one.
    """

    pk: int
    number: int
    status: str
    hold_reason: str
    seats: tuple[ConsoleSeat, ...]
    next_button: int
    out: tuple[OutShown, ...]
    players: int
    remarks: tuple[Reason, ...]
    hand: HandNow | None
    hands_dealt: int
    selected: ConsoleSeat | None
    absence: HandsAbsent | None
    penalties: tuple[PenaltyShown, ...]
    targets: tuple[MoveTarget, ...]
    numbers: tuple[int, ...]
    recording: str
    counted_hand: int
    is_total_known: bool
    buyer: Buyer | None
    has_bounties: bool
    is_final_table: bool
    seat_clock: CalledClock | None
    may_call_clock: bool
    no_show: NoShowOffer | None
    # Of cards by which its seats are dealt before its first hand; 0: by none.
    packets: int

    @property
    def ways(self) -> list[tuple[str, str]]:
        """The ways of recording with their names."""
        return [(value, str(label)) for value, label in Recording.choices]

    @property
    def next_hand_number(self) -> int:
        return self.hands_dealt + 1

    @property
    def offences(self) -> tuple[tuple[str, str], ...]:
        """What a penalty may be given for."""
        return tuple([(offence, offence_words(offence)) for offence in OFFENCES])

    @property
    def seats_count(self) -> int:
        return len(self.seats)

    @property
    def has_unknown_stacks(self) -> bool:
        return any(seat.stack is None for seat in self.seats)

    @property
    def asks_by_whom(self) -> bool:
        """Whether it is asked who knocks a player out: a bounty follows from it, or stacks that are known."""
        return self.has_bounties or (self.recording == Recording.HANDS and not self.has_unknown_stacks)

    @property
    def topics(self) -> str:
        """What the page listens to."""
        return f"table-{self.number} moves messages log clock"

    @property
    def before(self) -> int | None:
        """The number of the table before this one, for paging."""
        return max((n for n in self.numbers if n < self.number), default=None)

    @property
    def after(self) -> int | None:
        return min((n for n in self.numbers if n > self.number), default=None)


def table_page(tournament: Tournament, *, number: int, seat: int | None, now: datetime) -> TablePage | None:
    """The page of a table, with `seat` looked at closely; None for no such table."""
    table = Table.objects.filter(tournament=tournament, number=number).first()
    if table is None:
        return None
    table.tournament = tournament
    seat_rows = list(_seat_rows(table))
    last = last_hand(table)
    hand = last if last is not None and last.status == HandStatus.OPEN else None
    recorded = None if hand is None else load_hand(hand, table)
    state = None if recorded is None else recorded.state
    due = game_of_next_hand(table, level_now(table.tournament, now=now))
    coming = coming_hand(table, seat_rows, last, state.setup if state else None, due)
    button = coming.button
    over = last_hand_shown(last, seat_rows, recording=table.recording)
    seats = _seats(table, seat_rows, state, button=button.seat, over=over)
    selected = next((shown for shown in seats if shown.number == seat), None)
    open_tables = _open_tables(tournament, selected)
    return TablePage(
        pk=table.pk,
        number=table.number,
        status=table.status,
        hold_reason=table.hold_reason,
        seats=seats,
        next_button=button.seat if button.is_next else 0,
        out=over.replaced,
        players=sum(seat.entry_id is not None for seat in seat_rows),
        remarks=coming.remarks,
        hand=None
        if recorded is None
        else hand_now(recorded, {each.number: each.name for each in seats}, now=now),
        hands_dealt=table.hands_dealt,
        selected=selected,
        absence=_absence_of(selected),
        penalties=_penalties_of(tournament, seat_rows, selected),
        targets=_targets(tournament, open_tables) if selected is not None and selected.entry_id else (),
        numbers=tuple(open_tables),
        recording=table.recording,
        is_total_known=table.is_total_known,
        counted_hand=last.number if last is not None and last.is_counted else 0,
        buyer=_buyer_at(table, selected, now),
        has_bounties=tournament.has_bounties,
        is_final_table=is_final_table(table),
        seat_clock=None if hand is not None else _seat_clock(table, now),
        no_show=no_show_offer(tournament, selected.entry_id) if selected and selected.entry_id else None,
        packets=packets_of(table) if sum(_gets_a_card(seat) for seat in seat_rows) > 1 else 0,
        may_call_clock=hand is None and tournament.status == TournamentStatus.RUNNING,
    )


def _seat_clock(table: Table, now: datetime) -> CalledClock | None:
    clock = seat_clock(table, now=now)
    return None if clock is None else called_clock(clock, now)


def _buyer_at(table: Table, selected: ConsoleSeat | None, now: datetime) -> Buyer | None:
    if selected is None:
        return None
    if selected.entry_id is None:
        return buyer_who_sat(table, selected.number, now=now)
    return buyer_at(table.tournament, selected.entry_id, now=now)


def _absence_of(selected: ConsoleSeat | None) -> HandsAbsent | None:
    if selected is None or selected.entry_id is None or not selected.is_absent:
        return None
    return absences([selected.entry_id]).get(selected.entry_id)


def _penalties_of(
    tournament: Tournament, seats: Sequence[Seat], selected: ConsoleSeat | None
) -> tuple[PenaltyShown, ...]:
    entry = next(
        (seat.entry for seat in seats if selected is not None and seat.number == selected.number), None
    )
    if entry is None:
        return ()
    return penalties_of(tournament_id=tournament.pk, player_id=entry.player_id)


def hand_lines(hands: Iterable[Hand]) -> tuple[HandLine, ...]:
    """Hands in a list, two queries for all of them."""
    rows = list(hands)
    seats: dict[int, list[HandSeat]] = {hand.pk: [] for hand in rows}
    for seat in HandSeat.objects.filter(hand__in=rows).select_related("entry__player"):
        seats[seat.hand_id].append(seat)
    return tuple(
        HandLine(
            number=hand.number,
            status=hand.status,
            level_number=hand.level_number,
            players=len(seats[hand.pk]),
            started_at=hand.started_at,
            ended_at=hand.ended_at,
            winners=() if hand.is_counted else _winners(seats[hand.pk]),
            is_counted=hand.is_counted,
            out=tuple(seat.entry.player.name for seat in seats[hand.pk] if seat.finishing_stack == 0),
        )
        for hand in rows
    )


def _winners(seats: Sequence[HandSeat]) -> tuple[tuple[str, int], ...]:
    gains = [
        (seat.entry.player.name, (seat.finishing_stack or 0) - seat.starting_stack)
        for seat in seats
        if seat.finishing_stack is not None and seat.finishing_stack > seat.starting_stack
    ]
    return tuple(sorted(gains, key=lambda gain: -gain[1]))


def _gets_a_card(seat: Seat) -> bool:
    return seat.entry_id is not None and not seat.is_locked


def _seat_rows(table: Table) -> QuerySet[Seat]:
    rows = Seat.objects.filter(table=table).select_related("entry__player", "reservation")
    return rows.order_by("number")


def _seats(
    table: Table, seat_rows: Sequence[Seat], state: engine.State | None, *, button: int, over: LastHand
) -> tuple[ConsoleSeat, ...]:
    waiting = list(
        Move.objects.filter(status=MoveStatus.WAITING, tournament_id=table.tournament_id).values_list(
            "entry_id", "entry__player__name", "from_table_id", "to_table_id", "to_table__number", "to_seat"
        )
    )
    leaving = {entry: (number, seat) for entry, _, left, _, number, seat in waiting if left == table.pk}
    coming = {seat: name for _, name, _, taken, _, seat in waiting if taken == table.pk}
    locks = {seat.pk: lock_shown(seat) for seat in seat_rows}
    kept = {each.seat for each in seats_kept(table.tournament) if each.table_id == table.pk}
    return tuple(
        ConsoleSeat(
            number=seat.number,
            entry_id=seat.entry_id,
            entry_number=seat.entry.number if seat.entry else None,
            name=seat.entry.player.name if seat.entry else "",
            stack=_behind(seat, state),
            bet=state.bets.get(seat.number, 0) if state else 0,
            state="out" if over.at(seat.number) else _state_of(seat, state),
            is_absent=seat.entry is not None and seat.entry.is_absent,
            is_leaving=seat.entry is not None and seat.entry.leaving_line_id is not None,
            penalty_hands=seat.entry.penalty_hands if seat.entry else 0,
            is_actor=state is not None and state.actor == seat.number,
            has_button=seat.number == button,
            is_locked=seat.is_locked,
            lock_name=locks[seat.pk][0],
            lock_reason=locks[seat.pk][1],
            cards=_cards(seat, state),
            leaves_to=leaving.get(seat.entry_id or 0),
            expected=coming.get(seat.number, ""),
            out=over.at(seat.number),
            is_kept=seat.number in kept,
        )
        for seat in seat_rows
    )


def _behind(seat: Seat, state: engine.State | None) -> int | None:
    if state is not None and seat.number in state.stacks:
        return state.stacks[seat.number]
    return seat.entry.known_stack if seat.entry else 0


def _state_of(seat: Seat, state: engine.State | None) -> SeatState:
    if seat.entry_id is None:
        return "empty"
    if state is None or seat.number not in state.order:
        return "sitting"
    if seat.number in state.all_in:
        return "all_in"
    return "in" if seat.number in state.live else "folded"


def _cards(seat: Seat, state: engine.State | None) -> str:
    """Only tabled hands: the floor's screen shows no hole cards that the table has not seen."""
    if state is None or seat.number not in state.shown:
        return ""
    return engine.format_cards(state.hole[seat.number])


def last_hands(table: Table) -> tuple[HandLine, ...]:
    """The newest hands, those undone among them. Two queries."""
    return hand_lines(Hand.objects.filter(table=table).order_by("-number", "-pk")[:HANDS_SHOWN])


def valid_pairing_code(table: Table, *, now: datetime) -> PairingCode | None:
    """The pairing code that a tablet could use now."""
    return PairingCode.objects.filter(table=table, used_at__isnull=True, expires_at__gt=now).first()


def tablets_of(table: Table, *, now: datetime) -> tuple[Tablet, ...]:
    """The tablets that are paired with this table, the newest first. One query."""
    rows = Device.objects.filter(table=table, revoked_at__isnull=True, expires_at__gt=now).order_by("-pk")
    return tuple(
        Tablet(
            pk=row.pk,
            name=row.name,
            paired_at=row.paired_at,
            last_seen_at=row.last_seen_at,
            writes=row.epoch == table.lease_epoch > 0,
        )
        for row in rows
    )


def messages_of(table: Table) -> tuple[MessageLine, ...]:
    """Calls and notes of this table that nobody has closed. One query."""
    rows = FloorMessage.objects.filter(
        table=table, done_at__isnull=True, kind__in=[MessageKind.CALL, MessageKind.NOTE]
    )
    return tuple(
        MessageLine(
            pk=row.pk,
            is_call=row.kind == MessageKind.CALL,
            text=row.text,
            author=row.author,
            coming=str(row.data.get("coming", "")),
            created_at=row.created_at,
        )
        for row in rows.order_by("created_at", "pk")
    )


def _open_tables(tournament: Tournament, selected: ConsoleSeat | None) -> dict[int, int | None]:
    """The tables that are open, each with the empty seat reserved there for the player looked at. One query."""
    mine = Seat.objects.filter(
        table=OuterRef("pk"),
        is_locked=True,
        entry=None,
        reservation__player__entries=selected.entry_id if selected is not None else None,
    )
    rows = Table.objects.filter(tournament=tournament).exclude(status=TableStatus.CLOSED)
    return dict(rows.annotate(mine=Subquery(mine.values("number")[:1])).values_list("number", "mine"))


def _targets(tournament: Tournament, reserved: Mapping[int, int | None]) -> tuple[MoveTarget, ...]:
    """The tables with a free seat, `reserved` ones included, the shortest first."""
    targets = []
    for view in room(tournament):
        mine = {seat} if (seat := reserved.get(view.table)) and view.has_place_at(seat) else set()
        if free := tuple(sorted({*view.free_seats, *mine})):
            targets.append(
                MoveTarget(number=view.table, players=view.players, seats=view.capacity, free=free)
            )
    return tuple(sorted(targets, key=lambda target: (target.players, target.number)))


def table_index(tournament: Tournament, *, page: str) -> Page[tuple[int, int, int]]:
    """A page of the tables by number: number, players and hands dealt. Two queries."""
    rows = Table.objects.filter(tournament=tournament).annotate(players=Count("seats__entry"))
    found = rows.order_by("number").values_list("number", "players", "hands_dealt")
    return Paginator(found, TABLES_ON_A_PAGE).get_page(page)
