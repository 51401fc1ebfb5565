"""The PDF of all tickets on its way: asked for by the desk, made by one worker at a time, kept for an hour.

    waiting ──a worker claims it──> printing ──> ready     until it is an hour old
       ▲                              │  │
       │                              │  └───────> failed    making it raised an error
       └──nothing written for a while─┘
          (the worker was killed); given up after MOST_TRIES

Work is claimed by a conditional update, so that two workers never make the same one.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import F, QuerySet

from tables.models import PrintState, TicketPrint
from tournament.services.locks import lock_tournament

KEPT_FOR: Final = timedelta(hours=1)
# A worker writes its progress every second.
SILENT_AFTER: Final = timedelta(seconds=30)
MOST_TRIES: Final = 3
UNFINISHED: Final = (PrintState.WAITING, PrintState.PRINTING)


@transaction.atomic
def ask_for_tickets(*, tournament_id: int, language: str, base_url: str, now: datetime) -> None:
    """Have a PDF of all tickets made in this language; while one is on its way nothing changes."""
    lock_tournament(tournament_id)
    prints = TicketPrint.objects.filter(tournament_id=tournament_id, language=language)
    if prints.filter(state__in=UNFINISHED).exists():
        return
    prints.delete()
    TicketPrint.objects.create(
        tournament_id=tournament_id, language=language, base_url=base_url, asked_at=now, touched_at=now
    )


def claim_print(*, now: datetime) -> TicketPrint | None:
    """The print to make now, the oldest first; None where there is none, or another worker makes one.

    One at a time leaves the worker's other thread to the clock. One query while nothing waits.
    """
    unfinished = list(TicketPrint.objects.filter(state__in=UNFINISHED).order_by("asked_at", "pk"))
    if any(each.state == PrintState.PRINTING and now - each.touched_at < SILENT_AFTER for each in unfinished):
        return None
    for each in unfinished:
        as_seen = TicketPrint.objects.filter(pk=each.pk, state=each.state, touched_at=each.touched_at)
        if each.tries >= MOST_TRIES:
            as_seen.update(state=PrintState.FAILED, touched_at=now)
        elif as_seen.update(state=PrintState.PRINTING, tries=F("tries") + 1, done=0, touched_at=now):
            return TicketPrint.objects.select_related("tournament").get(pk=each.pk)
    return None


def note_progress(ticket_print: TicketPrint, *, done: int, total: int, now: datetime) -> None:
    """So many of the tickets are done."""
    _printing(ticket_print).update(done=done, total=total, touched_at=now)


def finish_print(ticket_print: TicketPrint, *, pdf: bytes, now: datetime) -> None:
    """The PDF is there to be opened."""
    _printing(ticket_print).update(state=PrintState.READY, pdf=pdf, done=F("total"), touched_at=now)


def fail_print(ticket_print: TicketPrint, *, now: datetime) -> None:
    """The PDF could not be made; the page says so."""
    _printing(ticket_print).update(state=PrintState.FAILED, touched_at=now)


def remove_old_prints(*, now: datetime) -> int:
    """Remove what was ready or failed an hour ago; returns how many."""
    old = TicketPrint.objects.exclude(state__in=UNFINISHED).filter(touched_at__lt=now - KEPT_FOR)
    return old.delete()[0]


def _printing(ticket_print: TicketPrint) -> QuerySet[TicketPrint]:
    """The row, if nobody has taken it over since this worker claimed it."""
    return TicketPrint.objects.filter(pk=ticket_print.pk, state=PrintState.PRINTING, tries=ticket_print.tries)
