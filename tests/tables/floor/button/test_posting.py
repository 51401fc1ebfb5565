from __future__ import annotations

from tables.floor.button.next_hand import first_positions, next_positions
from tables.floor.button.posting import Posting, posting

POSITIONS = first_positions(live=(1, 3, 5, 8), button=1)


def test_small_and_big_blind_post_where_the_table_has_them() -> None:
    posted = posting(POSITIONS, has_button=True, blinds="both")

    assert posted == Posting(button=1, small_blinds=(3,), big_blinds=(5,))


def test_in_short_deck_the_button_posts_the_one_blind() -> None:
    assert posting(POSITIONS, has_button=True, blinds="button") == Posting(button=1, big_blinds=(1,))


def test_where_an_ante_opens_the_game_nobody_posts_a_blind() -> None:
    assert posting(POSITIONS, has_button=True, blinds="none") == Posting(button=1)


def test_without_a_button_its_place_has_who_is_dealt_to_last() -> None:
    last = POSITIONS.dealt[-1]
    assert posting(POSITIONS, has_button=False, blinds="none") == Posting(button=last)


def test_both_blinds_without_a_button_are_those_of_the_table() -> None:
    assert posting(POSITIONS, has_button=False, blinds="both") == Posting(
        button=POSITIONS.dealt[-1], small_blinds=(3,), big_blinds=(5,)
    )


def test_on_a_dead_button_the_place_is_the_tables_and_the_last_card_another() -> None:
    dead = next_positions(POSITIONS, live=(1, 5, 8))
    assert (dead.button, dead.dealt) == (3, (5, 8, 1))
    assert [posting(dead, has_button=has_button, blinds="both") for has_button in (True, False)] == [
        Posting(button=3, small_blinds=(5,), big_blinds=(8,)),
        Posting(button=1, small_blinds=(5,), big_blinds=(8,)),
    ]
    assert posting(dead, has_button=True, blinds="button") == Posting(button=1, big_blinds=(1,))
