"""Bags at the end of the day: counted, held against the chips in play, accepted, undone."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from tables.changes.bags import BagsAccepted
from tables.models import Bag
from tables.services.chips.bags import accept_bags, count_bags
from tables.services.stops.last_hands import announce_last_hands
from tables.services.stops.resuming import resume_room
from tests.factories import ACTOR, NOW, after
from tests.factories.rounds import Rounds
from tests.tampering import past_the_triggers
from tests.worlds import kept
from tournament.models import ChipRow, Entry, LogEntry
from tournament.services.errors import Refused
from tournament.services.undo import lines_to_undo, undo_line

pytestmark = pytest.mark.django_db

SEATS = range(1, 10)


@kept
def end_of_day(*, stack: int = 200_000, tables: int = 3) -> Rounds:
    """Tables of nine with so many chips each, whose last hands are over."""
    room = Rounds(*((stack,) * 9,) * tables)
    # The room is made with other stacks on the ledger.
    with past_the_triggers():
        ChipRow.objects.filter(tournament=room.tournament).delete()
    ChipRow.objects.create(tournament=room.tournament, kind="issued", amount=stack * 9 * tables, at=NOW)
    announce_last_hands(tournament_id=room.tournament.pk, card="3c", by=ACTOR.at(NOW))
    return room


def count(room: Rounds, table: int, counts: dict[int, int], *, minutes: float = 1) -> LogEntry | None:
    """The bags of these seats."""
    entries = room.felt(table).entries
    return count_bags(
        **room.at(table),
        counts={entries[seat].pk: chips for seat, chips in counts.items()},
        by=ACTOR.at(after(minutes)),
    )


def count_all(room: Rounds, chips: int, *, tables: int = 3, **wrong: int) -> None:
    """Every bag holds so many; `t3s9=199_000` is the one of table 3, seat 9."""
    for table in range(1, tables + 1):
        count(room, table, {seat: wrong.get(f"t{table}s{seat}", chips) for seat in SEATS})


def accept(room: Rounds, *, reason: str = "", minutes: float = 2) -> LogEntry:
    return accept_bags(tournament_id=room.tournament.pk, by=ACTOR.at(after(minutes)), reason=reason)


def undo(room: Rounds, line: LogEntry) -> None:
    undo_line(tournament_id=room.tournament.pk, line_id=line.pk, by=ACTOR.at(after(3)))


def accepted_at(room: Rounds) -> datetime | None:
    assert room.stop is not None
    return room.stop.bagged_at


def in_play(room: Rounds) -> int:
    return sum(ChipRow.objects.filter(tournament=room.tournament).values_list("amount", flat=True))


def stacks(room: Rounds) -> int:
    return sum(Entry.objects.filter(tournament=room.tournament).values_list("stack", flat=True))


@pytest.mark.rule("BAG-01")
def test_bag_01_27_bags_of_5399000_against_5400000_in_play_are_held_up_and_the_table_is_named() -> None:
    room = end_of_day()
    count_all(room, 200_000, t3s9=199_000)

    with pytest.raises(Refused) as refused:
        accept(room)

    assert refused.value.message == (
        "5,399,000 counted, but 5,400,000 are in play: 1,000 missing, at table 3. "
        "Count again, or give a reason and the difference is booked."
    )
    assert (in_play(room), stacks(room), accepted_at(room)) == (5_400_000, 5_400_000, None)


@pytest.mark.rule("BAG-01")
def test_bag_01_a_count_that_is_corrected_is_accepted_without_a_reason() -> None:
    room = end_of_day()
    count_all(room, 200_000, t3s9=199_000)
    count(room, 3, {9: 200_000})

    line = accept(room)

    accepted = BagsAccepted.of(line)
    assert (accepted.counted, accepted.expected, accepted.tables) == (5_400_000, 5_400_000, ())
    assert (in_play(room), stacks(room), accepted_at(room)) == (5_400_000, 5_400_000, after(2))


@pytest.mark.rule("BAG-01")
def test_bag_01_a_difference_is_accepted_with_a_reason_and_leaves_play() -> None:
    room = end_of_day()
    count_all(room, 200_000, t3s9=199_000)

    line = accept(room, reason="a chip fell off the table")

    assert (line.reason, BagsAccepted.of(line).tables) == ("a chip fell off the table", (3,))
    assert (in_play(room), stacks(room), room.entry(3, 9).stack) == (5_399_000, 5_399_000, 199_000)


def test_the_acceptance_is_undone_and_done_again() -> None:
    room = end_of_day()
    count_all(room, 200_000, t1s1=250_000, t3s9=199_000)
    line = accept(room, reason="counted twice")
    assert (in_play(room), stacks(room)) == (5_449_000, 5_449_000)

    undo(room, line)

    assert (in_play(room), stacks(room), accepted_at(room)) == (5_400_000, 5_400_000, None)
    assert BagsAccepted.of(accept(room, reason="counted three times")).counted == 5_449_000
    assert in_play(room) == 5_449_000


def test_the_acceptance_is_not_undone_once_the_next_day_has_dealt() -> None:
    room = end_of_day()
    count_all(room, 200_000)
    line = accept(room)
    resume_room(tournament_id=room.tournament.pk, by=ACTOR.at(after(600)))
    room.now = NOW + timedelta(minutes=600)
    room.quiet(1)

    assert lines_to_undo(room.fresh(), [line]) == frozenset()
    with pytest.raises(Refused, match=r"^This can no longer be undone"):
        undo(room, line)


def test_bags_that_are_not_counted_are_named_with_their_tables() -> None:
    room = end_of_day()
    count(room, 2, dict.fromkeys(SEATS, 200000))
    count(room, 3, {1: 200_000})

    with pytest.raises(Refused, match=r"^17 bags are not counted yet: tables 1, 3\.$"):
        accept(room)


def test_a_count_is_undone_to_the_one_before() -> None:
    room = end_of_day(tables=1)
    first = count(room, 1, {1: 200_000, 2: 200_000})
    second = count(room, 1, {1: 190_000})
    assert first is not None
    assert second is not None
    assert lines_to_undo(room.fresh(), [first, second]) == {second.pk}

    undo(room, second)
    assert sorted(Bag.objects.values_list("chips", flat=True)) == [200_000, 200_000]
    undo(room, first)
    assert not Bag.objects.exists()


def test_the_same_count_again_is_no_line_of_the_log() -> None:
    room = end_of_day(tables=1)
    count(room, 1, {1: 200_000})

    assert count(room, 1, {1: 200_000}) is None
    assert LogEntry.objects.filter(verb="bags_counted").count() == 1


def test_bags_are_counted_after_the_last_hands_only_and_not_during_one() -> None:
    room = Rounds((200_000,) * 9)
    with pytest.raises(Refused, match=r"^Bags are counted after the last hands of the day"):
        count(room, 1, {1: 200_000})
    announce_last_hands(tournament_id=room.tournament.pk, card="3c", by=ACTOR.at(NOW))
    room.deal(1)

    with pytest.raises(Refused, match=r"^Hand 2 is in play at table 1"):
        count(room, 1, {1: 200_000})
    with pytest.raises(Refused, match=r"^Hand 2 is in play at table 1"):
        accept(room)


def test_accepted_bags_are_not_counted_again_before_that_is_undone() -> None:
    room = end_of_day(tables=1)
    count_all(room, 200_000, tables=1)
    accept(room)

    with pytest.raises(Refused, match=r"^The bags of this day are accepted"):
        count(room, 1, {1: 190_000})
    with pytest.raises(Refused, match=r"^The bags of this day are accepted"):
        accept(room)


@pytest.mark.parametrize(("chips", "code"), [(0, "stack_out_of_range"), (200_001, "stack_not_payable")])
def test_a_bag_holds_what_the_chips_in_play_can_make(chips: int, code: str) -> None:
    room = end_of_day(tables=1)

    with pytest.raises(Refused) as refused:
        count(room, 1, {1: chips})

    assert (refused.value.code, refused.value.field) == (code, f"bag_{room.entry(1, 1).pk}")


def test_a_player_of_another_table_has_no_bag_here() -> None:
    room = end_of_day(tables=2)

    with pytest.raises(Refused, match=r"^A player has left table 2 since this page was opened"):
        count_bags(**room.at(2), counts={room.entry(1, 1).pk: 200_000}, by=ACTOR.at(after(1)))
