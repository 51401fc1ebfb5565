"""Log-in links: a secret that logs one account in, once."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from tournament.models import Account, LoginLink
from tournament.models.tokens import hash_secret, new_secret

LINK_LIFETIME = timedelta(hours=12)


class LoginLinkSpent(Exception):
    """The link was used, is too old, was never made, or its account is closed. Nobody is told which."""


def make_login_link(*, account: Account, now: datetime, lifetime: timedelta = LINK_LIFETIME) -> str:
    """Make a link for `account` and return its secret, which is kept nowhere else."""
    secret = new_secret()
    LoginLink.objects.create(account=account, secret_sha256=hash_secret(secret), expires_at=now + lifetime)
    return secret


@transaction.atomic
def use_login_link(*, secret: str, now: datetime) -> Account:
    """Spend the link and return its account. Raises LoginLinkSpent.

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
    return link.account
