"""Whose badges are good: tablets that are paired."""

from __future__ import annotations

from datetime import datetime

from tables.models import Device
from tournament.front.badges import of_tablet


def badges_of_tablets(*, now: datetime) -> frozenset[str]:
    """Those that nobody has unpaired and that are not too old. One query."""
    paired = Device.objects.filter(revoked_at__isnull=True, expires_at__gt=now)
    return frozenset(of_tablet(digest) for digest in paired.values_list("token_sha256", flat=True))
