"""A tablet is paired with its table by a code, once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client

from tables.models import Device, PairingCode
from tables.views.tablet.access import COOKIE
from tests.factories import NOW
from tests.factories.felt import make_felt
from tests.tables.views.tablet.test_table import TABLE, Tablet, code_for, text

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _first_level() -> Iterator[None]:
    """The evening has just begun, and nobody has tried a code yet."""
    cache.clear()
    with time_machine.travel(NOW):
        yield


@pytest.fixture
def tablet() -> Tablet:
    return Tablet(make_felt(1000, 1000, 1000))


def test_looking_at_a_pairing_link_pairs_nothing(client: Client) -> None:
    felt = make_felt(1000, 1000)
    code = code_for(felt)
    response = client.get(f"/tablet/pair/{code}/")
    assert response.status_code == 200
    assert code in response.content.decode()
    assert Device.objects.count() == 0
    assert PairingCode.objects.get().used_at is None


def test_code_pairs_the_tablet_and_leads_to_its_table(client: Client) -> None:
    felt = make_felt(1000, 1000)
    response = client.post("/tablet/", {"code": code_for(felt)})
    assert (response.status_code, response.headers["Location"]) == (302, TABLE)
    cookie = response.cookies[COOKIE]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    assert client.get(TABLE).status_code == 200


def test_secret_of_a_tablet_is_not_in_the_database(client: Client) -> None:
    felt = make_felt(1000, 1000)
    secret = client.post("/tablet/", {"code": code_for(felt)}).cookies[COOKIE].value
    assert secret not in str(list(Device.objects.values()))


def test_wrong_code_is_said_at_its_field(client: Client) -> None:
    response = client.post("/tablet/", {"code": "BCDFGHJK"})
    assert response.status_code == 422
    assert "no longer valid" in text(response)


def test_sixth_try_of_a_minute_has_to_wait(client: Client) -> None:
    felt = make_felt(1000, 1000)
    for _ in range(5):
        assert client.post("/tablet/", {"code": "BCDFGHJK"}).status_code == 422
    response = client.post("/tablet/", {"code": code_for(felt)})
    assert response.status_code == 429
    assert 0 < int(response.headers["Retry-After"]) <= 60
    assert Device.objects.count() == 0


def test_tries_of_another_address_do_not_count(client: Client) -> None:
    felt = make_felt(1000, 1000)
    for _ in range(5):
        client.post("/tablet/", {"code": "BCDFGHJK"})
    response = client.post("/tablet/", {"code": code_for(felt)}, REMOTE_ADDR="10.0.0.9")
    assert response.status_code == 302


def test_tablet_paired_again_keeps_its_table(client: Client) -> None:
    felt = make_felt(1000, 1000)
    client.post("/tablet/", {"code": code_for(felt)})
    client.post("/tablet/", {"code": code_for(felt)})
    assert 'data-writes="1"' in client.get(TABLE).content.decode()


def test_extra_fields_of_a_pairing_change_nothing(client: Client) -> None:
    felt = make_felt(1000, 1000)
    client.post("/tablet/", {"code": code_for(felt), "epoch": "9", "name": "Evil", "table": "99"})
    device = Device.objects.get()
    assert (device.epoch, device.name, device.table_id) == (1, "Tablet 1", felt.table.pk)
