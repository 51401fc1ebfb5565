"""Log-in links: one use, one account, no secret in the database."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.factories import NOW, make_account
from tournament.models import Account, LoginLink
from tournament.services.setup.accounts import LINK_LIFETIME, LoginLinkSpent, make_login_link, use_login_link

pytestmark = pytest.mark.django_db


def test_the_secret_is_not_in_the_database() -> None:
    secret = make_login_link(account=make_account(), now=NOW)
    link = LoginLink.objects.get()
    assert secret not in str(vars(link))
    assert (link.expires_at, link.used_at) == (NOW + LINK_LIFETIME, None)


def test_a_link_is_spent_by_its_first_use() -> None:
    secret = make_login_link(account=make_account(), now=NOW)
    assert use_login_link(secret=secret, now=NOW).account == Account.objects.get()
    assert LoginLink.objects.get().used_at == NOW
    with pytest.raises(LoginLinkSpent):
        use_login_link(secret=secret, now=NOW)


def test_links_of_one_account_are_independent() -> None:
    first, second = (make_login_link(account=make_account(), now=NOW) for _ in range(2))
    assert first != second
    use_login_link(secret=first, now=NOW)
    use_login_link(secret=second, now=NOW)


def test_a_link_ends_at_its_time() -> None:
    secret = make_login_link(account=make_account(), now=NOW, lifetime=timedelta(minutes=1))
    with pytest.raises(LoginLinkSpent):
        use_login_link(secret=secret, now=NOW + timedelta(minutes=1))


def test_a_closed_account_has_no_way_in() -> None:
    secret = make_login_link(account=make_account(), now=NOW)
    Account.objects.update(is_active=False)
    with pytest.raises(LoginLinkSpent):
        use_login_link(secret=secret, now=NOW)


def test_an_invented_secret_opens_nothing() -> None:
    with pytest.raises(LoginLinkSpent):
        use_login_link(secret="x" * 43, now=NOW)
