"""What signing in leaves behind is forgotten in time: sessions that have ended, and failures that close nothing now."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from axes.models import AccessAttempt
from django.contrib.sessions.models import Session
from django.db.models import Q

# A failure names an account and an address: kept as long as somebody may want to look into it.
FAILURES_KEPT: Final = timedelta(days=30)
# How a name is kept now (tournament.views.accounts); earlier versions kept what was typed, new passwords too.
_AS_KEPT: Final = Q(username__regex=r"^[0-9a-f]{64}$")


def forget_sign_ins(*, now: datetime) -> tuple[int, int]:
    """Delete ended sessions and old failures; returns how many of each."""
    sessions, _ = Session.objects.filter(expire_date__lt=now).delete()
    is_old = Q(attempt_time__lt=now - FAILURES_KEPT)
    failures, _ = AccessAttempt.objects.filter(is_old | ~_AS_KEPT).delete()
    return sessions, failures
