"""The registration desk of a test: who works there, and what is sent from it."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.test import Client

from tables.services.desk.seating import make_seat_draw
from tests.factories import ACTOR, NOW, give_role, make_tournament
from tournament.models import Player, Role, Tournament


def at_the_desk(client: Client, role: Role = Role.REGISTRATION, **changes: Any) -> Tournament:
    tournament = make_tournament(**changes)
    client.force_login(give_role(tournament, role, "rita"))
    return tournament


def register(client: Client, tournament: Tournament, player: Player, key: str = "") -> Any:
    return client.post(
        f"/floor/{tournament.code}/desk/register/", {"player": player.pk, "key": key or str(uuid4())}
    )


def draw(tournament: Tournament) -> None:
    make_seat_draw(tournament_id=tournament.pk, seed="s", by=ACTOR.at(NOW))
