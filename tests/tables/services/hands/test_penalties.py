"""Penalties: given at a table, sat out deal by deal, carried along, over by themselves (TDA 71, 35-C, 68; WSOP 113)."""

from __future__ import annotations

from typing import Any

import pytest

from tables.changes.penalties import PenaltyGiven, PenaltyServed
from tables.models import Hand, HandStatus, Recording
from tables.queries.table.hand import load_hand
from tables.queries.table.penalties import penalties_of
from tables.queries.tablet.rulings import irregularities
from tables.services.hands.counted import count_hand, undo_counted_hand
from tables.services.hands.penalties import give_penalty
from tables.services.hands.recording import undo_operation
from tables.services.table.ways import set_recording
from tests.factories import ACTOR, NOW
from tests.factories.felt import Felt, add_felt, add_table, make_felt
from tournament.models import Entry, LogEntry, Penalty
from tournament.rules.penalties import PenaltyKind
from tournament.services.errors import Refused
from tournament.services.undo import lines_to_undo, undo_line

pytestmark = pytest.mark.django_db


def punish(felt: Felt, seat: int, kind: PenaltyKind, count: int = 0, offence: str = "conduct") -> LogEntry:
    return give_penalty(
        tournament_id=felt.tournament.pk,
        entry_id=felt.entries[seat].pk,
        kind=kind,
        count=count,
        offence=offence,
        note="",
        by=ACTOR.at(NOW),
    )


def undo(felt: Felt) -> None:
    undo_operation(tournament_id=felt.tournament.pk, table_id=felt.table.pk, by=ACTOR.at(NOW))


def left(felt: Felt, seat: int) -> tuple[int, int]:
    """What the entry owes by its own column, and by its penalties."""
    entry = Entry.objects.get(pk=felt.entries[seat].pk)
    standing = Penalty.objects.filter(entry=entry, lifted_at=None)
    return entry.penalty_hands, sum(each.hands - each.missed for each in standing)


def sitting_out(felt: Felt) -> dict[int, str]:
    hand = Hand.objects.filter(table=felt.table).exclude(status=HandStatus.VOID).latest("number")
    return dict(load_hand(hand).state.sitting_out)


def pass_hand(felt: Felt) -> dict[int, str]:
    """Deal a hand, see who sits it out, and let everybody fold to the last."""
    felt.deal()
    out = sitting_out(felt)
    while Hand.objects.filter(table=felt.table, status=HandStatus.OPEN).exists():
        hand = Hand.objects.get(table=felt.table, status=HandStatus.OPEN)
        felt.play(f"f{load_hand(hand).state.actor}")
    return out


@pytest.mark.rule("PEN-01")
def test_pen_01_two_rounds_given_to_one_of_eight_are_16_hands_also_with_seven_left() -> None:
    felt = make_felt(*[5000] * 8)
    line = punish(felt, 3, "rounds", 2)
    assert (PenaltyGiven.of(line).hands, left(felt, 3)) == (16, (16, 16))
    assert pass_hand(felt) == {3: "penalty"}
    felt.send(8, add_table(felt.tournament, number=2), 1)
    for hand in range(2, 17):
        assert pass_hand(felt) == {3: "penalty"}, hand
    assert (left(felt, 3), pass_hand(felt)) == ((0, 0), {})
    served = LogEntry.objects.get(verb="penalty_served")
    assert (PenaltyServed.of(served).name, PenaltyServed.of(served).hands) == (
        felt.entries[3].player.name,
        16,
    )


@pytest.mark.rule("PEN-02")
def test_pen_02_a_misdeal_and_its_redeal_count_once_and_so_does_their_undo() -> None:
    felt = make_felt(5000, 5000, 5000)
    punish(felt, 2, "hands", 2)
    felt.deal()
    assert left(felt, 2) == (1, 1)
    felt.play("x:misdeal,f")
    # What was given meanwhile is not for the redeal of a hand from before it.
    punish(felt, 1, "hands", 1)
    felt.deal()
    assert (sitting_out(felt), left(felt, 2), left(felt, 1)) == ({2: "penalty"}, (1, 1), (1, 1))
    undo(felt)
    assert left(felt, 2) == (1, 1)
    felt.deal()
    felt.play("f3")
    assert pass_hand(felt) == {1: "penalty", 2: "penalty"}
    assert (left(felt, 2), left(felt, 1)) == ((0, 0), (0, 0))


@pytest.mark.rule("PEN-03")
def test_pen_03_what_is_left_goes_along_to_another_table() -> None:
    felt = make_felt(5000, 5000, 5000, late_registration_level=3)
    other = add_felt(felt.tournament, 5000, 5000, number=2)
    punish(felt, 3, "hands", 2)
    assert pass_hand(felt) == {3: "penalty"}
    felt.send(3, other.table, 3)
    assert pass_hand(other) == {3: "penalty"}
    assert pass_hand(other) == {}


def test_the_hand_in_play_does_not_count_and_a_deal_undone_gives_its_hand_back() -> None:
    felt = make_felt(5000, 5000, 5000)
    felt.deal()
    punish(felt, 3, "hands", 1, offence="exposed_cards")
    assert (sitting_out(felt), left(felt, 3)) == ({}, (1, 1))
    felt.play("f3", "f1")
    felt.deal()
    assert (sitting_out(felt), left(felt, 3)) == ({3: "penalty"}, (0, 0))
    undo(felt)
    assert left(felt, 3) == (1, 1)
    assert pass_hand(felt) == {3: "penalty"}
    assert pass_hand(felt) == {}


