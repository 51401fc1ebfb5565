"""One recorded hand to read: who sat where, every action in its street, the pots and who won them.

The record is replayed step by step; each line says what its sentence needs, in chips and seats.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from django.utils.translation import gettext

from tables import engine
from tables.models import Hand, HandOperation, HandSeat, HandStatus
from tables.queries.hand_export import has_ohh
from tables.queries.next_game import stakes_of_hand
from tables.queries.next_hand import has_button
from tournament.models import Tournament
from tournament.rules.level_games import LevelGame

LineKind = Literal[
    "ante",
    "table_ante",
    "small_blind",
    "big_blind",
    "straddle",
    "entry_blind",
    "dead_blind",
    "knows",
    "fold",
    "check",
    "call",
    "bet",
    "raise",
    "show",
    "muck",
    "declare",
    "returned",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionLine:
    """One action. `amount` is what it says: chips called, the total bet or raised to, chips posted."""

    kind: LineKind
    seat: int
    name: str
    amount: int = 0
    is_all_in: bool = False
    cards: str = ""
    names: tuple[str, ...] = ()
    pot: int = 0
    at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StreetShown:
    """A street: the cards that came with it, the pot when they came, and what was done."""

    name: str
    cards: str
    pot: int
    lines: tuple[ActionLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLine:
    """A player of the hand: chips before and after (None while it is in play), and known cards."""

    seat: int
    name: str
    before: int
    after: int | None
    cards: str
    is_button: bool

    @property
    def change(self) -> int | None:
        return None if self.after is None else self.after - self.before


@dataclass(frozen=True, slots=True, kw_only=True)
class PotLine:
    """A pot, who could win it and who did, with how much each."""

    index: int
    amount: int
    contenders: tuple[str, ...]
    winners: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HandHistory:
    table: int
    number: int
    status: str
    game: str
    level_number: int
    stakes: LevelGame
    started_at: datetime
    ended_at: datetime | None
    board: str
    pot_total: int
    players: tuple[PlayerLine, ...]
    streets: tuple[StreetShown, ...]
    pots: tuple[PotLine, ...]
    undone: int
    has_ohh: bool
    previous: int | None
    following: int | None

    @property
    def topic(self) -> str:
        return f"table-{self.table}"

    @property
    def is_complete(self) -> bool:
        return self.status == HandStatus.COMPLETE


def find_hand(tournament: Tournament, *, table: int, number: int) -> Hand | None:
    """The hand of this number that counts; None if there is none, or it was taken back."""
    rows = Hand.objects.filter(table__tournament=tournament, table__number=table, number=number)
    return rows.exclude(status=HandStatus.VOID).select_related("table").first()


def hand_history(hand: Hand) -> HandHistory:
    """A hand in words' raw material. Four queries."""
    seats = list(HandSeat.objects.filter(hand=hand).select_related("entry__player").order_by("seat_number"))
    names = {seat.seat_number: seat.entry.player.name for seat in seats}
    kept, undone = _effective(
        list(HandOperation.objects.filter(hand=hand).order_by("number").values_list("code", "at"))
    )
    is_open = hand.status == HandStatus.OPEN
    setup = hand.setup
    book = _Book(names, setup, hides_cards=is_open)
    for operation, at in kept:
        book.write(operation, at)
    state = book.state
    others = Hand.objects.filter(table_id=hand.table_id).exclude(status=HandStatus.VOID)
    return HandHistory(
        table=hand.table.number,
        number=hand.number,
        status=hand.status,
        game=gettext(engine.GAMES[hand.game].name),
        level_number=hand.level_number,
        stakes=stakes_of_hand(hand.game, setup.stakes),
        started_at=hand.started_at,
        ended_at=hand.ended_at,
        board=engine.format_cards(state.board),
        pot_total=state.pot_total,
        players=tuple(
            PlayerLine(
                seat=seat.seat_number,
                name=names[seat.seat_number],
                before=seat.starting_stack,
                after=seat.finishing_stack,
                cards=_known(state, seat.seat_number, hides_cards=is_open),
                is_button=seat.seat_number == setup.button and has_button(hand.game),
            )
            for seat in seats
        ),
        streets=book.streets(),
        pots=_pots(state, names),
        undone=undone,
        has_ohh=has_ohh(hand),
        previous=others.filter(number__lt=hand.number)
        .order_by("-number")
        .values_list("number", flat=True)
        .first(),
        following=others.filter(number__gt=hand.number)
        .order_by("number")
        .values_list("number", flat=True)
        .first(),
    )


