from __future__ import annotations

from django.db.models import Sum

from tournament.models import Entry, EntryStatus, MoneyKind, MoneyRow, Tournament
from tournament.rules.money import PrizePool
from tournament.rules.prizes import payouts, scheme_from_dict


def pool_of(tournament: Tournament) -> PrizePool:
    """The prize pool so far: what the ledger collected for it, and the guarantee."""
    collected = MoneyRow.objects.filter(tournament=tournament, kind=MoneyKind.PRIZE).aggregate(
        total=Sum("amount")
    )["total"]
    return PrizePool(collected=collected or 0, guarantee=tournament.guarantee)


def payout_ladder(tournament: Tournament) -> tuple[int, ...]:
    """Prizes from place 1 down, in minor units, for the entries and the pool as they are now."""
    field = Entry.objects.filter(tournament=tournament).exclude(status=EntryStatus.VOID).count()
    if field == 0:
        return ()
    return payouts(
        pool=pool_of(tournament).total,
        entries=field,
        scheme=scheme_from_dict(tournament.payout_scheme_data),
        unit=tournament.payout_unit,
    )
