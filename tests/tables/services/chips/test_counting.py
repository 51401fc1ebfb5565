"""Stacks counted where nobody knew them, and the count undone."""

from __future__ import annotations

import pytest
from django.db.models import Sum

from tables.changes.stacks import StacksCounted
from tables.services.chips.corrections import correct_stack
from tables.services.chips.counting import count_stacks
from tests.factories import ACTOR, NOW, after
from tests.factories.felt import Felt, make_felt
from tests.tables.services.hands.test_busting import bust, stacks, undo
from tests.worlds import kept
from tournament.models import ChipRow, LogEntry
from tournament.services.errors import Refused
from tournament.services.undo import lines_to_undo

pytestmark = pytest.mark.django_db


@kept
def uncounted() -> Felt:
    """Seat 4 is out and nobody said who won: 40,000 chips among three players."""
    felt = make_felt(10_000, 10_000, 10_000, 10_000)
    bust(felt, 4)
    return felt


def count(felt: Felt, counts: dict[int, int], *, reason: str = "", minutes: float = 2) -> LogEntry | None:
    return count_stacks(
        tournament_id=felt.tournament.pk,
        table_id=felt.table.pk,
        counts=counts,
        reason=reason,
        by=ACTOR.at(after(minutes)),
    )


def in_play(felt: Felt) -> int:
    return ChipRow.objects.filter(tournament=felt.tournament).aggregate(all=Sum("amount"))["all"] or 0


def test_no_hand_is_dealt_before_the_unknown_stacks_are_counted() -> None:
    felt = uncounted()

    with pytest.raises(Refused, match="stacks of seats 1, 2, 3 at table 1 are unknown"):
        felt.deal(now=after(2))
    count(felt, {1: 20_000, 2: 12_000, 3: 8_000})

    assert felt.deal(now=after(3)).number == 1
    assert stacks(felt) == {1: 20_000, 2: 12_000, 3: 8_000, 4: 0}
    assert in_play(felt) == 40_000


def test_some_counts_make_some_stacks_known_and_the_rest_stays_at_the_table() -> None:
    felt = uncounted()
    version = felt.fresh().version

    count(felt, {2: 12_000})

    assert stacks(felt) == {1: None, 2: 12_000, 3: None, 4: 0}
    assert sum(felt.stacks().values()) == 40_000
    assert felt.fresh().version == version + 1


def test_counts_that_are_not_the_chips_of_the_table_want_a_reason_and_are_booked_with_it() -> None:
    felt = uncounted()

    with pytest.raises(Refused) as refused:
        count(felt, {1: 20_000, 2: 12_000, 3: 7_000})
    assert refused.value.message == (
        "39,000 counted, but table 1 has 40,000: 1,000 missing. "
        "Count again, or give a reason and the difference is booked."
    )
    line = count(felt, {1: 20_000, 2: 12_000, 3: 7_000}, reason="a chip fell off")

    assert line is not None
    assert (line.reason, StacksCounted.of(line).difference, in_play(felt)) == (
        "a chip fell off",
        -1_000,
        39_000,
    )


def test_a_count_is_undone_with_what_it_booked() -> None:
    felt = uncounted()
    before = felt.stacks()
    line = count(felt, {1: 20_000, 2: 12_000, 3: 7_000}, reason="a chip fell off")
    assert line is not None

    undo(line)

    assert (felt.stacks(), in_play(felt)) == (before, 40_000)
    assert stacks(felt) == {1: None, 2: None, 3: None, 4: 0}


def test_a_count_on_which_cards_were_dealt_is_not_undone() -> None:
    felt = uncounted()
    line = count(felt, {1: 20_000, 2: 12_000, 3: 8_000})
    felt.deal(now=after(3))

    assert line is not None
    assert lines_to_undo(felt.tournament, [line]) == frozenset()


def test_a_whole_table_is_corrected_in_one_line_and_undone_with_it() -> None:
    felt = make_felt(10_000, 10_000, 10_000)

    line = count(felt, {1: 9_000, 2: 12_000, 3: 8_000}, reason="two hands were missed")

    assert line is not None
    assert (felt.stacks(), StacksCounted.of(line).difference) == ({1: 9_000, 2: 12_000, 3: 8_000}, -1_000)
    undo(line)
    assert (felt.stacks(), in_play(felt)) == ({1: 10_000, 2: 10_000, 3: 10_000}, 30_000)


def test_a_count_that_changes_nothing_writes_nothing() -> None:
    felt = make_felt(10_000, 10_000)

    assert count(felt, {1: 10_000}) is None


def test_an_unknown_stack_that_is_corrected_is_counted() -> None:
    felt = uncounted()

    line = correct_stack(
        tournament_id=felt.tournament.pk,
        entry_id=felt.entries[1].pk,
        stack=21_000,
        reason="counted",
        by=ACTOR.at(NOW),
    )

    assert line is not None
    assert (line.verb, stacks(felt)[1], in_play(felt)) == ("stacks_counted", 21_000, 40_000)


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        ({5: 100}, "Seat 5 at table 1 is empty"),
        ({1: 0}, "Enter a stack from 1 to"),
        ({1: 10_010}, "cannot be made with the chips in play"),
        ({1: 39_975, 2: 25}, "leave 0 chips for 1 players who were not counted"),
    ],
)
def test_counts_that_cannot_be_are_refused(counts: dict[int, int], words: str) -> None:
    with pytest.raises(Refused, match=words):
        count(uncounted(), counts)


def test_nothing_is_counted_during_a_hand() -> None:
    felt = make_felt(10_000, 10_000)
    felt.deal()

    with pytest.raises(Refused, match=r"Hand 1 is in play at table 1\. Count the stacks when it is over"):
        count(felt, {1: 10_000})
