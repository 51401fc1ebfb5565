from itertools import pairwise
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.refusals import said
from tournament.rules.payouts.chops import (
    FAIR_METHODS,
    MAX_PLAYERS,
    MOST_EXACT,
    ChopError,
    FairMethod,
    check_chop,
    check_chop_fits,
    check_custom_shares,
    check_left,
    chop_shares,
    is_approximate,
    left_shares,
    most_to_play_for,
    prizes_shared,
)

PRIZES = (1_000_00, 600_00, 400_00)
STACKS = (500_000, 300_000, 200_000)
# A chop that can be made.
NOW: dict[str, Any] = {
    "is_in_play": True,
    "is_registration_closed": True,
    "is_round_open": False,
    "pays_seats": False,
    "players": 3,
    "prizes": 100_00,
}


def shares(method: FairMethod, *, played_for: int = 0, unit: int = 1) -> tuple[int, ...]:
    return chop_shares(method, prizes=PRIZES, stacks=STACKS, played_for=played_for, unit=unit)


@pytest.mark.rule("CHOP-01")
def test_chop_01_an_icm_chop_in_cents() -> None:
    """400 is everybody's. Of 600 and 200 above it: 50 % and 0.3393, 30 % and 0.375, 20 % and 0.2857 of them."""
    assert shares("icm") == (767_86, 655_00, 577_14)


@pytest.mark.rule("CHOP-02")
def test_chop_02_a_chip_chop_gives_the_lowest_prize_and_the_rest_by_chips() -> None:
    assert shares("chip_chop") == (800_00, 640_00, 560_00)


@pytest.mark.rule("CHOP-02")
def test_chop_02_the_published_chip_chop_of_two_players() -> None:
    """poker-king.com on tournament deals: 70 and 30 % of the chips for 10,000 and 5,000 are 8,500 and 6,500."""
    assert chop_shares("chip_chop", prizes=(10_000, 5_000), stacks=(70, 30)) == (8_500, 6_500)


def test_a_chip_chop_may_give_more_than_first_prize_and_icm_does_not() -> None:
    prizes, stacks = (1_000, 900, 100), (90, 5, 5)
    assert chop_shares("chip_chop", prizes=prizes, stacks=stacks)[0] == 1_630
    assert chop_shares("icm", prizes=prizes, stacks=stacks)[0] < 1_000


@pytest.mark.rule("CHOP-03")
@pytest.mark.parametrize(
    ("method", "unit", "wanted"),
    [
        # 767.86, 655 and 577.14: the unit left is the first one's, who lost most.
        ("icm", 1_00, (768_00, 655_00, 577_00)),
        ("icm", 50_00, (750_00, 650_00, 600_00)),
        # 666.67 each: two units of 1 are left, for the larger stacks.
        ("equal", 1_00, (667_00, 667_00, 666_00)),
        ("equal", 1, (666_67, 666_67, 666_66)),
        # Units that the lowest prize is not made of would take from it: the step is what both divide by.
        ("equal", 300_00, (700_00, 700_00, 600_00)),
    ],
)
def test_chop_03_units_left_go_to_those_who_lost_most_by_rounding(
    method: FairMethod, unit: int, wanted: tuple[int, ...]
) -> None:
    assert shares(method, unit=unit) == wanted
    assert sum(wanted) == sum(PRIZES)


@pytest.mark.rule("CHOP-03")
def test_chop_03_less_than_a_unit_goes_to_the_largest_stack() -> None:
    assert chop_shares("equal", prizes=(1_000_50,), stacks=(10, 30), unit=1_00) == (500_00, 500_50)
    assert chop_shares("equal", prizes=(1_000_50,), stacks=(30, 10), unit=1_00) == (500_50, 500_00)


def test_what_is_played_for_comes_off_the_highest_prizes() -> None:
    assert prizes_shared(PRIZES, players=3) == PRIZES
    assert prizes_shared(PRIZES, players=3, played_for=100_00) == (900_00, 600_00, 400_00)
    assert prizes_shared(PRIZES, players=3, played_for=400_00) == (600_00, 600_00, 400_00)
    assert prizes_shared(PRIZES, players=3, played_for=500_01) == (550_00, 549_99, 400_00)
    assert prizes_shared(PRIZES, players=3, played_for=800_00) == (400_00, 400_00, 400_00)
    # On the bubble one of three would get nothing, so that all may be played for.
    assert prizes_shared((70, 30), players=3) == (70, 30, 0)
    assert prizes_shared((70, 30), players=3, played_for=100) == (0, 0, 0)
    assert prizes_shared((1_000, 600, 400, 100), players=4, played_for=1_100) == (300, 300, 300, 100)
    assert most_to_play_for(PRIZES, players=3) == 800_00
    assert most_to_play_for((70, 30), players=3) == 100


