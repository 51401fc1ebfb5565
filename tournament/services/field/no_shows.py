"""Entries whose player never came: taken out with chips and buy-in, and put back (WSOP 16, LATE-04)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.utils.translation import gettext as _

from tournament.models import ChipKind, ChipRow, Entry, EntryStatus, LogEntry, MoneyRow, Payout, Tournament
from tournament.services.errors import Refused
from tournament.services.field.entries import book_out, check_no_side_prize, paid_parts, shift_places
from tournament.services.field.results import settle_results


def take_out_no_show(entry: Entry, *, line: LogEntry, now: datetime) -> None:
    """Chips and buy-in of an entry leave the tournament; it does not count any more.

    What its blinds have cost stays with those who won them. The caller holds the tournament's lock and frees the seat.
    Raises Refused once prizes were awarded: they would no longer add up to the pool.
    """
    _check_no_prizes(entry.tournament)
    check_no_side_prize(entry)
    book_out(entry, line, now)
    entry.status = EntryStatus.VOID
    entry.stack = 0
    entry.save(update_fields=["status", "stack"])
    shift_places(entry.tournament, by=-1)
    settle_results(tournament=entry.tournament, now=now)


def put_back_no_show(entry: Entry, *, was: Mapping[str, object], line: LogEntry, now: datetime) -> None:
    """The same entry as it `was` (status, chips), by further rows. Raises Refused like `take_out_no_show`."""
    _check_no_prizes(entry.tournament)
    chips = int(str(was["chips"]))
    MoneyRow.objects.bulk_create(
        MoneyRow(
            tournament_id=entry.tournament_id, entry=entry, kind=kind, amount=amount, at=now, log_entry=line
        )
        for kind, amount in paid_parts(entry).items()
        if amount
    )
    ChipRow.objects.create(
        tournament_id=entry.tournament_id,
        entry=entry,
        kind=ChipKind.RETURNED,
        amount=chips,
        at=now,
        log_entry=line,
    )
    entry.status = EntryStatus(str(was["status"]))
    entry.stack = chips
    entry.save(update_fields=["status", "stack"])
    shift_places(entry.tournament, by=1)
    settle_results(tournament=entry.tournament, now=now)


def _check_no_prizes(tournament: Tournament) -> None:
    if Payout.objects.filter(tournament=tournament).exists():
        raise Refused(
            _("Prizes were awarded with this buy-in in the prize pool; it stays as it is."),
            code="prizes_decided",
        )
