"""A dealer's tablet without a screen: it sends taps as the tablet's page does.

Each tap is one POST with a key of its own, the version of the table that the answer before it showed,
and the lease.
"""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final
from uuid import uuid4

import httpx

from tables import engine

TAP_HEADER: Final[Mapping[str, str]] = {"Floorman-Tap": "1"}
TABLE_PATH: Final = "/tablet/table/"
_STATE: Final = re.compile(r'data-version="(\d+)" data-epoch="(\d+)"')


class TapFailed(Exception):
    """A tap that was not accepted; the message says why."""


class Taps:
    """The taps of one tablet, counted; `version` is that of the last screen it was given.

    `client` has the server's address and the cookies: the tablet's own, once it is paired, and the one
    against forged requests.
    """

    def __init__(self, client: httpx.Client) -> None:
        self.client = client
        self.version = self.epoch = self.count = 0

    def send(self, method: str, path: str, fields: Mapping[str, str] | None = None) -> httpx.Response:
        """One request as the tablet's script makes it. Raises TapFailed where nobody answers."""
        headers = {**TAP_HEADER, "X-CSRFToken": self.client.cookies.get("csrftoken") or ""}
        try:
            return self.client.request(method, path, data=fields, headers=headers)
        except httpx.HTTPError as error:
            raise TapFailed(f"The server does not answer: {error}") from error

    def look(self) -> None:
        """Ask for the screen: something else than these taps may have changed the table."""
        self._read_state(self.send("GET", TABLE_PATH))

    def tap(self, action: str, **fields: str) -> None:
        """One tap: "deal", "act" with an `operation` in its text form, "undo". Raises TapFailed."""
        data = {"key": str(uuid4()), "version": str(self.version), "epoch": str(self.epoch), **fields}
        answer = self.send("POST", f"{TABLE_PATH}{action}/", data)
        if answer.status_code != 200:
            raise TapFailed(f"the server answered {answer.status_code}: {_refusal(answer.text)}")
        self._read_state(answer)
        self.count += 1

    def act(self, operation: engine.Operation) -> None:
        self.tap("act", operation=engine.encode(operation))

    def _read_state(self, answer: httpx.Response) -> None:
        found = _STATE.search(answer.text)
        if found is None:
            raise TapFailed(f"the server answered {answer.status_code} without a table")
        self.version, self.epoch = int(found[1]), int(found[2])


def at_seat(operation: engine.Operation, seat_for: Mapping[int, int]) -> engine.Operation:
    """The operation with the file's seats replaced by those at the table; an empty seat stays."""
    match operation:
        case engine.DealBoard() | engine.RunBoards() | engine.EndHand() | engine.Undo():
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
