"""Balancing stud where a high card decides who moves (WSOP 67b): drawn here, or dealt at the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from tables.changes.tables import HighCardDealt
from tables.floor.draws.listed import cards_for
from tables.floor.draws.seats import draw_cards
from tables.floor.errors import FloorError
from tables.floor.moves.move import ProposedMove, decided_by_card
from tables.models import Move
from tables.services.moves.balancing import find_proposal, make_move
from tables.services.table.drawing import DrawBook
from tournament.models import LogEntry, Tournament
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
    drawn, and kept with every card, so that anybody can make the draw again; `seed` is that of a rehearsal.
    Raises Refused when the room has changed since, or the cards do not fit the players.
    """
    tournament = lock_tournament(tournament_id)
    proposal = find_proposal(
        tournament, from_table=from_table, from_seat=None, to_table=to_table, to_seat=to_seat
    )
    if cards:
        decided, _line = _decided(tournament, proposal, _in_order(proposal, cards), "", by)
        return make_move(tournament, decided, by)
    draws = DrawBook(tournament, by=by)
    drawing = draws.begin("balance-pick", cards_for(proposal.drawing), seed=seed)
    dealt = draw_cards(proposal.drawing, drawing.rng)
    decided, line = _decided(tournament, proposal, dealt, drawing.seed, by)
    draws.keep(drawing, result=[list(each) for each in sorted(dealt.items())], line=line)
    return make_move(tournament, decided, by)


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
) -> tuple[ProposedMove, LogEntry]:
    """Who moves, and the line that says by which cards."""
    try:
        decided = decided_by_card(proposal, dealt)
    except FloorError as error:
        raise Refused(
            _("Each player is dealt one different card of the deck."), code=error.code, field="cards"
        ) from error
    seat = decided.from_seat or 0
    high_card = HighCardDealt(
        table=proposal.from_table,
        seat=seat,
        card=dealt[seat],
        cards=tuple(sorted(dealt.items())),
        seed=seed,
    )
    return decided, record(high_card, tournament_id=tournament.pk, by=by)
