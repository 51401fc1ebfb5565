"""A player whose entry is refunded although it has played: money and chips go back, the seat is free."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from tables.services.moves.leaving import free_seat, hand_of, seat_to_leave, tell_all
from tables.services.stops.announcing import go_on_with_fewer
from tables.services.table.lease import lock_table
from tournament.changes.people import whose
from tournament.changes.refunds import EntryRefunded
from tournament.models import ChipSale, Entry, EntryStatus, LogEntry
from tournament.queries.vouchers import paid_by_voucher
from tournament.realtime import publish
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.field.refunds import check_refundable, refund_entry, went_out_in_play
from tournament.services.locks import lock_tournament
from tournament.services.log import record


@transaction.atomic
def refund_and_unseat(*, tournament_id: int, entry_id: int, reason: str, by: By) -> LogEntry:
    """Give back what a seated player has paid for this entry; gives the line of the log by which it is undone.

    Raises Refused for the last player, for one without a seat or in a hand, and where prizes, bounties or owed money
    depend on the entry.
    """
    tournament = lock_tournament(tournament_id)
    out = Entry.objects.filter(pk=entry_id, tournament=tournament, status=EntryStatus.ELIMINATED)
    if (entry := out.select_related("player").first()) is not None:
        raise went_out_in_play(entry)
    seat = seat_to_leave(tournament, entry_id)
    table = lock_table(tournament_id=tournament_id, table_id=seat.table_id)
    entry = seat.entry
    assert entry is not None  # noqa: S101  # a taken seat
    entry.tournament = tournament
    hand = hand_of(table, entry_id)
    if hand is not None:
        raise Refused(
            _("%(name)s is in hand %(hand)d at table %(table)d: refund the entry when it is over.")
            % {"name": entry.player.name, "hand": hand.number, "table": table.number},
            code="in_hand",
        )
    check_refundable(entry)
    bought = ChipSale.objects.filter(entry=entry, undone_at=None)
    refunded = EntryRefunded(
        **whose(entry),
        paid=entry.paid_total
        + sum(sale.paid_total for sale in bought)
        - paid_by_voucher(tournament, entry.pk),
        chips=entry.stack,
        is_known=entry.is_stack_known,
        is_absent=entry.is_absent,
        status=EntryStatus(entry.status),
        table=table.number,
        table_id=table.pk,
        seat=seat.number,
    )
    line = record(refunded, tournament_id=tournament_id, by=by, reason=reason)
    refund_entry(entry, line=line, now=by.now)
    free_seat(tournament, table, entry, now=by.now)
    go_on_with_fewer(tournament, now=by.now)
    tell_all(tournament, table, entry.pk)
    publish(tournament.code, ["places"])
    return line
