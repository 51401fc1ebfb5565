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

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, Final, TypedDict

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.changes.people import whose
from tournament.changes.side_prizes import (
    OfSidePrize,
    SidePrizeAdded,
    SidePrizeAwarded,
    SidePrizePaid,
    SidePrizeRemoved,
    SidePrizeRestored,
    SidePrizeTakenBack,
    SidePrizeVoided,
)
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
from tournament.queries.flights import entries_counted
from tournament.queries.payouts.ladder import lawful_ladder, prize_pool
from tournament.realtime import entry_topic, publish
from tournament.rules.payouts.money import MAX_MONEY
from tournament.rules.payouts.schemes import PrizeError
from tournament.services.actor import By
from tournament.services.cash.holding import check_limits, waiting_payments, withdraw_requests
from tournament.services.errors import Refused
from tournament.services.field.results import require_event, settle_results
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.undo import Undoable, register_undo
from tournament.words.rules import say_error

MOST: Final = 50


@transaction.atomic
def add_side_prize(*, tournament_id: int, name: str, amount: int, is_from_pool: bool, by: By) -> SidePrize:
    """Raises Refused for an amount of nothing, or where the prize pool is divided already."""
    tournament = lock_tournament(tournament_id)
    _check_not_cancelled(tournament)
    if not 0 < amount <= MAX_MONEY:
        raise Refused(_("Enter an amount above 0."), code="out_of_range", field="amount")
    if SidePrize.objects.filter(tournament=tournament, removed_at=None).count() >= MOST:
        raise Refused(_("Add at most %(max)d side prizes.") % {"max": MOST}, code="too_many")
    if is_from_pool:
        require_event(tournament)
        _check_pool_is_open(tournament)
    prize = SidePrize(tournament=tournament, name=name, amount=amount, is_from_pool=is_from_pool)
    prize.save()
    added = SidePrizeAdded(**_facts_of(prize), is_from_pool=is_from_pool)
    _fund(prize, record(added, tournament_id=tournament.pk, by=by), by.now)
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
    removed = SidePrizeRemoved(**_facts_of(prize), is_from_pool=prize.is_from_pool)
    line = record(removed, tournament_id=tournament.pk, by=by, undoes=undoes)
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
    awarded = SidePrizeAwarded(**whose(entry), **_facts_of(prize))
    prize.award = record(awarded, tournament_id=tournament.pk, by=by)
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
    back = SidePrizeTakenBack(**whose(prize.entry), **_facts_of(prize))
    record(back, tournament_id=tournament.pk, by=by, undoes=prize.award)
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
    checks = check_limits(tournament, prize.amount, papers_seen=papers_seen, held=held)
    withdraw_requests(tournament, kind=HeldKind.SIDE, entries=[prize.entry.pk], side_prize_id=prize.pk, by=by)
    paid = SidePrizePaid(**whose(prize.entry), **_facts_of(prize), **checks)
    line = record(paid, tournament_id=tournament.pk, by=by)
    prize.payment = _book(prize, MoneyKind.SIDE_PAID, -prize.amount, line, by.now)
    prize.save(update_fields=["payment"])
    _tell(prize)
    return prize


@transaction.atomic
def void_side_prize(*, tournament_id: int, prize_id: int, by: By) -> SidePrize:
    """The money came back to the desk: a positive row that names the one it corrects; it is due again."""
    tournament, prize = _locked(tournament_id, prize_id)
    payment = prize.payment
    if prize.entry is None or payment is None:
        raise Refused(_("This prize has not been paid."), code="not_paid")
    voided = SidePrizeVoided(**whose(prize.entry), **_facts_of(prize))
    line = record(voided, tournament_id=tournament.pk, by=by, undoes=payment.log_entry)
    _book(prize, MoneyKind.SIDE_PAID, prize.amount, line, by.now, corrects=payment)
    prize.payment = None
    prize.save(update_fields=["payment"])
    _tell(prize)
    return prize


def side_prizes_to_undo(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """Those of these lines that can be undone now. Three queries."""
    prize_of = {line.pk: OfSidePrize.of(line).prize for line in lines}
    rows = SidePrize.objects.filter(pk__in=prize_of.values(), tournament=tournament)
    prizes = {prize.pk: prize for prize in rows.select_related("payment")}
    if tournament.status == TournamentStatus.CANCELLED:
        prizes = {pk: prize for pk, prize in prizes.items() if prize.removed_at is None}
    is_pool_open = any(prize.is_from_pool for prize in prizes.values()) and _pool_is_open(tournament)
    waiting = _that_wait(tournament, [pk for pk, prize in prizes.items() if prize.entry_id is not None])
    return {
        line.pk
        for line in lines
        if prize_of[line.pk] in prizes
        and not (line.verb == SidePrizeAwarded.verb and prize_of[line.pk] in waiting)
        and _can_undo(line, prizes[prize_of[line.pk]], is_pool_open)
    }


def undo_side_prize(line: LogEntry, by: By) -> None:
    """The caller holds the tournament's lock, and has seen that it can be undone."""
    prize_id = OfSidePrize.of(line).prize
    of_prize: dict[str, Any] = {"tournament_id": line.tournament_id, "prize_id": prize_id, "by": by}
    if line.verb == SidePrizeAdded.verb:
        remove_side_prize(**of_prize, undoes=line)
    elif line.verb == SidePrizeRemoved.verb:
        _restore(line, by)
    elif line.verb == SidePrizeAwarded.verb:
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
    if line.verb == SidePrizeRemoved.verb:
        return prize.removed_at == line.at and is_free
    if prize.removed_at is not None:
        return False
    if line.verb == SidePrizeAdded.verb:
        return prize.entry_id is None and is_free
    if line.verb == SidePrizeAwarded.verb:
        return prize.award_id == line.pk and prize.payment_id is None
    return prize.payment is not None and prize.payment.log_entry_id == line.pk


def _restore(line: LogEntry, by: By) -> None:
    """Undo a removal. The caller holds the tournament's lock."""
    prize = SidePrize.objects.select_related("tournament").get(pk=OfSidePrize.of(line).prize)
    prize.removed_at = None
    prize.save(update_fields=["removed_at"])
    restored = SidePrizeRestored(**_facts_of(prize))
    _fund(prize, record(restored, tournament_id=line.tournament_id, by=by, undoes=line), by.now)
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


class _Facts(TypedDict):
    """The fields of `OfSidePrize`."""

    prize: int
    prize_name: str
    amount: int


def _facts_of(prize: SidePrize) -> _Facts:
    return _Facts(prize=prize.pk, prize_name=prize.name, amount=prize.amount)


def _words(prize: SidePrize) -> dict[str, str]:
    return {"prize": prize.name, "name": "" if prize.entry is None else prize.entry.player.name}


def _tell(prize: SidePrize) -> None:
    topics = ["payouts", "clock", "log"]
    if prize.entry is not None:
        topics.append(entry_topic(prize.entry.pk))
    publish(prize.tournament.code, topics)


register_undo(
    [SidePrizeAdded, SidePrizeRemoved, SidePrizeAwarded, SidePrizePaid],
    Undoable(open_lines=side_prizes_to_undo, undo=undo_side_prize),
)
