"""The prizes that wait at the desk, as the room reads them."""

from __future__ import annotations

from dataclasses import dataclass

from tournament.models import Payout, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeToCollect:
    """A prize that nobody has collected; `amount` in minor units, after what is withheld."""

    first: int | None
    last: int | None
    name: str
    amount: int


def prizes_to_collect(tournament: Tournament) -> tuple[PrizeToCollect, ...]:
    """Decided and not handed over, the lowest place first: they have waited longest. One query."""
    waiting = Payout.objects.filter(tournament=tournament, paid_at=None, amount__gt=0)
    return tuple(
        PrizeToCollect(
            first=payout.entry.place_first,
            last=payout.entry.place_last,
            name=payout.entry.player.shown_name,
            amount=payout.to_pay - payout.withheld,
        )
        for payout in waiting.select_related("entry__player").order_by("-entry__place_first", "entry__number")
    )
