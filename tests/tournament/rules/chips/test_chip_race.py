from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.refusals import said
from tournament.rules.chips.chip_race import (
    ChipRaceError,
    ChipRacePlan,
    ChipRaceResult,
    ChipRaceSeat,
    chip_race_seats,
    chip_race_steps,
    exchange_late,
    exchange_late_stacks,
    plan_chip_race,
    plan_table_chip_race,
    require_deck,
    run_chip_race,
    run_table_chip_race,
    sort_race_cards,
)

DECK = tuple(rank + suit for suit in "cdhs" for rank in "23456789TJQKA")


def seats(odd: Mapping[int, int], *, last_chips: tuple[int, ...] = ()) -> list[ChipRaceSeat]:
    """Players with these many 25s and, but for `last_chips`, 1,000 in other chips."""
    return [
        ChipRaceSeat(seat_number=n, old_chips=count, other_value=0 if n in last_chips else 1000)
        for n, count in odd.items()
    ]


def cards(**dealt: str) -> dict[int, tuple[str, ...]]:
    return {int(seat[1:]): tuple(text.split()) for seat, text in dealt.items()}


CARDS_01 = "Kd 5c 9s Ah Ks 2d Qc Jd Th Ac"


def test_race_01_the_best_single_cards_win_one_chip_each() -> None:
    players = seats({1: 3, 3: 1, 4: 2, 5: 3, 6: 1})
    plan = plan_chip_race(players, old=25, new=100)
    assert (plan.cards_needed, plan.raced) == (10, 3)
    result = run_chip_race(
        players,
        plan=plan,
        cards=cards(S1="Kd 5c 9s", S3="Ah", S4="Ks 2d", S5="Qc Jd Th", S6="Ac"),
    )
    assert result == ChipRaceResult(
        received={1: 0, 3: 100, 4: 100, 5: 0, 6: 100}, winners=(3, 6, 4), rescued=(), difference=50
    )


RACE_02 = seats({1: 3, 4: 1, 6: 1}, last_chips=(4,))
CARDS_02 = cards(S1="9s 4d 4c", S4="2c", S6="Jh")


def test_race_02_nobody_is_raced_out_and_his_chip_is_an_extra_one() -> None:
    plan = plan_chip_race(RACE_02, old=25, new=100)
    assert (plan.cards_needed, plan.raced) == (5, 1)
    assert run_chip_race(RACE_02, plan=plan, cards=CARDS_02) == ChipRaceResult(
        received={1: 0, 4: 100, 6: 100}, winners=(6,), rescued=(4,), difference=75
    )


def test_race_02_or_his_chip_is_the_first_of_the_raced_ones() -> None:
    plan = plan_chip_race(RACE_02, old=25, new=100)
    assert run_chip_race(RACE_02, plan=plan, cards=CARDS_02, rescue="raced_first") == ChipRaceResult(
        received={1: 0, 4: 100, 6: 0}, winners=(), rescued=(4,), difference=-25
    )


@pytest.mark.parametrize(("odd", "raced"), [(9, 2), (2, 1), (1, 0)])
def test_race_03_half_a_new_chip_is_raced_as_one(odd: int, raced: int) -> None:
    players = seats({n: min(3, odd - 3 * (n - 1)) for n in range(1, 4) if odd > 3 * (n - 1)})
    plan = plan_chip_race(players, old=25, new=100)
    assert (plan.cards_needed, plan.raced) == (odd, raced)


def test_a_house_may_race_whole_chips_only() -> None:
    assert plan_chip_race(seats({1: 2}), old=25, new=100, rounding="none").raced == 0
    assert plan_chip_race(seats({1: 3, 2: 3}), old=25, new=100, rounding="none").raced == 1


def test_race_04_old_chips_found_later_are_changed_at_equal_value_and_the_rest_removed() -> None:
    assert exchange_late(value=25, count=7, lowest=100) == (100, 75)
    assert exchange_late(value=25, count=8, lowest=100) == (200, 0)
    assert exchange_late(value=25, count=3, lowest=100) == (0, 75)
    with pytest.raises(ChipRaceError):
        exchange_late(value=0, count=7, lowest=100)


def test_race_05_a_tie_by_rank_is_broken_by_suit() -> None:
    players = seats({2: 2, 7: 2})
    plan = plan_chip_race(players, old=25, new=100)
    assert plan.raced == 1
    result = run_chip_race(players, plan=plan, cards=cards(S2="Kh 2c", S7="Kc Qs"))
    assert result.winners == (2,)


