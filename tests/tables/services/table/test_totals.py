"""What a table has in all, where players with unknown stacks have come and gone."""

from __future__ import annotations

from collections import defaultdict
from random import Random
from typing import Any

import pytest
from django.db.models import Sum

from tables.models import Recording, Seat, Table
from tables.queries.console.table import table_page
from tables.services.chips.counting import count_stacks
from tables.services.hands.busting import Out, bust_players
from tables.services.hands.counted import Result, count_hand
from tables.services.moves.breaking import redraw_tables
from tests.factories import ACTOR, NOW, after
from tests.factories.felt import Felt, add_felt, make_felt
from tests.tables.services.hands.test_busting import bust, undo
from tests.worlds import kept
from tournament.models import ChipRow, Entry, EntryStatus, LogEntry
from tournament.services.errors import Refused

pytestmark = pytest.mark.django_db


@kept
def two_tables() -> tuple[Felt, Felt]:
    """At table 1 nobody knows three stacks of 40,000 chips; table 2 has three of 10,000."""
    felt = make_felt(*[10_000] * 4, late_registration_level=3)
    other = add_felt(felt.tournament, *[10_000] * 3, number=2)
    bust(felt, 4)
    return felt, other


def count(felt: Felt, counts: dict[int, int], *, minutes: float = 5) -> LogEntry | None:
    return count_stacks(
        tournament_id=felt.tournament.pk, table_id=felt.table.pk, counts=counts, by=ACTOR.at(after(minutes))
    )


def shares(felt: Felt) -> dict[int, tuple[int, bool]]:
    """By seat of the table, whoever sits there: the chips on record, and whether they are known."""
    seats = Seat.objects.filter(table=felt.table, entry__isnull=False).select_related("entry")
    return {s.number: (s.entry.stack, s.entry.is_stack_known) for s in seats if s.entry}


def test_after_an_unknown_stack_has_moved_neither_table_knows_its_chips() -> None:
    felt, other = two_tables()

    felt.send(3, other.table, 4)

    assert not felt.fresh().is_total_known
    assert not other.fresh().is_total_known
    for number in (1, 2):
        page = table_page(felt.tournament, number=number, seat=None, now=NOW)
        assert page is not None
        assert not page.is_total_known


def test_a_known_stack_takes_what_it_is_along() -> None:
    felt, other = two_tables()

    other.send(3, felt.table, 5)

    assert felt.fresh().is_total_known
    assert other.fresh().is_total_known


def test_a_true_count_is_taken_without_a_reason_and_the_ledger_is_not_touched() -> None:
    """Seat 3 had won all of seat 4 and has 20,000; the books gave each of the three 13,333 or 13,334."""
    felt, other = two_tables()
    felt.send(3, other.table, 4)
    before = ChipRow.objects.count()

    line = count(felt, {1: 10_000, 2: 10_000})

    assert line is not None
    assert shares(felt) == {1: (10_000, True), 2: (10_000, True)}
    assert shares(other)[4] == (20_000, False)
    assert felt.fresh().is_total_known
    assert not other.fresh().is_total_known
    count(other, {4: 20_000})
    assert other.fresh().is_total_known
    assert ChipRow.objects.count() == before


def test_a_count_that_moved_the_shares_of_another_table_is_undone() -> None:
    felt, other = two_tables()
    felt.send(3, other.table, 4)
    before = (shares(felt), shares(other))
    line = count(felt, {1: 10_000, 2: 10_000})
    assert line is not None

    undo(line)

    assert (shares(felt), shares(other)) == before
    assert not felt.fresh().is_total_known


def test_the_last_table_that_does_not_know_its_chips_must_add_up() -> None:
    felt, other = two_tables()
    felt.send(3, other.table, 4)
    count(other, {4: 19_000})

    with pytest.raises(Refused) as refused:
        count(felt, {1: 10_000, 2: 10_000})

    assert refused.value.message == (
        "20,000 counted, but table 1 has 21,000: 1,000 missing. Count again, or give a reason and the difference is "
        "booked."
    )


