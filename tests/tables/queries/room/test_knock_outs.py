"""Knock-outs in an event without bounties: those of recorded hands and those that the floor has credited."""

from __future__ import annotations

import pytest

from tests.factories import after
from tests.factories.felt import Felt, make_felt
from tests.tables.services.hands.test_busting import bust, undo
from tournament.queries.points import points_table

pytestmark = pytest.mark.django_db

SHOWDOWN = "s4:AsAd s2:KsKd b:2c3d7h b:9s b:Jc"


def hits(felt: Felt) -> dict[str, int]:
    return {row.name: int(row.points) for row in points_table(felt.tournament).rows if row.points}


def test_knock_outs_of_hands_and_of_the_floor_count_until_they_are_undone() -> None:
    felt = make_felt(10_000, 2_000, 2_000, 10_000, points_formula="nh")
    felt.deal(after(1))
    felt.play("f3", "r4:2000", "f1", "c2", *SHOWDOWN.split(), now=after(1))
    names = {seat: entry.player.name for seat, entry in felt.entries.items()}
    assert hits(felt) == {names[4]: 1}

    line = bust(felt, 3, by=(1, 4), minutes=2)
    assert hits(felt) == {names[1]: 1, names[4]: 2}
    undo(line, minutes=3)
    assert hits(felt) == {names[4]: 1}
