"""A network between one device and the house that can be lost: all that they say to each other passes here."""

from __future__ import annotations

import selectors
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import Enum

CHUNK = 65_536


class State(Enum):
    THERE = "there"
    # What the device says gets through, and no answer comes back.
    DEAF = "deaf"
    # Whatever is under way is cut, whoever comes is turned away.
    LOST = "lost"


class Network:
    """Passes on what comes to its port, as far as its state lets it."""

    def __init__(self, port: int) -> None:
        self._house = ("127.0.0.1", port)
        self._state = State.THERE
        # Both ends of each connection, by the other.
        self._other: dict[socket.socket, socket.socket] = {}
        self._of_house: set[socket.socket] = set()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._change, self._changed = socket.socketpair()
        self._ready = selectors.DefaultSelector()
        for one in (self._listener, self._changed):
            self._ready.register(one, selectors.EVENT_READ)
        self._has_ended = threading.Event()
        self._thread = threading.Thread(target=self._pass_on, daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://localhost:{self._listener.getsockname()[1]}"

    def turn(self, state: State) -> None:
        """Be in this state from now on."""
        self._state = state
        self._change.send(b".")

    def end(self) -> None:
        self._has_ended.set()
        self.turn(State.LOST)
        self._thread.join()
        self._ready.close()
        for one in (self._listener, self._change, self._changed):
            one.close()

    def _pass_on(self) -> None:
        while not self._has_ended.is_set():
            for key, _events in self._ready.select():
                if key.fileobj is self._changed:
                    self._changed.recv(CHUNK)
                elif key.fileobj is self._listener:
                    self._take()
                elif isinstance(key.fileobj, socket.socket) and key.fileobj in self._other:
                    self._move(key.fileobj)
            if self._state is State.LOST:
                self._cut()
        self._cut()

    def _take(self) -> None:
        device, _address = self._listener.accept()
        if self._state is State.LOST:
            device.close()
            return
        house = socket.create_connection(self._house)
        self._of_house.add(house)
        self._other |= {device: house, house: device}
        for one in (device, house):
            self._ready.register(one, selectors.EVENT_READ)

    def _move(self, one: socket.socket) -> None:
        try:
            said = one.recv(CHUNK)
            if self._state is State.THERE or one not in self._of_house:
                self._other[one].sendall(said)
        except OSError:
            said = b""
        if not said:
            self._part(one)

    def _part(self, one: socket.socket) -> None:
        for each in (one, self._other.pop(one)):
            self._other.pop(each, None)
            self._of_house.discard(each)
            self._ready.unregister(each)
            with suppress(OSError):
                each.close()

    def _cut(self) -> None:
        while self._other:
            self._part(next(iter(self._other)))


@contextmanager
def network_of(port: int) -> Iterator[Network]:
    """A network to the house at this port, for the length of the block."""
    network = Network(port)
    try:
        yield network
    finally:
        network.end()