def test_a_hand_is_not_counted_with_stacks_against_chips_that_nobody_knows() -> None:
    felt, other = two_tables()
    felt.send(3, other.table, 4)
    Table.objects.filter(pk=felt.table.pk).update(recording=Recording.RESULTS)
    ids: dict[str, Any] = {"tournament_id": felt.tournament.pk, "table_id": felt.table.pk}

    with pytest.raises(Refused, match="The chips of table 1 are not known") as refused:
        count_hand(**ids, result=Result(stacks={1: 10_000, 2: 10_000}), by=ACTOR.at(after(6)))

    assert refused.value.code == "total_unknown"
    count_hand(**ids, by=ACTOR.at(after(7)))


def test_a_redraw_with_unknown_stacks_and_its_undo() -> None:
    felt, _other = two_tables()

    draw = redraw_tables(tournament_id=felt.tournament.pk, tables_left=1, seed="3", by=ACTOR.at(after(5)))
    assert draw.log_entry is not None
    # Everybody of table 1 is at table 1 as before.
    assert felt.fresh().is_total_known
    undo(draw.log_entry)
    redraw_tables(tournament_id=felt.tournament.pk, tables_left=2, seed="3", by=ACTOR.at(after(10)))

    assert list(Table.objects.order_by("number").values_list("is_total_known", flat=True)) == [False, False]


class Room:
    """Three tables, and beside the books what every player really has; chance decides what happens."""

    def __init__(self, rng: Random) -> None:
        self.rng, self.minute = rng, 1.0
        first = make_felt(*[10_000] * 5, late_registration_level=3)
        self.felts = [first, *(add_felt(first.tournament, *[10_000] * 5, number=n) for n in (2, 3))]
        entries = Entry.objects.filter(tournament=first.tournament)
        self.chips = dict(entries.values_list("pk", "stack"))

    def at(self, felt: Felt) -> dict[int, int]:
        """By seat the entries of a table."""
        seats = Seat.objects.filter(table=felt.table, entry__isnull=False)
        return dict(seats.values_list("number", "entry_id"))

    def bust(self) -> None:
        """Somebody won a pot of somebody before, and the loser goes out; perhaps it is said who won."""
        felt = self.rng.choice(self.felts)
        players = list(self.at(felt).values())
        if len(players) < 3:
            return
        loser, winner = self.rng.sample(players, 2)
        said = self.rng.random() < 0.5 and self.chips[winner] >= self.chips[loser]
        self.chips[winner] += self.chips.pop(loser)
        self.minute += 1
        bust_players(
            tournament_id=felt.tournament.pk,
            table_id=felt.table.pk,
            out=Out(entries=[loser], credited_to=[winner] if said else []),
            by=ACTOR.at(after(self.minute)),
        )

    def move(self) -> None:
        felt, to = self.rng.sample(self.felts, 2)
        players, taken = self.at(felt), self.at(to)
        free = [seat for seat in range(1, 10) if seat not in taken]
        if len(players) < 3 or not free:
            return
        number = self.rng.choice(sorted(players))
        felt.entries[number] = Entry.objects.get(pk=players[number])
        felt.send(number, to.table, self.rng.choice(free))

    def count(self) -> None:
        """A true count of everybody at a table, or of some."""
        felt = self.rng.choice(self.felts)
        players = self.at(felt)
        some = sorted(players) if self.rng.random() < 0.5 else self.rng.sample(sorted(players), 1)
        self.minute += 1
        count(felt, {seat: self.chips[players[seat]] for seat in some}, minutes=self.minute)

    def check(self) -> None:
        booked: dict[int, int] = defaultdict(int)
        there: dict[int, int] = defaultdict(int)
        for seat in Seat.objects.filter(entry__status=EntryStatus.PLAYING).select_related("entry", "table"):
            assert seat.entry is not None
            if seat.entry.is_stack_known:
                assert seat.entry.stack == self.chips[seat.entry.pk]
            booked[seat.table_id] += seat.entry.stack
            there[seat.table_id] += self.chips[seat.entry.pk]
        ledger = ChipRow.objects.aggregate(all=Sum("amount"))["all"]
        assert sum(booked.values()) == ledger == 150_000
        for table in Table.objects.filter(is_total_known=True):
            assert booked[table.pk] == there[table.pk], table


@pytest.mark.parametrize("seed", range(4))
def test_the_stacks_of_a_table_that_knows_its_chips_add_up_to_them_whatever_happens(seed: int) -> None:
    rng = Random(seed)  # a test that can be run again
    room = Room(rng)
    for _step in range(18):
        rng.choice([room.bust, room.move, room.move, room.count])()
        room.check()
