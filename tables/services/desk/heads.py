"""Entries without names: a club that counts heads takes the buy-ins first, and asks who it was later or never.

Each is a player with a number for a name, who is renamed, or merged into somebody we know, like any other.
"""

from __future__ import annotations

from itertools import count
from typing import Final

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from tables.services.desk.seating import NewArrival, Seated, register_and_seat_all
from tournament.models import Entry
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.field.players import NewPlayer, add_players
from tournament.services.locks import lock_with_event

MOST_HEADS: Final = 100


@transaction.atomic
def register_heads(*, tournament_id: int, heads: int, by: By) -> list[Seated]:
    """So many entries at the price to pay now, seated where the draw was made; all or none.

    Raises Refused for a number that is out of range, and like `register_and_seat_all`.
    """
    if not 1 <= heads <= MOST_HEADS:
        raise Refused(
            _("Enter a number from 1 to %(most)s.") % {"most": MOST_HEADS}, code="out_of_range", field="heads"
        )
    tournament = lock_with_event(tournament_id)
    last = Entry.objects.filter(tournament=tournament).aggregate(last=Max("number"))["last"] or 0
    numbers = count(last + 1)
    people = [NewPlayer(name=_("Unnamed %(number)s") % {"number": next(numbers)}) for _head in range(heads)]
    players = add_players(people, now=by.now)
    return register_and_seat_all(
        tournament_id=tournament_id,
        arriving=[NewArrival(player_id=player.pk) for player in players],
        by=by,
    )
