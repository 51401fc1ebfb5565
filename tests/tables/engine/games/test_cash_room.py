"""The cash room: rake (RAKE-01, S-009), new players and missed blinds (S-116, S-117), antes short-handed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from tables.engine import (
    HOUSE_RULES,
    Award,
    ButtonAndBlinds,
    InvalidNotation,
    Rake,
    SeatStack,
    Setup,
    Stakes,
    State,
    legal,
)
from tables.engine.games.posts import Entering
from tables.engine.games.stakes import AnteKind
from tests.tables.engine.any_game import setup_of
from tests.tables.engine.hands import TDA, limp, play, pots, raises, table

FIVE_PERCENT = Rake(hundredths=500, cap=3)


def checked_down(setup: Setup, text: str = "") -> State:
    state = play(setup, text)
    while not legal(state).pots_to_declare:
        state = limp(state) if legal(state).board_cards or state.street < 3 else _checked(state)
    return state


def _checked(state: State) -> State:
    while state.actor is not None:
        state = play(state, f"k{state.actor}")
    return state


# --- Rake


@pytest.mark.rule("RAKE-01", "S-009")
@pytest.mark.parametrize(
    ("stakes", "text", "pot", "rake"),
    [
        (Stakes(10, 20), "c3 f1 k2", 50, 2),
        (Stakes(20, 20), "f3 k1 k2", 40, 2),
        (Stakes(50, 50), "f3 k1 k2", 100, 3),
        (Stakes(19, 20), "c3 f1 k2", 59, 2),  # 2.95: down to the smallest chip
    ],
)
def test_the_house_takes_five_percent_up_to_three_in_whole_chips(
    stakes: Stakes, text: str, pot: int, rake: int
) -> None:
    setup = replace(table(900, 900, 900, stakes=stakes), rake=FIVE_PERCENT)
    state = checked_down(setup, text)
    assert pots(state)[0][0] == pot
    won = play(state, "w0:2")
    assert (won.rake, won.awards) == (rake, (Award(0, 2, pot - rake),))
    assert sum(won.results.values()) == 2700 - rake


@pytest.mark.rule("RAKE-01")
def test_the_rake_is_whole_chips_of_the_smallest_in_play() -> None:
    setup = replace(
        table(9000, 9000, 9000, stakes=Stakes(100, 200, chip=25)), rake=Rake(hundredths=700, cap=100)
    )
    won = play(checked_down(setup, "f3 c1 k2"), "w0:1")
    assert (won.rake, won.results[1]) == (25, 9175)  # 28: one chip of 25


def test_the_main_pot_is_raked_first_and_the_cap_is_that_of_the_hand() -> None:
    setup = replace(table(20, 300, 900, stakes=Stakes(10, 20)), rake=Rake(hundredths=500, cap=20))
    state = play(setup, "r3:300 c1 c2")
    assert pots(state) == [(60, "123"), (560, "23")]
    run = play(state, "b:2c3d4h b:9c b:Jd s1:AhAd s2:KhKd s3:QhQd")
    assert (run.rake, dict(run.results)) == (20, {1: 57, 2: 543, 3: 600})


def test_an_uncalled_bet_a_carried_pot_and_a_void_hand_pay_no_rake() -> None:
    ten = Rake(hundredths=1000, cap=50)
    folded = play(replace(table(900, 900, stakes=Stakes(10, 20)), rake=ten), "r2:500 f1")
    assert (folded.rake, dict(folded.results)) == (4, {1: 880, 2: 916})
    carried = play(replace(setup_of("F5DA", 900, 900), rake=ten), "k1 k2")
    assert (carried.outcome, carried.carried_pot.chips, carried.rake) == ("carried", 20, 0)
    void = play(replace(table(900, 900), rake=ten), "x:misdeal,f")
    assert (void.rake, dict(void.results)) == (0, {1: 900, 2: 900})


# --- New players and missed blinds


def entered(*entering: tuple[int, Entering], stacks: Mapping[int, int] | None = None) -> Setup:
    """Six seats, button 6, blinds of 50 and 100 on 1 and 2."""
    return Setup.for_level(
        game="NT",
        rules=TDA,
        stakes=Stakes(50, 100),
        positions=ButtonAndBlinds(button=6, small_blinds=(1,), big_blinds=(2,)),
        seats=[SeatStack(seat, (stacks or {}).get(seat, 900)) for seat in range(1, 7)],
        entering=entering,
    )


def posted(setup: Setup) -> list[tuple[int, int, str]]:
    return [(post.seat, post.amount, post.kind) for post in setup.posts[2:]]


@pytest.mark.rule("S-116")
def test_a_newcomer_posts_a_live_big_blind_and_keeps_the_option() -> None:
    setup = entered((5, "entry"))
    assert posted(setup) == [(5, 100, "entry_blind")]
    start = play(setup)
    assert (start.actor, start.bet_to_match, start.bets[5]) == (3, 100, 100)
    asked = play(start, "c3 f4")
    assert (asked.actor, legal(asked).can_check, raises(asked)) == (5, True, (200, 900))
    assert play(asked, "k5 f6 f1 k2").pot_total == 350


@pytest.mark.rule("S-117")
def test_missed_blinds_are_made_good_the_big_one_live_and_the_small_one_dead() -> None:
    both = entered((4, "missed_both"))
    assert posted(both) == [(4, 50, "dead_blind"), (4, 100, "entry_blind")]
    state = play(both)
    assert (state.bets[4], state.stacks[4], state.pot_total, state.bet_to_match) == (100, 750, 300, 100)
    small = play(entered((4, "missed_small")))
    assert (small.bets[4], small.stacks[4], small.to_call(4)) == (0, 850, 100)
    # Dead money lies in the main pot, and no limit of a raise counts it as a bet.
    assert (pots(small), raises(play(small, "f3"))) == ([(50, "123456")], (200, 850))


@pytest.mark.rule("S-116", "S-117")
@pytest.mark.parametrize("owes", ["entry", "missed_small", "missed_both"])
@pytest.mark.parametrize("seat", [1, 2])
def test_between_button_and_big_blind_nobody_comes_in(seat: int, owes: Entering) -> None:
    with pytest.raises(InvalidNotation, match="a seat that is not between the button and the big blind"):
        entered((seat, owes))


@pytest.mark.rule("S-117")
@pytest.mark.parametrize("seat", [3, 4, 5, 6])
def test_anywhere_else_one_may_come_in(seat: int) -> None:
    assert posted(entered((seat, "entry"))) == [(seat, 100, "entry_blind")]


def test_with_the_buttons_own_blind_one_may_come_in_anywhere() -> None:
    setup = Setup.for_level(
        game="NS",
        rules=TDA,
        stakes=Stakes(0, 100, min_bet=100),
        positions=ButtonAndBlinds(button=3, big_blinds=(3,)),
        seats=[SeatStack(seat, 900) for seat in (1, 2, 3)],
        entering=((1, "entry"),),
    )
    assert [(post.seat, post.kind) for post in setup.posts] == [(3, "big_blind"), (1, "entry_blind")]


def test_a_short_newcomer_posts_what_there_is_and_nobody_posts_for_an_empty_seat() -> None:
    assert posted(entered((4, "missed_both"), stacks={4: 120})) == [
        (4, 50, "dead_blind"),
        (4, 70, "entry_blind"),
    ]
    with pytest.raises(InvalidNotation, match="a seat that is dealt in"):
        entered((9, "entry"))


def test_the_pot_limit_before_the_flop_counts_a_missed_blind_as_it_lies() -> None:
    setup = replace(entered((4, "missed_both")), game="PT")
    # 50 + 100 + 50 dead + 100 live, and the call of 100: a raise to 100 + 400.
    assert raises(play(setup)) == (200, 500)


# --- Antes short-handed


@pytest.mark.parametrize("kind", ["big_blind", "button"])
@pytest.mark.parametrize(("players", "paid"), [(5, True), (4, False), (3, False)])
def test_where_the_house_says_so_the_ante_for_the_table_falls_away_short_handed(
    kind: AnteKind, players: int, paid: bool
) -> None:
    stakes = Stakes(50, 100, ante=100, ante_kind=kind)
    barge = table(*[900] * players, stakes=stakes, rules=replace(TDA, bba_none_at=4))
    assert ("table_ante" in {post.kind for post in barge.posts}) is paid
    assert all(
        "table_ante" in {post.kind for post in table(*[900] * players, stakes=stakes, rules=rules).posts}
        for rules in HOUSE_RULES.values()
    )


def test_players_own_antes_do_not_fall_away() -> None:
    stakes = Stakes(50, 100, ante=10, ante_kind="classic")
    setup = table(900, 900, stakes=stakes, rules=replace(TDA, bba_none_at=4))
    assert [post.amount for post in setup.posts if post.kind == "ante"] == [10, 10]
