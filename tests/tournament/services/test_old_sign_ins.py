"""Sessions that have ended and old failures to log in go; what is still of use stays."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
import time_machine
from axes.models import AccessAttempt
from django.contrib.sessions.models import Session
from django.test import Client

from tests.factories import NOW, make_account
from tournament.services.old_sign_ins import forget_sign_ins
from tournament.tasks import forget_sign_ins as forget_sign_ins_task

pytestmark = pytest.mark.django_db


def session_until(expire_date: datetime, key: str) -> None:
    Session.objects.create(session_key=key, session_data="", expire_date=expire_date)


def failure_at(moment: datetime, name: str) -> None:
    with time_machine.travel(moment, tick=False):
        AccessAttempt.objects.create(username=name, ip_address="10.0.0.1", failures_since_start=5)


def test_sessions_go_when_they_have_ended() -> None:
    session_until(NOW - timedelta(seconds=1), "ended")
    session_until(NOW + timedelta(seconds=1), "open")

    assert forget_sign_ins(now=NOW) == (1, 0)

    assert [session.session_key for session in Session.objects.all()] == ["open"]


def test_failures_go_after_a_month() -> None:
    old, recent = "a" * 64, "b" * 64
    failure_at(NOW - timedelta(days=31), old)
    failure_at(NOW - timedelta(days=29), recent)

    assert forget_sign_ins(now=NOW) == (0, 1)

    assert [attempt.username for attempt in AccessAttempt.objects.all()] == [recent]


def test_what_an_earlier_version_kept_of_what_was_typed_goes_at_once(client: Client) -> None:
    client.post("/login/", {"username": "nobody", "password": "wrong"})
    failure_at(NOW, "hunter-two-two")

    assert forget_sign_ins(now=NOW) == (0, 1)

    assert [len(attempt.username) for attempt in AccessAttempt.objects.all()] == [64]


def test_who_is_signed_in_stays_so(client: Client) -> None:
    client.force_login(make_account("vera"))
    forget_sign_ins_task()
    assert client.get("/floor/").status_code == 200
