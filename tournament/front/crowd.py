"""The crowd: how much of something strangers may have at once, in all and from one address.

An address is not a person: a hotel's router or a mobile network may bring the whole room from one. So an address may
have half of all as long as there is room; when all is taken, a newcomer with less than its fair share takes the
place of the address that has most. Strangers that come from few addresses lose to those that come from many.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address
from typing import Generic, Protocol, TypeVar

from tournament.front.answers import Scope


class Cuttable(Protocol):
    """What can be sent away at once."""

    def cut(self) -> None: ...


Member = TypeVar("Member")
CuttableMember = TypeVar("CuttableMember", bound=Cuttable)


class Crowded(Exception):
    """There is no room for another from this address."""


def network_of(address: str) -> str:
    """Return what counts as one address: an IPv6 network of 64 bits, which one device has to itself, is one."""
    if ":" not in address:
        return address
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is None:
        return str(IPv6Address(int(parsed) >> 64 << 64))
    return str(parsed.ipv4_mapped) if isinstance(parsed, IPv6Address) else address


def asker_of(scope: Scope) -> str:
    """Return what counts as the address of a request, as the trusted proxy says it if there is one."""
    return network_of((scope.get("client") or ("", 0))[0])


class Crowd(Generic[Member]):
    """At most `in_all` members, of one address at most half. `gives_way` says who may be sent away for another."""

    def __init__(self, *, in_all: int, gives_way: Callable[[Member], bool] = lambda _member: True) -> None:
        self._in_all = in_all
        self._each = max(1, in_all // 2)
        self._gives_way = gives_way
        self._of: dict[str, dict[Member, None]] = {}
        self._number = 0

    def __len__(self) -> int:
        return self._number

    def add(self, address: str, member: Member) -> Member | None:
        """Take a member in and return who has to leave for it, or raise Crowded."""
        own = len(self._of.get(address, ()))
        if own >= self._each:
            raise Crowded
        leaving = self._sent_away_for(own) if self._number >= self._in_all else None
        self._of.setdefault(address, {})[member] = None
        self._number += 1
        return leaving

    def remove(self, address: str, member: Member) -> None:
        """Let a member go; nothing happens if it is not there."""
        members = self._of.get(address)
        if members is not None and member in members:
            del members[member]
            self._number -= 1
            if not members:
                del self._of[address]

    def _sent_away_for(self, own: int) -> Member:
        addresses = len(self._of) + (own == 0)
        if own >= self._in_all // addresses:
            raise Crowded
        largest = max(self._of, key=lambda address: len(self._of[address]))
        for member in reversed(self._of[largest]):
            if self._gives_way(member):
                self.remove(largest, member)
                return member
        raise Crowded


@contextmanager
def room_for(crowd: Crowd[CuttableMember], address: str, member: CuttableMember) -> Iterator[None]:
    """Have a member in for the length of the block, if need be for another that is cut; Crowded if there is no room."""
    leaving = crowd.add(address, member)
    if leaving is not None:
        leaving.cut()
    try:
        yield
    finally:
        crowd.remove(address, member)
