"""What signing in leaves behind is forgotten in time: sessions that have ended, and failures that close nothing now."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from axes.models import AccessAttempt
from django.contrib.sessions.models import Session

# A failure names an account and an address: kept as long as somebody may want to look into it.
FAILURES_KEPT: Final = timedelta(days=30)


def forget_sign_ins(*, now: datetime) -> tuple[int, int]:
    """Delete ended sessions and old failures; returns how many of each."""
    sessions, _ = Session.objects.filter(expire_date__lt=now).delete()
    failures, _ = AccessAttempt.objects.filter(attempt_time__lt=now - FAILURES_KEPT).delete()
    return sessions, failures
