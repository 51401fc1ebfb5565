"""The chips in play against those issued: what stack corrections have added or removed."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q, Sum

from tournament.models import ChipKind, ChipRow


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipCount:
    """`in_play` is the ledger's sum, `issued` what it would be without corrections.

    Issued are the stacks of all entries that count, with what colour-ups have rounded.
    """

    in_play: int
    issued: int


def chip_count(tournament_id: int) -> ChipCount:
    """One query."""
    sums = ChipRow.objects.filter(tournament_id=tournament_id).aggregate(
        in_play=Sum("amount"), issued=Sum("amount", filter=~Q(kind=ChipKind.CORRECTION))
    )
    return ChipCount(in_play=sums["in_play"] or 0, issued=sums["issued"] or 0)
