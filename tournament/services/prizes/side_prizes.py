"""Side prizes: named by the director, awarded to an entry, paid at the desk, and every step back.

    open --award--> due --pay--> paid (above a limit confirmed by a second person)
     |  ^             |  ^         |
     |  +--take back--+  +---void--+
     +--remove

One from the prize pool makes the ladder smaller, so that it comes and goes only while no prize is awarded, the payouts
are not locked and no chop stands. One from the house brings its money into the ledger, and takes it out again when it
is removed. What nobody was awarded by the end is first place's where players paid for it (the director awards it
there), and the house's where the house did.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.models import (
    Entry,
    EntryStatus,
    HeldKind,
    HeldPayment,
    LogEntry,
    MoneyKind,
    MoneyRow,
    Payout,
    SidePrize,
    Tournament,
    TournamentStatus,
)
from tournament.queries.payouts.ladder import entries_counted, lawful_ladder, prize_pool
from tournament.queries.words.rules import say_error
from tournament.realtime import entry_topic, publish
from tournament.rules.payouts.money import MAX_MONEY
from tournament.rules.payouts.schemes import PrizeError
from tournament.services.actor import By
from tournament.services.cash.holding import check_limits, waiting_payments, withdraw_requests
from tournament.services.errors import Refused
from tournament.services.field.results import settle_results
from tournament.services.locks import lock_tournament
from tournament.services.log import write_log

# Lines that can be undone, each by what it says.
UNDOABLE: Final = ("side_prize_added", "side_prize_removed", "side_prize_awarded", "side_prize_paid")
MOST: Final = 50


@transaction.atomic
def add_side_prize(*, tournament_id: int, name: str, amount: int, is_from_pool: bool, by: By) -> SidePrize:
    """Raises Refused for an amount that is none, or where the prize pool is divided already."""
    tournament = lock_tournament(tournament_id)
    _check_not_cancelled(tournament)
    if not 0 < amount <= MAX_MONEY:
        raise Refused(_("Enter an amount above 0."), code="out_of_range", field="amount")
    if SidePrize.objects.filter(tournament=tournament, removed_at=None).count() >= MOST:
        raise Refused(_("Add at most %(max)d side prizes.") % {"max": MOST}, code="too_many")
    if is_from_pool:
        _check_pool_is_open(tournament)
    prize = SidePrize(tournament=tournament, name=name, amount=amount, is_from_pool=is_from_pool)
    prize.save()
    _fund(prize, _log(prize, "side_prize_added", by, more={"is_from_pool": is_from_pool}), by.now)
    _tell(prize)
    return prize


@transaction.atomic
def remove_side_prize(
    *, tournament_id: int, prize_id: int, by: By, undoes: LogEntry | None = None
) -> SidePrize:
    """The money goes back to where it came from. Raises Refused once it is awarded, or the pool is divided."""
    tournament, prize = _locked(tournament_id, prize_id)
    if prize.entry is not None:
        raise Refused(
            _("%(prize)s is awarded to %(name)s: take that back first.") % _words(prize), code="awarded"
        )
    if prize.is_from_pool:
        _check_pool_is_open(tournament)
    line = _log(prize, "side_prize_removed", by, undoes=undoes, more={"is_from_pool": prize.is_from_pool})
    if prize.funding is not None:
        _book(prize, MoneyKind.SIDE_MONEY, -prize.amount, line, by.now, corrects=prize.funding)
    prize.funding, prize.removed_at = None, by.now
    prize.save(update_fields=["funding", "removed_at"])
    if prize.is_from_pool:
        _take_from_pool(tournament, -prize.amount)
        settle_results(tournament=tournament, now=by.now)
    _tell(prize)
    return prize


@transaction.atomic
def award_side_prize(*, tournament_id: int, prize_id: int, entry_id: int, by: By) -> SidePrize:
    """Give it to an entry. Raises Refused where somebody has it already, Entry.DoesNotExist for no entry of here."""
    tournament, prize = _locked(tournament_id, prize_id)
    _check_not_cancelled(tournament)
    entry = Entry.objects.select_related("player").get(pk=entry_id, tournament=tournament_id)
    if entry.status == EntryStatus.VOID:
        raise Refused(_("This entry is void."), code="entry_void")
    if prize.entry is not None:
        raise Refused(
            _("%(prize)s is awarded to %(name)s: take that back first.") % _words(prize), code="awarded"
        )
    prize.entry = entry
    prize.award = _log(prize, "side_prize_awarded", by)
    prize.save(update_fields=["entry", "award"])
    _tell(prize)
    return prize


@transaction.atomic
def take_side_prize_back(*, tournament_id: int, prize_id: int, by: By) -> SidePrize:
    """It is open again. Raises Refused once it was paid or waits for a second person, or where nobody has it."""
    tournament, prize = _locked(tournament_id, prize_id)
    if prize.entry is None:
        raise Refused(_("%(prize)s is awarded to nobody.") % _words(prize), code="not_awarded")
    if prize.payment_id is not None:
        raise Refused(
            _("%(prize)s has been paid to %(name)s; void the payment first.") % _words(prize),
            code="prize_paid",
        )
    if _that_wait(tournament, [prize.pk]):
        raise Refused(
            _("The payment of %(prize)s is waiting for a second person: withdraw it first.") % _words(prize),
            code="payment_waits",
        )
    _log(prize, "side_prize_taken_back", by, undoes=prize.award)
    _tell(prize)
    prize.entry = prize.award = None
    prize.save(update_fields=["entry", "award"])
    return prize


@transaction.atomic
def pay_side_prize(
    *, tournament_id: int, prize_id: int, by: By, papers_seen: bool = False, held: HeldPayment | None = None
) -> SidePrize:
    """Hand it over: one negative row in the ledger. `held` is what a second person has confirmed.

    Raises Refused where it is open, was paid already, or more is asked for before so much is paid.
    """
    tournament, prize = _locked(tournament_id, prize_id)
    _check_not_cancelled(tournament)
    if prize.entry is None:
        raise Refused(_("%(prize)s is awarded to nobody.") % _words(prize), code="not_awarded")
    if prize.payment_id is not None:
        raise Refused(_("This prize has already been paid."), code="already_paid")
    more = check_limits(tournament, prize.amount, papers_seen=papers_seen, held=held)
    withdraw_requests(tournament, kind=HeldKind.SIDE, entries=[prize.entry.pk], side_prize_id=prize.pk, by=by)
    line = _log(prize, "side_prize_paid", by, more=more)
    prize.payment = _book(prize, MoneyKind.SIDE_PAID, -prize.amount, line, by.now)
    prize.save(update_fields=["payment"])
    _tell(prize)
    return prize


@transaction.atomic
def void_side_prize(*, tournament_id: int, prize_id: int, by: By) -> SidePrize:
    """The money came back to the desk: a positive row that names the one it corrects; it is due again."""
    _tournament, prize = _locked(tournament_id, prize_id)
    payment = prize.payment
    if payment is None:
        raise Refused(_("This prize has not been paid."), code="not_paid")
    line = _log(prize, "side_prize_voided", by, undoes=payment.log_entry)
    _book(prize, MoneyKind.SIDE_PAID, prize.amount, line, by.now, corrects=payment)
    prize.payment = None
    prize.save(update_fields=["payment"])
    _tell(prize)
    return prize


def side_prizes_to_undo(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """Those of these lines that can be undone now. Three queries."""
    prizes = {
        prize.pk: prize
        for prize in SidePrize.objects.filter(
            pk__in=[line.data["prize"] for line in lines], tournament=tournament
        ).select_related("payment")
    }
    if tournament.status == TournamentStatus.CANCELLED:
        prizes = {pk: prize for pk, prize in prizes.items() if prize.removed_at is None}
    is_pool_open = any(prize.is_from_pool for prize in prizes.values()) and _pool_is_open(tournament)
    waiting = _that_wait(tournament, [pk for pk, prize in prizes.items() if prize.entry_id is not None])
    return {
        line.pk
        for line in lines
        if line.data["prize"] in prizes
        and not (line.verb == "side_prize_awarded" and line.data["prize"] in waiting)
        and _can_undo(line, prizes[line.data["prize"]], is_pool_open)
    }


def undo_side_prize(line: LogEntry, by: By) -> None:
    """The caller holds the tournament's lock, and has seen that it can be undone."""
    of_prize: dict[str, Any] = {"tournament_id": line.tournament_id, "prize_id": line.data["prize"], "by": by}
    if line.verb == "side_prize_added":
        remove_side_prize(**of_prize, undoes=line)
    elif line.verb == "side_prize_removed":
        _restore(line, by)
    elif line.verb == "side_prize_awarded":
        take_side_prize_back(**of_prize)
    else:
        void_side_prize(**of_prize)


