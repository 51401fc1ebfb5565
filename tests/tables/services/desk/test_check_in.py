"""Check-in, and players who never come (TDA 30, WSOP 16)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest
from django.db.models import Sum

from tables.models import HandSeat, Recording, Seat, Table
from tables.queries.desk.check_in import check_in_page
from tables.queries.room.arrivals import Arrivals, arrivals, not_asked_for
from tables.services.chips.counting import count_stacks
from tables.services.desk.check_in import (
    check_in_unseated,
    open_check_in,
    remove_no_show,
    remove_no_shows,
)
from tables.services.desk.seating import register_and_seat
from tables.services.hands.absence import set_absence
from tables.services.hands.busting import Out, bust_players
from tests.factories import ACTOR, NOW, STRUCTURE, after, enter, make_player, make_tournament
from tests.factories.felt import Felt, make_felt
from tests.factories.sales import sell, selling
from tournament.changes.change import sentence_of
from tournament.models import Entry, EntryStatus, LogEntry, MoneyRow, Tournament, TournamentStatus
from tournament.queries.chip_count import chip_count
from tournament.queries.payouts.ladder import prize_pool
from tournament.services.errors import Refused
from tournament.services.field.no_shows import take_out_no_show
from tournament.services.undo import lines_to_undo, undo_line
from tournament.templatetags.writing import PageWriter

WRITER = PageWriter(currency="EUR", structure=STRUCTURE)

pytestmark = pytest.mark.django_db


def open_(felt: Felt) -> LogEntry:
    return open_check_in(tournament_id=felt.tournament.pk, by=ACTOR.at(NOW))


def arrive(felt: Felt, *seats: int) -> None:
    for seat in seats:
        set_absence(
            tournament_id=felt.tournament.pk,
            table_id=felt.table.pk,
            entry_id=felt.entries[seat].pk,
            absent=False,
            by=ACTOR.at(NOW),
        )


def remove(felt: Felt, *, now: datetime) -> list[LogEntry]:
    return remove_no_shows(tournament_id=felt.tournament.pk, by=ACTOR.at(now))


def undo(line: LogEntry) -> None:
    undo_line(tournament_id=line.tournament_id, line_id=line.pk, by=ACTOR.at(NOW))


def in_play(felt: Felt) -> tuple[int, int, int]:
    """Chips by the ledger and by the stacks, money by the ledger."""
    return (
        chip_count(felt.tournament.pk).in_play,
        Entry.objects.filter(tournament=felt.tournament).aggregate(sum=Sum("stack"))["sum"],
        MoneyRow.objects.filter(tournament=felt.tournament).aggregate(sum=Sum("amount"))["sum"],
    )


def test_who_has_not_arrived_is_dealt_in_as_absent_until_checked_in() -> None:
    felt = make_felt(10_000, 10_000, 10_000, 10_000)
    open_(felt)
    arrive(felt, 1, 2, 4)
    page = check_in_page(felt.tournament, folded="", now=NOW)
    assert [(each.name, each.table, each.seat) for each in page.players] == [
        (felt.entries[3].player.name, 1, 3)
    ]
    assert (page.awaited, page.arrived, page.to_open, page.are_due) == (1, 3, 0, False)
    felt.deal()
    assert dict(HandSeat.objects.values_list("seat_number", "sits_out")) == {
        1: "",
        2: "",
        3: "absent",
        4: "",
    }
    arrive(felt, 3)
    assert check_in_page(felt.tournament, folded="", now=NOW).awaited == 0
    assert HandSeat.objects.get(seat_number=3).sits_out == ""


@pytest.mark.rule("LATE-04")
def test_late_04_who_has_not_taken_a_hand_at_the_start_of_level_3_goes_out_with_chips_and_buy_in() -> None:
    felt = make_felt(10_000, 10_000, 10_000, 10_000, late_registration_level=3)
    before = in_play(felt)
    open_(felt)
    arrive(felt, 1, 3, 4)
    felt.deal()
    felt.play("f3", "f4")
    with pytest.raises(Refused, match="no no-show"):
        remove(felt, now=after(49))
    # The console proposes it then.
    assert [arrivals(felt.tournament, now=after(minutes)) for minutes in (49, 50)] == [
        Arrivals(awaited=1, no_shows=0),
        Arrivals(awaited=1, no_shows=1),
    ]
    (line,) = remove(felt, now=after(50))
    entry = Entry.objects.get(pk=felt.entries[2].pk)
    assert (entry.status, entry.stack) == (EntryStatus.VOID, 0)
    assert not Seat.objects.filter(entry=entry).exists()
    # The big blind that was forfeited stays with the player who won it.
    # The buy-in is out of the pool and still at the desk.
    assert in_play(felt) == (before[0] - 9_950, before[1] - 9_950, before[2])
    assert prize_pool(felt.tournament).total == 3 * entry.paid_prize
    undo(line)
    entry.refresh_from_db()
    assert (entry.status, entry.stack, entry.seat.number) == (EntryStatus.PLAYING, 9_950, 2)
    assert in_play(felt) == before
    # Once more: the rows of the first time are left as they are.
    assert len(remove(felt, now=after(50))) == 1


def test_a_no_show_who_is_dealt_in_stays_until_the_hand_is_over() -> None:
    felt = make_felt(10_000, 10_000, 10_000, late_registration_level=3)
    open_(felt)
    arrive(felt, 1, 3)
    felt.deal()
    with pytest.raises(Refused, match="when the hands are over"):
        remove(felt, now=after(50))
    felt.play("f3")
    assert len(remove(felt, now=after(50))) == 1
    chips, stacks, _money = in_play(felt)
    assert chips == stacks == 20_050


def test_who_has_knocked_somebody_out_is_no_no_show_though_no_hand_is_entered() -> None:
    felt = make_felt(*[10_000] * 4, late_registration_level=3, buy_in_bounty=10_00, bounty_kind="fixed")
    Table.objects.update(recording=Recording.BUSTS)
    open_(felt)
    arrive(felt, 2, 3, 4)
    taker, out = felt.entries[1].pk, felt.entries[4].pk
    bust_players(
        tournament_id=felt.tournament.pk,
        table_id=felt.table.pk,
        out=Out(entries=[out], credited_to=[taker]),
        by=ACTOR.at(after(1)),
    )

    assert arrivals(felt.tournament, now=after(50)).no_shows == 0
    with pytest.raises(Refused, match="There is no no-show to remove now"):
        remove(felt, now=after(50))
    entry = Entry.objects.select_related("tournament", "player").get(pk=taker)
    with pytest.raises(Refused, match="has won bounties"):
        take_out_no_show(entry, line=LogEntry.objects.latest("pk"), now=after(50))


def test_no_prize_is_awarded_by_taking_out_no_shows() -> None:
    """It could not be undone."""
    felt = make_felt(10_000, 10_000, 10_000)
    open_(felt)
    arrive(felt, 1)
    before = in_play(felt)

    with pytest.raises(Refused, match="Without the no-shows prizes would be awarded at once"):
        remove(felt, now=after(50))

    assert in_play(felt) == before
    assert Tournament.objects.get().status == TournamentStatus.RUNNING


def test_of_no_shows_only_nobody_is_removed() -> None:
    felt = make_felt(10_000, 10_000, 10_000, late_registration_level=3)
    open_(felt)
    before = in_play(felt)

    with pytest.raises(Refused, match="Nobody would be left in play: check in those who are here"):
        remove(felt, now=after(50))

    assert in_play(felt) == before
    arrive(felt, 1)
    assert len(remove(felt, now=after(50))) == 2


@pytest.mark.rule("LATE-04")
def test_late_04_a_house_that_blinds_them_off_removes_nobody() -> None:
    felt = make_felt(10_000, 10_000, rule_overrides={"event": {"no_show_level": 0}})
    open_(felt)
    with pytest.raises(Refused, match="no no-show"):
        remove(felt, now=after(60))


def test_check_in_before_the_draw_and_its_undo() -> None:
    tournament = make_tournament()
    entries = enter(tournament, "Anna Verdi", "Bruno Neri")
    opened = open_check_in(tournament_id=tournament.pk, by=ACTOR.at(NOW))
    came = check_in_unseated(tournament_id=tournament.pk, entry_id=entries[0].pk, by=ACTOR.at(NOW))
    with pytest.raises(Refused, match="already"):
        check_in_unseated(tournament_id=tournament.pk, entry_id=entries[0].pk, by=ACTOR.at(NOW))
    with pytest.raises(Refused, match="Every player has arrived"):
        open_check_in(tournament_id=tournament.pk, by=ACTOR.at(NOW))
    assert states(*entries) == [("arrived", False), ("awaited", True)]
    undo(came)
    assert states(*entries) == [("awaited", True), ("awaited", True)]
    check_in_unseated(tournament_id=tournament.pk, entry_id=entries[0].pk, by=ACTOR.at(NOW))
    undo(opened)
    assert states(*entries) == [("arrived", False), ("", False)]


def test_an_arrival_at_the_table_is_undone_before_the_start_and_the_player_is_awaited_again() -> None:
    felt = make_felt(10_000, 10_000, 10_000)
    Tournament.objects.update(status=TournamentStatus.REGISTERING, clock_state="not_started")
    open_(felt)
    arrive(felt, 2)
    line = LogEntry.objects.get(verb="player_back")
    assert sentence_of(line, WRITER) == "Bruno Neri has arrived (table 1, seat 2)."
    undo(line)
    assert states(felt.entries[2]) == [("awaited", True)]
    arrive(felt, 2)
    assert states(felt.entries[2]) == [("arrived", False)]


def test_a_player_who_was_back_is_absent_again_by_undo_and_not_awaited() -> None:
    felt = make_felt(10_000, 10_000, 10_000)
    open_(felt)
    arrive(felt, 2)
    for absent in (True, False):
        set_absence(
            tournament_id=felt.tournament.pk,
            table_id=felt.table.pk,
            entry_id=felt.entries[2].pk,
            absent=absent,
            by=ACTOR.at(NOW),
        )
    line = LogEntry.objects.filter(verb="player_back").latest("pk")
    assert sentence_of(line, WRITER) == "Marked Bruno Neri back from hand 1 (table 1, seat 2)."
    undo(line)
    assert states(felt.entries[2]) == [("arrived", True)]


def states(*entries: Entry) -> list[tuple[str, bool]]:
    rows = Entry.objects.filter(pk__in=[each.pk for each in entries]).order_by("pk")
    return list(rows.values_list("arrival", "is_absent"))


@pytest.mark.rule("LATE-01")
@pytest.mark.parametrize(("rule", "stack"), [("full", 10_000), ("blinded_off", 9_925)])
def test_late_01_a_late_entry_gets_the_stack_that_the_house_has(rule: str, stack: int) -> None:
    felt = make_felt(
        10_000, 10_000, late_registration_level=3, rule_overrides={"event": {"late_stack": rule}}
    )
    player = make_player("Late Player")
    late = register_and_seat(
        tournament_id=felt.tournament.pk, player_id=player.pk, seed="1", by=ACTOR.at(after(21))
    )
    assert late.entry.stack == stack
    assert in_play(felt)[:2] == (20_000 + stack, 20_000 + stack)


def test_the_no_shows_that_one_tap_removed_are_put_back_by_one() -> None:
    felt = make_felt(10_000, 10_000, 10_000, 10_000)
    open_(felt)
    arrive(felt, 1, 4)
    before = in_play(felt)
    removed = remove(felt, now=after(50))
    together = LogEntry.objects.get(verb="no_shows_removed")
    assert (len(removed), together.data) == (2, {"parts": [line.pk for line in removed], "count": 2})
    # One of them comes after all; the undo puts the rest back.
    undo(removed[0])
    undo(together)
    assert in_play(felt) == before
    assert Entry.objects.filter(status=EntryStatus.PLAYING, is_absent=True).count() == 2
    assert lines_to_undo(felt.tournament, [together, *removed]) == frozenset()


def test_who_has_entered_again_keeps_the_others_from_being_put_back_by_one_tap() -> None:
    felt = make_felt(10_000, 10_000, 10_000, 10_000, late_registration_level=3)
    open_(felt)
    arrive(felt, 1, 4)
    removed = remove(felt, now=after(50))
    together = LogEntry.objects.get(verb="no_shows_removed")
    register_and_seat(
        tournament_id=felt.tournament.pk,
        player_id=felt.entries[2].player_id,
        seed="1",
        by=ACTOR.at(after(51)),
    )
    assert lines_to_undo(felt.tournament, [together, *removed]) == {removed[1].pk}


# --- One by one -----------------------------------------------------------------------------------------------------


def remove_one(felt: Felt, seat: int) -> LogEntry:
    return remove_no_show(
        tournament_id=felt.tournament.pk, entry_id=felt.entries[seat].pk, by=ACTOR.at(after(2))
    )


@pytest.mark.rule("LATE-04")
def test_late_04_one_who_never_came_is_removed_with_the_money_told_and_put_back_by_the_line() -> None:
    felt = make_felt(10_000, 10_000, 10_000, late_registration_level=3)
    before = in_play(felt)

    line = remove_one(felt, 3)

    assert sentence_of(line, WRITER) == (
        "Removed Carla Rossi as a no-show: 10,000 chips are out of play, and the buy-in of €50 is at the desk "
        "until it is handed back (WSOP 16)."
    )
    assert Entry.objects.get(pk=felt.entries[3].pk).status == EntryStatus.VOID
    assert in_play(felt) == (20_000, 20_000, before[2])
    undo(line)
    assert in_play(felt) == before
    assert Seat.objects.get(entry=felt.entries[3]).number == 3


def counted(felt: Felt) -> None:
    count_stacks(
        tournament_id=felt.tournament.pk,
        table_id=felt.table.pk,
        counts={3: 9_000, 1: 11_000},
        by=ACTOR.at(after(1)),
    )


def put_out_by(felt: Felt) -> None:
    bust_players(
        tournament_id=felt.tournament.pk,
        table_id=felt.table.pk,
        out=Out(entries=[felt.entries[4].pk], credited_to=[felt.entries[3].pk]),
        by=ACTOR.at(after(1)),
    )


def played(felt: Felt) -> None:
    felt.deal()
    felt.play("f3", "f4", "f1")


@pytest.mark.parametrize("sign", [counted, put_out_by, played, lambda felt: sell(felt, 3, now=after(1))])
def test_who_has_played_counted_bought_or_knocked_out_is_there(sign: Callable[[Felt], object]) -> None:
    felt = make_felt(*[10_000] * 4, **selling())
    sign(felt)
    before = in_play(felt)

    with pytest.raises(
        Refused, match="Carla Rossi has been here: a hand, a rebuy, a knock-out or a counted stack"
    ):
        remove_one(felt, 3)

    assert in_play(felt) == before
    assert not not_asked_for(felt.tournament).filter(pk=felt.entries[3].pk).exists()


def test_at_a_table_of_busts_alone_that_plays_nobody_counts_as_absent_at_check_in() -> None:
    felt = make_felt(*[10_000] * 4, late_registration_level=3)
    Table.objects.update(recording=Recording.BUSTS)
    put_out_by(felt)

    with pytest.raises(Refused, match="Every player has arrived or played"):
        open_(felt)

    assert not Entry.objects.filter(is_absent=True).exists()


def test_one_who_is_dealt_in_is_removed_when_the_hand_is_over() -> None:
    felt = make_felt(10_000, 10_000, 10_000, late_registration_level=3)
    open_(felt)
    arrive(felt, 1, 2)
    felt.deal()

    with pytest.raises(Refused, match="Carla Rossi is in a hand in play"):
        remove_one(felt, 3)
