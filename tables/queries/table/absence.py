"""Since when a player sits out, and what it has cost: read from the hands, so that an undo corrects it too."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from tables.models import HandSeat, HandStatus

# An evening has fewer hands; a player who sits out longer is long blinded off.
HANDS_LOOKED_AT = 400


@dataclass(frozen=True, slots=True, kw_only=True)
class HandsAbsent:
    """The hands in a row that a player has sat out: where they began, and what the complete ones came to.

    `first_hand` may still be in play. `cost`: chips taken by `hands` complete ones (blinds, antes, bring-in).
    """

    table: int
    first_hand: int
    hands: int
    cost: int


def absences(entries: Collection[int]) -> dict[int, HandsAbsent]:
    """By entry, of those who sat their last hand out. One query, none for nobody."""
    if not entries:
        return {}
    found: dict[int, HandsAbsent] = {}
    is_over: set[int] = set()
    rows = (
        HandSeat.objects.filter(entry__in=entries)
        .exclude(hand__status=HandStatus.VOID)
        .order_by("-hand__started_at", "-hand_id")
        .values_list(
            "entry_id", "sits_out", "hand__table__number", "hand__number", "starting_stack", "finishing_stack"
        )
    )
    for entry, sits_out, table, hand, before, after in rows[: HANDS_LOOKED_AT * len(entries)]:
        if not sits_out:
            is_over.add(entry)
        if entry in is_over:
            continue
        later = found.get(entry)
        found[entry] = HandsAbsent(
            table=table,
            first_hand=hand,
            hands=(later.hands if later else 0) + (0 if after is None else 1),
            cost=(later.cost if later else 0) + (0 if after is None else before - after),
        )
    return found
