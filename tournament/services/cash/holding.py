"""Before much money leaves the desk: papers that the payer has seen, and a second person who confirms it.

    asked --confirmed by somebody else--> paid
      |
      +--withdrawn, or what it would pay is gone or paid--> as before

The payment itself, and the money that leaves the payer's till, is booked with the confirmation.

It holds for what players win, whatever it is called: prizes, shares of a chop, bounties, envelopes, side prizes. What
players get back of what they have paid themselves (a voided or refunded entry, a no-show, a cancelled event) is not
a payment of that kind: it is at most a buy-in, from the floor or the desk that took it, and the log says who.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournament.changes.payments import Checks, PaymentAsked, PaymentWithdrawn
from tournament.changes.people import whose
from tournament.models import Entry, HeldKind, HeldPayment, LogEntry, SidePrize, Tournament
from tournament.queries.payouts.held import asked_together
from tournament.queries.staff import may_confirm
from tournament.realtime import publish
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.undo import Undoable, register_undo


def check_limits(
    tournament: Tournament,
    amount: int,
    *,
    papers_seen: bool,
    held: HeldPayment | None,
    is_seconded: bool = False,
) -> Checks:
    """What the line of the log says of a payment besides: the papers that were seen, who confirmed it.

    `is_seconded`: two people have had a hand in it already, though nobody was asked to confirm.

    Raises Refused where papers are due that nobody has seen, or where no second person has confirmed it.
    """
    limits = tournament.payment_limits
    if held is not None:
        by = (
            ""
            if held.confirmed_by is None
            else held.confirmed_by.get_full_name() or held.confirmed_by.username
        )
        return Checks(papers=tuple(held.papers), confirmed_by=by, asked=held.asked_line_id)
    if limits.needs_second(amount) and not is_seconded:
        raise Refused(
            _("A second person must confirm a payment of this amount: reload the page and pay again."),
            code="second_person",
        )
    papers = papers_shown(tournament, amount, papers_seen)
    return Checks(papers=tuple(papers)) if papers else Checks()


@transaction.atomic
def ask_for_second(
    *,
    tournament_id: int,
    entry_id: int,
    kind: HeldKind,
    amount: int,
    by: By,
    papers_seen: bool = False,
    side_prize_id: int | None = None,
    before: int = 0,
) -> LogEntry:
    """This person wants to pay that, a side prize by its id: it waits until another one confirms it. `before` was paid
    of the same prize: papers are due for all of it.

    Raises Refused where it waits already, papers are due, or nobody else may confirm it; Entry.DoesNotExist and
    SidePrize.DoesNotExist for another tournament's.
    """
    tournament = lock_tournament(tournament_id)
    if side_prize_id is not None:
        SidePrize.objects.get(pk=side_prize_id, tournament=tournament)
    entry = Entry.objects.select_related("player").get(pk=entry_id, tournament=tournament)
    if by.actor.account_id is None:
        raise Refused(_("Log in with an account of your own to pay this."), code="no_account")
    if waiting_payments(tournament).filter(entry=entry, kind=kind, side_prize=side_prize_id).exists():
        raise Refused(_("This payment is already waiting for a second person."), code="already_paid")
    if not may_confirm(tournament, besides=by.actor.account_id):
        raise Refused(
            _(
                "A second person must confirm a payment of this amount, and nobody else on the staff may. A director "
                "adds a second director or a floor manager on the page “Staff”; then pay again."
            ),
            code="no_second_person",
        )
    papers = papers_shown(tournament, amount + before, papers_seen)
    line = record(PaymentAsked(**whose(entry), amount=amount), tournament_id=tournament.pk, by=by)
    HeldPayment.objects.create(
        tournament=tournament,
        entry=entry,
        kind=kind,
        side_prize_id=side_prize_id,
        amount=amount,
        papers=papers,
        asked_by_id=by.actor.account_id,
        asked_line=line,
    )
    publish(tournament.code, ["payouts", "log"])
    return line


@transaction.atomic
def withdraw_payment(*, tournament_id: int, held_id: int, by: By) -> LogEntry:
    """It no longer waits: nothing was paid. Raises Refused once it was confirmed or withdrawn."""
    tournament = lock_tournament(tournament_id)
    return _withdraw(tournament, waiting_payment(tournament, held_id), by)


@transaction.atomic
def withdraw_whole_payment(*, tournament_id: int, held_id: int, by: By) -> list[LogEntry]:
    """The same of all that was asked for in the same tap and still waits: a line of the log for each."""
    tournament = lock_tournament(tournament_id)
    held = whole_payment(tournament, waiting_payment(tournament, held_id))
    return [_withdraw(tournament, each, by) for each in held]


def withdraw_requests(
    tournament: Tournament,
    *,
    kind: HeldKind,
    entries: Collection[int],
    by: By,
    side_prize_id: int | None = None,
) -> None:
    """What these entries wait for is gone, or was paid without waiting: nobody is to confirm it now.

    The caller holds the tournament's lock.
    """
    rows = waiting_payments(tournament).filter(kind=kind, entry__in=entries, side_prize=side_prize_id)
    for held in rows.select_related("entry__player", "asked_line").order_by("pk"):
        _withdraw(tournament, held, by)


def _withdraw(tournament: Tournament, held: HeldPayment, by: By) -> LogEntry:
    withdrawn = PaymentWithdrawn(**whose(held.entry), amount=held.amount)
    line = record(withdrawn, tournament_id=tournament.pk, by=by, undoes=held.asked_line)
    held.withdrawn_at = by.now
    held.save(update_fields=["withdrawn_at"])
    publish(tournament.code, ["payouts", "log"])
    return line


def waiting_payment(tournament: Tournament, held_id: int) -> HeldPayment:
    """One that waits, for the rest of the transaction. Raises Refused where it no longer waits."""
    rows = HeldPayment.objects.select_for_update(of=("self",), no_key=True)
    held = rows.select_related("entry__player", "asked_line").get(pk=held_id, tournament=tournament)
    if held.confirmed_by_id is not None:
        raise Refused(_("This payment has already been confirmed."), code="already_paid")
    if held.withdrawn_at is not None:
        raise Refused(_("This payment was withdrawn: nothing was paid."), code="not_paid")
    return held


def whole_payment(tournament: Tournament, held: HeldPayment) -> list[HeldPayment]:
    """This one, which the caller has locked, and what else waits of the same tap, for the rest of the transaction."""
    together = asked_together(tournament, [held])[held.pk]
    return [held if each.pk == held.pk else waiting_payment(tournament, each.pk) for each in together]


def waiting_payments(tournament: Tournament) -> QuerySet[HeldPayment]:
    return HeldPayment.objects.filter(tournament=tournament, confirmed_by=None, withdrawn_at=None)


def asked_to_undo(_tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """Of these lines those whose payment still waits."""
    rows = HeldPayment.objects.filter(asked_line__in=lines, confirmed_by=None, withdrawn_at=None)
    return set(rows.values_list("asked_line_id", flat=True))


def papers_shown(tournament: Tournament, amount: int, seen: bool) -> list[str]:
    """What the log says was seen before so much was paid. Raises Refused where papers are due that nobody has seen."""
    due = tournament.payment_limits.papers_due(amount)
    if not due or seen:
        return [*due]
    if due == ("id",):
        said = _("Tick that you have seen the ID, then pay.")
    elif due == ("tax_form",):
        said = _("Tick that you have seen the tax form, then pay.")
    else:
        said = _("Tick that you have seen the ID and the tax form, then pay.")
    raise Refused(said, code="papers_not_seen")


def _undo_asked(line: LogEntry, by: By) -> None:
    held = HeldPayment.objects.get(asked_line=line)
    withdraw_payment(tournament_id=line.tournament_id, held_id=held.pk, by=by)


register_undo([PaymentAsked], Undoable(open_lines=asked_to_undo, undo=_undo_asked))
