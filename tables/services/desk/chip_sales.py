"""Rebuys and add-ons: sold at the desk and on the floor, or announced at the table and owed (TDA 27).

A player who is in gets the chips at once, or when the hand in play is over. A player who has lost the last chip is out,
with a place, like everybody else; a rebuy takes that back: the chips, the old seat if it is still free, otherwise one
that is drawn, and the places of those who went out since are one lower. So places, balancing and hand-for-hand are
right at every moment, whether or not somebody still makes up their mind. No book says until when a player who is out
may decide; TDA 27 says that nobody may miss a hand for it. The seller decides, and the log says how many were missed.

A sale is undone while nothing has followed: chips and money go back, and a player whom the rebuy had brought back is
out again, behind those who went out later.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from tables.changes.rebuys import SalesTogether
from tables.models import Bust, Hand, HandStatus, Seat, Table
from tables.queries.room.busted import BustSeat, bust_seats, hands_missed
from tables.queries.room.kept_for_rebuys import seats_kept_for
from tables.services.desk.late_seats import seat_again
from tables.services.desk.sale_refunds import check_nothing_followed
from tables.services.moves.moving import drop_moves
from tables.services.table.lease import bump_version, lock_table
from tables.services.table.seats import vacate
from tournament.changes.people import whose
from tournament.changes.sales import AddOnSold, ChipsSold, OutBefore, RebuySold, SaleUndone
from tournament.models import (
    BountyShare,
    ChipSale,
    Entry,
    EntryStatus,
    LogEntry,
    Tournament,
    TournamentStatus,
)
from tournament.models import SaleKind as SoldKind
from tournament.queries.chip_sales import bought_by, sale_refusal
from tournament.queries.flights import entries_counted
from tournament.realtime import entry_topic, publish
from tournament.rules.chip_sales import ChipOffer, SaleKind
from tournament.rules.payouts.finishing_places import FinishingPlace
from tournament.services.actor import By
from tournament.services.cash.bounties import settle_knockout, takers_before
from tournament.services.cash.chip_sales import book_back, book_sale, chips_now
from tournament.services.errors import Refused
from tournament.services.field.entries import reinstate_entries
from tournament.services.field.placing import eliminate_again
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.over import check_not_over
from tournament.services.undo import Undoable, register_together, register_undo
from tournament.words.rules import say_error

SALES: Final[Mapping[SaleKind, type[ChipsSold]]] = {"rebuy": RebuySold, "add_on": AddOnSold}


@transaction.atomic
def sell_chips(
    *,
    tournament_id: int,
    entry_id: int,
    kind: SaleKind,
    by: By,
    seed: str = "",
    is_owed: bool = False,
    count: int = 1,
) -> LogEntry:
    """Sell a rebuy or an add-on, or `count` of it in one go; gives the line of the log by which all is undone.

    `is_owed`: announced at the table, the desk takes the money later. A player who comes back and whose seat is taken
    draws another, by `seed` in a rehearsal. Raises Refused where it is not sold to this player now, Entry.DoesNotExist.
    """
    tournament = lock_tournament(tournament_id)
    check_not_over(tournament)
    entry = Entry.objects.select_related("player").get(pk=entry_id, tournament=tournament)
    offer = _check_may_buy(tournament, entry, kind, by.now, count)
    lines = [
        _sell_one(tournament, entry_id, kind, offer, seed=seed, by=by, is_owed=is_owed)
        for _one in range(count)
    ]
    return lines[0] if count == 1 else _log_together(tournament, entry, kind, lines, by)


def _sell_one(
    tournament: Tournament,
    entry_id: int,
    kind: SaleKind,
    offer: ChipOffer,
    *,
    seed: str,
    by: By,
    is_owed: bool,
) -> LogEntry:
    entry = Entry.objects.select_related("player").get(pk=entry_id)
    if entry.status == EntryStatus.ELIMINATED:
        return _bring_back(tournament, entry, kind, offer, seed=seed, by=by, is_owed=is_owed)
    seat = Seat.objects.filter(entry=entry).first()
    table = None if seat is None else lock_table(tournament_id=tournament.pk, table_id=seat.table_id)
    hand = _hand_of(table, entry)
    sold = _sold(tournament, entry, kind, offer, by, table=table, hand=hand, is_owed=is_owed)
    line = record(sold, tournament_id=tournament.pk, by=by)
    book_sale(
        entry=entry,
        kind=kind,
        offer=offer,
        chips=sold.chips,
        line=line,
        waits=hand is not None,
        is_owed=is_owed,
        now=by.now,
    )
    if table is not None:
        bump_version(table)
    _tell(tournament, table, entry)
    return line


@transaction.atomic
def announce_sale(
    *,
    tournament_id: int,
    table_id: int,
    entry_id: int,
    kind: SaleKind,
    by: By,
    seed: str = "",
    count: int = 1,
) -> LogEntry:
    """A player of this table announces it, or `count` of it, or one who has just lost the last chip here; the money is
    owed (TDA 27).

    Raises Refused like `sell_chips`, and for a player of another table.
    """
    lock_tournament(tournament_id)
    entry = Entry.objects.filter(pk=entry_id, tournament=tournament_id).first()
    bust = None if entry is None else bust_seats([entry]).get(entry_id)
    is_here = Seat.objects.filter(table=table_id, entry=entry_id).exists()
    if not is_here and (bust is None or bust.table_id != table_id):
        raise Refused(_("This player is no longer at this table."), code="not_at_table")
    return sell_chips(
        tournament_id=tournament_id, entry_id=entry_id, kind=kind, seed=seed, by=by, is_owed=True, count=count
    )


def _check_may_buy(
    tournament: Tournament, entry: Entry, kind: SaleKind, now: datetime, count: int
) -> ChipOffer:
    bought = bought_by(tournament, [entry.player_id])
    refusal = sale_refusal(tournament, entry, kind, bought=bought, now=now, count=count)
    if refusal is not None:
        raise Refused(say_error(refusal), code=refusal.code)
    offer = tournament.offer(kind)
    if offer is None:
        raise Refused(_("Not sold in this tournament."), code="not_sold")
    return offer


def _hand_of(table: Table | None, entry: Entry) -> Hand | None:
    """The hand in play that the player was dealt into: its chips are counted from its start."""
    if table is None:
        return None
    return Hand.objects.filter(table=table, status=HandStatus.OPEN, hand_seats__entry=entry).first()


def _bring_back(
    tournament: Tournament,
    entry: Entry,
    kind: SaleKind,
    offer: ChipOffer,
    *,
    seed: str,
    by: By,
    is_owed: bool,
) -> LogEntry:
    bust = bust_seats([entry]).get(entry.pk)
    if bust is None:
        raise Refused(_("This player left with chips: they can only enter again."), code="left_with_chips")
    _check_not_in_again(tournament, entry)
    table = lock_table(tournament_id=tournament.pk, table_id=bust.table_id)
    missed = hands_missed(entry, bust)
    is_late = not seats_kept_for(tournament, [entry.pk])
    sold = _sold(tournament, entry, kind, offer, by, table=table, back=bust, missed=missed, is_owed=is_owed)
    line = record(sold, tournament_id=tournament.pk, by=by)
    reinstate_entries(
        tournament=tournament, stacks={entry.pk: 0}, by=by, keeps_bounties=bool(offer.price.bounty)
    )
    Bust.objects.filter(entry=entry, undone_at=None, back_at=None).update(back_at=by.now)
    Entry.objects.filter(pk=entry.pk).update(is_stack_known=True, is_absent=False)
    book_sale(
        entry=entry,
        kind=kind,
        offer=offer,
        chips=sold.chips,
        line=line,
        waits=False,
        is_owed=is_owed,
        now=by.now,
    )
    seat_again(
        tournament,
        table,
        entry_id=entry.pk,
        number=bust.seat,
        seed=seed,
        is_newcomer=missed > 0,
        is_late=is_late,
        by=by,
    )
    _tell(tournament, table, entry)
    return line


def _check_not_in_again(tournament: Tournament, entry: Entry) -> None:
    later = Entry.objects.filter(tournament=tournament, player=entry.player_id, number__gt=entry.number)
    again = later.exclude(status=EntryStatus.VOID).order_by("number").last()
    if again is not None:
        raise Refused(
            _("%(name)s has entered again since, with entry %(number)d.")
            % {"name": entry.player.name, "number": again.number},
            code="entered_again",
        )


def _sold(
    tournament: Tournament,
    entry: Entry,
    kind: SaleKind,
    offer: ChipOffer,
    by: By,
    *,
    table: Table | None,
    is_owed: bool,
    hand: Hand | None = None,
    back: BustSeat | None = None,
    missed: int = 0,
) -> ChipsSold:
    """What the line says of the sale."""
    return SALES[kind](
        **whose(entry),
        paid=offer.price.total,
        chips=chips_now(tournament, offer, now=by.now),
        table=table.number if table else 0,
        table_id=table.pk if table else 0,
        hand=hand.number if hand else 0,
        is_owed=is_owed,
        missed=missed,
        back=None if back is None else _out_before(tournament, entry, back),
    )


def _out_before(tournament: Tournament, entry: Entry, bust: BustSeat) -> OutBefore | None:
    if entry.eliminated_at is None or entry.place_first is None or entry.place_last is None:
        return None
    return OutBefore(
        seat=bust.seat,
        places=(entry.place_first, entry.place_last),
        out_at=entry.eliminated_at.isoformat(),
        of_entries=entries_counted(tournament),
    )


def _log_together(
    tournament: Tournament, entry: Entry, kind: SaleKind, lines: Sequence[LogEntry], by: By
) -> LogEntry:
    """What one tap has sold: each with a line of its own, all of them undone by this one."""
    sold = [ChipsSold.of(line) for line in lines]
    together = SalesTogether(
        **whose(entry),
        kind=kind,
        count=len(lines),
        chips=sum(each.chips for each in sold),
        paid=sum(each.paid for each in sold),
        is_owed=sold[0].is_owed,
        parts=tuple(line.pk for line in lines),
    )
    return record(together, tournament_id=tournament.pk, by=by)


def _tell(tournament: Tournament, table: Table | None, entry: Entry) -> None:
    """Everybody who shows the stack, the field or the pool."""
    tables = ["tables", f"table-{table.number}"] if table is not None else []
    publish(
        tournament.code,
        [
            *tables,
            "standings",
            "players",
            "payouts",
            "clock",
            "places",
            "log",
            "field",
            entry_topic(entry.pk),
        ],
    )


def _open_sales(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """Those that stand, in play. What keeps one from being undone is said when it is tried, with the cure."""
    if tournament.status != TournamentStatus.RUNNING:
        return set()
    standing = ChipSale.objects.filter(log_entry__in=lines, undone_at=None)
    return set(standing.values_list("log_entry_id", flat=True))


def _undo_sale(line: LogEntry, by: By) -> None:
    tournament = Tournament.objects.get(pk=line.tournament_id)
    sale = ChipSale.objects.select_related("entry__player").get(log_entry=line)
    seat = Seat.objects.filter(entry=sale.entry_id).first()
    table = None if seat is None else lock_table(tournament_id=tournament.pk, table_id=seat.table_id)
    check_nothing_followed(tournament, sale)
    sold = ChipsSold.of(line)
    undone = SaleUndone(
        entry=sold.entry,
        number=sold.number,
        name=sold.name,
        kind=SoldKind(sale.kind),
        paid=sold.paid,
        chips=sold.chips,
    )
    back = record(undone, tournament_id=tournament.pk, by=by, undoes=line)
    book_back(sale, line=back, now=by.now)
    if sold.back is not None:
        _put_out_again(tournament, sale.entry, sold.back, line, back, by)
    if table is not None:
        bump_version(table)
    tables = ["tables", f"table-{table.number}"] if table is not None else []
    publish(
        tournament.code,
        [*tables, "standings", "players", "payouts", "clock", "log", "field", entry_topic(sale.entry_id)],
    )


def _put_out_again(
    tournament: Tournament, entry: Entry, was: OutBefore, line: LogEntry, back: LogEntry, by: By
) -> None:
    """`line` had sold the rebuy, `back` undoes it."""
    entry.refresh_from_db()
    if entry.stack:
        raise Refused(
            _("%(name)s has other chips by now; undo what came after first.") % {"name": entry.player.name},
            code="has_chips",
        )
    vacate(Seat.objects.filter(entry=entry))
    Bust.objects.filter(entry=entry, back_at=line.at).update(back_at=None)
    drop_moves(tournament, [entry.pk])
    first, last = was.places
    eliminate_again(
        tournament=tournament,
        entry=entry,
        place=FinishingPlace(first=first, last=last),
        of_entries=was.of_entries,
        out_at=datetime.fromisoformat(was.out_at),
        by=by,
    )
    if BountyShare.objects.filter(eliminated=entry, undone_at=line.at).exists():
        # The rebuy had put the bounty back on the head: it goes to those who had won it.
        takers = takers_before(entry.pk)
        settle_knockout(tournament=tournament, entry_id=entry.pk, won_by=takers, line=back, now=by.now)


register_undo([RebuySold, AddOnSold], Undoable(open_lines=_open_sales, undo=_undo_sale))
register_together([SalesTogether])
