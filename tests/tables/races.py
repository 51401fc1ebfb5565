"""Threads that meet: what the tests of taps at the same moment share."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch
from uuid import uuid4

from django.db import connection
from django.test import Client

from tables.models import writing
from tables.views.tablet.access import COOKIE
from tests.factories.felt import Felt

# How long a thread waits for one that is sure to come, however busy the machine is.
SURELY_SECONDS = 30.0
# And for one that a lock may hold back, so that it waits in vain.
IN_VAIN_SECONDS = 0.4


class Rendezvous:
    """A point that threads pass together, or alone once their patience is over: nobody waits there in vain again."""

    def __init__(self, parties: int, *, patience_seconds: float = SURELY_SECONDS) -> None:
        self._awaited = parties
        self._patience_seconds = patience_seconds
        self._counting = threading.Lock()
        self._all_are_there = threading.Event()

    def wait(self) -> None:
        with self._counting:
            self._awaited -= 1
            if self._awaited <= 0:
                self._all_are_there.set()
        self._all_are_there.wait(self._patience_seconds)
        self._all_are_there.set()


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """Run every call in a thread of its own, started together; give what each returned or raised."""
    start = threading.Barrier(len(calls))

    def run(call: Callable[[], Any]) -> Any:
        start.wait()
        try:
            return call()
        except Exception as error:  # noqa: BLE001 - what was raised is the result
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(run, calls))


class Tablet:
    """A paired tablet and the taps it sends."""

    def __init__(self, felt: Felt) -> None:
        self.felt = felt
        self.device, self.secret = felt.pair()

    def fields(self, **more: Any) -> dict[str, Any]:
        version = self.felt.fresh().version
        return {"key": str(uuid4()), "version": version, "epoch": self.device.epoch, **more}

    def send(self, action: str, fields: dict[str, Any]) -> Any:
        client = Client()
        client.cookies[COOKIE] = self.secret
        return client.post(f"/tablet/table/{action}/", fields, headers={"Floorman-Tap": "1"})

    def sending(self, action: str, fields: dict[str, Any]) -> Callable[[], Any]:
        return lambda: self.send(action, fields)


@contextmanager
def without_the_claim() -> Iterator[None]:
    """Every tap writes what it has thought out, whatever has become of the table since it looked."""
    with patch.object(writing, "CLAIMS", "WHERE id = %s AND %s >= 0 AND %s >= 0"):
        yield


def statuses(answers: list[Any]) -> Counter[Any]:
    return Counter(getattr(answer, "status_code", type(answer).__name__) for answer in answers)
