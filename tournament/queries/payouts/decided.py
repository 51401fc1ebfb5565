"""Of the prizes awarded those whose place is decided, and those that were awarded before it."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from tournament.models import Payout, Tournament


def prizes_decided(tournament: Tournament) -> QuerySet[Payout]:
    """The place stands: of a round of hand-for-hand that is in play none does yet."""
    return _of(tournament).exclude(_before_its_place(tournament))


def prizes_before_their_place(tournament: Tournament) -> QuerySet[Payout]:
    """What was awarded in advance to those who are in, or out in the round that is in play."""
    return _of(tournament).filter(_before_its_place(tournament), advance__gt=0)


def _of(tournament: Tournament) -> QuerySet[Payout]:
    return Payout.objects.filter(tournament=tournament)


def _before_its_place(tournament: Tournament) -> Q:
    stop = tournament.stop
    still_in = Q(entry__place_first=None)
    if stop is None or not stop.is_round_open:
        return still_in
    return still_in | Q(entry__round_bust__stop=stop, entry__round_bust__round=stop.round)
