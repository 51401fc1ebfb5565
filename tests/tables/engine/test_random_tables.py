"""Random hands of live rooms, with their house rules, errors and rulings, agree with the book."""

from __future__ import annotations

import random

import pytest

from tests.breadth import sample
from tests.tables.engine.beside_book import Unexplained, replay_beside_book
from tests.tables.engine.catching import caught
from tests.tables.engine.planted_faults import ALL
from tests.tables.engine.planting import planted
from tests.tables.engine.random_tables import BOOK_GAMES, PROFILES, play_random_table

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


HANDS = sample("hands of random tables")


@pytest.mark.sampled
@pytest.mark.parametrize("profile", PROFILES)
def test_random_hands_of_a_room_agree_with_the_book(profile: str) -> None:
    rng = random.Random(f"room {profile}")
    operations = sum([play_random_table(code, profile, rng) for code in BOOK_GAMES * HANDS])
    assert operations > 10 * HANDS * len(BOOK_GAMES)


def test_a_hand_that_differs_from_the_book_is_printed_on_a_line_that_plays_it_again() -> None:
    fault = next(each for each in ALL if each.name == "the cap is one raise too low")
    said = caught(fault, limit=200).said
    line = said.splitlines()[1]
    with planted(fault), pytest.raises(Unexplained) as again:
        replay_beside_book(line)
    assert str(again.value) == said
    replay_beside_book(line)
