"""Whose badges are good: accounts with which somebody can do anything here."""

from __future__ import annotations

from django.db.models import Q

from tournament.front.badges import of_account
from tournament.models import Account, Role, StaffMember


def badges_of_accounts() -> frozenset[str]:
    """Those that are open and have a role; in a house without a director of its own, all that are open. Two queries."""
    accounts = Account.objects.filter(is_active=True)
    if StaffMember.objects.filter(role=Role.DIRECTOR).exclude(tournament__is_demo=True).exists():
        accounts = accounts.filter(Q(staff_roles__isnull=False) | Q(is_superuser=True)).distinct()
    return frozenset(of_account(pk, password) for pk, password in accounts.values_list("pk", "password"))
