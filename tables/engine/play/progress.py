"""Where a hand stands, as the engine writes it. Nothing outside the engine touches a Progress."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final, Literal

from tables.engine.cards.cards import Card
from tables.engine.games.game import Game
from tables.engine.games.setup import Setup
from tables.engine.play.operations import Action, Half, Operation, Ruling
from tables.engine.play.pots import Award, Pot, Returned

Phase = Literal[
    "deal_board",
    "deal_up",
    "draw",
    "betting",
    "showdown",
    "openers",
    "result",
    "complete",
    "round_over",
    "drawn",
]
"""What the hand needs next. The last two exist only within an operation: a round is over and the next
street has not begun, or a draw is over and its betting has not begun."""

Outcome = Literal["", "carried", "void"]


@dataclass(frozen=True, slots=True)
class Runs:
    """A run-out that is dealt more than once: how often, the street and the board that all share, and the boards that
    are whole, in the order in which they came.
    """

    count: int
    street: int
    shared: tuple[Card, ...]
    boards: tuple[tuple[Card, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Drawn:
    """One player's draw: how many cards went, and how many of the new ones needed a reshuffle."""

    seat: int
    street: int
    count: int
    reshuffled: int = 0


@dataclass(slots=True, kw_only=True)
class CardPlay:
    """State that only games with up-cards, draws or openers need; hold'em and Omaha have none.

    stub: cards not dealt yet. faces, up_places: those of the game, without stud's community cards;
    community_street: the last street dealt as one. burns: cards burned, burns_before: before this street of
    stud; discarded: discarded in this draw; earlier_discards: before it; both still out of play;
    known_discards, known_earlier_discards:
    the known cards among them; shuffled_in: folded seats whose cards went back into the stub. awaiting:
    seats whose up-card of this street is not recorded. first: the seat that acted first on this street.
    drawers: the seats still to draw, in turn. kept_aside: each seat's known discards. opener: the seat
    that opened the pot; proven: whether its openers were shown. blinds: the seats that opened blind, the
    last one's bet standing; blind_raised: that seat has raised. equalised: what folded seats paid into
    a pot that carries over.
    """

    stub: int
    faces: str
    up_places: tuple[tuple[int, ...], ...]
    burns: int = 0
    burns_before: int = 0
    discarded: int = 0
    earlier_discards: int = 0
    awaiting: list[int] = field(default_factory=list)
    first: int | None = None
    drawers: list[int] = field(default_factory=list)
    drawn: list[Drawn] = field(default_factory=list)
    known_earlier_discards: tuple[Card, ...] = ()
    known_discards: tuple[Card, ...] = ()
    shuffled_in: list[int] = field(default_factory=list)
    community_street: int = 0
    kept_aside: dict[int, tuple[Card, ...]] = field(default_factory=dict)
    opener: int | None = None
    proven: bool = False
    blinds: list[int] = field(default_factory=list)
    blind_raised: bool = False
    equalised: dict[int, int] = field(default_factory=dict)

    def copy(self) -> CardPlay:
        return replace(
            self,
            awaiting=self.awaiting.copy(),
            drawers=self.drawers.copy(),
            drawn=self.drawn.copy(),
            shuffled_in=self.shuffled_in.copy(),
            kept_aside=self.kept_aside.copy(),
            blinds=self.blinds.copy(),
            equalised=self.equalised.copy(),
        )


@dataclass(slots=True, kw_only=True)
class Irregularities:
    """What rulings leave behind; most hands have none.

    rulings: those made, in order. bound: a seat's action out of turn, and the bet it faced then.
    passive: seats that may not raise, and on which street. aside: chips of a seat that are not in
    play; aside_to: the seat that gets them if their owner wins nothing. exposed: cards seen by accident and
    out of play. declared_hands: by seat and contest, the cards named as the hand. asked: seats whose
    cards were asked for. sitting_out: seats that leave the hand once the up-cards are dealt.
    """

    rulings: list[Ruling] = field(default_factory=list)
    bound: dict[int, tuple[Action, int]] = field(default_factory=dict)
    passive: dict[int, int] = field(default_factory=dict)
    aside: dict[int, int] = field(default_factory=dict)
    aside_to: int | None = None
    exposed: tuple[Card, ...] = ()
    declared_hands: dict[tuple[int, int], tuple[Card, ...]] = field(default_factory=dict)
    asked: set[int] = field(default_factory=set)
    sitting_out: list[int] = field(default_factory=list)

    def copy(self) -> Irregularities:
        return replace(
            self,
            rulings=self.rulings.copy(),
            bound=self.bound.copy(),
            passive=self.passive.copy(),
            aside=self.aside.copy(),
            declared_hands=self.declared_hands.copy(),
            asked=self.asked.copy(),
            sitting_out=self.sitting_out.copy(),
        )


_NOTHING_BET: Final[Mapping[int, int]] = MappingProxyType({})
_NOTHING_DECLARED: Final[Mapping[tuple[int, Half], tuple[int, ...]]] = MappingProxyType({})


