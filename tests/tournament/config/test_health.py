"""The health check tells apart what stops play and what only makes screens late."""

import pytest
from django.conf import settings
from django.db import DatabaseError, connection
from django.test import Client

from tests.processes import RunningValkey

pytestmark = pytest.mark.django_db


def test_all_is_well_with_a_database_and_redis(client: Client, valkey: RunningValkey) -> None:
    response = client.get("/health")
    assert (response.status_code, response.json()) == (
        200,
        {"status": "ok", "version": settings.VERSION, "database": True, "redis": True},
    )


def test_without_redis_play_goes_on(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "REDIS_URL", "unix:///nowhere/valkey.sock")
    response = client.get("/health")
    assert (response.status_code, response.json()["status"]) == (200, "degraded")


def test_without_a_database_nothing_does(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise DatabaseError("gone")

    monkeypatch.setattr(connection, "cursor", fail)
    assert client.get("/health").status_code == 503
