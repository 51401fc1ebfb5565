from __future__ import annotations

import pytest

from tables.models import Device
from tables.services.table.lease import Lease, LeaseLost, StaleVersion, bump_version, check_lease
from tests.factories import NOW
from tests.factories.felt import Felt, make_felt

pytestmark = pytest.mark.django_db


def check(felt: Felt, lease: Lease) -> None:
    check_lease(felt.fresh(), Device.objects.get(pk=lease.device_id), lease)


def test_ticket_of_the_tablet_that_holds_the_table_is_good() -> None:
    felt = make_felt(1000, 1000)
    device, _secret = felt.pair()
    check(felt, felt.lease(device))


def test_ticket_with_an_older_epoch_has_lost_the_lease() -> None:
    felt = make_felt(1000, 1000)
    device, _secret = felt.pair()
    lease = Lease(device_id=device.pk, epoch=device.epoch - 1, version=0)
    with pytest.raises(LeaseLost):
        check(felt, lease)


def test_second_tablet_cannot_borrow_the_epoch_of_the_first() -> None:
    felt = make_felt(1000, 1000)
    first, _secret = felt.pair()
    second, _secret = felt.pair()
    lease = Lease(device_id=second.pk, epoch=first.epoch, version=0)
    with pytest.raises(LeaseLost):
        check(felt, lease)


def test_revoked_tablet_has_lost_the_lease() -> None:
    felt = make_felt(1000, 1000)
    device, _secret = felt.pair()
    Device.objects.update(revoked_at=NOW)
    with pytest.raises(LeaseLost):
        check(felt, felt.lease(device))


@pytest.mark.parametrize("seen", [0, 2])
def test_ticket_with_another_version_is_stale(seen: int) -> None:
    felt = make_felt(1000, 1000)
    device, _secret = felt.pair()
    bump_version(felt.fresh())
    with pytest.raises(StaleVersion):
        check(felt, Lease(device_id=device.pk, epoch=device.epoch, version=seen))


def test_lost_lease_is_said_before_a_stale_version() -> None:
    felt = make_felt(1000, 1000)
    device, _secret = felt.pair()
    bump_version(felt.fresh())
    with pytest.raises(LeaseLost):
        check(felt, Lease(device_id=device.pk, epoch=device.epoch + 1, version=0))
