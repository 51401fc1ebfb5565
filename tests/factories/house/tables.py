"""What happens at a table of the house: who sits there, a hand that all fold, a tablet."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.test import Client

from tables import engine
from tables.models import (
    Device,
    Hand,
    Seat,
    Table,
)
from tables.queries.table.hand import load_hand
from tables.services.hands.dealing import start_hand
from tables.services.hands.recording import record_operation
from tables.services.table.tablets import make_pairing_code, pair_device
from tables.views.tablet.access import COOKIE
from tests.factories import ACTOR
from tournament.models import (
    Entry,
)


@dataclass(slots=True, kw_only=True)
class Tablet:
    device: Device
    secret: str

    def client(self) -> Client:
        client = Client(raise_request_exception=False)
        client.cookies[COOKIE] = self.secret
        return client


def seated(table: Table) -> list[Entry]:
    """Who sits at the table, by seat."""
    seats = Seat.objects.filter(table=table, entry__isnull=False).select_related("entry").order_by("number")
    return [seat.entry for seat in seats if seat.entry is not None]


def play_folded_hand(table: Table, now: datetime) -> None:
    """Everybody folds to the big blind."""
    hand = start_hand(tournament_id=table.tournament_id, table_id=table.pk, by=ACTOR.at(now))
    state = engine.replay(hand.setup, [])
    while engine.legal(state).actor is not None:
        state = fold_once(table, hand, now)


def fold_once(table: Table, hand: Hand, now: datetime) -> engine.State:
    """Whoever is to act folds."""
    actor = engine.legal(load_hand(hand).state).actor
    return record_operation(
        tournament_id=table.tournament_id,
        table_id=table.pk,
        operation=engine.Fold(actor or 0),
        by=ACTOR.at(now),
    ).state


def pair(table: Table, now: datetime) -> Tablet:
    code = make_pairing_code(tournament_id=table.tournament_id, table_id=table.pk, by=ACTOR.at(now))
    paired = pair_device(code=code.code, now=now)
    return Tablet(device=paired.device, secret=paired.secret)
