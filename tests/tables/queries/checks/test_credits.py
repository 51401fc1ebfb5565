"""A knock-out that was entered by hand is credited to those whom its lines name last."""

from __future__ import annotations

import pytest

from tables.models import Bust
from tables.queries.checks.credits import check_credits
from tests.factories.felt import Felt, make_felt
from tests.tables.services.hands.test_busting import bust
from tests.tables.services.hands.test_knock_outs import credit
from tournament.models import Entry

pytestmark = pytest.mark.django_db


def found(felt: Felt) -> list[str]:
    return [str(finding) for finding in check_credits(felt.tournament)]


def give(felt: Felt, seat: int, *by: int) -> None:
    """Past the service."""
    Bust.objects.get(entry=felt.entries[seat]).credited_to.set([felt.entries[each] for each in by])


def test_a_knock_out_given_to_another_is_named_until_it_is_as_the_lines_say() -> None:
    felt = make_felt(20_000, 20_000, 3_000, 5_000)
    bust(felt, 3, 4, by=(1,))
    assert found(felt) == []
    three, one, two = (
        Entry.objects.values_list("number", flat=True).get(pk=felt.entries[seat].pk) for seat in (3, 1, 2)
    )

    give(felt, 3, 2)
    assert found(felt) == [
        f"I26: The knock-out of entry {three} is credited to entry {two}; by the log and the hands it is entry {one}."
    ]
    give(felt, 3)
    assert len(found(felt)) == 1
    give(felt, 3, 1)
    credit(felt, 3, 2, seen=(1,))
    assert found(felt) == []
    credit(felt, 3, seen=(2,))
    assert found(felt) == []
