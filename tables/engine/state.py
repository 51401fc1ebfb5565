"""The state of a hand: a read-only `State` for the world, a mutable `Progress` for the engine.

`replay` plays a whole record on one Progress and wraps it once; `apply` copies the Progress first.
Nothing outside the engine touches a Progress, and a Progress is never shared by two States.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from tables.engine.cards import UNKNOWN, Card
from tables.engine.games import GAMES, Game
from tables.engine.operations import Operation
from tables.engine.pots import Award, Pot, Returned, build_pots
from tables.engine.setup import Setup, clockwise

Phase = Literal["deal_board", "betting", "showdown", "complete"]


class Progress:
    """Where a hand stands, as the engine writes it. Dicts are keyed by seat.

    order    seats dealt in, clockwise from the button: live, queue and splits follow it
    dark     a hand of which no card is known
    live     seats not folded; all_in: those of them without chips behind
    queue    seats that must still act on this street, the actor first
    bets     put in on this street; totals: on all streets, this one included, without antes
    level    the bet to match; full: the last bet or raise that was a full one (fixed limit)
    step     the least increment of a raise: the last full bet or raise (no and pot limit)
    raises   bets and raises of this street that count for the cap
    acted    the level at which a seat last acted on this street; absent = not yet
    phantom  chips missing from short and dead blinds, counted by the pot limit before the flop
    pots     final once the betting is over for good (closed), else None
    """

    __slots__ = (
        "acted", "actions", "actor", "aggressor", "all_in", "antes", "awards", "bets", "board",
        "chip_actions", "closed", "dark", "declared", "full", "game", "history", "hole", "level", "live",
        "mucked", "order", "phantom", "phase", "pot", "pots", "queue", "raises", "returned", "seen",
        "setup", "shown", "stacks", "step", "street", "table_ante", "totals", "uncapped",
    )  # fmt: skip

    def __init__(self, setup: Setup) -> None:
        seats = setup.seats
        order = clockwise([each.seat for each in seats], after=setup.button)
        self.setup: Setup = setup
        self.game: Game = GAMES[setup.game]
        self.order: tuple[int, ...] = order
        self.phase: Phase = "betting"
        self.street: int = 0
        self.actor: int | None = None
        self.closed: bool = False
        self.board: tuple[Card, ...] = ()
        self.dark: tuple[Card, ...] = (UNKNOWN,) * self.game.hole_cards
        self.hole: dict[int, tuple[Card, ...]] = dict.fromkeys(order, self.dark)
        self.seen: set[Card] = set()
        self.stacks: dict[int, int] = {each.seat: each.stack for each in seats}
        self.bets: dict[int, int] = dict.fromkeys(order, 0)
        self.totals: dict[int, int] = dict.fromkeys(order, 0)
        self.antes: dict[int, int] = {}
        self.table_ante: int = 0
        self.pot: int = 0
        self.live: list[int] = list(order)
        self.all_in: list[int] = []
        self.queue: list[int] = []
        self.acted: dict[int, int] = {}
        self.level: int = 0
        self.full: int = 0
        self.step: int = setup.stakes.big_blind
        self.raises: int = 0
        self.uncapped: bool = False
        self.phantom: int = 0
        self.aggressor: int | None = None
        self.actions: int = 0
        self.chip_actions: int = 0
        self.shown: list[int] = []
        self.mucked: list[int] = []
        self.declared: dict[int, tuple[int, ...]] = {}
        self.returned: list[Returned] = []
        self.pots: tuple[Pot, ...] | None = None
        self.awards: tuple[Award, ...] = ()
        self.history: list[Operation] = []

    def price(self, seat: int) -> int:
        """The total of this street that the seat must reach to stay in.

        The level; but the last player with chips need not pay the full price of a short blind to
        players who cannot win it, as it would come straight back.
        """
        if len(self.live) - len(self.all_in) > 1:
            return self.level
        return min(self.level, max([self.bets[other] for other in self.live if other != seat]))

    def copy(self) -> Progress:
        """Another Progress at the same point, sharing only what never changes."""
        new = Progress.__new__(Progress)
        for name in _SHARED:
            setattr(new, name, getattr(self, name))
        for name in _OWN:
            setattr(new, name, getattr(self, name).copy())
        return new


_OWN: Final = (
    "acted", "all_in", "antes", "bets", "declared", "history", "hole", "live", "mucked", "queue",
    "returned", "seen", "shown", "stacks", "totals",
)  # fmt: skip
_SHARED: Final = tuple(name for name in Progress.__slots__ if name not in _OWN)


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
        return tuple(self.progress.history)

    @property
    def phase(self) -> Phase:
        """What the hand waits for: the next board cards, an action, the showdown, nothing."""
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
        return self.progress.game.streets[self.progress.street].name

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
        return self.progress.board

    @property
    def hole(self) -> Mapping[int, tuple[Card, ...]]:
        """Each seat's cards, UNKNOWN where not recorded."""
        return MappingProxyType(self.progress.hole)

    @property
    def stacks(self) -> Mapping[int, int]:
        """Chips behind; once the hand is complete the finishing stacks."""
        return MappingProxyType(self.progress.stacks)

    @property
    def bets(self) -> Mapping[int, int]:
        """Chips in front of each seat: put in on this street, not yet in a pot."""
        return MappingProxyType(self.progress.bets)

    @property
    def level(self) -> int:
        """The bet to match on this street (the price to enter, full also if the blind was short)."""
        return self.progress.level

    @property
    def live(self) -> tuple[int, ...]:
        """Seats that have not folded, clockwise from the button."""
        return tuple(self.progress.live)

    @property
    def folded(self) -> tuple[int, ...]:
        """Seats that have folded, clockwise from the button."""
        live = self.progress.live
        return tuple(seat for seat in self.progress.order if seat not in live)

    @property
    def all_in(self) -> tuple[int, ...]:
        """Live seats without chips behind, in the order they went all-in."""
        return tuple(self.progress.all_in)

    @property
    def shown(self) -> tuple[int, ...]:
        return tuple(self.progress.shown)

    @property
    def mucked(self) -> tuple[int, ...]:
        """Seats that gave up at the showdown, the losers of declared pots included."""
        return tuple(self.progress.mucked)

    @property
    def declared(self) -> Mapping[int, tuple[int, ...]]:
        """Pot index to the winners declared without cards."""
        return MappingProxyType(self.progress.declared)

    @property
    def last_aggressor(self) -> int | None:
        """Who bet or raised last on this street (in a run-out: on the last street with betting)."""
        return self.progress.aggressor

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

    def to_call(self, seat: int) -> int:
        """Chips a call would cost this seat now: short when all-in, 0 when folded or matched."""
        p = self.progress
        if p.closed or p.phase != "betting" or seat not in p.live:
            return 0
        return min(max(p.price(seat) - p.bets[seat], 0), p.stacks[seat])

    @property
    def awards(self) -> tuple[Award, ...]:
        """Who took what, in the order of paying (rules.side_pot_order)."""
        return self.progress.awards

    @property
    def returned(self) -> tuple[Returned, ...]:
        """Uncalled bets that went back, in order."""
        return tuple(self.progress.returned)

    @property
    def results(self) -> Mapping[int, int]:
        """The finishing stacks of a complete hand, else empty."""
        return self.stacks if self.is_complete else MappingProxyType({})

    @property
    def substantial_action(self) -> bool:
        """Whether this street's betting has seen substantial action (posted blinds never count)."""
        p = self.progress
        if p.setup.rules.substantial_action == "any_two":
            return p.actions >= 2
        return p.actions >= 3 or (p.actions == 2 and p.chip_actions > 0)


class Legal(NamedTuple):
    """What may happen next, with amounts; the answer of `legal`.

    call_amount: chips a call costs, None if there is nothing to call. raise_min and raise_max:
    totals of the street, both None if no bet or raise is allowed; equal where only one amount is.
    board_cards: how many cards to deal now, or 0. to_show: whose turn to show or muck it is.
    pots_to_declare: pots whose winner the recorded cards cannot tell. may_know: seats whose hole
    cards may still be recorded.
    """

    phase: Phase
    actor: int | None = None
    can_fold: bool = False
    can_check: bool = False
    call_amount: int | None = None
    call_is_all_in: bool = False
    raise_min: int | None = None
    raise_max: int | None = None
    raise_is_bet: bool = False
    board_cards: int = 0
    may_show: tuple[int, ...] = ()
    may_muck: tuple[int, ...] = ()
    to_show: int | None = None
    pots_to_declare: tuple[int, ...] = ()
    may_know: tuple[int, ...] = ()
