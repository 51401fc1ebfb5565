"""Seats reserved for players: special needs, or whatever the floor has promised (TDA 9)."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Exists, OuterRef, Q, QuerySet

from tables.models import Seat, Table, TableStatus
from tournament.models import Entry, Player, Tournament
from tournament.queries.flights import LIVE
from tournament.rules.names import fold_name


def reserved_seats(tournament: Tournament, *, players: Collection[int]) -> dict[int, Seat]:
    """By player the empty seat reserved for them at a table that is open or on hold, with its table. One query.

    Of several the one at the table with the lowest number.
    """
    seats = Seat.objects.filter(
        table__tournament=tournament,
        table__status__in=(TableStatus.OPEN, TableStatus.HELD),
        reservation__player__in=players,
        is_locked=True,
        entry=None,
    )
    rows = seats.select_related("table", "reservation").order_by("-table__number", "-number")
    return {seat.reservation.player_id or 0: seat for seat in rows}


def seats_kept_in_draws(table: Table) -> QuerySet[Seat]:
    """The seats here that a draw gives away to nobody else: with a player who is not moved from it, or reserved for one
    of the event.
    """
    live = Entry.objects.filter(
        tournament=table.tournament_id, player=OuterRef("reservation__player"), status__in=LIVE
    )
    return Seat.objects.filter(Q(entry__isnull=False) | Exists(live), table=table, is_locked=True)


def players_called(tournament: Tournament, typed: str) -> list[Player]:
    """Who of those in the tournament is meant: by entry number as "#12", else by the whole name. One query."""
    live = Entry.objects.filter(tournament=tournament, status__in=LIVE)
    if typed.startswith("#"):
        number = typed[1:].strip()
        is_number = number.isascii() and number.isdigit() and len(number) < 8
        return (
            [e.player for e in live.filter(number=int(number)).select_related("player")] if is_number else []
        )
    folded = fold_name(typed)
    if not folded:
        return []
    found = live.filter(player__search_name=folded).select_related("player")
    return list({entry.player_id: entry.player for entry in found}.values())
