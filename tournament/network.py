"""By which names and addresses this machine is known in the room. Asks the operating system; sends nothing."""

from __future__ import annotations

import fcntl
import socket
import struct
import sys
from collections.abc import Iterator
from ipaddress import ip_address

# An address nobody has (RFC 5737): the way there is the machine's way to everybody else.
SOMEWHERE = ("192.0.2.1", 9)
LOOPBACK_NAMES = ("localhost", "127.0.0.1", "[::1]")
GET_INTERFACE_ADDRESS = 0x8915  # SIOCGIFADDR of Linux
INTERFACE_REQUEST = struct.Struct("256s")


def own_names() -> tuple[str, ...]:
    """The names this machine calls itself. Phones cannot be relied on to know them."""
    host = socket.gethostname().lower()
    return (host, f"{host}.local")


def room_addresses() -> list[str]:
    """This machine's IPv4 addresses in its networks, the most likely one first; none without a network."""
    found = [*_address_of_the_way_out(), *_addresses_of_interfaces()]
    return [address for address in dict.fromkeys(found) if not ip_address(address).is_loopback]


def is_local_name(host: str) -> bool:
    """Whether `host` means this machine to itself and nothing, or something else, to a phone."""
    if host == "localhost" or host.endswith(".localhost") or host in own_names():
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def is_every_network(host: str) -> bool:
    """Whether a socket opened on `host` listens to every network."""
    try:
        return not host or ip_address(host).is_unspecified
    except ValueError:
        return False


class OwnHosts(list[str]):
    """The hosts that Floorman answers to: those known at its start, and the addresses it has by now.

    A laptop that changes its network while the tournament runs is reached at its new address at once.
    """

    def __iter__(self) -> Iterator[str]:
        yield from super().__iter__()
        yield from room_addresses()


def _address_of_the_way_out() -> list[str]:
    """Connecting a datagram socket sends nothing: it only asks the routing table which address would speak."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(SOMEWHERE)
            return [str(probe.getsockname()[0])]
        except OSError:
            return []


def _addresses_of_interfaces() -> list[str]:
    """For a room whose network leads nowhere, such as a hotspot that this machine opens itself; Linux only."""
    if sys.platform != "linux":
        return []
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _index, name in socket.if_nameindex():
            try:
                answer = fcntl.ioctl(probe, GET_INTERFACE_ADDRESS, INTERFACE_REQUEST.pack(name.encode()))
            except OSError:
                continue  # no IPv4 address
            found.append(socket.inet_ntoa(answer[20:24]))
    return found
