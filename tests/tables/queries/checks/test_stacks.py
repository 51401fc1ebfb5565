"""Chips that a player has without a hand, a count or a sale that has brought them are found."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tables.queries.checks.stacks import check_stacks
from tables.services.chips.corrections import correct_stack
from tables.services.chips.counting import count_stacks
from tables.services.hands.recording import undo_operation
from tests.factories import ACTOR, after
from tests.factories.felt import Felt
from tests.factories.sales import rebuy_felt, sell
from tournament.models import Entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def felt() -> Felt:
    """After a hand in which seat 2 has won the small blind of seat 1."""
    felt = rebuy_felt(10_000, 9_000, 8_000)
    felt.deal(now=after(1))
    felt.play("f3", "f1", now=after(2))
    assert felt.stacks() == {1: 9_975, 2: 9_025, 3: 8_000}
    return felt


def found(felt: Felt) -> list[str]:
    return [str(finding) for finding in check_stacks(felt.tournament)]


def exchange(felt: Felt) -> None:
    """The stacks of seats 2 and 3, past every service."""
    for seat, stack in ((2, 8_000), (3, 9_025)):
        Entry.objects.filter(pk=felt.entries[seat].pk).update(stack=stack)


def play_hand(felt: Felt) -> None:
    felt.deal(now=after(11))
    felt.play("f1", "f2", now=after(12))


def test_what_hands_alone_have_moved_is_whole_at_any_moment(felt: Felt) -> None:
    assert found(felt) == []
    felt.deal(now=after(11))
    assert found(felt) == []
    felt.play("f1", "f2", now=after(12))
    assert found(felt) == []
    undo_operation(tournament_id=felt.tournament.pk, table_id=felt.table.pk, by=ACTOR.at(after(13)))
    assert found(felt) == []


def test_two_stacks_exchanged_between_hands_are_named(felt: Felt) -> None:
    exchange(felt)

    assert found(felt) == [
        "I19: Entry 2 has 8000 chips, after hand 1 of table 1 it was 9025; nothing since then says why.",
        "I19: Entry 3 has 9025 chips, after hand 1 of table 1 it was 8000; nothing since then says why.",
    ]


def test_two_stacks_exchanged_during_a_hand_are_named(felt: Felt) -> None:
    felt.deal(now=after(11))
    exchange(felt)

    assert found(felt)[0] == (
        "I19: Entry 2 has 8000 chips and was dealt into hand 2 of table 1 with 9025; nothing since then says why."
    )
    assert len(found(felt)) == 2


def test_two_stacks_exchanged_are_still_named_after_the_next_hand(felt: Felt) -> None:
    exchange(felt)
    play_hand(felt)

    says = (
        "I19: Entry {} has {} chips after hand 1 of table 1 and begins hand 2 of table 1 with {}; nothing between them "
        "says why."
    )
    assert found(felt) == [says.format(2, 9_025, 8_000), says.format(3, 8_000, 9_025)]


def correct(felt: Felt) -> None:
    correct_stack(
        tournament_id=felt.tournament.pk,
        entry_id=felt.entries[2].pk,
        stack=8_500,
        reason="counted again",
        by=ACTOR.at(after(5)),
    )


def count(felt: Felt) -> None:
    count_stacks(
        tournament_id=felt.tournament.pk,
        table_id=felt.table.pk,
        counts={2: 8_500},
        by=ACTOR.at(after(5)),
        reason="counted again",
    )


def buy(felt: Felt) -> None:
    sell(felt, 2, now=after(5))


def buy_during_a_hand(felt: Felt) -> None:
    felt.deal(now=after(5))
    sell(felt, 2, now=after(6))
    felt.play("f1", "f2", now=after(7))


EXCUSES: tuple[Callable[[Felt], None], ...] = (correct, count, buy)


@pytest.mark.parametrize("excuse", EXCUSES)
def test_chips_that_the_log_tells_of_are_no_finding_and_excuse_nobody_else(
    felt: Felt, excuse: Callable[[Felt], None]
) -> None:
    excuse(felt)

    assert felt.stack(2) != 9_025
    assert found(felt) == []
    play_hand(felt)
    assert found(felt) == []
    Entry.objects.filter(pk=felt.entries[3].pk).update(stack=1)
    assert [says.split(" chips")[0] for says in found(felt)] == ["I19: Entry 3 has 1"]


def test_chips_that_were_bought_during_a_hand_come_after_it(felt: Felt) -> None:
    buy_during_a_hand(felt)

    assert felt.stack(2) > 10_000
    assert found(felt) == []


def test_what_the_log_told_before_a_hand_excuses_nothing_after_it(felt: Felt) -> None:
    correct(felt)
    play_hand(felt)
    Entry.objects.filter(pk=felt.entries[2].pk).update(stack=1)

    assert [says.split(" chips")[0] for says in found(felt)] == ["I19: Entry 2 has 1"]


def test_it_is_one_query_where_nothing_but_hands_has_moved_chips(felt: Felt) -> None:
    with CaptureQueriesContext(connection) as asked:
        assert found(felt) == []

    assert len(asked) == 1