def test_suits_rank_spades_hearts_diamonds_clubs() -> None:
    players = seats({1: 3, 2: 3, 3: 3, 4: 3})
    plan = plan_chip_race(players, old=25, new=100)
    assert plan.raced == 3
    dealt = cards(S1="Kc 2c 3c", S2="Kd 2d 3d", S3="Kh 2h 3h", S4="Ks 2s 3s")
    assert run_chip_race(players, plan=plan, cards=dealt).winners == (4, 3, 2)


def test_whole_new_chips_are_exchanged_before_the_race() -> None:
    players = seats({1: 11, 2: 4, 3: 0})
    plan = plan_chip_race(players, old=25, new=100)
    assert plan == ChipRacePlan(old=25, new=100, whole={1: 2, 2: 1, 3: 0}, odd={1: 3}, raced=1)
    assert run_chip_race(players, plan=plan, cards=cards(S1="2c 3c 4c")).received == {1: 300, 2: 100, 3: 0}


def test_a_rescued_player_gets_the_lowest_chip_left_in_play() -> None:
    players = seats({1: 1}, last_chips=(1,))
    plan = plan_chip_race(players, old=25, new=500)
    result = run_chip_race(players, plan=plan, cards=cards(S1="Ah"), lowest=100)
    assert (result.received, result.rescued, result.difference) == ({1: 100}, (1,), 75)


def test_a_threatened_player_who_wins_is_not_rescued_as_well() -> None:
    players = seats({1: 3, 4: 1}, last_chips=(4,))
    plan = plan_chip_race(players, old=25, new=100)
    result = run_chip_race(players, plan=plan, cards=cards(S1="9s 4d 4c", S4="Ac"))
    assert (result.winners, result.rescued, result.received[4]) == ((4,), (), 100)


def test_cards_are_dealt_from_seat_1_all_of_one_player_before_the_next() -> None:
    plan = plan_chip_race(seats({5: 1, 1: 3, 3: 2, 4: 4}), old=25, new=100)
    assert plan.turns == (1, 1, 1, 3, 3, 5)
    assert sort_race_cards(plan, DECK[: plan.cards_needed]) == cards(S1="2c 3c 4c", S3="5c 6c", S5="7c")


def test_a_deck_too_small_for_the_race_is_said_with_the_cure() -> None:
    plan = plan_chip_race(seats(dict.fromkeys(range(1, 4), 19)), old=25, new=500)
    with pytest.raises(ChipRaceError, match="needs 57 cards and the deck has 52: colour up in two steps"):
        require_deck(plan, size=52)
    require_deck(plan, size=57)


@pytest.mark.parametrize(("old", "new"), [(0, 100), (100, 100), (100, 25), (20, 50)])
def test_only_a_multiple_can_replace_a_chip(old: int, new: int) -> None:
    with pytest.raises(ChipRaceError, match="choose a multiple"):
        plan_chip_race(seats({1: 3}), old=old, new=new)


def test_impossible_seats_are_refused() -> None:
    with pytest.raises(ChipRaceError, match="listed twice"):
        plan_chip_race([*seats({1: 3}), *seats({1: 2})], old=25, new=100)
    with pytest.raises(ChipRaceError, match="negative"):
        plan_chip_race(seats({1: -3}), old=25, new=100)


@pytest.mark.parametrize(
    "dealt",
    [
        cards(S1="Kd 5c"),
        cards(S1="Kd 5c 5c"),
        cards(S1="Kd 5c 1c"),
        cards(S1="Kd 5c 10c"),
        cards(S2="Kd 5c 6c"),
        {},
    ],
)
def test_cards_that_do_not_fit_the_race_are_refused(dealt: dict[int, tuple[str, ...]]) -> None:
    players = seats({1: 3})
    with pytest.raises(ChipRaceError, match="one known card for each odd chip"):
        run_chip_race(players, plan=plan_chip_race(players, old=25, new=100), cards=dealt)


STACKS_01 = {1: 10_075, 3: 4_025, 4: 9_950, 5: 12_375, 6: 725, 8: 5_000}


