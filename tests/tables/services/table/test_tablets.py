from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from tables.models import Device, PairingCode, Table, TableStatus
from tables.services.table.tablets import (
    make_pairing_code,
    note_seen,
    pair_device,
    revoke_device,
    take_over_table,
)
from tests.factories import ACTOR, NOW, after
from tests.factories.felt import Felt, make_felt
from tournament.models import LogEntry
from tournament.models.tokens import hash_secret
from tournament.services.errors import Refused

pytestmark = pytest.mark.django_db


def make_code(felt: Felt) -> str:
    return make_pairing_code(tournament_id=felt.tournament.pk, table_id=felt.table.pk, by=ACTOR.at(NOW)).code


def test_first_tablet_of_a_table_may_write_it() -> None:
    felt = make_felt(1000, 1000)
    device, secret = felt.pair()
    assert device.epoch == felt.fresh().lease_epoch == 1
    assert device.token_sha256 == hash_secret(secret)


def test_second_tablet_looks_on_until_it_takes_over() -> None:
    felt = make_felt(1000, 1000)
    first, _secret = felt.pair()
    second, _secret = felt.pair()
    assert second.epoch == 0
    second = take_over_table(device_id=second.pk, now=NOW)
    assert second.epoch == felt.fresh().lease_epoch == 2
    assert Device.objects.get(pk=first.pk).epoch == 1
    assert felt.fresh().version == 1


@pytest.mark.parametrize("spelling", ["{0}", " {1} ", "{2}-{3}", "{2} {3}"])
def test_code_may_be_typed_in_small_letters_with_blanks_and_hyphens(spelling: str) -> None:
    felt = make_felt(1000, 1000)
    code = make_code(felt)
    typed = spelling.format(code, code.lower(), code[:4], code[4:])
    assert pair_device(code=typed, now=NOW).device.table_id == felt.table.pk


@pytest.mark.parametrize("wrong", ["used", "late", "unknown", "replaced", "empty"])
def test_code_that_is_not_good_pairs_nothing(wrong: str) -> None:
    felt = make_felt(1000, 1000)
    code, now = make_code(felt), NOW
    if wrong == "used":
        pair_device(code=code, now=NOW)
    elif wrong == "late":
        now = after(10)
    elif wrong == "unknown":
        code = "BCDFGHJK"
    elif wrong == "replaced":
        make_code(felt)
    else:
        code = ""
    before = Device.objects.count()
    with pytest.raises(Refused) as caught:
        pair_device(code=code, now=now)
    assert (caught.value.code, caught.value.field) == ("bad_pairing_code", "code")
    assert Device.objects.count() == before


def test_closed_table_gets_no_code() -> None:
    felt = make_felt(1000, 1000)
    Table.objects.update(status=TableStatus.CLOSED)
    with pytest.raises(Refused):
        make_code(felt)
    assert PairingCode.objects.count() == 0


def test_revoked_tablet_leaves_the_table_to_the_next_one() -> None:
    felt = make_felt(1000, 1000)
    first, _secret = felt.pair()
    revoke_device(tournament_id=felt.tournament.pk, device_id=first.pk, by=ACTOR.at(NOW))
    assert felt.fresh().lease_epoch == 2
    second, _secret = felt.pair()
    assert second.epoch == felt.fresh().lease_epoch == 3


def test_tablet_that_only_looked_on_ends_no_lease_when_it_is_revoked() -> None:
    felt = make_felt(1000, 1000)
    first, _secret = felt.pair()
    second, _secret = felt.pair()
    revoke_device(tournament_id=felt.tournament.pk, device_id=second.pk, by=ACTOR.at(NOW))
    assert first.epoch == felt.fresh().lease_epoch == 1


def test_tablet_that_is_paired_with_another_table_ends_its_lease() -> None:
    felt, other = make_felt(1000, 1000), make_felt(1000, 1000)
    device, _secret = felt.pair()
    pair_device(code=make_code(other), now=NOW, replaces_device_id=device.pk)
    assert (felt.fresh().lease_epoch, other.fresh().lease_epoch) == (2, 1)


def test_revoked_tablet_cannot_take_over() -> None:
    felt = make_felt(1000, 1000)
    device, _secret = felt.pair()
    revoke_device(tournament_id=felt.tournament.pk, device_id=device.pk, by=ACTOR.at(NOW))
    with pytest.raises(Device.DoesNotExist):
        take_over_table(device_id=device.pk, now=NOW)
    assert felt.fresh().lease_epoch == 2


def test_expired_tablet_leaves_the_table_to_the_next_one() -> None:
    felt = make_felt(1000, 1000)
    first, _secret = felt.pair()
    Device.objects.filter(pk=first.pk).update(expires_at=NOW - timedelta(seconds=1))
    second, _secret = felt.pair()
    assert second.epoch == felt.fresh().lease_epoch


def test_tablet_that_is_paired_again_replaces_itself_and_keeps_the_table() -> None:
    felt = make_felt(1000, 1000)
    old, _secret = felt.pair()
    new = pair_device(code=make_code(felt), now=NOW, replaces_device_id=old.pk).device
    assert new.epoch == felt.fresh().lease_epoch == 2
    assert Device.objects.get(pk=old.pk).revoked_at == NOW


def test_tablet_of_another_tournament_cannot_be_revoked() -> None:
    felt, other = make_felt(1000, 1000), make_felt(1000, 1000)
    device, _secret = felt.pair()
    with pytest.raises(Device.DoesNotExist):
        revoke_device(tournament_id=other.tournament.pk, device_id=device.pk, by=ACTOR.at(NOW))


def test_log_tells_who_paired_took_over_and_was_revoked() -> None:
    felt = make_felt(1000, 1000)
    first, _secret = felt.pair()
    second, _secret = felt.pair()
    take_over_table(device_id=second.pk, now=NOW)
    revoke_device(tournament_id=felt.tournament.pk, device_id=second.pk, by=ACTOR.at(NOW))
    verbs = ["tablet_paired", "table_taken_over", "tablet_revoked"]
    lines = LogEntry.objects.filter(verb__in=verbs).order_by("pk")
    assert list(lines.values_list("verb", "actor", "tablet")) == [
        ("tablet_paired", "Tablet 1", first.pk),
        ("tablet_paired", "Tablet 2", second.pk),
        ("table_taken_over", "Tablet 2", second.pk),
        ("tablet_revoked", "Vera Direttrice", None),
    ]


def test_log_tells_of_a_pairing_code_and_keeps_it_to_itself() -> None:
    felt = make_felt(1000, 1000)
    code = make_code(felt)
    line = LogEntry.objects.get(verb="pairing_code_made")
    assert (line.actor, line.data) == ("Vera Direttrice", {"table": 1})
    assert code not in str(line.data)


def test_a_tablet_at_work_is_noted_once_a_minute(django_assert_num_queries: Any) -> None:
    felt = make_felt(1000, 1000)
    device, _secret = felt.pair()

    with django_assert_num_queries(0):
        note_seen(device=device, now=NOW + timedelta(seconds=59))
    with django_assert_num_queries(1):
        note_seen(device=device, now=NOW + timedelta(seconds=61))

    device.refresh_from_db()
    assert device.last_seen_at == NOW + timedelta(seconds=61)