def _effective(
    rows: Sequence[tuple[str, datetime]],
) -> tuple[list[tuple[engine.Operation, datetime]], int]:
    """The operations that count with their times, and how many were taken back."""
    kept: list[tuple[engine.Operation, datetime]] = []
    undone = 0
    for code, at in rows:
        operation = engine.decode(code)
        if isinstance(operation, engine.Undo):
            undone += len(kept) - operation.to
            del kept[operation.to :]
        else:
            kept.append((operation, at))
    return kept, undone


class _Book:
    """Replays a hand and keeps a line for each step, by streets."""

    def __init__(self, names: Mapping[int, str], setup: engine.Setup, *, hides_cards: bool) -> None:
        self.names = names
        self.hides_cards = hides_cards
        self.state = engine.replay(setup, [])
        first = self.state.street_name
        self._streets: list[tuple[str, str, int, list[ActionLine]]] = [(first, "", 0, [])]
        for post in setup.posts:
            self._add(ActionLine(kind=post.kind, seat=post.seat, name=names[post.seat], amount=post.amount))

    def write(self, operation: engine.Operation, at: datetime) -> None:
        before = self.state
        self.state = engine.apply(before, operation)
        if isinstance(operation, engine.DealBoard):
            cards = engine.format_cards(operation.cards)
            self._streets.append((self.state.street_name, cards, before.pot_total, []))
        else:
            if before.phase == "showdown" and self._streets[-1][0] != "showdown":
                self._streets.append(("showdown", "", before.pot_total, []))
            line = self._line(operation, before, at)
            if line is not None:
                self._add(line)
        for back in self.state.returned[len(before.returned) :]:
            self._add(
                ActionLine(
                    kind="returned", seat=back.seat, name=self.names[back.seat], amount=back.amount, at=at
                )
            )

    def streets(self) -> tuple[StreetShown, ...]:
        return tuple(
            StreetShown(name=name, cards=cards, pot=pot, lines=tuple(lines))
            for name, cards, pot, lines in self._streets
        )

    def _add(self, line: ActionLine) -> None:
        self._streets[-1][3].append(line)

    def _line(self, operation: engine.Operation, before: engine.State, at: datetime) -> ActionLine | None:
        match operation:
            case engine.DealHole(seat, cards):
                shown = "" if self.hides_cards else engine.format_cards(cards)
                return self._of("knows", seat, at, cards=shown)
            case engine.Fold(seat):
                return self._of("fold", seat, at)
            case engine.Check(seat):
                return self._of("check", seat, at)
            case engine.Call(seat):
                return self._of("call", seat, at, amount=before.to_call(seat))
            case engine.RaiseTo(seat, amount):
                kind: LineKind = "bet" if engine.legal(before).raise_is_bet else "raise"
                return self._of(kind, seat, at, amount=amount)
            case engine.Show(seat, _):
                return self._of("show", seat, at, cards=engine.format_cards(self.state.hole[seat]))
            case engine.Muck(seat):
                return self._of("muck", seat, at)
            case engine.DeclareWinners(pot, seats):
                winners = tuple(self.names[seat] for seat in seats)
                return ActionLine(kind="declare", seat=0, name="", names=winners, pot=pot, at=at)
            case _:
                return None

    def _of(self, kind: LineKind, seat: int, at: datetime, *, amount: int = 0, cards: str = "") -> ActionLine:
        return ActionLine(
            kind=kind,
            seat=seat,
            name=self.names[seat],
            amount=amount,
            cards=cards,
            is_all_in=kind in ("call", "bet", "raise") and seat in self.state.all_in,
            at=at,
        )


def _known(state: engine.State, seat: int, *, hides_cards: bool) -> str:
    """Cards that were recorded; during the hand only those that were tabled."""
    cards = state.hole[seat]
    if (hides_cards and seat not in state.shown) or not any(cards):
        return ""
    return engine.format_cards(cards)


def _pots(state: engine.State, names: Mapping[int, str]) -> tuple[PotLine, ...]:
    return tuple(
        PotLine(
            index=pot.index,
            amount=pot.amount,
            contenders=tuple(names[seat] for seat in pot.seats),
            winners=tuple(
                (names[award.seat], award.amount) for award in state.awards if award.pot == pot.index
            ),
        )
        for pot in state.pots
    )
