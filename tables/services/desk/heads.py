"""Entries without names: a club that counts heads takes the buy-ins first, and asks who it was later or never.

Each is a player with a number for a name, who is renamed, or merged into somebody we know, like any other.
"""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from tables.services.desk.seating import NewArrival, Seated, register_and_seat, register_and_seat_all
from tournament.models import Player
from tournament.rules.payouts.prices import PriceQuote
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.field.players import NewPlayer, add_players
from tournament.services.locks import lock_with_event

MOST_HEADS: Final = 100


@transaction.atomic
def register_heads(
    *, tournament_id: int, heads: int, by: By, quote: PriceQuote | None = None
) -> list[Seated]:
    """So many entries at the price that was told, None for the one to pay now; seated where the draw was made; all or
    none.

    Raises Refused for a number that is out of range, and like `register_and_seat`: where fewer seats are free, the desk
    asks what to do with the next one.
    """
    if not 1 <= heads <= MOST_HEADS:
        raise Refused(
            _("Enter a number from 1 to %(most)s.") % {"most": MOST_HEADS}, code="out_of_range", field="heads"
        )
    tournament = lock_with_event(tournament_id)
    # A number that no other one of the house has: in a season they are told apart by it.
    last = Player.objects.aggregate(last=Max("pk"))["last"] or 0
    people = [
        NewPlayer(name=_("Unnamed %(number)s") % {"number": number})
        for number in range(last + 1, last + 1 + heads)
    ]
    players = add_players(people, now=by.now)
    if tournament.draw_made_at is None:
        arriving = [NewArrival(player_id=player.pk, quote=quote) for player in players]
        return register_and_seat_all(tournament_id=tournament_id, arriving=arriving, by=by)
    return [
        register_and_seat(
            tournament_id=tournament_id, player_id=player.pk, by=by, quote=quote, when_full="ask"
        )
        for player in players
    ]
