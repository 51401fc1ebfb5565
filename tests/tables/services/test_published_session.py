"""A published final table dealt again: the same games in turn, stakes, blinds and buttons.

46 hands of the WSOP 2023 $50,000 Poker Players Championship, in thousands. What the players did is
tested with the engine; here the table deals, and each hand is over at once.
"""

from __future__ import annotations

import tomllib
from dataclasses import replace
from typing import Any

import pytest

from tables import engine
from tables.models import Hand, HandStatus, Table
from tests.factories import NOW, after
from tests.tables.engine.phh_cases import ABSENT, FOLDER
from tests.tables.felt import make_felt
from tests.tournament.rules.mixed import NINE_GAMES
from tournament.rules.level_games import LevelGame
from tournament.rules.structure import Level, Structure

SESSION = sorted((FOLDER / "wsop-2023-43").glob("*.phh"))
STUD = frozenset({"F7S", "FR", "F7S/8"})

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(not SESSION, reason=ABSENT),
    pytest.mark.skipif(
        not {game.game for game in NINE_GAMES} <= engine.GAMES.keys(),
        reason="the engine does not deal every game of the session",
    ),
]


def level(small_blind: int) -> Level:
    """The level of the session with this small blind in no-limit hold'em; limit games stay as they were."""
    games = tuple(_with_blind(game, small_blind) for game in NINE_GAMES)
    return Level.mixed(games=games, hands_per_game=7, duration_seconds=1200)


def _with_blind(game: LevelGame, small_blind: int) -> LevelGame:
    if game.small_bet:
        return game
    ante = game.ante * small_blind // game.small_blind
    return replace(game, small_blind=small_blind, big_blind=2 * small_blind, ante=ante)


def in_thousands(amounts: list[int]) -> list[int]:
    return [amount // 1000 for amount in amounts]


def posts_of(hand: dict[str, Any], seats: dict[str, int]) -> set[tuple[int, int, str]]:
    """Who put up what before the deal, by the file."""
    order = [seats[name] for name in hand["players"]]
    ante = "ante" if hand["variant"] in STUD else "table_ante"
    antes = zip(order, in_thousands(hand["antes"]), strict=True)
    posts = {(seat, amount, ante) for seat, amount in antes if amount}
    if hand["variant"] not in STUD:
        small, big, *_others = in_thousands(hand["blinds_or_straddles"])
        posts |= {(order[0], small, "small_blind"), (order[1], big, "big_blind")}
    return posts


def test_mix_01_a_table_deals_the_session_as_it_was_dealt() -> None:
    hands = [tomllib.loads(path.read_text(encoding="utf-8")) for path in SESSION]
    # At stud the players are written from the dealer's left.
    first_stud = next(hand for hand in hands if hand["variant"] in STUD)
    seats = {name: seat for seat, name in enumerate(first_stud["players"], start=1)}
    structure = Structure(periods=(level(40), level(50), level(75)))
    felt = make_felt(*[10_000] * 5, seats=6, structure=structure, late_registration_level=0)
    # Three hands of no-limit hold'em came before the first file.
    opening = [seats[name] for name in hands[0]["players"]][-1]
    Table.objects.filter(pk=felt.table.pk).update(first_button=(opening + 1) % 5 + 1)

    def deal(minutes: float) -> Hand:
        hand = felt.deal(now=after(minutes))
        Hand.objects.filter(pk=hand.pk).update(status=HandStatus.COMPLETE, ended_at=NOW)
        return hand

    for _ in range(3):
        deal(1)
    for played in hands:
        small = in_thousands(played.get("blinds_or_straddles", [0]))[0]
        minutes = {40: 1, 75: 41}.get(small, 21)
        dealt = deal(minutes)
        assert dealt.game == played["variant"], played["hand"]
        posts = {(post.seat, post.amount, post.kind) for post in dealt.setup.posts}
        assert posts == posts_of(played, seats), played["hand"]
        assert dealt.setup.button == seats[played["players"][-1]], played["hand"]
        bets = (dealt.setup.stakes.small_bet * 1000, dealt.setup.stakes.big_bet * 1000)
        assert bets == (played.get("small_bet", 0), played.get("big_bet", 0)), played["hand"]
    assert len(hands) == 46
