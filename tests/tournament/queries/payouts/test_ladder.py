"""The ladder as the public sees it, before, during and after the money."""

from __future__ import annotations

import pytest
from django.db import transaction

from tests.factories import ACTOR, after, make_tournament
from tests.factories.field import bust, entered, started
from tournament.models import Entry, Tournament
from tournament.queries.payouts.ladder import LadderRow, PrizeBoard, prize_board
from tournament.queries.standings import field_of
from tournament.rules.payouts.schemes import FixedShares, payout_scheme_to_dict
from tournament.services.field.entries import BustOut, eliminate_entries
from tournament.services.locks import lock_tournament

pytestmark = pytest.mark.django_db

FIVE_PLACES = payout_scheme_to_dict(FixedShares(shares=(400_000, 300_000, 100_000, 100_000, 100_000)))


def board(tournament: Tournament) -> PrizeBoard:
    field = field_of(tournament)
    return prize_board(tournament, entries=field.entries, next_place=field.left)


def test_without_entries_nothing_is_paid() -> None:
    assert board(make_tournament()) == PrizeBoard(pool=0, overlay=0, places_paid=0, rows=(), is_final=False)


def test_equal_prizes_share_a_row() -> None:
    tournament, _ = entered(10, payout_scheme_data=FIVE_PLACES)
    seen = board(tournament)
    assert seen.pool == 450_00
    assert [(row.first, row.last, row.amount) for row in seen.rows] == [
        (1, 1, 180_00),
        (2, 2, 135_00),
        (3, 5, 45_00),
    ]
    assert not seen.is_final


def test_a_guarantee_shows_its_overlay() -> None:
    tournament, _ = entered(2, guarantee=1000_00)
    seen = board(tournament)
    assert (seen.pool, seen.overlay, seen.entries_missing) == (1000_00, 910_00, 21)
    tournament, _ = started(2, name="Closed", guarantee=1000_00)
    seen = board(tournament)
    assert (seen.overlay, seen.is_final, seen.entries_missing) == (910_00, True, 0)


def test_the_ladder_points_at_the_next_prize_and_names_who_was_paid() -> None:
    tournament, entries = started(
        4, payout_scheme_data=payout_scheme_to_dict(FixedShares(shares=(500_000, 300_000, 200_000)))
    )
    for loser in (3, 2):
        bust(tournament, entries[loser], winner=entries[0], now=after(3))
    seen = board(tournament)
    assert seen.is_final
    assert seen.rows == (
        LadderRow(first=1, last=1, amount=90_00),
        LadderRow(first=2, last=2, amount=54_00, is_next=True),
        LadderRow(first=3, last=3, amount=36_00, name=entries[2].player.shown_name),
    )
    assert seen.next_row == seen.rows[1]


def test_players_who_tied_share_their_places_each_with_an_own_part() -> None:
    """56.20 twice for three who went out together, in coins of 0.10."""
    shares = FixedShares(shares=(500_000, 250_000, 250_000))
    tournament, entries = started(5, payout_scheme_data=payout_scheme_to_dict(shares), payout_unit=10)
    together = [BustOut(entry_id=entry.pk, starting_stack=500, table_number=1) for entry in entries[1:4]]
    bust(tournament, entries[4], winner=entries[0], now=after(2))
    with transaction.atomic():
        Entry.objects.filter(pk__in=[entry.pk for entry in entries[1:4]]).update(stack=0)
        eliminate_entries(
            tournament=lock_tournament(tournament.pk), bust_outs=together, by=ACTOR.at(after(3))
        )
    first, *tied = board(tournament).rows
    assert (first.first, first.last, first.amount) == (1, 1, 112_60)
    assert [(row.first, row.last, row.amount) for row in tied] == [
        (2, 4, 37_50),
        (2, 4, 37_50),
        (2, 4, 37_40),
    ]
    assert {row.name for row in tied} == {entry.player.shown_name for entry in entries[1:4]}


def test_all_prizes_together_are_the_pool() -> None:
    tournament, entries = started(5)
    for loser in (4, 3, 2, 1):
        bust(tournament, entries[loser], winner=entries[0], now=after(3))
    seen = board(tournament)
    assert sum(row.amount * (row.last - row.first + 1) for row in seen.rows) == seen.pool == 5 * 45_00
    assert all(row.name for row in seen.rows)
