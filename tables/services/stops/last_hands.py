"""The end of the day: a card says how many hands every table still deals (WSOP 125)."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from tables.changes.stops import LastHandsDrawn
from tables.floor.draws.chance import SeededRng
from tables.floor.draws.last_hands import LastHands, draw_last_hands, last_hands_of
from tables.floor.errors import FloorError
from tables.models import SeatDraw
from tables.services.stops.announcing import StopOrder, announce_stop
from tournament.models import Stop, StopKind
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import record


@transaction.atomic
def announce_last_hands(*, tournament_id: int, by: By, seed: str = "", card: str = "") -> Stop:
    """Every table deals so many hands after the one in play as the card says, then waits for the floor.

    The card is drawn from `seed`, which the log keeps, or was drawn in the room. From then on nobody enters and no
    table is balanced, broken or redrawn. Raises Refused like `announce_stop`, and for a card that is not drawn from.
    """
    tournament = lock_tournament(tournament_id)
    drawn = _drawn(tournament.seats_per_table, seed, card)
    order = StopOrder(kind=StopKind.LAST_HANDS, hands=drawn.hands)
    stop = announce_stop(tournament_id=tournament_id, order=order, by=by)
    told = LastHandsDrawn(card=drawn.card, hands=drawn.hands, seed="" if card else seed)
    line = record(told, tournament_id=tournament_id, by=by)
    if not card:
        SeatDraw.objects.create(
            tournament=tournament,
            kind="last-hands",
            seed=seed,
            result=[drawn.card],
            made_at=by.now,
            log_entry=line,
        )
    return stop


def _drawn(seats_per_table: int, seed: str, card: str) -> LastHands:
    if not card:
        return draw_last_hands(seats_per_table, SeededRng(seed))
    try:
        return last_hands_of(card, seats_per_table)
    except FloorError as error:
        raise Refused(
            _("Draw from the cards %(low)d to %(high)d, and enter the one drawn, for example %(low)dh.")
            % error.params,
            code=error.code,
            field="card",
        ) from error
