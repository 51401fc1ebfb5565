"""Disputes of hands that were played: in time, too late, decided, undone."""

from __future__ import annotations

import pytest

from tables.changes.disputes import DisputeOpened
from tables.models import Dispute, Hand
from tables.queries.hands.disputes import windows_of
from tables.services.hands.disputes import answer_dispute, open_dispute
from tables.services.hands.recording import undo_operation
from tests.factories import ACTOR, after
from tests.factories.felt import Felt, make_felt
from tournament.models import LogEntry, Tournament
from tournament.services.clock import next_period, sweep_clock
from tournament.services.errors import Refused
from tournament.services.undo import lines_to_undo, undo_line

pytestmark = pytest.mark.django_db


def played(felt: Felt, *, minutes: float = 1) -> Hand:
    """A hand that all fold, over at that minute."""
    hand = felt.deal(now=after(minutes))
    fold_all(felt, minutes=minutes)
    return Hand.objects.select_related("table").get(pk=hand.pk)


def fold_all(felt: Felt, *, minutes: float) -> None:
    """The button, and then the small blind: seat 3 has the first button, seat 1 the second."""
    button = 3 if felt.fresh().hands_dealt % 3 == 1 else 1
    felt.play(f"f{button}", f"f{button % 3 + 1}", now=after(minutes))


def are_open(felt: Felt, hand: Hand, minutes: float) -> list[bool]:
    tournament = Tournament.objects.get(pk=felt.tournament.pk)
    return [each.is_open for each in windows_of(tournament, hand, now=after(minutes))]


def dispute(
    felt: Felt, hand: Hand, *, about: str = "reading", minutes: float = 2, why_late: str = ""
) -> LogEntry:
    return open_dispute(
        tournament_id=felt.tournament.pk,
        hand_id=hand.pk,
        about="reading" if about == "reading" else "accounting",
        said="seat 2 had a flush",
        why_late=why_late,
        by=ACTOR.at(after(minutes)),
    )


def undo(felt: Felt, line: LogEntry) -> None:
    undo_line(tournament_id=felt.tournament.pk, line_id=line.pk, by=ACTOR.at(after(9)))


@pytest.mark.rule("DSP-01")
def test_dsp_01_the_reading_is_disputed_until_the_next_hand_is_dealt() -> None:
    felt = make_felt(10_000, 10_000, 10_000)
    hand = played(felt)
    assert are_open(felt, hand, 20) == [True, True]

    felt.deal(now=after(2))

    assert are_open(felt, hand, 1.9) == [True, True]
    assert are_open(felt, hand, 2) == [False, True]
    with pytest.raises(Refused, match=r"^The right to dispute this has ended \(TDA 22\)\. Enter why"):
        dispute(felt, hand)


@pytest.mark.rule("DSP-02")
def test_dsp_02_an_accounting_error_is_disputed_until_substantial_action_on_the_next_hand() -> None:
    felt = make_felt(10_000, 10_000, 10_000)
    hand = played(felt)
    felt.deal(now=after(2))
    felt.play("f1", now=after(3))
    assert are_open(felt, hand, 3) == [False, True]
    assert DisputeOpened.of(dispute(felt, hand, about="accounting", minutes=3)).rule == "TDA 22"

    felt.play("c2", now=after(4))

    assert are_open(felt, hand, 4) == [False, False]
    with pytest.raises(Refused, match=r"^The right to dispute this has ended \(TDA 22\)"):
        dispute(felt, hand, about="accounting", minutes=4)


@pytest.mark.rule("DSP-03")
def test_dsp_03_a_hand_that_ends_in_a_break_is_disputed_for_one_minute_after_the_pot() -> None:
    felt = make_felt(10_000, 10_000, 10_000)
    felt.deal(now=after(1))
    break_at = _next_break(felt)
    fold_all(felt, minutes=break_at)
    hand = Hand.objects.select_related("table").get(table=felt.table)

    assert are_open(felt, hand, break_at + 0.9) == [True, True]
    assert are_open(felt, hand, break_at + 1) == [False, False]


@pytest.mark.rule("DSP-01", "DSP-02", "DSP-03")
def test_under_wsop_76_everything_is_disputed_until_the_next_hand() -> None:
    felt = make_felt(10_000, 10_000, 10_000, rule_profile="wsop2024")
    felt.deal(now=after(1))
    break_at = _next_break(felt)
    fold_all(felt, minutes=break_at)
    hand = Hand.objects.select_related("table").get(table=felt.table)
    assert are_open(felt, hand, break_at + 5) == [True, True]
    next_period(tournament_id=felt.tournament.pk, by=ACTOR.at(after(break_at + 5)))

    felt.deal(now=after(break_at + 6))

    assert are_open(felt, hand, break_at + 6) == [False, False]
    with pytest.raises(Refused, match=r"ended \(WSOP 76\)"):
        dispute(felt, hand, about="accounting", minutes=break_at + 6)


def test_too_late_it_is_heard_with_a_reason_and_without_a_rule() -> None:
    felt = make_felt(10_000, 10_000, 10_000)
    hand = played(felt)
    felt.deal(now=after(2))

    line = dispute(felt, hand, why_late="the camera shows it")

    assert (line.reason, DisputeOpened.of(line).rule, Dispute.objects.get().rule) == (
        "the camera shows it",
        "",
        "",
    )


def test_it_is_decided_once_and_each_step_is_undone_and_done_again() -> None:
    felt = make_felt(10_000, 10_000, 10_000)
    opened = dispute(felt, played(felt))
    decided = decide(felt, "the pot stands")
    with pytest.raises(Refused, match=r"^This dispute has been decided already"):
        decide(felt, "the pot is split")
    assert lines_to_undo(felt.fresh().tournament, [opened, decided]) == {decided.pk}

    undo(felt, decided)
    again = decide(felt, "the pot is split")
    assert Dispute.objects.get().answer == "the pot is split"
    undo(felt, again)
    undo(felt, opened)
    assert not Dispute.objects.exists()


def test_a_hand_in_play_has_no_window() -> None:
    felt = make_felt(10_000, 10_000, 10_000)
    hand = felt.deal(now=after(1))

    assert windows_of(felt.tournament, hand, now=after(2)) == ()
    with pytest.raises(Refused, match=r"^Hand 1 is still in play\.$"):
        dispute(felt, hand)


def test_an_action_that_was_undone_is_none() -> None:
    felt = make_felt(10_000, 10_000, 10_000)
    hand = played(felt)
    felt.deal(now=after(2))
    felt.play("f1", "c2", now=after(3))

    undo_last(felt)

    assert are_open(felt, hand, 9) == [False, True]


def decide(felt: Felt, answer: str) -> LogEntry:
    return answer_dispute(
        tournament_id=felt.tournament.pk,
        dispute_id=Dispute.objects.get().pk,
        answer=answer,
        by=ACTOR.at(after(5)),
    )


def undo_last(felt: Felt) -> None:
    undo_operation(tournament_id=felt.tournament.pk, table_id=felt.table.pk, by=ACTOR.at(after(4)))


def _next_break(felt: Felt) -> float:
    """The minute at which the first break begins; the sweep has booked it."""
    structure = felt.tournament.structure
    minutes = 0.0
    for index, period in enumerate(structure.periods):
        if structure.is_break(index):
            break
        minutes += period.duration_seconds / 60
    sweep_clock(tournament_id=felt.tournament.pk, now=after(minutes))
    return minutes
