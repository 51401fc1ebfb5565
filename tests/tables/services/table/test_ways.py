"""How a table is recorded, by default and from then on."""

from __future__ import annotations

from typing import Any

import pytest

from tables.models import Recording, Table
from tables.services.desk.seating import make_seat_draw, open_table
from tests.factories import ACTOR, NOW, after, enter, make_tournament
from tests.factories.felt import make_felt
from tests.tables.services.hands.test_busting import bust, stacks
from tests.tables.services.hands.test_counted import switch
from tournament.models import Entry, LogEntry
from tournament.services.clock import start_clock, sweep_clock
from tournament.services.errors import Refused
from tournament.services.undo import lines_to_undo, undo_line

pytestmark = pytest.mark.django_db


def test_new_tables_are_recorded_as_the_tournament_says() -> None:
    tournament = make_tournament(recording=Recording.RESULTS)
    enter(tournament, "Anna", "Bruno", "Carla")

    make_seat_draw(tournament_id=tournament.pk, seed="1", by=ACTOR.at(NOW))
    open_table(tournament_id=tournament.pk, by=ACTOR.at(NOW))

    assert list(Table.objects.values_list("recording", flat=True)) == [Recording.RESULTS] * 2


def test_where_only_busts_are_entered_stacks_are_unknown_from_the_start_and_counts_until_the_next_level() -> (
    None
):
    tournament = make_tournament(recording=Recording.BUSTS)
    enter(tournament, "Anna", "Bruno", "Carla")
    make_seat_draw(tournament_id=tournament.pk, seed="1", by=ACTOR.at(NOW))
    ids: dict[str, Any] = {"tournament_id": tournament.pk}

    start_clock(**ids, by=ACTOR.at(NOW))
    assert not Entry.objects.filter(is_stack_known=True).exists()
    Entry.objects.update(is_stack_known=True)
    sweep_clock(tournament_id=tournament.pk, now=after(21))

    assert not Entry.objects.filter(is_stack_known=True).exists()


def test_the_way_is_changed_between_hands_only() -> None:
    felt = make_felt(10_000, 10_000, 10_000)
    felt.deal()

    with pytest.raises(Refused, match=r"Hand 1 is in play at table 1\. Change the recording when it is over"):
        switch(felt, Recording.RESULTS)
    with pytest.raises(Refused, match="Table 1 is recorded in this way already"):
        switch(felt, Recording.HANDS)


def test_a_change_is_undone_until_something_was_entered_in_the_new_way() -> None:
    felt = make_felt(10_000, 10_000, 10_000)
    felt.deal()
    felt.play("f3", "f1")
    before = felt.fresh().positions
    line = switch(felt, Recording.BUSTS, minutes=1)
    assert (felt.fresh().positions, felt.table.is_button_unknown) == (None, True)
    assert set(stacks(felt).values()) == {None}

    undo_line(tournament_id=felt.tournament.pk, line_id=line.pk, by=ACTOR.at(after(2)))

    assert (felt.fresh().positions, felt.table.recording) == (before, Recording.HANDS)
    assert None not in stacks(felt).values()
    again = switch(felt, Recording.BUSTS, minutes=3)
    bust(felt, 3, minutes=4)
    fresh = LogEntry.objects.get(pk=again.pk)
    assert lines_to_undo(felt.tournament, [fresh]) == frozenset()
