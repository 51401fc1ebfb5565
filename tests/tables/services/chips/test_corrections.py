from __future__ import annotations

import pytest
from django.db.models import Sum

from tables.changes.stacks import StackCorrected
from tables.models import Table
from tables.services.chips.corrections import correct_stack
from tables.services.hands.recording import undo_operation
from tests.factories import ACTOR, NOW, after
from tests.factories.felt import Felt, make_felt
from tournament.models import ChipRow, Entry, LogEntry, TournamentStatus
from tournament.rules.structure.levels import Break, Level
from tournament.rules.structure.periods import Structure
from tournament.services.errors import Refused

pytestmark = pytest.mark.django_db


def correct(felt: Felt, seat: int, stack: int, reason: str = "counted again") -> LogEntry | None:
    return correct_stack(
        tournament_id=felt.tournament.pk,
        entry_id=felt.entries[seat].pk,
        stack=stack,
        reason=reason,
        by=ACTOR.at(NOW),
    )


def chips_in_play(felt: Felt) -> int:
    return ChipRow.objects.filter(tournament=felt.tournament).aggregate(total=Sum("amount"))["total"] or 0


@pytest.mark.rule("S-007")
def test_a_correction_sets_the_stack_and_books_the_difference_in_the_ledger() -> None:
    felt = make_felt(10_000, 10_000, 10_000)
    before = chips_in_play(felt)
    version = felt.fresh().version

    line = correct(felt, 2, 9_500)

    assert felt.stacks() == {1: 10_000, 2: 9_500, 3: 10_000}
    assert chips_in_play(felt) == before - 500
    assert line is not None
    assert (line.verb, line.reason) == ("stack_corrected", "counted again")
    corrected = StackCorrected.of(line)
    assert (corrected.before, corrected.after, corrected.seat) == (10_000, 9_500, 2)
    row = ChipRow.objects.get(log_entry=line)
    assert (row.kind, row.amount, row.entry_id) == ("correction", -500, felt.entries[2].pk)
    assert felt.fresh().version == version + 1


def test_a_correction_to_the_same_stack_changes_nothing() -> None:
    felt = make_felt(10_000, 10_000)
    lines = LogEntry.objects.count()

    assert correct(felt, 1, 10_000) is None

    assert LogEntry.objects.count() == lines


@pytest.mark.rule("S-007")
def test_a_stack_is_not_corrected_during_a_hand_of_the_player() -> None:
    felt = make_felt(10_000, 10_000, 10_000)
    felt.deal()

    with pytest.raises(Refused) as refusal:
        correct(felt, 1, 9_000)

    assert refusal.value.code == "in_hand"
    assert felt.stack(1) == 10_000


@pytest.mark.parametrize("stack", [0, -1, 10**13])
def test_a_stack_out_of_range_is_refused_naming_the_field(stack: int) -> None:
    felt = make_felt(10_000, 10_000)

    with pytest.raises(Refused) as refusal:
        correct(felt, 1, stack)

    assert (refusal.value.code, refusal.value.field) == ("stack_out_of_range", "stack")


@pytest.mark.parametrize(("reason", "code"), [("  ", "reason_empty"), ("x" * 301, "reason_too_long")])
def test_a_correction_without_a_fitting_reason_is_refused(reason: str, code: str) -> None:
    felt = make_felt(10_000, 10_000)

    with pytest.raises(Refused) as refusal:
        correct(felt, 1, 9_000, reason)

    assert (refusal.value.code, refusal.value.field) == (code, "reason")


def test_nobody_without_a_seat_and_nobody_of_another_tournament_is_corrected() -> None:
    felt, other = make_felt(10_000, 10_000), make_felt(10_000, 10_000)

    with pytest.raises(Refused) as refusal:
        correct_stack(
            tournament_id=felt.tournament.pk,
            entry_id=other.entries[1].pk,
            stack=1,
            reason="wrong room",
            by=ACTOR.at(NOW),
        )

    assert refusal.value.code == "not_seated"


def test_nothing_is_corrected_once_the_tournament_is_over() -> None:
    felt = make_felt(10_000, 10_000)
    felt.tournament.status = TournamentStatus.FINISHED
    felt.tournament.save()

    with pytest.raises(Refused) as refusal:
        correct(felt, 1, 9_000)

    assert refusal.value.code == "tournament_over"


def test_a_hand_is_not_opened_again_behind_a_correction() -> None:
    felt = make_felt(10_000, 10_000, 10_000)
    felt.deal()
    state = felt.play("f3", "f1")
    assert state.is_complete
    correct(felt, 1, 9_000)

    with pytest.raises(Refused) as refusal:
        undo_operation(tournament_id=felt.tournament.pk, table_id=felt.table.pk, by=ACTOR.at(NOW))

    assert refusal.value.code == "stack_corrected"
    assert chips_in_play(felt) == sum(Entry.objects.values_list("stack", flat=True))
    assert Table.objects.get(pk=felt.table.pk).hands.get().status == "complete"


# --- Chips that are there


REMOVES_25 = Structure(
    periods=(
        Level(small_blind=25, big_blind=50, duration_seconds=1200),
        Break(duration_seconds=600, chips_removed=(25,)),
        Level(small_blind=100, big_blind=200, duration_seconds=1200),
    )
)


def refused_at(felt: Felt, stack: int, minutes: float) -> str:
    with pytest.raises(Refused) as caught:
        correct_stack(
            tournament_id=felt.tournament.pk,
            entry_id=felt.entries[1].pk,
            stack=stack,
            reason="counted again",
            by=ACTOR.at(after(minutes)),
        )
    assert (caught.value.code, caught.value.field) == ("stack_not_payable", "stack")
    return caught.value.message


def test_a_stack_that_the_chips_in_play_cannot_make_is_refused_with_the_nearest() -> None:
    felt = make_felt(10_000, 10_000, structure=REMOVES_25)
    assert refused_at(felt, 9_999, 1) == "9,999 cannot be made with the chips in play: 9,975 or 10,000."
    assert refused_at(felt, 9_975, 31) == "9,975 cannot be made with the chips in play: 9,900 or 10,000."
    assert refused_at(felt, 50, 31) == "50 cannot be made with the chips in play: the minimum is 100."
    assert felt.stacks() == {1: 10_000, 2: 10_000}


def test_until_the_break_is_over_the_chips_that_leave_in_it_still_count() -> None:
    felt = make_felt(10_000, 10_000, structure=REMOVES_25)
    line = correct_stack(
        tournament_id=felt.tournament.pk,
        entry_id=felt.entries[1].pk,
        stack=9_975,
        reason="counted again",
        by=ACTOR.at(after(25)),
    )
    assert line is not None
    assert felt.stack(1) == 9_975
