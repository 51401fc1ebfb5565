"""What counts in a season and in which order players are: best results, dropped ones, weights, ties, guests."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.rules.seasons.standings import (
    TIE_BREAKS,
    EventScored,
    FormulaFrom,
    Scored,
    SeasonError,
    SeasonRules,
    TieBreak,
    season_rules_from_dict,
    season_table,
)

LINEAR = (FormulaFrom(text="n - r + 1"),)
THIRTEEN = [FormulaFrom(text="r", since=date(2027, 1, day)) for day in range(1, 14)]


def event(number: int, *points: str | None, **about: Any) -> EventScored:
    """Points of the players 1, 2, ...; None: did not play. Places by points."""
    played = {player: Decimal(text) for player, text in enumerate(points, start=1) if text is not None}
    order = sorted(played, key=lambda player: -played[player])
    return EventScored(
        event=number,
        results={
            player: Scored(
                points=played[player], place=order.index(player) + 1, has_cashed=player == order[0]
            )
            for player in played
        },
        **about,
    )


def sums(*events: EventScored, **rules: Any) -> dict[int, tuple[int, str]]:
    """By player the rank and the points."""
    adjusted, guests = rules.pop("adjusted", {}), rules.pop("guests", ())
    lines = season_table(events, SeasonRules(formulas=LINEAR, **rules), adjusted=adjusted, guests=guests)
    return {line.player: (line.rank, format(line.points.normalize(), "f")) for line in lines}


SIX = (
    event(1, "10", "8", "6"),
    event(2, "10", None, "6"),
    event(3, "2", "8", "6"),
    event(4, None, "8", "6"),
    event(5, "10", "1", "6"),
    event(6, "1", "9", None),
)


@pytest.mark.parametrize(
    ("rules", "wanted"),
    [
        ({}, {2: (1, "34"), 1: (2, "33"), 3: (3, "30")}),
        ({"best": 3}, {1: (1, "30"), 2: (2, "25"), 3: (3, "18")}),
        # Of six events two are dropped: who has missed one drops that and the worst that was played.
        ({"drop": 2}, {2: (1, "33"), 1: (2, "32"), 3: (3, "24")}),
        ({"least": 6}, {2: (0, "34"), 1: (0, "33"), 3: (0, "30")}),
        ({"attendance": Decimal(2)}, {2: (1, "44"), 1: (2, "43"), 3: (3, "40")}),
        ({"best": 1, "attendance": Decimal("0.5")}, {1: (1, "12.5"), 2: (2, "11.5"), 3: (3, "8.5")}),
        ({"adjusted": {3: Decimal("4.5")}}, {3: (1, "34.5"), 2: (2, "34"), 1: (3, "33")}),
        ({"guests": [2]}, {1: (1, "33"), 3: (2, "30")}),
    ],
)
def test_what_counts_of_six_events(rules: dict[str, Any], wanted: dict[int, tuple[int, str]]) -> None:
    assert sums(*SIX, **rules) == wanted


def test_a_finale_counts_beside_the_best_and_a_weight_multiplies() -> None:
    finale = event(7, "3", "4", "5", is_finale=True, weight=200)
    assert sums(*SIX, finale, best=3) == {1: (1, "36"), 2: (2, "33"), 3: (3, "28")}
    half = event(8, "0.333", weight=50)
    assert sums(half) == {1: (1, "0.167")}
    assert sums(event(9, "7", weight=0)) == {1: (1, "0")}


def test_with_as_many_points_wins_then_prizes_then_the_best_place_decide_and_nothing_else() -> None:
    first, second = event(1, "5", "4", "3", "1"), event(2, "3", "4", "5", "1")
    # All three have 8 points: 1 and 3 have a win each, and nothing tells them apart.
    assert sums(first, second) == {1: (1, "8"), 3: (1, "8"), 2: (3, "8"), 4: (4, "2")}


@pytest.mark.parametrize(
    ("tie_breaks", "ranks"),
    [
        ((), {1: 1, 2: 1, 3: 1}),
        # One win each for 1 and 3; 2 was second twice.
        (("wins",), {1: 1, 3: 1, 2: 3}),
        (("best_place", "head_to_head"), {1: 1, 3: 1, 2: 3}),
        # 2 came before 1 once and after it once, as with 3.
        (("head_to_head",), {1: 1, 2: 1, 3: 1}),
        (("knock_outs", "wins"), {2: 1, 1: 2, 3: 2}),
    ],
)
def test_what_decides_between_as_many_points_is_named_in_its_order(
    tie_breaks: tuple[TieBreak, ...], ranks: dict[int, int]
) -> None:
    events = [event(1, "5", "4", "3"), event(2, "3", "4", "5")]
    two = events[0].results[2]
    one = replace(events[0], results={**events[0].results, 2: replace(two, knock_outs=1)})
    lines = season_table([one, events[1]], SeasonRules(formulas=LINEAR, tie_breaks=tie_breaks), adjusted={})
    assert {line.player: line.rank for line in lines} == ranks


def test_in_alphabetical_order_nobody_shares_a_rank_and_it_is_asked_last() -> None:
    events = [event(1, "5", "4", "3", "1"), event(2, "3", "4", "5", "1")]
    rules = SeasonRules(formulas=LINEAR, tie_breaks=("wins", "alphabet"))
    lines = season_table(events, rules, adjusted={5: Decimal(8), 6: Decimal(2)}, alphabet=(6, 5, 4, 3, 2, 1))
    assert [(line.player, line.rank) for line in lines] == [(3, 1), (1, 2), (5, 3), (2, 4), (6, 5), (4, 6)]


def test_all_that_can_decide_is_named_at_once() -> None:
    # Only the knock-outs and the alphabet tell 1 and 3 apart.
    events = [event(1, "5", "4", "3"), event(2, "3", "4", "5")]
    rules = SeasonRules(formulas=LINEAR, tie_breaks=TIE_BREAKS)
    lines = season_table(events, rules, adjusted={}, alphabet=(3, 2, 1))
    assert [(line.player, line.rank) for line in lines] == [(3, 1), (1, 2), (2, 3)]


def test_head_to_head_counts_the_events_of_both_among_those_who_are_level() -> None:
    # 1 and 2 have 9 points each; 2 was ahead of 1 in the only event that both have played.
    events = [event(1, "4", "5", "1"), event(2, "5", None, "6"), event(3, None, "4", "5")]
    rules = SeasonRules(formulas=LINEAR, tie_breaks=("head_to_head",))
    lines = season_table(events, rules, adjusted={})
    assert [(line.player, line.rank) for line in lines] == [(3, 1), (2, 2), (1, 3)]


def test_each_sum_says_how_it_came() -> None:
    (line, *_others) = season_table(SIX, SeasonRules(formulas=LINEAR, best=3), adjusted={1: Decimal(-2)})
    shown = [
        (each.event, each.place, format(each.points.normalize(), "f"), each.is_counted)
        for each in line.results
    ]
    assert shown == [
        (1, 1, "10", True),
        (2, 1, "10", True),
        (3, 3, "2", False),
        (5, 1, "10", True),
        (6, 2, "1", False),
    ]
    assert (int(line.points), int(line.adjusted)) == (28, -2)
    assert (line.played, line.wins, line.cashes) == (5, 3, 3)


def test_a_formula_holds_from_its_day_on() -> None:
    spring = date(2027, 3, 1)
    rules = SeasonRules(formulas=(*LINEAR, FormulaFrom(text="r", since=spring)))
    assert [rules.formula_on(day) for day in (date(2027, 2, 28), spring, None)] == ["n - r + 1", "r", "r"]


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ({"formulas": ()}, "needs a formula for its first event"),
        (
            {"formulas": (FormulaFrom(text="r", since=date(2027, 1, 1)),)},
            "needs a formula for its first event",
        ),
        ({"formulas": LINEAR * 2}, "hold from the same day"),
        (
            {
                "formulas": (
                    *LINEAR,
                    *[FormulaFrom(text="r", since=date(2027, 1, day)) for day in range(1, 13)],
                )
            },
            "at most 12",
        ),
        ({"best": 2, "drop": 1}, "not both"),
        ({"least": 401}, "out of range"),
        ({"attendance": Decimal(-1)}, "out of range"),
        ({"tie_breaks": ("wins", "cashes", "wins")}, "named twice"),
        ({"tie_breaks": ("wins", "alphabet", "cashes")}, "name it last"),
    ],
)
def test_rules_that_cannot_be_are_refused(rules: dict[str, Any], words: str) -> None:
    with pytest.raises(SeasonError, match=words):
        SeasonRules(**{"formulas": LINEAR, **rules})


def test_rules_come_back_as_they_were_kept() -> None:
    rules = SeasonRules(
        formulas=(*LINEAR, FormulaFrom(text="r", since=date(2027, 1, 2))),
        best=3,
        least=2,
        attendance=Decimal("1.25"),
        shared_mean=True,
        guests_close_up=True,
        split=(600_000, 400_000),
        tie_breaks=("head_to_head",),
    )
    assert season_rules_from_dict(rules.to_dict()) == rules
    # As a season of before money and tie-breaks is kept.
    old = {name: value for name, value in rules.to_dict().items() if name not in ("split", "tie_breaks")}
    assert season_rules_from_dict(old) == replace(
        rules, split=(), tie_breaks=("wins", "cashes", "best_place")
    )


POINTS = st.none() | st.integers(0, 30).map(str)
FIELDS = st.lists(st.lists(POINTS, min_size=4, max_size=4), min_size=1, max_size=6)


@given(fields=FIELDS, best=st.integers(0, 4), drop=st.integers(0, 4))
def test_the_sum_is_that_of_the_best_by_whatever_way_it_is_found(
    fields: list[list[str | None]], best: int, drop: int
) -> None:
    """Beside sorting all of a player's points, with a 0 for each event that was missed."""
    drop = 0 if best else drop
    events = [event(number, *points) for number, points in enumerate(fields)]
    lines = season_table(events, SeasonRules(formulas=LINEAR, best=best, drop=drop), adjusted={})
    for line in lines:
        every = sorted((int(points[line.player - 1] or 0) for points in fields), reverse=True)
        assert line.points == sum(every[: best or max(0, len(fields) - drop)])
    assert [line.rank for line in lines] == sorted(line.rank for line in lines)