@pytest.mark.rule("CHOP-05")
def test_chop_05_what_is_left_goes_to_the_first_two_places_and_a_tie_shares_it() -> None:
    assert left_shares((30, 12), first=1, last=1, unit=1) == (30,)
    assert left_shares((30, 12), first=2, last=2, unit=1) == (12,)
    assert left_shares((30, 15), first=2, last=3, unit=1) == (8, 7)
    assert left_shares((30, 0), first=2, last=2, unit=1) == (0,)
    assert left_shares((0, 0), first=1, last=1, unit=1) == (0,)
    check_left(30, 30)
    with pytest.raises(ChopError) as refusal:
        check_left(30, 31)
    assert refusal.value.code == "second_above_first"


def test_an_icm_chop_with_money_left_to_play_for() -> None:
    """200 off first prize: of 400 and 200 above 400 the larger stacks get their parts of the model."""
    left = shares("icm", played_for=200_00, unit=1_00)
    assert left == (668_00, 595_00, 537_00)
    assert sum(left) == sum(PRIZES) - 200_00


@pytest.mark.parametrize("played_for", [-1, 800_01])
def test_more_than_lies_above_the_lowest_prize_is_not_played_for(played_for: int) -> None:
    with pytest.raises(ChopError) as refusal:
        shares("equal", played_for=played_for)
    assert (refusal.value.code, refusal.value.params) == ("too_much_to_play_for", {"most": 800_00})


@pytest.mark.parametrize("method", ["icm", "chip_chop"])
def test_by_stacks_only_if_all_are_known(method: FairMethod) -> None:
    with pytest.raises(ChopError) as refusal:
        chop_shares(method, prizes=PRIZES, stacks=(500, 0, 200))
    assert refusal.value.code == "stack_unknown"
    assert chop_shares("equal", prizes=PRIZES, stacks=(0, 0, 0)) == (666_67, 666_67, 666_66)


@pytest.mark.parametrize("players", [1, MAX_PLAYERS + 1])
def test_a_chop_is_between_two_and_two_hundred(players: int) -> None:
    with pytest.raises(ChopError) as refusal:
        chop_shares("equal", prizes=PRIZES, stacks=[100] * players)
    assert refusal.value.code == "players_out_of_range"


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"is_in_play": False}, "not_in_play"),
        ({"is_registration_closed": False}, "registration_open"),
        ({"pays_seats": True}, "pays_seats"),
        ({"is_round_open": True}, "round_open"),
        ({"players": 1}, "players_out_of_range"),
        ({"prizes": 0}, "no_prizes"),
    ],
)
def test_a_chop_that_cannot_be_made_now_says_why(changed: dict[str, int], code: str) -> None:
    check_chop(**NOW)
    with pytest.raises(ChopError) as refusal:
        check_chop(**NOW | changed)
    assert refusal.value.code == code


def test_custom_amounts_are_the_prizes_or_say_what_is_missing() -> None:
    check_custom_shares((900_00, 700_00, 300_00), prizes=PRIZES, played_for=100_00)
    check_custom_shares((2_000_00, 0, 0), prizes=PRIZES)
    check_custom_shares((900, 140), prizes=(30, 12), sure=1_000, played_for=2)
    with pytest.raises(ChopError) as refusal:
        check_custom_shares((900_00, 700_00, 300_00), prizes=PRIZES)
    assert (refusal.value.code, refusal.value.params["missing"]) == ("shares_do_not_sum", 100_00)
    with pytest.raises(ChopError) as refusal:
        check_custom_shares((2_100_00, -100_00, 0), prizes=PRIZES)
    assert refusal.value.code == "negative"


@given(
    method=st.sampled_from(get_args(FairMethod)),
    prizes=st.lists(st.integers(0, 10**8), min_size=1, max_size=20).map(lambda all_: sorted(all_)[::-1]),
    stacks=st.lists(st.integers(1, 10**8), min_size=2, max_size=20),
    part=st.integers(0, 100),
    unit=st.sampled_from([1, 7, 100, 500, 10_000]),
)
def test_shares_and_money_left_are_the_prizes_and_nobody_gets_less_than_the_lowest(
    method: FairMethod, prizes: list[int], stacks: list[int], part: int, unit: int
) -> None:
    count = len(stacks)
    played_for = most_to_play_for(prizes, players=count) * part // 100
    left = chop_shares(method, prizes=prizes, stacks=stacks, played_for=played_for, unit=unit)
    lowest = prizes[count - 1] if count <= len(prizes) else 0
    assert sum(left) + played_for == sum(prizes[:count])
    assert min(left) >= lowest
    in_order = sorted(zip(stacks, left, strict=True))
    assert all(more[1] >= less[1] or more[0] == less[0] for less, more in pairwise(in_order))


