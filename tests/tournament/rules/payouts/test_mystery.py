from __future__ import annotations

import hashlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.rules.payouts.bounties import BountyError, BountyWon
from tournament.rules.payouts.mystery import (
    EnvelopeLine,
    check_envelopes,
    draw_order,
    is_time,
    lines_of,
    published_hash,
    redraw_seed,
    share_envelope,
    suggest_envelopes,
    values_of,
)

LINES = [EnvelopeLine(value=500_00, count=1), EnvelopeLine(value=100_00, count=3)]


def refused(lines: list[EnvelopeLine], *, money: int, players: int) -> BountyError:
    with pytest.raises(BountyError) as caught:
        check_envelopes(lines, money=money, players=players)
    return caught.value


@pytest.mark.rule("BTY-04")
def test_bty_04_every_player_left_has_an_envelope_and_together_they_are_the_bounty_money() -> None:
    check_envelopes(LINES, money=800_00, players=4)


@pytest.mark.rule("BTY-04")
@pytest.mark.parametrize(
    ("money", "players", "code", "figures"),
    [
        (800_00, 6, "too_few_envelopes", {"players": 6, "envelopes": 4, "by": 2}),
        (800_00, 3, "too_many_envelopes", {"players": 3, "envelopes": 4, "by": 1}),
        (800_01, 4, "envelopes_too_small", {"total": 800_00, "pool": 800_01, "missing": 1}),
        (799_50, 4, "envelopes_too_large", {"total": 800_00, "pool": 799_50, "missing": 50}),
    ],
)
def test_bty_04_what_does_not_fit_is_said_with_the_exact_difference(
    money: int, players: int, code: str, figures: dict[str, int]
) -> None:
    error = refused(LINES, money=money, players=players)
    assert (error.code, error.params) == (code, figures)


@pytest.mark.parametrize("line", [EnvelopeLine(value=0, count=1), EnvelopeLine(value=1, count=0)])
def test_an_envelope_is_never_empty(line: EnvelopeLine) -> None:
    assert refused([line], money=0, players=1).code == "empty_envelope"


@given(money=st.integers(0, 10**9), players=st.integers(0, 400))
def test_what_is_suggested_fits_wherever_there_is_a_cent_for_everybody(money: int, players: int) -> None:
    suggested = suggest_envelopes(money=money, players=players)
    if players < 1 or money < players:
        assert suggested == ()
    else:
        check_envelopes(suggested, money=money, players=players)
        assert suggested == lines_of(values_of(suggested))


def test_a_suggestion_has_few_large_envelopes_and_round_values() -> None:
    assert suggest_envelopes(money=10_000_00, players=100) == (
        EnvelopeLine(value=1_780_00, count=1),
        EnvelopeLine(value=240_00, count=7),
        EnvelopeLine(value=120_00, count=17),
        EnvelopeLine(value=60_00, count=75),
    )
    assert suggest_envelopes(money=100_00, players=2) == (
        EnvelopeLine(value=70_00, count=1),
        EnvelopeLine(value=30_00, count=1),
    )
    assert suggest_envelopes(money=7_01, players=1) == (EnvelopeLine(value=7_01, count=1),)


@pytest.mark.rule("BTY-05")
def test_bty_05_anybody_can_draw_the_same_order_from_the_published_seed() -> None:
    """Worked out here by the words of the page alone."""
    values = values_of(LINES)
    hashes = {n: hashlib.sha256(f"anna/{n}".encode()).hexdigest() for n in (1, 2, 3, 4)}
    by_hand = tuple(values[number - 1] for number in sorted(hashes, key=lambda n: hashes[n]))

    assert draw_order(values, seed="anna") == by_hand
    assert published_hash("anna") == hashlib.sha256(b"anna").hexdigest()


@pytest.mark.rule("BTY-05")
def test_bty_05_every_envelope_is_as_likely_to_come_first_as_any_other() -> None:
    values = tuple(range(1, 6))
    first = Counter(draw_order(values, seed=f"seed {n}")[0] for n in range(5_000))

    # A thousand each; five standard deviations are 141.
    assert set(first) == set(values)
    assert all(abs(times - 1_000) < 141 for times in first.values())


