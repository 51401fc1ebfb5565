"""How a tablet gets in, what it may do there, and how it is put out."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from tables.models import Device, PairingCode
from tables.services.table.tablets import make_pairing_code, revoke_device
from tables.views.tablet.access import COOKIE, devices_that_may_listen
from tests.factories import ACTOR
from tests.factories.felt import add_table
from tests.factories.house import House
from tests.factories.house.tables import Tablet, pair
from tests.security.rows import digest
from tournament.front.tries import PAIRING
from tournament.live.addresses import Listener
from tournament.models.tokens import CODE_ALPHABET, hash_secret

pytestmark = pytest.mark.django_db

WRONG = "BCDFGHJK"
TAPS = ("deal", "act", "undo", "call", "read", "take-over")


def fresh_code(house: House, number: int) -> str:
    """A code for a table of its own."""
    table = add_table(house.mine.tournament, number=number)
    return make_pairing_code(
        tournament_id=house.mine.tournament.pk, table_id=table.pk, by=ACTOR.at(timezone.now())
    ).code


def listener(tablet: Tablet) -> Listener:
    return Listener(
        kind="device", subject=str(tablet.device.pk), public_id=tablet.device.tournament.code, session_key=""
    )


def may_listen(listener: Listener) -> bool:
    return listener in devices_that_may_listen(frozenset({listener}))


def test_twenty_tablets_behind_one_address_pair_within_the_first_minute(house: House) -> None:
    """Only wrong codes are counted: a room's tablets come out of one router."""
    answers = [
        Client().post("/tablet/", {"code": fresh_code(house, number)}).status_code
        for number in range(100, 120)
    ]
    assert answers == [302] * 20


def test_wrong_codes_are_counted_and_the_right_one_then_waits_a_minute(house: House) -> None:
    code, start = fresh_code(house, 100), timezone.now()
    with time_machine.travel(start, tick=False):
        for _ in range(PAIRING.tries):
            assert Client().post("/tablet/", {"code": WRONG}).status_code == 422
        response = Client().post("/tablet/", {"code": code})
        assert response.status_code == 429
        assert response.headers["Retry-After"] == str(int(PAIRING.window.total_seconds()))
    with time_machine.travel(start + PAIRING.window + timedelta(seconds=1), tick=False):
        assert Client().post("/tablet/", {"code": code}).status_code == 302


def test_a_good_code_between_wrong_ones_does_not_start_the_count_anew(house: House) -> None:
    code = fresh_code(house, 100)
    for _ in range(PAIRING.tries - 1):
        Client().post("/tablet/", {"code": WRONG})
    assert Client().post("/tablet/", {"code": code}).status_code == 302
    assert Client().post("/tablet/", {"code": WRONG}).status_code == 422
    assert Client().post("/tablet/", {"code": WRONG}).status_code == 429


def test_a_code_is_long_enough_short_lived_and_used_once(house: House) -> None:
    code = PairingCode.objects.get(code=house.mine.pairing_code)
    assert len(code.code) == 8
    assert set(code.code) <= set(CODE_ALPHABET)
    assert len(set(CODE_ALPHABET)) == 20
    assert code.expires_at - code.created_at <= timedelta(minutes=10)
    assert Client().post("/tablet/", {"code": code.code}).status_code == 302
    assert Client().post("/tablet/", {"code": code.code}).status_code == 422


def test_a_code_of_yesterday_pairs_nothing(house: House) -> None:
    devices = Device.objects.count()
    with time_machine.travel(house.now + timedelta(minutes=10, seconds=1), tick=False):
        assert Client().post("/tablet/", {"code": house.mine.pairing_code}).status_code == 422
    assert Device.objects.count() == devices


def test_only_the_hash_of_a_tablets_256_bits_is_kept(house: House) -> None:
    client = Client()
    client.post("/tablet/", {"code": house.mine.pairing_code})
    secret = client.cookies[COOKIE].value
    assert len(secret) >= 43
    device = Device.objects.get(token_sha256=hash_secret(secret))
    assert secret not in str([list(Device.objects.values()), list(PairingCode.objects.values())])
    assert device.table_id == house.mine.tables[0].pk


def test_a_pairing_ends_with_the_day(house: House) -> None:
    client = house.client("tablet")
    assert client.get("/tablet/table/").status_code == 200
    with time_machine.travel(house.now + timedelta(hours=20, seconds=1), tick=False):
        assert client.get("/tablet/table/").status_code == 401
        assert not may_listen(listener(house.mine.tablet))


def test_a_revoked_tablet_is_out_with_its_next_request_and_hears_no_more(house: House) -> None:
    tablet = house.mine.tablet
    client = tablet.client()
    assert client.get("/tablet/table/").status_code == 200
    assert may_listen(listener(tablet))
    revoke_device(
        tournament_id=house.mine.tournament.pk, device_id=tablet.device.pk, by=ACTOR.at(timezone.now())
    )
    before = digest()
    for tap in TAPS:
        assert client.post(f"/tablet/table/{tap}/", {"key": str(uuid4())}).status_code == 410, tap
    assert client.get("/tablet/table/").status_code == 410
    assert not may_listen(listener(tablet))
    assert digest() == before


def test_a_tablet_changes_no_table_but_its_own_whatever_it_names(house: House) -> None:
    """Ids of other tables in the body are not read: the table follows from the cookie."""
    table, tablet = house.mine.tables[1], house.mine.second_tablet
    client = tablet.client()
    others = [house.mine.tables[0], house.theirs.tables[0]]
    before = [digest(only=other) for other in others]
    for tap in TAPS:
        for other in others:
            table.refresh_from_db()
            tablet.device.refresh_from_db()
            fields = {
                "key": str(uuid4()),
                "version": table.version,
                "epoch": tablet.device.epoch,
                "operation": "f1",
                "message": house.mine.note.pk if other is others[0] else house.theirs.note.pk,
            }
            foreign = {
                "table": other.pk,
                "table_id": other.pk,
                "number": other.number,
                "tournament": other.tournament_id,
                "tournament_id": other.tournament_id,
                "code": other.tournament.code,
                "device": house.mine.tablet.device.pk,
            }
            assert client.post(f"/tablet/table/{tap}/", fields | foreign).status_code < 500, tap
    assert [digest(only=other) for other in others] == before


def test_a_tablet_hears_its_own_tournament_only(house: House) -> None:
    tablet = house.mine.tablet
    assert may_listen(listener(tablet))
    stranger = Listener(
        kind="device",
        subject=str(tablet.device.pk),
        public_id=house.theirs.code,
        session_key="",
    )
    assert not may_listen(stranger)


def test_a_tablet_paired_anew_gives_up_its_first_table(house: House) -> None:
    cache.clear()
    tablet = pair(house.mine.tables[0], house.now)
    client = tablet.client()
    client.post("/tablet/", {"code": fresh_code(house, 100)})
    tablet.device.refresh_from_db()
    assert tablet.device.revoked_at is not None
    assert tablet.client().get("/tablet/table/").status_code == 410
