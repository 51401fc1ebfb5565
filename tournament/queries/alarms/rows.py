from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournament.models import Verdict
from tournament.queries.alarms.alarm import Alarm

# A tournament in which nothing is written any more is not checked again either.
TOLD_FOR: Final = timedelta(days=1)


def altered_rows(now: datetime) -> list[Alarm]:
    """Tournaments whose rows are not as Floorman has written them, by the last check of each. One query."""
    broken = Verdict.objects.filter(is_whole=False, checked_at__gt=now - TOLD_FOR).select_related(
        "tournament"
    )
    return [_alarm(verdict) for verdict in broken.order_by("tournament")]


def _alarm(verdict: Verdict) -> Alarm:
    told = verdict.findings.get(get_language() or "") or next(iter(verdict.findings.values()))
    words = _("%(event)s: %(finding)s") % {"event": verdict.tournament.name, "finding": told[0]}
    return Alarm(
        code="rows_altered",
        words=words,
        cure=_(
            "Make no payouts for now: keep a copy of the database, and run manage.py verify %(code)s to see all of it."
        )
        % {"code": verdict.tournament.code},
        is_urgent=True,
    )
