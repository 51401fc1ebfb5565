"""A published final table as one session of a table of ours, for tests that deal it or play it.

Nine games in rotation, seven hands each; the first published hand is the fourth.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from tables import engine
from tables.models import Table
from tests.factories.felt import Felt, make_felt
from tests.published import PublishedHand, published
from tests.tournament.rules.mixed import NINE_GAMES, raised
from tournament.rules.structure.level_games import LevelGame
from tournament.rules.structure.levels import Level

PLAYERS: Final = 5
HANDS_PER_GAME: Final = 7
# Three hands of no-limit hold'em came before the first published one.
OPENING_HANDS: Final = 3
STUD: Final = frozenset({"F7S", "FR", "F7S/8"})
SMALL_BLINDS: Final = (40_000, 50_000, 75_000)


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionHand:
    """One hand, as it was published."""

    published: PublishedHand

    @property
    def number(self) -> int:
        return int(self.published.name)

    @property
    def setup(self) -> engine.Setup:
        return self.published.setup

    @property
    def game(self) -> str:
        return self.setup.game

    @property
    def button(self) -> int:
        """At stud the seat at the dealer's right."""
        return self.setup.button

    @property
    def level_number(self) -> int:
        """From 1: the blinds of no-limit and pot-limit games tell it, limit games are all of level 2."""
        small_blind = self.setup.stakes.small_blind
        return SMALL_BLINDS.index(small_blind) + 1 if small_blind in SMALL_BLINDS else 2

    @property
    def bets(self) -> tuple[int, int]:
        """The two bets of a limit game, 0 in others."""
        return self.setup.stakes.small_bet, self.setup.stakes.big_bet

    @property
    def posts(self) -> set[tuple[int, int, str]]:
        """Who puts up what before the deal: seat, chips, kind."""
        return {(post.seat, post.amount, post.kind) for post in self.setup.posts}

    @property
    def starting_stacks(self) -> dict[int, int]:
        return {each.seat: each.stack for each in self.setup.seats}

    @property
    def finishing_stacks(self) -> dict[int, int]:
        return dict(zip(self.starting_stacks, map(int, self.published.finishing_stacks), strict=True))

    def as_told(self) -> Iterator[engine.Operation]:
        """What a dealer tells his tablet: all that was done, and of the deal the up-cards alone."""
        for operation in self.published.operations:
            if not isinstance(operation, engine.DealHole):
                yield operation
            elif self.game in STUD and len(operation.cards) == 3:
                yield engine.DealUp(seat=operation.seat, cards=operation.cards[2:])


def published_session() -> list[SessionHand]:
    """The hands in their order."""
    return [SessionHand(published=hand) for hand in published("championship")]


def session_level(small_blind: int) -> Level:
    """The level with this small blind in no-limit hold'em; limit games stay as they were."""
    games = tuple(_with_blind(raised(game, 1000), small_blind) for game in NINE_GAMES)
    return Level.mixed(games=games, hands_per_game=HANDS_PER_GAME, duration_seconds=1200)


def _with_blind(game: LevelGame, small_blind: int) -> LevelGame:
    if game.small_bet:
        return game
    ante = game.ante * small_blind // game.small_blind
    return replace(game, small_blind=small_blind, big_blind=2 * small_blind, ante=ante)


def session_felt(hands: list[SessionHand], *, stack: int, **changes: Any) -> Felt:
    """A table whose button, after the opening hands, is where the first published hand has it."""
    felt = make_felt(*[stack] * PLAYERS, seats=6, starting_stack=stack, late_registration_level=0, **changes)
    first = (hands[0].button - OPENING_HANDS - 1) % PLAYERS + 1
    Table.objects.filter(pk=felt.table.pk).update(first_button=first)
    return felt
