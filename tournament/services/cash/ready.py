"""A prize lies ready at the desk: its player's own page says so, until it is paid or not ready after all."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.changes.people import whose
from tournament.changes.prizes import PrizeNotReady, PrizeReady
from tournament.models import LogEntry, Payout, Tournament
from tournament.realtime import entry_topic, publish
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.undo import Undoable, register_undo


@transaction.atomic
def make_ready(*, tournament_id: int, payout_id: int, by: By) -> LogEntry:
    """Tell the player. Raises Refused for a prize that is paid or ready.

    Payout.DoesNotExist for another tournament's.
    """
    lock_tournament(tournament_id)
    payout = _payout(tournament_id, payout_id)
    if payout.paid_at is not None:
        raise Refused(_("This prize has already been paid."), code="already_paid")
    if payout.ready_line_id is not None:
        raise Refused(_("This prize is ready already."), code="already_paid")
    ready = PrizeReady(**whose(payout.entry), payout=payout.pk, amount=payout.to_pay)
    line = record(ready, tournament_id=tournament_id, by=by)
    _keep(payout, line)
    return line


@transaction.atomic
def cancel_ready(*, tournament_id: int, payout_id: int, by: By) -> LogEntry:
    """Undo `make_ready`. Raises Refused where it is not ready, Payout.DoesNotExist for another tournament's."""
    lock_tournament(tournament_id)
    payout = _payout(tournament_id, payout_id)
    if payout.ready_line is None:
        raise Refused(_("This prize is not ready."), code="not_paid")
    not_ready = PrizeNotReady(**whose(payout.entry), payout=payout.pk, amount=payout.to_pay)
    line = record(not_ready, tournament_id=tournament_id, by=by, undoes=payout.ready_line)
    _keep(payout, None)
    return line


def ready_to_undo(_tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """Of these lines those whose prize is still ready."""
    ready = Payout.objects.filter(ready_line__in=lines).values_list("ready_line_id", flat=True)
    return {line for line in ready if line}


def _payout(tournament_id: int, payout_id: int) -> Payout:
    rows = Payout.objects.select_for_update(of=("self",), no_key=True)
    return rows.select_related("entry__player", "ready_line", "tournament").get(
        pk=payout_id, tournament=tournament_id
    )


def _keep(payout: Payout, line: LogEntry | None) -> None:
    payout.ready_line = line
    payout.save(update_fields=["ready_line"])
    publish(payout.tournament.code, ["payouts", "log", "players", entry_topic(payout.entry_id)])


def _undo_ready(line: LogEntry, by: By) -> None:
    payout = Payout.objects.get(ready_line=line)
    cancel_ready(tournament_id=line.tournament_id, payout_id=payout.pk, by=by)


register_undo([PrizeReady], Undoable(open_lines=ready_to_undo, undo=_undo_ready))
