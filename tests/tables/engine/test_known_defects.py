"""What PokerKit 0.7.7 gets wrong, decided here by the rule, each case by its own numbers.

Some of the cases stand with the rule they are about: short blinds and raises above what the others have in
play/test_betting.py and play/test_pot_limit.py, odd chips of button games in play/test_pots.py, half bets and
the cap in play/test_fixed_limit.py.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from tables.engine import ButtonAndBlinds, IllegalAction, SeatStack, Setup, Stakes, legal
from tests.tables.engine.hands import FIGP, TDA, play, raises, table


def stud(*stacks: int, game: str = "F7S", ante: int = 5, bring_in: int = 10) -> Setup:
    """Seats 1 to n; bets of 50 and 100."""
    return Setup.for_level(
        game=game,
        rules=TDA,
        stakes=Stakes(ante=ante, ante_kind="classic", bring_in=bring_in, small_bet=50, big_bet=100),
        positions=ButtonAndBlinds(button=len(stacks)),
        seats=[SeatStack(seat, stack) for seat, stack in enumerate(stacks, 1)],
    )


def test_a_side_pot_without_a_low_among_its_players_goes_whole_to_the_high() -> None:
    stakes = Stakes(10, 20, small_bet=20, big_bet=40)
    state = play(
        table(500, 500, 20, 60, game="FO/8", stakes=stakes),
        "h1:QsQhTcTd h2:JsJhTsTh h3:Ac2d5h6h h4:KsKh9c9d c3 r4:40 r1:60 c2 c4 "
        "b:3s4c8d r1:20 c2 b:Kd k1 k2 b:Qc k1 k2",
    )
    assert [(pot.amount, pot.seats) for pot in state.pots] == [
        (80, (1, 2, 3, 4)),
        (120, (1, 2, 4)),
        (40, (1, 2)),
    ]
    # The low is won by seat 3, who is in the main pot only; PokerKit: 490, 420, 40, 130.
    done = play(state, "s1: s2: s3: s4:")
    assert dict(done.results) == {1: 460, 2: 420, 3: 40, 4: 160}


def test_a_short_bring_in_leaves_the_price_whole() -> None:
    state = play(stud(500, 11, 500), "h1:AhKhQh h2:AdKd2c h3:AsKsQs i2")
    assert state.bets[2] == 6
    answer = legal(state)
    assert (answer.actor, answer.call_amount, raises(state)) == (3, 10, (50, 50))


@pytest.mark.rule("ODD-07")
def test_in_stud_the_odd_chip_goes_to_the_highest_card_by_suit_of_the_five() -> None:
    """Both hold K-Q-9-4-2; seat 2 is nearer to the left of the button, seat 3 has the king of spades."""
    state = play(
        stud(500, 31, 31, game="F5S", ante=1),
        "h1:3d5c h2:KhQs h3:KsQd i2 c3 c1 t1:6h t2:9d t3:9c k2 k3 k1 t1:7h t2:4c t3:4h r2:20 c3 f1 t2:2c t3:2d",
    )
    assert state.pot_total == 73
    assert dict(play(state, "s2: s3:").results) == {1: 489, 2: 36, 3: 37}


def test_a_completion_is_the_bet_of_the_cap_and_no_raise() -> None:
    deal = "h1:AhKhQh h2:AdKd2c h3:AsKsQs i2 r3:50"
    four = play(stud(900, 900, 900), f"{deal} r1:100 r2:150 r3:200 r1:250")
    assert (four.actor, raises(four)) == (2, None)
    assert raises(play(stud(900, 900, 900), f"{deal} r1:100 r2:150 r3:200")) == (250, 250)
    # Where the cap is a bet and three raises, three follow the completion.
    three = play(replace(stud(900, 900, 900), rules=FIGP), f"{deal} r1:100 r2:150")
    assert raises(three) == (200, 200)
    assert raises(play(three, "r3:200")) is None


@pytest.mark.parametrize(
    ("stacks", "big_blind", "words", "results"),
    [
        ((500, 500), 1, "c2 k1 b:2c7d9h f1", {1: 300, 2: 700}),
        ((500, 500, 500), 2, "f3 c1 k2 b:2c7d9h k1 f2", {1: 700, 2: 300, 3: 500}),
    ],
    ids=["heads-up", "three players"],
)
def test_the_ante_of_the_big_blind_is_dead_and_does_not_come_back(
    stacks: tuple[int, ...], big_blind: int, words: str, results: dict[int, int]
) -> None:
    state = play(table(*stacks, stakes=Stakes(50, 100, 100, "big_blind")))
    assert (state.stacks[big_blind], state.bets[big_blind], state.pot_total) == (300, 100, 250)
    assert dict(play(state, words).results) == results


@pytest.mark.parametrize(
    ("game", "words", "twice"),
    [
        ("NT", "h1:AhKd c3 c1 k2", "b:2cAh3d"),
        ("NT", "h1:AhKd", "h2:QsKd"),
        ("F7S", "h1:AhKdQc", "t2:Qc"),
        ("N2L1D", "h1:AhKdQc2s3s c3 c1 k2 d1:Ah", "h1:Ah"),
        ("N2L1D", "h1:AhKdQc2s3s c3 c1 k2 d1:Ah", "d2:Ah"),
    ],
)
def test_a_card_cannot_be_in_a_hand_twice(game: str, words: str, twice: str) -> None:
    setup = stud(900, 900, 900) if game == "F7S" else table(900, 900, 900, game=game)
    with pytest.raises(IllegalAction, match="is already in this hand"):
        play(setup, f"{words} {twice}")


@pytest.mark.parametrize(
    ("setup", "words", "raise_by_the_next"),
    [
        (table(19, 100, 16, 100, stakes=Stakes(1, 2)), "r3:16 c4 r1:19 c2", "r4:33"),
        (table(8, 100, 7, 100, game="PT", stakes=Stakes(1, 2)), "r3:7 c4 r1:8 c2", "r4:13"),
        (
            table(45, 500, 40, 500, game="FT", stakes=Stakes(10, 20, small_bet=20, big_bet=40)),
            "r3:40 c4 r1:45 c2",
            "r4:60",
        ),
        (stud(75, 900, 55, 900, game="S7S"), "h1:AhKh3h h2:AdKd2c h3:AsKsQs h4:JcTcJd i2 r3:50 c4 r1:70 c2", "r4:120"),
        (stud(75, 900, 55, 900, game="N5S"), "h1:Kh3h h2:KdAc h3:KsQs h4:JcJd i2 r3:50 c4 r1:70 c2", "r4:120"),
    ],
    ids=["no limit", "pot limit", "fixed limit", "spread limit", "no limit with a bring-in"],
)  # fmt: skip
def test_a_short_all_in_over_a_full_one_does_not_reopen_for_the_caller(
    setup: Setup, words: str, raise_by_the_next: str
) -> None:
    state = play(setup, words)
    assert (state.actor, raises(state)) == (4, None)
    with pytest.raises(IllegalAction, match="faces no full raise: call or fold"):
        play(state, raise_by_the_next)


def test_folds_without_a_bet_leave_the_pot_to_the_last() -> None:
    state = play(table(900, 900, 900), "c3 c1 k2 b:2c7d9h f1 f2")
    assert dict(state.results) == {1: 800, 2: 800, 3: 1100}


def test_a_needless_fold_with_a_side_pot_open_gives_it_to_who_is_left_in_it() -> None:
    state = play(table(900, 900, 100), "c3 c1 k2 b:2c7d9h r1:200 c2 b:3s f1 b:4s s2:AsAh s3:KsKh")
    assert dict(state.results) == {1: 600, 2: 1300, 3: 0}


def test_in_badugi_three_cards_beat_two_and_lower_ones_higher_ones() -> None:
    """WSOP Live 294: Ad-2c-3h, the six of hearts left out, is below Ac-3d-4h, the five left out."""
    bets = Stakes(10, 20, small_bet=20, big_bet=40)
    hands = "h1:Ad2c3h6h h2:Ac3d4h5h h3:KdKhKsKc"
    state = play(table(900, 900, 900, game="FB", stakes=bets), f"{hands} c3 c1 k2")
    for _ in range(3):
        state = play(state, "d1: d2: d3: k1 k2 k3")
    assert dict(play(state, "s1: s2: s3:").results) == {1: 940, 2: 880, 3: 880}


def test_heads_up_the_button_is_the_small_blind_and_nothing_has_to_be_turned_round() -> None:
    setup = Setup.for_level(
        game="NT",
        rules=TDA,
        stakes=Stakes(50, 100, 100, "big_blind"),
        positions=ButtonAndBlinds(button=7, small_blinds=(7,), big_blinds=(4,)),
        seats=[SeatStack(4, 900), SeatStack(7, 900)],
    )
    state = play(setup)
    assert [(post.seat, post.amount, post.kind) for post in setup.posts] == [
        (7, 50, "small_blind"),
        (4, 100, "big_blind"),
        (4, 100, "table_ante"),
    ]
    assert state.actor == 7
    assert play(state, "c7 k4 b:2c3c4c").actor == 4
