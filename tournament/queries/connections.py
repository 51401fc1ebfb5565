"""What directors have connected to an event, or to all events they direct: web hooks, message services."""

from __future__ import annotations

from typing import Final, TypeVar

from django.db.models import Q, QuerySet

from tournament.models import Account, HookEndpoint, MessageService, Tournament

Connection = TypeVar("Connection", HookEndpoint, MessageService)

# Of each kind, in an event.
MOST_CONNECTIONS: Final = 10


def connections_of(model: type[Connection], tournament: Tournament, account: Account) -> QuerySet[Connection]:
    """Those that this director may change at this event: its own, and the director's for all events."""
    return _ever_of(model, tournament, account).filter(removed_at=None)


def was_removed(model: type[Connection], tournament: Tournament, account: Account, pk: int) -> bool:
    """Whether it was one of them."""
    return _ever_of(model, tournament, account).filter(pk=pk).exclude(removed_at=None).exists()


def is_full(model: type[Connection], tournament_id: int) -> bool:
    """Whether the event has as many of its own as it may have."""
    return model.objects.filter(tournament=tournament_id, removed_at=None).count() >= MOST_CONNECTIONS


def _ever_of(model: type[Connection], tournament: Tournament, account: Account) -> QuerySet[Connection]:
    return model.objects.filter(Q(tournament=tournament) | Q(is_for_all=True, added_by=account))