def _that_wait(tournament: Tournament, prizes: Collection[int]) -> set[int]:
    """Of these prizes those whose payment waits for a second person."""
    if not prizes:
        return set()
    rows = waiting_payments(tournament).filter(side_prize__in=prizes)
    return set(rows.values_list("side_prize", flat=True))


def _can_undo(line: LogEntry, prize: SidePrize, is_pool_open: bool) -> bool:
    is_free = is_pool_open or not prize.is_from_pool
    if line.verb == "side_prize_removed":
        return prize.removed_at == line.at and is_free
    if prize.removed_at is not None:
        return False
    if line.verb == "side_prize_added":
        return prize.entry_id is None and is_free
    if line.verb == "side_prize_awarded":
        return prize.award_id == line.pk and prize.payment_id is None
    return prize.payment is not None and prize.payment.log_entry_id == line.pk


def _restore(line: LogEntry, by: By) -> None:
    """Undo a removal. The caller holds the tournament's lock."""
    prize = SidePrize.objects.select_related("tournament").get(pk=line.data["prize"])
    prize.removed_at = None
    prize.save(update_fields=["removed_at"])
    _fund(prize, _log(prize, "side_prize_restored", by, undoes=line), by.now)
    _tell(prize)


def _fund(prize: SidePrize, line: LogEntry, now: datetime) -> None:
    """Its money leaves the prize pool, or comes in from the house."""
    tournament = prize.tournament
    if prize.is_from_pool:
        _take_from_pool(tournament, prize.amount)
        _check_fits(tournament)
        settle_results(tournament=tournament, now=now)
    else:
        prize.funding = _book(prize, MoneyKind.SIDE_MONEY, prize.amount, line, now)
        prize.save(update_fields=["funding"])


