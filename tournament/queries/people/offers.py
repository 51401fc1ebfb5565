"""Roles that were offered to people who have an account already, and that they have not answered.

They follow from the house's own log: an offer is open while nothing has been said of that person and tournament since.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import QuerySet

from tournament.changes.change import verbs
from tournament.changes.house import RoleDeclined, RoleGiven, RoleOffered, RoleOfferWithdrawn, RoleRemoved
from tournament.models import Account, HouseLine, Role, Tournament, TournamentStatus

SAID: Final = verbs(RoleOffered, RoleGiven, RoleRemoved, RoleDeclined, RoleOfferWithdrawn)
OVER: Final = (TournamentStatus.FINISHED, TournamentStatus.CANCELLED)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoleOffer:
    """A role in one tournament, offered to one account by `asked_by`."""

    account_id: int
    username: str
    full_name: str
    code: str
    tournament: str
    role: str
    role_label: str
    asked_by: str


def offers_to(account: Account) -> Sequence[RoleOffer]:
    """What somebody is asked, of tournaments that are not over. One query."""
    lines = HouseLine.objects.filter(subject=account).exclude(tournament__status__in=OVER)
    return _open(lines)


def offers_of(tournament: Tournament) -> Sequence[RoleOffer]:
    """Whom this tournament has asked. One query."""
    return _open(HouseLine.objects.filter(tournament=tournament, subject__isnull=False))


def open_offer(tournament: Tournament, account_id: int) -> RoleOffer | None:
    """What this tournament has asked of one person. One query."""
    lines = HouseLine.objects.filter(tournament=tournament, subject=account_id)
    return next(iter(_open(lines)), None)


def _open(lines: QuerySet[HouseLine]) -> Sequence[RoleOffer]:
    said = lines.filter(verb__in=SAID, tournament__isnull=False).select_related("tournament", "subject")
    newest = {(line.tournament_id, line.subject_id): line for line in said.order_by("number")}
    return [_offer(line) for line in newest.values() if line.verb == RoleOffered.verb]


def _offer(line: HouseLine) -> RoleOffer:
    if line.subject is None or line.tournament is None:
        raise ValueError(line)
    role = Role(RoleOffered.of(line).role)
    return RoleOffer(
        account_id=line.subject.pk,
        username=line.subject.username,
        full_name=line.subject.get_full_name(),
        code=line.tournament.code,
        tournament=line.tournament.name,
        role=role,
        role_label=str(role.label),
        asked_by=line.actor,
    )
