"""A minimum of entries: below it the director decides before seats are drawn or the clock starts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tables.services.desk.seating import make_seat_draw
from tests.factories import ACTOR, NOW, after, enter, make_tournament
from tests.factories.field import entered
from tournament.changes.change import sentence_of
from tournament.models import Giver, LogEntry, MoneyRow, Tournament
from tournament.queries.ledger.reconciliation import reconciliation
from tournament.queries.registration import minimum_missing
from tournament.services.clock import start_clock
from tournament.services.errors import Refused
from tournament.services.field.entries import void_entry
from tournament.services.field.minimum import waive_minimum
from tournament.services.prizes.added_money import add_money
from tournament.services.setup.tournaments import cancel_tournament, edit_tournament
from tournament.services.undo import lines_to_undo, undo_line
from tournament.templatetags.writing import PageWriter

pytestmark = pytest.mark.django_db


def draw(tournament: Tournament) -> None:
    make_seat_draw(tournament_id=tournament.pk, seed="1", by=ACTOR.at(after(2)))


def start(tournament: Tournament) -> None:
    start_clock(tournament_id=tournament.pk, by=ACTOR.at(after(3)))


def waive(tournament: Tournament) -> LogEntry:
    return waive_minimum(tournament_id=tournament.pk, by=ACTOR.at(after(1)))


def missing(tournament: Tournament, entries: int = 4) -> int:
    return minimum_missing(Tournament.objects.get(pk=tournament.pk), entries=entries)


def can_undo(line: LogEntry) -> bool:
    line = LogEntry.objects.select_related("undone_by").get(pk=line.pk)
    return line.pk in lines_to_undo(Tournament.objects.get(pk=line.tournament_id), [line])


def test_seats_are_drawn_once_enough_have_entered() -> None:
    tournament, _ = entered(4, min_entries=5)
    with pytest.raises(Refused, match="1 entry is missing to the minimum of 5: the director decides") as no:
        draw(tournament)
    assert (no.value.code, missing(tournament)) == ("below_minimum", 1)

    enter(tournament, "Fifth Player")
    draw(tournament)
    start(tournament)
    assert missing(tournament) == 0, "in play nobody asks any more"


def test_the_clock_asks_again_when_an_entry_was_voided_since_the_draw() -> None:
    tournament, entries = entered(4, min_entries=4)
    draw(tournament)
    void_entry(tournament_id=tournament.pk, entry_id=entries[0].pk, by=ACTOR.at(NOW), reason="Ill")
    with pytest.raises(Refused, match="1 entry is missing"):
        start(tournament)
    waive(tournament)
    start(tournament)


def test_the_directors_decision_is_logged_and_undone() -> None:
    tournament, _ = entered(4, min_entries=20)
    line = waive(tournament)

    assert sentence_of(line, PageWriter.of(tournament)) == (
        "The tournament is played with 4 entries: the minimum was 20."
    )
    assert missing(tournament) == 0
    with pytest.raises(Refused, match="No entries are missing"):
        waive(tournament)

    undo_line(tournament_id=tournament.pk, line_id=line.pk, by=ACTOR.at(after(2)))
    assert missing(tournament) == 16
    with pytest.raises(Refused, match="16 entries are missing"):
        draw(tournament)

    line = waive(tournament)
    draw(tournament)
    assert not can_undo(line), "the seats are drawn by it"


def test_another_minimum_asks_again() -> None:
    tournament, _ = entered(4, min_entries=20)
    waive(tournament)
    edit_tournament(
        tournament_id=tournament.pk, change=lambda plan: replace(plan, min_entries=10), by=ACTOR.at(after(2))
    )
    assert missing(tournament) == 6


def test_the_minimum_is_not_above_the_maximum() -> None:
    tournament = make_tournament()
    with pytest.raises(Refused, match="above the maximum of 10 entries") as no:
        edit_tournament(
            tournament_id=tournament.pk,
            change=lambda plan: replace(plan, min_entries=11, max_entries=10),
            by=ACTOR.at(NOW),
        )
    assert no.value.field == "min_entries"


def test_cancelled_below_the_minimum_everything_that_was_sold_comes_back() -> None:
    tournament, entries = entered(
        3, min_entries=20, buy_in_bounty=10_00, bounty_kind="fixed", buy_in_other=1_00
    )
    line = add_money(
        tournament_id=tournament.pk,
        amount=50_00,
        giver=Giver.HOUSE,
        is_cash=True,
        reason="",
        by=ACTOR.at(NOW),
    )
    cancel_tournament(tournament_id=tournament.pk, by=ACTOR.at(after(1)), reason="Too few")

    for entry in entries:
        void_entry(tournament_id=tournament.pk, entry_id=entry.pk, by=ACTOR.at(after(2)), reason="Cancelled")
    undo_line(tournament_id=tournament.pk, line_id=line.pk, by=ACTOR.at(after(3)))

    assert sum(MoneyRow.objects.values_list("amount", flat=True)) == 0
    books = reconciliation(Tournament.objects.get(pk=tournament.pk))
    assert ([each.booked for each in books.kinds if each.booked], books.faults) == ([], 0)
