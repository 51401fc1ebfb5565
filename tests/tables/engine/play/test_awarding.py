"""Who takes which chips: awards and pots as they are recorded, and the rake."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tables.engine import Award, Rake
from tables.engine.play.pots import Pot
from tests.tables.engine.hands import play, table

RAKED = replace(table(1000, 1000, 1000), rake=Rake(hundredths=500, cap=20))
RIVER = "c3 c1 k2 b:2c7d9h k1 k2 k3 b:Jc k1 k2 k3 b:3c k1 k2 k3"


@pytest.mark.rule("S-005", "S-006")
def test_who_is_left_alone_takes_one_pot_unseen() -> None:
    done = play(table(1000, 1000, 1000), "r3:300 f1 f2")
    assert (done.pots, done.awards) == ((Pot(0, 250, (3,)),), (Award(0, 3, 250),))
    assert dict(done.bets) == {1: 0, 2: 0, 3: 0}


@pytest.mark.rule("S-009")
def test_who_is_left_alone_pays_the_rake() -> None:
    done = play(RAKED, "c3 c1 k2 b:?????? r1:100 f2 f3")
    assert (done.pots, done.awards, done.rake) == ((Pot(0, 300, (1,)),), (Award(0, 1, 285),), 15)


def test_the_last_claimant_takes_the_whole_pot_of_a_showdown() -> None:
    done = play(table(1000, 1000, 1000), f"{RIVER} m1 m2")
    assert done.awards == (Award(0, 3, 300),)


def test_chips_and_rake_are_whole_numbers() -> None:
    done = play(RAKED, f"{RIVER} w0:1,2")
    assert (done.awards, done.rake) == ((Award(0, 1, 143), Award(0, 2, 142)), 15)
    assert {type(amount) for amount in (done.rake, *done.results.values())} == {int}
