"""Log-in links (a secret that logs one account in, once), passwords, and whose link `manage.py run` prints."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet

from tournament.changes.house import LinkMade, PasswordSet
from tournament.models import Account, LoginLink, Role, StaffMember, TournamentStatus
from tournament.models.tokens import hash_secret, new_secret
from tournament.services.people.house_log import MACHINE, Visitor, name_of, write_house_line
from tournament.services.people.sessions import end_links

LINK_LIFETIME = timedelta(hours=12)
FIRST_DIRECTOR = "director"


class LoginLinkSpent(Exception):
    """The link was used, is too old, was never made, or its account is closed. Nobody is told which."""


def make_login_link(
    *,
    account: Account,
    now: datetime,
    lifetime: timedelta = LINK_LIFETIME,
    visitor: Visitor | None = None,
) -> str:
    """Make a link for `account` and return its secret, which is kept nowhere else; log who made it.

    One that is made at the machine (MACHINE) needs no second factor: a person who sits there has the database too.
    """
    secret = new_secret()
    LoginLink.objects.create(
        account=account,
        secret_sha256=hash_secret(secret),
        expires_at=now + lifetime,
        is_of_machine=visitor is MACHINE,
    )
    if visitor is not None:
        write_house_line(LinkMade(name=name_of(account)), visitor=visitor, now=now, subject=account)
    return secret


@transaction.atomic
def use_login_link(*, secret: str, now: datetime) -> LoginLink:
    """Spend the link and return it. Raises LoginLinkSpent.

    The link is claimed by a conditional update: of two that press the button at once, one gets in.
    """
    fresh = LoginLink.objects.filter(
        secret_sha256=hash_secret(secret),
        used_at=None,
        expires_at__gt=now,
        account__is_active=True,
    )
    link = fresh.select_related("account").first()
    if link is None or fresh.filter(pk=link.pk).update(used_at=now) != 1:
        raise LoginLinkSpent
    return link


@transaction.atomic
def set_password(*, account: Account, password: str, visitor: Visitor, now: datetime) -> None:
    """Give the account a password; its sessions and the links that were made for it before end."""
    account.set_password(password)
    account.save(update_fields=["password"])
    end_links(account=account, now=now)
    write_house_line(PasswordSet(name=name_of(account)), visitor=visitor, now=now, subject=account)


def first_director() -> Account | None:
    """The account that runs this Floorman: the director of the newest tournament, preferably one that is not
    over. Without a tournament, the oldest account. The demo and its director do not count.
    """
    directing = _directing()
    own = directing.filter(tournament__is_demo=False).order_by("-tournament_id", "pk")
    is_over = [TournamentStatus.FINISHED, TournamentStatus.CANCELLED]
    member = own.exclude(tournament__status__in=is_over).first() or own.first()
    if member is not None:
        return member.account
    of_the_demo = directing.filter(tournament__is_demo=True).values("account")
    return Account.objects.filter(is_active=True).exclude(pk__in=of_the_demo).order_by("pk").first()


def demo_director() -> Account | None:
    """The director of the newest demo, which a house that has nothing else belongs to."""
    member = _directing().filter(tournament__is_demo=True).order_by("-tournament_id", "pk").first()
    return None if member is None else member.account


def _directing() -> QuerySet[StaffMember]:
    return StaffMember.objects.filter(role=Role.DIRECTOR, account__is_active=True).select_related("account")


def make_first_director() -> Account:
    """The first account of a new installation: it logs in by links and may set up tournaments."""
    account, is_new = Account.objects.get_or_create(username=FIRST_DIRECTOR)
    if is_new:
        account.set_unusable_password()
        account.save(update_fields=["password"])
    return account
