"""Players who leave with chips, between hands and in one, and come back by undo (TDA 71-D, WSOP 114)."""

from __future__ import annotations

import pytest
from django.db.models import Sum

from tables import engine
from tables.changes.departures import PlayerLeaving, PlayerLeft, Why
from tables.models import Hand, HandOperation, Move, MoveStatus, Seat
from tables.queries.table.penalties import penalties_of
from tables.services.desk.seating import Seated, register_and_seat
from tables.services.hands.leaving import remove_player
from tables.services.hands.recording import undo_operation
from tests.factories import ACTOR, NOW, STRUCTURE, after
from tests.factories.felt import Felt, add_felt, add_table, make_felt
from tournament.changes.change import sentence_of
from tournament.models import ChipKind, ChipRow, Entry, EntryStatus, LogEntry, Penalty
from tournament.queries.chip_count import chip_count
from tournament.services.errors import Refused
from tournament.services.field.entries import register_entry
from tournament.services.undo import lines_to_undo, undo_line
from tournament.templatetags.writing import PageWriter

pytestmark = pytest.mark.django_db

WRITER = PageWriter(currency="EUR", structure=STRUCTURE)


def leave(felt: Felt, seat: int, why: Why = "walked_out", offence: str = "") -> LogEntry:
    return remove_player(
        tournament_id=felt.tournament.pk,
        entry_id=felt.entries[seat].pk,
        why=why,
        offence=offence,
        by=ACTOR.at(NOW),
    )


def undo(line: LogEntry) -> None:
    undo_line(tournament_id=line.tournament_id, line_id=line.pk, by=ACTOR.at(NOW))


def sentence(line: LogEntry) -> str:
    return sentence_of(line, WRITER)


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


@pytest.mark.rule("S-125")
def test_s_125_collusion_is_punished_by_expulsion_and_takes_the_chips_out_of_play() -> None:
    felt = make_felt(10_000, 10_000, 10_000)
    line = leave(felt, 3, "disqualified", "collusion")
    assert standing(felt, 3) == (EntryStatus.ELIMINATED, 3, 0)
    assert chips_of(felt) == (20_000, 20_000)
    assert not Seat.objects.filter(entry=felt.entries[3]).exists()
    shown = penalties_of(tournament_id=felt.tournament.pk, player_id=felt.entries[3].player_id)
    assert [(each.what, each.why) for each in shown] == [("Disqualification", "Collusion (TDA 69)")]
    assert sentence(line).endswith("10,000 chips are out of play. Collusion (TDA 69).")
    # No way back but the undo: a player who was expelled is not dealt in again.
    assert felt.deal().setup.seats == tuple(engine.SeatStack(seat, 10_000) for seat in (1, 2))


def test_the_last_player_never_leaves() -> None:
    felt = make_felt(10_000, 10_000)
    line = leave(felt, 1)
    felt.tournament.refresh_from_db()
    assert (felt.tournament.status, standing(felt, 1)[1], standing(felt, 2)[1]) == ("finished", 2, 1)
    undo(line)
    felt.tournament.refresh_from_db()
    assert felt.tournament.status == "running"


# --- In the middle of a hand --------------------------------------------------------------------------------


def lines() -> list[str]:
    """What the log says of players who leave."""
    told = LogEntry.objects.filter(
        verb__in=["player_leaving", "player_left", "player_stays", "player_returned"]
    )
    return list(told.order_by("pk").values_list("verb", flat=True))


def codes() -> list[str]:
    return list(HandOperation.objects.order_by("hand", "number").values_list("code", flat=True))


def test_a_player_disqualified_in_a_hand_is_out_when_it_is_over_and_what_was_put_in_stays_in_the_pot() -> (
    None
):
    felt = make_felt(10_000, 10_000, 10_000, 10_000)
    felt.deal()
    felt.play("r3:200")
    marked = leave(felt, 4, "disqualified", "conduct")
    assert marked.verb == "player_leaving"
    assert sentence(marked) == (
        "Disqualified Dario Conti: out when hand 1 at table 1 is over. Conduct (TDA 71). The hand is dead."
    )
    # The hand goes on without the player, whose seat and chips are still there.
    assert codes() == ["r3:200", "x:dead_hand,s=4,f"]
    assert standing(felt, 4) == (EntryStatus.PLAYING, None, 10_000)
    assert chips_of(felt) == (40_000, 40_000)
    felt.play("f1", "f2")
    assert standing(felt, 4) == (EntryStatus.ELIMINATED, 4, 0)
    assert Seat.objects.get(table=felt.table, number=4).entry is None
    left = LogEntry.objects.get(verb="player_left")
    assert (PlayerLeft.of(left).chips, left.actor, PlayerLeft.of(left).offence) == (
        10_000,
        ACTOR.label,
        "conduct",
    )
    assert Penalty.objects.get().log_entry_id == left.pk
    assert chips_of(felt) == (30_000, 30_000)
    assert lines_to_undo(felt.tournament, [marked, left]) == {left.pk}
    undo(left)
    assert (standing(felt, 4), chips_of(felt)) == ((EntryStatus.PLAYING, None, 10_000), (40_000, 40_000))
    # Back for good: nothing happens after the next hand.
    felt.deal()
    felt.play("f4", "f1", "f2")
    assert standing(felt, 4)[0] == EntryStatus.PLAYING


