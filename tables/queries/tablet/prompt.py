"""What the tablet says in words: what comes next, what was recorded last, who leaves, and what the floor says."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType
from typing import Final, Literal

from django.db.models import Q

from tables import engine
from tables.engine.legal_actions import RaiseWord
from tables.floor.hand_for_hand import may_deal
from tables.floor.reasons import Reason
from tables.models import (
    FloorMessage,
    Hand,
    HandStatus,
    MessageKind,
    Move,
    MoveStatus,
    Recording,
    RunOut,
    Seat,
    Table,
    TableStatus,
)
from tables.queries.room.departures import PlayerOnTheWay, players_on_the_way
from tables.queries.room.halted import halt_of
from tables.queries.table.hand import Look, Replay, Step, TableHand
from tables.queries.table.proposed_rulings import note_text, waiting_ruling
from tables.queries.tablet.sheets import Reshuffled, reshuffled
from tables.words.pots import HalfCalled, half_called
from tournament.models import StopKind, Tournament, TournamentStatus
from tournament.queries.level import LevelNow
from tournament.rules.structure.game_sizes import MOST_AT_A_TABLE

Refusal = Literal[
    "",
    "over",
    "held",
    "closed",
    "not_in_play",
    "break",
    "breaking",
    "too_few",
    "too_few_at_first",
    "too_many",
    "uncounted",
    "round_done",
    "level_done",
    "results",
    "busts",
    "halted",
    "waits",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class NotDealt:
    """Why no hand is dealt, "" where one may be. `most` is how many players the next game is for, `halt` why the
    table waits for the balance, `behind` the tables that it waits for.
    """

    refusal: Refusal
    most: int
    halt: Reason | None
    behind: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """What the dealer is asked for: `refusal` why no hand is dealt, `undo` what can be undone, and as what:
    the operation `undone`, or the deal of the hand `undone_deal`. `most` is how many players the game is for that
    comes, 0 where no more sit here.

    `can_count`: at a table whose results are entered, a hand can be counted.
    `halt` says why the table waits for the balance.

    `can_count`: where results are entered a hand can be counted; it may have begun before a break or a hold.
    `deals_again`: the hand before was a misdeal, and the same one is dealt once more. `floor_coming` is who
    answered the call. `stop` is what the whole room obeys, "" while tables deal on, `hands_left` how many hands
    may follow the one in play; `run_out_waits`: its cards stay face down until the floor says so. `behind` are the
    tables that this one waits for.
    """

    refusal: Refusal
    most: int
    halt: Reason | None
    behind: tuple[int, ...]
    can_deal: bool
    deals_again: bool
    hold_reason: str
    can_count: bool
    undo: Literal["", "operation", "deal", "counted"]
    undone: FeedLine | None
    undone_deal: int
    floor_called: bool
    floor_coming: str
    stop: str
    hands_left: int
    run_out_waits: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedLine:
    """One operation of the record, with what its sentence names.

    `kind` is the operation's name; a raise that opens the betting of its street is "Bet", one that
    makes up a bring-in or a short bet "Complete", cards to each player in a run-out "Street". `amount`
    of a call that takes the last chips is what it added; `street` is the street that the cards belong
    to, `pots` how many pots there were.
    """

    kind: str
    seat: int
    name: str
    amount: int
    cards: str
    seats: tuple[int, ...]
    pot: int
    half: HalfCalled
    is_all_in: bool = False
    street: str = ""
    pots: int = 1
    ruling: engine.Ruling | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageShown:
    pk: int
    text: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveShown:
    """A player who leaves a seat of this table, after the hand (`waits`) or now; perhaps for another one here.

    Of a move that was undone: `seat` is the one here, and the player stays on the other.
    """

    seat: int
    name: str
    to_table: int
    to_seat: int
    waits: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Departures:
    """`leaving` are the players who go, by seat, `recalled` those whose move here was undone, by seat.

    `coming` names those for whom a seat here is kept until their hand elsewhere is over.
    """

    leaving: tuple[MoveShown, ...] = ()
    recalled: tuple[MoveShown, ...] = ()
    coming: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Feed:
    """The lines of the feed: `last` are the last operations, newest first.

    `moves` is who has yet to leave and `recalled` who may have come by a move that was undone; `remarks` is what
    is unusual about button and blinds, of the hand in play or the next one; `proposed` the ruling that waits for
    the floor.
    """

    last: tuple[FeedLine, ...]
    messages: tuple[MessageShown, ...]
    moves: tuple[MoveShown, ...]
    recalled: tuple[MoveShown, ...]
    remarks: tuple[Reason, ...]
    proposed: engine.Ruling | None
    reshuffled: Reshuffled | None

    @property
    def more_messages(self) -> int:
        return len(self.messages) - 1

    @property
    def going_later(self) -> tuple[MoveShown, ...]:
        """Who goes when the hand is over."""
        return tuple(move for move in self.moves if move.waits)

    @property
    def going_now(self) -> tuple[MoveShown, ...]:
        return tuple(move for move in self.moves if not move.waits)


def prompt_of(
    look: Look,
    not_dealt: NotDealt,
    *,
    again: engine.Setup | None,
    lines: Sequence[FeedLine],
    messages: Sequence[FloorMessage],
) -> Prompt:
    """`again` is the hand that is dealt once more, `lines` are those of the feed, newest first."""
    table, recorded, refusal = look.table, look.recorded, not_dealt.refusal
    in_play = recorded is not None and not recorded.state.is_complete
    calls = [row for row in messages if row.kind == MessageKind.CALL]
    stop = table.tournament.stop
    undo = "counted" if look.counted is not None else _undo_of(recorded)
    newest = look.newest_hand
    return Prompt(
        refusal=refusal,
        most=not_dealt.most if refusal == "too_many" else 0,
        halt=not_dealt.halt,
        behind=not_dealt.behind,
        can_deal=not in_play and not refusal,
        can_count=not in_play
        and table.recording == Recording.RESULTS
        and refusal in ("results", "held", "break"),
        deals_again=again is not None,
        hold_reason=table.hold_reason if table.status == TableStatus.HELD else "",
        undo=undo,
        undone=lines[0] if lines and undo == "operation" else None,
        undone_deal=0 if newest is None else newest.number,
        floor_called=bool(calls),
        floor_coming=next((call.data["coming"] for call in calls if "coming" in call.data), ""),
        stop="" if stop is None else str(StopKind(stop.kind).label),
        hands_left=max(0, (table.deals_until or 0) - table.hands_dealt),
        run_out_waits=run_out_waits(table),
    )


def _undo_of(recorded: TableHand | None) -> Literal["", "operation", "deal"]:
    if recorded is None:
        return ""
    return "deal" if recorded.state.is_as_dealt else "operation"


def run_out_waits(table: Table) -> bool:
    """An all-in in hand-for-hand: no card is dealt or shown until the floor says so (TDA RP-8)."""
    return table.run_out == RunOut.WAITING and table.tournament.stop is not None


def refusal_of(
    table: Table,
    seats: Sequence[Seat],
    *,
    level: LevelNow,
    state: engine.State | None,
    again: engine.Setup | None,
    waits: bool,
    dealt_out: Collection[int],
    most: int,
) -> Refusal:
    """Why no hand would be dealt now: because of the event, else of the table, else of its players.

    waits: the clock will run by itself later. dealt_out: the seats that wait for the button. most: how many players
    the next game is for.
    """
    has_carried = state is not None and state.is_complete and state.carried_pot.chips > 0
    return (
        _of_event(table.tournament, level, waits=waits)
        or _of_table(table, is_unsettled=again is not None or has_carried)
        or _of_players(table, seats, dealt_out=dealt_out, most=MOST_AT_A_TABLE if again is not None else most)
    )


def _of_event(tournament: Tournament, level: LevelNow, *, waits: bool) -> Refusal:
    if tournament.is_over:
        return "over"
    if tournament.status != TournamentStatus.RUNNING:
        return "not_in_play"
    if waits:
        return "waits"
    return "break" if level.is_break else ""


def _of_table(table: Table, *, is_unsettled: bool) -> Refusal:
    """A table that is broken first plays the hand that is not settled."""
    if table.status == TableStatus.CLOSED:
        return "closed"
    if table.status == TableStatus.BREAKING and not is_unsettled:
        return "breaking"
    if table.status == TableStatus.HELD:
        return "held"
    stop = table.tournament.stop
    if stop is None:
        return ""
    is_free = stop.bagged_at is None and may_deal(
        hands_dealt=table.hands_dealt, deals_until=table.deals_until
    )
    return "" if is_free else "round_done"


def _of_players(table: Table, seats: Sequence[Seat], *, dealt_out: Collection[int], most: int) -> Refusal:
    live = {seat.number: entry for seat in seats if (entry := seat.entry) is not None and entry.stack > 0}
    if len(live) < table.least_players:
        return "too_few" if len(live) < 2 else "too_few_at_first"
    if table.recording == Recording.BUSTS:
        return "busts"
    if len(live.keys() - set(dealt_out)) > most:
        return "too_many"
    if table.recording == Recording.RESULTS:
        return "results"
    return "" if all(entry.is_stack_known for entry in live.values()) else "uncounted"


def halt_here(table: Table, seats: Sequence[Seat], *, state: engine.State | None) -> Reason | None:
    """Why the table waits for the balance before its next hand; not before it has played one that must be played.

    No query where it has players enough.
    """
    if state is not None and state.is_complete and state.carried_pot.chips > 0:
        return None
    halt = halt_of(table, players=sum(seat.entry_id is not None for seat in seats))
    return None if halt is None else halt.reason


def feed_of(
    recorded: TableHand | None,
    *,
    last: tuple[FeedLine, ...],
    messages: Sequence[FloorMessage],
    moving: Departures,
    remarks: tuple[Reason, ...],
) -> Feed:
    calls = [row for row in messages if row.kind == MessageKind.CALL]
    return Feed(
        last=last,
        messages=tuple(
            [
                MessageShown(pk=row.pk, text=note_text(row), at=row.created_at)
                for row in messages
                if row.kind != MessageKind.CALL
            ]
        ),
        moves=moving.leaving,
        recalled=moving.recalled,
        remarks=remarks,
        proposed=waiting_ruling(calls, recorded) if calls else None,
        reshuffled=None if recorded is None or recorded.state.is_complete else reshuffled(recorded.state),
    )


def open_messages(table: Table) -> Sequence[FloorMessage]:
    """Calls and notes that nobody has closed, oldest first. One query."""
    return list(FloorMessage.objects.filter(table=table, done_at__isnull=True).order_by("pk"))


def departures(table: Table, *, hand: Hand | None) -> Departures:
    """What the tablet of this table says; `hand` is its last one, perhaps in play.

    One query where nobody goes, otherwise two.
    """
    # Nearly always there is none: what a row needs besides is asked for only then.
    found = list(Move.objects.filter(_since_the_deal(table, hand)).values_list("pk", flat=True))
    if not found:
        return Departures()
    ways = players_on_the_way(Move.objects.filter(pk__in=found).order_by("pk"))
    # A player who left here twice since the last hand is sent by the last move only.
    leaving = {
        way.move.entry_id: _leaving(way)
        for way in ways
        if way.is_to_go and way.move.from_table_id == table.pk
    }
    coming = {
        way.move.to_seat: way.move.entry.player.shown_name
        for way in ways
        if way.move.status == MoveStatus.WAITING and way.move.to_table_id == table.pk
    }
    recalled = {way.move.entry_id: _recalled(way.move) for way in ways if way.is_recalled}
    return Departures(
        leaving=tuple(sorted(leaving.values(), key=lambda move: move.seat)),
        recalled=tuple(sorted(recalled.values(), key=lambda move: (move.to_table, move.to_seat))),
        coming=coming,
    )


def _since_the_deal(table: Table, hand: Hand | None) -> Q:
    """Moves that wait, from here or to here, and those made or undone since the last hand was dealt."""
    since: datetime = table.opened_at if hand is None else hand.started_at
    is_in_play = hand is not None and hand.status == HandStatus.OPEN
    applied = Q(applied_at__gt=since) if is_in_play else Q(applied_at__gte=since)
    undone = Q(undone_at__gt=since) if is_in_play else Q(undone_at__gte=since)
    return (
        Q(from_table=table, status=MoveStatus.WAITING)
        | Q(to_table=table, status=MoveStatus.WAITING)
        | (Q(from_table=table, status=MoveStatus.APPLIED) & applied)
        | (Q(to_table=table, status=MoveStatus.UNDONE) & undone)
    )


def _leaving(way: PlayerOnTheWay) -> MoveShown:
    to_table, to_seat = way.goes_to
    return MoveShown(
        seat=way.move.from_seat,
        name=way.move.entry.player.shown_name,
        to_table=to_table,
        to_seat=to_seat,
        waits=way.move.status == MoveStatus.WAITING,
    )


def _recalled(move: Move) -> MoveShown:
    return MoveShown(
        seat=move.to_seat,
        name=move.entry.player.shown_name,
        to_table=move.from_table.number,
        to_seat=move.from_seat,
        waits=False,
    )


def feed_lines(replay: Replay, names: Mapping[int, str]) -> tuple[FeedLine, ...]:
    """The last operations, newest first. What each was called follows from the hand before it."""
    return tuple([feed_line(step, names) for step in reversed(replay.recent)])


def feed_line(step: Step, names: Mapping[int, str]) -> FeedLine:
    """One operation with the names that its sentence needs."""
    operation, before, after = step
    seat = getattr(operation, "seat", 0)
    cards: Sequence[engine.Card] = getattr(operation, "cards", ())
    is_all_in = seat in after.all_in and seat not in before.all_in
    amount = getattr(operation, "amount", 0)
    if isinstance(operation, engine.RunBoards):
        amount = operation.count
    if isinstance(operation, engine.Call | engine.BringIn) and is_all_in:
        amount = before.stacks[seat]
    return FeedLine(
        kind=_kind_of(operation, before, after),
        seat=seat,
        name=names.get(seat, ""),
        amount=amount,
        cards=engine.format_cards(cards),
        seats=getattr(operation, "seats", ()),
        pot=getattr(operation, "pot", 0),
        half=half_called(operation.half, after.game) if isinstance(operation, engine.DeclareWinners) else "",
        is_all_in=is_all_in,
        street=before.next_street_name if isinstance(operation, engine.DealBoard) else "",
        pots=len(before.pots) if isinstance(operation, engine.DeclareWinners) else 1,
        ruling=operation if isinstance(operation, engine.Ruling) else None,
    )


_KINDS_OF_RAISE: Final[Mapping[RaiseWord, str]] = MappingProxyType(
    {"bet": "Bet", "raise": "RaiseTo", "complete": "Complete"}
)


def _kind_of(operation: engine.Operation, before: engine.State, after: engine.State) -> str:
    if isinstance(operation, engine.RaiseTo):
        return _KINDS_OF_RAISE[engine.legal(before).raise_word]
    if isinstance(operation, engine.DealBoard) and after.game.is_stud and after.board == before.board:
        return "Street"
    return type(operation).__name__
