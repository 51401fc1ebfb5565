"""Machines within this one: a network namespace each, joined by virtual cables. Linux, as root.

A machine is there as long as its sleeping process. `inside` moves the thread that asks: what it connects to from then
on is asked from that machine.
"""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from tests.machine import may_not

CLONE_NEWNET = 0x40000000
_cables = count()


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """A machine with a loopback and no network."""

    name: str
    process_id: int

    def command(self, *words: str) -> list[str]:
        """The command as this machine runs it."""
        return ["nsenter", f"--net={self._namespace}", "--", *words]

    def ip(self, *words: str) -> None:
        """Set up its network: the words of ip(8)."""
        subprocess.run(self.command("ip", *words), check=True, capture_output=True)

    @contextmanager
    def inside(self) -> Iterator[None]:
        """Be on this machine for the length of the block, in this thread alone."""
        with Path("/proc/thread-self/ns/net").open("rb") as own, Path(self._namespace).open("rb") as there:
            _enter(there.fileno())
            try:
                yield
            finally:
                _enter(own.fileno())

    @property
    def _namespace(self) -> str:
        return f"/proc/{self.process_id}/ns/net"


def _enter(descriptor: int) -> None:
    if ctypes.CDLL(None, use_errno=True).setns(descriptor, CLONE_NEWNET) != 0:
        raise OSError(ctypes.get_errno(), "setns")


def join(one: Machine, one_address: str, other: Machine, other_address: str) -> str:
    """Lay a cable between two machines; the addresses are written with their network: 10.42.0.1/24.

    Returns the name of the first machine's adapter.
    """
    number = next(_cables)
    ends = (f"room{number}", f"{other.name}{number}")
    one.ip("link", "add", ends[0], "type", "veth", "peer", "name", ends[1], "netns", str(other.process_id))
    for machine, end, address in ((one, ends[0], one_address), (other, ends[1], other_address)):
        machine.ip("address", "add", address, "dev", end)
        machine.ip("link", "set", end, "up")
    return ends[0]


@contextmanager
def machines(*names: str) -> Iterator[list[Machine]]:
    """Machines of these names; skips the test where they cannot be made."""
    if sys.platform != "linux" or os.geteuid() != 0:
        may_not("machines in network namespaces need Linux and root")
    with ExitStack() as stack:
        yield [stack.enter_context(_machine(name)) for name in names]


@contextmanager
def _machine(name: str) -> Iterator[Machine]:
    started = subprocess.Popen(
        ["unshare", "--net", "sh", "-c", "ip link set lo up && echo up && exec sleep 600"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        assert started.stdout
        if started.stdout.readline() != b"up\n":
            may_not("this kernel or container makes no network namespaces (unshare --net)")
        yield Machine(name=name, process_id=started.pid)
    finally:
        started.kill()
        started.communicate()
