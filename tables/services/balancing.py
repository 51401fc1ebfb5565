"""Keeping the tables even: the proposals of the floor rules, applied one by one or all."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from tables.floor.moves import ProposedMove
from tables.models import Move, MoveKind, Seat, Table
from tables.queries.advice import proposed_moves
from tables.services.moving import move_entry
from tournament.models import Tournament
from tournament.services.actor import Actor
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament


@transaction.atomic
def apply_balancing_move(
    *,
    tournament_id: int,
    from_table: int,
    from_seat: int,
    to_table: int,
    to_seat: int,
    actor: Actor,
    now: datetime,
) -> Move:
    """Make one proposed move, if it is still what the rules propose.

    Raises Refused when the room has changed since the proposal was shown.
    """
    tournament = lock_tournament(tournament_id)
    for proposal in proposed_moves(tournament):
        if (proposal.from_table, proposal.from_seat, proposal.to_table, proposal.to_seat) == (
            from_table,
            from_seat,
            to_table,
            to_seat,
        ):
            return _make(tournament, proposal, actor, now)
    raise Refused(_("The room has changed; look at the proposed moves again."), code="proposal_outdated")


@transaction.atomic
def apply_balancing_moves(*, tournament_id: int, actor: Actor, now: datetime) -> list[Move]:
    """Make every proposed move, in the order in which they are meant."""
    tournament = lock_tournament(tournament_id)
    return [_make(tournament, proposal, actor, now) for proposal in proposed_moves(tournament)]


def _make(tournament: Tournament, proposal: ProposedMove, actor: Actor, now: datetime) -> Move:
    seat = Seat.objects.get(
        table__tournament=tournament,
        table__number=proposal.from_table,
        number=proposal.from_seat,
        entry__isnull=False,
    )
    target = Table.objects.get(tournament=tournament, number=proposal.to_table)
    return move_entry(
        tournament_id=tournament.pk,
        entry_id=seat.entry_id or 0,
        to_table_id=target.pk,
        to_seat=proposal.to_seat,
        kind=MoveKind.BALANCE,
        actor=actor,
        now=now,
        reasons=[reason.to_dict() for reason in proposal.reasons],
        told_to_wait=proposal.waits,
    )
