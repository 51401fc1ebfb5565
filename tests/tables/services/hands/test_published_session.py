"""A published final table dealt again: the same games in turn, stakes, blinds and buttons.

What the players did is tested with the engine, and the whole session in a browser; here the table deals,
and each hand is over at once.
"""

from __future__ import annotations

import pytest

from tables.models import Hand, HandStatus
from tests.factories import NOW, after
from tests.tables.published_session import (
    OPENING_HANDS,
    SMALL_BLINDS,
    published_session,
    session_felt,
    session_level,
)
from tournament.rules.structure.periods import Structure

pytestmark = pytest.mark.django_db


def test_mix_01_a_table_deals_the_session_as_it_was_dealt() -> None:
    hands = published_session()
    structure = Structure(periods=tuple(map(session_level, SMALL_BLINDS)))
    felt = session_felt(hands, stack=10_000_000, structure=structure)

    def deal(level_number: int) -> Hand:
        hand = felt.deal(now=after(20 * level_number - 19))
        Hand.objects.filter(pk=hand.pk).update(status=HandStatus.COMPLETE, ended_at=NOW)
        return hand

    for _ in range(OPENING_HANDS):
        deal(1)
    for played in hands:
        dealt = deal(played.level_number)
        assert dealt.game == played.game, played.number
        posts = {(post.seat, post.amount, post.kind) for post in dealt.setup.posts}
        assert posts == played.posts, played.number
        assert dealt.setup.button == played.button, played.number
        bets = (dealt.setup.stakes.small_bet, dealt.setup.stakes.big_bet)
        assert bets == played.bets, played.number
    assert len(hands) == 46
