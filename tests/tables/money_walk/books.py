"""Every balance that has to be right after each step, to the minor unit, and all that a step can move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, TypeAlias

from django.db.models import F, Sum

from tables.management.simulation_checks import check_bounty_money, check_money, check_room
from tables.models import Bust
from tournament.changes.pool import MoneyAdded
from tournament.models import (
    BountyShare,
    ChipSale,
    Chop,
    Entry,
    EntryStatus,
    Envelope,
    LogEntry,
    MoneyKind,
    MoneyRow,
    Payout,
    SidePrize,
    Tournament,
    TournamentStatus,
)
from tournament.queries.flights import entries_counted
from tournament.queries.ledger.reconciliation import Reconciliation, reconciliation
from tournament.queries.payouts.bounties import bounty_money, heads_of
from tournament.queries.payouts.ladder import lawful_ladder, prize_pool
from tournament.rules.payouts.schemes import PrizeError

# Of the ledger: its key, entry, kind, amount, moment, and the row that it corrects.
Row: TypeAlias = tuple[int, int | None, str, int, datetime, int | None]
# What the desk hands to a player.
HANDED: Final = (MoneyKind.PAYOUT, MoneyKind.SEAT, MoneyKind.BOUNTY_PAID, MoneyKind.SIDE_PAID)
# What comes in for prizes, and leaves as prizes.
FOR_PRIZES: Final = (
    *(MoneyKind.PRIZE, MoneyKind.ADDED, MoneyKind.OVERLAY, MoneyKind.PAYOUT, MoneyKind.WITHHELD),
    *(MoneyKind.SEAT, MoneyKind.SIDE_MONEY, MoneyKind.SIDE_PAID),
)


class BooksAreWrong(AssertionError):
    """A balance that is not what it has to be; the message names it."""


def same(what: str, expected: object, found: object) -> None:
    """Raise BooksAreWrong where they differ, with what differs."""
    if expected == found:
        return
    if isinstance(expected, dict) and isinstance(found, dict):
        keys = [key for key in {**expected, **found} if expected.get(key) != found.get(key)]
        expected, found = ({key: each.get(key) for key in keys} for each in (expected, found))
    raise BooksAreWrong(f"{what}: {expected} has become {found}")


def check_balances(tournament: Tournament, when: str) -> None:
    """Every balance; also raises what the checks of the simulation raise."""
    check_money(tournament.pk)
    found = reconciliation(tournament)
    is_over = tournament.status == TournamentStatus.FINISHED
    bounties = found.bounties or bounty_money(tournament)
    # An envelope that a knock-out has taken may be opened after the last hand.
    check_bounty_money(bounties, is_over=is_over and not bounties.to_open)
    check_room(tournament.pk)
    _check_places(tournament, when)
    side = SidePrize.objects.filter(tournament=tournament, removed_at=None, is_from_pool=True)
    same(f"{when}: side prizes of the pool", _sum(side, "amount"), tournament.side_prizes_from_pool)
    same(f"{when}: kinds that differ", [], [line for line in found.kinds if not line.adds_up])
    same(f"{when}: seats that differ", True, found.seats is None or found.seats.adds_up)
    _check_pool(tournament, found, when)
    _check_owed(tournament, when)


def ledger() -> Sequence[Row]:
    """Every row, the first that was written first."""
    return list(
        MoneyRow.objects.order_by("pk").values_list("pk", "entry", "kind", "amount", "at", "corrects")
    )


def check_ledger(before: Sequence[Row], when: str) -> Sequence[Row]:
    """Rows are only added to those `before`; a correction is the opposite of the row that it names. Give them all."""
    rows = ledger()
    same(f"{when}: rows that were there", list(before), rows[: len(before)])
    by_id = {row[0]: row for row in rows}
    for pk, entry, kind, amount, _at, corrects in rows:
        if corrects is not None:
            _pk, *wanted = by_id[corrects][:4]
            same(f"{when}: what row {pk} corrects", [entry, kind, -amount], wanted)
    return rows


def balances_of(tournament: Tournament) -> dict[str, object]:
    """All that a step can move; what a void entry had is gone."""
    ledger = MoneyRow.objects.filter(tournament=tournament).values_list("kind", "entry")
    shares = BountyShare.objects.filter(tournament=tournament, undone_at=None)
    entries = Entry.objects.filter(tournament=tournament).exclude(status=EntryStatus.VOID)
    prizes = Payout.objects.filter(tournament=tournament)
    side = SidePrize.objects.filter(tournament=tournament, removed_at=None)
    envelopes = Envelope.objects.filter(pot__tournament=tournament, pot__undone_at=None)
    sales = ChipSale.objects.filter(tournament=tournament, undone_at=None)
    agreed = Chop.objects.filter(tournament=tournament, undone_at=None).exclude(shares__consent=None)
    return {
        "ledger": {row[:2]: row[2] for row in ledger.annotate(all=Sum("amount")) if row[2]},
        "heads": {entry: amount for entry, amount in heads_of(tournament.pk).items() if amount},
        "bounties": _rows(shares, "winner", "eliminated", "due", "on_head", "payment", "is_at_the_end"),
        "prizes": _rows(prizes, "entry", "amount", "withheld", "paid_at"),
        "sales": _rows(sales, "entry", "kind", "chips", "paid_prize", "put_on_at", "collected_at"),
        "side prizes": _rows(side, "pk", "amount", "is_from_pool", "entry", "payment"),
        "envelopes": _rows(envelopes.exclude(entry=None), "place", "value", "entry", "opened_at"),
        # Which of these comes next may be drawn again.
        "envelopes left": _rows(envelopes.filter(entry=None), "value", "opened_at"),
        "entries": {
            row[0]: row[1:]
            for row in entries.values_list(
                "pk", "status", "place_first", "place_last", "stack", "is_stack_known", "seat__number"
            )
        },
        "credited": _rows(Bust.objects.filter(undone_at=None, back_at=None), "entry", "credited_to"),
        "tournament": (
            tournament.status,
            tournament.registration_closed_at is None,
            tournament.locked_ladder_data,
            tournament.chop_id,
            tournament.price_data,
            tournament.deduction_data,
            tournament.bubble_prize,
            tournament.side_prizes_from_pool,
        ),
        "consents": _rows(agreed, "pk", "shares__entry", "shares__amount"),
    }


def check_paid_out(tournament: Tournament) -> None:
    """Once all that is due was handed over nothing is left but what was never for players, or for no prize."""
    rows = MoneyRow.objects.filter(tournament=tournament)
    bounties = rows.filter(kind__in=(MoneyKind.BOUNTY, MoneyKind.BOUNTY_PAID))
    same("bounty money that nobody has", 0, _sum(bounties, "amount"))
    if _is_without_ladder(tournament) or not Payout.objects.filter(tournament=tournament).exists():
        return
    _promised, moved = _promised_and_moved(tournament)
    same("prize money that nobody has", moved, _sum(rows.filter(kind__in=FOR_PRIZES), "amount"))


def _check_pool(tournament: Tournament, found: Reconciliation, when: str) -> None:
    """Prizes due and paid are the pool once all are decided, and never more."""
    promised, moved = _promised_and_moved(tournament)
    locked = tournament.locked_ladder
    awarded = _sum(Payout.objects.filter(tournament=tournament), "amount")
    if awarded > promised:
        raise BooksAreWrong(f"{when}: {awarded} awarded of {promised}")
    if locked is None and tournament.status != TournamentStatus.FINISHED:
        same(f"{when}: awarded above the pool", 0, found.pool.difference)
    if tournament.status != TournamentStatus.FINISHED or _is_without_ladder(tournament):
        return
    same(f"{when}: prizes due and paid", promised, awarded)
    same(f"{when}: what no prize pays", moved if awarded else 0, found.pool.difference)
    if locked is None and tournament.chop_id is None and tournament.satellite is None:
        _check_rounding(tournament, when)


def _promised_and_moved(tournament: Tournament) -> tuple[int, int]:
    """What the places are paid together, and by how much the pool has moved since they were locked."""
    pool = _pool(tournament)
    side = _sum(SidePrize.objects.filter(tournament=tournament, removed_at=None, is_from_pool=True), "amount")
    locked = tournament.locked_ladder
    if locked is None:
        return pool - side, 0
    is_short = len(locked.amounts.ladder()) < entries_counted(tournament)
    bubble = tournament.bubble_prize if is_short and tournament.satellite is None else 0
    return locked.amounts.total + bubble, pool - side - bubble - locked.pool


def _check_rounding(tournament: Tournament, when: str) -> None:
    """All but the first prize and the bubble prize are whole units, where nobody shares them."""
    unit, bubble = tournament.payout_unit, tournament.bubble_prize
    alone = Payout.objects.filter(tournament=tournament, entry__place_first=F("entry__place_last"))
    loose = [each.amount for each in alone.filter(entry__place_first__gt=1) if each.amount % unit]
    same(f"{when}: prizes that are not rounded", [], [amount for amount in loose if amount != bubble])


def _pool(tournament: Tournament) -> int:
    """What entries, sales and the log say was collected and added, or what is guaranteed."""
    sold = Entry.objects.filter(tournament=tournament).exclude(status=EntryStatus.VOID)
    bought = tournament.chip_sales.filter(undone_at=None)
    given = LogEntry.objects.filter(tournament=tournament, verb=MoneyAdded.verb, undone_by=None)
    collected = _sum(sold, "paid_prize") + _sum(bought, "paid_prize")
    added = sum(MoneyAdded.of(line).amount for line in given)
    return max(collected + added, tournament.guarantee)


def _is_without_ladder(tournament: Tournament) -> bool:
    """Whether the prizes wait for a scheme that fits the field."""
    try:
        lawful_ladder(tournament, pool=prize_pool(tournament), entries=entries_counted(tournament))
    except PrizeError:
        return True
    return False


def _check_owed(tournament: Tournament, when: str) -> None:
    """What a player has in hand, by the ledger, is what prizes, bounties and side prizes say was paid."""
    handed: Counter[int] = Counter()
    rows = MoneyRow.objects.filter(tournament=tournament, kind__in=HANDED)
    for entry, amount in rows.values_list("entry").annotate(all=Sum("amount")):
        handed[entry] -= amount
    owed: Counter[int] = Counter()
    prizes = Payout.objects.exclude(paid_at=None)
    for entry, amount, withheld in prizes.values_list("entry", "amount", "withheld"):
        owed[entry] += amount - withheld
    bounties = BountyShare.objects.filter(undone_at=None).exclude(payment=None)
    side = SidePrize.objects.exclude(payment=None)
    for entry, amount in (*bounties.values_list("winner", "due"), *side.values_list("entry", "amount")):
        owed[entry] += amount
    same(f"{when}: money in players' hands", +owed, +handed)


def _check_places(tournament: Tournament, when: str) -> None:
    """Those who are out hold the places from the number of entries up, without a gap."""
    entries = Entry.objects.filter(tournament=tournament).exclude(status=EntryStatus.VOID)
    out = entries.filter(status=EntryStatus.ELIMINATED)
    held = sorted(out.values_list("place_first", "place_last"))
    expected = entries.count() - out.count() + 1
    while held:
        tied = [place for place in held if place == held[0]]
        same(f"{when}: places", (expected, expected + len(tied) - 1), tied[0])
        held, expected = held[len(tied) :], expected + len(tied)
    same(f"{when}: last place", entries.count() + 1, expected)


def _rows(rows: Any, *columns: str) -> list[tuple[object, ...]]:
    return sorted(rows.values_list(*columns), key=str)


def _sum(rows: Any, column: str) -> int:
    found: int = rows.aggregate(all=Sum(column, default=0))["all"]
    return found
