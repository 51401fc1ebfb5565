"""Whose badges are good: tablets that are paired."""

from __future__ import annotations

from tables.models import Device
from tournament.front.badges import of_tablet
from tournament.timekeeping import house_now


def badges_of_tablets() -> frozenset[str]:
    """Those that nobody has unpaired and that are not too old. One query."""
    paired = Device.objects.filter(revoked_at__isnull=True, expires_at__gt=house_now())
    return frozenset(of_tablet(digest) for digest in paired.values_list("token_sha256", flat=True))
