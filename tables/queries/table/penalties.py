"""The penalties of a player, in all entries of a tournament: what the floor asks before it gives another."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from tables.engine import HouseRules
from tables.models import Hand, HandSeat
from tables.words.penalties import offence_words, penalty_words
from tournament.models import Penalty
from tournament.rules.penalties import WITHDRAWS_REQUESTS


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyShown:
    """One penalty in words; `left` hands of it are to be sat out still."""

    what: str
    why: str
    note: str
    given_at: datetime
    left: int


def penalties_of(*, tournament_id: int, player_id: int) -> tuple[PenaltyShown, ...]:
    """The newest first, without those that were undone. One query."""
    return tuple(
        PenaltyShown(
            what=penalty_words(row.kind, row.count, row.hands),
            why=offence_words(row.offence),
            note=row.note,
            given_at=row.given_at,
            left=row.hands - row.missed,
        )
        for row in standing_penalties(tournament_id=tournament_id, player_id=player_id)
    )


def seats_without_requests(hand: Hand, rules: HouseRules) -> frozenset[int]:
    """The seats of a hand whose players may not ask to see hands any more (S-102). One query, none where nobody's
    right can be withdrawn.
    """
    if rules.see_hands != "any_dealt_in":
        return frozenset()
    rows = HandSeat.objects.filter(
        hand=hand, entry__penalties__offence=WITHDRAWS_REQUESTS, entry__penalties__lifted_at=None
    )
    return frozenset(rows.values_list("seat_number", flat=True))


def standing_penalties(*, tournament_id: int, player_id: int) -> QuerySet[Penalty]:
    """Those that were not undone, the newest first."""
    rows = Penalty.objects.filter(
        entry__tournament=tournament_id, entry__player=player_id, lifted_at__isnull=True
    )
    return rows.order_by("-given_at", "-pk")
