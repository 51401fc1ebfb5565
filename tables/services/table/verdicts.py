"""What `manage.py verify` asks, asked again and again while people play, so that the console can say it.

Chips, seats and money are read by several queries, between which somebody may commit: what does not hold is looked at
once more with the tournament locked, and only what is still so counts. The chain needs no lock, and the hands, which
take long, are left to the command.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import OuterRef, Subquery
from django.utils import translation

from tables.queries.checks.chain import check_chain
from tables.queries.checks.every import CHECKS
from tables.queries.checks.findings import Check
from tournament.models import LogEntry, Tournament, Verdict
from tournament.services.locks import lock_tournament

WATCHED_FOR: Final = timedelta(days=1)
QUICK: Final = ("chips", "seats", "places", "ledger", "money", "log")
# Of one tournament; the command says them all.
KEPT: Final = 20


def written_lately(*, now: datetime) -> list[int]:
    """The tournaments whose log has a line of the last day. One query."""
    newest = LogEntry.objects.filter(tournament=OuterRef("pk")).order_by("-pk").values("at")[:1]
    lately = Tournament.objects.annotate(written_at=Subquery(newest)).filter(written_at__gt=now - WATCHED_FOR)
    return list(lately.order_by("pk").values_list("pk", flat=True))


def check_tournament(*, tournament_id: int, now: datetime) -> Verdict:
    """Check one tournament and keep what was found for the alarms of the house."""
    tournament = Tournament.objects.get(pk=tournament_id)
    findings = _in_each_language(tournament, [check_chain])
    quick = [CHECKS[name] for name in QUICK]
    if _found(tournament, quick):
        with transaction.atomic():
            for language, says in _in_each_language(lock_tournament(tournament_id), quick).items():
                findings.setdefault(language, []).extend(says)
    verdict, _made = Verdict.objects.update_or_create(
        tournament=tournament,
        defaults={"checked_at": now, "is_whole": not findings, "findings": findings},
    )
    return verdict


def _in_each_language(tournament: Tournament, checks: Iterable[Check]) -> dict[str, list[str]]:
    """What the checks find, as each reader is told; nothing at all if everything holds."""
    checks = list(checks)
    if not _found(tournament, checks):
        return {}
    told = {}
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            told[language] = _found(tournament, checks)
    return told


def _found(tournament: Tournament, checks: Iterable[Check]) -> list[str]:
    """The first sentences of each check."""
    return [finding.says for check in checks for finding in list(check(tournament))[:KEPT]]
