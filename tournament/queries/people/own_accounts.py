"""The accounts that a director may open or close: those added by a director of the same tournaments, and the own one.

Any director may create a tournament and add any name to its staff. That alone gives no power over somebody's account
and shows nothing of it: a director has both only for people who were added here and who work nowhere else.
"""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournament.changes.setup import StaffAdded
from tournament.models import Account, LogEntry, Role, StaffMember, Tournament


def own_accounts(director_id: int) -> QuerySet[Account]:
    """All of them, for a further query; one query has been asked before."""
    mine = Tournament.objects.filter(staff__account=director_id, staff__role=Role.DIRECTOR)
    added = LogEntry.objects.filter(tournament__in=mine, verb=StaffAdded.verb, data__is_new=True)
    elsewhere = StaffMember.objects.filter(account=OuterRef("pk")).exclude(tournament__in=mine)
    is_added_here = Q(pk__in=list(added.values_list("data__account", flat=True)))
    is_of_the_house = Q(is_superuser=True) | Q(is_staff=True)
    return Account.objects.filter(Q(pk=director_id) | is_added_here & ~is_of_the_house & ~Exists(elsewhere))
