"""Whole tournaments through the real services, with every invariant checked after every operation."""

from __future__ import annotations

import pytest

from tables.management.simulation import Report, simulate
from tests.factories import make_account

# Committed as in the house: in one transaction PostgreSQL keeps every former version of every row.
pytestmark = pytest.mark.django_db(transaction=True)


def play(entries: int, seed: str = "1") -> Report:
    return simulate(entries=entries, seed=seed, account=make_account())


# The last fills three tables, with breaks, balancing and the final table.
SIZES = [
    *(pytest.param(entries, marks=pytest.mark.one_database) for entries in (2, 3)),
    10,
    pytest.param(
        28, marks=[pytest.mark.slow, pytest.mark.long_on_postgresql(reason="more tables of the same")]
    ),
]


@pytest.mark.parametrize("entries", SIZES)
def test_a_small_tournament_ends_with_one_winner(entries: int) -> None:
    report = play(entries)

    assert report.places[0] == (report.winner, 1, 1)
    assert len(report.places) == entries
    assert sum(amount for _entry, amount in report.payouts) == report.pool == entries * 9_000


@pytest.mark.one_database
@pytest.mark.slow
def test_the_same_seed_plays_the_same_tournament() -> None:
    """Eleven entries: two tables, one of them broken on the way."""
    assert play(11, seed="same") == play(11, seed="same")


@pytest.mark.one_database
def test_another_seed_plays_another_tournament() -> None:
    assert play(4, seed="one").places != play(4, seed="other").places


@pytest.mark.one_database
@pytest.mark.slow
@pytest.mark.long(reason="the 28 above go the same ways")
def test_180_entries_end_with_one_winner() -> None:
    report = play(180)

    assert sorted(entry for entry, _first, _last in report.places) == list(range(1, 181))
    assert report.levels > 0
    assert report.moves_checked == report.hands
    assert sum(amount for _entry, amount in report.payouts) == report.pool == 180 * 9_000
