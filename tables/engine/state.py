"""The state of a hand, read only, and what may happen next.

`replay` plays a whole record on one Progress and wraps it once; `apply` copies the Progress first. A
Progress is never shared by two States.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from tables.engine.cards.cards import Card
from tables.engine.games.game import Game
from tables.engine.games.setup import CarriedPot, Setup
from tables.engine.play.limits import counted_pot
from tables.engine.play.openers import carried_pot, required
from tables.engine.play.operations import Operation, Ruling
from tables.engine.play.pots import Award, Pot, Returned, build_pots
from tables.engine.play.progress import Drawn, Outcome, Phase, Progress
from tables.engine.rulings.misdeals import MisdealDue, may_misdeal, misdeal_due
from tables.engine.rulings.moments import is_sitting_out, just_dealt
from tables.engine.rulings.substantial_action import substantial_action
from tables.engine.streets.streets import awaits_first_card


class State:
    """A hand after some operations; read only. Equal states are equal in every part.

    Every mapping is keyed by seat number; every amount is in chips.
    """

    __slots__ = ("progress",)

    def __init__(self, progress: Progress) -> None:
        self.progress: Final = progress

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return all(
            getattr(self.progress, name) == getattr(other.progress, name) for name in Progress.__slots__
        )

    def __hash__(self) -> int:
        return hash((self.setup, self.history))

    def __repr__(self) -> str:
        p = self.progress
        return f"<State {p.setup.game} {self.street_name} {p.phase} actor={p.actor} pot={p.pot}>"

    @property
    def setup(self) -> Setup:
        return self.progress.setup

    @property
    def game(self) -> Game:
        return self.progress.game

    @property
    def history(self) -> tuple[Operation, ...]:
        """The effective operations so far."""
        return self.progress.history

    @property
    def phase(self) -> Phase:
        """What the hand needs next: cards, an action, a draw, the showdown, a proof, nothing."""
        return self.progress.phase

    @property
    def is_complete(self) -> bool:
        return self.progress.phase == "complete"

    @property
    def street(self) -> int:
        """Index into game.streets."""
        return self.progress.street

    @property
    def street_name(self) -> str:
        streets = self.progress.game.streets
        return streets[self.progress.street].name if streets else ""

    @property
    def next_street_name(self) -> str:
        """Of the street that is dealt next; "" after the last."""
        if self.awaits_first_card:
            return "first card"
        streets, following = self.progress.game.streets, self.progress.street + 1
        return streets[following].name if following < len(streets) else ""

    @property
    def actor(self) -> int | None:
        """The seat whose turn it is to bet, if it is anyone's."""
        return self.progress.actor

    @property
    def order(self) -> tuple[int, ...]:
        """The seats dealt in, clockwise from the button."""
        return self.progress.order

    @property
    def board(self) -> tuple[Card, ...]:
        """Of a run-out that is dealt more than once the one being dealt, in the end the first."""
        return self.progress.board

    @property
    def boards(self) -> tuple[tuple[Card, ...], ...]:
        """The boards that are whole of a run-out dealt more than once; () in any other hand."""
        return self.progress.runs.boards if self.progress.runs is not None else ()

    @property
    def boards_so_far(self) -> tuple[tuple[Card, ...], ...]:
        """Every board that was agreed on, as far as it is dealt: one to come has the cards that all share. The board
        alone in any other hand.
        """
        board, runs = self.progress.board, self.progress.runs
        if runs is None:
            return (board,)
        whole = runs.boards
        to_come = runs.count - len(whole) - 1
        return whole if to_come < 0 else (*whole, board, *[runs.shared] * to_come)

    @property
    def board_number(self) -> int:
        """Which of several boards is being dealt, from 1; 0 in any other hand and once all of them are whole."""
        runs = self.progress.runs
        return 0 if runs is None or len(runs.boards) == runs.count else len(runs.boards) + 1

    @property
    def boards_agreed(self) -> int:
        """How many times the rest of the board is dealt."""
        return self.progress.runs.count if self.progress.runs is not None else 1

    @property
    def hole(self) -> Mapping[int, tuple[Card, ...]]:
        """Each seat's cards, UNKNOWN where not recorded."""
        return MappingProxyType(self.progress.hole)

    @property
    def faces(self) -> str:
        """For each card of a hand, in the order of the deal, d(own) or u(p); a card that was one for all is
        in no hand.
        """
        cards = self.progress.cards
        return self.progress.game.faces if cards is None else cards.faces

    @property
    def up_places(self) -> tuple[tuple[int, ...], ...]:
        """For a hand of so many cards: where in it the face-up ones stand."""
        cards = self.progress.cards
        return self.progress.game.up_places if cards is None else cards.up_places

    @property
    def runs_out(self) -> bool:
        """Whether the betting is over and cards are still to come (TDA 16)."""
        return self.progress.closed and self.progress.phase == "deal_board"

    @property
    def stacks(self) -> Mapping[int, int]:
        """Chips behind; once the hand is complete the finishing stacks."""
        return MappingProxyType(self.progress.stacks)

    @property
    def bets(self) -> Mapping[int, int]:
        """Chips in front of each seat: put in on this street, not yet in a pot."""
        return MappingProxyType(self.progress.bets)

    @property
    def bet_to_match(self) -> int:
        """The bet to match on this street (the price to enter, full also if the blind was short)."""
        return self.progress.bet_to_match

    @property
    def live(self) -> tuple[int, ...]:
        """Seats that have not folded, clockwise from the button."""
        return tuple(self.progress.live)

    @property
    def awaits_first_card(self) -> bool:
        """Whether the first card of the board is due before anybody acts: Courchevel."""
        return awaits_first_card(self.progress)

    @property
    def contending(self) -> tuple[int, ...]:
        """Live seats that have not given up, clockwise from the button: a run-out deals to these."""
        return tuple(self.progress.contending)

    @property
    def folded(self) -> tuple[int, ...]:
        """Seats that have folded, clockwise from the button."""
        live = self.progress.live
        return tuple(seat for seat in self.progress.order if seat not in live)

    @property
    def all_in(self) -> tuple[int, ...]:
        """Live seats without chips behind, in the order they went all-in."""
        return self.progress.all_in

    @property
    def shown(self) -> tuple[int, ...]:
        return self.progress.shown

    @property
    def mucked(self) -> tuple[int, ...]:
        """Seats that gave up at the showdown, the losers of declared pots included."""
        return self.progress.mucked

    @property
    def declared(self) -> Mapping[int, tuple[int, ...]]:
        """Pot index to the winners declared without cards, of the high half where there are two."""
        return MappingProxyType(
            {pot: seats for (pot, half), seats in self.progress.declared.items() if half != "low"}
        )

    @property
    def declared_low(self) -> Mapping[int, tuple[int, ...]]:
        """Pot index to the winners of the low half declared without cards; () = nobody has a low."""
        return MappingProxyType(
            {pot: seats for (pot, half), seats in self.progress.declared.items() if half == "low"}
        )

    @property
    def pots(self) -> tuple[Pot, ...]:
        """The pots without the bets of the running street: their sum and `bets` make pot_total."""
        p = self.progress
        if p.pots is not None:
            return p.pots
        return build_pots(
            live=p.live,
            capped=[seat for seat in p.all_in if not p.bets[seat]],
            antes=p.antes,
            bets={seat: total - p.bets[seat] for seat, total in p.totals.items()},
            table_ante=p.table_ante,
        )

    @property
    def pot_total(self) -> int:
        """Everything put in and not returned, bets of this street included; also when complete."""
        return self.progress.pot

    @property
    def pot_counted(self) -> int:
        """The pot by which bets are sized: in pot limit as its limit reckons it before the flop."""
        return counted_pot(self.progress) if self.game.betting == "pot_limit" else self.progress.pot

    def to_call(self, seat: int) -> int:
        """Chips a call would cost this seat now: short when all-in, 0 when folded or matched."""
        p = self.progress
        if p.closed or p.phase != "betting" or seat not in p.live:
            return 0
        return min(max(p.price(seat) - p.bets[seat], 0), p.stacks[seat])

    @property
    def awards(self) -> tuple[Award, ...]:
        """What each seat took, in the order of payment (rules.side_pot_order)."""
        return self.progress.awards

    @property
    def returned(self) -> tuple[Returned, ...]:
        """Uncalled bets that went back, in order."""
        return self.progress.returned

    @property
    def outcome(self) -> Outcome:
        """Of a complete hand: "" the pots were won, "carried" they carry over to the next, "void" nothing
        of it counts.
        """
        return self.progress.outcome

    @property
    def carried_pot(self) -> CarriedPot:
        """What a complete hand leaves for the Setup of the next."""
        return carried_pot(self.progress)

    @property
    def equalised(self) -> Mapping[int, int]:
        """What folded seats paid into a pot that nobody won (S-096)."""
        cards = self.progress.cards
        return MappingProxyType(cards.equalised if cards is not None else {})

    @property
    def rake(self) -> int:
        """What the house took out of the pots."""
        return self.progress.rake

    @property
    def drawn(self) -> tuple[Drawn, ...]:
        """Every draw so far, in order."""
        cards = self.progress.cards
        return tuple(cards.drawn) if cards is not None else ()

    @property
    def discarded(self) -> Mapping[int, tuple[Card, ...]]:
        """Seat to the known cards it has thrown away, in order."""
        cards = self.progress.cards
        return MappingProxyType(cards.kept_aside if cards is not None else {})

    @property
    def stub(self) -> int | None:
        """Cards left to deal, where that is followed: in stud and draw."""
        cards = self.progress.cards
        return cards.stub if cards is not None else None

    @property
    def openers_required(self) -> str:
        """The rank of the lowest pair that opens this hand, "" where any hand may."""
        return required(self.progress)

    @property
    def opener(self) -> int | None:
        """The seat that opened, in a game that needs an opening."""
        cards = self.progress.cards
        return cards.opener if cards is not None else None

    @property
    def results(self) -> Mapping[int, int]:
        """The finishing stacks of a complete hand, else empty."""
        return self.stacks if self.is_complete else MappingProxyType({})

    @property
    def substantial_action(self) -> bool:
        """Whether this street's betting has seen substantial action (posted blinds never count)."""
        return substantial_action(self.progress)

    @property
    def may_misdeal(self) -> bool:
        """Whether the deal can still be undone: no substantial action on the first street."""
        return not self.is_complete and may_misdeal(self.progress)

    @property
    def misdeal_due(self) -> MisdealDue | None:
        """Which recorded error asks for a new deal, by which rule; the floor decides."""
        return None if self.is_complete else misdeal_due(self.progress)

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """The irregularities recorded, in order."""
        return tuple(self.progress.irregularities.rulings) if self.progress.irregularities is not None else ()

    @property
    def is_just_dealt(self) -> bool:
        """Nothing but cards has come since the deal."""
        return just_dealt(self.progress)

    @property
    def is_as_dealt(self) -> bool:
        """Nothing was recorded: what is there the deal itself has done."""
        return len(self.history) == len(self.sitting_out)

    @property
    def sitting_out(self) -> Mapping[int, str]:
        """Seat to the kind of ruling by which it sits this hand out, in their order."""
        return MappingProxyType({each.seat: each.kind for each in self.rulings if is_sitting_out(each)})

    @property
    def aside(self) -> Mapping[int, int]:
        """Chips of a seat that are out of play until the hand is over (TDA 62)."""
        irregularities = self.progress.irregularities
        return MappingProxyType(irregularities.aside if irregularities is not None else {})

    @property
    def exposed(self) -> tuple[Card, ...]:
        """Cards seen by accident and out of play: shown to one, shown to all (S-124)."""
        irregularities = self.progress.irregularities
        return irregularities.exposed if irregularities is not None else ()
