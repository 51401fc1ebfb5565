"""A draw of the room by the next link that was promised."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from tables.floor.draws.last_hands import draw_last_hands
from tables.floor.draws.listed import cards_of_last_hands
from tables.models import SeatDraw
from tables.services.table.drawing import DrawBook
from tests.factories import ACTOR
from tournament.models import LogEntry, Tournament
from tournament.services.locks import lock_tournament


@transaction.atomic
def promised_draw(tournament: Tournament, *, now: datetime) -> SeatDraw:
    """One card, which stands for whatever the house draws; it belongs to the newest line of the log."""
    locked = lock_tournament(tournament.pk)
    draws = DrawBook(locked, by=ACTOR.at(now))
    drawing = draws.begin("last-hands", cards_of_last_hands(locked.seats_per_table))
    drawn = draw_last_hands(locked.seats_per_table, drawing.rng)
    line = LogEntry.objects.filter(tournament=locked).latest("pk")
    return draws.keep(drawing, result=[drawn.card], line=line)
