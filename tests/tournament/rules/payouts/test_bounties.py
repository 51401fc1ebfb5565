from collections.abc import Collection, Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.refusals import said
from tournament.rules.payouts.bounties import (
    BOUNTY_KINDS,
    BountiesSettled,
    BountyError,
    BountyKind,
    BountyWon,
    PotWon,
    bounty_takers,
)
from tournament.rules.payouts.bounties import settle_bounties as settle_taken

ANNA, BRUNO, CARLA, DINA = 1, 2, 3, 4


def settle_bounties(
    heads: Mapping[int, int],
    *,
    pots: Sequence[PotWon],
    eliminated: Collection[int],
    kind: BountyKind = "fixed",
) -> BountiesSettled:
    """The bounties of a hand, from its pots to the money."""
    return settle_taken(heads, taken=bounty_takers(pots, eliminated=eliminated), kind=kind)


def pot(entries: set[int], *winners: int) -> PotWon:
    return PotWon(entries=frozenset(entries), winners=winners)


@pytest.mark.rule("BTY-01")
def test_bty_01_a_bounty_goes_with_the_deepest_pot_its_owner_could_win() -> None:
    # All-in for 100, 200, 400 and 1,000; Bruno has the best hand, Dina the second best.
    pots = [
        pot({ANNA, BRUNO, CARLA, DINA}, BRUNO),
        pot({BRUNO, CARLA, DINA}, BRUNO),
        pot({CARLA, DINA}, DINA),
    ]
    heads = dict.fromkeys((ANNA, BRUNO, CARLA, DINA), 50_00)
    assert settle_bounties(heads, pots=pots, eliminated=[CARLA, ANNA]) == BountiesSettled(
        won=(
            BountyWon(winner=BRUNO, eliminated=ANNA, paid=50_00),
            BountyWon(winner=DINA, eliminated=CARLA, paid=50_00),
        ),
        heads={BRUNO: 50_00, DINA: 50_00},
    )


@pytest.mark.rule("BTY-02")
def test_bty_02_the_best_hand_takes_no_bounty_from_a_side_pot_it_is_not_in() -> None:
    kings, queens, aces = 10, 5, 1
    pots = [pot({kings, queens, aces}, aces), pot({kings, queens}, kings)]
    settled = settle_bounties(dict.fromkeys((kings, queens, aces), 100_00), pots=pots, eliminated=[queens])
    assert settled.won == (BountyWon(winner=kings, eliminated=queens, paid=100_00),)


@pytest.mark.rule("BTY-03")
def test_bty_03_winners_of_a_chopped_pot_share_and_the_odd_cents_go_to_the_earliest() -> None:
    heads = {7: 100, 8: 100, 9: 100, 1: 50_00, 2: 10_01}
    chopped = pot({1, 2, 7, 8, 9}, 9, 7, 8)
    assert settle_bounties(heads, pots=[chopped], eliminated=[1, 2]).won == (
        BountyWon(winner=9, eliminated=1, paid=16_67),
        BountyWon(winner=7, eliminated=1, paid=16_67),
        BountyWon(winner=8, eliminated=1, paid=16_66),
        BountyWon(winner=9, eliminated=2, paid=3_34),
        BountyWon(winner=7, eliminated=2, paid=3_34),
        BountyWon(winner=8, eliminated=2, paid=3_33),
    )


@pytest.mark.rule("BTY-03")
def test_bty_03_a_marker_is_not_divided_and_goes_to_the_worst_position() -> None:
    settled = settle_bounties(
        {7: 50, 9: 50, 1: 50}, pots=[pot({1, 7, 9}, 9, 7)], eliminated=[1], kind="marker"
    )
    assert settled == BountiesSettled(won=(BountyWon(winner=9, eliminated=1, paid=50),), heads={7: 50, 9: 50})


@pytest.mark.rule("BTY-03")
@pytest.mark.parametrize("kind", BOUNTY_KINDS)
def test_bty_03_the_low_half_of_a_pot_takes_no_bounty(kind: BountyKind) -> None:
    halves = PotWon(entries=frozenset({1, 7, 9}), winners=(9,), low_winners=(7,))
    settled = settle_bounties({1: 50, 7: 50, 9: 50}, pots=[halves], eliminated=[1], kind=kind)
    assert [taken.winner for taken in settled.won] == [9]


@pytest.mark.rule("BTY-03")
def test_bty_03_half_of_a_progressive_bounty_goes_on_the_winners_head() -> None:
    settled = settle_bounties(
        {7: 50_00, 9: 50_00, 1: 75_01}, pots=[pot({1, 7, 9}, 9, 7)], eliminated=[1], kind="progressive"
    )
    assert settled == BountiesSettled(
        won=(
            BountyWon(winner=9, eliminated=1, paid=18_76, on_head=18_75),
            BountyWon(winner=7, eliminated=1, paid=18_75, on_head=18_75),
        ),
        heads={9: 68_75, 7: 68_75},
    )


