"""Draws: fair, complete, and the same again from the same source."""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.floor.draws.cards import DECK
from tables.floor.draws.seats import (
    FirstHandButton,
    SeatDrawn,
    TableToFill,
    draw_button,
    draw_buttons,
    draw_cards,
    draw_late_seat,
    draw_race_cards,
    draw_seats,
    redraw,
    seats_offered,
    tables_needed,
)
from tables.floor.errors import FloorError
from tables.floor.room import TableSeat, TableView
from tests.refusals import said
from tests.tournament.draws.vectors import EIGHTEEN, VECTORS, CountedNumbers
from tournament.draws.chance import SeededRng, shuffled
from tournament.draws.check_draw import fingerprint


class Script:
    """An rng that gives written numbers and remembers what it was asked."""

    def __init__(self, *numbers: int) -> None:
        self.numbers = list(numbers)
        self.asked: list[int] = []

    def randrange(self, stop: int, /) -> int:
        self.asked.append(stop)
        return self.numbers.pop(0)


def tables_of(*sizes: int) -> list[TableToFill]:
    return [
        TableToFill(table=number, seats=tuple(range(1, size + 1)))
        for number, size in enumerate(sizes, start=1)
    ]


def test_a_shuffle_swaps_from_the_last_place_down() -> None:
    script = Script(0, 2, 0)
    assert shuffled("abcd", script) == ["b", "d", "c", "a"]
    assert script.asked == [4, 3, 2]
    assert shuffled([], Script()) == []


def test_every_order_of_four_is_equally_likely() -> None:
    rng = Random(4)
    drawn = Counter("".join(shuffled("abcd", rng)) for _ in range(24_000))
    assert set(drawn) == {"".join(order) for order in permutations("abcd")}
    chi_squared = sum((count - 1000) ** 2 / 1000 for count in drawn.values())
    assert chi_squared < 41.6  # 23 degrees of freedom, one in a hundred


def test_seat_01_twenty_players_sit_seven_seven_six() -> None:
    entries = [f"E{number:04}" for number in range(1, 21)]
    drawn = draw_seats(entries, tables_of(9, 9, 9), Random(7))
    assert Counter(seat.table for seat in drawn) == {1: 7, 2: 7, 3: 6}
    assert len({(seat.table, seat.seat) for seat in drawn}) == 20
    assert sorted(seat.entry for seat in drawn) == entries
    assert drawn == draw_seats(entries, tables_of(9, 9, 9), Random(7))
    assert drawn != draw_seats(entries, tables_of(9, 9, 9), Random(8))


def test_every_player_is_as_likely_in_every_seat() -> None:
    rng = Random(1)
    drawn = Counter(
        (seat.entry, seat.table, seat.seat)
        for _ in range(6_000)
        for seat in draw_seats(range(6), tables_of(3, 3), rng)
    )
    assert len(drawn) == 36
    chi_squared = sum((count - 1000) ** 2 / 1000 for count in drawn.values())
    assert chi_squared < 57.3  # 35 degrees of freedom, one in a hundred


@given(
    entries=st.integers(0, 60),
    sizes=st.lists(st.integers(2, 10), min_size=1, max_size=8),
    seed=st.integers(0, 2**32),
)
def test_a_draw_fills_tables_evenly_and_seats_nobody_twice(entries: int, sizes: list[int], seed: int) -> None:
    tables = tables_of(*sizes)
    if entries > sum(sizes):
        with pytest.raises(FloorError, match="do not fit") as refused:
            draw_seats(range(entries), tables, Random(seed))
        assert refused.value.params == {"entries": entries, "seats": sum(sizes)}
        return
    drawn = draw_seats(range(entries), tables, Random(seed))
    assert sorted(seat.entry for seat in drawn) == list(range(entries))
    assert len({(seat.table, seat.seat) for seat in drawn}) == entries
    count = Counter(seat.table for seat in drawn)
    fullest = max(count.values(), default=0)
    for table in tables:
        assert count[table.table] >= min(fullest - 1, len(table.seats))


def test_who_keeps_a_seat_in_a_redraw_counts_with_those_drawn_to_the_table() -> None:
    tables = [
        TableToFill(table=1, seats=(3, 4, 5), kept=(1, 2)),
        TableToFill(table=2, seats=(1, 2, 3, 4, 5)),
    ]
    drawn = redraw(range(4), tables, Random(3))
    assert sorted((seat.table, seat.seat) for seat in drawn.seats) == [(1, 3), (2, 1), (2, 2), (2, 3)]
    assert drawn.buttons == (FirstHandButton(table=1, seat=3), FirstHandButton(table=2, seat=3))


