"""What the dealer's tablet shows: one table, one hand, and what may be done next.

The page has the same places in every state, so the screen says for each place what it does now.
Everything is counted here: a template only prints.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from django.db.models import Q

from tables import engine
from tables.floor.button import Positions
from tables.models import (
    Device,
    FloorMessage,
    Hand,
    HandOperation,
    HandSeat,
    HandStatus,
    MessageKind,
    Move,
    MoveStatus,
    Seat,
    Table,
    TableStatus,
)
from tables.queries.bet_choices import BetChoice, bet_choices
from tables.queries.forecast import Forecast, forecast
from tables.queries.next_hand import positions_of_next_hand
from tournament.models import Tournament, TournamentStatus
from tournament.queries.level import level_now
from tournament.rules import clock as clock_rules
from tournament.rules.periods import Break, Level

Stage = Literal["between", "betting", "deal_board", "showdown"]
PlateState = Literal["empty", "in", "folded", "all_in", "shown", "mucked", "waiting"]
OPERATIONS_SHOWN = 4
# A straddle belongs to private games; no rule book for tournaments knows one.
PROFILES_WITH_STRADDLE = frozenset({"home"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Plate:
    """One chair as it is drawn. `bet` is in front of the player, `won` what the last hand gave."""

    number: int
    name: str
    stack: int
    bet: int
    won: int
    state: PlateState
    is_actor: bool
    has_button: bool
    blind: Literal["", "small", "big", "straddle"]
    cards: str
    may_show: bool
    shows_next: bool
    leaves: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Stakes:
    """The stakes in force and the time left in the level; `ends_at` only while the clock runs."""

    level_number: int
    small_blind: int
    big_blind: int
    ante: int
    next_small_blind: int
    next_big_blind: int
    changes_with_next_hand: bool
    is_break: bool
    is_paused: bool
    remaining_seconds: int
    ends_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """One operation of the record, with what its sentence names."""

    kind: str
    seat: int
    name: str
    amount: int
    cards: str
    seats: tuple[int, ...]
    pot: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Actions:
    """What the actor may do. Amounts of raises are totals of the street; None: not allowed."""

    seat: int
    name: str
    stack: int
    can_check: bool
    call_amount: int | None
    call_is_all_in: bool
    raise_min: int | None
    raise_max: int | None
    raise_is_bet: bool
    choices: tuple[BetChoice, ...]

    @property
    def has_one_raise(self) -> bool:
        return self.raise_min is not None and self.raise_min == self.raise_max


@dataclass(frozen=True, slots=True, kw_only=True)
class PotShown:
    """A pot: `is_open` while the dealer may say who wins it, `winners` once he has."""

    index: int
    amount: int
    is_open: bool
    claimants: tuple[tuple[int, str], ...]
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Picker:
    """What the card picker fills in: the board ("b") or a seat's hand ("s3")."""

    operation: str
    seat: int
    name: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Straddle:
    seat: int
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveShown:
    """A player who leaves this table, after the hand (`waits`) or just now."""

    seat: int
    name: str
    to_table: int
    to_seat: int
    waits: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageShown:
    pk: int
    text: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class TabletScreen:
    """Everything on the tablet's page. `may_write` is false while another tablet has the table."""

    code: str
    tournament: str
    time_zone: str
    table: int
    table_id: int
    device: str
    device_id: int
    version: int
    epoch: int
    may_write: bool
    now: datetime
    stage: Stage
    hand_number: int
    street: str
    game: str
    stakes: Stakes
    plates: tuple[Plate, ...]
    board: str
    used_cards: frozenset[str]
    pots: tuple[PotShown, ...]
    pot_total: int
    returned: int
    actions: Actions | None
    forecast: Forecast | None
    board_due: int
    to_show: int | None
    may_muck: bool
    straddle: Straddle | None
    can_deal: bool
    refusal: Literal["", "held", "closed", "not_in_play", "too_few"]
    hold_reason: str
    undo: Literal["", "operation", "deal"]
    undone: Told | None
    last: tuple[Told, ...]
    messages: tuple[MessageShown, ...]
    floor_called: bool
    moves: tuple[MoveShown, ...]

    @property
    def meaning(self) -> str:
        """Changes exactly when the same tap would mean something else than before."""
        actor = self.actions.seat if self.actions else self.to_show or 0
        return f"{self.hand_number}-{self.stage}-{self.street}-{actor}-{int(self.may_write)}"

    @property
    def topics(self) -> str:
        """What this tablet listens to."""
        return f"table-{self.table} clock"

    @property
    def used_text(self) -> str:
        return "".join(sorted(self.used_cards))

    @property
    def seats_count(self) -> int:
        return len(self.plates)

    @property
    def hole_cards(self) -> int:
        return engine.GAMES[self.game].hole_cards

    @property
    def board_gaps(self) -> range:
        """The places of board cards still to come."""
        whole = sum(street.board_cards for street in engine.GAMES[self.game].streets)
        return range(whole - len(self.board) // 2)

    @property
    def has_open_pots(self) -> bool:
        return any(pot.is_open for pot in self.pots)

    @property
    def more_messages(self) -> int:
        return len(self.messages) - 1

    @property
    def more_moves(self) -> int:
        return len(self.moves) - 1

    def picker_for(self, wanted: str) -> Picker | None:
        """What cards are picked for: `wanted` if that is possible now, else what is due next."""
        showing = [plate for plate in self.plates if plate.may_show]
        seat = next((plate for plate in showing if wanted == f"s{plate.number}"), None)
        if seat is None and self.board_due:
            return Picker(operation="b", seat=0, name="", count=self.board_due)
        seat = seat or self.showing
        if seat is None:
            return None
        return Picker(operation=f"s{seat.number}", seat=seat.number, name=seat.name, count=self.hole_cards)

    @property
    def showing(self) -> Plate | None:
        return next((plate for plate in self.plates if plate.number == self.to_show), None)


def tablet_screen(device: Device, *, now: datetime) -> TabletScreen:
    """The screen of a paired tablet. Ten queries at most, however many seats and operations."""
    table = Table.objects.select_related("tournament").get(pk=device.table_id)
    seats = list(Seat.objects.filter(table=table).select_related("entry__player").order_by("number"))
    hand = Hand.objects.filter(table=table).exclude(status=HandStatus.VOID).order_by("-number").first()
    state = None if hand is None else _replay(hand)
    return _Painter(device=device, table=table, seats=seats, hand=hand, state=state, now=now).screen()


def _replay(hand: Hand) -> engine.State:
    codes = HandOperation.objects.filter(hand=hand).order_by("number").values_list("code", flat=True)
    return engine.replay(hand.setup, [engine.decode(code) for code in codes])


@dataclass(frozen=True, slots=True, kw_only=True)
class _Painter:
    """The rows of one look, and the parts of the screen made from them."""

    device: Device
    table: Table
    seats: list[Seat]
    hand: Hand | None
    state: engine.State | None
    now: datetime

    @property
    def open_state(self) -> engine.State | None:
        return None if self.state is None or self.state.is_complete else self.state

    def screen(self) -> TabletScreen:
        table, tournament, state = self.table, self.table.tournament, self.open_state
        legal = None if state is None else engine.legal(state)
        refusal = self._refusal()
        positions = self._next_positions() if state is None and not refusal else None
        names = self._names()
        moves = self._moves()
        messages = FloorMessage.objects.filter(table=table, done_at__isnull=True).order_by("pk")
        return TabletScreen(
            code=tournament.code,
            tournament=tournament.name,
            time_zone=tournament.time_zone,
            table=table.number,
            table_id=table.pk,
            device=self.device.name,
            device_id=self.device.pk,
            version=table.version,
            epoch=self.device.epoch,
            may_write=self.device.epoch == table.lease_epoch > 0,
            now=self.now,
            stage="between" if legal is None or legal.phase == "complete" else legal.phase,
            hand_number=self.hand.number if self.hand and state else table.hands_dealt + 1,
            street="" if state is None else state.street_name,
            game=self.hand.game if self.hand and state else level_now(tournament, now=self.now).level.game,
            stakes=self._stakes(tournament),
            plates=self._plates(legal, positions, leaving={m.seat for m in moves if m.waits}),
            board="" if self.state is None else engine.format_cards(self.state.board),
            used_cards=_known_cards(state),
            pots=_pots(state, legal, names),
            pot_total=0 if self.state is None else self.state.pot_total,
            returned=0 if self.state is None else sum(back.amount for back in self.state.returned),
            actions=_actions(state, legal, names),
            forecast=forecast(state) if state and legal and legal.actor else None,
            board_due=0 if legal is None else legal.board_cards,
            to_show=None if legal is None else legal.to_show,
            may_muck=legal is not None and legal.to_show in legal.may_muck,
            straddle=self._straddle(positions),
            can_deal=state is None and not refusal,
            refusal=refusal,
            hold_reason=table.hold_reason if table.status == TableStatus.HELD else "",
            undo=self._undo(),
            undone=self._undone(names),
            last=_last(self.state, names),
            messages=tuple(
                MessageShown(pk=row.pk, text=row.text, at=row.created_at)
                for row in messages
                if row.kind != MessageKind.CALL
            ),
            floor_called=any(row.kind == MessageKind.CALL for row in messages),
            moves=moves,
        )

    def _names(self) -> dict[int, str]:
        """Seat to name, of the hand's players also after they busted."""
        names = {s.number: s.entry.player.shown_name for s in self.seats if s.entry}
        missing = self.state is not None and not set(self.state.order) <= set(names)
        if self.hand is not None and missing:
            rows = HandSeat.objects.filter(hand=self.hand).select_related("entry__player")
            names |= {row.seat_number: row.entry.player.shown_name for row in rows}
        return names

    def _refusal(self) -> Literal["", "held", "closed", "not_in_play", "too_few"]:
        if self.table.tournament.status != TournamentStatus.RUNNING:
            return "not_in_play"
        if self.table.status == TableStatus.CLOSED:
            return "closed"
        if self.table.status == TableStatus.HELD:
            return "held"
        return "too_few" if len(self._with_chips()) < 2 else ""

    def _with_chips(self) -> list[Seat]:
        return [seat for seat in self.seats if seat.entry is not None and seat.entry.stack > 0]

    def _next_positions(self) -> Positions:
        return positions_of_next_hand(self.table, self._with_chips())

    def _stakes(self, tournament: Tournament) -> Stakes:
        clock, structure = tournament.clock, tournament.structure
        coming = level_now(tournament, now=self.now)
        level: Level | engine.Stakes = coming.level
        number = coming.number
        if self.hand is not None and self.open_state is not None:
            level, number = self.open_state.setup.stakes, self.hand.level_number
        return Stakes(
            level_number=number,
            small_blind=level.small_blind,
            big_blind=level.big_blind,
            ante=level.ante,
            next_small_blind=coming.level.small_blind,
            next_big_blind=coming.level.big_blind,
            changes_with_next_hand=number != coming.number,
            is_break=isinstance(clock_rules.current_period(clock, structure, now=self.now), Break),
            is_paused=clock.state == "paused",
            remaining_seconds=clock_rules.remaining_seconds(clock, structure, now=self.now),
            ends_at=clock_rules.ends_at(clock, structure, now=self.now),
        )

    def _plates(
        self, legal: engine.Legal | None, positions: Positions | None, *, leaving: set[int]
    ) -> tuple[Plate, ...]:
        state, is_open = self.state, self.open_state is not None
        blinds = _blinds_of_setup(state.setup) if state and is_open else _blinds_of(positions)
        button = state.setup.button if state and is_open else positions.marker if positions else 0
        won: dict[int, int] = {}
        if state is not None and not is_open:
            for award in state.awards:
                won[award.seat] = won.get(award.seat, 0) + award.amount
        return tuple(
            Plate(
                number=seat.number,
                name=seat.entry.player.shown_name if seat.entry else "",
                stack=_stack(seat, state if is_open else None),
                bet=state.bets.get(seat.number, 0) if state and is_open else 0,
                won=won.get(seat.number, 0),
                state=_plate_state(seat, self.open_state, positions),
                is_actor=bool(legal and legal.actor == seat.number),
                has_button=seat.number == button,
                blind=blinds.get(seat.number, ""),
                cards=_cards(seat, state),
                may_show=bool(legal and seat.number in legal.may_show),
                shows_next=bool(legal and legal.phase == "showdown" and legal.to_show == seat.number),
                leaves=seat.number in leaving,
            )
            for seat in self.seats
        )

    def _straddle(self, positions: Positions | None) -> Straddle | None:
        """The player after the big blind may put up twice the big blind, if there is such a player."""
        if self.table.tournament.rule_profile not in PROFILES_WITH_STRADDLE:
            return None
        if positions is None or positions.first_to_act in (*positions.small_blinds, *positions.big_blinds):
            return None
        amount = 2 * level_now(self.table.tournament, now=self.now).level.big_blind
        stack = next(s.entry.stack for s in self.seats if s.number == positions.first_to_act and s.entry)
        return Straddle(seat=positions.first_to_act, amount=amount) if stack >= amount else None

    def _undo(self) -> Literal["", "operation", "deal"]:
        if self.state is None:
            return ""
        return "operation" if self.state.history else "deal"

    def _undone(self, names: Mapping[int, str]) -> Told | None:
        if self.state is None or not self.state.history:
            return None
        return _told(self.state.history[-1], names)

    def _moves(self) -> tuple[MoveShown, ...]:
        """Who leaves after this hand; between hands also who has just left."""
        wanted = Q(status=MoveStatus.WAITING)
        if self.open_state is None and self.hand is not None:
            wanted |= Q(status=MoveStatus.APPLIED, applied_at__gte=self.hand.ended_at or self.hand.started_at)
        # Prefetched, not joined: nearly always there is no move, and a wide join costs a tap a millisecond.
        rows = Move.objects.filter(wanted, from_table=self.table).prefetch_related(
            "to_table", "entry__player"
        )
        return tuple(
            MoveShown(
                seat=row.from_seat,
                name=row.entry.player.shown_name,
                to_table=row.to_table.number,
                to_seat=row.to_seat,
                waits=row.status == MoveStatus.WAITING,
            )
            for row in rows.order_by("pk")
        )


def _blinds_of_setup(setup: engine.Setup) -> dict[int, Literal["", "small", "big", "straddle"]]:
    words: dict[str, Literal["small", "big", "straddle"]] = {
        "small_blind": "small",
        "big_blind": "big",
        "straddle": "straddle",
    }
    return {post.seat: words[post.kind] for post in setup.posts if post.kind in words}


def _blinds_of(positions: Positions | None) -> dict[int, Literal["", "small", "big", "straddle"]]:
    if positions is None:
        return {}
    marks: dict[int, Literal["", "small", "big", "straddle"]] = dict.fromkeys(positions.small_blinds, "small")
    return marks | dict.fromkeys(positions.big_blinds, "big")


def _stack(seat: Seat, state: engine.State | None) -> int:
    if state is not None and seat.number in state.stacks:
        return state.stacks[seat.number]
    return seat.entry.stack if seat.entry else 0


def _plate_state(seat: Seat, state: engine.State | None, positions: Positions | None) -> PlateState:
    number = seat.number
    if state is None:
        if seat.entry is None:
            return "empty"
        return "waiting" if positions is not None and number in positions.waiting else "in"
    if number not in state.stacks:
        return "empty" if seat.entry is None else "waiting"
    if number in state.folded:
        return "folded"
    if number in state.shown:
        return "shown"
    if number in state.mucked:
        return "mucked"
    return "all_in" if number in state.all_in else "in"


def _cards(seat: Seat, state: engine.State | None) -> str:
    """The cards of a hand that was tabled; a hand nobody has seen stays unseen."""
    if state is None or seat.number not in state.shown:
        return ""
    return engine.format_cards(state.hole[seat.number])


def _known_cards(state: engine.State | None) -> frozenset[str]:
    if state is None:
        return frozenset()
    known = [*state.board, *(card for cards in state.hole.values() for card in cards)]
    return frozenset(engine.format_cards([card]) for card in known if card != engine.UNKNOWN)


def _pots(
    state: engine.State | None, legal: engine.Legal | None, names: Mapping[int, str]
) -> tuple[PotShown, ...]:
    if state is None or legal is None:
        return ()
    return tuple(
        PotShown(
            index=pot.index,
            amount=pot.amount,
            is_open=pot.index in legal.pots_to_declare,
            claimants=tuple((s, names.get(s, "")) for s in pot.seats if s not in state.mucked),
            winners=state.declared.get(pot.index, ()),
        )
        for pot in state.pots
    )


def _actions(
    state: engine.State | None, legal: engine.Legal | None, names: Mapping[int, str]
) -> Actions | None:
    if state is None or legal is None or legal.actor is None:
        return None
    return Actions(
        seat=legal.actor,
        name=names.get(legal.actor, ""),
        stack=state.stacks[legal.actor],
        can_check=legal.can_check,
        call_amount=legal.call_amount,
        call_is_all_in=legal.call_is_all_in,
        raise_min=legal.raise_min,
        raise_max=legal.raise_max,
        raise_is_bet=legal.raise_is_bet,
        choices=bet_choices(state, legal),
    )


def _last(state: engine.State | None, names: Mapping[int, str]) -> tuple[Told, ...]:
    """The last operations, newest first."""
    if state is None:
        return ()
    return tuple(_told(operation, names) for operation in reversed(state.history[-OPERATIONS_SHOWN:]))


def _told(operation: engine.Operation, names: Mapping[int, str]) -> Told:
    seat = getattr(operation, "seat", 0)
    cards: Sequence[engine.Card] = getattr(operation, "cards", ())
    return Told(
        kind=type(operation).__name__,
        seat=seat,
        name=names.get(seat, ""),
        amount=getattr(operation, "amount", 0),
        cards=engine.format_cards(cards),
        seats=getattr(operation, "seats", ()),
        pot=getattr(operation, "pot", 0),
    )
