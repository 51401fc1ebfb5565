"""What a player has done in the events of the house: entries, places, prizes, bounties, by whom knocked out.

Players belong to the house, their results to the events: staff see those of the events in which they have a role, and
how many entries there are elsewhere.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.core.paginator import Paginator
from django.db.models import Count, F, Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from tables.models import Bust, HandSeat
from tournament.models import BountyShare, ChipSale, Entry, EntryStatus, SidePrize, StaffMember

LINES_ON_A_PAGE: Final = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class PastEntry:
    """One entry, money in minor units of `currency`: `paid` with the rebuys and add-ons that are
    not still `owed`; `prize`, `bounties` and `side_prizes` as won.

    `place` is (first, last) once the player is out; `knocked_out_by` is empty where nobody knows.
    """

    code: str
    event: str
    began_at: datetime
    time_zone: str
    currency: str
    entries: int
    number: int
    status: str
    place: tuple[int, int] | None
    paid: int
    owed: int
    prize: int
    bounties: int
    side_prizes: int
    knock_outs: int
    knocked_out_by: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """Page `number` of a player's entries, the newest event first; `elsewhere` counts those of other staff's events."""

    lines: tuple[PastEntry, ...]
    number: int
    pages: int
    elsewhere: int


def history_of(*, player_id: int, account_id: int, page: str = "1") -> History:
    """The entries that count of a player, as far as this account may know them. Ten queries at most."""
    mine = StaffMember.objects.filter(account=account_id).values("tournament")
    every = Entry.objects.filter(player=player_id).exclude(status=EntryStatus.VOID)
    seen = every.filter(tournament__in=mine).select_related("tournament", "payout")
    began = Coalesce("tournament__started_at", "tournament__starts_at", "tournament__created_at")
    shown = Paginator(seen.alias(began=began).order_by("-began", "-number"), LINES_ON_A_PAGE).get_page(page)
    return History(
        lines=past_entries(list(shown)),
        number=shown.number,
        pages=shown.paginator.num_pages,
        elsewhere=every.exclude(tournament__in=mine).count(),
    )


def past_entries(entries: Sequence[Entry]) -> tuple[PastEntry, ...]:
    """The same entries with what became of them; their tournaments and payouts are loaded. Seven queries."""
    if not entries:
        return ()
    ids = [entry.pk for entry in entries]
    fields = _sizes_of_fields(entries)
    bought = _bought(ids)
    won = _bounties(ids)
    on_the_side = _side_prizes(ids)
    knocked_out_by = _knocked_out_by(ids)
    return tuple(
        PastEntry(
            code=entry.tournament.code,
            event=entry.tournament.name,
            began_at=entry.tournament.started_at or entry.tournament.starts_at or entry.tournament.created_at,
            time_zone=entry.tournament.time_zone,
            currency=entry.tournament.currency,
            entries=fields[entry.tournament_id],
            number=entry.number,
            status=entry.get_status_display(),
            place=None if entry.place_first is None else (entry.place_first, entry.place_last or 0),
            paid=entry.paid_total + bought.get(entry.pk, (0, 0))[0],
            owed=bought.get(entry.pk, (0, 0))[1],
            prize=entry.payout.amount if hasattr(entry, "payout") else 0,
            bounties=won.get(entry.pk, (0, 0))[0],
            side_prizes=on_the_side.get(entry.pk, 0),
            knock_outs=won.get(entry.pk, (0, 0))[1],
            knocked_out_by=knocked_out_by.get(entry.pk, ()),
        )
        for entry in entries
    )


def _sizes_of_fields(entries: Sequence[Entry]) -> dict[int, int]:
    """By tournament how many entries count there."""
    rows = Entry.objects.filter(tournament__in={entry.tournament_id for entry in entries})
    return dict(rows.exclude(status=EntryStatus.VOID).values_list("tournament").annotate(size=Count("pk")))


def _bought(entries: Sequence[int]) -> dict[int, tuple[int, int]]:
    """By entry what was paid for its rebuys and add-ons, and what is owed for them."""
    price = F("paid_prize") + F("paid_fee") + F("paid_staff") + F("paid_bounty")
    sales = ChipSale.objects.filter(entry__in=entries, undone_at=None)
    sums = sales.values_list("entry").annotate(
        paid=Sum(price, filter=Q(collected_at__isnull=False), default=0),
        owed=Sum(price, filter=Q(collected_at=None), default=0),
    )
    return {entry: (paid, owed) for entry, paid, owed in sums}


def _side_prizes(entries: Sequence[int]) -> dict[int, int]:
    """By entry the side prizes that were awarded to it."""
    awarded = SidePrize.objects.filter(entry__in=entries, removed_at=None)
    return dict(awarded.values_list("entry").annotate(won=Sum("amount")))


def _bounties(entries: Sequence[int]) -> dict[int, tuple[int, int]]:
    """By entry the money won with bounties, and the players it was won from."""
    rows = _standing().filter(winner__in=entries).values_list("winner")
    sums = rows.annotate(won=Sum("due"), out=Count("pk", filter=Q(is_at_the_end=False)))
    return {winner: (due, knock_outs) for winner, due, knock_outs in sums}


def _knocked_out_by(entries: Sequence[int]) -> dict[int, tuple[str, ...]]:
    """By entry who knocked it out the last time: as the floor credited it or the recorded hand shows it, else as its
    bounty went.
    """
    names: dict[int, list[str]] = defaultdict(list)
    shares = _standing().filter(eliminated__in=entries, is_at_the_end=False).order_by("winner__number")
    for entry, name in shares.values_list("eliminated", "winner__player__name"):
        names[entry].append(name)
    latest: dict[int, tuple[datetime, list[str]]] = {}
    for entry, at, name in sorted([*_credited(entries), *_recorded(entries)], key=lambda each: each[:2]):
        known = latest.get(entry)
        if known is None or known[0] != at:
            latest[entry] = (at, [name])
        else:
            known[1].append(name)
    last = {entry: found for entry, (_at, found) in latest.items()}
    return {entry: tuple(found) for entry, found in (names | last).items()}


def _credited(entries: Sequence[int]) -> QuerySet[Bust, tuple[int, datetime, str]]:
    """Of busts by hand: the entry, when, and who is credited, by number."""
    busts = Bust.objects.filter(entry__in=entries, undone_at=None, credited_to__isnull=False)
    return busts.order_by("credited_to__number").values_list("entry", "at", "credited_to__player__name")


def _recorded(entries: Sequence[int]) -> Iterator[tuple[int, datetime, str]]:
    """The same of recorded hands that took the last chips."""
    seats = HandSeat.objects.filter(entry__in=entries, finishing_stack=0, knocked_out_by__isnull=False)
    found = seats.order_by("knocked_out_by__number").values_list(
        "entry", "hand__ended_at", "knocked_out_by__player__name"
    )
    # A hand that is over has its moment.
    return ((entry, at, name) for entry, at, name in found if at is not None)


def _standing() -> QuerySet[BountyShare]:
    return BountyShare.objects.filter(undone_at=None)
