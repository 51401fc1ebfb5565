"""The outbox of web hooks: what receivers are told is written with the change itself, or not at all.

A change that nobody tells of costs nothing, one that has a row in `tournament.changes.outgoing` costs one query where
no endpoint wants it. The body is made here, once: what is sent and signed later are these bytes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from django.db.models import Q, QuerySet

from tournament.changes.change import Change
from tournament.changes.flights import FlightCreated
from tournament.changes.outgoing import HookFact, facts_of, leaves_house
from tournament.changes.setup import TournamentCloned, TournamentCreated
from tournament.models import Entry, HookDelivery, HookEndpoint, LogEntry, Role, Tournament
from tournament.models.built_query import BuiltQuery

# Standard Webhooks 1.0.0: a body stays below it. Nothing here has a length that people choose but names.
MOST_BYTES: Final = 20_000


def put_in_outbox(lines: Sequence[LogEntry], changes: Sequence[Change]) -> None:
    """Write the messages of these lines of one tournament, with the lines themselves."""
    told = [(line, change) for line, change in zip(lines, changes, strict=True) if leaves_house(change)]
    if not told:
        return
    endpoints = _endpoints_of(*told[0])
    if endpoints:
        event = Tournament.objects.get(pk=told[0][0].tournament_id)
        facts = [(line.at, fact) for line, change in told for fact in facts_of(change, event)]
        HookDelivery.objects.bulk_create(messages_of(event, facts, endpoints))


def messages_of(
    event: Tournament, facts: Sequence[tuple[datetime, HookFact]], endpoints: Sequence[HookEndpoint]
) -> list[HookDelivery]:
    """Not saved: of each fact, in their order, a message to every endpoint that wants its type."""
    about = Entry.objects.select_related("player").in_bulk({fact.entry for _, fact in facts if fact.entry})
    messages = []
    for at, fact in facts:
        entry = about.get(fact.entry or 0)
        for endpoint in endpoints:
            if fact.type in endpoint.type_values:
                data = _whole(event, fact.data, entry, has_names=endpoint.has_names)
                messages.append(message_to(endpoint, fact.type, at=at, data=data))
    return messages


def message_to(
    endpoint: HookEndpoint, hook: str, *, at: datetime, data: Mapping[str, Any], subject: int | None = None
) -> HookDelivery:
    """Not saved: a message that is due at once."""
    body = body_of(hook, at=at, data=data)
    return HookDelivery(endpoint=endpoint, type=hook, body=body, made_at=at, due_at=at, subject=subject)


def body_of(hook: str, *, at: datetime, data: Mapping[str, Any]) -> str:
    """What is sent: JSON with type, timestamp (UTC, milliseconds) and data."""
    stamp = at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    whole = {"type": hook, "timestamp": stamp, "data": data}
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":"))


def _whole(
    event: Tournament, data: Mapping[str, Any], entry: Entry | None, *, has_names: bool
) -> dict[str, Any]:
    """With the event, and with whom it is about: the entry by its number, the name as the public reads it."""
    whole: dict[str, Any] = {"event": event.code}
    if entry is not None:
        whole["entry"] = entry.number
        if has_names:
            whole["name"] = entry.player.shown_name
    return whole | dict(data)


def _endpoints_of(line: LogEntry, change: Change) -> list[HookEndpoint]:
    """Those that are on and hear of this event: its own, and those of its directors for all their events. The person
    that makes an event is its director from the next statement on.
    """
    is_new = isinstance(change, TournamentCreated | TournamentCloned | FlightCreated)
    return _ENDPOINTS_OF.all(line.tournament_id, line.account_id if is_new else None)


def _hear_of(tournament: int, maker: int) -> QuerySet[HookEndpoint]:
    directors = Q(added_by__staff_roles__tournament=tournament, added_by__staff_roles__role=Role.DIRECTOR)
    all_of_them = Q(Q(is_for_all=True) & (directors | Q(added_by=maker)))
    return endpoints_on().filter(Q(tournament=tournament) | all_of_them).distinct().order_by("pk")


def endpoints_on() -> QuerySet[HookEndpoint]:
    """Those that are switched on and were not removed."""
    return HookEndpoint.objects.filter(off="", removed_at=None)


_ENDPOINTS_OF = BuiltQuery(_hear_of, int, int)
