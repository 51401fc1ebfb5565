"""All players on one list with what they have bought, may buy and owe: for the break in which add-ons are sold."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from tables.queries.room.sale_offers import Buyer, buyers
from tournament.models import Entry, EntryStatus, Tournament
from tournament.queries.chip_sales import SaleLine, sales_owed, standing_sales

Wanted = Literal["all", "no_rebuy", "no_add_on", "owes"]
WANTED: Final[tuple[Wanted, ...]] = ("all", "no_rebuy", "no_add_on", "owes")
# Two bursts of a queue at the desk; a room of more is searched table by table.
LINES_ON_A_PAGE: Final = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class SaleListLine:
    """A player in play, or out and able to buy back; `table` and `seat` are None for one who is out.

    `owed` are the sales that are still to be paid.
    """

    entry_id: int
    player_id: int
    name: str
    table: int | None
    seat: int | None
    rebuys: int
    add_ons: int
    owed: tuple[SaleLine, ...]
    buyer: Buyer | None

    @property
    def owes(self) -> int:
        return sum(sale.price for sale in self.owed)


@dataclass(frozen=True, slots=True, kw_only=True)
class SaleList:
    """Page `number` of those wanted, by table and seat; how many there are of each kind."""

    lines: tuple[SaleListLine, ...]
    counts: Mapping[Wanted, int]
    number: int
    pages: int


def sale_list(tournament: Tournament, *, wanted: Wanted, page: int, now: datetime) -> SaleList:
    """Nine queries at most, however many players."""
    entries = list(
        Entry.objects.filter(
            tournament=tournament, status__in=(EntryStatus.PLAYING, EntryStatus.ELIMINATED)
        ).select_related("player", "seat__table")
    )
    lines = _lines(tournament, entries, now)
    shown = [line for line in lines if _is_wanted(line, wanted)]
    pages = max(1, -(-len(shown) // LINES_ON_A_PAGE))
    number = min(max(1, page), pages)
    first = (number - 1) * LINES_ON_A_PAGE
    return SaleList(
        lines=tuple(shown[first : first + LINES_ON_A_PAGE]),
        counts={kind: sum(_is_wanted(line, kind) for line in lines) for kind in WANTED},
        number=number,
        pages=pages,
    )


def _lines(tournament: Tournament, entries: Sequence[Entry], now: datetime) -> list[SaleListLine]:
    may = {buyer.entry_id: buyer for buyer in buyers(tournament, entries, now=now).values()}
    bought: Counter[tuple[int, str]] = Counter(standing_sales(tournament))
    owed: defaultdict[int, list[SaleLine]] = defaultdict(list)
    for sale in sales_owed(tournament):
        owed[sale.entry_id].append(sale)
    lines = [
        _line(entry, bought, tuple(owed[entry.pk]), may.get(entry.pk))
        for entry in entries
        if entry.status == EntryStatus.PLAYING or entry.pk in may or entry.pk in owed
    ]
    return sorted(lines, key=_by_seat)


def _line(
    entry: Entry, bought: Counter[tuple[int, str]], owed: tuple[SaleLine, ...], buyer: Buyer | None
) -> SaleListLine:
    seat = getattr(entry, "seat", None)
    return SaleListLine(
        entry_id=entry.pk,
        player_id=entry.player_id,
        name=entry.player.name,
        table=None if seat is None else seat.table.number,
        seat=None if seat is None else seat.number,
        rebuys=bought[entry.pk, "rebuy"],
        add_ons=bought[entry.pk, "add_on"],
        owed=owed,
        buyer=buyer,
    )


def _by_seat(line: SaleListLine) -> tuple[bool, int, int, str]:
    """Those who are out last, by name."""
    return line.table is None, line.table or 0, line.seat or 0, line.name


def _is_wanted(line: SaleListLine, wanted: Wanted) -> bool:
    return {
        "all": True,
        "no_rebuy": not line.rebuys,
        "no_add_on": not line.add_ons,
        "owes": bool(line.owed),
    }[wanted]
