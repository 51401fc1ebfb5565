"""Money added to the prize pool by others than the players: the house, a sponsor, a jackpot. Undone by a counter-row.

It is the pool's at once, so prizes, the overlay of a guarantee and the warning of a locked ladder follow it. Once
prizes are awarded the pool may move only where they still add up: under a locked ladder, whose open places the
director edits, or as far as the overlay takes it up.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.changes.pool import MoneyAdded, MoneyTakenBack
from tournament.models import Giver, LogEntry, MoneyKind, MoneyRow, Payout, Tournament, TournamentStatus
from tournament.queries.payouts.ladder import pool_may_move, prize_pool
from tournament.realtime import publish
from tournament.rules.payouts.money import MoneyError, PrizePool, require_money
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.field.results import require_event, settle_results
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.undo import Undoable, register_undo
from tournament.words.rules import say_error

TOPICS = ("payouts", "standings", "clock", "log")


@transaction.atomic
def add_money(
    *, tournament_id: int, amount: int, giver: Giver, is_cash: bool, reason: str, by: By
) -> LogEntry:
    """So much more for the prizes. `is_cash`: handed over here, so that it is in the till of the person who books it.

    Raises Refused for nothing, once the tournament is cancelled or all prizes are awarded, and where prizes awarded
    would no longer add up.
    """
    tournament = lock_tournament(tournament_id)
    require_event(tournament)
    if tournament.status == TournamentStatus.CANCELLED:
        raise Refused(_("The tournament is cancelled: no prizes are paid."), code="cancelled")
    try:
        require_money(amount, field="amount")
    except MoneyError as error:
        raise Refused(say_error(error), code=error.code, field="amount") from error
    if not amount:
        raise Refused(_("Enter an amount above 0."), code="no_amount", field="amount")
    pool = prize_pool(tournament)
    more = _with(pool, amount)
    if not pool_may_move(tournament, before=pool, after=more):
        raise Refused(
            _(
                "Prizes have been awarded for the prize pool as it is. Lock the payouts first: then add the money and "
                "edit the places still open."
            ),
            code="prizes_decided",
        )
    is_over = tournament.status == TournamentStatus.FINISHED
    if is_over and more.total != pool.total and Payout.objects.filter(tournament=tournament).exists():
        # Locked payouts let the pool move, so that the places still open are edited: none is.
        raise Refused(
            _(
                "All prizes have been awarded: nobody would get this money. Make it a side prize of the house."
            ),
            code="all_awarded",
        )
    added = MoneyAdded(amount=amount, giver=str(giver), is_cash=is_cash)
    line = record(added, tournament_id=tournament.pk, by=by, reason=reason)
    _book(tournament, amount, line, by.now)
    return line


def take_back_money(line: LogEntry, by: By) -> None:
    """Undo what `line` has added. The caller holds the tournament's lock, and has asked `additions_to_undo`."""
    row = MoneyRow.objects.get(log_entry=line, kind=MoneyKind.ADDED)
    back = record(MoneyTakenBack.of(line), tournament_id=line.tournament_id, by=by, undoes=line)
    _book(line.tournament, -row.amount, back, by.now, corrects=row)


def additions_to_undo(tournament: Tournament, lines: Collection[int]) -> set[int]:
    """Of these lines those without which the prizes awarded still add up."""
    pool = prize_pool(tournament)
    rows = MoneyRow.objects.filter(log_entry__in=lines, kind=MoneyKind.ADDED, corrected_by=None)
    # Locked or not: once every prize is awarded nobody would pay for what is undone, nor could it be added again.
    is_fixed = (
        tournament.status == TournamentStatus.FINISHED
        and Payout.objects.filter(tournament=tournament).exists()
    )
    return {
        row.log_entry_id
        for row in rows
        if row.log_entry_id and _may_go(tournament, pool, _with(pool, -row.amount), is_fixed=is_fixed)
    }


def _may_go(tournament: Tournament, before: PrizePool, after: PrizePool, *, is_fixed: bool) -> bool:
    return pool_may_move(tournament, before=before, after=after) and (
        not is_fixed or before.total == after.total
    )


def _with(pool: PrizePool, amount: int) -> PrizePool:
    return replace(pool, added=pool.added + amount)


def _book(
    tournament: Tournament, amount: int, line: LogEntry, now: datetime, *, corrects: MoneyRow | None = None
) -> None:
    MoneyRow.objects.create(
        tournament=tournament, kind=MoneyKind.ADDED, amount=amount, at=now, corrects=corrects, log_entry=line
    )
    # Prizes that waited for a pool can be decided now, and the part of the house follows.
    settle_results(tournament=tournament, now=now)
    publish(tournament.code, TOPICS)


def _open_additions(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    return additions_to_undo(tournament, [line.pk for line in lines])


register_undo([MoneyAdded], Undoable(open_lines=_open_additions, undo=take_back_money))
