"""What each place is due: the amounts that prizes are awarded by, and that a prize awarded is compared with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from tournament.models import Entry, EntryStatus, Tournament, TournamentStatus
from tournament.queries.flights import LIVE, entries_counted
from tournament.queries.payouts.chops import agreed_amounts
from tournament.queries.payouts.decided import prizes_before_their_place
from tournament.queries.payouts.ladder import lawful_ladder, prize_pool
from tournament.rules.payouts.chops import left_shares
from tournament.rules.payouts.prizes import prize_shares


def prizes_due(tournament: Tournament) -> dict[int, int] | None:
    """By entry what it is due for its place; None while no prize is decided: registration is open, or nobody plays yet.

    Of a round of hand-for-hand that is still in play nothing is decided. Raises PrizeError where the ladder does not
    fit the pool.
    """
    if tournament.registration_closed_at is None or tournament.draw_made_at is None:
        return None
    if tournament.status not in (TournamentStatus.RUNNING, TournamentStatus.FINISHED):
        return None
    pool = prize_pool(tournament)
    ladder = lawful_ladder(tournament, pool=pool, entries=entries_counted(tournament)).prizes
    agreed = agreed_amounts(tournament)
    placed = Entry.objects.filter(tournament=tournament, place_first__isnull=False)
    placed = placed.exclude(status=EntryStatus.VOID).order_by("place_first", "number")
    if tournament.stop is not None and tournament.stop.is_round_open:
        placed = placed.exclude(round_bust__stop=tournament.stop, round_bust__round=tournament.stop.round)
    due = _in_advance(tournament, ladder, agreed)
    for (first, last), tied in groupby(placed, key=lambda e: (e.place_first or 0, e.place_last or 0)):
        entries = list(tied)
        shares: Sequence[int]
        if entries[0].pk in agreed:
            shares = chop_amounts(tournament, entries, agreed=agreed)
        elif len(entries) == last - first + 1:
            shares = prize_shares(ladder, first=first, last=last, unit=tournament.payout_unit)
        else:
            # Others of this place are still to go out, or the places are wrong, which is another finding.
            continue
        due |= {entry.pk: amount for entry, amount in zip(entries, shares, strict=True) if amount > 0}
    return due


def _in_advance(tournament: Tournament, ladder: Sequence[int], agreed: Mapping[int, int]) -> dict[int, int]:
    """By entry of those still in what they were awarded in advance: as much as the next player out gets at most, or
    what a chop gives them. Two queries, three where there are some.
    """
    early = dict(prizes_before_their_place(tournament).values_list("entry", "advance"))
    if not early:
        return {}
    # Who is out in the round that is in play shares the places of those who go out in it.
    live = Entry.objects.filter(tournament=tournament, status__in=LIVE).count()
    least = ladder[live - 1] if live <= len(ladder) else 0
    return {entry: min(amount, agreed.get(entry, least)) for entry, amount in early.items()}


def chop_amounts(
    tournament: Tournament, tied: Sequence[Entry], *, agreed: Mapping[int, int]
) -> Sequence[int]:
    """What those who have made a chop get: they are all who were left, and a place above the others is theirs alone."""
    first, last = tied[0].place_first or 0, tied[0].place_last or 0
    played_for = _played_for(tournament, first, last)
    return [agreed[entry.pk] + played_for.get(entry.pk, 0) for entry in tied]


def _played_for(tournament: Tournament, first: int, last: int) -> dict[int, int]:
    """By entry what the places `first` to `last` were left to play for; the odd unit of a tie is the first entry's."""
    if tournament.chop is None or first > len(tournament.chop.left):
        return {}
    places = Entry.objects.filter(tournament=tournament, place_first=first, place_last=last)
    tied = list(places.exclude(status=EntryStatus.VOID).order_by("number").values_list("pk", flat=True))
    shares = left_shares(tournament.chop.left, first=first, last=last, unit=tournament.payout_unit)
    return dict(zip(tied, shares, strict=False))
