"""One line of a recorded hand for each post and each operation: what its sentence needs, in chips and seats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from tables import engine
from tables.engine.notation.seen import seen_of_run_out
from tables.engine.play.operations import BlindOpen
from tables.words.pots import HalfCalled, half_called

LineKind = Literal[
    "waited",
    "ante",
    "table_ante",
    "small_blind",
    "big_blind",
    "straddle",
    "entry_blind",
    "dead_blind",
    "knows",
    "up_card",
    "speaks_first",
    "fold",
    "check",
    "call",
    "bring_in",
    "complete",
    "bet",
    "raise",
    "blind",
    "draw",
    "show",
    "muck",
    "openers",
    "declare",
    "no_low",
    "boards",
    "puts_in",
    "takes_out",
    "end",
    "returned",
    "waits",
    "ruling",
]
NAMELESS: frozenset[LineKind] = frozenset({"waited", "no_low", "boards", "end", "waits"})
"""What no player does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionLine:
    """One action. `amount` is what it says: chips called, the total bet or raised to, chips posted,
    cards drawn; `reshuffled` of those came out of a reshuffle. `pot` is the index of one of `pots`.
    """

    kind: LineKind
    seat: int = 0
    name: str = ""
    amount: int = 0
    is_all_in: bool = False
    cards: str = ""
    names: tuple[str, ...] = ()
    pot: int = 0
    pots: int = 1
    half: HalfCalled = ""
    reshuffled: int = 0
    ruling: engine.Ruling | None = None
    at: datetime | None = None

    @property
    def is_known(self) -> bool:
        """Whether there are cards to be seen."""
        return self.cards.replace("?", "") != ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LineMaker:
    """Makes the lines of one hand. `hides_cards`: what was not tabled stays unseen."""

    names: Mapping[int, str]
    hides_cards: bool

    def line(
        self, operation: engine.Operation, before: engine.State, after: engine.State, at: datetime
    ) -> ActionLine | None:
        """The line of an operation; None for board cards, which head their street."""
        maker = _Step(self, before, after, at)
        match operation:
            case engine.Check(seat):
                return maker.of("check", seat)
            case engine.Fold(seat):
                return maker.of("fold", seat)
            case engine.Call(seat):
                return maker.of("call", seat, amount=before.to_call(seat))
            case engine.RaiseTo(seat, amount):
                return maker.of(engine.legal(before).raise_word, seat, amount=amount)
            case engine.BringIn(seat):
                return maker.of("bring_in", seat, amount=engine.legal(before).bring_in or 0)
            case BlindOpen(seat):
                return maker.of("blind", seat, amount=after.bets[seat])
            case engine.PutIn(seat, amount):
                return maker.of("puts_in", seat, amount=amount)
            case engine.TakeOut(seat, amount):
                return maker.of("takes_out", seat, amount=amount)
            case engine.EndHand():
                return ActionLine(kind="end", at=at)
            case engine.RunBoards(count):
                return ActionLine(kind="boards", amount=count, at=at)
            case engine.DeclareWinners():
                return maker.declared(operation)
            case engine.Ruling():
                return maker.ruled(operation)
            case _:
                return maker.about_cards(operation)

    def dealt(
        self, operation: engine.DealBoard, before: engine.State, after: engine.State, at: datetime
    ) -> list[ActionLine]:
        """The cards that a street of a run-out brought to the players, as far as they are known."""
        maker = _Step(self, before, after, at)
        cards = seen_of_run_out(operation.cards, before, after) if self.hides_cards else operation.cards
        return [
            maker.of("up_card", seat, cards=engine.format_cards([card]))
            for seat, card in zip(before.contending, cards, strict=True)
            if card != engine.UNKNOWN
        ]


@dataclass(frozen=True, slots=True)
class _Step:
    """One operation with the states around it."""

    maker: LineMaker
    before: engine.State
    after: engine.State
    at: datetime

    def of(self, kind: LineKind, seat: int, *, amount: int = 0, cards: str = "") -> ActionLine:
        chips_went_in = kind in ("call", "bring_in", "complete", "bet", "raise", "blind")
        return ActionLine(
            kind=kind,
            seat=seat,
            name=self.maker.names[seat],
            amount=amount,
            cards=cards,
            is_all_in=chips_went_in and seat in self.after.all_in,
            at=self.at,
        )

    def about_cards(self, operation: engine.Operation) -> ActionLine | None:
        match operation:
            case engine.DealHole(seat, cards):
                return self.of("knows", seat, cards=self.unless_hidden(cards))
            case engine.DealUp(seat, cards):
                return self.of("up_card", seat, cards=engine.format_cards(cards))
            case engine.Opens(seat):
                return self.of("speaks_first", seat)
            case engine.Discard(seat, cards):
                return self.drew(seat, cards)
            case engine.Show(seat, _):
                return self.of("show", seat, cards=engine.format_cards(self.after.hole[seat]))
            case engine.Muck(seat):
                return self.of("muck", seat)
            case engine.ShowOpeners(seat, cards):
                return self.of("openers", seat, cards=engine.format_cards(cards))
            case _:
                return None

    def drew(self, seat: int, cards: tuple[engine.Card, ...]) -> ActionLine:
        return ActionLine(
            kind="draw",
            seat=seat,
            name=self.maker.names[seat],
            amount=len(cards),
            cards=self.unless_hidden(cards),
            reshuffled=self.after.drawn[-1].reshuffled,
            at=self.at,
        )

    def declared(self, operation: engine.DeclareWinners) -> ActionLine:
        if not operation.seats:
            return ActionLine(kind="no_low", pot=operation.pot, half="low", at=self.at)
        return ActionLine(
            kind="declare",
            names=tuple([self.maker.names[seat] for seat in operation.seats]),
            pot=operation.pot,
            pots=len(self.before.pots),
            half=half_called(operation.half, self.before.game),
            at=self.at,
        )

    def ruled(self, ruling: engine.Ruling) -> ActionLine:
        """Its cards were seen by everybody."""
        return ActionLine(
            kind="ruling",
            seat=ruling.seat,
            name=self.maker.names.get(ruling.seat, ""),
            ruling=ruling,
            at=self.at,
        )

    def unless_hidden(self, cards: tuple[engine.Card, ...]) -> str:
        return "" if self.maker.hides_cards else engine.format_cards(cards)
