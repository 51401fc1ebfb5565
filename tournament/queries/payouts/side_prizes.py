"""Side prizes to read: which there are, who has them, who may be awarded one, and where their money is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import F, QuerySet

from tournament.models import Entry, EntryStatus, SidePrize, Tournament
from tournament.queries.names import has_words
from tournament.queries.payouts.held import HeldLine, held_side_prizes
from tournament.queries.payouts.waiting import MoneyWaiting, waiting_for
from tournament.rules.names import fold_name
from tournament.rules.payouts.limits import Paper

MOST_FOUND: Final = 30
# An entry number of more digits is none.
LONGEST_NUMBER: Final = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class SidePrizeShown:
    """One side prize in minor units; `name` of the player who has it, "" while it is open; `shown_name` in public.

    `entry` has it, None while it is open; `held` while its payment waits for a second person, `papers` that are due
    before it is paid, `waiting` all that waits for its entry until then.
    """

    id: int
    title: str
    amount: int
    is_from_pool: bool
    name: str
    shown_name: str
    entry_number: int
    awarded_at: datetime | None
    paid_at: datetime | None
    paid_by: str
    entry: int | None = None
    papers: tuple[Paper, ...] = ()
    held: HeldLine | None = None
    waiting: MoneyWaiting | None = None

    @property
    def is_open(self) -> bool:
        return not self.entry_number


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """An entry that may be awarded a side prize; the place of one who is out."""

    id: int
    number: int
    name: str
    place_first: int | None
    place_last: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SideMoney:
    """Side prizes by where they stand, in minor units; `open_from_pool` of those that nobody was awarded."""

    from_pool: int
    from_house: int
    paid: int
    due: int
    open: int
    open_from_pool: int


def side_prizes(tournament: Tournament, *, bounties_wait: bool = False) -> tuple[SidePrizeShown, ...]:
    """In the order in which they were named; `bounties_wait` until rebuys are over. One query; seven more at most where
    some are awarded and not paid.
    """
    rows = list(_rows(tournament).order_by("pk"))
    return _all_shown(tournament, rows, bounties_wait=bounties_wait)


def side_prize(tournament: Tournament, *, prize_id: int) -> SidePrizeShown | None:
    row = _rows(tournament).filter(pk=prize_id).first()
    return None if row is None else _all_shown(tournament, [row])[0]


def candidates(tournament: Tournament, *, typed: str = "") -> tuple[tuple[Candidate, ...], bool]:
    """The entries whose name has every word typed, or whose number it is, and whether there are more.

    First place comes first, then those who went out last, then those who are in. One query.
    """
    rows = Entry.objects.filter(tournament=tournament).exclude(status=EntryStatus.VOID)
    wanted = has_words(fold_name(typed), field="player__search_name")
    if typed.isascii() and typed.isdigit() and len(typed) < LONGEST_NUMBER:
        rows = rows.filter(number=int(typed))
    else:
        rows = rows.filter(wanted)
    found = list(
        rows.order_by(F("place_first").asc(nulls_last=True), "number").values_list(
            "pk", "number", "player__name", "place_first", "place_last"
        )[: MOST_FOUND + 1]
    )
    shown = tuple(
        Candidate(id=pk, number=number, name=name, place_first=first, place_last=last)
        for pk, number, name, first, last in found[:MOST_FOUND]
    )
    return shown, len(found) > MOST_FOUND


def side_money(tournament: Tournament) -> SideMoney:
    """One query."""
    rows = list(
        SidePrize.objects.filter(tournament=tournament, removed_at=None).values_list(
            "amount", "is_from_pool", "entry", "payment"
        )
    )
    return SideMoney(
        from_pool=sum(amount for amount, is_pool, _entry, _payment in rows if is_pool),
        from_house=sum(amount for amount, is_pool, _entry, _payment in rows if not is_pool),
        paid=sum(amount for amount, _pool, _entry, payment in rows if payment),
        due=sum(amount for amount, _pool, entry, payment in rows if entry and not payment),
        open=sum(amount for amount, _pool, entry, _payment in rows if not entry),
        open_from_pool=sum(amount for amount, is_pool, entry, _payment in rows if is_pool and not entry),
    )


def _rows(tournament: Tournament) -> QuerySet[SidePrize]:
    rows = SidePrize.objects.filter(tournament=tournament, removed_at=None)
    return rows.select_related("entry__player", "award", "payment__log_entry")


def _all_shown(
    tournament: Tournament, rows: Sequence[SidePrize], *, bounties_wait: bool = False
) -> tuple[SidePrizeShown, ...]:
    due = any(row.entry_id is not None and row.payment_id is None for row in rows)
    held = held_side_prizes(tournament) if due else {}
    owners = {row.entry.pk: row.entry.player_id for row in rows if row.entry and row.payment_id is None}
    waiting = waiting_for(tournament, owners, bounties_wait=bounties_wait) if owners else {}
    return tuple(_shown(row, tournament, held.get(row.pk), waiting.get(row.entry_id or 0)) for row in rows)


def _shown(
    row: SidePrize, tournament: Tournament, held: HeldLine | None, waiting: MoneyWaiting | None
) -> SidePrizeShown:
    entry, payment = row.entry, row.payment
    paid = None if payment is None else payment.log_entry
    return SidePrizeShown(
        id=row.pk,
        title=row.name,
        amount=row.amount,
        is_from_pool=row.is_from_pool,
        name="" if entry is None else entry.player.name,
        shown_name="" if entry is None else entry.player.shown_name,
        entry_number=0 if entry is None else entry.number,
        awarded_at=None if row.award is None else row.award.at,
        paid_at=None if payment is None else payment.at,
        paid_by="" if paid is None else paid.actor,
        entry=row.entry_id,
        papers=() if entry is None or paid else tournament.payment_limits.papers_due(row.amount),
        held=held,
        waiting=waiting if payment is None else None,
    )
