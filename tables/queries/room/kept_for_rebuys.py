"""Seats kept for players who have lost their last chip and may come back by a rebuy.

Nobody misses a hand for a rebuy (TDA 27), so that the seat is theirs until the next hand of the table is dealt, or
they say no. Where only busts are entered no hand says so: there it is theirs until somebody else of the table goes
out. Everything follows from the hands, the busts and the log, so that an undo of any of them is right too.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from tables.changes.rebuys import RebuyDeclined
from tables.models import Bust, Hand, HandSeat, HandStatus, Recording, Seat, TableStatus
from tournament.models import Entry, EntryStatus, LogEntry, Tournament, TournamentStatus
from tournament.queries.chip_sales import bought_by
from tournament.rules.chip_sales import ChipOffer, is_sold_in

PLAYABLE = (TableStatus.OPEN, TableStatus.HELD)
OF_ENTRY = ("entry_id", "entry__player_id", "entry__player__name", "entry__eliminated_at")

Rows: TypeAlias = QuerySet[Any, tuple[Any, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptSeat:
    """A seat, its table by key and number, and whose it is until the next hand."""

    table_id: int
    table: int
    seat: int
    entry_id: int
    player_id: int
    name: str
    out_at: datetime


def seats_kept(tournament: Tournament) -> tuple[KeptSeat, ...]:
    """By table and seat. No query where no rebuy is sold now, one where nobody may buy one, three at most."""
    asked = seats_asked(tournament)
    if not asked:
        return ()
    declined = _declined(tournament, since=min(kept.out_at for kept in asked))
    return tuple(kept for kept in asked if not _has_declined(kept, declined))


def seats_asked(tournament: Tournament) -> tuple[KeptSeat, ...]:
    """The same, with those of players who have said no. Two queries at most."""
    offer = tournament.offer("rebuy")
    if offer is None or not _is_on_sale(tournament, offer):
        return ()
    rows = _in_hands(tournament).union(_by_hand(tournament), all=True)
    out = [_kept(*row) for row in rows]
    if offer.per_player is not None:
        bought = bought_by(tournament, {kept.player_id for kept in out})
        out = [kept for kept in out if bought.get((kept.player_id, "rebuy"), 0) < offer.per_player]
    return tuple(sorted(out, key=lambda kept: (kept.table, kept.seat)))


def seat_kept_at(tournament: Tournament, *, table_id: int, seat: int) -> KeptSeat | None:
    """For whom this seat is kept; None where it is free."""
    here = (kept for kept in seats_kept(tournament) if (kept.table_id, kept.seat) == (table_id, seat))
    return next(here, None)


def seats_kept_for(tournament: Tournament, entries: Collection[int]) -> dict[int, KeptSeat]:
    """By entry, of those given here. No query without any."""
    if not entries:
        return {}
    return {kept.entry_id: kept for kept in seats_kept(tournament) if kept.entry_id in entries}


def _is_on_sale(tournament: Tournament, offer: ChipOffer) -> bool:
    """By the period that the beat has reached: a seat that is kept a moment too long harms nobody."""
    return (
        tournament.status == TournamentStatus.RUNNING
        and tournament.registration_closed_at is None
        and is_sold_in(offer, tournament.structure, tournament.clock_index)
    )


def _in_hands(tournament: Tournament) -> Rows:
    """Those who went out in the newest hand of their table."""
    rows = HandSeat.objects.filter(
        _may_come_back(_seat_of("hand__table")),
        hand__table__tournament=tournament,
        hand__table__status__in=PLAYABLE,
        hand__status=HandStatus.COMPLETE,
        hand__number=F("hand__table__hands_dealt"),
        hand__number__gt=F("hand__table__hands_before"),
        hand__ended_at=F("entry__eliminated_at"),
        finishing_stack=0,
    )
    return rows.values_list("hand__table_id", "hand__table__number", "seat_number", *OF_ENTRY)


def _by_hand(tournament: Tournament) -> Rows:
    """Those who were put out between two hands, since the newest one; at a table of busts alone in the last of them."""
    hands = Hand.objects.filter(table=OuterRef("table"), started_at__gt=OuterRef("at"))
    later = Bust.objects.filter(table=OuterRef("table"), log_entry__gt=OuterRef("log_entry"), undone_at=None)
    rows = Bust.objects.filter(
        _may_come_back(_seat_of("table")),
        ~Exists(hands.exclude(status=HandStatus.VOID)),
        ~Q(table__recording=Recording.BUSTS) | ~Exists(later),
        table__tournament=tournament,
        table__status__in=PLAYABLE,
        table__opened_at__lte=F("at"),
        entry__eliminated_at=F("at"),
        hand=None,
        undone_at=None,
        back_at=None,
    )
    return rows.values_list("table_id", "table__number", "seat_number", *OF_ENTRY)


def _seat_of(table: str) -> QuerySet[Seat]:
    return Seat.objects.filter(table=OuterRef(table), number=OuterRef("seat_number"))


def _may_come_back(seat: QuerySet[Seat]) -> Q:
    """Out, not entered again, and nobody has got the seat, by hand or for special needs."""
    again = Entry.objects.filter(
        tournament=OuterRef("entry__tournament"),
        player=OuterRef("entry__player"),
        number__gt=OuterRef("entry__number"),
    )
    is_in_again = Exists(again.exclude(status=EntryStatus.VOID))
    is_free = Exists(seat.filter(entry=None, is_locked=False))
    return Q(is_free, ~is_in_again, entry__status=EntryStatus.ELIMINATED)


def _kept(
    table_id: int, table: int, seat: int, entry_id: int, player_id: int, name: str, out_at: datetime
) -> KeptSeat:
    return KeptSeat(
        table_id=table_id,
        table=table,
        seat=seat,
        entry_id=entry_id,
        player_id=player_id,
        name=name,
        out_at=out_at,
    )


def _has_declined(kept: KeptSeat, declined: dict[int, datetime]) -> bool:
    """Since this bust; an answer to a former one says nothing of it."""
    at = declined.get(kept.entry_id)
    return at is not None and at >= kept.out_at


def _declined(tournament: Tournament, *, since: datetime) -> dict[int, datetime]:
    """By entry when its player last said no. One query."""
    lines = LogEntry.objects.filter(
        tournament=tournament, verb=RebuyDeclined.verb, at__gte=since, undone_by=None
    )
    return dict(lines.order_by("pk").values_list("data__entry", "at"))