def test_a_blind_that_was_posted_is_won_and_the_rest_leaves_play() -> None:
    felt = make_felt(10_000, 10_000, 10_000)
    felt.deal()
    leave(felt, 2, "surrendered")
    felt.play("f3")
    assert (standing(felt, 2), standing(felt, 1)[2]) == ((EntryStatus.ELIMINATED, 3, 0), 10_050)
    assert PlayerLeft.of(LogEntry.objects.get(verb="player_left")).chips == 9_950
    assert chips_of(felt) == (20_050, 20_050)


def test_the_hand_that_a_disqualification_ends_is_settled_with_it() -> None:
    felt = make_felt(10_000, 10_000, 10_000)
    felt.deal()
    felt.play("f3")
    line = leave(felt, 1, "disqualified", "conduct")
    assert line.verb == "player_left"
    assert standing(felt, 1) == (EntryStatus.ELIMINATED, 3, 0)
    assert (PlayerLeft.of(line).chips, standing(felt, 2)[2]) == (9_975, 10_025)


def test_all_in_chips_of_a_player_who_walks_out_are_played_for() -> None:
    felt = make_felt(2_000, 10_000, 10_000)
    felt.deal()
    felt.play("c3", "r1:2000", "c2", "f3")
    line = leave(felt, 1)
    assert (PlayerLeaving.of(line).killed_by, sentence(line)) == (
        0,
        "Anna Verdi walks out: out when hand 1 at table 1 is over.",
    )
    felt.play("b:2c7d9h", "b:Js", "b:4s", "s1:KhKd", "s2:QhQd")
    left = LogEntry.objects.get(verb="player_left")
    assert (PlayerLeft.of(left).chips, standing(felt, 1)) == (4_050, (EntryStatus.ELIMINATED, 3, 0))


def test_a_player_who_loses_the_last_chip_in_that_hand_goes_out_as_everybody_else() -> None:
    felt = make_felt(2_000, 10_000, 10_000)
    felt.deal()
    felt.play("c3", "r1:2000", "c2", "f3")
    leave(felt, 1)
    felt.play("b:2c7d9h", "b:Js", "b:4s", "s2:AhAd", "s1:KhKd")
    assert (standing(felt, 1), lines()) == ((EntryStatus.ELIMINATED, 3, 0), ["player_leaving"])
    assert not Entry.objects.filter(leaving_line__isnull=False).exists()


def test_who_disqualifies_by_mistake_takes_it_back_and_the_hand_plays_on() -> None:
    felt = make_felt(10_000, 10_000, 10_000)
    felt.deal()
    line = leave(felt, 1, "disqualified", "conduct")
    with pytest.raises(Refused, match="Anna Verdi leaves as soon as the hand is over"):
        leave(felt, 1, "disqualified", "conduct")
    undo(line)
    state = felt.play("c3", "c1")
    assert (list(state.live), lines()) == ([1, 2, 3], ["player_leaving", "player_stays"])
    assert sentence(LogEntry.objects.get(verb="player_stays")) == "Anna Verdi stays in the tournament."


def test_once_the_others_have_acted_the_hand_stays_dead_and_the_player_stays() -> None:
    felt = make_felt(10_000, 10_000, 10_000)
    felt.deal()
    line = leave(felt, 1, "disqualified", "conduct")
    felt.play("c3")
    undo(line)
    stays = LogEntry.objects.get(verb="player_stays")
    assert sentence(stays) == "Anna Verdi stays in the tournament. The hand is dead."
    felt.play("k2", "b:2c7d9h", "k2", "f3")
    assert standing(felt, 1) == (EntryStatus.PLAYING, None, 9_975)


def test_the_undo_of_the_deal_lets_the_player_go_at_once() -> None:
    felt = make_felt(10_000, 10_000, 10_000)
    felt.deal()
    leave(felt, 1, "walked_out")
    for _each in range(2):
        undo_operation(tournament_id=felt.tournament.pk, table_id=felt.table.pk, by=ACTOR.at(NOW))
    assert standing(felt, 1) == (EntryStatus.ELIMINATED, 3, 0)


def test_nothing_is_undone_once_the_player_has_entered_again() -> None:
    felt = make_felt(10_000, 10_000, 10_000, late_registration_level=3, entries_per_player=2)
    line = leave(felt, 2)
    assert lines_to_undo(felt.tournament, [line]) == {line.pk}
    register_entry(tournament_id=felt.tournament.pk, player_id=felt.entries[2].player_id, by=ACTOR.at(NOW))
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
            tournament_id=felt.tournament.pk, player_id=player, seed="1", by=ACTOR.at(NOW), forfeits=forfeits
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
    assert PlayerLeft.of(LogEntry.objects.get(verb="player_left")).why == "forfeited"


@pytest.mark.rule("LATE-05")
def test_late_05_by_wsop_chips_are_given_up_in_the_last_level_of_the_registration_period_only() -> None:
    """Levels of twenty minutes; registration ends with the second, and a break follows it."""
    felt = make_felt(
        400, 10_000, 10_000, late_registration_level=2, entries_per_player=2, rule_profile="wsop2024"
    )

    def enter_again(minutes: float) -> Seated:
        return register_and_seat(
            tournament_id=felt.tournament.pk,
            player_id=felt.entries[1].player_id,
            seed="1",
            by=ACTOR.at(after(minutes)),
            forfeits=True,
        )

    with pytest.raises(Refused, match="still has 400 chips"):
        enter_again(19)
    assert enter_again(42).entry.stack == 10_000
    assert standing(felt, 1)[0] == EntryStatus.ELIMINATED
