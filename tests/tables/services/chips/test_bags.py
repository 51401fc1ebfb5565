"""Bags at the end of the day: counted, held against the chips in play, accepted, undone."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from tables.changes.bags import BagsAccepted, BagTag
from tables.forms.counts import BagsForm
from tables.models import Bag, Table
from tables.queries.room.bags import bag_lines
from tables.services.chips.bags import accept_bags, count_bags, count_bags_again
from tables.services.stops.last_hands import announce_last_hands
from tables.services.stops.resuming import resume_room
from tests.factories import ACTOR, NOW, after, make_account
from tests.factories.rounds import Rounds
from tests.tampering import past_the_triggers
from tests.worlds import kept
from tournament.changes.change import sentence_of
from tournament.models import ChipRow, Entry, LogEntry
from tournament.options.bags import BagTags
from tournament.services.actor import Actor
from tournament.services.errors import Refused
from tournament.services.undo import lines_to_undo, undo_line
from tournament.templatetags.writing import PageWriter

pytestmark = pytest.mark.django_db

SEATS = range(1, 10)


@kept
def end_of_day(*, stack: int = 200_000, tables: int = 3, **options: Any) -> Rounds:
    """Tables of nine with so many chips each, whose last hands are over."""
    room = Rounds(*((stack,) * 9,) * tables, **options)
    # The room is made with other stacks on the ledger.
    with past_the_triggers():
        ChipRow.objects.filter(tournament=room.tournament).delete()
    ChipRow.objects.create(tournament=room.tournament, kind="issued", amount=stack * 9 * tables, at=NOW)
    announce_last_hands(tournament_id=room.tournament.pk, card="3c", by=ACTOR.at(NOW))
    return room


def count(
    room: Rounds, table: int, counts: dict[int, int], *, minutes: float = 1, **numbers: str
) -> LogEntry | None:
    """The bags of these seats; `s3="214"` is the number on the bag of seat 3, `s3="214 7741"` its number and seal."""
    entries = room.felt(table).entries
    printed = {entries[int(seat[1:])].pk: typed.split() for seat, typed in numbers.items()}
    return count_bags(
        **room.at(table),
        counts={entries[seat].pk: chips for seat, chips in counts.items()},
        tags={entry: BagTag(number=each[0], seal="".join(each[1:])) for entry, each in printed.items()},
        by=ACTOR.at(after(minutes)),
    )


def again(room: Rounds, table: int, counts: dict[int, int], *, minutes: float = 1) -> LogEntry | None:
    """The second count of the bags of these seats."""
    entries = room.felt(table).entries
    return count_bags_again(
        tournament_id=room.tournament.pk,
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


def test_the_clock_of_a_few_tables_stands_over_night_once_the_bags_are_accepted() -> None:
    """Up to three tables play their level out with a clock that runs (WSOP 125)."""
    room = end_of_day()
    count_all(room, 200_000)
    assert room.fresh().clock.state == "running"

    accept(room, minutes=5)

    assert (room.fresh().clock.state, room.fresh().clock_elapsed_ms) == ("paused", 300_000)
    resume_room(tournament_id=room.tournament.pk, by=ACTOR.at(after(3 * 7 * 24 * 60)))
    assert (room.fresh().clock.state, room.fresh().clock_elapsed_ms) == ("running", 300_000)


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


# --- Numbers, seals and second counts -------------------------------------------------------------------------------


def said(room: Rounds, line: LogEntry | None) -> str:
    assert line is not None
    return sentence_of(line, PageWriter.of(room.tournament))


def test_each_bag_has_a_number_of_its_own_where_the_house_writes_them_down() -> None:
    room = end_of_day(tables=2, bag_tags="numbers")

    line = count(room, 1, {1: 200_000, 2: 200_000}, s1="214", s2="215")

    name, other = (room.entry(1, seat).player.name for seat in (1, 2))
    assert said(room, line).endswith(f": {name} 200,000 (bag 214), {other} 200,000 (bag 215).")
    cases: list[tuple[dict[int, int], dict[str, Any], str]] = [
        ({3: 200_000}, {}, "bag_without_number"),
        ({3: 200_000}, {"s3": "214"}, "bag_number_taken"),
        ({3: 200_000, 4: 200_000}, {"s3": "b7", "s4": "B7"}, "bag_number_taken"),
    ]
    for counts, numbers, code in cases:
        with pytest.raises(Refused) as refused:
            count(room, 2, counts, **numbers)
        assert refused.value.code == code
        assert (refused.value.field or "").startswith("number_")
    assert Bag.objects.count() == 2


def test_two_bags_whose_numbers_were_mixed_up_change_them_in_one() -> None:
    room = end_of_day(tables=1, bag_tags="numbers")
    first = count(room, 1, {1: 200_000, 2: 200_000}, s1="214", s2="215")
    second = count(room, 1, {1: 200_000, 2: 200_000}, s1="215", s2="214")
    assert second is not None
    assert list(Bag.objects.order_by("entry__number").values_list("number", flat=True)) == ["215", "214"]
    assert first is not None
    assert lines_to_undo(room.fresh(), [first, second]) == {second.pk}

    undo(room, second)

    assert list(Bag.objects.order_by("entry__number").values_list("number", flat=True)) == ["214", "215"]


def test_a_seal_is_asked_for_where_the_house_writes_them_down() -> None:
    room = end_of_day(tables=1, bag_tags="seals")
    with pytest.raises(Refused, match=r"^Enter the seal of the bag of"):
        count(room, 1, {1: 200_000}, s1="214")

    line = count(room, 1, {1: 200_000}, s1="214 7741")

    assert "(bag 214, seal 7741)" in said(room, line)
    assert count(room, 1, {1: 200_000}) is None, "a count alone leaves number and seal as they are"


def test_the_largest_bags_are_counted_twice_before_they_are_accepted() -> None:
    room = end_of_day(tables=1, bags_counted_twice=2)
    # Seats 2 and 3 hold as much: both are among the two largest.
    count_all(room, 190_000, tables=1, t1s1=260_000, t1s2=205_000, t1s3=205_000)
    first, second, third = (room.entry(1, seat).player.name for seat in (1, 2, 3))

    with pytest.raises(Refused) as refused:
        accept(room, reason="so they were")
    assert refused.value.message == (
        f"These bags are still to be counted a second time: {first}, {second}, {third}."
    )
    line = again(room, 1, {1: 260_000, 2: 204_000, 3: 205_000})
    assert said(room, line) == (
        f"Counted bags a second time: {first} 260,000, as before, {second} 204,000 instead of 205,000, "
        f"{third} 205,000, as before."
    )
    with pytest.raises(Refused) as refused:
        accept(room, reason="so they were")
    assert refused.value.message == f"The two counts of these bags differ: {second}. Count them again."

    count(room, 1, {2: 204_000})
    assert BagsAccepted.of(accept(room, reason="so they were")).counted == 1_809_000


def test_a_second_count_is_undone_to_the_one_before() -> None:
    room = end_of_day(tables=1, bags_counted_twice=1)
    count_all(room, 190_000, tables=1, t1s1=260_000)
    first, second = again(room, 1, {1: 250_000}), again(room, 1, {1: 260_000})
    assert first is not None
    assert second is not None
    assert again(room, 1, {1: 260_000}) is None
    assert lines_to_undo(room.fresh(), [first, second]) == {second.pk}

    undo(room, second)
    assert Bag.objects.get(entry=room.entry(1, 1)).second_count == 250_000
    undo(room, first)
    assert Bag.objects.get(entry=room.entry(1, 1)).second_count is None


def test_a_bag_that_nobody_has_counted_has_no_second_count() -> None:
    room = end_of_day(tables=1, bags_counted_twice=1)

    with pytest.raises(Refused, match=r"^A bag has changed since this page was opened"):
        again(room, 1, {1: 200_000})
    count_all(room, 200_000, tables=1)
    with pytest.raises(Refused) as refused:
        again(room, 1, {1: 0})
    assert refused.value.field == f"second_{room.entry(1, 1).pk}"


def test_a_count_is_not_undone_to_a_number_that_another_bag_has_by_now() -> None:
    room = end_of_day(tables=1, bag_tags="numbers")
    count(room, 1, {1: 200_000}, s1="b7")
    corrected = count(room, 1, {1: 200_000}, s1="215")
    count(room, 1, {2: 200_000}, s2="B7")
    assert corrected is not None

    assert lines_to_undo(room.fresh(), [corrected]) == frozenset()


def test_a_first_count_that_somebody_has_confirmed_is_not_undone_before_the_second() -> None:
    room = end_of_day(tables=1, bags_counted_twice=1)
    first = count(room, 1, {1: 200_000})
    second = again(room, 1, {1: 200_000})
    assert first is not None
    assert second is not None
    assert lines_to_undo(room.fresh(), [first, second]) == {second.pk}

    undo(room, second)

    assert lines_to_undo(room.fresh(), [first]) == {first.pk}


def test_a_house_that_no_longer_writes_down_seals_keeps_those_that_it_has() -> None:
    room = end_of_day(tables=1, bag_tags="seals")
    count(room, 1, {1: 200_000}, s1="214 7741")

    form = BagsForm(
        {f"bag_{room.entry(1, 1).pk}": "200000", f"number_{room.entry(1, 1).pk}": "215"},
        lines=bag_lines(room.fresh(), room.stop, table=room.table(1)) if room.stop else (),
        tags=BagTags.NUMBERS,
    )

    assert form.is_valid()
    assert form.printed()[room.entry(1, 1).pk] == BagTag(number="215", seal="7741")


def test_where_two_people_reopen_the_bags_who_accepted_them_cannot_and_the_other_says_why() -> None:
    room = end_of_day(bags_reopened_by_another=True)
    count_all(room, 200_000)
    vera = Actor(label="vera", account_id=make_account("vera").pk)
    line = accept_bags(tournament_id=room.tournament.pk, by=vera.at(after(2)))

    for actor, reason, code in ((vera, "bag 12 was short", "own_bags"), (ACTOR, "", "no_reason")):
        with pytest.raises(Refused) as refused:
            undo_line(
                tournament_id=room.tournament.pk,
                line_id=line.pk,
                by=replace(actor.at(after(3)), reason=reason),
            )
        assert refused.value.code == code
    other = replace(ACTOR.at(after(3)), reason="bag 12 was short")
    undo_line(tournament_id=room.tournament.pk, line_id=line.pk, by=other)

    assert accepted_at(room) is None
    assert LogEntry.objects.get(undoes=line).reason == "bag 12 was short"
    # One bag alone is counted again: the others stand.
    count(room, 2, {3: 199_000}, minutes=4)
    assert accept(room, reason="so it is", minutes=5).data["counted"] == 5_399_000


def test_a_hand_opens_again_only_once_its_bags_are_not_accepted() -> None:
    room = Rounds(*((200_000,) * 9,) * 3)
    room.quiet(1)
    with past_the_triggers():
        ChipRow.objects.filter(tournament=room.tournament).delete()
    ChipRow.objects.create(tournament=room.tournament, kind="issued", amount=200_000 * 27, at=NOW)
    announce_last_hands(tournament_id=room.tournament.pk, card="3c", by=ACTOR.at(NOW))
    for number in (1, 2, 3):
        seats = {seat: Entry.objects.get(pk=entry.pk) for seat, entry in room.felt(number).entries.items()}
        count(room, number, {seat: entry.stack for seat, entry in seats.items()})
    accepted = accept(room)
    with pytest.raises(Refused, match="The bags of this day are accepted"):
        room.undo(1)
    undo(room, accepted)
    room.undo(1)
    assert not room.state(1).is_complete


def test_no_hand_is_dealt_over_bags_that_are_accepted() -> None:
    """A table that had a hand to deal in that round, as it had too few players then."""
    room = end_of_day(tables=1)
    count(room, 1, dict.fromkeys(SEATS, 200_000))
    accept(room)
    Table.objects.filter(pk=room.table(1).pk).update(deals_until=5)
    with pytest.raises(Refused, match="waits for the floor"):
        room.deal(1)
