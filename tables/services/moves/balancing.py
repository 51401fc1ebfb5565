"""Keeping the tables even: the proposals of the floor rules, applied one by one or all."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from tables.floor.moves.move import ProposedMove
from tables.models import Move, MoveKind, Seat, Table
from tables.queries.room.advice import proposed_moves
from tables.services.moves.moving import move_entry
from tournament.models import Tournament
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament


@transaction.atomic
def apply_balancing_move(
    *, tournament_id: int, from_table: int, from_seat: int, to_table: int, to_seat: int, by: By
) -> Move:
    """Make one proposed move, if it is still what the rules propose.

    Raises Refused when the room has changed since the proposal was shown.
    """
    tournament = lock_tournament(tournament_id)
    proposal = find_proposal(
        tournament, from_table=from_table, from_seat=from_seat, to_table=to_table, to_seat=to_seat
    )
    return make_move(tournament, proposal, by)


@transaction.atomic
def apply_balancing_moves(*, tournament_id: int, by: By) -> list[Move]:
    """Make every proposed move, in the proposed order, except one that still awaits a card."""
    tournament = lock_tournament(tournament_id)
    decided = [proposal for proposal in proposed_moves(tournament) if proposal.from_seat is not None]
    return [make_move(tournament, proposal, by) for proposal in decided]


def find_proposal(
    tournament: Tournament, *, from_table: int, from_seat: int | None, to_table: int, to_seat: int
) -> ProposedMove:
    """The move between these two seats that the rules propose now; raises Refused if they do not."""
    wanted = (from_table, from_seat, to_table, to_seat)
    for move in proposed_moves(tournament):
        if (move.from_table, move.from_seat, move.to_table, move.to_seat) == wanted:
            return move
    raise proposal_outdated()


def proposal_outdated() -> Refused:
    """What was proposed no longer is."""
    return Refused(_("The room has changed; check the proposed moves again."), code="proposal_outdated")


def make_move(tournament: Tournament, proposal: ProposedMove, by: By) -> Move:
    """Send the player of a proposal on their way. The caller holds the tournament's lock."""
    seat = Seat.objects.get(
        table__tournament=tournament,
        table__number=proposal.from_table,
        number=proposal.from_seat or 0,
        entry__isnull=False,
    )
    target = Table.objects.get(tournament=tournament, number=proposal.to_table)
    return move_entry(
        tournament_id=tournament.pk,
        entry_id=seat.entry_id or 0,
        to_table_id=target.pk,
        to_seat=proposal.to_seat,
        kind=MoveKind.BALANCE,
        by=by,
        reasons=[reason.to_dict() for reason in proposal.reasons],
        told_to_wait=proposal.waits,
    )
