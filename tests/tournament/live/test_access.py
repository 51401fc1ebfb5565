"""Who may listen is asked for everybody at once: the number of queries is that of one."""

from datetime import timedelta
from importlib import import_module
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.http import HttpRequest
from django.test import Client
from django.utils import timezone

from tables.models import Device
from tests.factories import make_account, make_tournament
from tests.factories.felt import add_table
from tournament.live import access
from tournament.live.access import those_allowed
from tournament.live.addresses import PUBLIC, Listener
from tournament.models import Account, Role, StaffMember, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module", autouse=True)
def _all_kinds_are_known() -> None:
    """As the process of streams does: views register who may listen."""
    import_module(settings.ROOT_URLCONF)


@pytest.fixture(autouse=True)
def _own_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    # The hub's thread has a connection of its own; this one is the test's.
    monkeypatch.setattr(access, "close_old_connections", lambda: None)


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament()


def tablet(tournament: Tournament, number: int) -> Listener:
    device = Device.objects.create(
        tournament=tournament,
        table=add_table(tournament, number=number),
        name=f"Table {number}",
        token_sha256=f"{number:064}",
        paired_at=timezone.now(),
        expires_at=timezone.now() + timedelta(hours=1),
    )
    return Listener(kind="device", subject=str(device.pk), public_id=tournament.code)


def log_in(account: Account) -> str:
    client = Client()
    client.force_login(account, backend="django.contrib.auth.backends.ModelBackend")
    return str(client.session.session_key)


def member(tournament: Tournament, number: int) -> Listener:
    account = make_account(f"floor {number}")
    StaffMember.objects.create(account=account, tournament=tournament, role=Role.FLOOR)
    return Listener(
        kind="account", subject=str(account.pk), public_id=tournament.code, session_key=log_in(account)
    )


@pytest.mark.parametrize(("make", "queries"), [(tablet, 1), (member, 2)])
def test_thirty_are_asked_about_with_the_queries_of_one(
    tournament: Tournament, make: Any, queries: int, django_assert_num_queries: Any
) -> None:
    listeners = [make(tournament, number) for number in range(100, 130)]
    for asked in (listeners[:1], listeners):
        with django_assert_num_queries(queries):
            assert those_allowed(asked) == frozenset(asked)


def test_everybody_is_judged_alone(tournament: Tournament) -> None:
    other = make_tournament()
    first, revoked, expired = (tablet(tournament, number) for number in (100, 101, 102))
    Device.objects.filter(pk=revoked.subject).update(revoked_at=timezone.now())
    Device.objects.filter(pk=expired.subject).update(expires_at=timezone.now())
    stranger = Listener(kind="device", subject=first.subject, public_id=other.code)
    anybody = Listener(kind=PUBLIC, subject="", public_id=tournament.code)
    nobody = Listener(kind=PUBLIC, subject="", public_id="NOSUCH")
    unknown = Listener(kind="robot", subject="1", public_id=tournament.code)
    asked = [first, revoked, expired, stranger, anybody, nobody, unknown]
    assert those_allowed(asked) == {first, anybody}


def test_an_account_is_judged_as_django_judges_its_session(tournament: Tournament) -> None:
    """Logged out, expired, disabled, another password, without a role, somebody else's session."""
    staff = [member(tournament, number) for number in range(7)]
    good, gone, expired, disabled, changed, no_role, stolen = staff
    Session.objects.filter(session_key=gone.session_key).delete()
    Session.objects.filter(session_key=expired.session_key).update(expire_date=timezone.now())
    Account.objects.filter(pk=disabled.subject).update(is_active=False)
    other_password = Account.objects.get(pk=changed.subject)
    other_password.set_password("another one")
    other_password.save()
    StaffMember.objects.filter(account_id=no_role.subject).delete()
    thief = Listener(
        kind="account", subject=stolen.subject, public_id=tournament.code, session_key=good.session_key
    )
    none = Listener(kind="account", subject=good.subject, public_id=tournament.code)
    allowed = those_allowed([*staff, thief, none])
    assert allowed == {good, stolen}
    assert {listener for listener in staff if django_knows(listener)} - {no_role} == allowed


def django_knows(listener: Listener) -> bool:
    request = HttpRequest()
    request.session = SessionStore(listener.session_key)
    return bool(get_user(request).is_authenticated)
