"""What drives a worker or the scheduler gives signs of life; a thread beside it stores a heartbeat for all hosts.

The thread stores nothing once the signs stop: a process whose loop hangs must not look alive in the database. And the
loop never waits for the database itself.
"""

from __future__ import annotations

import threading

import structlog
from django.db import Error, close_old_connections

from tournament.signs import give_sign
from tournament.timekeeping import house_now

logger = structlog.get_logger(__name__)

ROUND_SECONDS = 10.0


class Heart:
    """The heartbeat of one process, whose kind is `name`. Begins with the first sign."""

    def __init__(self, name: str, *, round_seconds: float = ROUND_SECONDS) -> None:
        self._name = name
        self._round_seconds = round_seconds
        self._has_signed = threading.Event()
        self._thread: threading.Thread | None = None

    def sign(self) -> None:
        """To be called again and again by what drives the process."""
        give_sign()
        self._has_signed.set()
        if self._thread is None:
            self._thread = threading.Thread(target=self._beat_for_ever, name="heart", daemon=True)
            self._thread.start()

    def _beat_for_ever(self) -> None:
        pause = threading.Event()
        while True:
            self._has_signed.wait()
            self._has_signed.clear()
            self._beat()
            pause.wait(self._round_seconds)

    def _beat(self) -> None:
        # Models are loaded only when the apps are ready, which they are at the first sign.
        from tournament.services.heartbeats import note_heartbeat  # noqa: PLC0415

        try:
            close_old_connections()
            note_heartbeat(name=self._name, now=house_now())
        # InterfaceError, which a connection that broke in use raises, is no DatabaseError.
        except Error as error:
            # The next one is in ten seconds; what needs the database says louder that it is away.
            logger.debug("heartbeat_not_stored", error=type(error).__name__)
