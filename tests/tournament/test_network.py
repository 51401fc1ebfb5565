"""What this machine is called, and which of its names a phone can use."""

from __future__ import annotations

import socket
from ipaddress import ip_address

import pytest

from tournament import network
from tournament.network import OwnHosts, is_every_network, is_local_name, room_addresses


@pytest.mark.parametrize(
    ("host", "is_local"),
    [
        ("localhost", True),
        ("floor.localhost", True),
        ("127.0.0.1", True),
        ("127.0.1.1", True),
        ("::1", True),
        (socket.gethostname().lower(), True),
        (f"{socket.gethostname().lower()}.local", True),
        ("192.168.1.20", False),
        ("fd00::20", False),
        ("floor.example", False),
        ("", False),
    ],
)
def test_names_by_which_a_machine_knows_only_itself(host: str, is_local: bool) -> None:
    assert is_local_name(host) is is_local


@pytest.mark.parametrize(
    ("host", "is_every"),
    [("", True), ("0.0.0.0", True), ("::", True), ("127.0.0.1", False), ("floor.example", False)],
)
def test_a_socket_may_listen_to_every_network(host: str, is_every: bool) -> None:
    assert is_every_network(host) is is_every


def test_the_addresses_in_the_room_are_numbers_that_others_can_use() -> None:
    found = room_addresses()

    assert len(found) == len(set(found))
    assert not any(ip_address(address).is_loopback for address in found)


def test_a_room_whose_network_leads_nowhere_is_found_by_its_interface(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(network, "_address_of_the_way_out", list)
    monkeypatch.setattr(network, "_addresses_of_interfaces", lambda: ["127.0.0.1", "10.42.0.1"])

    assert room_addresses() == ["10.42.0.1"]


def test_a_laptop_that_changes_its_network_answers_at_the_new_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hosts = OwnHosts(["localhost"])
    monkeypatch.setattr(network, "room_addresses", lambda: ["192.168.1.20"])
    assert list(hosts) == ["localhost", "192.168.1.20"]
    monkeypatch.setattr(network, "room_addresses", lambda: ["10.0.0.7"])

    assert list(hosts) == ["localhost", "10.0.0.7"]