def test_an_entry_without_a_bounty_leaves_none_and_a_hand_without_a_loser_moves_none() -> None:
    pots = [pot({1, 7}, 7)]
    assert settle_bounties({1: 0, 7: 50}, pots=pots, eliminated=[1]).won == (
        BountyWon(winner=7, eliminated=1, paid=0),
    )
    assert settle_bounties({1: 50, 7: 50}, pots=pots, eliminated=[]) == BountiesSettled(
        won=(), heads={1: 50, 7: 50}
    )


def test_a_bounty_that_nobody_has_won_stays_on_the_head() -> None:
    assert settle_taken({1: 50, 7: 50, 9: 50}, taken={1: (), 7: (9,)}) == BountiesSettled(
        won=(BountyWon(winner=9, eliminated=7, paid=50),), heads={1: 50, 9: 50}
    )


@st.composite
def hands(draw: st.DrawFn) -> tuple[dict[int, int], list[PotWon], list[int]]:
    """A hand of two to nine with nested pots; whoever wins no pot is out."""
    entries = list(range(1, draw(st.integers(2, 9)) + 1))
    heads = {entry: draw(st.integers(0, 10_000)) for entry in entries}
    pots = []
    inside = entries
    while len(inside) > 1:
        winners = draw(st.lists(st.sampled_from(inside), min_size=1, unique=True))
        pots.append(pot(set(inside), *winners))
        inside = draw(st.lists(st.sampled_from(inside), max_size=len(inside) - 1, unique=True))
    with_chips = {winner for each in pots for winner in each.winners}
    return heads, pots, [entry for entry in entries if entry not in with_chips]


@given(hands(), st.sampled_from(BOUNTY_KINDS))
def test_no_bounty_money_is_made_or_lost(
    hand: tuple[dict[int, int], list[PotWon], list[int]], kind: BountyKind
) -> None:
    heads, pots, eliminated = hand
    settled = settle_bounties(heads, pots=pots, eliminated=eliminated, kind=kind)
    paid = sum(taken.paid for taken in settled.won)
    assert paid + sum(settled.heads.values()) == sum(heads.values())
    assert settled.heads.keys() == heads.keys() - set(eliminated)
    for entry in eliminated:
        deepest = [each for each in pots if entry in each.entries][-1]
        takers = [taken.winner for taken in settled.won if taken.eliminated == entry]
        assert takers == list(deepest.winners[: 1 if kind == "marker" else None])


@pytest.mark.parametrize(
    ("pots", "eliminated", "kind", "code"),
    [
        ([pot({1, 7}, 7)], [1], "mystery", "unknown_bounty_kind"),
        ([pot({7, 9}, 7)], [1], "fixed", "bad_pots"),
        ([], [1], "fixed", "bad_pots"),
        ([pot({1, 7})], [1], "fixed", "bad_pots"),
        ([pot({1, 7}, 9)], [1], "fixed", "bad_pots"),
        ([pot({1, 7}, 1)], [1], "fixed", "bad_winners"),
        ([PotWon(entries=frozenset({1, 7}), winners=(7,), low_winners=(1,))], [1], "fixed", "bad_winners"),
        ([PotWon(entries=frozenset({1, 7}), winners=(7,), low_winners=(9,))], [1], "fixed", "bad_pots"),
        ([pot({1, 7}, 7, 7)], [1], "fixed", "bad_winners"),
        ([pot({2, 7}, 7)], [2], "fixed", "no_head"),
        ([pot({1, 2}, 2)], [1], "fixed", "no_head"),
    ],
)
def test_bounties_that_cannot_be_settled_are_refused(
    pots: list[PotWon], eliminated: list[int], kind: Any, code: str
) -> None:
    with pytest.raises(BountyError) as refused:
        settle_bounties({1: 50, 7: 50, 9: 50}, pots=pots, eliminated=eliminated, kind=kind)
    assert refused.value.code == code


def test_a_refusal_names_the_entry_or_the_winners() -> None:
    heads, winners = {1: 50, 7: 50}, "A player who wins a bounty must have chips, and is listed only once."
    unknown: Any = "mystery"
    assert [
        said(lambda: settle_taken(heads, taken={}, kind=unknown)),
        said(lambda: settle_taken(heads, taken={9: (7,)})),
        said(lambda: settle_taken(heads, taken={1: (9,)})),
        said(lambda: settle_taken(heads, taken={1: (7, 7)})),
        said(lambda: settle_taken(heads, taken={1: (1,)})),
        said(lambda: bounty_takers([], eliminated=[1])),
        said(lambda: bounty_takers([pot({1, 7})], eliminated=[1])),
    ] == [
        ("This kind of bounty does not exist.", "unknown_bounty_kind", {}),
        ("This entry has no head to put a bounty on.", "no_head", {"entry": 9}),
        ("This entry has no head to put a bounty on.", "no_head", {"entry": 9}),
        (winners, "bad_winners", {"winners": [7, 7]}),
        (winners, "bad_winners", {"winners": [1]}),
        ("The pots do not show who won a bounty.", "bad_pots", {"entry": 1}),
        ("The pots do not show who won a bounty.", "bad_pots", {"entry": 1}),
    ]
