from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournament.models import HouseVerdict, Verdict
from tournament.queries.alarms.alarm import Alarm

# A tournament in which nothing is written any more is not checked again either.
TOLD_FOR: Final = timedelta(days=1)


def altered_rows(now: datetime) -> list[Alarm]:
    """The house, and tournaments, whose rows are not as Floorman has written them, by the last check of each. Two
    queries.
    """
    lately = {"is_whole": False, "checked_at__gt": now - TOLD_FOR}
    broken = Verdict.objects.filter(**lately).select_related("tournament").order_by("tournament")
    return [
        *(_alarm_of_house(verdict) for verdict in HouseVerdict.objects.filter(**lately)),
        *(_alarm(verdict) for verdict in broken),
    ]


def _alarm_of_house(verdict: HouseVerdict) -> Alarm:
    return Alarm(
        code="rows_altered",
        words=_first(verdict.findings),
        cure=_(
            "Make no payouts for now: keep a copy of the database, and run manage.py verify to see all of it."
        ),
        is_urgent=True,
    )


def _alarm(verdict: Verdict) -> Alarm:
    words = _("%(event)s: %(finding)s") % {
        "event": verdict.tournament.name,
        "finding": _first(verdict.findings),
    }
    return Alarm(
        code="rows_altered",
        words=words,
        cure=_(
            "Make no payouts for now: keep a copy of the database, and run manage.py verify %(code)s to see all of it."
        )
        % {"code": verdict.tournament.code},
        is_urgent=True,
    )


def _first(findings: dict[str, list[str]]) -> str:
    """In the reader's language."""
    told = findings.get(get_language() or "") or next(iter(findings.values()))
    return told[0]