@pytest.mark.rule("BTY-06")
def test_bty_06_each_redraw_has_a_seed_of_its_own_that_the_others_do_not_tell() -> None:
    seeds = [redraw_seed("reserve", number) for number in range(1, 50)]

    assert len({*seeds, *(redraw_seed("other", number) for number in range(1, 50))}) == 98
    assert seeds[0] == hashlib.sha256(b"reserve/1").hexdigest()


@given(values=st.lists(st.integers(1, 1000), max_size=60), seed=st.text(max_size=20))
def test_a_draw_makes_and_loses_no_envelope(values: list[int], seed: str) -> None:
    assert sorted(draw_order(values, seed=seed)) == sorted(values)


@pytest.mark.rule("BTY-03")
def test_bty_03_winners_share_an_envelope_and_the_first_gets_the_odd_cent() -> None:
    assert share_envelope(50_01, eliminated=9, winners=[3, 1]) == (
        BountyWon(winner=3, eliminated=9, paid=25_01),
        BountyWon(winner=1, eliminated=9, paid=25_00),
    )


@pytest.mark.parametrize(
    ("left", "begins_at", "paid", "is_now"),
    [
        (11, 10, 3, False),
        (10, 10, 3, True),
        (4, None, 3, False),
        (3, None, 3, True),
        (0, None, 3, False),
        (4, None, 0, False),
    ],
)
def test_it_is_time_at_the_number_announced_else_in_the_money(
    left: int, begins_at: int | None, paid: int, is_now: bool
) -> None:
    assert is_time(players_left=left, begins_at=begins_at, places_paid=paid) is is_now


def test_bty_04_what_does_not_fit_is_said_in_words() -> None:
    assert [
        str(refused(LINES, money=money, players=players))
        for money, players in ((800_00, 6), (800_00, 3), (800_01, 4), (799_50, 4))
    ] == [
        "Each of the 6 players left has an envelope, the winner too: 4 are 2 too few.",
        "Each of the 3 players left has an envelope, the winner too: 4 are 1 too many.",
        "The envelopes hold 80000 and the bounty money is 80001: 1 is missing.",
        "The envelopes hold 80000 and the bounty money is 79950: 50 too much.",
    ]
    assert (
        str(refused([EnvelopeLine(value=0, count=1)], money=0, players=1))
        == "Every envelope holds something."
    )
    check_envelopes([EnvelopeLine(value=1, count=1)], money=1, players=1)


@pytest.mark.parametrize(
    ("money", "players", "lines"),
    [
        # Every step of the ladder, and where there are too few players or too little money for it.
        (3, 3, [(1, 3)]),
        (5, 3, [(3, 1), (1, 2)]),
        (6, 3, [(4, 1), (1, 2)]),
        (2_00, 2, [(1_40, 1), (60, 1)]),
        # Round values of 11 and 25: 10 and 25.
        (33, 2, [(23, 1), (10, 1)]),
        (75, 2, [(50, 1), (25, 1)]),
        (4_00, 4, [(2_50, 1), (50, 3)]),
        (10_00, 12, [(4_80, 1), (80, 2), (40, 9)]),
        (1, 1, [(1, 1)]),
        (99, 100, []),
        (0, 0, []),
    ],
)
def test_a_suggestion_for_a_few_players_or_little_money(
    money: int, players: int, lines: list[tuple[int, int]]
) -> None:
    assert [(line.value, line.count) for line in suggest_envelopes(money=money, players=players)] == lines


def test_the_ladder_is_the_lines_of_its_values() -> None:
    assert values_of(LINES[::-1]) == (500_00, 100_00, 100_00, 100_00)
    assert lines_of((100_00, 500_00, 100_00, 100_00)) == tuple(LINES)
    assert [line.total for line in LINES] == [500_00, 300_00]
