"""Absent players: dealt in, posted for and killed with no tap, and back again (TDA 30, WSOP 36)."""

from __future__ import annotations

import pytest

from tables import engine
from tables.changes.absences import Absence, PlayerBack
from tables.models import Hand, HandOperation, HandSeat, HandStatus, Seat
from tables.queries.table.hand import load_hand
from tables.services.hands.absence import set_absence
from tables.services.hands.recording import undo_operation
from tests.factories import ACTOR, NOW, after
from tests.factories.felt import Felt, add_felt, make_felt
from tournament.models import Entry, EntryStatus, LogEntry
from tournament.services.errors import Refused
from tournament.services.undo import undo_line

pytestmark = pytest.mark.django_db


def mark(felt: Felt, *seats: int, absent: bool = True) -> None:
    for seat in seats:
        set_absence(
            tournament_id=felt.tournament.pk,
            table_id=felt.table.pk,
            entry_id=felt.entries[seat].pk,
            absent=absent,
            by=ACTOR.at(NOW),
        )


def undo(felt: Felt) -> None:
    undo_operation(tournament_id=felt.tournament.pk, table_id=felt.table.pk, by=ACTOR.at(NOW))


def codes() -> list[str]:
    return list(HandOperation.objects.order_by("hand", "number").values_list("code", flat=True))


def state_now() -> engine.State:
    return load_hand(Hand.objects.exclude(status=HandStatus.VOID).latest("pk")).state


def sat_out() -> dict[int, str]:
    rows = HandSeat.objects.filter(hand=Hand.objects.latest("pk"))
    return dict(rows.values_list("seat_number", "sits_out"))


@pytest.mark.rule("ABS-01")
def test_abs_01_an_absent_big_blind_forfeits_blind_and_ante_to_the_pot() -> None:
    felt = make_felt(5000, 5000, 5000, 5000)
    mark(felt, 2)
    hand = felt.deal()
    # Button 4, blinds 25/50 by seats 1 and 2: the absent player's are dead money.
    assert codes() == ["x:absent,s=2"]
    assert sat_out() == {1: "", 2: "absent", 3: "", 4: ""}
    state = state_now()
    assert (state.live, state.actor, state.stacks[2], state.pot_total) == ((1, 3, 4), 3, 4950, 75)
    felt.play("f3", "f4")
    hand.refresh_from_db()
    assert hand.status == HandStatus.COMPLETE
    assert felt.stacks() == {1: 5050, 2: 4950, 3: 5000, 4: 5000}


@pytest.mark.rule("ABS-01")
def test_abs_01_an_absent_big_blind_of_400_loses_400_and_the_ante_of_400() -> None:
    felt = make_felt(20_000, 20_000, 20_000, 20_000)
    mark(felt, 2)

    felt.deal(now=after(75))
    felt.play("f3", "f4", now=after(75))

    # Blinds 200/400, the big blind pays 400 for the table.
    assert felt.stacks() == {1: 20_800, 2: 19_200, 3: 20_000, 4: 20_000}


@pytest.mark.rule("ABS-02")
def test_abs_02_a_player_who_is_not_there_at_the_last_card_is_out_of_this_hand() -> None:
    felt = make_felt(5000, 5000, 5000)
    felt.deal()
    mark(felt, 2)
    assert (codes(), sat_out()[2]) == (["x:absent,s=2"], "absent")
    felt.play("f3")
    assert felt.stacks() == {1: 5050, 2: 4950, 3: 5000}
    # Once somebody has acted, arriving or leaving changes the next hand only.
    felt.deal()
    felt.play("c1")
    mark(felt, 2, absent=False)
    mark(felt, 3)
    assert state_now().sitting_out == {2: "absent"}
    lines = LogEntry.objects.filter(verb__startswith="player_").order_by("pk")
    assert [(line.verb, Absence.of(line).seat, Absence.of(line).hand) for line in lines] == [
        ("player_absent", 2, 1),
        ("player_back", 2, 3),
        ("player_absent", 3, 3),
    ]


