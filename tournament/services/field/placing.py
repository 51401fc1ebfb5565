"""Places of players who go out: of one hand, or of one round of hand-for-hand together.

In hand-for-hand all tables play one hand at the same moment. A player who goes out later in the same round changes
the places of those who went out before, and no prize of the round is final until every table is done (TDA RP-8, WSOP
126).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, Min, Q

from tournament.changes.entries import BountyGiven, EntryEliminated, PlaceChanged
from tournament.models import Entry, EntryStatus, LogEntry, RoundBust, StopKind, Tournament
from tournament.queries.flights import LIVE
from tournament.queries.seats_won import seats_won
from tournament.queries.standings import entries_and_left
from tournament.rules.payouts.bounties import BountyWon
from tournament.rules.payouts.finishing_places import Elimination, FinishingPlace, finishing_places
from tournament.services.actor import By
from tournament.services.field.results import settle_results, take_back_results
from tournament.services.log import record


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundToRank:
    """A round that loses a bust: `later` players went out after it."""

    stop_id: int
    round: int
    later: int


def rank_eliminations(
    tournament: Tournament, eliminations: Sequence[Elimination], *, by: By
) -> Mapping[int, FinishingPlace]:
    """The places of these entries, who are still among the live ones; the others of their round are placed again.

    Raises Refused where a prize of the round was paid already.
    """
    out = {elimination.entry for elimination in eliminations}
    live = Entry.objects.filter(tournament=tournament, status__in=LIVE).exclude(pk__in=out).count()
    remaining = live + seats_won(tournament)
    stop = tournament.stop
    if stop is None or stop.kind != StopKind.HAND_FOR_HAND or not stop.round:
        return finishing_places(eliminations, remaining_after=remaining, hand_for_hand=False)
    before = _eliminations(stop.pk, stop.round)
    if before and stop.round_over_at is not None:
        take_back_results(
            tournament=tournament, entry_ids=[elimination.entry for elimination in before], now=by.now
        )
    RoundBust.objects.bulk_create(
        RoundBust(
            entry_id=elimination.entry,
            stop=stop,
            round=stop.round,
            table_number=elimination.table,
            starting_stack=elimination.starting_stack,
        )
        for elimination in eliminations
    )
    places = _places(tournament, _eliminations(stop.pk, stop.round), remaining)
    _place_again({pk: place for pk, place in places.items() if pk not in out}, tournament, by)
    return {pk: places[pk] for pk in out}


def rounds_to_rank(tournament: Tournament, entry_ids: Collection[int]) -> list[RoundToRank]:
    """The rounds in which these entries went out, before they are brought back."""
    found = RoundBust.objects.filter(entry__in=entry_ids).values_list("stop_id", "round").distinct()
    rounds = []
    for stop_id, number in found:
        of_round = Entry.objects.filter(round_bust__stop=stop_id, round_bust__round=number)
        first = of_round.aggregate(first=Min("place_first"))["first"]
        later = Entry.objects.filter(
            tournament=tournament, status=EntryStatus.ELIMINATED, place_last__lt=first
        )
        rounds.append(
            RoundToRank(stop_id=stop_id, round=number, later=later.exclude(pk__in=entry_ids).count())
        )
    return rounds


def rank_rounds_again(
    tournament: Tournament, rounds: Sequence[RoundToRank], *, without: Collection[int], by: By
) -> None:
    """Place the others of these rounds once some entries have come back from them."""
    RoundBust.objects.filter(entry__in=without).delete()
    for each in rounds:
        eliminations = _eliminations(each.stop_id, each.round)
        if eliminations:
            live = Entry.objects.filter(tournament=tournament, status__in=LIVE).count()
            remaining = live + seats_won(tournament) + each.later
            _place_again(_places(tournament, eliminations, remaining), tournament, by)


def take_back_round(tournament: Tournament, *, now: datetime) -> None:
    """A round that was over, or whose stop had ended, is in play again: what was decided by it waits for its end.

    Others may still go out in it and share its prizes, or the seats of a satellite. The caller holds the tournament's
    lock. Raises Refused where such a prize was paid, or the players left have agreed on a chop since.
    """
    stop = tournament.stop
    if stop is None or not stop.is_round_open:
        return
    of_round = Q(round_bust__stop=stop, round_bust__round=stop.round)
    with_seats = Q(status=EntryStatus.PLAYING, place_last__gt=1)
    decided = Entry.objects.filter(of_round | with_seats, tournament=tournament)
    entry_ids = list(decided.values_list("pk", flat=True))
    if entry_ids:
        take_back_results(tournament=tournament, entry_ids=entry_ids, now=now)
        settle_results(tournament=tournament, now=now)


def eliminate_again(
    *, tournament: Tournament, entry: Entry, place: FinishingPlace, of_entries: int, out_at: datetime, by: By
) -> None:
    """Undo the reinstatement of a single entry, whose stack is 0 again: it is behind those who went out after it.

    `place` was its own of `of_entries`. The caller holds the tournament's lock.
    """
    entries, left = entries_and_left(tournament)
    next_place = left + seats_won(tournament)
    out = Entry.objects.filter(tournament=tournament, status=EntryStatus.ELIMINATED)
    first, last = place.first + entries - of_entries, place.last + entries - of_entries
    tied = out.filter(place_first=first + 1, place_last=last) if first < last else out.none()
    if first < next_place or not tied.exists():
        # Nobody is left to tie with; those tied around this place stay together.
        around = out.filter(place_first__lte=last, place_last__gt=last).first()
        first = last = max(next_place, last if around is None else around.place_last or last)
    tied_ids = list(tied.values_list("pk", flat=True)) if first < last else []
    out.filter(place_last__lte=first).update(place_first=F("place_first") - 1, place_last=F("place_last") - 1)
    out.filter(pk__in=tied_ids).update(place_first=first)
    entry.status, entry.eliminated_at = EntryStatus.ELIMINATED, out_at
    entry.place_first, entry.place_last = first, last
    entry.save(update_fields=["status", "eliminated_at", "place_first", "place_last"])
    log_eliminated(entry, FinishingPlace(first=first, last=last), by)
    settle_results(tournament=tournament, now=by.now)


def log_eliminated(
    entry: Entry, place: FinishingPlace, by: By, *, bounties: Sequence[BountyWon] = ()
) -> LogEntry:
    """The line of the log that says who is out, and where, and who got what of the bounty."""
    winners = (
        Entry.objects.filter(pk__in=[each.winner for each in bounties]).select_related("player")
        if bounties
        else ()
    )
    names = {winner.pk: winner.player.name for winner in winners}
    # The first of those who share an open one gets something of it.
    is_closed = bool(bounties) and bounties[0].envelope is not None and not bounties[0].paid
    eliminated = EntryEliminated(
        entry=entry.pk,
        number=entry.number,
        name=entry.player.name,
        place_first=place.first,
        place_last=place.last,
        bounties=tuple(
            BountyGiven(name=names[each.winner], due=each.paid, on_head=each.on_head) for each in bounties
        ),
        is_envelope_closed=is_closed,
    )
    return record(eliminated, tournament_id=entry.tournament_id, by=by)


def _eliminations(stop_id: int, number: int) -> list[Elimination]:
    rows = RoundBust.objects.filter(stop=stop_id, round=number).order_by("pk")
    return [
        Elimination(entry=row.entry_id, starting_stack=row.starting_stack, table=row.table_number)
        for row in rows
    ]


def _places(
    tournament: Tournament, eliminations: Sequence[Elimination], remaining: int
) -> Mapping[int, FinishingPlace]:
    return finishing_places(
        eliminations,
        remaining_after=remaining,
        hand_for_hand=True,
        rule=tournament.event_rules.simultaneous_bust,
    )


def _place_again(places: Mapping[int, FinishingPlace], tournament: Tournament, by: By) -> None:
    for entry in Entry.objects.filter(pk__in=places).select_related("player").order_by("number"):
        place = places[entry.pk]
        if (entry.place_first, entry.place_last) == (place.first, place.last):
            continue
        entry.place_first, entry.place_last = place.first, place.last
        entry.save(update_fields=["place_first", "place_last"])
        changed = PlaceChanged(
            entry=entry.pk,
            number=entry.number,
            name=entry.player.name,
            place_first=place.first,
            place_last=place.last,
        )
        record(changed, tournament_id=tournament.pk, by=by)