def test_locked_seats_are_not_drawn() -> None:
    tables = [TableToFill(table=4, seats=(1, 3, 9)), TableToFill(table=6, seats=(2, 5))]
    drawn = draw_seats("abcde", tables, Random(0))
    assert {(seat.table, seat.seat) for seat in drawn} == {(4, 1), (4, 3), (4, 9), (6, 2), (6, 5)}


def test_a_seat_offered_twice_is_refused() -> None:
    tables = [TableToFill(table=1, seats=(1, 2)), TableToFill(table=1, seats=(2,))]
    with pytest.raises(FloorError, match="Seat 2 at table 1 is offered twice"):
        draw_seats("a", tables, Random(0))


def test_a_draw_gives_the_seats_of_the_vectors() -> None:
    source = CountedNumbers(draw="T-2026-001#1", kind="seating")
    drawn = draw_seats(EIGHTEEN, tables_of(9, 9), source)
    assert [seat.entry for seat in drawn] == VECTORS["seating18"]
    assert source.calls == VECTORS["calls18"]


def test_a_draw_gives_the_buttons_of_the_vectors() -> None:
    source = CountedNumbers(draw="T-2026-001#2", kind="button")
    buttons = [draw_button(1, range(1, 10), source) for _ in range(10)]
    assert [seat - 1 for seat in buttons] == VECTORS["button_below9"]


def test_a_thousand_entries_are_drawn_as_the_vectors_say() -> None:
    entries = [f"E{number:04}" for number in range(1, 1001)]
    assert fingerprint(entries) == VECTORS["list1000_sha256"]
    source = CountedNumbers(draw="T-2026-001#5", kind="seating", listed=entries)
    drawn = [seat.entry for seat in draw_seats(entries, tables_of(*[10] * 100), source)]
    assert drawn[:5] == VECTORS["seating1000_first5"]
    assert fingerprint(drawn) == VECTORS["seating1000_sha256"]
    assert source.calls == VECTORS["calls1000"]


@pytest.mark.parametrize(
    ("entries", "seats", "tables"), [(0, 9, 0), (1, 9, 1), (9, 9, 1), (10, 9, 2), (180, 9, 20), (11, 2, 6)]
)
def test_as_many_tables_open_as_the_entries_need(entries: int, seats: int, tables: int) -> None:
    assert tables_needed(entries, seats) == tables


def test_a_table_of_one_seat_is_refused() -> None:
    with pytest.raises(FloorError, match="at least 2 seats"):
        tables_needed(5, 1)


def view(table: int, seats: set[int], *, capacity: int = 9, locked: set[int] | None = None) -> TableView:
    return TableView(
        table=table,
        capacity=capacity,
        seats=frozenset(seats),
        locked_seats=frozenset(locked or ()),
    )


def test_a_late_entry_sits_at_the_table_with_the_fewest_players() -> None:
    tables = [view(1, {1, 2, 3}), view(2, {4, 5}), view(3, {1, 2, 3, 4})]
    drawn = Counter(draw_late_seat(tables, rng) for rng in [Random(5)] for _ in range(3_500))
    assert set(drawn) == {TableSeat(table=2, seat=seat) for seat in (1, 2, 3, 6, 7, 8, 9)}
    assert all(400 < count < 600 for count in drawn.values())


def test_a_table_is_drawn_among_equally_short_ones_whatever_their_order() -> None:
    tables = [view(3, {1, 2}, capacity=3), view(1, {1, 2}, capacity=4), view(2, {1, 2, 3})]
    script = Script(1, 0)
    assert draw_late_seat(tables, script) == TableSeat(table=3, seat=3)
    assert script.asked == [2, 1]
    assert draw_late_seat(tables[::-1], Script(1, 0)) == TableSeat(table=3, seat=3)


def test_a_late_entry_gets_no_locked_seat_and_no_seat_at_a_full_table() -> None:
    tables = [view(1, {1}, capacity=2, locked={2}), view(2, {1, 2, 3}, capacity=4)]
    assert draw_late_seat(tables, Script(0)) == TableSeat(table=2, seat=4)
    with pytest.raises(FloorError, match="open another table") as refused:
        draw_late_seat(tables[:1], Script())
    assert refused.value.code == "no_free_seat"


def test_the_button_is_drawn_among_the_occupied_seats() -> None:
    assert [draw_button(1, {9, 2, 5}, Script(number)) for number in range(3)] == [2, 5, 9]
    with pytest.raises(FloorError, match="is empty"):
        draw_button(1, set(), Script())


