"""Whole tournaments through the real services, with every invariant checked after every operation."""

from __future__ import annotations

from collections import Counter

import pytest

from tables.management.simulation import Options, Report, simulate
from tables.queries.room.pieces import piece_counts
from tests.factories import make_account
from tournament.models import ChipSale, Tournament
from tournament.queries.payouts.bounties import bounty_money
from tournament.queries.payouts.mystery import envelope_board

# Committed as in the house: in one transaction PostgreSQL keeps every former version of every row.
pytestmark = pytest.mark.django_db(transaction=True)


def play(entries: int, seed: str = "1") -> Report:
    return simulate(Options(entries=entries, seed=seed), account=make_account())


# Eleven fill two tables, one of which breaks on the way.
SIZES = [
    *(
        pytest.param(
            entries,
            marks=[pytest.mark.one_database, pytest.mark.long(reason="one table, as with the seeds below")],
        )
        for entries in (2, 3)
    ),
    pytest.param(11, marks=pytest.mark.long(reason="two tables, as in the evening with hand-for-hand below")),
    pytest.param(
        28, marks=[pytest.mark.slow, pytest.mark.long(reason="a third table breaks like the second")]
    ),
]


@pytest.mark.parametrize("entries", SIZES)
def test_a_small_tournament_ends_with_one_winner(entries: int) -> None:
    report = play(entries)

    assert report.places[0] == (report.winner, 1, 1)
    assert len(report.places) == entries
    assert sum(amount for _entry, amount in report.payouts) == report.pool == entries * 9_000


@pytest.mark.one_database
@pytest.mark.long(reason="what is drawn by a seed has its tests in tests/tables/floor")
@pytest.mark.parametrize("entries", [3, 11])
def test_the_same_seed_plays_the_same_tournament(entries: int) -> None:
    assert play(entries, seed="same") == play(entries, seed="same")


@pytest.mark.one_database
@pytest.mark.long(reason="what is drawn by a seed has its tests in tests/tables/floor")
def test_another_seed_plays_another_tournament() -> None:
    assert play(3, seed="one").places != play(3, seed="other").places


LARGER = pytest.mark.long(reason="a larger evening of the same kind")


@pytest.mark.long(reason="the evenings of money sell them in every run")
@pytest.mark.parametrize(
    ("entries", "seed"),
    [(3, "2"), pytest.param(11, "1", marks=LARGER)],
)
@pytest.mark.long_on_postgresql(reason="the services it calls are asked one by one there")
def test_an_evening_with_rebuys_and_add_ons_keeps_every_chip_and_every_cent(entries: int, seed: str) -> None:
    """In these evenings somebody buys an add-on in the only break."""
    report = simulate(Options(entries=entries, seed=seed, sells=True), account=make_account())

    assert report.incidents["rebuys"] > 0
    assert report.incidents["add-ons"] > 0
    standing = ChipSale.objects.filter(undone_at=None)
    kinds = Counter(standing.values_list("kind", flat=True))
    pool = entries * 90_00 + kinds["rebuy"] * 93_25 + kinds["add_on"] * 49_99
    assert sum(amount for _entry, amount in report.payouts) == report.pool == pool


@pytest.mark.long(
    reason="envelopes are opened, won and paid in tests/tournament/services/cash/test_mystery.py"
)
@pytest.mark.parametrize(
    ("entries", "seed"),
    [(6, "8"), pytest.param(12, "8", marks=LARGER)],
)
@pytest.mark.long_on_postgresql(reason="the services it calls are asked one by one there")
def test_an_evening_with_mystery_bounties_pays_every_envelope(entries: int, seed: str) -> None:
    """In these evenings somebody opens an envelope before the winner is known."""
    report = simulate(Options(entries=entries, seed=seed, bounties="mystery"), account=make_account())

    assert report.incidents["envelopes made up"] > 0
    assert report.incidents["envelopes opened"] > 0
    tournament = Tournament.objects.get()
    money = bounty_money(tournament)
    assert (money.sold, money.in_pot, money.due, money.difference) == (entries * 2_501, 0, 0, 0)
    assert money.paid + money.forfeited == money.sold
    assert money.paid > 0
    board = envelope_board(tournament)
    assert board is not None
    assert (board.left, board.queue) == (0, ())
    assert board.draws[0].seed


@pytest.mark.one_database
@pytest.mark.slow
@pytest.mark.long(reason="smaller rooms go the same ways")
def test_180_entries_end_with_one_winner() -> None:
    report = play(180)

    assert sorted(entry for entry, _first, _last in report.places) == list(range(1, 181))
    assert report.levels > 0
    assert report.moves_checked == report.hands
    assert sum(amount for _entry, amount in report.payouts) == report.pool == 180 * 9_000


@pytest.mark.parametrize(("entries", "seed"), [(10, "2"), pytest.param(40, "3", marks=LARGER)])
@pytest.mark.long_on_postgresql(reason="the services it calls are asked one by one there")
def test_an_event_of_two_days_is_bagged_by_the_piece_as_its_chips_were_handed_out(
    entries: int, seed: str
) -> None:
    report = simulate(Options(entries=entries, seed=seed, two_days=True), account=make_account())

    assert report.incidents["day over"] == report.incidents["day 2"] == 1
    (count,) = piece_counts(Tournament.objects.get())
    assert count.day == 1
    assert count.due is not None
    assert sum(amount for _entry, amount in report.payouts) == report.pool


ROUNDS = pytest.mark.long(
    reason="rounds have their evening in test_money_balances.py, where places are checked too"
)


@pytest.mark.parametrize(
    ("entries", "seed", "hand_for_hand"),
    [
        pytest.param(13, "1", 9, marks=ROUNDS),
        pytest.param(30, "4", 3, marks=LARGER),
    ],
)
@pytest.mark.long_on_postgresql(reason="the services it calls are asked one by one there")
def test_an_evening_with_hand_for_hand_ends_with_one_winner_and_places_without_a_gap(
    entries: int, seed: str, hand_for_hand: int
) -> None:
    """So many players from the money it begins by itself; run-outs are released, redraws come in between.

    In these evenings the money is not reached before registration closes: there would be no rounds.
    """
    options = Options(entries=entries, seed=seed, incidents=0, hand_for_hand=hand_for_hand)
    report = simulate(options, account=make_account())

    assert report.rounds > 0
    assert [report.places[0][1], report.places[-1][2]] == [1, entries]
    assert sum(amount for _entry, amount in report.payouts) == report.pool
