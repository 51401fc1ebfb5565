"""Balancing stud where a high card decides who moves (WSOP 67b): drawn here, or dealt at the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from tables.changes.tables import HighCardDealt
from tables.floor.draws.chance import SeededRng
from tables.floor.draws.seats import draw_cards
from tables.floor.errors import FloorError
from tables.floor.moves.move import ProposedMove, decided_by_card
from tables.models import Move, SeatDraw
from tables.services.moves.balancing import find_proposal, make_move
from tournament.models import Tournament
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import record


@transaction.atomic
def move_by_high_card(
    *,
    tournament_id: int,
    from_table: int,
    to_table: int,
    to_seat: int,
    by: By,
    seed: str = "",
    cards: Sequence[str] = (),
) -> Move:
    """Move the player with the highest card to the proposed seat.

    `cards` are those dealt at the table, to the lowest seat of the draw first; without them they are
    drawn from `seed`, which the log keeps with every card, so that the draw can be made again.
    Raises Refused when the room has changed since, or the cards do not fit the players.
    """
    tournament = lock_tournament(tournament_id)
    proposal = find_proposal(
        tournament, from_table=from_table, from_seat=None, to_table=to_table, to_seat=to_seat
    )
    if cards:
        dealt = _in_order(proposal, cards)
        return make_move(tournament, _decided(tournament, proposal, dealt, "", by), by)
    dealt = draw_cards(proposal.drawing, SeededRng(seed))
    return make_move(tournament, _decided(tournament, proposal, dealt, seed, by), by)


def _in_order(proposal: ProposedMove, cards: Sequence[str]) -> dict[int, str]:
    """The cards by seat; as many as players who are dealt one."""
    if len(cards) != len(proposal.drawing):
        raise Refused(
            _("Enter %(players)d cards, one for each player who is dealt one; you entered %(cards)d.")
            % {"players": len(proposal.drawing), "cards": len(cards)},
            code="cards_do_not_match",
            field="cards",
        )
    return dict(zip(proposal.drawing, cards, strict=True))


def _decided(
    tournament: Tournament, proposal: ProposedMove, dealt: Mapping[int, str], seed: str, by: By
) -> ProposedMove:
    try:
        decided = decided_by_card(proposal, dealt)
    except FloorError as error:
        raise Refused(
            _("Each player is dealt one different card of the deck."), code=error.code, field="cards"
        ) from error
    seat = decided.from_seat or 0
    by_seat = sorted(dealt.items())
    high_card = HighCardDealt(
        table=proposal.from_table, seat=seat, card=dealt[seat], cards=tuple(by_seat), seed=seed
    )
    line = record(high_card, tournament_id=tournament.pk, by=by)
    if seed:
        SeatDraw.objects.create(
            tournament=tournament,
            kind="balance-pick",
            seed=seed,
            result=[list(each) for each in by_seat],
            made_at=by.now,
            log_entry=line,
        )
    return decided
