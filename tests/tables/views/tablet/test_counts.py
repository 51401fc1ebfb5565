"""A table that stands because nobody knows a stack: the dealer counts it and types it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
import time_machine

from tables.models import Recording, Table
from tables.services.chips.counting import count_stacks
from tables.services.moves.breaking import break_table
from tests.factories import ACTOR, NOW, after
from tests.factories.felt import add_felt, make_felt
from tests.pages import squeeze
from tests.tables.services.hands.test_busting import stacks
from tests.tables.views.tablet.test_table import Tablet
from tournament.models import Entry, LogEntry
from tournament.services.undo import undo_line

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _first_level() -> Iterator[None]:
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def tablet() -> Tablet:
    """Nobody knows what seats 3 and 4 have of their 2,000."""
    tablet = Tablet(make_felt(1000, 1000, 1000, 1000))
    unknown = [tablet.felt.entries[seat].pk for seat in (3, 4)]
    Entry.objects.filter(pk__in=unknown).update(is_stack_known=False)
    return tablet


def screen(tablet: Tablet) -> str:
    return squeeze(tablet.client.get("/tablet/table/?sheet=count").content.decode())


def test_the_dealer_types_the_stacks_that_are_not_known_and_deals(tablet: Tablet) -> None:
    shown = screen(tablet)
    assert "Count seats 3, 4 and enter the stacks." in shown
    assert 'data-sheet="sheet-count"' in shown
    sheet = shown.split('id="sheet-count"')[1].split("</dialog>")[0]
    assert [f'name="stack_{seat}"' in sheet for seat in (1, 2, 3, 4)] == [False, False, True, True]

    answer = tablet.tap("count", stack_3="1,500", stack_4="500")

    assert answer.status_code == 200
    assert stacks(tablet.felt) == {1: 1000, 2: 1000, 3: 1500, 4: 500}
    assert "sheet-count" not in squeeze(answer.content.decode())
    line = LogEntry.objects.get(verb="stacks_counted")
    assert line.tablet == tablet.device.pk
    assert tablet.deal().status_code == 200


def test_the_floor_undoes_what_the_dealer_has_counted(tablet: Tablet) -> None:
    tablet.tap("count", stack_3="1500", stack_4="500")
    line = LogEntry.objects.get(verb="stacks_counted")

    undo_line(tournament_id=tablet.felt.tournament.pk, line_id=line.pk, by=ACTOR.at(after(1)))

    assert stacks(tablet.felt) == {1: 1000, 2: 1000, 3: None, 4: None}
    assert "sheet-count" in screen(tablet)


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"stack_1": "1500"}, "The stack of seat 1 is known: only the floor can correct it."),
        ({"stack_3": "1500", "stack_4": "600"}, "4,100 counted, but table 1 has 4,000"),
        ({}, "Enter the stack you counted."),
    ],
)
def test_what_cannot_be_is_refused_and_no_known_stack_is_changed(
    tablet: Tablet, typed: dict[str, str], words: str
) -> None:
    answer = tablet.tap("count", **typed)

    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert stacks(tablet.felt) == {1: 1000, 2: 1000, 3: None, 4: None}


def fields(tablet: Tablet, sheet: str) -> list[str]:
    """What can be typed on a sheet, with what stands there."""
    shown = squeeze(tablet.client.get(f"/tablet/table/?sheet={sheet}").content.decode())
    dialog = shown.split(f'id="sheet-{sheet}"')[1].split("</dialog>")[0]
    inputs = re.findall(r'<input class="input number"[^>]*>', dialog)
    return [" ".join(re.findall(r' (?:name|value)="(\w+)"', each)) for each in inputs]


def test_counts_that_do_not_add_up_are_corrected_by_the_dealer_who_typed_them(tablet: Tablet) -> None:
    tablet.tap("count", stack_3="1600")
    answer = tablet.tap("count", stack_4="500")
    assert answer.status_code == 422
    assert "4,100 counted, but table 1 has 4,000: 100 too many. Count again, or call the floor." in squeeze(
        answer.content.decode()
    )
    assert fields(tablet, "count") == ["stack_4", "stack_3 1600"]

    answer = tablet.tap("count", stack_3="1500", stack_4="500")

    assert answer.status_code == 200
    assert stacks(tablet.felt) == {1: 1000, 2: 1000, 3: 1500, 4: 500}
    lines = LogEntry.objects.filter(verb__in=["stacks_counted", "count_undone"]).order_by("pk")
    assert [line.verb for line in lines] == ["stacks_counted", "count_undone", "stacks_counted"]


def test_a_wrong_count_is_typed_again_on_the_sheet_of_players_until_the_next_hand(tablet: Tablet) -> None:
    tablet.tap("count", stack_3="500", stack_4="1500")
    assert fields(tablet, "players") == ["stack_3 500", "stack_4 1500"]

    assert tablet.tap("count", stack_3="1500", stack_4="500").status_code == 200

    assert stacks(tablet.felt) == {1: 1000, 2: 1000, 3: 1500, 4: 500}
    assert tablet.tap("count", stack_3="1500", stack_4="500").status_code == 200
    assert LogEntry.objects.filter(verb="stacks_counted").count() == 2
    assert tablet.deal().status_code == 200
    assert fields(tablet, "players") == []
    assert "only the floor can correct it" in tablet.tap("count", stack_3="1400").content.decode()


def test_what_the_floor_has_counted_is_not_the_dealers_to_correct(tablet: Tablet) -> None:
    count_stacks(
        tournament_id=tablet.felt.tournament.pk,
        table_id=tablet.felt.table.pk,
        counts={3: 1500},
        by=ACTOR.at(NOW),
    )
    assert fields(tablet, "count") == ["stack_4"]
    assert "only the floor can correct it" in tablet.tap("count", stack_3="1400").content.decode()


def test_players_of_a_table_of_busts_alone_are_counted_where_they_sit_down() -> None:
    tablet = Tablet(make_felt(1000, 1000, 1000, late_registration_level=3))
    felt = tablet.felt
    other = add_felt(felt.tournament, 1000, 1000, number=2)
    Table.objects.filter(pk=other.table.pk).update(recording=Recording.BUSTS)
    moved = [entry.pk for entry in other.entries.values()]
    Entry.objects.filter(pk__in=moved).update(is_stack_known=False)

    break_table(tournament_id=felt.tournament.pk, table_id=other.table.pk, seed="1", by=ACTOR.at(after(1)))

    seats = sorted(felt.table.seats.filter(entry__in=moved).values_list("number", flat=True))
    assert f"Count seats {seats[0]}, {seats[1]} and enter the stacks." in screen(tablet)
    answer = tablet.tap("count", **{f"stack_{seats[0]}": "1300", f"stack_{seats[1]}": "700"})
    assert answer.status_code == 200
    assert tablet.deal().status_code == 200
