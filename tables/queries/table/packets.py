"""Whether the seats of a table are still dealt by packets of cards, and to whom."""

from __future__ import annotations

from typing import Final

from tables.models import Recording, Seat, Table
from tables.models.rules import floor_rules
from tournament.models import TournamentStatus

PACKETS: Final = {"one_packet": 1, "two_packets": 2}


def packets_of(table: Table) -> int:
    """How many packets there are for each player, before the first hand of a table of the first draw; otherwise 0.

    Where no hands are recorded the clock says when play has begun.
    """
    tournament = table.tournament
    is_before = tournament.status == TournamentStatus.REGISTERING
    may_be = is_before or (
        tournament.status == TournamentStatus.RUNNING and table.recording == Recording.HANDS
    )
    # A table that was opened later has nobody whom the draw has put there.
    drawn_at = tournament.draw_made_at
    if table.hands_dealt or not may_be or drawn_at is None or table.opened_at > drawn_at:
        return 0
    return PACKETS.get(floor_rules(tournament).seat_draw, 0)


def seats_with_cards(table: Table) -> list[Seat]:
    """Those whose players are dealt a card, by number: a seat that is locked, or reserved, is kept (TDA 9)."""
    seated = Seat.objects.filter(table=table, entry__isnull=False, is_locked=False)
    return list(seated.select_related("entry__player").order_by("number"))