def test_the_final_table_draws_its_button_after_its_seats() -> None:
    script = Script(0, 0, 1)
    drawn = redraw(["Ada", "Bo", "Cy"], tables_of(9), script)
    assert [(s.entry, s.table, s.seat) for s in drawn.seats] == [("Bo", 1, 1), ("Cy", 1, 2), ("Ada", 1, 3)]
    assert drawn.buttons == (FirstHandButton(table=1, seat=2),)
    assert script.asked == [3, 2, 3]


def test_a_redraw_to_two_tables_starts_the_buttons_at_the_dealers_right() -> None:
    drawn = redraw(range(7), tables_of(9, 9), Random(3))
    assert Counter(seat.table for seat in drawn.seats) == {1: 4, 2: 3}
    assert drawn.buttons == (FirstHandButton(table=1, seat=4), FirstHandButton(table=2, seat=3))


def test_an_empty_table_of_a_redraw_has_no_button() -> None:
    assert redraw(["Ada"], tables_of(9, 9), Random(3)).buttons == (FirstHandButton(table=1, seat=1),)


def test_the_cards_of_a_chip_race_are_dealt_from_a_whole_deck_and_follow_from_their_source() -> None:
    deck = draw_race_cards([1] * 52, Random(7))

    assert sorted(deck) == sorted(DECK)
    assert draw_race_cards((1, 1, 4), Random(7)) == deck[:3]
    assert deck != draw_race_cards([1] * 52, Random(8))


def test_a_draw_that_cannot_be_is_refused_with_its_figures() -> None:
    full = view(1, {1, 2}, capacity=2)
    assert [
        said(lambda: tables_needed(5, 1)),
        said(lambda: draw_seats(range(5), tables_of(2, 2), Random(0))),
        said(lambda: draw_late_seat([full, full], Script())),
        said(lambda: draw_button(1, (), Script())),
        said(lambda: draw_seats("a", [TableToFill(table=3, seats=(2,), kept=(2,))], Random(0))),
    ] == [
        ("A table needs at least 2 seats, not 1.", "too_few_seats", {"seats_per_table": 1}),
        (
            "5 players do not fit on 4 seats: open another table.",
            "too_few_seats",
            {"entries": 5, "seats": 4},
        ),
        ("Every seat is taken: open another table, or wait for a seat.", "no_free_seat", {"tables": 2}),
        ("This table is empty.", "table_empty", {}),
        ("Seat 2 at table 3 is offered twice.", "seat_twice", {"table": 3, "seat": 2}),
    ]


def test_the_seats_on_offer_fill_the_shortest_tables_in_their_order() -> None:
    tables = [
        TableToFill(table=7, seats=(4, 6), kept=(1, 2)),
        TableToFill(table=2, seats=(3, 1, 2)),
        TableToFill(table=5, seats=(8,)),
    ]
    offered = [(place.table, place.seat) for place in seats_offered(6, tables)]
    assert offered == [(2, 3), (5, 8), (2, 1), (7, 4), (2, 2), (7, 6)]
    assert seats_offered(0, tables) == []


def test_each_table_has_its_button_drawn_in_the_order_of_the_numbers() -> None:
    drawn = [
        SeatDrawn(entry="a", table=2, seat=9),
        SeatDrawn(entry="b", table=1, seat=4),
        SeatDrawn(entry="c", table=2, seat=3),
    ]
    script = Script(0, 1)
    assert draw_buttons(drawn, script) == [FirstHandButton(table=1, seat=4), FirstHandButton(table=2, seat=9)]
    assert script.asked == [1, 2]


def test_a_card_each_is_dealt_from_the_lowest_seat_on() -> None:
    dealt = draw_cards({9, 2, 5}, Random(7))
    assert list(dealt.items()) == list(zip((2, 5, 9), shuffled(DECK, Random(7))[:3], strict=True))


def test_the_seed_says_every_number_that_is_drawn() -> None:
    """SHA-256 of the seed and a counter of eight bytes: the first eight of each are the number."""
    rng = SeededRng("anna")
    numbers = [
        int.from_bytes(hashlib.sha256(b"anna" + bytes(7) + bytes([count])).digest()[:8], "big")
        for count in range(20)
    ]
    assert [rng.randrange(52), rng.randrange(2**64), rng.randrange(7)] == [
        numbers[0] % 52,
        numbers[1],
        numbers[2] % 7,
    ]
    # Of 2**63 + 1 numbers the second half of the range would favour the small ones: it is thrown away.
    low = [number for number in numbers if number < 2**63 + 1]
    assert SeededRng("anna").randrange(2**63 + 1) == low[0]


def test_a_shuffle_changes_places_from_the_last_down() -> None:
    script = Script(1, 0, 1)
    assert (shuffled("abcd", script), script.asked) == (["c", "d", "a", "b"], [4, 3, 2])
