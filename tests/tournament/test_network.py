"""What this machine is called, and which of its names a phone can use."""

from __future__ import annotations

import socket
import sys
from collections.abc import Callable
from contextlib import closing
from ipaddress import ip_address

import ifaddr
import pytest

from tournament import network
from tournament.network import (
    OwnHosts,
    busiest_address,
    is_every_network,
    is_local_name,
    own_names,
    room_addresses,
)


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


def adapters(*given: tuple[str, str]) -> Callable[[], list[ifaddr.Adapter]]:
    """A machine with these adapters, each with one address in the network of its first three numbers."""

    def get() -> list[ifaddr.Adapter]:
        return [
            ifaddr.Adapter(name, name, [ifaddr.IP(address if "." in address else (address, 0, 0), 24, name)])
            for name, address in given
        ]

    return get


@pytest.mark.parametrize(
    ("given", "way_out", "found"),
    [
        ([("lo", "127.0.0.1"), ("wlan0", "10.42.0.1")], None, ["10.42.0.1"]),
        ([("lo", "127.0.0.1")], None, []),
        # The network that leads out of the house comes first.
        (
            [("eth0", "192.168.8.5"), ("wlan0", "10.42.0.1")],
            "10.42.0.1",
            ["10.42.0.1", "192.168.8.5"],
        ),
        # Containers, tunnels and addresses that nobody gave out come last, also where the way out is one.
        (
            [
                ("docker0", "172.17.0.1"),
                ("tun0", "10.8.0.2"),
                ("eth0", "169.254.7.7"),
                ("wlan0", "10.42.0.1"),
            ],
            "10.8.0.2",
            ["10.42.0.1", "10.8.0.2", "172.17.0.1", "169.254.7.7"],
        ),
        # Two addresses of one adapter; one that is there twice is named once.
        ([("eth0", "10.0.0.5"), ("eth0", "10.0.0.6"), ("br0", "10.0.0.5")], None, ["10.0.0.5", "10.0.0.6"]),
        # Phones are given numbers of four parts: the socket listens to those.
        ([("eth0", "fd00::20"), ("eth0", "10.0.0.5")], None, ["10.0.0.5"]),
    ],
)
def test_the_likeliest_address_comes_first(
    monkeypatch: pytest.MonkeyPatch, given: list[tuple[str, str]], way_out: str | None, found: list[str]
) -> None:
    monkeypatch.setattr(ifaddr, "get_adapters", adapters(*given))
    monkeypatch.setattr(network, "_address_of_the_way_out", lambda: way_out and ip_address(way_out))

    assert room_addresses() == found


def test_a_laptop_that_changes_its_network_answers_at_the_new_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hosts, names = OwnHosts(["localhost"]), list(own_names())
    second = iter(range(100))
    monkeypatch.setattr(network, "_this_second", lambda: next(second))
    monkeypatch.setattr(ifaddr, "get_adapters", adapters(("wlan0", "192.168.1.20")))
    assert list(hosts) == ["localhost", *names, "192.168.1.20"]
    monkeypatch.setattr(ifaddr, "get_adapters", adapters(("wlan0", "10.0.0.7"), ("wlan0", "fd00::20")))

    assert list(hosts) == ["localhost", *names, "10.0.0.7", "[fd00::20]"]


def test_within_a_second_the_operating_system_is_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "_this_second", lambda: -1)
    monkeypatch.setattr(ifaddr, "get_adapters", adapters(("wlan0", "192.168.1.20")))
    first = list(OwnHosts([]))
    monkeypatch.setattr(ifaddr, "get_adapters", adapters(("wlan0", "10.0.0.7")))

    assert list(OwnHosts([])) == first == [*own_names(), "192.168.1.20"]


@pytest.mark.skipif(sys.platform != "linux", reason="SKIPPED: reads the connections from /proc")
def test_a_connection_from_this_machine_itself_is_nobody_in_the_room() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        port = listener.getsockname()[1]
        with closing(socket.create_connection(("127.0.0.1", port))):
            assert busiest_address(port) is None
