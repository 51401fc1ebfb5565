"""Players who leave with chips, and come back by undo (TDA 71-D, WSOP 114)."""

from __future__ import annotations

import pytest
from django.db.models import Sum

from tables.models import Hand, Move, MoveStatus, Seat
from tables.queries.table.penalties import penalties_of
from tables.services.desk.leaving import Why, remove_player
from tables.services.desk.seating import Seated, register_and_seat
from tests.factories import ACTOR, NOW
from tests.factories.felt import Felt, add_felt, add_table, make_felt
from tournament.models import ChipKind, ChipRow, Entry, EntryStatus, LogEntry
from tournament.queries.chip_count import chip_count
from tournament.services.errors import Refused
from tournament.services.field.entries import register_entry
from tournament.services.undo import lines_to_undo, undo_line

pytestmark = pytest.mark.django_db


def leave(felt: Felt, seat: int, why: Why = "walked_out", offence: str = "") -> LogEntry:
    return remove_player(
        tournament_id=felt.tournament.pk,
        entry_id=felt.entries[seat].pk,
        why=why,
        offence=offence,
        actor=ACTOR,
        now=NOW,
    )


def undo(line: LogEntry) -> None:
    undo_line(tournament_id=line.tournament_id, line_id=line.pk, actor=ACTOR, now=NOW)


def chips_of(felt: Felt) -> tuple[int, int]:
    """The ledger, and the stacks."""
    stacks = Entry.objects.filter(tournament=felt.tournament).aggregate(sum=Sum("stack"))["sum"]
    return chip_count(felt.tournament.pk).in_play, stacks


def standing(felt: Felt, seat: int) -> tuple[str, int | None, int]:
    entry = Entry.objects.get(pk=felt.entries[seat].pk)
    return entry.status, entry.place_first, entry.stack


def test_a_player_who_walks_out_takes_the_chips_out_of_play_and_comes_back_by_undo() -> None:
    felt = make_felt(10_000, 10_000, 10_000, 10_000)
    line = leave(felt, 2)
    assert standing(felt, 2) == (EntryStatus.ELIMINATED, 4, 0)
    assert chips_of(felt) == (30_000, 30_000)
    assert Seat.objects.get(table=felt.table, number=2).entry is None
    # A hand is dealt to the others; the place of one who goes out later is a better one.
    felt.deal()
    felt.play("f4", "f1")
    third = leave(felt, 1, "surrendered")
    assert standing(felt, 1)[:2] == (EntryStatus.ELIMINATED, 3)
    undo(line)
    assert standing(felt, 2) == (EntryStatus.PLAYING, None, 10_000)
    assert standing(felt, 1)[:2] == (EntryStatus.ELIMINATED, 4)
    assert Seat.objects.get(table=felt.table, number=2).entry_id == felt.entries[2].pk
    undo(third)
    assert chips_of(felt) == (40_000, 40_000)
    rows = ChipRow.objects.exclude(kind=ChipKind.ISSUED).order_by("pk")
    assert [(row.kind, row.amount) for row in rows] == [
        ("removed", -10_000),
        ("removed", -9_975),
        ("returned", 10_000),
        ("returned", 9_975),
    ]


def test_a_seat_that_was_taken_meanwhile_is_replaced_by_another() -> None:
    felt = make_felt(10_000, 10_000, 10_000, seats=4, late_registration_level=3)
    other = add_felt(felt.tournament, 10_000, 10_000, number=2)
    line = leave(felt, 2)
    other.send(1, felt.table, 2)
    undo(line)
    seat = Seat.objects.get(entry=felt.entries[2])
    assert seat.is_newcomer
    assert (seat.table_id, seat.number) != (felt.table.pk, 2)


def test_a_disqualified_player_has_it_in_the_list_of_penalties() -> None:
    felt = make_felt(10_000, 10_000, 10_000)
    line = leave(felt, 3, "disqualified", "soft_play")
    player = felt.entries[3].player_id
    shown = penalties_of(tournament_id=felt.tournament.pk, player_id=player)
    assert [(each.what, each.why) for each in shown] == [
        ("Disqualification", "Soft play or chip dumping (TDA 69)")
    ]
    undo(line)
    assert penalties_of(tournament_id=felt.tournament.pk, player_id=player) == ()


def test_nobody_leaves_in_a_hand_and_the_last_one_never() -> None:
    felt = make_felt(10_000, 10_000)
    felt.deal()
    with pytest.raises(Refused) as refused:
        leave(felt, 1)
    assert refused.value.code == "in_hand"
    felt.play("f2")
    line = leave(felt, 1)
    felt.tournament.refresh_from_db()
    assert (felt.tournament.status, standing(felt, 1)[1], standing(felt, 2)[1]) == ("finished", 2, 1)
    undo(line)
    felt.tournament.refresh_from_db()
    assert felt.tournament.status == "running"


def test_nothing_is_undone_once_the_player_has_entered_again() -> None:
    felt = make_felt(10_000, 10_000, 10_000, late_registration_level=3, entries_per_player=2)
    line = leave(felt, 2)
    assert lines_to_undo(felt.tournament, [line]) == {line.pk}
    register_entry(
        tournament_id=felt.tournament.pk, player_id=felt.entries[2].player_id, actor=ACTOR, now=NOW
    )
    assert lines_to_undo(felt.tournament, [line]) == frozenset()


def test_a_player_on_the_way_is_not_sent_any_more() -> None:
    felt = make_felt(10_000, 10_000, 10_000)
    table = add_table(felt.tournament, number=2)
    felt.deal()
    move = felt.send(3, table, 1)
    assert move.status == MoveStatus.WAITING
    Hand.objects.update(status="void")
    leave(felt, 3)
    assert not Move.objects.filter(status=MoveStatus.WAITING).exists()


@pytest.mark.rule("LATE-02")
def test_late_02_400_chips_are_given_up_for_a_new_stack_only_where_the_house_allows_it() -> None:
    felt = make_felt(400, 10_000, 10_000, late_registration_level=3, entries_per_player=2)
    before = chips_of(felt)[1]
    player = felt.entries[1].player_id

    def enter_again(*, forfeits: bool) -> Seated:
        return register_and_seat(
            tournament_id=felt.tournament.pk,
            player_id=player,
            seed="1",
            actor=ACTOR,
            now=NOW,
            forfeits=forfeits,
        )

    for forfeits in (False, True):
        with pytest.raises(Refused, match="still has 400 chips"):
            enter_again(forfeits=forfeits)
    felt.tournament.rule_overrides = {"event": {"forfeit_to_re_enter": True}}
    felt.tournament.save(update_fields=["rule_overrides"])
    again = enter_again(forfeits=True)
    assert chips_of(felt)[1] == before - 400 + 10_000
    assert standing(felt, 1) == (EntryStatus.ELIMINATED, 4, 0)
    assert (again.entry.stack, again.seat is not None) == (10_000, True)
    assert LogEntry.objects.get(verb="player_left").data["why"] == "forfeited"
