"""Whatever is planted in the rows of a played tournament is found, by its name and with the row; else nothing is."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.db.models import F

from tables.management.simulation import Options, simulate
from tables.models import Hand, HandOperation, HandSeat, HandStatus, Seat, Table, TableStatus
from tables.queries.checks.every import CHECKS, findings_in
from tests.factories import ACTOR, NOW, make_account, make_tournament
from tests.factories.felt import make_felt
from tests.factories.field import bust, started
from tests.tampering import past_the_triggers
from tests.worlds import kept
from tournament.models import ChipRow, Entry, LogEntry, MoneyRow, Role, StaffMember, Tournament
from tournament.services.field.entries import reinstate_entries

pytestmark = pytest.mark.django_db


@kept
def play() -> None:
    """Five play one evening, in whose rows each test plants another fault."""
    simulate(Options(entries=5, seed="checks", incidents=0), account=make_account())


@pytest.fixture
def played() -> Tournament:
    play()
    return Tournament.objects.get()


def found(tournament: Tournament) -> list[str]:
    tournament.refresh_from_db()
    return [str(finding) for finding in findings_in(tournament)]


def last_hand() -> Hand:
    return Hand.objects.filter(status=HandStatus.COMPLETE, is_counted=False).latest("pk")


def change(rows: type, **values: object) -> Callable[[], None]:
    """Change the newest row of a model, past every service."""

    def plant() -> None:
        newest = rows.objects.latest("pk")  # type: ignore[attr-defined]
        with past_the_triggers():
            rows.objects.filter(pk=newest.pk).update(**values)  # type: ignore[attr-defined]

    return plant


def lose(verb: str) -> Callable[[], None]:
    """Lines of the log that are told of no more."""

    def plant() -> None:
        with past_the_triggers():
            LogEntry.objects.filter(verb=verb).update(verb="lost")

    return plant


def place_of_third() -> None:
    Entry.objects.filter(place_first=3).update(place_first=4, place_last=4)


def thousand_chips_more() -> None:
    Entry.objects.filter(place_first=1).update(stack=F("stack") + 1000)


def chips_of_a_player_who_is_out() -> None:
    """What the database itself refuses, it may have taken before somebody looked after it."""
    Entry.objects.filter(place_first=1).update(status="void")


def winner_stands() -> None:
    Seat.objects.filter(entry__place_first=1).update(entry=None)


def loser_sits() -> None:
    table = Table.objects.filter(status=TableStatus.OPEN).first()
    free = Seat.objects.filter(table=table, entry=None).first()
    assert free is not None
    Seat.objects.filter(pk=free.pk).update(entry=Entry.objects.get(place_first=3))


def table_shrinks() -> None:
    seat = Seat.objects.get(entry__place_first=1)
    Seat.objects.filter(pk=seat.pk).update(number=10)
    Table.objects.filter(pk=seat.table_id).update(seats_count=9)


def operation_lost() -> None:
    HandOperation.objects.filter(hand=last_hand(), number=1).delete()


def operation_altered() -> None:
    HandOperation.objects.filter(hand=last_hand(), number=1).update(code="q7")


def operation_cut_off() -> None:
    hand = last_hand()
    HandOperation.objects.filter(hand=hand).latest("number").delete()


def stack_before_the_hand() -> None:
    HandSeat.objects.filter(hand=last_hand()).update(starting_stack=F("starting_stack") + 1)


def stack_after_the_hand() -> None:
    HandSeat.objects.filter(hand=last_hand(), finishing_stack__gt=0).update(
        finishing_stack=F("finishing_stack") + 1
    )


def players_of_a_hand_exchanged() -> None:
    """Each with the other's chips before and after it: by itself the hand is whole."""
    one, other = HandSeat.objects.filter(hand=last_hand()).order_by("seat_number")
    third = Entry.objects.exclude(pk__in=[one.entry_id, other.entry_id])[0]
    for seat, entry in ((one, third.pk), (other, one.entry_id), (one, other.entry_id)):
        HandSeat.objects.filter(pk=seat.pk).update(entry=entry)


def correction_of_another_amount() -> None:
    row = MoneyRow.objects.filter(kind="fee").latest("pk")
    MoneyRow.objects.create(
        tournament=row.tournament, entry=row.entry, kind="fee", amount=1 - row.amount, at=NOW, corrects=row
    )


