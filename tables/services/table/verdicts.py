"""What `manage.py verify` asks, asked again and again while people play, so that the console can say it.

Chips, seats and money are read by several queries, between which somebody may commit: what does not hold is looked at
once more with the tournament locked, and only what is still so counts. The chain needs no lock, and what takes
long (hands, rows that are sealed again, keys) is left to the command.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from django.conf import settings
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import OuterRef, Subquery
from django.utils import translation
from django.utils.translation import gettext as _

from tables.queries.checks.chain import check_chain
from tables.queries.checks.every import CHECKS, HOUSE_CHECKS
from tables.queries.checks.findings import HouseCheck
from tournament.models import HouseVerdict, LogEntry, Tournament, Verdict
from tournament.services.locks import lock_tournament

logger = logging.getLogger(__name__)

WATCHED_FOR: Final = timedelta(days=1)
# Of the house; the others read every row of every table.
QUICK_OF_HOUSE: Final = ("log-ins", "triggers")
QUICK: Final = ("chips", "seats", "places", "ledger", "money", "log")
# Of one tournament; the command says them all.
KEPT: Final = 20


def written_lately(*, now: datetime) -> list[int]:
    """The tournaments whose log has a line of the last day. One query."""
    newest = LogEntry.objects.filter(tournament=OuterRef("pk")).order_by("-pk").values("at")[:1]
    lately = Tournament.objects.annotate(written_at=Subquery(newest)).filter(written_at__gt=now - WATCHED_FOR)
    return list(lately.order_by("pk").values_list("pk", flat=True))


def check_house(*, now: datetime) -> HouseVerdict:
    """Check what belongs to no tournament, and keep what was found for the alarms of the house."""
    findings = _in_each_language([HOUSE_CHECKS[name] for name in QUICK_OF_HOUSE])
    verdict, _made = HouseVerdict.objects.update_or_create(
        pk=1, defaults={"checked_at": now, "is_whole": not findings, "findings": findings}
    )
    return verdict


def check_tournament(*, tournament_id: int, now: datetime) -> Verdict:
    """Check one tournament and keep what was found for the alarms of the house."""
    tournament = Tournament.objects.get(pk=tournament_id)
    findings = _in_each_language([partial(check_chain, tournament)])
    if _found(_quick_checks(tournament)):
        with transaction.atomic():
            locked = lock_tournament(tournament_id)
            for language, says in _in_each_language(_quick_checks(locked)).items():
                findings.setdefault(language, []).extend(says)
    return _keep(tournament_id, findings, now)


def note_unreadable(*, tournament_id: int, now: datetime) -> Verdict:
    """Keep for the alarms of the house that a tournament could not be checked at all."""
    told = {}
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            told[language] = [_unreadable()]
    return _keep(tournament_id, told, now)


def is_passing(error: Exception) -> bool:
    """Whether it is the database that is away or busy, and not what it holds. SQLite says of a text that is none that
    the operation failed.
    """
    return isinstance(error, OperationalError | InterfaceError) and "decode" not in str(error)


def _keep(tournament_id: int, findings: dict[str, list[str]], now: datetime) -> Verdict:
    verdict, _made = Verdict.objects.update_or_create(
        tournament_id=tournament_id,
        defaults={"checked_at": now, "is_whole": not findings, "findings": findings},
    )
    return verdict


def _quick_checks(tournament: Tournament) -> list[HouseCheck]:
    return [partial(CHECKS[name], tournament) for name in QUICK]


def _in_each_language(checks: Iterable[HouseCheck]) -> dict[str, list[str]]:
    """What the checks find, as each reader is told; nothing at all if everything holds."""
    checks = list(checks)
    if not _found(checks):
        return {}
    told = {}
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            told[language] = _found(checks)
    return told


def _found(checks: Iterable[HouseCheck]) -> list[str]:
    """The first sentences of each check."""
    return [says for check in checks for says in _said(check)]


def _said(check: HouseCheck) -> list[str]:
    """A check that fails over what somebody has written past Floorman has found that, and must not hide the others."""
    try:
        return [finding.says for finding in list(check())[:KEPT]]
    except Exception as error:
        if is_passing(error):
            raise
        logger.exception("A check failed: %r", check)
        return [_unreadable()]


def _unreadable() -> str:
    return _("The rows could not be checked: one of them cannot be read.")
