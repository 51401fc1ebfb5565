"""What players may buy now: rebuys and add-ons of those who are in, rebuys of those who have lost their last chip."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from tables.models import Bust, Hand, HandSeat, HandStatus, Seat, Table
from tables.queries.room.busted import bust_seats
from tables.queries.room.kept_for_rebuys import KeptSeat, seats_kept_for
from tournament.models import Entry, EntryStatus, Player, Tournament
from tournament.queries.chip_sales import SaleOffer, bought_by, offers_now


@dataclass(frozen=True, slots=True, kw_only=True)
class Buyer:
    """A player who may buy something: the latest entry, and what. `kept` is the seat that waits for the answer."""

    entry_id: int
    name: str
    offers: tuple[SaleOffer, ...]
    kept: KeptSeat | None = None


def buyers(tournament: Tournament, entries: Sequence[Entry], *, now: datetime) -> Mapping[int, Buyer]:
    """By player, of their entries given here with their players; nobody of whom nothing can be sold.

    Six queries at most, three where nobody is out, none where nothing is sold.
    """
    if not tournament.sells_chips:
        return {}
    latest: dict[int, Entry] = {}
    for entry in sorted(entries, key=lambda each: each.number):
        if entry.status != EntryStatus.VOID:
            latest[entry.player_id] = entry
    bought = bought_by(tournament, latest)
    may = {
        player: offers
        for player, entry in latest.items()
        if (offers := offers_now(tournament, entry, bought=bought, now=now))
    }
    busted = bust_seats(latest[player] for player in may)
    kept = seats_kept_for(tournament, busted)
    return {
        player: Buyer(
            entry_id=latest[player].pk,
            name=latest[player].player.name,
            offers=offers,
            kept=kept.get(latest[player].pk),
        )
        for player, offers in may.items()
        if latest[player].status != EntryStatus.ELIMINATED or latest[player].pk in busted
    }


def buyer_at(tournament: Tournament, entry_id: int, *, now: datetime) -> Buyer | None:
    """One entry, whose player has no later one. Seven queries at most, none where nothing is sold."""
    if not tournament.sells_chips:
        return None
    entry = Entry.objects.filter(tournament=tournament, pk=entry_id).select_related("player").first()
    return None if entry is None else buyers(tournament, [entry], now=now).get(entry.player_id)


def buyer_of(tournament: Tournament, player: Player, *, now: datetime) -> Buyer | None:
    """A player. Seven queries at most, none where nothing is sold."""
    if not tournament.sells_chips:
        return None
    entries = Entry.objects.filter(tournament=tournament, player=player).select_related("player")
    return buyers(tournament, list(entries), now=now).get(player.pk)


def buyer_who_sat(table: Table, seat: int, *, now: datetime) -> Buyer | None:
    """Who lost the last chip in a seat that is free now, and may come back by a rebuy.

    Ten queries at most, none where nothing is sold.
    """
    if not table.tournament.sells_chips:
        return None
    found = [_busted_by_hand(table, seat), _busted_in_hand(table, seat)]
    entries = Entry.objects.filter(pk__in=[each for each in found if each], status=EntryStatus.ELIMINATED)
    last = entries.order_by("eliminated_at", "pk").last()
    if last is None:
        return None
    later = Entry.objects.filter(tournament=table.tournament, player=last.player_id, number__gt=last.number)
    if later.exclude(status=EntryStatus.VOID).exists():
        return None
    return buyer_at(table.tournament, last.pk, now=now)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatBuyer:
    """Who may buy something at a table, in this seat or from it: `is_out` if the last chip was lost since the deal."""

    seat: int
    is_out: bool
    buyer: Buyer


def seat_buyers(table: Table, seats: Sequence[Seat], *, now: datetime) -> tuple[SeatBuyer, ...]:
    """The players in these seats who may buy something, and those who went out since the last deal, by seat.

    Ten queries at most, one where nothing is sold.
    """
    tournament = Tournament.objects.get(pk=table.tournament_id)
    if not tournament.sells_chips:
        return ()
    sitting = {seat.entry.pk: seat.number for seat in seats if seat.entry is not None}
    out = _out_since_the_deal(table)
    entries = Entry.objects.filter(player__entries__in=[*sitting, *out], tournament=tournament)
    may = buyers(tournament, list(entries.select_related("player").distinct()), now=now)
    found = {buyer.entry_id: buyer for buyer in may.values()}
    return tuple(
        SeatBuyer(seat=seat, is_out=entry_id not in sitting, buyer=found[entry_id])
        for entry_id, seat in sorted((out | sitting).items(), key=lambda each: each[1])
        if entry_id in found
    )


def _out_since_the_deal(table: Table) -> dict[int, int]:
    """The entries that lost their last chip here in the newest hand or after it, each with the seat. Two queries."""
    newest = Hand.objects.filter(table=table).exclude(status=HandStatus.VOID).order_by("-number").first()
    busts = Bust.objects.filter(
        table=table, undone_at=None, back_at=None, entry__status=EntryStatus.ELIMINATED
    )
    if newest is None:
        return dict(busts.values_list("entry_id", "seat_number"))
    in_hand = HandSeat.objects.filter(
        hand=newest, finishing_stack=0, entry__status=EntryStatus.ELIMINATED
    ).values_list("entry_id", "seat_number")
    by_hand = busts.filter(at__gte=newest.started_at).values_list("entry_id", "seat_number")
    return dict(in_hand) | dict(by_hand)


def _busted_by_hand(table: Table, seat: int) -> int | None:
    rows = Bust.objects.filter(table=table, seat_number=seat, undone_at=None, back_at=None).order_by("-pk")
    return rows.values_list("entry_id", flat=True).first()


def _busted_in_hand(table: Table, seat: int) -> int | None:
    rows = HandSeat.objects.filter(
        hand__table=table, seat_number=seat, finishing_stack=0, hand__status=HandStatus.COMPLETE
    )
    return rows.order_by("-pk").values_list("entry_id", flat=True).first()
