"""Who sits where, as far as the public may know."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tables.models import Move, MoveKind, MoveStatus, Seat, Table
from tables.queries.room import seating
from tables.queries.room.seating import MoveNotice, my_seat, seats_by_name, standings_page
from tests.factories import ACTOR, NOW, after, enter, make_player
from tests.factories.books import played_for_money
from tests.factories.field import bust, entered, started
from tests.pages import squeeze
from tournament.models import Entry, EntryStatus, Tournament
from tournament.queries.payouts.bounties import OwnBounties
from tournament.rules.names import fold_name
from tournament.services.field.entries import register_entry
from tournament.services.prizes.side_prizes import add_side_prize, award_side_prize

pytestmark = pytest.mark.django_db


def test_those_in_play_stand_by_chips_and_equal_stacks_share_a_rank() -> None:
    tournament, entries = started(4)
    Entry.objects.filter(pk=entries[2].pk).update(stack=12_000)
    page = standings_page(tournament)
    assert [(row.number, row.rank, row.chips) for row in page.in_play] == [
        (3, 1, 12_000),
        (1, 2, 10_000),
        (2, 2, 10_000),
        (4, 2, 10_000),
    ]
    assert {(row.table, row.seat) for row in page.in_play} == {
        (seat.table.number, seat.number)
        for seat in Seat.objects.filter(entry__isnull=False).select_related("table")
    }


def test_those_out_follow_by_place_with_their_prize() -> None:
    tournament, entries = started(5)
    for loser in (4, 3, 2):
        bust(tournament, entries[loser], winner=entries[0], now=after(2))
    out = standings_page(tournament).out
    assert [(row.number, row.place_first, row.prize) for row in out] == [
        (3, 3, 45_00),
        (4, 4, None),
        (5, 5, None),
    ]
    assert all(row.table is None for row in out)


def test_at_the_end_the_winner_heads_the_places() -> None:
    tournament, entries = started(3)
    for loser in (2, 1):
        bust(tournament, entries[loser], winner=entries[0], now=after(2))
    page = standings_page(tournament)
    assert page.in_play == ()
    assert [(row.place_first, row.number) for row in page.out] == [(1, 1), (2, 2), (3, 3)]


def test_the_result_has_bounties_and_side_prizes_beside_the_prize() -> None:
    tournament, entries = played_for_money(3)
    ids: dict[str, Any] = {"tournament_id": tournament.pk, "by": ACTOR.at(after(9))}
    prize = add_side_prize(name="High hand", amount=25_00, is_from_pool=False, **ids)
    award_side_prize(prize_id=prize.pk, entry_id=entries[2].pk, **ids)

    out = standings_page(Tournament.objects.get()).out

    assert [(row.number, row.bounties, row.side_prizes) for row in out] == [
        (1, 30_00, 0),
        (2, 0, 0),
        (3, 0, 25_00),
    ]
    page = squeeze(Client().get(f"/t/{tournament.code}/").content.decode())
    assert "€30 bounties" in page
    assert "€25 side prizes" in page


def test_the_bounty_on_each_head_stands_beside_the_name_and_a_phone_shows_its_own() -> None:
    tournament, entries = started(4, buy_in_bounty=25_00, bounty_kind="progressive")
    bust(tournament, entries[3], winner=entries[0])

    rows = {row.number: row.head for row in standings_page(tournament).in_play}
    mine, out = (my_seat(secret=entries[at].link_secret, now=NOW) for at in (0, 3))

    assert rows == {1: 37_50, 2: 25_00, 3: 25_00}
    assert mine is not None
    assert out is not None
    assert mine.bounties == OwnBounties(knock_outs=1, due=12_50, paid=0, on_head=37_50)
    assert out.bounties == OwnBounties(knock_outs=0, due=0, paid=0, on_head=0)


def test_void_entries_are_nowhere() -> None:
    tournament, entries = entered(3)
    Entry.objects.filter(pk=entries[1].pk).update(status=EntryStatus.VOID)
    assert [row.number for row in standings_page(tournament).in_play] == [1, 3]
    assert my_seat(secret=entries[1].link_secret, now=NOW) is None


def test_ranks_go_on_over_the_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seating, "PAGE_SIZE", 2)
    tournament, entries = entered(3)
    for entry, stack in zip(entries, (9, 8, 7), strict=True):
        Entry.objects.filter(pk=entry.pk).update(stack=stack)
    second = standings_page(tournament, page=2)
    assert (second.number, second.pages, [(row.number, row.rank) for row in second.in_play]) == (
        2,
        2,
        [(3, 3)],
    )
    assert standings_page(tournament, page=99).number == 2
    assert standings_page(tournament, page=-1).number == 1


@pytest.mark.parametrize("count", [1, 3])
def test_a_page_of_standings_costs_four_queries(count: int) -> None:
    tournament, _ = entered(count)
    with CaptureQueriesContext(connection) as queries:
        standings_page(tournament)
    assert len(queries) == 4


def test_ranks_are_those_of_the_whole_field_on_every_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seating, "PAGE_SIZE", 3)
    tournament, entries = started(11)
    for entry, stack in zip(entries, (9, 9, 7, 7, 7, 7, 3, 3, 1), strict=False):
        Entry.objects.filter(pk=entry.pk).update(stack=stack * 1_000)
    for loser in (10, 9):
        Entry.objects.filter(pk=entries[loser].pk).update(stack=2_000)
        bust(tournament, entries[loser], winner=entries[8], now=after(2))

    pages = [standings_page(tournament, page=page) for page in (1, 2, 3, 4)]

    # The last in play has taken the chips of both losers.
    assert [[(row.chips, row.rank) for row in page.in_play] for page in pages] == [
        [(9_000, 1), (9_000, 1), (7_000, 3)],
        [(7_000, 3), (7_000, 3), (7_000, 3)],
        [(5_000, 7), (3_000, 8), (3_000, 8)],
        [],
    ]
    assert [[(row.place_first, row.rank) for row in page.out] for page in pages] == [
        [],
        [],
        [],
        [(10, 0), (11, 0)],
    ]


def search(tournament: Tournament, typed: str) -> list[int]:
    return [row.number for row in seats_by_name(tournament, folded=fold_name(typed))]


def test_a_seat_is_found_without_accents_and_case() -> None:
    tournament, _ = entered(0)
    enter(tournament, "Nicolò Bianchi", "Anna Verdi")
    assert search(tournament, "NICOLO") == [1]
    assert search(tournament, "an") == [2, 1]


def test_a_player_with_a_public_name_is_found_by_that_name_only() -> None:
    tournament, _ = entered(0)
    player = make_player("Bruno Neri", public_name="The Owl")
    register_entry(tournament_id=tournament.pk, player_id=player.pk, by=ACTOR.at(NOW))
    assert search(tournament, "neri") == []
    assert [row.name for row in seats_by_name(tournament, folded="owl")] == ["The Owl"]


def test_a_search_costs_one_query_whatever_it_finds() -> None:
    tournament, _ = entered(3)
    with CaptureQueriesContext(connection) as queries:
        seats_by_name(tournament, folded="a")
    assert len(queries) == 1


def test_my_seat_knows_rank_and_place() -> None:
    tournament, entries = started(3)
    Entry.objects.filter(pk=entries[0].pk).update(stack=20_000)
    mine = my_seat(secret=entries[1].link_secret, now=NOW)
    assert mine is not None
    assert (mine.row.rank, mine.row.is_in, mine.row.chips) == (2, True, 10_000)
    assert (mine.row.table, mine.row.seat) == (entries[1].seat.table.number, entries[1].seat.number)
    bust(tournament, entries[1], winner=entries[0], now=after(1))
    gone = my_seat(secret=entries[1].link_secret, now=NOW)
    assert gone is not None
    assert (gone.row.is_in, gone.row.place_first, gone.row.rank) == (False, 3, 0)


def test_a_link_that_was_never_made_opens_nothing() -> None:
    assert my_seat(secret="nobody", now=NOW) is None


def make_move(entry: Entry, *, status: MoveStatus, minutes: float | None = None) -> Move:
    other = Table.objects.create(tournament=entry.tournament, number=9, seats_count=9, opened_at=NOW)
    return Move.objects.create(
        tournament=entry.tournament,
        entry=entry,
        kind=MoveKind.BALANCE,
        status=status,
        from_table=entry.seat.table,
        from_seat=entry.seat.number,
        to_table=other,
        to_seat=4,
        created_at=NOW,
        applied_at=None if minutes is None else after(minutes),
    )


def test_a_move_that_waits_is_announced() -> None:
    _, entries = started(2)
    move = make_move(entries[0], status=MoveStatus.WAITING)
    mine = my_seat(secret=entries[0].link_secret, now=NOW)
    assert mine is not None
    assert mine.move == MoveNotice(
        is_waiting=True,
        is_undone=False,
        from_table=move.from_table.number,
        from_seat=move.from_seat,
        to_table=9,
        to_seat=4,
    )


@pytest.mark.parametrize(("status", "shown"), [(MoveStatus.APPLIED, True), (MoveStatus.DROPPED, False)])
def test_a_move_that_happened_is_told_for_ten_minutes(status: MoveStatus, shown: bool) -> None:
    _, entries = started(2)
    make_move(entries[0], status=status, minutes=0)
    soon = my_seat(secret=entries[0].link_secret, now=after(10))
    later = my_seat(secret=entries[0].link_secret, now=after(10.1))
    assert soon is not None
    assert later is not None
    assert (soon.move is not None, later.move) == (shown, None)


def test_a_private_page_costs_four_queries() -> None:
    _, entries = started(3)
    with CaptureQueriesContext(connection) as queries:
        my_seat(secret=entries[0].link_secret, now=NOW)
    assert len(queries) == 4


def test_a_move_that_was_undone_is_told_for_ten_minutes() -> None:
    _, entries = started(2)
    move = make_move(entries[0], status=MoveStatus.UNDONE, minutes=0)
    Move.objects.filter(pk=move.pk).update(undone_at=after(20))
    soon = my_seat(secret=entries[0].link_secret, now=after(30))
    later = my_seat(secret=entries[0].link_secret, now=after(30.1))
    assert soon is not None
    assert later is not None
    assert (soon.move and soon.move.is_undone, later.move) == (True, None)
