"""Celery's part of the tables: what takes longer than a page may. The web process asks by a row, not by a message, so
nothing is lost with the broker.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from celery import shared_task
from django.conf import settings
from django.utils import translation

from tables.models import TicketPrint
from tables.printing.paper_kit import printed_kit
from tables.printing.paper_kit_pdf import paper_kit_pdf
from tables.printing.shelf import keep_kit, remove_old_kits
from tables.printing.ticket_pdf import tickets_pdf
from tables.printing.tickets import printed_ticket
from tables.queries.console.paper import paper_kit
from tables.queries.desk.entries import seat_tickets
from tables.queries.room.alternates import tournaments_that_wait
from tables.queries.room.draws import newest_anchor
from tables.services.desk.alternates import call_alternates
from tables.services.desk.queue import forget_queues
from tables.services.desk.ticket_prints import (
    claim_print,
    fail_print,
    finish_print,
    note_progress,
    remove_old_prints,
)
from tables.services.hands.told_hands import hint_of_hands, tell_of_hands
from tables.services.table.verdicts import (
    check_house,
    check_tournament,
    is_passing,
    note_unreadable,
    written_lately,
)
from tournament.models import Tournament, TournamentStatus
from tournament.services.actor import HOUSE
from tournament.timekeeping import house_now

logger = logging.getLogger(__name__)
SAID_EVERY: Final = timedelta(seconds=1)


@shared_task(name="tables.tasks.print_tickets", ignore_result=True)
def print_tickets() -> bool:
    """Make the PDF of all tickets that a desk has asked for; returns whether there was one to make."""
    ticket_print = claim_print(now=house_now())
    if ticket_print is None:
        return False
    try:
        pdf = _print(ticket_print)
    except Exception:
        logger.exception("The tickets of tournament %s could not be printed.", ticket_print.tournament_id)
        fail_print(ticket_print, now=house_now())
    else:
        finish_print(ticket_print, pdf=pdf, now=house_now())
    return True


@shared_task(name="tables.tasks.remove_old_tickets", ignore_result=True)
def remove_old_tickets() -> int:
    """Remove PDFs that nobody needs now; returns how many."""
    return remove_old_prints(now=house_now())


@shared_task(name="tables.tasks.forget_queues", ignore_result=True)
def forget_over_queues() -> int:
    """Delete what phones gave to the queues of events that are over; returns how many places."""
    return forget_queues()


@shared_task(name="tables.tasks.tell_hands", ignore_result=True)
def tell_hands() -> int:
    """Tell of hands that everybody may read by now: streams at once, web hooks by their outbox.

    Returns how many messages were put there.
    """
    now = house_now()
    hint_of_hands(now=now)
    return tell_of_hands(now=now)


@shared_task(name="tables.tasks.sweep_alternates", ignore_result=True)
def sweep_alternates() -> int:
    """Seats that have opened go to the waiting lists; how many players were called. One query where nobody waits."""
    called = 0
    for tournament_id in tournaments_that_wait():
        try:
            called += call_alternates(tournament_id=tournament_id, by=HOUSE.at(house_now()))
        except Exception:
            # One event must not keep the waiting lists of the others.
            logger.exception("Nobody could be called from the waiting list of tournament %d", tournament_id)
    return called


@shared_task(name="tables.tasks.check_rows", ignore_result=True)
def check_rows() -> int:
    """Whether every line of the house is as it was written, and every chip, every cent and every line of a tournament
    where something was in the last day; how many tournaments have something that is not, and the house counts as one.
    """
    now = house_now()
    return _check_house(now) + sum(_check(tournament_id, now) for tournament_id in written_lately(now=now))


def _check_house(now: datetime) -> bool:
    """Whether something was found in the house. What goes wrong must not keep the tournaments from their checks."""
    try:
        return not check_house(now=now).is_whole
    except Exception:
        logger.exception("The rows of the house could not be checked.")
        return False


def _check(tournament_id: int, now: datetime) -> bool:
    """Whether something was found in one tournament. One whose check fails must not keep the others from theirs; what
    cannot be read was not written by Floorman, and so is something found.
    """
    try:
        return not check_tournament(tournament_id=tournament_id, now=now).is_whole
    except Exception as error:
        logger.exception("The rows of tournament %s could not be checked.", tournament_id)
        return not is_passing(error) and _note_unreadable(tournament_id, now)


def _note_unreadable(tournament_id: int, now: datetime) -> bool:
    try:
        return not note_unreadable(tournament_id=tournament_id, now=now).is_whole
    except Exception:
        logger.exception("That could not be kept either.")
        return True


@shared_task(name="tables.tasks.print_paper_kits", ignore_result=True)
def print_paper_kits() -> int:
    """A paper kit of each tournament in play, in each language; returns how many tournaments have one now.

    One that cannot be written, on a full disk for example, keeps nothing else from being done.
    """
    folder = Path(settings.DATA_DIR) / "paper"
    printed = 0
    for tournament in Tournament.objects.filter(status=TournamentStatus.RUNNING):
        try:
            _print_kit(tournament, folder)
        except Exception:
            logger.exception("The paper kit of tournament %s could not be printed.", tournament.pk)
        else:
            printed += 1
    remove_old_kits(folder, now=house_now())
    return printed


def _print_kit(tournament: Tournament, folder: Path) -> None:
    now = house_now()
    found = paper_kit(tournament, now=now)
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            pdf = paper_kit_pdf(printed_kit(found, tournament))
        keep_kit(folder, code=tournament.code, language=language, pdf=pdf, now=now)


def _print(ticket_print: TicketPrint) -> bytes:
    tournament = ticket_print.tournament
    tickets = seat_tickets(tournament)
    said_at = house_now()
    note_progress(ticket_print, done=0, total=len(tickets), now=said_at)

    def note_done(done: int) -> None:
        nonlocal said_at
        now = house_now()
        if now - said_at >= SAID_EVERY:
            note_progress(ticket_print, done=done, total=len(tickets), now=now)
            said_at = now

    with translation.override(ticket_print.language):
        anchor = newest_anchor(tournament)
        words = (
            printed_ticket(one, tournament, base_url=ticket_print.base_url, anchor=anchor) for one in tickets
        )
        return tickets_pdf(words, note_done=note_done)
