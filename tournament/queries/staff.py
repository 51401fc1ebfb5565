from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Exists, OuterRef

from tournament.models import Account, Role, SecondFactor, StaffMember, Tournament
from tournament.models.built_query import BuiltQuery

# Who may confirm what another person pays.
CONFIRMERS: Final = (Role.DIRECTOR, Role.FLOOR)


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """One person of the staff; `last_seen_at` is their last log-in."""

    id: int
    account_id: int
    username: str
    full_name: str
    role: str
    role_label: str
    last_seen_at: datetime | None
    has_second_factor: bool


_MEMBER = BuiltQuery(
    lambda account, code: StaffMember.objects.select_related("tournament").filter(
        account=account, tournament__code=code
    ),
    *(int, str),
)


def member_of(code: str, *, account: int) -> StaffMember | None:
    """This person's place in the staff of a tournament, with the tournament; one query."""
    return _MEMBER.first(account, code)


def may_set_up(account: Account) -> bool:
    """Whether an account may set up a tournament: a director of any, or anybody while the house has none of its own.

    Its director adds staff and finds every player of the house: no clerk becomes one alone. Two queries at most.
    """
    directors = StaffMember.objects.filter(role=Role.DIRECTOR)
    return (
        directors.filter(account=account).exists() or not directors.filter(tournament__is_demo=False).exists()
    )


def staff_of(tournament: Tournament) -> tuple[Member, ...]:
    """Directors first, then by name; one query."""
    order = list(Role.values)
    rows = (
        StaffMember.objects.filter(tournament=tournament)
        .select_related("account")
        .annotate(has_second_factor=Exists(SecondFactor.objects.filter(account=OuterRef("account"))))
    )
    members = [
        Member(
            id=row.pk,
            account_id=row.account_id,
            username=row.account.username,
            full_name=row.account.get_full_name(),
            role=row.role,
            role_label=row.get_role_display(),
            last_seen_at=row.account.last_login,
            has_second_factor=row.has_second_factor,
        )
        for row in rows
    ]
    return tuple(sorted(members, key=lambda member: (order.index(member.role), member.username)))


def confirmers(tournament: Tournament) -> Sequence[Member]:
    """Those who may confirm a payment that somebody else makes. One query."""
    return [member for member in staff_of(tournament) if member.role in CONFIRMERS]


def may_confirm(tournament: Tournament, *, besides: int) -> bool:
    """Whether anybody but this account may confirm a payment. One query."""
    return any(member.account_id != besides for member in confirmers(tournament))