class Progress:
    """A hand in play. Mappings are keyed by seat. Lists, sets and dicts are the hand's own and change
    in place; tuples and Mappings are replaced: copying a hand, which every tap does, shares them.

    order     seats dealt in, clockwise from the button: live, queue and splits follow it
    unknown_hand  a hand without a known card
    live      seats not folded; all_in: those of them without chips behind
    queue     seats that must still act on this street, the actor first
    bets      put in on this street; totals: on all streets, this one included, without antes
    round_bets  the bets of the round that was closed last, for a correction before the next card
    bet_to_match  the total of this street to call; full_bet: the last full bet or raise (fixed limit)
    bring_in  of this street: due while it is above the bet to match
    raise_increment  the least that a raise adds: the last full bet or raise (no and pot limit)
    raises    bets and raises of this street that count for the cap
    acted     the bet to match when a seat last acted on this street; absent = not yet
    seen      known cards, from the start with those that this deck does not have
    declared  winners recorded without cards, by pot and half
    pots      final once the betting is over for good (closed), else None
    outcome   "" where the pots are won; rake: what the house took
    runs      of a board that is dealt more than once; board is the one being dealt, in the end the first
    """

    __slots__ = (
        "acted", "actions", "actor", "aggressor", "all_in", "antes", "awards", "bet_to_match", "bets",
        "board", "bring_in", "cards", "chip_actions", "closed", "declared", "full_bet", "game", "history",
        "hole", "irregularities", "live", "mucked", "order", "outcome", "phase", "pot", "pots", "queue",
        "raise_increment", "raises", "rake", "returned", "round_bets", "runs", "seen", "setup", "shown",
        "stacks", "street", "table_ante", "totals", "uncapped", "unknown_hand",
    )  # fmt: skip

    def __init__(self, setup: Setup) -> None:
        posted, in_play = setup.opening, setup.in_play
        order, bet_to_match, bets = posted.order, posted.bet_to_match, posted.bets
        self.setup: Setup = setup
        self.game: Game = in_play.game
        self.order: tuple[int, ...] = order
        self.phase: Phase = "betting"
        self.street: int = 0
        self.actor: int | None = None
        self.closed: bool = False
        self.board: tuple[Card, ...] = ()
        self.unknown_hand: tuple[Card, ...] = in_play.unknown_hand
        self.hole: dict[int, tuple[Card, ...]] = posted.hole.copy()
        self.seen: set[Card] = set(in_play.left_out)
        self.stacks: dict[int, int] = posted.stacks.copy()
        self.bets: dict[int, int] = bets.copy()
        self.round_bets: Mapping[int, int] = _NOTHING_BET
        self.totals: dict[int, int] = bets.copy()
        self.antes: Mapping[int, int] = posted.antes
        self.table_ante: int = posted.table_ante
        self.pot: int = posted.pot
        self.live: list[int] = list(order)
        self.all_in: tuple[int, ...] = posted.all_in
        self.queue: list[int] = []
        self.acted: dict[int, int] = {}
        self.bet_to_match: int = bet_to_match
        self.full_bet: int = bet_to_match
        self.bring_in: int = 0
        self.raise_increment: int = posted.raise_increment
        self.raises: int = posted.raises
        self.uncapped: bool = False
        self.aggressor: int | None = None
        self.actions: int = 0
        self.chip_actions: int = 0
        self.shown: tuple[int, ...] = ()
        self.mucked: tuple[int, ...] = ()
        self.declared: Mapping[tuple[int, Half], tuple[int, ...]] = _NOTHING_DECLARED
        self.returned: tuple[Returned, ...] = ()
        self.pots: tuple[Pot, ...] | None = None
        self.awards: tuple[Award, ...] = ()
        self.cards: CardPlay | None = None
        self.irregularities: Irregularities | None = None
        self.outcome: Outcome = ""
        self.rake: int = 0
        self.runs: Runs | None = None
        self.history: tuple[Operation, ...] = ()

    @property
    def able(self) -> int:
        """How many of the live seats have chips behind: where nobody is all-in, do not ask."""
        return len(self.live) - len(self.all_in)

    @property
    def contending(self) -> list[int]:
        """The seats that can still win something: live, and the hand not given up."""
        return [seat for seat in self.live if seat not in self.mucked]

    def price(self, seat: int) -> int:
        """The total of this street that the seat must reach to stay in.

        The bet to match; but the last player with chips need not pay the full price of a short blind to
        players who cannot win it, as it would come straight back.
        """
        if self.able > 1:
            return self.bet_to_match
        return min(self.bet_to_match, max([self.bets[other] for other in self.live if other != seat]))

    def ensure_irregularities(self) -> Irregularities:
        """The memory of rulings, made with the first of them."""
        if self.irregularities is None:
            self.irregularities = Irregularities()
        return self.irregularities

    def copy(self) -> Progress:
        """Another Progress at the same point, sharing only what never changes."""
        new = Progress.__new__(Progress)
        for name in _SHARED:
            setattr(new, name, getattr(self, name))
        for name in _OWN:
            setattr(new, name, getattr(self, name).copy())
        if self.cards is not None:
            new.cards = self.cards.copy()
        if self.irregularities is not None:
            new.irregularities = self.irregularities.copy()
        return new


_OWN: Final = ("acted", "bets", "hole", "live", "queue", "seen", "stacks", "totals")
_SHARED: Final = tuple([name for name in Progress.__slots__ if name not in _OWN])
