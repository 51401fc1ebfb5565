"""Where an account is logged in, as its page shows it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.contrib.sessions.models import Session

from tournament.models import Account, OpenSession, StaffMember


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenSessionLine:
    """One device; `is_this` is the one that asks."""

    id: int
    device: str
    began_at: datetime
    seen_at: datetime
    is_this: bool


def open_sessions(account: Account, *, this: str | None, now: datetime) -> tuple[OpenSessionLine, ...]:
    """Those that live, the one that asks first, then by their last use. Two queries."""
    rows = list(OpenSession.objects.filter(account=account).order_by("-seen_at", "-pk"))
    alive = set(
        Session.objects.filter(
            session_key__in=[row.session_key for row in rows], expire_date__gt=now
        ).values_list("session_key", flat=True)
    )
    lines = [
        OpenSessionLine(
            id=row.pk,
            device=row.device,
            began_at=row.began_at,
            seen_at=row.seen_at,
            is_this=row.session_key == this,
        )
        for row in rows
        if row.session_key in alive
    ]
    return tuple(sorted(lines, key=lambda line: not line.is_this))


def time_zone_of(account: Account) -> str:
    """The zone in which somebody reads times that belong to no tournament: that of the newest they work in."""
    zones = StaffMember.objects.filter(account=account).order_by("-tournament_id")
    return zones.values_list("tournament__time_zone", flat=True).first() or "UTC"