def test_odd_chips_follow_from_whole_stacks() -> None:
    assert chip_race_seats({**STACKS_01, 9: 75}, old=25, new=100) == (
        ChipRaceSeat(seat_number=1, old_chips=3, other_value=10_000),
        ChipRaceSeat(seat_number=3, old_chips=1, other_value=4_000),
        ChipRaceSeat(seat_number=4, old_chips=2, other_value=9_900),
        ChipRaceSeat(seat_number=5, old_chips=3, other_value=12_300),
        ChipRaceSeat(seat_number=6, old_chips=1, other_value=700),
        ChipRaceSeat(seat_number=8, old_chips=0, other_value=5_000),
        ChipRaceSeat(seat_number=9, old_chips=3, other_value=0),
    )


def test_a_stack_that_the_chips_cannot_make_is_refused_with_its_seat() -> None:
    with pytest.raises(ChipRaceError, match="Seat 3 has 4010, which chips of 25 cannot make") as refusal:
        chip_race_seats({1: 10_000, 3: 4_010}, old=25, new=100)
    assert refusal.value.code == "uncountable_stack"


def test_a_race_of_whole_stacks_is_the_race_of_their_odd_chips() -> None:
    plan = plan_table_chip_race(STACKS_01, old=25, new=100)
    race = run_table_chip_race(STACKS_01, plan=plan, cards=sort_race_cards(plan, CARDS_01.split()))
    assert race.after == {1: 10_000, 3: 4_100, 4: 10_000, 5: 12_300, 6: 800, 8: 5_000}
    assert (race.result.winners, race.result.difference) == ((3, 6, 4), 50)
    assert sum(race.after.values()) == sum(STACKS_01.values()) + 50


def test_cards_go_to_their_seats_in_the_order_in_which_they_fall() -> None:
    plan = plan_table_chip_race(STACKS_01, old=25, new=100)
    assert sort_race_cards(plan, ["Kd", "5c", "9s", "Ah", "Ks"]) == cards(
        S1="Kd 5c 9s", S3="Ah", S4="Ks", S5="", S6=""
    )
    with pytest.raises(ChipRaceError, match="one known card for each odd chip"):
        sort_race_cards(plan, [*CARDS_01.split(), "2h"])


def test_chips_found_after_the_race_leave_play_where_they_make_no_new_one() -> None:
    assert exchange_late_stacks({1: 10_175, 2: 9_900}, old=25, new=100) == {1: 10_100, 2: 9_900}
    with pytest.raises(ChipRaceError, match="Seat 2 would be left without chips") as refusal:
        exchange_late_stacks({1: 10_175, 2: 75}, old=25, new=100)
    assert refusal.value.code == "raced_out"


def test_a_chip_is_coloured_up_to_the_next_one_that_is_a_multiple() -> None:
    assert chip_race_steps([1000, 100, 25, 500]) == ((25, 100), (100, 500), (500, 1000))
    assert chip_race_steps([100, 200, 500, 1000]) == ((100, 200), (500, 1000))
    assert chip_race_steps([25]) == ()


@given(
    st.lists(st.tuples(st.integers(0, 15), st.booleans()), min_size=1, max_size=10),
    st.permutations(DECK),
    st.sampled_from(["extra", "raced_first"]),
    st.sampled_from(["half_up", "none"]),
)
def test_a_race_eliminates_nobody_and_gives_at_most_one_chip_each(
    stacks: list[tuple[int, bool]], deck: list[str], rescue: str, rounding: str
) -> None:
    players = [
        ChipRaceSeat(seat_number=n, old_chips=count, other_value=1000 if rich else 0)
        for n, (count, rich) in enumerate(stacks, start=1)
    ]
    plan = plan_chip_race(players, old=25, new=100, rounding="none" if rounding == "none" else "half_up")
    result = run_chip_race(
        players,
        plan=plan,
        cards=sort_race_cards(plan, deck[: plan.cards_needed]),
        rescue="extra" if rescue == "extra" else "raced_first",
    )
    for player in players:
        gained = result.received[player.seat_number] - plan.whole[player.seat_number] * 100
        assert gained in (0, 100)
        if player.old_chips or player.other_value:
            assert result.received[player.seat_number] + player.other_value > 0
    before = 25 * sum(player.old_chips for player in players)
    assert before + result.difference == sum(result.received.values())
    assert not set(result.winners) & set(result.rescued)
    if not result.rescued:
        assert abs(result.difference) <= (50 if rounding == "half_up" else 75)


