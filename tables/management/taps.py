"""A dealer's tablet without a screen: it sends taps as the tablet's page does.

Each tap is one POST with a key of its own, the version of the table that the answer before it showed,
and the lease. How a request travels is the caller's: `send` takes method, path and fields, adds
TAP_HEADER and the CSRF token, and gives the answer or raises TapFailed.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final, TypeAlias
from uuid import uuid4

from tables import engine

TAP_HEADER: Final[Mapping[str, str]] = {"Floorman-Tap": "1"}
TABLE_PATH: Final = "/tablet/table/"
_STATE: Final = re.compile(r'data-version="(\d+)" data-epoch="(\d+)"')


class TapFailed(Exception):
    """A tap that was not taken; the message says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What the server said: the status of HTTP and the page."""

    status: int
    text: str


Send: TypeAlias = Callable[[str, str, Mapping[str, str] | None], Answer]


class Taps:
    """The taps of one paired tablet, counted; `version` is that of the last screen it was given."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.version = self.epoch = self.count = 0

    def look(self) -> None:
        """Ask for the screen: something else than these taps may have changed the table."""
        self._read_state(self._send("GET", TABLE_PATH, None))

    def tap(self, action: str, **fields: str) -> None:
        """One tap: "deal", "act" with an `operation` in its text form, "undo". Raises TapFailed."""
        data = {"key": str(uuid4()), "version": str(self.version), "epoch": str(self.epoch), **fields}
        answer = self._send("POST", f"{TABLE_PATH}{action}/", data)
        if answer.status != 200:
            raise TapFailed(f"the server answered {answer.status}: {_refusal(answer.text)}")
        self._read_state(answer)
        self.count += 1

    def act(self, operation: engine.Operation) -> None:
        self.tap("act", operation=engine.encode(operation))

    def _read_state(self, answer: Answer) -> None:
        found = _STATE.search(answer.text)
        if found is None:
            raise TapFailed(f"the server answered {answer.status} without a table")
        self.version, self.epoch = int(found[1]), int(found[2])


def at_seat(operation: engine.Operation, seat_for: dict[int, int]) -> engine.Operation:
    """The operation with the file's seats replaced by those at the table; one that nobody sits on stays."""
    match operation:
        case engine.DealBoard() | engine.EndHand() | engine.Undo():
            return operation
        case engine.DeclareWinners():
            return replace(operation, seats=tuple(seat_for.get(seat, seat) for seat in operation.seats))
        case engine.Ruling(inner=inner):
            return replace(
                operation,
                seat=seat_for.get(operation.seat, operation.seat),
                asker=seat_for.get(operation.asker, operation.asker),
                inner=inner and replace(inner, seat=seat_for.get(inner.seat, inner.seat)),
            )
        case _:
            return replace(operation, seat=seat_for.get(operation.seat, operation.seat))


def _refusal(page: str) -> str:
    """The words of a refusal, without the page around them."""
    found = re.search(r'id="refusal".*?<span>(.*?)</span>', page, re.DOTALL)
    return html.unescape(found[1]) if found else "see the server's log"
