"""A ladder that was announced is locked: it warns when the pool moves, and keeps what has been awarded."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.factories import ACTOR, NOW, after, enter
from tests.factories.field import bust, entered, started
from tournament.models import Entry, LogEntry, MoneyRow, Payout, Tournament
from tournament.queries.ledger.reconciliation import reconciliation
from tournament.queries.payouts.ladder import LockShown, PrizeBoard, prize_board
from tournament.queries.standings import field_of
from tournament.rules.payouts.locked import tiers_of
from tournament.rules.payouts.schemes import FieldCurve, FixedShares, PrizeError, payout_scheme_to_dict
from tournament.services.cash.payouts import pay_out
from tournament.services.errors import Refused
from tournament.services.field.registration import close_registration
from tournament.services.prizes.locked_ladder import lock_payouts, unlock_payouts
from tournament.services.setup.tournaments import edit_tournament
from tournament.services.undo import lines_to_undo, undo_line

pytestmark = pytest.mark.django_db

FOUR = payout_scheme_to_dict(FixedShares(shares=(400_000, 300_000, 200_000, 100_000)))


def board(tournament: Tournament) -> PrizeBoard:
    tournament = Tournament.objects.get(pk=tournament.pk)
    field = field_of(tournament)
    return prize_board(tournament, entries=field.entries, next_place=field.left)


def ladder(tournament: Tournament) -> list[int]:
    return [row.amount for row in board(tournament).rows for _ in range(row.last - row.first + 1)]


def lock(tournament: Tournament, *amounts: int, minute: float = 5, **more: Any) -> LogEntry:
    by_hand: dict[str, Any] = {"amounts": tiers_of(amounts)} if amounts else {}
    lock_payouts(tournament_id=tournament.pk, by=ACTOR.at(after(minute)), **by_hand, **more)
    return newest(tournament, "payouts_locked")


def newest(tournament: Tournament, verb: str) -> LogEntry:
    line = LogEntry.objects.filter(tournament=tournament, verb=verb).order_by("-pk").first()
    assert line is not None
    return line


def undo(line: LogEntry, minute: float = 20) -> None:
    undo_line(tournament_id=line.tournament_id, line_id=line.pk, by=ACTOR.at(after(minute)))


def can_undo(line: LogEntry) -> bool:
    line = LogEntry.objects.select_related("undone_by").get(pk=line.pk)
    return line.pk in lines_to_undo(line.tournament, [line])


def balance(tournament: Tournament) -> int:
    """What came in for prizes, or was added by the house, less what is awarded; the ledger has all of it."""
    books = reconciliation(Tournament.objects.get(pk=tournament.pk))
    assert [line.differences for line in books.kinds if line.differences] == []
    return books.pool.collected + books.pool.overlay - books.pool.paid - books.pool.due


def test_a_locked_ladder_stays_while_the_pool_moves_and_the_difference_is_exact() -> None:
    tournament, _ = entered(4, payout_scheme_data=FOUR)
    lock(tournament)
    assert board(tournament).lock == LockShown(at=after(5), total=180_00, added=0, moved=0)

    enter(tournament, "Late Lucia", "Later Leo")

    seen = board(tournament)
    assert (seen.pool, seen.lock) == (270_00, LockShown(at=after(5), total=180_00, added=0, moved=90_00))
    assert ladder(tournament) == [72_00, 54_00, 36_00, 18_00]

    lock(tournament, minute=6)
    assert board(tournament).lock == LockShown(at=after(6), total=270_00, added=0, moved=0)
    assert ladder(tournament) == [108_00, 81_00, 54_00, 27_00]


def test_unlocked_the_prizes_follow_the_pool_again_and_each_step_is_undone() -> None:
    tournament, _ = entered(4, payout_scheme_data=FOUR)
    first = lock(tournament, 90_00, 90_00)
    second = lock(tournament, 180_00, minute=6)
    assert (can_undo(first), can_undo(second)) == (False, True)

    unlock_payouts(tournament_id=tournament.pk, by=ACTOR.at(after(7)))
    assert (board(tournament).lock, ladder(tournament)) == (None, [72_00, 54_00, 36_00, 18_00])
    assert not can_undo(second)

    undo(newest(tournament, "payouts_unlocked"))
    assert ladder(tournament) == [180_00]

    with pytest.raises(Refused, match="already been undone"):
        undo(newest(tournament, "payouts_unlocked"))


def test_a_lock_undone_puts_back_what_stood_before() -> None:
    tournament, _ = entered(4, payout_scheme_data=FOUR)
    lock(tournament, 100_00, 80_00)
    undo(lock(tournament, 180_00, minute=6))
    assert ladder(tournament) == [100_00, 80_00]

    tournament, _ = entered(2, payout_scheme_data=FOUR, name="Saturday")
    undo(lock(tournament, 90_00))
    assert board(tournament).lock is None


def test_amounts_off_the_pool_are_refused_until_the_house_bears_the_difference() -> None:
    tournament, entries = started(4, payout_scheme_data=FOUR)
    with pytest.raises(PrizeError) as caught:
        lock(tournament, 150_00, 50_00)
    assert (caught.value.code, caught.value.params) == (
        "amounts_above_pool",
        {"total": 200_00, "missing": 20_00},
    )
    lock(tournament, 150_00, 50_00, difference="added", reason="The house rounds up")

    for loser in (3, 2, 1):
        bust(tournament, entries[loser], winner=entries[0], now=after(10))

    prizes = Payout.objects.order_by("entry__place_first").values_list("amount", flat=True)
    assert list(prizes) == [150_00, 50_00]
    assert [row.amount for row in MoneyRow.objects.filter(kind="overlay")] == [20_00]
    assert newest(tournament, "house_adds").data == {"amount": 20_00}
    assert balance(tournament) == 0


def test_what_the_house_withholds_is_booked_and_the_ledger_balances() -> None:
    tournament, entries = started(4, payout_scheme_data=FOUR)
    lock(tournament, 100_00, 50_00, difference="withheld", reason="Season final")
    for loser in (3, 2, 1):
        bust(tournament, entries[loser], winner=entries[0], now=after(10))

    assert [row.amount for row in MoneyRow.objects.filter(kind="overlay")] == [-30_00]
    assert newest(tournament, "house_withholds").data == {"amount": 30_00}
    assert balance(tournament) == 0


def test_a_guarantee_and_what_the_house_adds_beyond_it_are_booked_together() -> None:
    tournament, entries = started(4, payout_scheme_data=FOUR, guarantee=300_00)
    lock(tournament, 200_00, 110_00, difference="added", reason="A round figure")
    for loser in (3, 2, 1):
        bust(tournament, entries[loser], winner=entries[0], now=after(10))
    assert [row.amount for row in MoneyRow.objects.filter(kind="overlay")] == [130_00]
    assert balance(tournament) == 0


def test_what_has_been_awarded_stays_and_the_places_still_open_may_change() -> None:
    tournament, entries = started(5, payout_scheme_data=FOUR)
    for loser in (4, 3):
        bust(tournament, entries[loser], winner=entries[0], now=after(10))
    fourth = Payout.objects.get()
    assert fourth.amount == 22_00
    pay_out(tournament_id=tournament.pk, payout_id=fourth.pk, by=ACTOR.at(after(11)))

    with pytest.raises(PrizeError) as caught:
        lock(tournament, 100_00, 70_00, 35_00, 20_00)
    assert caught.value.code == "awarded_changed"
    locked = lock(tournament, 93_00, 70_00, 40_00, 22_00, minute=12)
    assert can_undo(locked)
    bust(tournament, entries[2], winner=entries[0], now=after(13))

    assert list(Payout.objects.order_by("amount").values_list("amount", flat=True)) == [22_00, 40_00]
    assert not can_undo(locked)
    with pytest.raises(PrizeError, match="Place 3 has been awarded 4000"):
        unlock_payouts(tournament_id=tournament.pk, by=ACTOR.at(after(14)))
    bust(tournament, entries[1], winner=entries[0], now=after(15))
    assert sum(Payout.objects.values_list("amount", flat=True)) == 225_00
    assert balance(tournament) == 0


def test_a_pool_seen_before_it_moved_is_not_locked() -> None:
    tournament, _ = entered(4, payout_scheme_data=FOUR)
    enter(tournament, "Late Lucia")
    with pytest.raises(Refused) as refusal:
        lock(tournament, 225_00, pool_seen=180_00)
    assert refusal.value.code == "pool_moved"
    assert board(tournament).lock is None


def test_a_scheme_that_does_not_fit_is_mended_by_amounts_by_hand_and_waiting_prizes_are_awarded() -> None:
    amounts = {"kind": "amounts", "tiers": [{"first": 1, "last": 1, "amount": 100_00}]}
    tournament, entries = started(3, payout_scheme_data=amounts)
    for loser in (2, 1):
        bust(tournament, entries[loser], winner=entries[0], now=after(10))
    assert not Payout.objects.exists()

    lock(tournament, 100_00, 35_00, minute=11)

    assert list(Payout.objects.order_by("-amount").values_list("amount", flat=True)) == [100_00, 35_00]
    assert balance(tournament) == 0


def test_locked_the_scheme_of_the_settings_waits() -> None:
    tournament, _ = entered(4, payout_scheme_data=FOUR)
    lock(tournament)

    def change(plan: Any) -> Any:
        return replace(plan, payout_scheme_data=payout_scheme_to_dict(FieldCurve()))

    with pytest.raises(Refused) as refusal:
        edit_tournament(tournament_id=tournament.pk, change=change, by=ACTOR.at(after(6)))
    assert (refusal.value.code, refusal.value.field) == ("payouts_locked", "payout_scheme_data")


def test_there_is_nothing_to_lock_without_a_pool_and_nothing_to_unlock_without_a_lock() -> None:
    tournament, _ = entered(4, payout_scheme_data=FOUR, buy_in_prize=0)
    with pytest.raises(Refused) as refusal:
        lock(tournament)
    assert refusal.value.code == "no_prizes"
    with pytest.raises(Refused) as refusal:
        unlock_payouts(tournament_id=tournament.pk, by=ACTOR.at(NOW))
    assert refusal.value.code == "not_locked"
    # A freeroll: the house gives all of it.
    lock(tournament, 50_00, 30_00, difference="added", reason="Freeroll")
    assert board(tournament).lock == LockShown(at=after(5), total=80_00, added=80_00, moved=0)


def test_a_pool_that_moved_and_was_not_settled_is_the_difference_of_the_books_until_it_is() -> None:
    tournament, entries = started(4, payout_scheme_data=FOUR, late_registration_level=3)
    lock(tournament, 120_00, 60_00)
    enter(tournament, "Late Lucia", now=after(6))
    close_registration(tournament_id=tournament.pk, by=ACTOR.at(after(7)))
    last = Entry.objects.get(player__name="Late Lucia")
    Entry.objects.filter(pk=last.pk).update(status="eliminated", place_first=5, place_last=5, stack=0)
    for loser in (3, 2, 1):
        bust(tournament, entries[loser], winner=entries[0], now=after(10))
    assert balance(tournament) == 45_00

    # Nobody has been promised the 45: the house says that it withholds them, and takes it back again.
    line = lock(tournament, 120_00, 60_00, minute=12, difference="withheld", reason="Staff party")
    assert balance(tournament) == 0
    undo(line)
    assert balance(tournament) == 45_00
    assert newest(tournament, "house_part_changed").data == {"amount": 45_00}