@pytest.mark.rule("ABS-02")
def test_who_comes_before_the_first_action_plays_the_hand_and_the_others_stay_killed() -> None:
    felt = make_felt(5000, 5000, 5000, 5000, 5000)
    mark(felt, 2, 3, 5)
    felt.deal()
    assert state_now().live == (1, 4)
    mark(felt, 2, absent=False)
    assert codes() == ["x:absent,s=2", "x:absent,s=3", "x:absent,s=5", "u0", "x:absent,s=3", "x:absent,s=5"]
    assert (state_now().live, state_now().stacks[2]) == ((1, 2, 4), 4950)
    assert sat_out() == {1: "", 2: "", 3: "absent", 4: "", 5: "absent"}


def test_a_player_alone_at_the_table_gets_the_blinds_by_the_deal_alone() -> None:
    felt = make_felt(5000, 5000, 5000)
    mark(felt, 1, 3)
    hand = felt.deal()
    hand.refresh_from_db()
    assert (hand.status, felt.stacks()) == (HandStatus.COMPLETE, {1: 4975, 2: 5025, 3: 5000})
    # The deal is undone with the hands it killed.
    undo(felt)
    hand.refresh_from_db()
    assert (hand.status, felt.stacks()) == (HandStatus.VOID, {1: 5000, 2: 5000, 3: 5000})
    assert felt.fresh().hands_dealt == 0
    felt.deal()
    assert felt.stacks() == {1: 4975, 2: 5025, 3: 5000}


def test_where_nobody_is_there_the_big_blind_wins() -> None:
    felt = make_felt(5000, 5000, 5000)
    mark(felt, 1, 2, 3)
    felt.deal()
    assert felt.stacks() == {1: 4975, 2: 5025, 3: 5000}


def test_an_absent_player_is_blinded_off_and_finishes_by_it() -> None:
    felt = make_felt(5000, 50, 5000)
    mark(felt, 2)
    felt.deal()
    felt.play("f3")
    entry = Entry.objects.get(pk=felt.entries[2].pk)
    assert (entry.status, entry.place_first, entry.stack) == (EntryStatus.ELIMINATED, 3, 0)
    undo(felt)
    assert Entry.objects.get(pk=entry.pk).is_absent


def test_the_redeal_of_a_misdeal_is_played_by_who_has_come() -> None:
    felt = make_felt(5000, 5000, 5000)
    mark(felt, 3)
    felt.deal()
    felt.play("x:misdeal,f")
    mark(felt, 3, absent=False)
    felt.deal()
    assert (state_now().live, sat_out()[3]) == ((1, 2, 3), "")


def test_the_mark_goes_along_to_another_table() -> None:
    felt = make_felt(5000, 5000, 5000, late_registration_level=3)
    other = add_felt(felt.tournament, 5000, 5000, number=2)
    mark(felt, 3)
    felt.send(3, other.table, 5)
    other.deal()
    assert dict(HandSeat.objects.values_list("seat_number", "sits_out")) == {1: "", 2: "", 5: "absent"}


def test_a_mark_is_undone_through_the_log_and_cannot_be_given_twice() -> None:
    felt = make_felt(5000, 5000, 5000)
    mark(felt, 3)
    with pytest.raises(Refused) as refused:
        mark(felt, 3)
    assert refused.value.message == f"{felt.entries[3].player.name} is already marked absent."
    version = felt.fresh().version
    felt.deal()
    line = LogEntry.objects.get(verb="player_absent")
    undo_line(tournament_id=felt.tournament.pk, line_id=line.pk, by=ACTOR.at(NOW))
    assert not Entry.objects.get(pk=felt.entries[3].pk).is_absent
    assert state_now().live == (1, 2, 3)
    assert felt.fresh().version == version + 2
    back = LogEntry.objects.get(undoes=line)
    assert (back.verb, PlayerBack.of(back).hand) == ("player_back", 1)
    undo_line(tournament_id=felt.tournament.pk, line_id=back.pk, by=ACTOR.at(NOW))
    assert Entry.objects.get(pk=felt.entries[3].pk).is_absent


def test_a_player_who_has_left_the_table_is_not_marked_there() -> None:
    felt = make_felt(5000, 5000, 5000)
    Seat.objects.filter(table=felt.table, number=3).update(entry=None)
    with pytest.raises(Refused) as refused:
        mark(felt, 3)
    assert refused.value.code == "not_at_table"
