"""Who works in a tournament: added, sent a log-in link, removed by its directors.

A log-in link is the key to an account, so a director makes one only for people who were added by a
director of the same tournaments and who work nowhere else: nobody gets into someone else's tournaments by
adding their staff to a tournament of their own. Nor does anybody log them out or take their second factor away.
"""

from __future__ import annotations

from datetime import datetime
from typing import TypedDict

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils.translation import gettext as _

from tournament.changes.house import RoleGiven, RoleRemoved
from tournament.changes.setup import LoginLinkMade, StaffAdded, StaffRemoved
from tournament.models import Account, Role, StaffMember
from tournament.queries.people.namesakes import account_called
from tournament.queries.people.own_accounts import own_accounts
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.people.house_log import NOBODY, Visitor, name_of, write_house_line
from tournament.services.people.second_factor import switch_off
from tournament.services.people.sessions import end_links, end_sessions
from tournament.services.setup.accounts import make_login_link


class NameTaken(Refused):
    """An account elsewhere has the name: the director says whether it is the same person (`staff_offers`)."""

    def __init__(self, account: Account) -> None:
        super().__init__(
            _("The log-in name %(name)s belongs to somebody with an account elsewhere.")
            % {"name": account.username},
            code="name_taken",
            field="username",
        )
        self.account = account


@transaction.atomic
def add_member(
    *, tournament_id: int, username: str, full_name: str, role: Role, by: By, visitor: Visitor = NOBODY
) -> StaffMember:
    """Make an account for somebody and give it a role. It has no password: it logs in by links.

    Raises Refused if this name is on the staff here, and NameTaken if an account elsewhere has it: that person would
    get the role, with the sessions that are open.
    """
    lock_tournament(tournament_id)
    username = Account.normalize_username(username)
    namesake = account_called(username)
    if namesake is None:
        namesake, is_new = Account.objects.get_or_create(
            username=username, defaults={"first_name": full_name, "password": make_password(None)}
        )
        if is_new:
            return put_on_staff(
                tournament_id=tournament_id, account=namesake, role=role, by=by, visitor=visitor, is_new=True
            )
    refuse_member_already(tournament_id, namesake)
    raise NameTaken(namesake)


def put_on_staff(
    *, tournament_id: int, account: Account, role: Role, by: By, visitor: Visitor, is_new: bool = False
) -> StaffMember:
    """The row of the role, and both logs; in the transaction of the caller, who has asked whether it may be."""
    member = StaffMember.objects.create(account=account, tournament_id=tournament_id, role=role)
    record(StaffAdded(**_whom(member), is_new=is_new), tournament_id=tournament_id, by=by)
    _change_rights(member, RoleGiven, visitor, by.now)
    return member


def refuse_member_already(tournament_id: int, account: Account) -> None:
    """Raises Refused if the account has a role here."""
    if StaffMember.objects.filter(account=account, tournament_id=tournament_id).exists():
        raise Refused(
            _("%(name)s is already on the staff: remove them first to change their role.")
            % {"name": account.username},
            code="member_already",
            field="username",
        )


@transaction.atomic
def remove_member(*, tournament_id: int, member_id: int, by: By, visitor: Visitor = NOBODY) -> None:
    """Take a role away; it ends with the person's next request. The last director stays."""
    lock_tournament(tournament_id)
    member = StaffMember.objects.select_related("account").get(pk=member_id, tournament_id=tournament_id)
    directors = StaffMember.objects.filter(tournament_id=tournament_id, role=Role.DIRECTOR)
    if member.role == Role.DIRECTOR and directors.count() == 1:
        raise Refused(_("This is the only director: add another one first."), code="last_director")
    record(StaffRemoved(**_whom(member)), tournament_id=tournament_id, by=by)
    _change_rights(member, RoleRemoved, visitor, by.now)
    StaffMember.objects.filter(pk=member.pk).delete()


@transaction.atomic
def make_member_link(
    *, tournament_id: int, member_id: int, director_id: int, by: By, visitor: Visitor = NOBODY
) -> str:
    """The secret of a new log-in link of a member; links made before stop working.

    Raises Refused for an account that is not this director's to open.
    """
    lock_tournament(tournament_id)
    member = StaffMember.objects.select_related("account").get(pk=member_id, tournament_id=tournament_id)
    if not may_make_link(member, director_id=director_id):
        raise Refused(
            _(
                "No log-in link can be created here: %(name)s was not added here, or is on the staff of "
                "other tournaments too."
            )
            % {"name": member.account.username},
            code="not_your_account",
        )
    end_links(account=member.account, now=by.now)
    record(LoginLinkMade(**_whom(member)), tournament_id=tournament_id, by=by)
    return make_login_link(account=member.account, now=by.now, visitor=visitor)


@transaction.atomic
def end_member_sessions(
    *,
    tournament_id: int,
    member_id: int,
    director_id: int,
    visitor: Visitor,
    now: datetime,
    but: str | None = "",
) -> int:
    """Log somebody of the staff out everywhere, but for the session `but`; return of how many devices.

    Raises Refused for an account that is not this director's to close, as for log-in links.
    """
    member = StaffMember.objects.select_related("account").get(pk=member_id, tournament_id=tournament_id)
    if not may_make_link(member, director_id=director_id):
        raise Refused(
            _(
                "Not logged out: %(name)s was not added here, or is on the staff of other tournaments too. "
                "Remove them from the staff, and they have no access here from that moment. "
                "They log their devices out under “My account”."
            )
            % {"name": member.account.username},
            code="not_your_account",
        )
    return end_sessions(account=member.account, visitor=visitor, now=now, but=but)


@transaction.atomic
def reset_second_factor(
    *, tournament_id: int, member_id: int, director_id: int, visitor: Visitor, now: datetime
) -> None:
    """Take a colleague's second factor away, whose phone is lost, and log them out everywhere.

    Raises Refused for an account that is not this director's to open, as for log-in links, and for one's own.
    """
    member = StaffMember.objects.select_related("account").get(pk=member_id, tournament_id=tournament_id)
    if member.account_id == director_id or not may_make_link(member, director_id=director_id):
        raise Refused(
            _(
                "Not removed: %(name)s was not added here, or is on the staff of other tournaments too. "
                "A log-in link made at the computer that runs Floorman needs no second factor."
            )
            % {"name": member.account.username},
            code="not_your_account",
        )
    if not switch_off(account=member.account, visitor=visitor, now=now):
        raise Refused(
            _("%(name)s has no second factor.") % {"name": member.account.username}, code="no_factor"
        )
    end_sessions(account=member.account, visitor=visitor, now=now)


def may_make_link(member: StaffMember, *, director_id: int) -> bool:
    """Whether this director may create a log-in link for the member's account; always for their own."""
    return own_accounts(director_id).filter(pk=member.account_id).exists()


def _change_rights(
    member: StaffMember, change: type[RoleGiven | RoleRemoved], visitor: Visitor, now: datetime
) -> None:
    """The sessions of somebody whose rights change get new keys; the house's own log says who changed them."""
    Account.objects.filter(pk=member.account_id).update(rights_changed_at=now)
    write_house_line(
        change(name=name_of(member.account), role=member.role),
        visitor=visitor,
        now=now,
        subject=member.account,
        tournament_id=member.tournament_id,
    )


class _Whom(TypedDict):
    account: int
    name: str
    role: str


def _whom(member: StaffMember) -> _Whom:
    account = member.account
    return {"account": account.pk, "name": account.get_full_name() or account.username, "role": member.role}
