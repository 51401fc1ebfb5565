"""A count, here a colour-up, is undone whole, stacks and ledger, until something later depends on it."""

from __future__ import annotations

import pytest
from django.db.models import Sum
from pytest_django import DjangoAssertNumQueries

from tables.changes.stacks import BookedStacks
from tables.services.chips.colour_up import colour_up_table
from tables.services.chips.corrections import correct_stack
from tables.services.hands.recording import undo_operation
from tests.factories import ACTOR, NOW, after
from tests.factories.felt import Felt, add_table, make_felt
from tests.worlds import kept
from tournament.models import ChipRow, LogEntry, Tournament, TournamentStatus
from tournament.services.errors import Refused
from tournament.services.undo import lines_to_undo, undo_line

pytestmark = pytest.mark.django_db

BEFORE = {1: 10_000, 2: 10_000, 3: 10_000}
COUNTED = {1: 9_975, 2: 10_100, 3: 10_000}


@kept
def coloured_felt() -> tuple[Felt, LogEntry]:
    felt = make_felt(*BEFORE.values(), late_registration_level=3)
    line = colour_up_table(
        tournament_id=felt.tournament.pk, table_id=felt.table.pk, stacks=COUNTED, by=ACTOR.at(after(1))
    )
    assert line is not None
    assert felt.stacks() == COUNTED
    return felt, line


def undo(line: LogEntry) -> LogEntry:
    return undo_line(tournament_id=line.tournament_id, line_id=line.pk, by=ACTOR.at(after(5)))


def can_undo(line: LogEntry) -> bool:
    fresh = LogEntry.objects.select_related("undone_by").get(pk=line.pk)
    return line.pk in lines_to_undo(Tournament.objects.get(pk=line.tournament_id), [fresh])


def chips_in_play() -> int:
    return ChipRow.objects.aggregate(total=Sum("amount"))["total"] or 0


def test_stacks_and_ledger_are_as_they_were_and_a_further_line_says_so() -> None:
    felt, line = coloured_felt()
    assert chips_in_play() == 30_075

    undo(line)

    assert felt.stacks() == BEFORE
    assert chips_in_play() == 30_000
    assert list(ChipRow.objects.filter(kind="colour_up").order_by("pk").values_list("amount", flat=True)) == [
        75,
        -75,
    ]
    back = LogEntry.objects.get(verb="colour_up_undone")
    told = BookedStacks.of(back)
    assert (back.undoes, told.table, told.difference) == (line, 1, -75)
    assert {each.seat: (each.before, each.after) for each in told.stacks} == {
        1: (9_975, 10_000),
        2: (10_100, 10_000),
    }
    assert not can_undo(line)
    assert not can_undo(back)


def test_once_cards_were_dealt_on_it_a_colour_up_stands() -> None:
    felt, line = coloured_felt()
    felt.deal(now=after(2))
    assert not can_undo(line)
    felt.play("f3", "f1", now=after(3))

    with pytest.raises(Refused) as refusal:
        undo(line)

    assert refusal.value.code == "cannot_undo"


def test_a_deal_that_was_taken_back_is_none() -> None:
    felt, line = coloured_felt()
    felt.deal(now=after(2))
    undo_operation(tournament_id=felt.tournament.pk, table_id=felt.table.pk, by=ACTOR.at(after(3)))

    undo(line)

    assert felt.stacks() == BEFORE


def test_a_stack_corrected_since_keeps_it_until_the_correction_is_taken_back() -> None:
    felt, line = coloured_felt()
    correction = correct_stack(
        tournament_id=felt.tournament.pk,
        entry_id=felt.entries[2].pk,
        stack=10_000,
        reason="counted again",
        by=ACTOR.at(after(2)),
    )
    assert correction is not None
    assert not can_undo(line)

    undo(correction)

    assert can_undo(line)


def test_a_player_who_was_sent_away_keeps_it_until_he_is_back() -> None:
    felt, line = coloured_felt()
    felt.send(1, add_table(felt.tournament, number=2), 4)
    assert not can_undo(line)

    undo(LogEntry.objects.get(verb="entry_moved"))

    assert can_undo(line)


def test_a_player_whose_stack_it_left_alone_may_go() -> None:
    felt, line = coloured_felt()
    felt.send(3, add_table(felt.tournament, number=2), 4)

    assert can_undo(line)


def test_not_once_the_tournament_is_over() -> None:
    felt, line = coloured_felt()
    Tournament.objects.filter(pk=felt.tournament.pk).update(status=TournamentStatus.FINISHED)

    assert not can_undo(line)


def test_many_colour_ups_are_looked_at_in_a_few_queries(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    felt, _ = coloured_felt()
    for turn in range(3):
        colour_up_table(
            tournament_id=felt.tournament.pk,
            table_id=felt.table.pk,
            stacks={1: 9_000 + 25 * turn},
            by=ACTOR.at(NOW),
        )
    lines = list(LogEntry.objects.filter(verb="table_coloured_up").select_related("undone_by"))

    with django_assert_num_queries(2):
        lines_to_undo(felt.tournament, lines)
