"""A hand is disputed, and the floor decides. Nothing else follows: chips and seats are changed where they always are.

A dispute is taken as long as the house's rule says (TDA 22, WSOP 76). Later than that the floor may still hear it, and
says why (TDA 1).

A dispute can be undone until it is decided, and the decision that stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from tables.changes.disputes import (
    DisputeAnswered,
    DisputeOpened,
    DisputeReopened,
    DisputeWithdrawn,
    OfDispute,
)
from tables.floor.disputes import DisputeKind
from tables.models import Dispute, DisputeAbout, Hand, HandStatus
from tables.queries.hands.disputes import windows_of
from tournament.models import LogEntry, Tournament
from tournament.realtime import publish
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.over import check_not_over
from tournament.services.undo import Undoable, register_undo

SAID_MAX: Final = 200


@transaction.atomic
def open_dispute(
    *, tournament_id: int, hand_id: int, about: DisputeKind, said: str, by: By, why_late: str = ""
) -> LogEntry:
    """Note that a player disputes a hand. Raises Refused for a hand that is not over, and once its window is closed
    unless the floor says why it is heard (`why_late`).
    """
    tournament = lock_tournament(tournament_id)
    check_not_over(tournament)
    hand = _hand(tournament, hand_id)
    said, why_late = said.strip()[:SAID_MAX], why_late.strip()
    if not said:
        raise Refused(_("Enter what is disputed."), code="nothing_said", field="said")
    shown = next(
        (each for each in windows_of(tournament, hand, now=by.now) if each.window.kind == about), None
    )
    if shown is None:
        raise Refused(
            _("Hand %(hand)d is still in play.") % {"hand": hand.number}, code="hand_open", field="said"
        )
    if not shown.is_open and not why_late:
        raise Refused(
            _("The right to dispute this has ended (%(rule)s). Enter why it is heard anyway (TDA 1).")
            % {"rule": shown.window.rule},
            code="too_late",
            field="why_late",
        )
    rule = shown.window.rule if shown.is_open else ""
    dispute = Dispute.objects.create(hand=hand, about=about, said=said, rule=rule, opened_at=by.now)
    opened = DisputeOpened(**_where(dispute), rule=rule)
    line = record(opened, tournament_id=tournament_id, by=by, reason="" if shown.is_open else why_late)
    _tell(tournament, hand)
    return line


@transaction.atomic
def answer_dispute(*, tournament_id: int, dispute_id: int, answer: str, by: By) -> LogEntry:
    """The floor's decision. Raises Refused for a dispute that is answered, and Dispute.DoesNotExist."""
    tournament = lock_tournament(tournament_id)
    dispute = Dispute.objects.select_related("hand__table").get(
        pk=dispute_id, hand__table__tournament=tournament
    )
    answer = answer.strip()[:SAID_MAX]
    if dispute.answer:
        raise Refused(_("This dispute has been decided already: reload the page."), code="answered")
    if not answer:
        raise Refused(_("Enter the decision."), code="no_answer", field="answer")
    dispute.answer, dispute.answered_at = answer, by.now
    dispute.save(update_fields=["answer", "answered_at"])
    line = record(DisputeAnswered(**_where(dispute), answer=answer), tournament_id=tournament_id, by=by)
    _tell(tournament, dispute.hand)
    return line


def _withdraw(line: LogEntry, by: By) -> None:
    dispute = _dispute_of(line)
    record(DisputeWithdrawn(**_where(dispute)), tournament_id=line.tournament_id, by=by, undoes=line)
    _tell(dispute.hand.table.tournament, dispute.hand)
    Dispute.objects.filter(pk=dispute.pk).delete()


def _reopen(line: LogEntry, by: By) -> None:
    dispute = _dispute_of(line)
    dispute.answer, dispute.answered_at = "", None
    dispute.save(update_fields=["answer", "answered_at"])
    record(DisputeReopened(**_where(dispute)), tournament_id=line.tournament_id, by=by, undoes=line)
    _tell(dispute.hand.table.tournament, dispute.hand)


def _dispute_of(line: LogEntry) -> Dispute:
    return Dispute.objects.select_related("hand__table__tournament").get(pk=OfDispute.of(line).dispute)


def _hand(tournament: Tournament, hand_id: int) -> Hand:
    hands = Hand.objects.filter(table__tournament=tournament).exclude(status=HandStatus.VOID)
    found = hands.select_related("table").filter(pk=hand_id).first()
    if found is None:
        raise Refused(_("This hand was undone: look again."), code="hand_undone")
    return found


def _where(dispute: Dispute) -> dict[str, Any]:
    return {
        "dispute": dispute.pk,
        "table": dispute.hand.table.number,
        "table_id": dispute.hand.table_id,
        "hand": dispute.hand.number,
        "about": DisputeAbout(dispute.about),
        "claim": dispute.said,
    }


def _tell(tournament: Tournament, hand: Hand) -> None:
    publish(tournament.code, [f"table-{hand.table.number}", "log"])


def _open(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    return _lines_of(tournament, lines, answered=False)


def _answered(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    return _lines_of(tournament, lines, answered=True)


def _lines_of(tournament: Tournament, lines: Sequence[LogEntry], *, answered: bool) -> set[int]:
    told = {line.pk: OfDispute.of(line).dispute for line in lines}
    rows = Dispute.objects.filter(
        hand__table__tournament=tournament, pk__in=told.values(), answered_at__isnull=not answered
    )
    found = set(rows.values_list("pk", flat=True))
    return {line for line, dispute in told.items() if dispute in found}


register_undo([DisputeOpened], Undoable(open_lines=_open, undo=_withdraw))
register_undo([DisputeAnswered], Undoable(open_lines=_answered, undo=_reopen))
