"""A rebuy or an add-on that was played with and is refunded: paid by mistake, or owed and never paid.

    stands --floor, with a reason--> refunded; written off, where it was owed
       ^                                |
       +-------------undo---------------+

Its money leaves the books, and the prize pool with it; its chips were played and stay in play. Where nothing was played
with them the undo of the sale takes both. Once prizes were awarded with the money it stays, and the house pays.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from tables.models import HandSeat, HandStatus
from tournament.changes.sales import ChipsSold, SaleRefunded, SaleRefundUndone
from tournament.models import ChipSale, EntryStatus, LogEntry, Payout, Tournament, TournamentStatus
from tournament.queries.payouts.bounties import heads_of
from tournament.realtime import entry_topic, publish
from tournament.services.actor import By
from tournament.services.cash.chip_sales import book_money_again, book_money_back, facts_of
from tournament.services.cash.mystery import require_no_envelopes
from tournament.services.errors import Refused
from tournament.services.field.refunds import may_put_back
from tournament.services.field.results import require_no_chop, require_open_pool
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.undo import Undoable, register_undo

# Where the money of a sale is shown; chips and places stay as they are.
TOPICS = ("standings", "players", "payouts", "clock", "log")


@transaction.atomic
def refund_sale(*, tournament_id: int, sale_id: int, reason: str, by: By) -> LogEntry:
    """Give back what was paid for a rebuy or an add-on, or write off what is owed for it; gives the line of the log.

    Raises Refused, with the way round, where the sale can be undone instead, and where prizes depend on the money.
    """
    tournament = lock_tournament(tournament_id)
    sale = ChipSale.objects.select_related("entry__player").get(pk=sale_id, tournament=tournament)
    _check_refundable(tournament, sale)
    refunded = SaleRefunded(**facts_of(sale), is_owed=sale.collected_at is None)
    line = record(refunded, tournament_id=tournament_id, by=by, reason=reason)
    book_money_back(sale, line=line, now=by.now)
    publish(tournament.code, [*TOPICS, entry_topic(sale.entry_id)])
    return line


def _check_refundable(tournament: Tournament, sale: ChipSale) -> None:
    if sale.undone_at is not None:
        raise Refused(_("This sale was undone or refunded already."), code="sale_undone")
    require_open_pool(tournament)
    if tournament.chop_id is not None or Payout.objects.filter(tournament=tournament).exists():
        raise Refused(
            _(
                "Prizes were awarded with this money in the prize pool: it stays. If the player does not pay, the "
                "house puts in the amount; then tap “Paid”."
            )
            if sale.collected_at is None
            else _(
                "Prizes were awarded with this money in the prize pool: it stays. As a favour the house may "
                "pay from its own money."
            ),
            code="prizes_decided",
        )
    if sale.paid_bounty:
        require_no_envelopes(tournament)
    if tournament.has_heads and sale.paid_bounty > heads_of(tournament.pk, [sale.entry_id])[sale.entry_id]:
        raise Refused(
            _(
                "The bounty of this sale has been won: no refund. As a favour the house may pay from its "
                "own money."
            ),
            code="bounty_won",
        )
    if _can_be_undone(tournament, sale):
        raise Refused(
            _("Nothing was played with these chips: undo the sale in the log, and they leave play too."),
            code="undo_instead",
        )


def _can_be_undone(tournament: Tournament, sale: ChipSale) -> bool:
    if tournament.status != TournamentStatus.RUNNING:
        return False
    try:
        check_nothing_followed(tournament, sale)
    except Refused:
        return False
    return True


def check_nothing_followed(tournament: Tournament, sale: ChipSale) -> None:
    """Raise Refused, with the cure, if something later depends on the chips or on the money."""
    name = sale.entry.player.name
    require_open_pool(tournament)
    require_no_chop(tournament)
    if sale.paid_bounty:
        require_no_envelopes(tournament)
    if Payout.objects.filter(tournament=tournament).exists():
        raise Refused(
            _("Prizes were awarded with this money in the prize pool; it can no longer be undone."),
            code="prizes_decided",
        )
    if sale.put_on_at is None:
        return
    if sale.entry.status not in (EntryStatus.PLAYING, EntryStatus.REGISTERED):
        raise Refused(
            _("%(name)s has gone out since: undo that first, or refund the sale on the player’s page.")
            % {"name": name},
            code="out_since",
        )
    since = HandSeat.objects.filter(entry=sale.entry, hand__started_at__gte=sale.put_on_at)
    played = since.exclude(hand__status=HandStatus.VOID).select_related("hand__table").first()
    if played is not None:
        raise Refused(
            _(
                "%(name)s has played hand %(hand)d at table %(table)d with these chips; undo it first, or refund the "
                "sale on the player's page."
            )
            % {"name": name, "hand": played.hand.number, "table": played.hand.table.number},
            code="hand_since",
        )
    if sale.entry.stack < sale.chips:
        raise Refused(
            _("%(name)s no longer has these chips; correct the stack first.") % {"name": name},
            code="chips_gone_on",
        )
    if sale.entry.stack == sale.chips and not _brought_back(sale):
        # No player stays at a table without a chip: they go out by a hand.
        raise Refused(
            _(
                "%(name)s would have no chips without these; correct the stack first, or refund the sale on the "
                "player’s page."
            )
            % {"name": name},
            code="no_chips_left",
        )


def _brought_back(sale: ChipSale) -> bool:
    """Whether the player was out before this rebuy, and is again without it."""
    return ChipsSold.of(sale.log_entry).back is not None


def _open_refunds(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """Before prizes, of entries that stand."""
    if not may_put_back(tournament):
        return set()
    sales = {SaleRefunded.of(line).sale: line.pk for line in lines if not hasattr(line, "undone_by")}
    refunded = ChipSale.objects.filter(tournament=tournament, pk__in=sales, undone_at__isnull=False)
    standing = refunded.exclude(entry__status=EntryStatus.VOID)
    return {sales[pk] for pk in standing.values_list("pk", flat=True)}


def _undo_refund(line: LogEntry, by: By) -> None:
    """The sale stands again: paid, or owed as before."""
    sale = ChipSale.objects.get(pk=SaleRefunded.of(line).sale)
    back = record(SaleRefundUndone.of(line), tournament_id=line.tournament_id, by=by, undoes=line)
    book_money_again(sale, refund=line, line=back, now=by.now)
    publish(line.tournament.code, [*TOPICS, entry_topic(sale.entry_id)])


register_undo([SaleRefunded], Undoable(open_lines=_open_refunds, undo=_undo_refund))
