"""Levels by hands through the services: counted with every hand, ended by the last, given back with its undo."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from tables.models import MoveKind
from tables.queries.checks.clock import check_clock
from tables.queries.checks.structure import check_structure
from tables.queries.room.level_hands import tables_waited_for
from tables.services.desk.seating import open_table
from tables.services.hands.counted import count_hand, undo_counted_hand
from tables.services.moves.breaking import break_table
from tables.services.moves.moving import move_entry
from tables.services.stops.announcing import deal_next_round
from tables.services.table.ways import set_recording
from tests.factories import ACTOR, NOW
from tests.factories.rounds import Rounds
from tests.tournament.rules.structures import hands_level, level, pause_of, structure
from tournament.changes.change import sentence_of
from tournament.models import LogEntry, Recording, StopKind
from tournament.queries.clock import clock_board
from tournament.services.clock import count_hands, jump_to, next_period, pause_clock, sweep_clock
from tournament.services.clock_controls import change_clock, last_clock_change
from tournament.services.errors import Refused
from tournament.services.field.registration import reopen_registration
from tournament.services.setup.tournaments import edit_tournament
from tournament.services.undo import undo_line
from tournament.templatetags.writing import PageWriter

pytestmark = pytest.mark.django_db

THREE = (9000, 9000, 9000)
FINAL = structure(
    level(25, 50),
    hands_level(50, 100, hands=3),
    pause_of(10),
    hands_level(100, 200, hands=2),
    level(200, 400),
)


def room_by_hands(*tables: tuple[int, ...], **changes: Any) -> Rounds:
    """At level 2, which lasts three hands; the first hand of each table was dealt at level 1."""
    room = Rounds(*tables, structure=FINAL, **changes)
    next_period(tournament_id=room.tournament.pk, by=ACTOR.at(NOW))
    return room


def stands(room: Rounds) -> tuple[int, int]:
    """The period of the clock, and the hands counted in it."""
    clock = room.fresh().clock
    return clock.index, clock.hands


def lines(room: Rounds, verb: str) -> list[str]:
    found = LogEntry.objects.filter(tournament=room.tournament, verb=verb).order_by("pk")
    return [sentence_of(line, PageWriter.of(room.tournament)) for line in found]


@pytest.mark.rule("RP-19")
def test_a_level_of_three_hands_ends_with_the_third() -> None:
    """EPT from Barcelona 2025: no clock at the final table, and the screens count down the hands."""
    room = room_by_hands(THREE)
    seen = [clock_board(room.fresh(), now=NOW).hands_left]
    for _hand in range(3):
        room.quiet(1)
        seen.append(clock_board(room.fresh(), now=NOW).hands_left)

    assert seen == [3, 2, 1, None]
    assert stands(room) == (2, 0)
    assert lines(room, "level_played") == ["All 3 hands of the level are played: Break started."]
    # The break is timed as ever, and level 3 begins by itself.
    assert sweep_clock(tournament_id=room.tournament.pk, now=NOW + timedelta(minutes=10)) == 1
    assert stands(room) == (3, 0)


def test_no_time_ends_a_level_by_hands() -> None:
    room = room_by_hands(THREE)
    tomorrow = NOW + timedelta(days=1)

    assert sweep_clock(tournament_id=room.tournament.pk, now=tomorrow) == 0
    board = clock_board(room.fresh(), now=tomorrow)
    assert (board.level_number, board.hands_left, board.ends_at, board.state) == (2, 3, None, "running")
    assert (board.break_at, board.is_break_about, board.phase) == (None, True, "calm")


def test_a_hand_that_is_undone_is_taken_off_the_count() -> None:
    room = room_by_hands(THREE)
    room.quiet(1)
    room.quiet(1)
    room.undo(1)

    assert stands(room) == (1, 1)


def test_the_undo_of_the_last_hand_gives_the_level_back() -> None:
    room = room_by_hands(THREE)
    for _hand in range(3):
        room.quiet(1)
    room.undo(1)

    assert stands(room) == (1, 2)
    assert lines(room, "clock_restored") == ["Restored the clock: Level 2 (50/100)."]
    room.quiet(1, deal=False)
    assert stands(room) == (2, 0)


def test_the_undo_of_the_last_hand_leaves_a_clock_paused_that_was_paused_since() -> None:
    room = room_by_hands(THREE)
    for _hand in range(3):
        room.quiet(1)
    pause_clock(tournament_id=room.tournament.pk, by=ACTOR.at(NOW))
    room.undo(1)

    assert stands(room) == (1, 2)
    assert room.fresh().clock_state == "paused"


def test_a_level_that_is_given_back_after_a_pause_opens_registration_again_as_without_one() -> None:
    """The line of the level that is over is undone either way, and its registration is open again."""
    breakless = structure(level(25, 50), hands_level(50, 100, hands=3), level(100, 200), level(200, 400))
    room = Rounds(THREE, structure=breakless, late_registration_level=2)
    next_period(tournament_id=room.tournament.pk, by=ACTOR.at(NOW))
    reopen_registration(tournament_id=room.tournament.pk, by=ACTOR.at(NOW))
    for _hand in range(3):
        room.quiet(1)
    assert room.fresh().registration_closed_at == NOW
    pause_clock(tournament_id=room.tournament.pk, by=ACTOR.at(NOW))
    room.undo(1)

    assert room.fresh().registration_closed_at is None
    played = LogEntry.objects.get(verb="level_played")
    assert played.undone_by.verb == "level_set_back"


def test_the_undo_of_a_hand_that_was_given_ends_a_level_whose_hands_are_all_dealt() -> None:
    room = room_by_hands(THREE)
    room.quiet(1)
    count_hands(tournament_id=room.tournament.pk, hands=-1, by=ACTOR.at(NOW))
    given = LogEntry.objects.get(verb="hands_counted")
    room.quiet(1)
    room.quiet(1)
    assert stands(room) == (1, 2)
    undo_line(tournament_id=room.tournament.pk, line_id=given.pk, by=ACTOR.at(NOW))

    assert stands(room) == (2, 0)
    assert lines(room, "level_played") == ["All 3 hands of the level are played: Break started."]


def test_a_jump_to_a_level_by_hands_says_no_time() -> None:
    room = Rounds(THREE, structure=FINAL)
    for index in (1, 0):
        jump_to(tournament_id=room.tournament.pk, index=index, left_seconds=600, by=ACTOR.at(NOW))

    assert lines(room, "level_jumped") == [
        "Set the clock to Level 2 (50/100).",
        "Set the clock to Level 1 (25/50) with 10 minutes left.",
    ]
    assert list(check_clock(room.fresh())) == []


def test_a_level_that_somebody_has_dealt_in_is_not_given_back() -> None:
    """The hand of the level before is opened again at one table while the other has gone on."""
    room = room_by_hands(THREE, THREE)
    for _hand in range(3):
        room.quiet(1)
        room.quiet(2)
    sweep_clock(tournament_id=room.tournament.pk, now=NOW + timedelta(minutes=10))
    assert stands(room) == (3, 0)
    room.undo(1)

    assert stands(room) == (3, 0)


def test_a_level_that_ended_is_undone_in_a_tap_and_the_next_hand_ends_it_again() -> None:
    room = room_by_hands(THREE)
    for _hand in range(3):
        room.quiet(1)
    last = last_clock_change(room.fresh())
    assert last is not None
    undo_line(tournament_id=room.tournament.pk, line_id=last.log_id, by=ACTOR.at(NOW))

    assert stands(room) == (1, 3)
    assert clock_board(room.fresh(), now=NOW).hands_left == 1
    room.quiet(1)
    assert stands(room) == (2, 0)


def test_a_misdeal_is_the_same_hand() -> None:
    room = room_by_hands(THREE)
    room.deal(1)
    room.play(1, "x:misdeal,f")

    assert stands(room) == (1, 0)


def test_a_table_that_has_dealt_its_hands_waits_for_the_others() -> None:
    """Every player plays the same number of hands: what counts is the hand that all tables have finished."""
    room = room_by_hands(THREE, THREE)
    for _hand in range(3):
        room.quiet(1)

    assert stands(room) == (1, 0)
    with pytest.raises(Refused) as refusal:
        room.deal(1)
    assert refusal.value.code == "level_done"
    assert refusal.value.message == "Table 1 has dealt all hands of this level and waits for table 2."
    room.quiet(2)
    room.quiet(2)
    assert stands(room) == (1, 2)
    room.quiet(2)
    assert stands(room) == (2, 0)


def test_counted_hands_count_as_recorded_ones() -> None:
    room = room_by_hands(THREE)
    set_recording(**room.at(1), recording=Recording.RESULTS, by=ACTOR.at(NOW))
    for _hand in range(2):
        count_hand(**room.at(1), by=ACTOR.at(NOW))
    undo_counted_hand(**room.at(1), by=ACTOR.at(NOW))
    assert stands(room) == (1, 1)
    for _hand in range(2):
        count_hand(**room.at(1), by=ACTOR.at(NOW))

    assert stands(room) == (2, 0)


def test_where_nobody_records_the_floor_counts() -> None:
    room = room_by_hands(THREE)
    set_recording(**room.at(1), recording=Recording.BUSTS, by=ACTOR.at(NOW))
    tap: dict[str, Any] = {"tournament_id": room.tournament.pk, "by": ACTOR.at(NOW)}
    for step in ("hand", "hand", "hand_less", "hand"):
        change_clock(**tap, step=step, version=room.fresh().clock_version)

    assert stands(room) == (1, 2)
    last = last_clock_change(room.fresh())
    assert last is not None
    undo_line(**tap, line_id=last.log_id)
    assert stands(room) == (1, 1)
    count_hands(**tap, hands=2)
    assert stands(room) == (2, 0)
    assert lines(room, "hands_counted") == [
        "Counted 1 hand of the level.",
        "Counted 1 hand of the level.",
        "Gave the level 1 hand more.",
        "Counted 1 hand of the level.",
        "Counted 2 hands of the level.",
    ]


def test_hands_are_not_counted_in_a_level_by_time_nor_minutes_added_to_one_by_hands() -> None:
    room = Rounds(THREE, structure=FINAL)
    tap: dict[str, Any] = {"tournament_id": room.tournament.pk, "by": ACTOR.at(NOW)}
    with pytest.raises(Refused) as by_time:
        change_clock(**tap, step="hand", version=room.fresh().clock_version)
    next_period(**tap)
    with pytest.raises(Refused) as by_hands:
        change_clock(**tap, step="plus", version=room.fresh().clock_version)

    assert (by_time.value.code, by_hands.value.code) == ("by_time", "by_hands")


def test_hand_for_hand_takes_no_minutes_off_a_level_by_hands_and_its_break_runs() -> None:
    room = room_by_hands(THREE, THREE, paid=(3_00, 2_00, 1_00))
    room.announce(until_left=3)
    for _hand in range(3):
        room.quiet(1)
        room.quiet(2)

    assert stands(room) == (2, 0)
    assert room.fresh().clock_state == "running"
    assert lines(room, "time_deducted") == []


def test_the_last_hand_of_a_level_by_hands_takes_no_minutes_off_the_next_level_either() -> None:
    """The hand that ends the level ends its round of hand-for-hand too, and was dealt in no level by time."""
    by_time_next = structure(hands_level(25, 50, hands=2), level(50, 100), level(100, 200), level(200, 400))
    room = Rounds(THREE, THREE, paid=(3_00, 2_00, 1_00), structure=by_time_next)
    room.announce(until_left=3)
    room.quiet(1)
    room.quiet(2)

    assert (stands(room), lines(room, "time_deducted")) == ((1, 0), [])
    room.quiet(1)
    room.quiet(2)
    assert lines(room, "time_deducted") == ["Deducted 2 minutes from the clock."]


def test_fixed_hands_a_level_end_where_the_structure_counts_them() -> None:
    """Announced in a level by time: the level by hands that follows is played in full, and none is skipped."""
    by_hands_next = structure(level(25, 50), hands_level(50, 100, hands=2), level(100, 200), level(200, 400))
    room = Rounds(THREE, THREE, structure=by_hands_next)
    room.announce(kind=StopKind.HANDS_PER_LEVEL, hands=2)
    for _hand in range(2):
        room.quiet(1)
        room.quiet(2)

    assert (stands(room), room.stop) == ((1, 0), None)
    for _hand in range(2):
        room.quiet(1)
        room.quiet(2)
    assert (stands(room), lines(room, "level_skipped")) == ((2, 0), ["Skipped to Level 2 (50/100)."])


def test_fixed_hands_a_level_end_after_a_break_too() -> None:
    break_next = structure(
        level(25, 50), pause_of(10), hands_level(50, 100, hands=2), level(100, 200), level(200, 400)
    )
    room = Rounds(THREE, THREE, structure=break_next)
    room.announce(kind=StopKind.HANDS_PER_LEVEL, hands=1)
    room.quiet(1)
    room.quiet(2)
    assert stands(room) == (1, 0)
    sweep_clock(tournament_id=room.tournament.pk, now=NOW + timedelta(minutes=10))
    deal_next_round(tournament_id=room.tournament.pk, by=ACTOR.at(NOW + timedelta(minutes=10)))

    assert (stands(room), room.stop) == ((2, 0), None)


def test_a_level_that_its_last_hand_has_ended_is_not_skipped_once_more() -> None:
    """The director has jumped to a level by hands while fixed hands per level are on."""
    room = Rounds(THREE, THREE, structure=FINAL)
    room.announce(kind=StopKind.HANDS_PER_LEVEL, hands=3)
    jump_to(tournament_id=room.tournament.pk, index=1, left_seconds=600, by=ACTOR.at(NOW))
    for _hand in range(3):
        room.quiet(1)
        room.quiet(2)

    assert stands(room) == (2, 0)


def test_fixed_hands_a_level_is_refused_where_the_structure_has_them() -> None:
    room = room_by_hands(THREE, THREE)

    with pytest.raises(Refused) as refusal:
        room.announce(kind=StopKind.HANDS_PER_LEVEL, hands=5)
    assert refusal.value.code == "by_hands"


@pytest.mark.rule("RP-19")
def test_from_so_many_players_left_later_levels_last_hands_and_that_is_undone() -> None:
    """“From the final table on 15 hands a level”: with the bust that leaves five, once and by itself."""
    evening = structure(level(25, 50), level(50, 100), pause_of(10), level(100, 200), level(200, 400))
    changes: dict[str, Any] = {"structure": evening, "hands_level_from": 5, "hands_a_level": 12}
    room = Rounds((9000, 9000, 5000), (9000, 9000, 5000), **changes)
    room.lose(1, 3)

    by_hands = structure(
        level(25, 50),
        hands_level(50, 100, hands=12),
        pause_of(10),
        hands_level(100, 200, hands=12),
        hands_level(200, 400, hands=12),
    )
    assert room.fresh().structure == by_hands
    assert lines(room, "levels_by_hands") == ["5 players left: each later level lasts 12 hands."]
    assert list(check_structure(room.tournament)) == []
    line = LogEntry.objects.get(verb="levels_by_hands")
    undo_line(tournament_id=room.tournament.pk, line_id=line.pk, by=ACTOR.at(NOW))
    assert room.fresh().structure == evening
    assert list(check_structure(room.tournament)) == []
    # A director who undoes it is not overruled by the next bust.
    room.lose(2, 3)
    assert room.fresh().structure == evening


def test_a_bust_by_mistake_takes_its_levels_by_hands_with_it_and_the_real_one_makes_them_again() -> None:
    evening = structure(level(25, 50), level(50, 100), level(100, 200), level(200, 400))
    changes: dict[str, Any] = {"structure": evening, "hands_level_from": 5}
    room = Rounds((9000, 9000, 5000), (9000, 9000, 5000), **changes)
    room.lose(1, 3)
    by_hands = room.fresh().structure
    assert by_hands != evening
    room.undo(1)

    assert room.fresh().structure == evening
    assert lines(room, "levels_by_time") == ["The later levels last as long as before."]
    assert list(check_structure(room.tournament)) == []
    room.quiet(1, deal=False)
    assert room.fresh().structure == by_hands
    assert len(lines(room, "levels_by_hands")) == 2


def test_an_undo_of_the_bust_overrules_no_director_who_undid_the_levels_before() -> None:
    evening = structure(level(25, 50), level(50, 100), level(100, 200), level(200, 400))
    changes: dict[str, Any] = {"structure": evening, "hands_level_from": 5}
    room = Rounds((9000, 9000, 5000), (9000, 9000, 5000), **changes)
    room.lose(1, 3)
    line = LogEntry.objects.get(verb="levels_by_hands")
    undo_line(tournament_id=room.tournament.pk, line_id=line.pk, by=ACTOR.at(NOW))
    room.undo(1)
    room.quiet(1, deal=False)

    assert room.fresh().structure == evening


def test_levels_by_hands_are_not_undone_once_one_of_them_is_played() -> None:
    evening = structure(level(25, 50), level(50, 100), level(100, 200), level(200, 400))
    changes: dict[str, Any] = {"structure": evening, "hands_level_from": 5}
    room = Rounds((9000, 9000, 5000), (9000, 9000, 5000), **changes)
    room.lose(1, 3)
    next_period(tournament_id=room.tournament.pk, by=ACTOR.at(NOW))
    line = LogEntry.objects.get(verb="levels_by_hands")
    with pytest.raises(Refused):
        undo_line(tournament_id=room.tournament.pk, line_id=line.pk, by=ACTOR.at(NOW))
    assert clock_board(room.fresh(), now=NOW).hands_left == 15


def test_hands_count_though_no_worker_has_booked_that_their_level_began() -> None:
    """Celery is down: the level of twenty minutes has ended, and nobody has said so."""
    room = Rounds(THREE, structure=FINAL)
    room.now = NOW + timedelta(minutes=25)
    assert room.fresh().clock_index == 0
    for _hand in range(3):
        room.quiet(1)

    assert stands(room) == (2, 0)
    assert lines(room, "level_changed") == ["Level 2 (50/100) started."]


# --- Tables that join or leave ---------------------------------------------------------------------------------


def counted(room: Rounds, number: int, hands: int) -> None:
    for _hand in range(hands):
        count_hand(**room.at(number), by=ACTOR.at(NOW))


def may_deal(room: Rounds) -> list[bool]:
    return [not tables_waited_for(room.table(number), now=NOW) for number in range(1, len(room.felts) + 1)]


def opened(room: Rounds, *seats: int) -> None:
    """Table 2, with the players of these seats of table 1."""
    table = open_table(tournament_id=room.tournament.pk, by=ACTOR.at(NOW), number=2)
    for seat in seats:
        move_entry(
            tournament_id=room.tournament.pk,
            entry_id=room.entry(1, seat).pk,
            to_table_id=table.pk,
            to_seat=seat,
            kind=MoveKind.FLOOR,
            by=ACTOR.at(NOW),
        )
    felt = replace(room.felt(1), table=table, entries={seat: room.felt(1).entries[seat] for seat in seats})
    room.felts = [room.felt(1), felt]


@pytest.mark.rule("RP-19")
def test_a_table_that_is_opened_during_the_level_deals_the_hands_that_are_left() -> None:
    """Two of three hands are dealt: both tables deal one more, and nobody waits for two hands that were played."""
    room = room_by_hands((9000, 9000, 9000, 9000), seats=6)
    room.quiet(1)
    room.quiet(1)
    opened(room, 3, 4)

    assert may_deal(room) == [True, True]
    room.quiet(1)
    assert (stands(room), may_deal(room)) == ((1, 2), [False, True])
    room.quiet(2)
    assert stands(room) == (2, 0)
    room.undo(2)
    assert (stands(room), may_deal(room)) == ((1, 2), [False, True])


def test_a_table_whose_hands_are_recorded_from_now_on_is_as_far_as_the_others() -> None:
    room = room_by_hands(THREE, THREE)
    set_recording(**room.at(2), recording=Recording.BUSTS, by=ACTOR.at(NOW))
    room.quiet(1)
    room.quiet(1)
    set_recording(**room.at(2), recording=Recording.RESULTS, by=ACTOR.at(NOW))
    assert stands(room) == (1, 2)
    counted(room, 2, 1)

    assert (stands(room), may_deal(room)) == ((1, 2), [True, False])
    room.quiet(1)
    assert stands(room) == (2, 0)


def test_hands_of_the_level_by_time_that_it_was_do_not_count() -> None:
    """The floor gives the level in play three hands: each table deals three from now on, however many it has dealt."""
    by_time = structure(level(25, 50), level(50, 100), level(100, 200), level(200, 400), level(300, 600))
    room = Rounds(THREE, THREE, structure=by_time)
    next_period(tournament_id=room.tournament.pk, by=ACTOR.at(NOW))
    for _hand in range(4):
        room.quiet(1)
    by_hands = structure(
        level(25, 50),
        hands_level(50, 100, hands=3),
        level(100, 200),
        level(200, 400),
        level(300, 600),
    )
    edit_tournament(
        tournament_id=room.tournament.pk,
        change=lambda plan: replace(plan, structure=by_hands),
        by=ACTOR.at(NOW),
    )
    room.quiet(1)
    room.quiet(1)
    room.quiet(2)

    assert (stands(room), may_deal(room)) == ((1, 1), [True, True])
    room.quiet(1)
    assert may_deal(room) == [False, True]
    room.quiet(2)
    room.quiet(2)
    assert stands(room) == (2, 0)


@pytest.mark.rule("RP-19")
def test_the_level_is_over_when_the_last_table_that_was_waited_for_breaks() -> None:
    """Those who stay have dealt all its hands: they deal no hand more of it than it has."""
    room = room_by_hands((9000, 9000), (9000, 9000), seats=6)
    for _hand in range(3):
        room.quiet(1)
    room.quiet(2)
    assert stands(room) == (1, 1)
    break_table(tournament_id=room.tournament.pk, table_id=room.table(2).pk, seed="any", by=ACTOR.at(NOW))

    assert stands(room) == (2, 0)


def test_a_table_that_falls_below_two_players_is_not_waited_for_and_its_undo_is() -> None:
    room = room_by_hands(THREE, (9000, 5000))
    for _hand in range(3):
        room.quiet(1)
    room.lose(2, 2)
    assert stands(room) == (2, 0)
    room.undo(2)

    assert (stands(room), may_deal(room)) == ((1, 0), [False, True])
    # The same pot is won by the same player.
    room.quiet(2, deal=False)
    assert stands(room) == (2, 0)


def test_the_slowest_table_leaves_the_count_when_only_busts_are_entered_there() -> None:
    room = room_by_hands(THREE, THREE)
    for _hand in range(2):
        room.quiet(1)
    set_recording(**room.at(2), recording=Recording.BUSTS, by=ACTOR.at(NOW))

    assert stands(room) == (1, 2)
    room.quiet(1)
    assert stands(room) == (2, 0)
