"""A prize lies ready at the desk: its player's own page says so, until it is paid or not ready after all."""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.models import LogEntry, Payout
from tournament.realtime import entry_topic, publish
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import write_log


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
    line = _log(payout, "prize_ready", by)
    _keep(payout, line)
    return line


@transaction.atomic
def cancel_ready(*, tournament_id: int, payout_id: int, by: By) -> LogEntry:
    """Undo `make_ready`. Raises Refused where it is not ready, Payout.DoesNotExist for another tournament's."""
    lock_tournament(tournament_id)
    payout = _payout(tournament_id, payout_id)
    if payout.ready_line is None:
        raise Refused(_("This prize is not ready."), code="not_paid")
    line = _log(payout, "prize_not_ready", by, undoes=payout.ready_line)
    _keep(payout, None)
    return line


def ready_to_undo(lines: Collection[int]) -> dict[int, int]:
    """Of these lines those whose prize is still ready, with the prize."""
    return dict(Payout.objects.filter(ready_line__in=lines).values_list("ready_line_id", "pk"))


def _payout(tournament_id: int, payout_id: int) -> Payout:
    rows = Payout.objects.select_for_update(of=("self",), no_key=True)
    return rows.select_related("entry__player", "ready_line", "tournament").get(
        pk=payout_id, tournament=tournament_id
    )


def _keep(payout: Payout, line: LogEntry | None) -> None:
    payout.ready_line = line
    payout.save(update_fields=["ready_line"])
    publish(payout.tournament.code, ["payouts", "log", "players", entry_topic(payout.entry_id)])


def _log(payout: Payout, verb: str, by: By, *, undoes: LogEntry | None = None) -> LogEntry:
    return write_log(
        tournament_id=payout.tournament_id,
        by=by,
        verb=verb,
        data={
            "payout": payout.pk,
            "entry": payout.entry_id,
            "number": payout.entry.number,
            "name": payout.entry.player.name,
            "amount": payout.amount,
        },
        undoes=undoes,
    )