@pytest.mark.rule("CHOP-01")
@pytest.mark.parametrize("players", [21, MOST_EXACT, MOST_EXACT + 1, 120])
def test_chop_01_many_players_divide_exactly_the_prizes_and_are_told_of_an_approximation(
    players: int,
) -> None:
    stacks = [10_000 + 411 * (n * 7919 % players) for n in range(players)]
    prizes = [max(20_00, 9_000_00 // (place + 1)) for place in range(players)]
    shares = chop_shares("icm", prizes=prizes, stacks=stacks, unit=100)
    assert sum(shares) == sum(prizes)
    assert prizes[-1] <= min(shares) <= max(shares) < prizes[0]
    by_stack = [share for _stack, share in sorted(zip(stacks, shares, strict=True))]
    assert by_stack == sorted(by_stack)
    assert is_approximate("icm", players=players) == (players > MOST_EXACT)
    assert not is_approximate("chip_chop", players=players)


def test_many_players_with_equal_prizes_get_them_to_the_cent() -> None:
    assert chop_shares("icm", prizes=[99_99] * 60, stacks=list(range(1, 61))) == (99_99,) * 60


def test_the_methods_that_work_shares_out_are_all_offered() -> None:
    assert get_args(FairMethod) == FAIR_METHODS


def test_a_refused_chop_says_what_to_do_first() -> None:
    between = ("A chop is between 2 and 200 players.", "players_out_of_range", {"most": 200})
    assert [
        said(lambda: check_chop(**NOW | {"is_in_play": False})),
        said(lambda: check_chop(**NOW | {"is_registration_closed": False})),
        said(lambda: check_chop(**NOW | {"pays_seats": True})),
        said(lambda: check_chop(**NOW | {"is_round_open": True})),
        said(lambda: check_chop(**NOW | {"players": 201})),
        said(lambda: check_chop(**NOW | {"prizes": 0})),
        said(lambda: chop_shares("icm", prizes=PRIZES, stacks=(5, 0, 2))),
        said(lambda: chop_shares("equal", prizes=PRIZES, stacks=(5,))),
        said(lambda: check_custom_shares((100,), prizes=(100,))),
        said(lambda: check_custom_shares((101, -1), prizes=(100,))),
        said(lambda: check_custom_shares((101, 0), prizes=(100,), played_for=-1)),
        said(lambda: check_custom_shares((40, 30), prizes=(100, 20, 9), sure=5, played_for=15)),
        said(lambda: check_left(30, 31)),
        said(lambda: prizes_shared(PRIZES, players=3, played_for=800_01)),
    ] == [
        ("The tournament is not in play.", "not_in_play", {}),
        (
            "Registration is open: the prizes are not known yet. Close it first.",
            "registration_open",
            {},
        ),
        ("A satellite pays seats: they are not divided.", "pays_seats", {}),
        (
            "A hand of hand-for-hand is under way: its places are not known yet. Wait until every table is done.",
            "round_open",
            {},
        ),
        between,
        ("There are no prizes left to divide.", "no_prizes", {}),
        ("Every stack has to be known for this chop.", "stack_unknown", {}),
        between,
        between,
        ("An amount is negative.", "negative", {}),
        ("An amount is negative.", "negative", {}),
        (
            "The amounts add up to 85, the prizes left are 125.",
            "shares_do_not_sum",
            {"total": 85, "pool": 125, "missing": 40},
        ),
        (
            "Second place cannot play for more than first place.",
            "second_above_first",
            {"first": 30, "second": 31},
        ),
        (
            "At most 80000 can be left to play for: the lowest prize is safe.",
            "too_much_to_play_for",
            {"most": 800_00},
        ),
    ]
    check_chop(**NOW | {"players": 2, "prizes": 1})
    check_chop(**NOW | {"players": 20})


def test_a_chop_that_was_agreed_on_divides_what_its_places_pay() -> None:
    check_chop_fits((500, 300, 200), players=2, prizes=800)
    assert said(lambda: check_chop_fits((500, 300, 200), players=3, prizes=800)) == (
        (
            "The players left have agreed to divide 800, but their places pay 1000 now. Undo the chop in the log "
            "and agree on it again."
        ),
        "chop_does_not_fit",
        {"total": 800, "pool": 1_000},
    )


def test_a_chop_by_stacks_takes_a_stack_of_one_chip_and_prizes_beyond_the_players_are_nobodys() -> None:
    assert chop_shares("chip_chop", prizes=(70, 30, 10), stacks=(3, 1)) == (60, 40)
    assert chop_shares("equal", prizes=(70, 31, 10), stacks=(1, 3)) == (50, 51)
    assert chop_shares("equal", prizes=(71, 30), stacks=(2, 2)) == (51, 50)