def _locked(tournament_id: int, prize_id: int) -> tuple[Tournament, SidePrize]:
    """Both locked. SidePrize.DoesNotExist for another tournament's, or one that was removed."""
    tournament = lock_tournament(tournament_id)
    prizes = SidePrize.objects.select_related("entry__player", "payment__log_entry", "funding", "award")
    prize = prizes.get(pk=prize_id, tournament=tournament, removed_at=None)
    prize.tournament = tournament
    return tournament, prize


def _check_not_cancelled(tournament: Tournament) -> None:
    if tournament.status == TournamentStatus.CANCELLED:
        raise Refused(_("The tournament is cancelled: no prizes are paid."), code="cancelled")


def _check_pool_is_open(tournament: Tournament) -> None:
    if not _pool_is_open(tournament):
        raise Refused(
            _(
                "Prizes are awarded or locked: the prize pool is divided. Unlock the payouts, or let the house pay "
                "this prize."
            ),
            code="pool_divided",
            field="source",
        )


def _pool_is_open(tournament: Tournament) -> bool:
    is_divided = tournament.locked_ladder_data is not None or tournament.chop_id is not None
    return not is_divided and not Payout.objects.filter(tournament=tournament).exists()


def _take_from_pool(tournament: Tournament, amount: int) -> None:
    tournament.side_prizes_from_pool += amount
    tournament.save(update_fields=["side_prizes_from_pool"])


def _check_fits(tournament: Tournament) -> None:
    """Once the pool is known, what is left of it has to make a ladder; before it may still grow."""
    if tournament.registration_closed_at is None:
        return
    try:
        lawful_ladder(tournament, pool=prize_pool(tournament), entries=entries_counted(tournament))
    except PrizeError as problem:
        raise Refused(say_error(problem), code=problem.code, field="amount") from problem


def _book(
    prize: SidePrize,
    kind: MoneyKind,
    amount: int,
    line: LogEntry,
    now: datetime,
    *,
    corrects: MoneyRow | None = None,
) -> MoneyRow:
    return MoneyRow.objects.create(
        tournament=prize.tournament,
        entry=prize.entry if kind == MoneyKind.SIDE_PAID else None,
        kind=kind,
        amount=amount,
        at=now,
        corrects=corrects,
        log_entry=line,
    )


def _log(
    prize: SidePrize,
    verb: str,
    by: By,
    *,
    undoes: LogEntry | None = None,
    more: Mapping[str, object] | None = None,
) -> LogEntry:
    data: dict[str, object] = {
        "prize": prize.pk,
        "prize_name": prize.name,
        "amount": prize.amount,
        **(more or {}),
    }
    if prize.entry is not None:
        data |= {
            "entry": prize.entry.pk,
            "number": prize.entry.number,
            "name": prize.entry.player.name,
        }
    return write_log(tournament_id=prize.tournament_id, by=by, verb=verb, data=data, undoes=undoes)


def _words(prize: SidePrize) -> dict[str, str]:
    return {"prize": prize.name, "name": "" if prize.entry is None else prize.entry.player.name}


def _tell(prize: SidePrize) -> None:
    topics = ["payouts", "clock", "log"]
    if prize.entry is not None:
        topics.append(entry_topic(prize.entry.pk))
    publish(prize.tournament.code, topics)
