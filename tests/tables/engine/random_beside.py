"""Random hands of any game that PokerKit can play, a tighter or wilder table each time."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from tables.engine import (
    GAMES,
    UNKNOWN,
    BringIn,
    ButtonAndBlinds,
    Call,
    Card,
    Check,
    DealBoard,
    DealHole,
    DealUp,
    Discard,
    Fold,
    Game,
    HouseRules,
    Operation,
    RaiseTo,
    SeatStack,
    Setup,
    Show,
    Stakes,
    State,
    apply,
    legal,
)
from tables.engine.cards.cards import deck_of
from tables.engine.games.stakes import AnteKind
from tests.tables.engine.beside_pokerkit import Beside, Diverged
from tests.tables.engine.pokerkit_games import OWN, OWN_CAP
from tests.tables.engine.random_spots import board_that_plays, random_deck, random_stack

LEVELS = ((5, 10), (1, 2), (10, 20), (50, 100))


class Temper(NamedTuple):
    """How often a table folds to a bet, folds without one, raises, and raises far."""

    fold: float
    give_up: float
    raises: float
    far: float


TEMPERS = (
    Temper(fold=0.05, give_up=0.0, raises=0.1, far=0.1),
    Temper(fold=0.15, give_up=0.02, raises=0.3, far=0.2),
    Temper(fold=0.1, give_up=0.0, raises=0.6, far=0.05),
    Temper(fold=0.3, give_up=0.05, raises=0.5, far=0.4),
)


def random_setup(code: str, rng: random.Random) -> Setup:
    """Seats 1 to n, the button last; stacks from a chip to a hundred big blinds."""
    game = GAMES[code]
    small, big = rng.choice(LEVELS)
    n = rng.choice([2, 2, 3, 3, 4, 5, 6, min(8, game.most_players)])
    stakes = _random_stakes(game, small, big, rng)
    sizes = [rng.randint(1, 3 * big), rng.randint(3 * big, 12 * big), rng.randint(20 * big, 100 * big)]
    deep = rng.choice([0, 0, 1, 2])
    stacks = [rng.choice([rng.choice(sizes[deep:]), random_stack(stakes, rng)]) for _ in range(n)]
    positions = ButtonAndBlinds(button=n)
    if game.streets[0].first_to_act == "after_blinds":
        positions = ButtonAndBlinds(
            button=n, small_blinds=(2,) if n == 2 else (1,), big_blinds=(1,) if n == 2 else (2,)
        )
    if code == "NS":
        positions = ButtonAndBlinds(button=n, big_blinds=(n,))
    return Setup.for_level(
        game=code,
        rules=_random_rules(code, rng),
        stakes=stakes,
        positions=positions,
        seats=[SeatStack(seat, stack) for seat, stack in enumerate(stacks, 1)],
    )


def _random_rules(code: str, rng: random.Random) -> HouseRules:
    return HouseRules(
        limit_cap=OWN_CAP if code in OWN else rng.choice([0, 3, 4]),
        limit_heads_up_uncapped="never",
        bba_order="ante_first",
        odd_identical=rng.choice(["even", "literal"]),
        stud_tie_first="position",
        draw_reshuffle=rng.choice(["wsop", "others_discards"]),
        prove_openers=False,
    )


def _random_stakes(game: Game, small: int, big: int, rng: random.Random) -> Stakes:
    ante = rng.choice([rng.randint(1, small), rng.randint(1, small), big])
    bets = {"small_bet": big, "big_bet": 2 * big} if game.betting == "fixed_limit" else {}
    if game.is_stud:
        bring_in = rng.choice([rng.randint(1, small), small, 0])
        ante = ante if not bring_in or rng.random() < 0.8 else 0
        return Stakes(ante=ante, ante_kind="classic", bring_in=bring_in, min_bet=big, **bets)
    if game.streets[0].first_to_act == "after_button":
        return Stakes(ante=ante, ante_kind="classic", min_bet=big, **bets)
    if game.code == "NS":
        return Stakes(0, big, ante=ante, ante_kind="classic")
    kinds: list[AnteKind] = ["none", "none", "classic", "big_blind", "button"]
    kind = rng.choice(kinds)
    return Stakes(small, big, ante=0 if kind == "none" else ante, ante_kind=kind, **bets)


class RandomHand:
    """One hand, its cards taken from the deck as at the table: burned, dealt, and shuffled again."""

    def __init__(self, code: str, rng: random.Random) -> None:
        setup = random_setup(code, rng)
        game = GAMES[code]
        self.rng = rng
        self.temper = rng.choice(TEMPERS)
        self.whole = deck_of(game.ranks, joker=False)
        first = game.streets[0].down + game.streets[0].up
        self.deck = random_deck(self.whole, rng, players=len(setup.seats), first_cards=first)
        self.for_board: list[Card] = []
        if game.board_cards and rng.random() < 0.25:
            self.for_board = board_that_plays(self.deck, rng)
        self.burned: list[Card] = []
        self.burned_on = 0
        self.parted = False
        self.beside = Beside(setup, {each.seat: self._take(first) for each in setup.seats})

    def play(self) -> None:
        """To the end: from where a known difference parts the two beside the book alone."""
        try:
            self.beside.deal()
        except Diverged:
            self._part()
        while not self.beside.ours.is_complete:
            for operation in self._next():
                self._do(operation)
            state = self.beside.ours
            if state.phase == "draw" and state.street > self.burned_on:
                self.burned_on = state.street
                self.burned += self._take(1)
            self._check_stub()

    def _do(self, operation: Operation) -> None:
        if self.parted:
            self.beside.play_alone(operation)
            return
        try:
            self.beside.play(operation)
        except Diverged:
            self._part()

    def _part(self) -> None:
        self.parted = True
        self.beside.look()

    def _check_stub(self) -> None:
        """The engine's count of the cards not dealt yet."""
        state = self.beside.ours
        if state.stub is not None and not state.is_complete and not state.board and not self._due():
            self.beside.same("stub", state.stub, len(self.deck))

    def _next(self) -> Sequence[Operation]:
        state = self.beside.ours
        answer = legal(state)
        due = self._due()
        if due:
            return [self._deal(state, *min(due))]
        if answer.board_cards:
            self._burn(answer.board_cards)
            return [DealBoard(self._board(answer.board_cards))]
        if answer.drawer is not None:
            return self._draw(state, answer.drawer)
        if answer.to_show is not None:
            return [Show(answer.to_show)]
        assert answer.actor is not None
        return [self._move(answer.actor)]

    # --- Cards -----------------------------------------------------------------------------------

    def _take(self, count: int) -> tuple[Card, ...]:
        cards, self.deck = tuple(self.deck[:count]), self.deck[count:]
        return cards

    def _board(self, count: int) -> tuple[Card, ...]:
        if not self.for_board:
            return self._take(count)
        cards, self.for_board = tuple(self.for_board[:count]), self.for_board[count:]
        return cards

    def _burn(self, players: int) -> None:
        """Once a street; where the stub is too short for a card each, the burns are shuffled in (TDA RP-10H)."""
        if len(self.deck) < players + 2:
            self.deck = self.rng.sample(self.deck + self.burned, len(self.deck + self.burned))
            self.burned = []
        self.burned += self._take(1)

    def _due(self) -> list[tuple[int, int]]:
        """Place in the hand and seat of the cards of live players that are not dealt yet."""
        hole = self.beside.ours.hole
        return [(hole[seat].index(UNKNOWN), seat) for seat in self.beside.ours.live if UNKNOWN in hole[seat]]

    def _deal(self, state: State, place: int, seat: int) -> Operation:
        """A card of a later street of stud."""
        if place > self.burned_on:
            self.burned_on = place
            self._burn(len(state.live))
        cards = self._take(1)
        return DealUp(seat, cards) if state.game.faces[place] == "u" else DealHole(seat, cards)

    def _draw(self, state: State, seat: int) -> Sequence[Operation]:
        """Away with some cards, and the new ones; as many as the deck has new ones for."""
        hand = state.hole[seat]
        count = self.rng.choice([0, 1, 1, 2, 2, 3, len(hand)])
        while True:
            thrown = Discard(seat, tuple(self.rng.sample(hand, count)))
            after = apply(state, thrown)
            reshuffled = after.drawn[-1].reshuffled
            new, rest = self.deck[: count - reshuffled], self.deck[count - reshuffled :]
            if reshuffled:
                known = {*after.progress.seen, *self.burned, *new}
                rest = self.rng.sample(left := [card for card in self.whole if card not in known], len(left))
            if len(rest) >= reshuffled:
                break
            count -= 1
        self.deck = rest[reshuffled:]
        new += rest[:reshuffled]
        return [thrown, DealHole(seat, tuple(new))] if new else [thrown]

    # --- Betting ---------------------------------------------------------------------------------

    def _move(self, seat: int) -> Operation:
        may, temper, roll = self.beside.may, self.temper, self.rng.random()
        assert may is not None
        if may.can_fold and roll < (temper.fold if may.call else temper.give_up):
            return Fold(seat)
        if may.low is not None and may.high is not None and self.rng.random() < temper.raises:
            far = self.rng.random() < temper.far
            most = may.high if far else min(may.high, 3 * may.low)
            return RaiseTo(seat, self.rng.choice([may.low, most, self.rng.randint(may.low, most)]))
        if may.bring_in:
            return BringIn(seat)
        return Call(seat) if may.call else Check(seat)


def play_random_hand(code: str, rng: random.Random) -> tuple[int, Counter[str]]:
    """One random hand of this game in both engines: its operations, the known differences by name.

    Raises Unexplained.
    """
    hand = RandomHand(code, rng)
    hand.play()
    return len(hand.beside.ours.history), hand.beside.found
