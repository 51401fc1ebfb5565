"""A published final table as one session of a table of ours, for tests that deal it or play it.

46 hands of the WSOP 2023 $50,000 Poker Players Championship: nine games in rotation, seven hands each, of
which the first file is the fourth hand. The files stay beside the repository; nobody is called here as
the players were.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

import pytest

from tables import engine
from tables.engine.notation import RecordedHand, read_phh
from tables.management.taps import at_seat
from tables.models import Table
from tests.tables.engine.notation.phh_cases import ABSENT, FOLDER
from tests.tables.felt import Felt, make_felt
from tests.tournament.rules.mixed import NINE_GAMES, raised
from tournament.rules.level_games import LevelGame
from tournament.rules.structure import Level

FILES: Final = sorted((FOLDER / "wsop-2023-43").glob("*.phh"))
PLAYERS: Final = 5
HANDS_PER_GAME: Final = 7
# Three hands of no-limit hold'em came before the first file.
OPENING_HANDS: Final = 3
STUD: Final = frozenset({"F7S", "FR", "F7S/8"})
SMALL_BLINDS: Final = (40_000, 50_000, 75_000)

needs_published_session = pytest.mark.skipif(not FILES, reason=ABSENT)


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionHand:
    """One hand: what its file states, and our table's seats of the file's players in its order."""

    facts: dict[str, Any]
    recorded: RecordedHand
    seats: tuple[int, ...]

    @property
    def number(self) -> int:
        return int(self.facts["hand"])

    @property
    def game(self) -> str:
        return str(self.facts["variant"])

    @property
    def button(self) -> int:
        """Whom the file has last: the button, at stud the player at the dealer's right."""
        return self.seats[-1]

    @property
    def level_number(self) -> int:
        """From 1: the blinds of no-limit and pot-limit games tell it, limit games are all of level 2."""
        small_blind = self.facts.get("blinds_or_straddles", [0])[0]
        return SMALL_BLINDS.index(small_blind) + 1 if small_blind in SMALL_BLINDS else 2

    @property
    def bets(self) -> tuple[int, int]:
        """The two bets of a limit game, 0 in others."""
        return self.facts.get("small_bet", 0), self.facts.get("big_bet", 0)

    @property
    def posts(self) -> set[tuple[int, int, str]]:
        """Who puts up what before the deal: seat, chips, kind."""
        kind = "ante" if self.game in STUD else "table_ante"
        antes = zip(self.seats, self.facts["antes"], strict=True)
        posts = {(seat, amount, kind) for seat, amount in antes if amount}
        if self.game not in STUD:
            small, big, *_others = self.facts["blinds_or_straddles"]
            posts |= {(self.seats[0], small, "small_blind"), (self.seats[1], big, "big_blind")}
        return posts

    @property
    def starting_stacks(self) -> dict[int, int]:
        return dict(zip(self.seats, self.facts["starting_stacks"], strict=True))

    @property
    def finishing_stacks(self) -> dict[int, int]:
        return dict(zip(self.seats, self.facts["finishing_stacks"], strict=True))

    def as_told(self) -> Iterator[engine.Operation]:
        """What a dealer tells his tablet: all that was done, and of the deal the up-cards alone."""
        seat_for = dict(zip(self.recorded.seats, self.seats, strict=True))
        for operation in self.recorded.operations:
            if not isinstance(operation, engine.DealHole):
                yield at_seat(operation, seat_for)
            elif self.game in STUD and len(operation.cards) == 3:
                yield engine.DealUp(seat=seat_for[operation.seat], cards=operation.cards[2:])


def published_session() -> list[SessionHand]:
    """The hands in their order."""
    texts = [path.read_text(encoding="utf-8") for path in FILES]
    facts = [tomllib.loads(text) for text in texts]
    # At stud the players are written from the dealer's left.
    first_stud = next(each for each in facts if each["variant"] in STUD)
    seats = {name: seat for seat, name in enumerate(first_stud["players"], start=1)}
    return [
        SessionHand(
            facts=each,
            recorded=read_phh(text)[0],
            seats=tuple([seats[name] for name in each["players"]]),
        )
        for each, text in zip(facts, texts, strict=True)
    ]


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
    """A table whose button, after the opening hands, is where the first file has it."""
    felt = make_felt(*[stack] * PLAYERS, seats=6, starting_stack=stack, late_registration_level=0, **changes)
    first = (hands[0].button - OPENING_HANDS - 1) % PLAYERS + 1
    Table.objects.filter(pk=felt.table.pk).update(first_button=first)
    return felt
