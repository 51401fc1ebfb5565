"""Chip counts for the press: where each number comes from, and none where nobody knows it."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tables.queries.room.chip_counts import PressCount, Source, chip_counts
from tables.services.chips.corrections import correct_stack
from tests.factories import ACTOR, NOW, after
from tests.factories.felt import Felt, make_felt
from tests.factories.flights import Flights
from tests.factories.sales import rebuy_felt, sell
from tests.tables.services.chips.test_bags import accept, count_all, end_of_day
from tests.tables.services.chips.test_counting import count, uncounted
from tournament.models import Entry, Player, ReportedStack, Tournament
from tournament.services.undo import undo_line

pytestmark = pytest.mark.django_db

Seen = tuple[int | None, Source, datetime | None]


def counted(tournament: Tournament, at: float = 9) -> dict[str, PressCount]:
    return {each.name: each for each in chip_counts(tournament, now=after(at)).counts}


def seen(felt: Felt) -> dict[int, Seen]:
    """By seat the chips, the source and the moment."""
    counts = chip_counts(felt.tournament, now=after(9)).counts
    return {each.seat or 0: (each.chips, each.source, each.counted_at) for each in counts}


def test_before_the_first_hand_everybody_has_the_starting_stack() -> None:
    felt = make_felt(10_000, 10_000, 10_000)
    assert seen(felt) == dict.fromkeys((1, 2, 3), (10_000, "starting_stack", None))


def test_after_a_hand_the_stacks_are_those_of_the_hand_and_during_one_those_before_it() -> None:
    felt = make_felt(10_000, 10_000, 10_000)
    felt.deal(after(1))
    felt.play("r3:775", now=after(1))
    assert {chips for chips, _source, _at in seen(felt).values()} == {10_000}
    felt.play("f1", "f2", now=after(2))
    assert {source for _chips, source, _at in seen(felt).values()} == {"hand"}
    assert {at for _chips, _source, at in seen(felt).values()} == {after(2)}
    assert sum(chips or 0 for chips, _source, _at in seen(felt).values()) == 30_000


def test_a_stack_that_nobody_knows_has_no_number_and_one_that_the_player_reports_is_said_to_be_reported() -> (
    None
):
    felt = uncounted()
    ReportedStack.objects.create(entry=felt.entries[2], chips=12_500, at=after(3))
    assert seen(felt) == {
        1: (None, "unknown", None),
        2: (12_500, "reported", after(3)),
        3: (None, "unknown", None),
    }
    unknown = counted(felt.tournament)["Anna Verdi"]
    assert (unknown.chips, unknown.big_blinds) == (None, None)


@pytest.mark.postgres
def test_what_was_counted_says_so_and_what_is_left_over_for_the_others_does_not() -> None:
    felt = uncounted()
    count(felt, {2: 12_000}, minutes=4)
    assert seen(felt) == {
        1: (None, "unknown", None),
        2: (12_000, "count", after(4)),
        3: (None, "unknown", None),
    }


def test_a_corrected_stack_is_counted_and_an_undone_count_is_none() -> None:
    felt = make_felt(10_000, 10_000, 10_000)
    felt.deal(after(1))
    felt.play("f3", "f1", now=after(2))
    before = seen(felt)[2]
    line = correct_stack(
        tournament_id=felt.tournament.pk,
        entry_id=felt.entries[2].pk,
        stack=9_000,
        by=ACTOR.at(after(3)),
        reason="Counted twice",
    )
    assert seen(felt)[2] == (9_000, "count", after(3))
    assert line is not None
    undo_line(tournament_id=felt.tournament.pk, line_id=line.pk, by=ACTOR.at(after(4)))
    assert seen(felt)[2] == before


def test_a_stack_to_which_a_rebuy_was_added_is_booked() -> None:
    felt = rebuy_felt(10_000, 10_000, 10_000)
    felt.deal(after(1))
    felt.play("f3", "f1", now=after(1))
    sell(felt, 1, now=after(2))
    chips, source, at = seen(felt)[1]
    assert (source, at) == ("booked", None)
    assert chips == Entry.objects.get(pk=felt.entries[1].pk).stack


def test_once_the_bags_are_accepted_the_stacks_are_those_of_the_bags() -> None:
    room = end_of_day()
    count_all(room, 200_000)
    assert {each.source for each in counted(room.tournament).values()} != {"bag"}
    accept(room)
    found = counted(room.fresh())
    assert {(each.chips, each.source, each.counted_at) for each in found.values()} == {
        (200_000, "bag", after(1))
    }


@pytest.mark.postgres
def test_on_day_two_the_stacks_are_those_of_the_bags_of_the_flights() -> None:
    flights = Flights()
    flights.play("Day 1A", ["Anna Verdi", "Bruno Neri"], {"Anna Verdi": 20_000})
    flights.bring()
    [found] = chip_counts(flights.event, now=after(9)).counts
    assert (found.name, found.chips, found.source, found.table) == ("Anna Verdi", 20_000, "bag", None)


def test_the_largest_stack_is_first_with_its_big_blinds_and_the_name_that_the_public_reads() -> None:
    felt = make_felt(10_000, 10_000, 10_000)
    Player.objects.filter(name="Bruno Neri").update(public_name="The Bear")
    Entry.objects.filter(pk=felt.entries[2].pk).update(stack=12_345)
    Entry.objects.filter(pk=felt.entries[1].pk).update(is_stack_known=False)
    found = chip_counts(felt.tournament, now=NOW)
    assert [each.name for each in found.counts] == ["Bruno Neri", "Carla Rossi", "Anna Verdi"]
    first = found.counts[0]
    assert (first.shown_name, first.table, first.seat, first.big_blinds) == ("The Bear", 1, 2, 246.9)
    assert (found.level, found.big_blind) == (1, 50)


@pytest.mark.parametrize("players", [3, 9])
def test_more_players_ask_no_more_of_the_database(players: int) -> None:
    felt = make_felt(*((10_000,) * players))
    felt.deal(after(1))
    felt.play(f"f{3}", *(f"f{seat}" for seat in range(4, players + 1)), "f1", now=after(1))
    tournament = Tournament.objects.get(pk=felt.tournament.pk)
    with CaptureQueriesContext(connection) as queries:
        chip_counts(tournament, now=NOW)
    assert len(queries) == 4
