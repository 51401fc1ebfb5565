from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from tables.queries.checks.findings import Finding
from tournament.changes.change import verbs
from tournament.changes.house import RoleGiven, RoleRemoved
from tournament.changes.setup import OfStaff, StaffAdded, StaffRemoved, TournamentCloned, TournamentCreated
from tournament.models import Account, HouseLine, LogEntry, Role, StaffMember, Tournament

MADE = verbs(TournamentCreated, TournamentCloned)
NONE = ""


def check_roles(tournament: Tournament) -> Iterator[Finding]:
    """I30: everybody has the role that the tournament's log, and the house's own, have given them last. Four queries.

    Somebody of whom neither log tells came with a copy made before version 0.4; a role put there by other hands has no
    seal, which is another finding.
    """
    roles = dict(StaffMember.objects.filter(tournament=tournament).values_list("account", "role"))
    for told in (_by_the_log(tournament), _by_the_house(tournament)):
        wrong = {account: role for account, role in told.items() if roles.get(account, NONE) != role}
        if not wrong:
            continue
        names = dict(Account.objects.filter(pk__in=wrong).values_list("pk", "username"))
        for account, role in sorted(wrong.items()):
            yield Finding(
                invariant="I30",
                says=_("%(name)s has the role “%(role)s”; by the log it is “%(told)s”.")
                % {
                    "name": names.get(account, "?"),
                    "role": _words(roles.get(account, NONE)),
                    "told": _words(role),
                },
            )
        return


def _by_the_log(tournament: Tournament) -> dict[int, str]:
    """By account its role, "" where it was taken away. The account that makes a tournament is its director."""
    told: dict[int, str] = {}
    wanted = (*MADE, *verbs(StaffAdded, StaffRemoved))
    lines = LogEntry.objects.filter(tournament=tournament, verb__in=wanted).order_by("pk")
    for verb, maker, data in lines.values_list("verb", "account", "data"):
        if verb in MADE:
            if maker is not None:
                told[maker] = Role.DIRECTOR.value
        elif (staff := OfStaff.if_told(data)) and staff.account:
            told[staff.account] = staff.role if verb == StaffAdded.verb else NONE
    return told


def _by_the_house(tournament: Tournament) -> dict[int, str]:
    lines = HouseLine.objects.filter(tournament=tournament, verb__in=verbs(RoleGiven, RoleRemoved))
    told = lines.exclude(subject=None).order_by("number").values_list("subject", "verb", "data__role")
    return {account: role if verb == RoleGiven.verb else NONE for account, verb, role in told}


def _words(role: str) -> str:
    return str(Role(role).label) if role in Role.values else "–"
