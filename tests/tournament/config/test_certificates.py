"""The certificate of the house: trusted once, it holds for the machine's names and addresses of the moment only."""

from __future__ import annotations

import ssl
import stat
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509

from tournament.config.certificates import (
    SERVER_DAYS,
    House,
    context_of_files,
    context_of_house,
    house_certificate,
    house_of,
)

HOSTS = ("localhost", "floor.local", "192.168.1.20", "[fd00::20]")


def shake_hands(server: ssl.SSLContext, *, host: str, trusted: Path | None) -> x509.Certificate:
    """Connect in memory as a browser would that trusts the certificates in `trusted`; return the server's."""
    client = ssl.create_default_context(cafile=trusted)
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    near = client.wrap_bio(to_client, to_server, server_hostname=host)
    far = server.wrap_bio(to_server, to_client, server_side=True)
    for _ in range(4):
        for side in (near, far):
            try:
                side.do_handshake()
            except ssl.SSLWantReadError:
                continue
    found = near.getpeercert(binary_form=True)
    assert found
    return x509.load_der_x509_certificate(found)


@pytest.fixture
def house(tmp_path: Path) -> House:
    return house_of(tmp_path, hosts=HOSTS)


@pytest.mark.parametrize("host", ["localhost", "floor.local", "192.168.1.20", "fd00::20"])
def test_a_device_that_trusts_the_house_connects_by_each_name(
    house: House, tmp_path: Path, host: str
) -> None:
    found = shake_hands(
        context_of_house(house, lambda: HOSTS), host=host, trusted=house_certificate(tmp_path)
    )

    assert found.not_valid_after_utc - found.not_valid_before_utc == timedelta(days=SERVER_DAYS)
    assert found.not_valid_before_utc < datetime.now(UTC) < found.not_valid_after_utc
    assert found.issuer == house.certificate.subject


@pytest.mark.parametrize("host", ["10.0.0.7", "elsewhere.local"])
def test_a_name_that_the_machine_does_not_have_is_refused(house: House, tmp_path: Path, host: str) -> None:
    with pytest.raises(ssl.SSLCertVerificationError, match="mismatch"):
        shake_hands(context_of_house(house, lambda: HOSTS), host=host, trusted=house_certificate(tmp_path))


def test_a_device_that_does_not_trust_the_house_refuses_it(house: House) -> None:
    with pytest.raises(ssl.SSLCertVerificationError, match=r"unable to get|self.signed"):
        shake_hands(context_of_house(house, lambda: HOSTS), host="localhost", trusted=None)


@pytest.mark.parametrize("host", ["bank.example", "8.8.8.8"])
def test_a_stolen_key_of_the_house_opens_nothing_outside_the_room(
    house: House, tmp_path: Path, host: str
) -> None:
    context = context_of_house(house, lambda: (*HOSTS, host))

    with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree violation"):
        shake_hands(context, host=host, trusted=house_certificate(tmp_path))


def test_an_address_that_comes_later_is_named_in_the_next_certificate(house: House, tmp_path: Path) -> None:
    hosts: list[str] = ["localhost"]

    def present() -> Sequence[str]:
        return hosts

    context = context_of_house(house, present)
    first = shake_hands(context, host="localhost", trusted=house_certificate(tmp_path))
    again = shake_hands(context, host="localhost", trusted=house_certificate(tmp_path))
    hosts.append("10.42.0.1")
    later = shake_hands(context, host="10.42.0.1", trusted=house_certificate(tmp_path))

    assert first == again != later


def test_an_address_outside_of_private_networks_is_signed_for_if_the_machine_has_it(tmp_path: Path) -> None:
    house = house_of(tmp_path, hosts=["203.0.113.7"])
    context = context_of_house(house, lambda: ["203.0.113.7"])

    shake_hands(context, host="203.0.113.7", trusted=house_certificate(tmp_path))


def test_the_house_is_made_once_and_its_key_is_its_owners_alone(tmp_path: Path) -> None:
    with ThreadPoolExecutor(4) as pool:
        made = list(pool.map(lambda _: house_of(tmp_path, hosts=HOSTS), range(4)))

    assert len({house.certificate for house in made}) == 1
    assert stat.S_IMODE((tmp_path / "house.pem").stat().st_mode) == 0o600
    assert b"PRIVATE" not in house_certificate(tmp_path).read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["house.crt", "house.pem"]


def test_a_given_certificate_is_served_as_it_is(house: House, tmp_path: Path) -> None:
    both = tmp_path / "house.pem"

    found = context_of_files(both, both)

    assert isinstance(found, ssl.SSLContext)
    with pytest.raises(OSError, match="No such file"):
        context_of_files(tmp_path / "missing.pem", both)
    (tmp_path / "broken.pem").write_text("no certificate")
    with pytest.raises(ssl.SSLError):
        context_of_files(tmp_path / "broken.pem", both)