def test_a_penalty_is_listed_undone_through_the_log_and_a_served_one_stays() -> None:
    felt = make_felt(5000, 5000, 5000)
    warning = punish(felt, 2, "warning", offence="etiquette")
    hands = punish(felt, 2, "hands", 3)
    player = felt.entries[2].player_id
    shown = penalties_of(tournament_id=felt.tournament.pk, player_id=player)
    assert [(each.what, each.why, each.left) for each in shown] == [
        ("3 missed hands", "Conduct (TDA 71)", 3),
        ("Warning", "Etiquette (TDA 70)", 0),
    ]
    assert pass_hand(felt) == {2: "penalty"}
    undo_line(tournament_id=felt.tournament.pk, line_id=hands.pk, by=ACTOR.at(NOW))
    assert (left(felt, 2), pass_hand(felt)) == ((0, 0), {})
    undo_line(tournament_id=felt.tournament.pk, line_id=warning.pk, by=ACTOR.at(NOW))
    assert penalties_of(tournament_id=felt.tournament.pk, player_id=player) == ()
    served = punish(felt, 2, "hands", 1)
    assert lines_to_undo(felt.tournament, [served]) == {served.pk}
    pass_hand(felt)
    assert lines_to_undo(felt.tournament, [served]) == frozenset()


def test_a_number_that_the_kind_does_not_take_is_refused() -> None:
    felt = make_felt(5000, 5000, 5000)
    with pytest.raises(Refused) as refused:
        punish(felt, 2, "rounds", 0)
    assert refused.value.code == "bad_count"
    assert not Penalty.objects.exists()


@pytest.mark.rule("PEN-01")
def test_a_hand_that_is_counted_without_a_tablet_is_one_of_the_penalty_and_so_is_its_undo() -> None:
    felt = make_felt(5000, 5000, 5000)
    set_recording(
        tournament_id=felt.tournament.pk,
        table_id=felt.table.pk,
        recording=Recording.RESULTS,
        by=ACTOR.at(NOW),
    )
    punish(felt, 2, "hands", 2)
    for owed in (1, 0):
        count_hand(tournament_id=felt.tournament.pk, table_id=felt.table.pk, by=ACTOR.at(NOW))
        assert left(felt, 2) == (owed, owed)
    assert LogEntry.objects.filter(verb="penalty_served").count() == 1
    undo_counted_hand(tournament_id=felt.tournament.pk, table_id=felt.table.pk, by=ACTOR.at(NOW))
    assert left(felt, 2) == (1, 1)


@pytest.mark.rule("S-104", "S-107")
@pytest.mark.parametrize(
    ("offence", "why"),
    [
        ("mucked_all_in", "Hand mucked on purpose against an all-in (TDA 16)"),
        ("miscalled_hand", "Hand miscalled on purpose (TDA 12)"),
    ],
)
def test_who_mucks_beside_an_all_in_or_miscalls_a_hand_on_purpose_sits_out(offence: str, why: str) -> None:
    """FIGP, showdown; WSOP 69 and 72."""
    felt = make_felt(5000, 5000, 5000)
    punish(felt, 3, "hands", 1, offence=offence)
    shown = penalties_of(tournament_id=felt.tournament.pk, player_id=felt.entries[3].player_id)
    assert [(each.what, each.why) for each in shown] == [("1 missed hand", why)]
    assert pass_hand(felt) == {3: "penalty"}
    assert pass_hand(felt) == {}


# --- The right to see hands


def river_called(**changes: Any) -> Felt:
    """Seat 1 bets the river, seats 2 and 3 call: before anybody shows."""
    felt = make_felt(5000, 5000, 5000, **changes)
    felt.deal()
    felt.play("c3", "c1", "k2", "b:2c3d4h", "k1", "k2", "k3", "b:9s", "k1", "k2", "k3", "b:Ts")
    felt.play("r1:100", "c2", "c3")
    return felt


@pytest.mark.rule("S-102")
def test_s_102_a_player_who_asks_too_often_may_not_ask_any_more_until_the_penalty_is_undone() -> None:
    felt = river_called(rule_profile="home")
    line = punish(felt, 2, "warning", offence="hand_requests")
    sheet = irregularities(felt.fresh(), chosen="asked_to_see")
    assert sheet is not None
    assert sheet.asked is not None
    assert [seat for seat, _name in sheet.asked.askers] == [1, 3]

    with pytest.raises(Refused) as refused:
        felt.rule("x:asked_to_see,s=1,q=2")
    assert refused.value.code == "right_withdrawn"
    felt.rule("x:asked_to_see,s=1,q=3")

    undo_line(tournament_id=felt.tournament.pk, line_id=line.pk, by=ACTOR.at(NOW))
    felt.rule("x:asked_to_see,s=3,q=2")


@pytest.mark.rule("S-102")
def test_by_tda_nobody_takes_that_right_from_a_player_who_called_on_the_river() -> None:
    felt = river_called()
    punish(felt, 2, "warning", offence="hand_requests")
    felt.rule("x:asked_to_see,s=1,q=2")
