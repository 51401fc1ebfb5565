"""Balancing: who moves, into which seat, and from which table."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.floor.button.next_hand import first_positions, next_positions
from tables.floor.errors import FloorError
from tables.floor.moves.arriving import ChosenSeat, SeatOffer, choose_seat, seat_offers
from tables.floor.moves.balancing import propose_moves
from tables.floor.moves.move import ProposedMove, buttons_unknown
from tables.floor.reasons import reason
from tables.floor.room import TableSeat, TableView
from tables.floor.rules import FLOOR_RULES, FloorRules, ToleranceStep
from tests import refusals
from tests.breadth import sample
from tests.tables.floor.room_builder import a_room, a_table

TDA = FLOOR_RULES["tda2024"]
FIGP = FLOOR_RULES["figp"]
EVERY_SEAT = range(1, 10)
FAR = ToleranceStep(seats_at_least=0, tables_above=0, tolerance=8)


def codes(move: ProposedMove) -> list[str]:
    return [why.code for why in move.reasons]


def full_table(number: int, blinds: tuple[int, int, int] = (2, 3, 4)) -> TableView:
    return a_table(number, EVERY_SEAT, blinds)


# Catalogue: the short table, and its open seats from worst to best, then the excluded ones.
WHERE = {
    "BAL-01": (a_table(2, {1, 3, 5, 7, 9}, (1, 3, 5)), [6, 8, 2], [4]),
    "BAL-02": (a_table(2, {1, 3, 7, 9}, (1, 3, 5)), [6, 8, 2], [4, 5]),
    "BAL-03": (a_table(2, set(EVERY_SEAT) - {5}, (3, 4, 5)), [], [5]),
    "BAL-04": (a_table(2, set(EVERY_SEAT) - {4}, (3, 4, 5)), [4], []),
    "BAL-05": (a_table(2, set(EVERY_SEAT) - {6, 7}, (3, 4, 5)), [6, 7], []),
}


@pytest.mark.rule("BAL-01..08")
@pytest.mark.parametrize("case", WHERE)
def test_the_worst_open_seat_comes_first_and_the_small_blind_never(case: str) -> None:
    short, lawful, excluded = WHERE[case]
    offers = seat_offers(short, TDA)
    assert [offer.seat for offer in offers if not offer.is_excluded] == lawful
    assert [offer.seat for offer in offers if offer.is_excluded] == excluded


@pytest.mark.rule("BAL-01..08")
def test_bal_01_the_seats_are_ranked_by_hands_until_their_big_blind() -> None:
    short, _, _ = WHERE["BAL-01"]
    assert seat_offers(short, TDA) == (
        SeatOffer(seat=6, hands=0, is_excluded=False),
        SeatOffer(seat=8, hands=1, is_excluded=False),
        SeatOffer(seat=2, hands=3, is_excluded=False),
        SeatOffer(seat=4, hands=4, is_excluded=True),
    )


def test_figp_excludes_every_seat_between_the_button_and_the_big_blind() -> None:
    short = a_table(2, {1, 3, 7, 9}, (1, 3, 5))
    assert [o.seat for o in seat_offers(short, FIGP) if o.is_excluded] == [4, 5]
    # The disc stays at 3: who takes the empty seat 4 behind it waits, so it is excluded as well.
    only_button = a_table(2, set(EVERY_SEAT) - {4}, (3, 4, 5))
    assert [o.seat for o in seat_offers(only_button, FIGP) if o.is_excluded] == [4]


def test_before_the_first_hand_the_button_at_the_dealers_right_says_which_seat_is_worst() -> None:
    # WSOP 85: the button starts at seat 5, or at whoever sits down behind it.
    offers = seat_offers(a_table(2, {1, 3, 5}, capacity=6), TDA)
    assert [(o.seat, o.hands, o.is_excluded) for o in offers] == [(2, 0, False), (4, 1, False), (6, 2, False)]


def test_no_seat_is_better_than_another_where_nobody_sits() -> None:
    assert seat_offers(a_table(2, ()), TDA) == ()
    (move,) = propose_moves([full_table(1, (2, 3, 4)), a_table(2, ())], FloorRules(tolerance_steps=(FAR,)))
    assert (move.to_seat, codes(move)[-1]) == (1, "seat_first_free")


def test_heads_up_the_moved_player_gets_the_big_blind() -> None:
    alone = a_table(2, {4}, (1, 1, 4))
    assert alone.next_hand(TDA) is None
    assert next((o.seat, o.hands) for o in seat_offers(alone, TDA)) == (5, 0)
    winner_of_the_small_blind = a_table(2, {1}, (1, 1, 4))
    offers = seat_offers(winner_of_the_small_blind, TDA)
    assert [o.seat for o in offers if o.hands == 0] == [5, 6, 7, 8, 9]
    assert not any(o.is_excluded for o in offers)


@pytest.mark.rule("SIZE-01")
def test_a_table_with_more_players_than_a_game_to_come_is_for_gives_one_away() -> None:
    """Nine and eight are even, but stud follows: a table of nine gives one to a third that has seven."""
    busy = [full_table(1), a_table(2, set(EVERY_SEAT) - {9}, (2, 3, 4)), a_table(3, range(1, 8), (2, 3, 4))]
    wide = FloorRules(tolerance_steps=(FAR,))
    assert propose_moves(busy, wide) == ()
    (move,) = propose_moves([replace(view, most_players=8) for view in busy], wide)
    assert (move.from_table, move.to_table) == (1, 3)
    assert move.reasons[0] == reason("too_many_to_deal", from_table=1, from_players=9, most=8)
    assert move.reasons[0].sentence == "Table 1 has 9 players, and a game still to come takes 8 at most."


@pytest.mark.rule("SIZE-01")
def test_nobody_is_sent_to_a_seat_at_which_no_hand_could_be_dealt() -> None:
    table = replace(a_table(1, range(1, 8), (2, 3, 4)), most_players=8)
    assert (table.free_seats, table.room, table.places_left) == ((8, 9), 8, 1)
    full = table.with_player(9)
    assert (full.free_seats, full.room, full.places_left) == ((), 8, 0)
    assert (table.has_place_at(9), full.has_place_at(8)) == (True, False)
    # A locked seat that is held for somebody is the last place: only that player gets it.
    held = replace(table, locked_seats=frozenset({8}), promised=frozenset({8}))
    assert (held.free_seats, held.room, held.places_left) == ((), 7, 0)
    assert (held.has_place_at(8), held.has_place_at(9)) == (True, False)


@pytest.mark.rule("BAL-01..08")
def test_bal_06_the_player_due_for_the_big_blind_moves_to_the_worst_seat() -> None:
    room = [full_table(1, (2, 3, 4)), a_table(2, {1, 3, 5, 7, 9, 2, 4}, (1, 3, 5))]
    (move,) = propose_moves(room, TDA)
    assert move == ProposedMove(
        from_table=1,
        from_seat=5,
        to_table=2,
        to_seat=6,
        reasons=(
            reason("tables_uneven", from_table=1, from_players=9, to_table=2, to_players=7, tolerance=1),
            reason("due_big_blind", from_table=1, from_seat=5),
            reason("seat_big_blind", to_table=2, to_seat=6),
        ),
    )
    assert move.reason.source == "TDA 11-D, WSOP 67"
    assert move.sentence == (
        "Table 1 has 9 players and table 2 has 7: tables may be at most 1 apart. "
        "Seat 5 at table 1 is due for the big blind next. "
        "Seat 6 at table 2 is the worst open seat: it gets the big blind next."
    )
    assert room[0].positions is not None
    after = next_positions(room[0].positions, live=room[0].seats - {5}, rules=TDA)
    assert (after.button, after.small_blinds, after.big_blinds) == (3, (4,), (6,))


def test_a_move_from_a_table_in_a_hand_waits_for_its_end() -> None:
    room = [a_table(1, EVERY_SEAT, (2, 3, 4), in_hand=True), a_table(2, range(1, 8), (1, 2, 3))]
    (move,) = propose_moves(room, TDA)
    assert (move.from_table, move.wait_for) == (1, (1,))


@pytest.mark.rule("BAL-01..08")
@pytest.mark.parametrize(("tolerance", "moves"), [(2, []), (1, [(1, 3)])])
def test_bal_08_9_8_and_7_need_no_move_within_two_and_one_within_one(
    tolerance: int, moves: list[tuple[int, int]]
) -> None:
    room = [a_table(number, range(1, players + 1)) for number, players in ((1, 9), (2, 8), (3, 7))]
    step = ToleranceStep(seats_at_least=0, tables_above=0, tolerance=tolerance)

    proposed = propose_moves(room, FloorRules(tolerance_steps=(step,)))

    assert [(move.from_table, move.to_table) for move in proposed] == moves


def test_a_move_into_a_running_hand_is_allowed_and_waits_for_the_next() -> None:
    room = [full_table(1), a_table(2, range(1, 8), (1, 2, 3), in_hand=True)]
    (move,) = propose_moves(room, TDA)
    assert move.wait_for == (2,)


@pytest.mark.rule("MIX-02")
def test_mix_02_in_a_mixed_event_with_stud_a_high_card_decides_whichever_game_is_dealt() -> None:
    """WSOP 67b-a; by TDA 11-B, and in an event without stud, the player due for the big blind moves."""
    wsop = FLOOR_RULES["wsop2024"]
    room = [full_table(1), a_table(2, {1, 2, 3, 4, 5, 6, 7}, (1, 2, 3))]
    horse = [replace(view, has_stud=True) for view in room]

    (by_card,) = propose_moves(horse, wsop)
    assert (by_card.from_seat, by_card.drawing, by_card.to_table) == (None, tuple(sorted(EVERY_SEAT)), 2)
    assert by_card.reasons[1] == reason("high_card_decides", from_table=1, count=len(EVERY_SEAT))
    # The seat is the worst one, as ever where blinds go round.
    assert by_card.to_seat == propose_moves(room, wsop)[0].to_seat

    for views, rules in ((horse, TDA), (room, wsop)):
        (move,) = propose_moves(views, rules)
        assert (move.from_seat, move.drawing, move.reasons[1].code) == (5, (), "due_big_blind")


def test_another_short_table_is_preferred_to_a_seat_in_the_small_blind() -> None:
    blocked = a_table(1, {1, 2, 3, 4, 6, 7, 8, 9}, (3, 4, 5))
    room = [
        blocked,
        a_table(2, set(EVERY_SEAT) - {9}, (3, 4, 5)),
        a_table(3, range(1, 11), (1, 2, 3), capacity=10),
    ]
    (move,) = propose_moves(room, TDA)
    assert (move.from_table, move.to_table, move.to_seat) == (3, 2, 9)
    assert said(move)[0] == (
        (
            "Table 1 has 8 players, but no open seat other than the small blind or one between it and the "
            "button."
        ),
        "TDA 11-A, WSOP 67",
    )


def test_with_only_the_small_blind_open_the_player_waits_and_the_director_is_told() -> None:
    blocked = a_table(1, {1, 2, 3, 4, 6, 7, 8, 9}, (3, 4, 5))
    room = [blocked, a_table(2, range(1, 11), (1, 2, 3), capacity=10)]
    (move,) = propose_moves(room, TDA)
    assert (move.to_table, move.to_seat, move.waits) == (1, 5, True)
    assert codes(move) == ["tables_uneven", "due_big_blind", "seat_waits_small_blind"]
    assert move.reasons[-1].source == "TDA 11-A, FIGP"
    seated = blocked.with_player(5, waits=True).next_hand(TDA)
    assert seated is not None
    assert (seated.button, seated.small_blinds, seated.big_blinds) == (4, (), (6,))
    assert seated.waiting == {5}


def test_a_small_blind_seat_that_three_handed_play_needs_is_dealt_in() -> None:
    two_left = a_table(1, {1, 3}, (1, 2, 3), capacity=4, locked={4, 2})
    newcomer_only = a_table(1, {1, 2}, (1, 2, 3), capacity=3)
    assert two_left.free_seats == ()
    room = [newcomer_only, a_table(2, range(1, 5), (1, 2, 3), capacity=4)]
    (move,) = propose_moves(room, TDA)
    assert (move.to_table, move.to_seat, move.waits) == (1, 3, False)
    assert codes(move)[-1] == "seat_small_blind"


def test_the_fullest_table_gives_and_the_shortest_gets() -> None:
    moves = propose_moves(a_room(7, 9, 8, 5, capacity=9), FLOOR_RULES["home"])
    assert [(move.from_table, move.to_table) for move in moves] == [(2, 4), (3, 4)]


def test_of_equally_full_tables_the_first_to_break_gives() -> None:
    room = a_room(9, 9, 9, 7, capacity=9)
    assert propose_moves(room, TDA, breaking_order=(2, 3, 1, 4))[0].from_table == 2
    assert propose_moves(room, TDA)[0].from_table == 3


def said(move: ProposedMove) -> list[tuple[str, str]]:
    """The reasons but the first as sentences, each with its rule."""
    return [(why.sentence, why.source) for why in move.reasons[1:]]


def test_a_tie_between_equally_full_and_equally_short_tables_is_said() -> None:
    room = [
        full_table(1),
        full_table(2),
        a_table(3, range(1, 8), (1, 2, 3)),
        a_table(4, range(1, 8), (1, 2, 3)),
    ]
    (first, _second) = propose_moves(room, FLOOR_RULES["home"], breaking_order=(4, 3, 1, 2))
    assert said(first)[:2] == [
        ("Tables 1, 2 have 9 players each: table 1 breaks first, so it sends one.", "TDA 11-C, WSOP 67"),
        ("Tables 3, 4 have 7 players each: table 3 breaks last, so it receives one.", "TDA 1"),
    ]


def test_a_tie_in_a_large_room_is_broken_by_number_and_said_so() -> None:
    room = a_room(9, 9, 9, 6, capacity=9)
    rules = replace(FLOOR_RULES["wsop2024"], source_by_number_above=3)
    assert said(propose_moves(room, rules)[0])[0] == (
        "Tables 1, 2, 3 have 9 players each: table 1 has the lowest number, so it sends the first player.",
        "WSOP 67",
    )
    assert said(propose_moves(room, rules, last_source=1)[0])[0] == (
        (
            "Tables 1, 2, 3 have 9 players each: table 2 is next by number after table 1, which sent the "
            "last "
            "player."
        ),
        "WSOP 67",
    )


def test_with_many_tables_the_shortest_that_breaks_last_gets_the_player_whoever_gave_last() -> None:
    room = a_room(9, 9, 7, 7, capacity=9)
    rules = replace(FLOOR_RULES["wsop2024"], source_by_number_above=3)
    taken = [propose_moves(room, rules, last_source=last)[0].to_table for last in (1, 2, 3, 4)]
    assert taken == [3, 3, 3, 3]


@pytest.mark.rule("BAL-09")
def test_with_many_tables_the_wsop_goes_on_by_number() -> None:
    room = a_room(*[9] * 21, 6, capacity=9)
    rules = FLOOR_RULES["wsop2024"]
    assert propose_moves(room, rules)[0].from_table == 1
    assert propose_moves(room, rules, last_source=7)[0].from_table == 8
    assert propose_moves(room, rules, last_source=21)[0].from_table == 1
    assert propose_moves(room[2:], rules, breaking_order=(9, 8), last_source=7)[0].from_table == 9


def test_a_player_who_moved_lately_is_passed_over() -> None:
    room = [full_table(1, (2, 3, 4)), a_table(2, range(1, 8), (1, 2, 3))]
    (move,) = propose_moves(room, TDA, recently_moved=[TableSeat(table=1, seat=5)])
    assert move.from_seat == 6
    assert said(move)[:2] == [
        (
            "Seat 6 at table 1 is the next due for the big blind among players who may be moved.",
            "TDA 11-A, 11-B, WSOP 67",
        ),
        ("Passed over, having just moved: seat 5.", "TDA 1"),
    ]


def test_another_equally_full_table_gives_when_the_player_due_moved_lately() -> None:
    room = [full_table(1), full_table(2), a_table(3, range(1, 8), (1, 2, 3))]
    assert propose_moves(room, TDA)[0].from_table == 2
    moved = [TableSeat(table=2, seat=5)]
    (move,) = propose_moves(room, TDA, recently_moved=moved)
    assert move.from_table == 1
    assert said(move)[0] == ("Table 2 has 9 players, but the player due to move has just moved.", "TDA 1")


def test_a_table_as_full_that_gives_nobody_is_named_with_its_reason() -> None:
    room = [
        a_table(1, range(1, 11), (2, 3, 4), capacity=10, locked=range(1, 11)),
        a_table(2, range(1, 11), (2, 3, 4), capacity=10),
        a_table(3, range(1, 11), (2, 3, 4), capacity=10),
        a_table(4, range(1, 8), (1, 2, 3), capacity=10),
    ]
    moved = [TableSeat(table=2, seat=seat) for seat in range(1, 11)]
    two_apart = FloorRules(tolerance_steps=(ToleranceStep(seats_at_least=0, tables_above=0, tolerance=2),))
    (move,) = propose_moves(room, two_apart, recently_moved=moved)
    assert move.from_table == 3
    assert said(move)[:2] == [
        ("Table 1 has 10 players, but all their seats are locked.", "TDA 9"),
        ("Table 2 has 10 players, but every player who may be moved has just moved.", "TDA 1"),
    ]


def test_a_player_moves_again_only_when_everybody_did() -> None:
    room = [full_table(1), a_table(2, range(1, 8), (1, 2, 3))]
    everybody = [TableSeat(table=1, seat=seat) for seat in EVERY_SEAT]
    (move,) = propose_moves(room, TDA, recently_moved=everybody)
    assert move.from_seat == 5
    assert said(move)[0] == (
        "Seat 5 at table 1 moves again: all 9 players who may be moved there have just moved.",
        "TDA 1",
    )


def test_a_player_in_a_locked_seat_stays_and_a_locked_seat_stays_empty() -> None:
    room = [
        a_table(1, EVERY_SEAT, (2, 3, 4), locked={5}),
        a_table(2, range(1, 8), (1, 2, 7), locked={8}),
    ]
    (move,) = propose_moves(room, TDA)
    assert (move.from_seat, move.to_seat) == (6, 9)
    assert codes(move)[1:3] == ["due_after_others", "passed_over_locked"]


def test_a_table_whose_players_are_all_locked_gives_nobody() -> None:
    room = [a_table(1, EVERY_SEAT, (2, 3, 4), locked=EVERY_SEAT), a_table(2, range(1, 8), (1, 2, 3))]
    assert propose_moves(room, TDA) == ()


def test_before_the_first_hand_the_player_due_for_its_big_blind_moves() -> None:
    # The button of table 1 starts at seat 9 (WSOP 85), so seat 2 has the big blind.
    room = [a_table(1, EVERY_SEAT), a_table(2, range(1, 8))]
    (move,) = propose_moves(room, TDA)
    assert (move.from_seat, move.to_seat) == (2, 8)
    assert codes(move) == ["tables_uneven", "due_big_blind", "seat_worst"]
    drawn = replace(room[0], first_button=4)
    assert [move.from_seat for move in propose_moves([drawn, room[1]], FIGP)] == [6]


def test_of_several_players_moved_to_one_table_nobody_takes_anothers_seat() -> None:
    room = [full_table(1), full_table(2), full_table(3), a_table(4, {1, 2, 3}, (1, 2, 3))]
    moves = propose_moves(room, TDA)
    assert [(m.from_table, m.from_seat, m.to_seat) for m in moves] == [
        (3, 5, 4),
        (2, 5, 5),
        (1, 5, 6),
        (3, 6, 7),
    ]


def test_moves_can_be_stored() -> None:
    room = [full_table(1), a_table(2, range(1, 8), (1, 2, 3), in_hand=True)]
    (move,) = propose_moves(room, TDA)
    stored = move.to_dict()
    assert stored["wait_for"] == [2]
    assert stored["reasons"] == [why.to_dict() for why in move.reasons]
    assert move.reasons[1].to_dict() == {
        "code": "due_big_blind",
        "params": {"from_table": 1, "from_seat": 5},
        "sentence": "Seat 5 at table 1 is due for the big blind next.",
        "source": "TDA 11-A, 11-B, WSOP 67",
    }


def test_a_seat_outside_the_table_is_refused() -> None:
    with pytest.raises(FloorError, match="Table 2 has seats 1 to 9, not 10"):
        a_table(2, {1, 10})


@st.composite
def rooms(draw: st.DrawFn) -> tuple[list[TableView], str]:
    """Two to six tables that have played some hands, with seats emptied since and seats locked."""
    profile = draw(st.sampled_from(sorted(FLOOR_RULES)))
    capacity = draw(st.sampled_from([6, 9]))
    views = []
    for number in range(1, draw(st.integers(2, 6)) + 1):
        seats = draw(st.sets(st.integers(1, capacity), min_size=2))
        button = draw(st.sampled_from(sorted(seats)))
        positions = first_positions(live=seats, button=button, rules=FLOOR_RULES[profile])
        for _ in range(draw(st.integers(0, 3))):
            positions = next_positions(positions, live=seats, rules=FLOOR_RULES[profile])
        gone = draw(st.sets(st.sampled_from(sorted(seats)), max_size=len(seats) - 1))
        locked = draw(st.sets(st.integers(1, capacity), max_size=1))
        views.append(
            TableView(
                table=number,
                capacity=capacity,
                seats=frozenset(seats - gone),
                positions=positions,
                locked_seats=frozenset(locked),
            )
        )
    return views, profile


@settings(max_examples=sample("rooms balanced"), deadline=None)
@given(rooms())
def test_any_room_is_balanced_by_moves_that_can_all_be_made(room: tuple[list[TableView], str]) -> None:
    views, profile = room
    rules = FLOOR_RULES[profile]
    moves = propose_moves(views, rules)
    assert moves == propose_moves(views[::-1], rules)
    by_number = {view.table: view for view in views}
    for move in moves:
        assert move.from_seat is not None
        source, destination = by_number[move.from_table], by_number[move.to_table]
        assert move.from_seat in source.seats
        assert move.from_seat not in source.locked_seats
        assert move.to_seat in destination.free_seats
        offers = seat_offers(destination, rules)
        assert move.to_seat == offers[0].seat
        by_number[move.from_table] = source.without_player(move.from_seat)
        by_number[move.to_table] = destination.with_player(move.to_seat, waits=move.waits)
        hand = by_number[move.to_table].next_hand(rules)
        if hand is not None and hand.is_heads_up is False:
            assert (move.to_seat in hand.waiting) is move.waits
            if not move.waits and not codes(move)[-1].startswith("seat_small_blind"):
                assert move.to_seat not in hand.small_blinds
    assert propose_moves(list(by_number.values()), rules) == ()


def test_a_table_of_more_seats_than_it_has_is_refused_in_words() -> None:
    assert refusals.said(lambda: a_table(2, {1, 10, 11})) == (
        "Table 2 has seats 1 to 9, not 10.",
        "no_such_seat",
        {"table": 2, "seat": 10, "capacity": 9},
    )


def test_a_table_knows_its_free_seats_and_what_it_has_room_for() -> None:
    view = a_table(4, {1, 3, 6}, capacity=6, locked={3, 5})
    assert (view.players, view.free_seats, view.room) == (3, (2, 4), 5)
    assert [replace(view, plays_on_with=count).plays_on for count in (None, 2, 3, 4)] == [
        *(False, True, True, False)
    ]
    came = view.with_player(4, waits=True).with_player(2)
    assert came == replace(
        view,
        seats=frozenset({1, 2, 3, 4, 6}),
        newcomers=frozenset({2, 4}),
        moved_by_balancing=frozenset({2, 4}),
        told_to_wait=frozenset({4}),
    )
    assert came.without_player(4).without_player(2).without_player(4) == replace(view, left=(2, 4))


def test_a_table_has_a_next_hand_with_two_players_and_a_button() -> None:
    two = a_table(1, {2, 5})
    assert two.next_hand(TDA) == first_positions(live={2, 5}, button=5, rules=TDA)
    assert replace(two, first_button=2).next_hand(TDA) == first_positions(live={2, 5}, button=2, rules=TDA)
    assert [view.next_hand(TDA) for view in (a_table(1, {2}), replace(two, has_button=False))] == [None, None]
    for profile in ("figp", "draw_room"):
        rules = FLOOR_RULES[profile]
        three = a_table(1, {2, 5, 7}).next_hand(rules)
        assert three == first_positions(live={2, 5, 7}, button=7, rules=rules)
    # Moved into the small blind: FIGP lets nobody have it there, TDA only who is told so waits.
    short = a_table(1, {1, 2, 3, 6, 7}, (2, 3, 5))
    hands = [
        short.with_player(5, waits=waits).next_hand(rules) for rules in (TDA, FIGP) for waits in (False, True)
    ]
    assert [hand and (hand.small_blinds, hand.waiting) for hand in hands] == [
        ((5,), frozenset()),
        *[((), frozenset({5}))] * 3,
    ]


def test_a_stored_move_has_all_that_was_proposed() -> None:
    (move,) = propose_moves([full_table(1), a_table(2, range(1, 8), (1, 2, 3), in_hand=True)], TDA)
    stored = move.to_dict()
    assert {name: stored[name] for name in stored if name != "reasons"} == {
        "from_table": 1,
        "from_seat": 5,
        "to_table": 2,
        "to_seat": 8,
        "drawing": [],
        "waits": False,
        "wait_for": [2],
    }
    assert move.reason == move.reasons[0]
    assert move.sentence == " ".join(why.sentence for why in move.reasons)


def test_where_the_button_is_unknown_the_first_seats_are_proposed_and_said_so() -> None:
    unknown = [replace(full_table(1), is_button_known=False), a_table(2, {2, 3, 5}, (2, 3, 5))]
    other = [full_table(1), replace(a_table(2, {2, 3, 5}, (2, 3, 5)), is_button_known=False)]
    near = replace(TDA, tolerance_steps=(ToleranceStep(seats_at_least=0, tables_above=0, tolerance=5),))
    (from_unknown,), (to_unknown,) = (propose_moves(room, near) for room in (unknown, other))
    assert (from_unknown.from_seat, from_unknown.reasons[1]) == (
        1,
        reason("source_button_unknown", from_table=1, from_seat=1),
    )
    assert (to_unknown.to_seat, to_unknown.reasons[2]) == (
        1,
        reason("seat_button_unknown", to_table=2, to_seat=1),
    )
    assert [buttons_unknown(move) for move in (from_unknown, to_unknown)] == [(1,), (2,)]
    assert len(propose_moves(unknown, TDA)) == 3


def test_the_words_for_each_kind_of_seat() -> None:
    home, draw_room = FLOOR_RULES["home"], FLOOR_RULES["draw_room"]
    full_but = set(EVERY_SEAT) - {5}
    small_blind, between = a_table(2, full_but, (3, 4, 5)), a_table(2, full_but, (3, 4, 6))

    def chosen(view: TableView, rules: FloorRules = TDA) -> ChosenSeat:
        return choose_seat(view, seat_offers(view, rules), rules)

    def found(code: str, seat: int, *, waits: bool = False, **more: int) -> ChosenSeat:
        return ChosenSeat(seat=seat, reason=reason(code, to_table=2, to_seat=seat, **more), waits=waits)

    assert [
        chosen(a_table(2, ())),
        chosen(a_table(2, {1, 3, 5, 7, 9}, (1, 3, 5))),
        chosen(a_table(2, {1, 3, 5, 6, 9}, (1, 3, 5))),
        chosen(a_table(2, set(EVERY_SEAT) - {9})),
        chosen(a_table(2, set(EVERY_SEAT) - {1})),
        *(chosen(small_blind, rules) for rules in (TDA, FIGP)),
        *(chosen(between, rules) for rules in (TDA, FIGP, home, draw_room)),
    ] == [
        found("seat_first_free", 1),
        found("seat_big_blind", 6),
        found("seat_worst", 7, hands=1),
        found("seat_worst", 9, hands=7),
        # Before the first hand nobody waits.
        found("seat_small_blind_dealt_in", 1),
        *[found("seat_waits_small_blind", 5, waits=True)] * 2,
        *[found("seat_waits", 5, waits=True)] * 2,
        *[found("seat_waits_walking", 5, waits=True)] * 2,
    ]
