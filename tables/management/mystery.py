"""Mystery bounties in a room of scripted players: begun in time, opened and paid at the desk now and then."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from tournament.draws.chance import Rng
from tournament.models import Tournament
from tournament.queries.payouts.bounties import bounty_desk
from tournament.queries.payouts.mystery import envelope_board, mystery_proposal
from tournament.services.actor import By
from tournament.services.cash.bounties import pay_bounties
from tournament.services.cash.mystery import begin_mystery, open_envelope
from tournament.services.cash.uncollected import close_uncollected

# Of so many moments in one somebody comes to the desk.
MOMENTS: Final = 3


def play_mystery(tournament: Tournament, rng: Rng, *, seed: Callable[[], str], by: By) -> str:
    """Begin, open an envelope, or pay a player; what was done, "" for nothing. No chance without such bounties."""
    if not tournament.has_mystery_bounties or rng.randrange(MOMENTS):
        return ""
    proposal = mystery_proposal(tournament)
    if proposal is not None:
        if not proposal.is_due or not proposal.suggested:
            return ""
        begin_mystery(
            tournament_id=tournament.pk, lines=proposal.suggested, seed=seed(), reserve=seed(), by=by
        )
        return "envelopes made up"
    board = envelope_board(tournament)
    if board is not None and board.queue:
        claim = board.queue[rng.randrange(len(board.queue))]
        open_envelope(tournament_id=tournament.pk, envelope_id=claim.envelope, by=by)
        return "envelopes opened"
    due = [line for line in bounty_desk(tournament).lines if line.due]
    if not due:
        return ""
    pay_bounties(tournament_id=tournament.pk, entry_id=due[0].entry, amount=due[0].due, by=by)
    return "bounties paid"


def settle_mystery(tournament: Tournament, rng: Rng, *, by: By) -> None:
    """At the end the desk opens every envelope that waits, and pays it or closes what nobody comes for."""
    if not tournament.has_mystery_bounties:
        return
    board = envelope_board(tournament)
    for claim in board.queue if board else ():
        open_envelope(tournament_id=tournament.pk, envelope_id=claim.envelope, by=by)
    while due := [line for line in bounty_desk(tournament).lines if line.due]:
        for line in due:
            ids: dict[str, Any] = {"tournament_id": tournament.pk, "entry_id": line.entry, "amount": line.due}
            if rng.randrange(MOMENTS):
                pay_bounties(by=by, **ids)
            else:
                close_uncollected(by=by, **ids)
