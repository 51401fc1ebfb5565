"""Where a hook may be sent: what is typed as an address, and which addresses of a host may be asked.

A person who types an address must not reach through Floorman what only this machine or this room can reach. So the
host is looked up, each of its addresses is judged, and exactly one that was judged is connected to. An address of the
room is allowed where the director has said that the receiver is in this network.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final, TypeAlias
from urllib.parse import urlsplit

Address: TypeAlias = IPv4Address | IPv6Address

LONGEST: Final = 300
DEFAULT_PORTS: Final = {"http": 80, "https": 443}
# No web server answers at these of the higher ones: databases, queues and what browsers refuse as well.
CLOSED_PORTS: Final = frozenset(
    {
        *(
            1433,
            1521,
            1719,
            1720,
            1723,
            2049,
            2375,
            2376,
            2379,
            2380,
            3306,
            3389,
            3659,
            4045,
            5060,
            5061,
            5432,
        ),
        *(5672, 5984, 6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669, 6697, 9042, 9200, 9300, 10080, 11211),
        *(27017, 27018, 50000),
    }
)
# Of a room: RFC 1918, RFC 4193, this machine itself, and RFC 6598, which private networks over the internet use too.
_ROOMS: Final = tuple(
    map(
        ip_network,
        (
            "10.0.0.0/8",
            "172.16.0.0/12",
            "192.168.0.0/16",
            "100.64.0.0/10",
            "127.0.0.0/8",
            "fc00::/7",
            "::1/128",
        ),
    )
)
# Where the internet of IPv6 is, without what leads into IPv4 by way of others (Teredo, 6to4) and addresses of books.
_INTERNET: Final = IPv6Network("2000::/3")
_TUNNELS: Final = (IPv6Network("2001::/23"), IPv6Network("2002::/16"), IPv6Network("3fff::/20"))
_RELAYS: Final = ip_network("192.88.99.0/24")
# By it a network without IPv4 of its own reaches IPv4 (RFC 6052).
_NAT64: Final = IPv6Network("64:ff9b::/96")


class UrlFault(StrEnum):
    """What is wrong with what was typed."""

    SCHEME = "scheme"
    HOST = "host"
    USER = "user"
    PORT = "port"
    UNREADABLE = "unreadable"


class UrlWrong(ValueError):
    """It cannot be the address of a hook."""

    def __init__(self, fault: UrlFault) -> None:
        super().__init__(fault.value)
        self.fault = fault


@dataclass(frozen=True, slots=True, kw_only=True)
class Destination:
    """A hook's address: its host as a name or in digits, and the port."""

    url: str
    scheme: str
    host: str
    port: int

    @property
    def host_header(self) -> str:
        """As the receiver's server expects it."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == DEFAULT_PORTS[self.scheme] else f"{host}:{self.port}"


def read_destination(typed: str, *, longest: int = LONGEST) -> Destination:
    """Raises UrlWrong where it is not an address of http or https, or has a name and password, or a port that no web
    server has.
    """
    if (
        len(typed) > longest
        or not typed.isascii()
        or not typed.isprintable()
        or " " in typed
        or "\\" in typed
    ):
        raise UrlWrong(UrlFault.UNREADABLE)
    try:
        parts = urlsplit(typed)
        port, host = parts.port, parts.hostname or ""
    except ValueError:
        raise UrlWrong(UrlFault.UNREADABLE) from None
    if parts.scheme not in DEFAULT_PORTS:
        raise UrlWrong(UrlFault.SCHEME)
    if not host or host.endswith(".") or "%" in host:
        raise UrlWrong(UrlFault.HOST)
    if parts.username is not None or parts.password is not None or parts.fragment:
        raise UrlWrong(UrlFault.USER)
    port = DEFAULT_PORTS[parts.scheme] if port is None else port
    if not _is_open(port):
        raise UrlWrong(UrlFault.PORT)
    return Destination(url=typed, scheme=parts.scheme, host=host, port=port)


def _is_open(port: int) -> bool:
    return port in DEFAULT_PORTS.values() or (port >= 1024 and port not in CLOSED_PORTS)


class Reach(StrEnum):
    """Who can reach an address: everybody, only this network, or nobody by it alone."""

    EVERYBODY = "everybody"
    NETWORK = "network"
    NOBODY = "nobody"


def reach_of(address: str) -> Reach:
    """Whom an address belongs to, as a look-up gives it. Forms of IPv6 that carry one of IPv4 count as that one
    (mapped, NAT64) or are asked by nobody.
    """
    try:
        found = ip_address(address)
    except ValueError:
        return Reach.NOBODY
    if isinstance(found, IPv6Address):
        return _reach_of_6(found)
    return _reach_of_4(found)


def may_be_asked(address: str, *, in_network: bool) -> bool:
    """Whether a hook is sent there; `in_network`: the director has said that the receiver is in this network."""
    reach = reach_of(address)
    return reach is Reach.EVERYBODY or (in_network and reach is Reach.NETWORK)


def _reach_of_6(address: IPv6Address) -> Reach:
    if address.scope_id:
        return Reach.NOBODY
    if address.ipv4_mapped is not None:
        return _reach_of_4(address.ipv4_mapped)
    if address in _NAT64:
        return _reach_of_4(IPv4Address(int(address) & 0xFFFF_FFFF))
    if _is_of_room(address):
        return Reach.NETWORK
    is_tunnel = any(address in network for network in _TUNNELS)
    is_of_internet = address in _INTERNET and address.is_global and not is_tunnel
    return Reach.EVERYBODY if is_of_internet else Reach.NOBODY


def _reach_of_4(address: IPv4Address) -> Reach:
    if _is_of_room(address):
        return Reach.NETWORK
    is_of_internet = address.is_global and not address.is_multicast and address not in _RELAYS
    return Reach.EVERYBODY if is_of_internet else Reach.NOBODY


def _is_of_room(address: Address) -> bool:
    return any(address in network for network in _ROOMS)
