"""A floor manager that follows the advice of the rules, one step at a time.

Used where there is no floor staff: simulations and the demo. In a real room the console shows the same advice
and a person decides.
"""

from __future__ import annotations

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tables.changes.tables import TableHeld
from tables.floor.hand_for_hand import is_round_over
from tables.models import RunOut, Table, TableStatus
from tables.queries.room.advice import advice
from tables.queries.room.rounds import tables_in_round
from tables.queries.room.tables import tables_in_hand
from tables.services.moves.balancing import apply_balancing_moves
from tables.services.moves.breaking import break_table, redraw_tables
from tables.services.moves.high_card import move_by_high_card
from tables.services.stops.announcing import deal_next_round
from tables.services.stops.run_outs import release_run_outs
from tables.services.table.messages import hold_table, release_table
from tournament.models import LogEntry, Tournament, TournamentStatus
from tournament.queries.level import level_now
from tournament.services.actor import HOUSE, Actor, By


def follow_advice(*, tournament_id: int, seed: str, by: By) -> bool:
    """Do the next thing the room needs; say whether anything was done.

    Before a redraw every table is held, so that the hands in play run out; then all are drawn.
    A table put on hold by someone else stays on hold, and the redraw, which releases every table, waits for it.
    """
    tournament = Tournament.objects.get(pk=tournament_id)
    if tournament.status != TournamentStatus.RUNNING:
        return False
    _release_run_outs(tournament, by)
    advised = advice(tournament)
    if advised.redraw_to is not None:
        return _redraw(tournament, advised.redraw_to, seed, by)
    _release_own(tournament, by)
    if advised.break_table is not None:
        table = Table.objects.get(tournament=tournament, number=advised.break_table)
        break_table(tournament_id=tournament_id, table_id=table.pk, seed=seed, by=by)
        return True
    if not advised.moves:
        return _deal_next_round(tournament, by)
    apply_balancing_moves(tournament_id=tournament_id, by=by)
    last = advised.moves[-1]
    if last.from_seat is None:
        move_by_high_card(
            tournament_id=tournament_id,
            from_table=last.from_table,
            to_table=last.to_table,
            to_seat=last.to_seat,
            seed=seed,
            by=by,
        )
    return True


def _release_run_outs(tournament: Tournament, by: By) -> None:
    """Nobody watches an all-in here."""
    if Table.objects.filter(tournament=tournament, run_out=RunOut.WAITING).exists():
        release_run_outs(tournament_id=tournament.pk, by=by)


def _deal_next_round(tournament: Tournament, by: By) -> bool:
    """In hand-for-hand, once the room is in order again; says whether it did."""
    stop = tournament.stop
    if stop is None or not stop.has_rounds or level_now(tournament, now=by.now).is_break:
        return False
    if not is_round_over(tables_in_round(tournament, now=by.now)):
        return False
    deal_next_round(tournament_id=tournament.pk, by=by)
    return True


def _redraw(tournament: Tournament, tables_left: int, seed: str, by: By) -> bool:
    if len(_held_by(tournament, by.actor)) < _held(tournament).count():
        return False
    if tables_in_hand(tournament_id=tournament.pk) == 0:
        redraw_tables(tournament_id=tournament.pk, tables_left=tables_left, seed=seed, by=by)
        return True
    open_tables = Table.objects.filter(tournament=tournament, status=TableStatus.OPEN)
    for table_id in open_tables.values_list("pk", flat=True):
        hold_table(tournament_id=tournament.pk, table_id=table_id, reason=_("Redraw after this hand."), by=by)
    return False


def _release_own(tournament: Tournament, by: By) -> None:
    for table in _held_by(tournament, by.actor):
        release_table(tournament_id=tournament.pk, table_id=table.pk, by=by)


def _held_by(tournament: Tournament, actor: Actor) -> list[Table]:
    """The held tables whose hold, by the log, is the actor's, or Floorman's own at the end of hand-for-hand."""
    own = ((actor.account_id, actor.label), (HOUSE.account_id, HOUSE.label))
    return [table for table in _held(tournament) if _holder(table) in own]


def _held(tournament: Tournament) -> QuerySet[Table]:
    return Table.objects.filter(tournament=tournament, status=TableStatus.HELD).order_by("number")


def _holder(table: Table) -> tuple[int | None, str] | None:
    holds = LogEntry.objects.filter(
        tournament=table.tournament_id, verb=TableHeld.verb, data__table_id=table.pk
    )
    return holds.order_by("-pk").values_list("account_id", "actor").first()
