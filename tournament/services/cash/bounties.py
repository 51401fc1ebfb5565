"""Bounties: won when a player goes out, returned to the head with the undo of it, paid at the desk.

    on a head --knocked out--> due --desk--> paid
        ^        (progressive: half on the winner's head)

A rebuy that carries a bounty puts a new one on the head of the player who comes back: the one that was won stays won,
and is paid whenever its winner comes for it. Where rebuys carry none, the bounty goes back on the head with the player,
and nothing is paid before rebuys are over.
What nobody comes for is closed after the end (`services.cash.uncollected`).

Every step back is the same way: a payment is voided by a row of the ledger that names it, a share of a bounty is
undone with the elimination that it came from, and refused once it was paid. The bounty of a player whom nobody has
knocked out stays on that head; the winner of the tournament gets what is on all heads in the end.

Mystery bounties lie on no head but in envelopes (`services.cash.mystery`): a knock-out takes one, and nothing of it is
due before it is open.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import cast

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournament.changes.bounties import BountiesToWinner, BountyPaid, BountyPaymentVoided, EnvelopesToWinner
from tournament.changes.people import whose
from tournament.changes.sales import RebuySold
from tournament.models import (
    BountyShare,
    ChipSale,
    Entry,
    EntryStatus,
    HeldKind,
    HeldPayment,
    LogEntry,
    MoneyKind,
    MoneyRow,
    SaleKind,
    Tournament,
    TournamentStatus,
)
from tournament.queries.chip_sales import bounties_wait_until
from tournament.queries.payouts.bounties import heads_of
from tournament.realtime import entry_topic, publish
from tournament.rules.payouts.bounties import BountyKind, BountyWon, settle_bounties
from tournament.services.actor import HOUSE, By
from tournament.services.cash.holding import check_limits, withdraw_requests
from tournament.services.cash.mystery import (
    envelopes_left,
    envelopes_taken,
    give_envelopes_back,
    give_envelopes_to,
    has_envelopes,
    open_what_is_left,
    redraw_what_is_known,
)
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.undo import Undoable, register_undo


def bounties_taken(
    tournament: Tournament, takers: Mapping[int, Sequence[int]], *, now: datetime
) -> Mapping[int, Sequence[BountyWon]]:
    """By entry that is going out what each of its `takers` gets of its bounty: empty in a tournament without bounties.

    Takers come first left of the button (BTY-03); an entry without any keeps its bounty on its head.
    """
    if tournament.has_mystery_bounties:
        return envelopes_taken(tournament, takers, now=now)
    won: dict[int, list[BountyWon]] = defaultdict(list)
    if tournament.has_bounties and any(takers.values()):
        heads = heads_of(tournament.pk, {*takers, *(each for them in takers.values() for each in them)})
        kind = cast("BountyKind", tournament.bounty_kind)
        for share in settle_bounties(heads, taken=takers, kind=kind).won:
            won[share.eliminated].append(share)
    return won


def book_bounties(
    tournament: Tournament, taken: Sequence[BountyWon], *, line: LogEntry, now: datetime
) -> None:
    """Keep what was taken of one bounty, by the line of the log that tells it."""
    give_envelopes_to(taken)
    BountyShare.objects.bulk_create(
        BountyShare(
            tournament=tournament,
            eliminated_id=share.eliminated,
            winner_id=share.winner,
            due=share.paid,
            on_head=share.on_head,
            envelope_id=share.envelope,
            log_entry=line,
            at=now,
        )
        for share in taken
    )
    _tell(tournament, {share.winner for share in taken})


def settle_knockout(
    *, tournament: Tournament, entry_id: int, won_by: Sequence[int], line: LogEntry, now: datetime
) -> None:
    """The bounty of an entry that is out goes to these, first the one left of the button; to nobody: it stays there.

    For a knock-out that is credited after it was booked, or to others, and for the undo of that. What it changes on
    the head of a player who has gone out since goes to those who knocked that one out. The caller holds the
    tournament's lock. Raises Refused where money that would change hands was paid.
    """
    if not tournament.has_bounties:
        return
    champion = _give_end_back(tournament, now) if tournament.status == TournamentStatus.FINISHED else None
    _settle_again(tournament, entry_id, won_by, line, now)
    if champion is not None:
        pay_heads_to_winner(tournament, champion, now)
    else:
        redraw_what_is_known(tournament, now)


def give_bounties_back(*, tournament: Tournament, entry_ids: Collection[int], now: datetime) -> None:
    """Undo what followed from these eliminations: the money is on the heads again.

    The caller holds the tournament's lock, and has undone the end of the tournament. Raises Refused for money that
    was paid.
    """
    if not tournament.has_bounties:
        return
    shares = [share for entry_id in entry_ids for share in _lost(entry_id)]
    _take_back(tournament, shares, now)
    _settle_heads(tournament, {share.winner_id for share in shares} - set(entry_ids), now)
    redraw_what_is_known(tournament, now)


def takers_before(entry_id: int) -> Sequence[int]:
    """Those who had the bounty of an entry before its elimination was undone, in their order.

    A player who was refunded since is not among them.
    """
    undone = BountyShare.objects.filter(eliminated=entry_id, undone_at__isnull=False, is_at_the_end=False)
    newest = undone.order_by("-undone_at", "-log_entry").first()
    if newest is None:
        return ()
    # A head that changed meanwhile was taken again, by the same players and the same line.
    taken = (
        undone.filter(log_entry=newest.log_entry_id).exclude(winner__status=EntryStatus.VOID).order_by("pk")
    )
    return list(dict.fromkeys(taken.values_list("winner", flat=True)))


def pay_heads_to_winner(tournament: Tournament, winner: Entry, now: datetime) -> None:
    """What is on heads when the tournament is won is the winner's: the own bounty, and those nobody has won.

    Of mystery bounties it is what is left in envelopes; where they were never begun, all of the money.
    """
    if not tournament.has_bounties:
        return
    if has_envelopes(tournament):
        _give_envelopes_to_winner(tournament, winner, now)
        return
    heads = {entry: amount for entry, amount in heads_of(tournament.pk).items() if amount}
    if not heads:
        return
    won = BountiesToWinner(**whose(winner), amount=sum(heads.values()))
    line = record(won, tournament_id=tournament.pk, by=HOUSE.at(now))
    BountyShare.objects.bulk_create(
        BountyShare(
            tournament=tournament,
            eliminated_id=entry,
            winner=winner,
            due=amount,
            is_at_the_end=True,
            log_entry=line,
            at=now,
        )
        for entry, amount in heads.items()
    )
    _tell(tournament, [winner.pk])


def take_heads_from_winner(tournament: Tournament, now: datetime) -> None:
    """Undo `pay_heads_to_winner`: the tournament goes on. Raises Refused once it was paid."""
    if tournament.has_bounties:
        _give_end_back(tournament, now)


@transaction.atomic
def pay_bounties(
    *,
    tournament_id: int,
    entry_id: int,
    amount: int,
    by: By,
    papers_seen: bool = False,
    held: HeldPayment | None = None,
) -> MoneyRow:
    """Hand over everything that an entry has to get for bounties: one negative row in the ledger.

    `amount` is what the desk was shown, `held` what a second person has confirmed. Raises Refused where it is another
    by now, was paid already, while rebuys are sold, or more is asked for before so much is paid;
    Entry.DoesNotExist for another tournament's.
    """
    tournament = lock_tournament(tournament_id)
    entry = Entry.objects.select_related("player").get(pk=entry_id, tournament=tournament)
    _check_rebuys_over(tournament, by.now)
    shares = shares_to_pay(tournament, entry, amount)
    due = sum(share.due for share in shares)
    checks = check_limits(tournament, due, papers_seen=papers_seen, held=held)
    withdraw_requests(tournament, kind=HeldKind.BOUNTIES, entries=[entry.pk], by=by)
    paid = BountyPaid(**whose(entry), amount=due, **checks)
    line = record(paid, tournament_id=tournament.pk, by=by)
    row = MoneyRow.objects.create(
        tournament=tournament, entry=entry, kind=MoneyKind.BOUNTY_PAID, amount=-due, at=by.now, log_entry=line
    )
    BountyShare.objects.filter(pk__in=[share.pk for share in shares]).update(payment=row)
    _tell(tournament, [entry.pk])
    return row


def check_bounties_due(*, tournament: Tournament, entry_id: int, amount: int, now: datetime) -> None:
    """Raises Refused where an entry has not so much to get, and while rebuys are sold.

    Entry.DoesNotExist for another tournament's.
    """
    _check_rebuys_over(tournament, now)
    shares_to_pay(
        tournament, Entry.objects.select_related("player").get(pk=entry_id, tournament=tournament), amount
    )


@transaction.atomic
def void_bounty_payment(*, tournament_id: int, row_id: int, by: By) -> MoneyRow:
    """The money came back to the desk: a positive row that names the one it corrects; it is due again.

    Raises Refused if that was done already, MoneyRow.DoesNotExist for another tournament's.
    """
    tournament = lock_tournament(tournament_id)
    payment = MoneyRow.objects.select_related("entry__player", "log_entry").get(
        pk=row_id, tournament=tournament, kind=MoneyKind.BOUNTY_PAID, amount__lt=0
    )
    entry = payment.entry
    if entry is None or MoneyRow.objects.filter(corrects=payment).exists():
        raise Refused(_("This payment has already been voided."), code="not_paid")
    voided = BountyPaymentVoided(**whose(entry), amount=-payment.amount)
    line = record(voided, tournament_id=tournament.pk, by=by, undoes=payment.log_entry)
    row = MoneyRow.objects.create(
        tournament=tournament,
        entry=entry,
        kind=MoneyKind.BOUNTY_PAID,
        amount=-payment.amount,
        at=by.now,
        corrects=payment,
        log_entry=line,
    )
    BountyShare.objects.filter(payment=payment).update(payment=None)
    _tell(tournament, [entry.pk])
    return row


def _give_envelopes_to_winner(tournament: Tournament, winner: Entry, now: datetime) -> None:
    """The own envelope, and those of knock-outs that nobody was credited with."""
    left = envelopes_left(tournament)
    if not left:
        return
    won = EnvelopesToWinner(**whose(winner), amount=sum(each.value for each in left))
    line = record(won, tournament_id=tournament.pk, by=HOUSE.at(now))
    open_what_is_left(left, line=line, now=now)
    BountyShare.objects.bulk_create(
        BountyShare(
            tournament=tournament,
            eliminated_id=envelope.entry_id or winner.pk,
            winner=winner,
            envelope=envelope,
            due=envelope.value,
            is_at_the_end=True,
            log_entry=line,
            at=now,
        )
        for envelope in left
    )
    _tell(tournament, [winner.pk])


def _check_rebuys_over(tournament: Tournament, now: datetime) -> None:
    level = bounties_wait_until(tournament, now=now)
    if level is not None:
        raise Refused(
            _(
                "Bounties are paid once rebuys are over, after level %(level)d or when registration closes: until then "
                "a player who was knocked out may come back, with the bounty."
            )
            % {"level": level},
            code="rebuys_open",
        )


def shares_to_pay(tournament: Tournament, entry: Entry, amount: int) -> list[BountyShare]:
    """What is due to an entry. Raises Refused where that is nothing, or not `amount`, which the desk was shown."""
    shares = list(_standing(tournament).filter(winner=entry, payment=None, due__gt=0))
    due = sum(share.due for share in shares)
    if not due:
        raise Refused(_("%(name)s has no bounty to get.") % {"name": entry.player.name}, code="already_paid")
    if due != amount:
        raise Refused(
            _("What %(name)s has to get has changed: look at the amount and pay again.")
            % {"name": entry.player.name},
            code="amount_changed",
        )
    return shares


def _settle_again(
    tournament: Tournament, entry_id: int, won_by: Sequence[int], line: LogEntry, now: datetime
) -> None:
    before = _lost(entry_id)
    _take_back(tournament, before, now, is_still_out=bool(won_by))
    taken = bounties_taken(tournament, {entry_id: won_by}, now=now)
    book_bounties(tournament, taken.get(entry_id, ()), line=line, now=now)
    _settle_heads(tournament, {share.winner_id for share in before} | set(won_by), now)


def _settle_heads(tournament: Tournament, entry_ids: Collection[int], now: datetime) -> None:
    """Heads that have changed after they were taken are taken again, by the same players; envelopes do not change."""
    if tournament.has_mystery_bounties:
        return
    out = Entry.objects.filter(pk__in=entry_ids, status=EntryStatus.ELIMINATED).values_list("pk", flat=True)
    heads = heads_of(tournament.pk, out) if out else {}
    for entry_id in sorted(out):
        lost = _lost(entry_id)
        if lost and heads[entry_id]:
            _settle_again(tournament, entry_id, [each.winner_id for each in lost], lost[0].log_entry, now)


def _lost(entry_id: int) -> list[BountyShare]:
    """The shares of the bounty that an entry has lost last, first the one left of the button."""
    standing = BountyShare.objects.filter(
        eliminated=entry_id, undone_at=None, is_at_the_end=False, log_entry__gt=_came_back_by(entry_id)
    )
    rows = list(standing.select_related("log_entry", "eliminated__player", "winner__player").order_by("pk"))
    newest = max((row.log_entry_id for row in rows), default=0)
    return [row for row in rows if row.log_entry_id == newest]


def _came_back_by(entry_id: int) -> int:
    """The line of the last rebuy that has put a new bounty on the head of a player who was out, 0 without one: what
    was won before stays won.
    """
    sales = ChipSale.objects.filter(entry=entry_id, kind=SaleKind.REBUY, paid_bounty__gt=0)
    lines = [sale.log_entry for sale in sales.select_related("log_entry__undone_by")]
    back = [line.pk for line in lines if RebuySold.of(line).back and not hasattr(line, "undone_by")]
    return max(back, default=0)


def _give_end_back(tournament: Tournament, now: datetime) -> Entry | None:
    """The heads that the winner got, back; gives the winner, of a tournament that has one."""
    end = _standing(tournament).filter(is_at_the_end=True)
    _take_back(tournament, list(end.select_related("eliminated__player", "winner__player")), now)
    return (
        Entry.objects.select_related("player")
        .filter(tournament=tournament, status=EntryStatus.PLAYING, place_first=1)
        .first()
    )


def _take_back(
    tournament: Tournament, shares: Sequence[BountyShare], now: datetime, *, is_still_out: bool = False
) -> None:
    paid = next((share for share in shares if share.payment is not None), None)
    if paid is not None and paid.payment is not None and paid.payment.kind == MoneyKind.FORFEITED:
        raise Refused(
            _("The bounty of %(name)s is closed as not collected by %(winner)s; undo that first.")
            % {"name": paid.eliminated.player.name, "winner": paid.winner.player.name},
            code="bounty_forfeited",
        )
    if paid is not None:
        raise Refused(
            _("The bounty of %(name)s has been paid to %(winner)s; void that payment first.")
            % {"name": paid.eliminated.player.name, "winner": paid.winner.player.name},
            code="bounty_paid",
        )
    BountyShare.objects.filter(pk__in=[share.pk for share in shares]).update(undone_at=now)
    winners = {share.winner_id for share in shares}
    withdraw_requests(tournament, kind=HeldKind.BOUNTIES, entries=winners, by=HOUSE.at(now))
    give_envelopes_back(shares, is_still_out=is_still_out)
    _tell(tournament, winners)


def _standing(tournament: Tournament) -> QuerySet[BountyShare]:
    return BountyShare.objects.filter(tournament=tournament, undone_at=None)


def _tell(tournament: Tournament, winners: Collection[int]) -> None:
    if winners:
        publish(tournament.code, ["payouts", "log", *map(entry_topic, winners)])


def _open_payments(_tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    rows = MoneyRow.objects.filter(log_entry__in=lines, kind=MoneyKind.BOUNTY_PAID, corrected_by=None)
    return set(rows.values_list("log_entry_id", flat=True))


def _undo_payment(line: LogEntry, by: By) -> None:
    row = MoneyRow.objects.get(log_entry=line, kind=MoneyKind.BOUNTY_PAID)
    void_bounty_payment(tournament_id=line.tournament_id, row_id=row.pk, by=by)


register_undo([BountyPaid], Undoable(open_lines=_open_payments, undo=_undo_payment))