PLANTED: dict[str, tuple[Callable[[], None], str]] = {
    "chips by hand": (thousand_chips_more, r"I01: \d+ chips were issued, \d+ are in stacks"),
    "chips issued": (change(ChipRow, amount=F("amount") + 1), "I01: "),
    "chips of nobody": (chips_of_a_player_who_is_out, r"I02: Entry \d holds \d+ chips"),
    "no seat": (winner_stands, r"I10: Entry \d plays and has no seat"),
    "a seat too many": (loser_sits, r"I10: Entry \d sits at table 1 and does not play"),
    "a seat beyond the table": (table_shrinks, r"I11: Table 1 has 9 seats; somebody sits in seat 10"),
    "a place": (
        place_of_third,
        "I25: Place 3 is missing or taken twice",
    ),
    "a fee": (change(MoneyRow, amount=F("amount") + 1), r"I05: .*, entry \d: "),
    "a correction": (correction_of_another_amount, r"I04: Row \d+ of the ledger corrects row \d+"),
    "a line in the log": (
        lose("tournament_won"),
        r"I30: Seal \d+: line \d+ of the log \(.*, lost, .*\) was altered after it was written",
    ),
    "an entry in the log": (
        lose("entry_registered"),
        "I30: By the log 0 entries were registered, 5 are there",
    ),
    "a winner in the log": (
        lose("tournament_won"),
        "I30: By the log 0 players won, by their entries 1",
    ),
    "a bust in the log": (
        lose("entry_eliminated"),
        "I30: By the log 0 players went out, by their entries 4",
    ),
    "hands dealt": (change(Table, hands_dealt=1), r"I15: Table 1 has dealt 1 hands; it has a hand \d+"),
    "an operation lost": (operation_lost, "I15: Hand .* not numbered from 1 without a gap"),
    "an operation altered": (operation_altered, "I17: Hand .* cannot be played again"),
    "a hand cut off": (operation_cut_off, "I19: Hand .* is over by its operations, or by its row"),
    "a setup that is none": (change(Hand, setup_data={}), "I17: Hand .* cannot be played again"),
    "stacks before a hand": (stack_before_the_hand, "I19: Hand .* do not hold what was brought in"),
    "stacks after a hand": (stack_after_the_hand, "I19: Hand .* not those of its operations"),
    "two stacks exchanged": (players_of_a_hand_exchanged, "I19: Entry .* nothing between them says why"),
}


def test_nothing_is_found_where_nothing_is_planted(played: Tournament) -> None:
    assert found(played) == []


@pytest.mark.parametrize("what", PLANTED)
def test_what_is_planted_is_found(played: Tournament, what: str) -> None:
    plant, says = PLANTED[what]

    plant()

    assert [line for line in found(played) if re.match(says, line)], found(played)


def test_a_role_that_no_line_has_given_is_found() -> None:
    tournament = make_tournament()

    with past_the_triggers():
        StaffMember.objects.filter(tournament=tournament).update(role=Role.REGISTRATION)

    assert [str(each) for each in CHECKS["roles"](tournament)] == [
        "I30: vera has the role “Registration”; by the log it is “Director”."
    ]


def test_a_button_that_no_line_has_moved_is_found() -> None:
    felt = make_felt(1000, 1000, 1000)
    felt.deal()
    felt.play("f3", "f1")
    stands = Table.objects.get(pk=felt.table.pk).positions_data or {}
    assert [str(each) for each in CHECKS["buttons"](felt.tournament)] == []

    with past_the_triggers():
        Table.objects.filter(pk=felt.table.pk).update(positions_data=stands | {"button": 9})

    assert [str(each) for each in CHECKS["buttons"](felt.tournament)] == [
        f"I13: Table 1 has its button at seat 9; hand 1 had it at seat {stands['button']}."
    ]


def test_a_win_that_was_undone_counts_no_more_in_the_log() -> None:
    tournament, (anna, bruno) = started(2)
    bust(tournament, bruno, winner=anna)

    reinstate_entries(tournament=tournament, stacks={bruno.pk: 10_000}, by=ACTOR.at(NOW))

    assert [str(finding) for finding in CHECKS["log"](tournament)] == []
    Entry.objects.filter(pk=anna.pk).update(place_first=1, place_last=1)
    assert "I30: By the log 0 players won, by their entries 1." in [
        str(each) for each in CHECKS["log"](tournament)
    ]
