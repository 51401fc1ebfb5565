"""Every game, dealt to as many players as the house takes, to its last card: out of one deck, the burns as well."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tables.engine import (
    GAMES,
    HOUSE_RULES,
    UNKNOWN,
    BringIn,
    Call,
    Check,
    DealBoard,
    DealHole,
    DealUp,
    DeclareWinners,
    Discard,
    HouseRules,
    Operation,
    RaiseTo,
    Setup,
    Show,
    State,
    apply,
    legal,
    replay,
)
from tables.engine.cards.cards import DECK, JOKER, Card
from tables.engine.errors import InvalidNotation
from tests.tables.engine.any_game import setup_of
from tournament.rules.profiles import EVENT_RULES, PROFILE_NAMES
from tournament.rules.structure.game_sizes import most_players

WITH_CARDS = tuple(code for code, game in GAMES.items() if game.contests)


@pytest.mark.rule("SIZE-01")
@pytest.mark.parametrize("profile", PROFILE_NAMES)
def test_a_full_table_is_dealt_every_game_to_its_last_card(profile: str) -> None:
    for code in WITH_CARDS:
        players = most_players(code, EVENT_RULES[profile])
        state = _Dealer(code, players, HOUSE_RULES[profile]).deal()
        assert (code, state.is_complete, sum(dict(state.results).values())) == (code, True, 20_000 * players)


@pytest.mark.rule("SIZE-01")
def test_no_game_is_for_more_players_than_its_deck_has_cards_for() -> None:
    for code, game in GAMES.items():
        for rules in EVENT_RULES.values():
            assert 2 <= most_players(code, rules) <= min(game.most_players, 10), code


@pytest.mark.rule("SIZE-01")
def test_where_cards_decide_as_many_are_dealt_in_as_they_are_enough_for() -> None:
    for code, game in GAMES.items():
        if code != "NS" and not game.has_draws:
            assert most_players(code, EVENT_RULES["tda2024"]) == min(game.most_players, 10), code


@pytest.mark.rule("SIZE-01")
def test_five_card_omaha_for_nine_is_one_card_short_and_is_not_dealt_but_read_from_elsewhere() -> None:
    with pytest.raises(InvalidNotation, match="at most 8 players"):
        setup_of("PO5", *[20_000] * 9)
    eight = setup_of("PO5", *[20_000] * 8)
    nine = (*eight.seats, replace(eight.seats[-1], seat=9))
    # Nobody burns in a hand from elsewhere; a hand that was dealt is replayed as it is stored.
    assert len(Setup.from_dict(replace(eight, seats=nine).to_dict()).seats) == 9


class _Dealer:
    """Deals one hand in which nobody folds and everybody changes all cards in every draw."""

    def __init__(self, code: str, players: int, rules: HouseRules) -> None:
        # What the openers were is not asked: no card of a draw is known.
        self.setup = setup_of(code, *[20_000] * players, rules=replace(rules, prove_openers=False))
        self.game = GAMES[code]
        self.deck: list[Card] = [c for c in (*DECK, JOKER) if c not in self.setup.in_play.left_out]
        self.size = len(self.deck)
        random.Random(code).shuffle(self.deck)
        self.burns: list[Card] = []
        self.burned_on = 0

    def deal(self) -> State:
        state = replay(self.setup, ())
        if not self.game.has_draws:
            for seat in state.order:
                state = apply(state, DealHole(seat, self._take(len(state.hole[seat]))))
        while not state.is_complete:
            for operation in self._next(state):
                state = apply(state, operation)
            self._count(state)
        return state

    def _take(self, count: int) -> tuple[Card, ...]:
        return tuple([self.deck.pop() for _ in range(count)])

    def _burn(self, street: int) -> None:
        """Once before each deal but the first; before a card for all the burns are shuffled in (TDA RP-10H)."""
        if street == self.burned_on:
            return
        self.burned_on = street
        if len(self.deck) < 3 and self.game.is_stud:
            self.deck, self.burns = self.burns + self.deck, []
        self.burns += self._take(1)

    def _next(self, state: State) -> list[Operation]:
        may = legal(state)
        if may.board_cards:
            self._burn(state.street + 1)
            return [DealBoard(self._take(may.board_cards))]
        if may.deal_up:
            self._burn(state.street)
            return [DealUp(seat, self._take(1)) for seat in may.deal_up]
        if may.drawer is not None:
            whole = len(state.hole[may.drawer])
            assert may.draw_most == whole, (self.game.code, may.drawer)
            return [Discard(may.drawer, (UNKNOWN,) * whole)]
        if may.pots_to_declare:
            return [DeclareWinners(pot, (state.live[0],)) for pot in may.pots_to_declare]
        if may.to_show is not None:
            return [Show(may.to_show)]
        return [*self._last_cards(state), self._bet(state)]

    def _last_cards(self, state: State) -> list[Operation]:
        """The last card of seven lies face down: it is told with the first action after it."""
        dark = [seat for seat in state.live if self.game.is_stud and not state.hole[seat][-1]]
        if dark:
            self._burn(state.street)
        return [DealHole(seat, self._take(1)) for seat in dark]

    @staticmethod
    def _bet(state: State) -> Operation:
        may, seat = legal(state), state.actor
        assert seat is not None
        if state.game.carries and not state.bet_to_match and may.raise_min is not None:
            return RaiseTo(seat, may.raise_min)
        if may.bring_in is not None:
            return BringIn(seat)
        return Check(seat) if may.call_amount is None else Call(seat)

    def _count(self, state: State) -> None:
        """Every card is in a hand, on the board, in the stub, burned or thrown away; none twice."""
        if state.stub is None:
            return
        cards = state.progress.cards
        assert cards is not None
        held = sum(map(len, state.hole.values())) + len(state.board)
        away = cards.burns + cards.discarded + cards.earlier_discards
        assert (held + state.stub + away, state.stub >= 0) == (self.size, True), self.game.code
