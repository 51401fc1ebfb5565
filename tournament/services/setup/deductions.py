"""What is withheld of prizes: the deductions of an event, replaced whole, and each change undone.

They count for prizes that are paid from then on; what has been paid stays as it was paid. They can be changed after the
last hand too: prizes may still be due.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.changes.prizes import DeductionsChanged
from tournament.models import LogEntry, Tournament, TournamentStatus
from tournament.queries.payouts.advances import early_prizes
from tournament.realtime import publish
from tournament.rules.payouts.deductions import (
    Deduction,
    DeductionError,
    check_deductions,
)
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.undo import Undoable, register_undo
from tournament.words.rules import say_error


@transaction.atomic
def set_deductions(*, tournament_id: int, deductions: Sequence[Deduction], by: By) -> LogEntry | None:
    """What is withheld from now on; None where it is as it was. Raises Refused where they do not go together."""
    tournament = lock_tournament(tournament_id)
    if tournament.deductions == tuple(deductions):
        return None
    return _put(tournament, deductions, by=by)


def open_deduction_lines(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """The newest change, unless the tournament is cancelled."""
    if tournament.status == TournamentStatus.CANCELLED:
        return set()
    changes = LogEntry.objects.filter(tournament=tournament, verb=DeductionsChanged.verb)
    newest = changes.order_by("-pk").first()
    return {line.pk for line in lines if line == newest}


def restore_deductions(line: LogEntry, by: By) -> None:
    """Undo a change. The caller holds the tournament's lock."""
    tournament = Tournament.objects.get(pk=line.tournament_id)
    _put(tournament, DeductionsChanged.of(line).before, by=by, undoes=line)


def _put(
    tournament: Tournament, deductions: Sequence[Deduction], *, by: By, undoes: LogEntry | None = None
) -> LogEntry:
    if tournament.status == TournamentStatus.CANCELLED:
        raise Refused(_("The tournament is cancelled: no prizes are paid."), code="cancelled")
    if deductions and early_prizes(tournament):
        raise Refused(
            _("Prizes were awarded in advance, whole: nothing can be withheld of what their places add."),
            code="paid_in_advance",
        )
    try:
        check_deductions(deductions)
    except DeductionError as error:
        raise Refused(say_error(error), code=error.code) from error
    changed = DeductionsChanged(before=tournament.deductions, after=tuple(deductions))
    tournament.deduction_data = [rule.to_dict() for rule in deductions]
    tournament.save(update_fields=["deduction_data"])
    line = record(changed, tournament_id=tournament.pk, by=by, undoes=undoes)
    publish(tournament.code, ["payouts", "log"])
    return line


register_undo(
    [DeductionsChanged], Undoable(open_lines=open_deduction_lines, undo=restore_deductions, again=True)
)
