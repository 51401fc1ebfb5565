"""How far the PDF of all tickets is."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from tables.models import PrintState, TicketPrint
from tournament.models import Entry, Tournament
from tournament.queries.flights import LIVE

# A worker looks every two seconds; after so long somebody should look at the worker.
LONG_WAIT: Final = timedelta(seconds=20)


@dataclass(frozen=True, slots=True, kw_only=True)
class TicketsToPrint:
    """The page of all tickets: how many there are, and what has become of the PDF. `as_of`: when it was asked for,
    whose seats it shows. `waits_long`: no worker has taken it up.
    """

    tickets: int
    state: PrintState | None
    done: int
    total: int
    as_of: datetime | None
    waits_long: bool

    @property
    def is_on_its_way(self) -> bool:
        return self.state in (PrintState.WAITING, PrintState.PRINTING)


def tickets_to_print(tournament: Tournament, *, language: str, now: datetime) -> TicketsToPrint:
    """Two queries; the PDF itself is not read."""
    row = (
        TicketPrint.objects.filter(tournament=tournament, language=language)
        .values_list("state", "done", "total", "asked_at")
        .first()
    )
    state, done, total, asked_at = row or (None, 0, 0, None)
    return TicketsToPrint(
        tickets=tickets_of(tournament),
        state=None if state is None else PrintState(state),
        done=done,
        total=total,
        as_of=asked_at,
        waits_long=state == PrintState.WAITING and asked_at is not None and now - asked_at > LONG_WAIT,
    )


def tickets_of(tournament: Tournament) -> int:
    """How many entries have a ticket. One query."""
    return Entry.objects.filter(tournament=tournament, status__in=LIVE).count()


def printed_tickets(tournament: Tournament, *, language: str) -> bytes | None:
    """The PDF of all tickets in this language, if it is ready. One query."""
    ready = TicketPrint.objects.filter(tournament=tournament, language=language, state=PrintState.READY)
    pdf = ready.values_list("pdf", flat=True).first()
    return None if pdf is None else bytes(pdf)
