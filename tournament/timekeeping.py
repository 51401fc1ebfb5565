"""The house's clock: the one place that reads what time it is."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone


def house_now() -> datetime:
    """The moment it is in the house, in UTC."""
    return timezone.now()
