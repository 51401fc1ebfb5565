"""By which names and addresses this machine is known in the room. Asks the operating system; sends nothing.

A laptop changes its network while the tournament runs, and its Wi-Fi may come up after Floorman: nothing here is
remembered for longer than a second.
"""

from __future__ import annotations

import hashlib
import socket
import ssl
import sys
import time
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path
from typing import Final

import ifaddr

# An address nobody has (RFC 5737): the way there is the machine's way to everybody else.
SOMEWHERE: Final = ("192.0.2.1", 9)
LOOPBACK_NAMES: Final = ("localhost", "127.0.0.1", "[::1]")
# Networks inside this machine, and tunnels out of it: no phone in the room is there.
MADE_UP_ADAPTERS: Final = (
    *("br-", "docker", "podman", "cni", "flannel", "veth", "virbr", "vmnet", "vboxnet", "lxc", "lxd"),
    *("tun", "tap", "utun", "wg", "ppp", "tailscale", "zt", "ipsec", "awdl", "llw"),
)
KNOWN_FOR_SECONDS: Final = 1.0
ESTABLISHED: Final = "01"  # of Linux's table of connections


CONNECTIONS: Final = Path("/proc/net/tcp")

Address = IPv4Address | IPv6Address


def own_names() -> tuple[str, ...]:
    """The names this machine calls itself. Phones cannot be relied on to know them."""
    host = socket.gethostname().lower()
    return (host, f"{host}.local")


def room_addresses() -> list[str]:
    """This machine's IPv4 addresses in its networks, the most likely one first; none without a network.

    The network that leads out of the house comes first, then those of its adapters in their order; networks of
    virtual machines and tunnels, and addresses that the machine gave itself because nobody else did, come last.
    """
    way_out = _address_of_the_way_out()
    found = [
        (_is_unlikely(adapter, address), address != way_out, at, str(address))
        for at, (adapter, address) in enumerate(_addresses())
        if isinstance(address, IPv4Address) and not address.is_loopback
    ]
    return list(dict.fromkeys(address for *_rank, address in sorted(found)))


def busiest_address(port: int) -> str | None:
    """The own IPv4 address at which most other machines hold a connection to `port`; Linux only, else None.

    Where a machine has several networks this is the one with the tablets and the phones.
    """
    return _busiest_address(port, _this_second())


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


def fingerprint(certificate: str) -> str:
    """The SHA-256 of a certificate, written as devices show it."""
    digest = hashlib.sha256(ssl.PEM_cert_to_DER_cert(certificate)).hexdigest().upper()
    return ":".join(digest[at : at + 2] for at in range(0, len(digest), 2))


class OwnHosts(list[str]):
    """The hosts that Floorman answers to: those it was told, and the names and addresses the machine has by now."""

    def __iter__(self) -> Iterator[str]:
        yield from super().__iter__()
        yield from own_names()
        yield from present_hosts(_this_second())


@lru_cache(maxsize=1)
def present_hosts(_second: int) -> tuple[str, ...]:
    """Every address of this machine as a browser writes it, loopback included."""
    addresses = dict.fromkeys(address for _adapter, address in _addresses())
    return tuple(str(address) if address.version == 4 else f"[{address}]" for address in addresses)


def _this_second() -> int:
    return int(time.monotonic() / KNOWN_FOR_SECONDS)


def _addresses() -> list[tuple[str, Address]]:
    """(adapter, address) of every address that this machine has now, in the operating system's order."""
    try:
        adapters = list(ifaddr.get_adapters())
    except OSError:
        return []
    return [
        (adapter.name, ip_address(ip.ip if isinstance(ip.ip, str) else ip.ip[0]))
        for adapter in adapters
        for ip in adapter.ips
    ]


def _address_of_the_way_out() -> Address | None:
    """Connecting a datagram socket sends nothing: it only asks the routing table which address would speak."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(SOMEWHERE)
            return ip_address(str(probe.getsockname()[0]))
        except OSError:
            return None


def _is_unlikely(adapter: str, address: Address) -> bool:
    return address.is_link_local or adapter.startswith(MADE_UP_ADAPTERS)


@lru_cache(maxsize=4)
def _busiest_address(port: int, _second: int) -> str | None:
    try:
        lines = CONNECTIONS.read_text(encoding="ascii").splitlines()[1:]
    except OSError:
        return None
    counts: Counter[IPv4Address] = Counter()
    for line in lines:
        _number, local, remote, state, *_rest = line.split()
        if state == ESTABLISHED and local.endswith(f":{port:04X}"):
            here, there = _decoded(local), _decoded(remote)
            if here != there and not there.is_loopback:
                counts[here] += 1
    return str(counts.most_common(1)[0][0]) if counts else None


def _decoded(hexadecimal: str) -> IPv4Address:
    """The address in `0F02000A:1F40`, as the kernel keeps it in memory."""
    return IPv4Address(int(hexadecimal[:8], 16).to_bytes(4, sys.byteorder))
