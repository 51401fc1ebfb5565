"""Endpoints of web hooks."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from tests.factories import ACTOR, NOW, give_role
from tournament.models import Account, HookEndpoint, HookType, Role, StaffMember, Tournament
from tournament.rules.hooks.destinations import read_destination
from tournament.services.hooks.endpoints import HookWanted, add_hook


def director_of(tournament: Tournament) -> Account:
    """The first director of the event; one is made where it has none."""
    member = StaffMember.objects.filter(tournament=tournament, role=Role.DIRECTOR).order_by("pk").first()
    return give_role(tournament, Role.DIRECTOR) if member is None else member.account


def make_hook(
    tournament: Tournament,
    url: str = "https://club.example/hooks",
    *,
    types: tuple[str, ...] = tuple(HookType.values),
    account: Account | None = None,
    now: datetime = NOW,
    **allowed: Any,
) -> HookEndpoint:
    """An endpoint that wants these types, all of them if none are named; `allowed` are further fields of HookWanted."""
    wanted = HookWanted(
        destination=read_destination(url),
        types=types,
        **{"has_names": False, "is_in_network": True, "is_for_all": False, **allowed},
    )
    account = account or director_of(tournament)
    add_hook(tournament_id=tournament.pk, wanted=wanted, account_id=account.pk, by=ACTOR.at(now))
    return HookEndpoint.objects.latest("pk")
