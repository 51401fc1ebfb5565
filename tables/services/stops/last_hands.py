"""The end of the day: a card says how many hands every table still deals (WSOP 125)."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from tables.changes.stops import LastHandsDrawn
from tables.floor.draws.last_hands import LastHands, draw_last_hands, last_hands_of
from tables.floor.draws.listed import cards_of_last_hands
from tables.floor.errors import FloorError
from tables.services.stops.announcing import StopOrder, announce_stop
from tables.services.table.drawing import DrawBook
from tournament.models import Stop, StopKind
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import record


@transaction.atomic
def announce_last_hands(*, tournament_id: int, by: By, seed: str = "", card: str = "") -> Stop:
    """Every table deals so many hands after the one in play as the card says, then waits for the floor.

    The card is drawn here, by `seed` in a rehearsal, or was drawn in the room. From then on nobody enters and no
    table is balanced, broken or redrawn. Raises Refused like `announce_stop`, and for a card that is not drawn from.
    """
    tournament = lock_tournament(tournament_id)
    size = tournament.seats_per_table
    draws = DrawBook(tournament, by=by)
    drawing = None if card else draws.begin("last-hands", cards_of_last_hands(size), seed=seed)
    drawn = _typed(size, card) if drawing is None else draw_last_hands(size, drawing.rng)
    order = StopOrder(kind=StopKind.LAST_HANDS, hands=drawn.hands)
    stop = announce_stop(tournament_id=tournament_id, order=order, by=by)
    told = LastHandsDrawn(card=drawn.card, hands=drawn.hands, seed=drawing.seed if drawing else "")
    line = record(told, tournament_id=tournament_id, by=by)
    if drawing is not None:
        draws.keep(drawing, result=[drawn.card], line=line)
    return stop


@transaction.atomic
def stop_to_bag(*, tournament_id: int, by: By) -> Stop:
    """A flight has been played to its end: every table finishes the hand in play, and then counts its bags.

    Raises Refused like `announce_stop`, and outside of a flight, where a card says how many hands are left (WSOP 125).
    """
    tournament = lock_tournament(tournament_id)
    if tournament.flight_of_id is None:
        raise Refused(
            _("Only a flight ends at once: draw a card for the last hands of the day (WSOP 125)."),
            code="no_flight",
        )
    order = StopOrder(kind=StopKind.LAST_HANDS, hands=0)
    return announce_stop(tournament_id=tournament_id, order=order, by=by)


def _typed(seats_per_table: int, card: str) -> LastHands:
    try:
        return last_hands_of(card, seats_per_table)
    except FloorError as error:
        raise Refused(
            _("Draw from the cards %(low)d to %(high)d, and enter the one drawn, for example %(low)dh.")
            % error.params,
            code=error.code,
            field="card",
        ) from error