def test_a_race_is_refused_with_its_figures() -> None:
    misfit = "The cards do not match the chip race: enter one known card for each odd chip, with no repeats."
    plan = plan_chip_race(seats({1: 3}), old=25, new=100)
    large = plan_chip_race(seats(dict.fromkeys(range(1, 4), 19)), old=25, new=500)
    negative = [ChipRaceSeat(seat_number=1, old_chips=1, other_value=-1)]
    assert [
        said(lambda: chip_race_seats({1: 10_000, 3: 4_010}, old=25, new=100)),
        said(lambda: require_deck(large, size=52)),
        said(lambda: sort_race_cards(plan, ["Kd", "5c", "9s", "Ah"])),
        said(lambda: run_chip_race(seats({1: 3}), plan=plan, cards={})),
        said(lambda: exchange_late_stacks({1: 10_175, 2: 75}, old=25, new=100)),
        said(lambda: plan_chip_race(seats({1: 3}), old=20, new=50)),
        said(lambda: plan_chip_race([*seats({1: 3}), *seats({1: 2})], old=25, new=100)),
        said(lambda: plan_chip_race(seats({1: -1}), old=25, new=100)),
        said(lambda: plan_chip_race(negative, old=25, new=100)),
    ] == [
        (
            (
                "Seat 3 has 4010, which chips of 25 cannot make: colour up the smaller chips first, or enter the "
                "stacks as counted."
            ),
            "uncountable_stack",
            {"seat": 3, "stack": 4_010, "old": 25},
        ),
        (
            "The race needs 57 cards and the deck has 52: colour up in two steps.",
            "deck_too_small",
            {"needed": 57, "size": 52},
        ),
        (misfit, "bad_cards", {}),
        (misfit, "bad_cards", {}),
        (
            "Seat 2 would be left without chips: run the chip race, which never eliminates a player.",
            "raced_out",
            {"seat": 2},
        ),
        (
            "Chips of 20 cannot be coloured up to 50: choose a multiple.",
            "bad_values",
            {"old": 20, "new": 50},
        ),
        ("A seat is listed twice.", "seat_twice", {}),
        ("A count of chips is negative.", "bad_chips", {}),
        ("A count of chips is negative.", "bad_chips", {}),
    ]
    for value, count, lowest in ((0, 7, 100), (25, -1, 100), (25, 7, 0)):
        assert said(lambda: exchange_late(value=value, count=count, lowest=lowest)) == (  # noqa: B023 - called at once
            "These chip values or counts are not possible.",
            "bad_chips",
            {},
        )
    assert exchange_late(value=1, count=0, lowest=1) == (0, 0)


def test_a_deck_that_has_just_enough_cards_is_enough() -> None:
    plan = plan_chip_race(seats({1: 3, 2: 1}), old=25, new=100)
    require_deck(plan, size=4)
    assert said(lambda: require_deck(plan, size=3))[1] == "deck_too_small"


def test_the_race_of_whole_stacks_takes_the_houses_rounding_and_rescue() -> None:
    stacks = {1: 75, 4: 25, 6: 1_025}
    plan = plan_table_chip_race(stacks, old=25, new=100, rounding="none")
    assert plan == ChipRacePlan(old=25, new=100, whole={1: 0, 4: 0, 6: 0}, odd={1: 3, 4: 1, 6: 1}, raced=1)
    dealt = cards(S1="9s 4d 4c", S4="2c", S6="Jh")
    race = run_table_chip_race(stacks, plan=plan, cards=dealt, rescue="raced_first")
    assert (race.after, race.result.difference) == ({1: 100, 4: 100, 6: 1_000}, 75)
    race = run_table_chip_race(stacks, plan=plan, cards=dealt)
    assert (race.after, race.result.winners, race.result.rescued) == (
        {1: 100, 4: 100, 6: 1_100},
        (6,),
        (1, 4),
    )
    assert plan_table_chip_race({1: 10_050}, old=25, new=100).raced == 1
    assert plan_table_chip_race({1: 10_050}, old=25, new=100, rounding="none").raced == 0


def test_seats_come_in_any_order() -> None:
    plan = plan_chip_race(seats({6: 1, 4: 1, 1: 3}, last_chips=(4, 6)), old=25, new=100)
    dealt = cards(S1="As 4d 4c", S4="2c", S6="3h")
    result = run_chip_race(seats({6: 1, 4: 1, 1: 3}, last_chips=(4, 6)), plan=plan, cards=dealt)
    assert (list(plan.odd), result.rescued) == ([1, 4, 6], (4, 6))
