"""What a player has done in the events of this house that are over: the places, the money, who knocked out whom.

It is read by the player, by the link of any entry. What it adds up stands on the public pages of each event; the other
players are called there, and here, as they wish to be.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final
from zoneinfo import ZoneInfo

from django.db.models import Count, F, Q

from tables.models import Bust, HandSeat, HandStatus
from tables.queries.desk.history import PastEntry, past_entries
from tournament.models import (
    Entry,
    EntryStatus,
    ImportedHit,
    ImportedResult,
    Player,
    Tournament,
    TournamentStatus,
)
from tournament.queries.imports import results_of_player
from tournament.queries.names import as_merged
from tournament.queries.seasons.imported import FINAL_TABLE

# So many of the newest events have a bar.
BARS: Final = 40
# Of those who met as often as any other.
MOST_OPPONENTS: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class PastEvent:
    """One event that is over. place_first, place_last: 0 for a player who did not get beyond a flight. entries: of the
    field; bought: of the player. paid, won: in minor units of `currency`; prize: without bounties and side prizes.
    is_imported: of the years before, read from a file.
    """

    name: str
    code: str
    day: date | None
    place_first: int
    place_last: int
    entries: int
    bought: int
    paid: int
    won: int
    prize: int
    currency: str
    is_final_table: bool
    is_imported: bool = False
    # Not one of those who won a seat each.
    is_win: bool

    @property
    def ahead_of(self) -> int:
        """How much of the field finished behind the player, in percent."""
        return (
            0 if not self.place_first else (self.entries - self.place_first) * 100 // max(1, self.entries - 1)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class MetOften:
    name: str
    times: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CostAndReturn:
    """What the events of one currency have cost a player and brought, in minor units."""

    currency: str
    paid: int
    won: int

    @property
    def percent(self) -> int | None:
        """What was won beyond what was paid, of that, rounded; None where nothing was paid."""
        return round((self.won - self.paid) * 100 / self.paid) if self.paid else None


@dataclass(frozen=True, slots=True, kw_only=True)
class MyResults:
    """The events of a player, the newest first. knocked_out, knocked_out_by: whom and by whom, most often first.

    What was paid, and who met only once, is for the player alone.
    """

    name: str
    events: tuple[PastEvent, ...]
    knock_outs: int
    knocked_out: tuple[MetOften, ...] = ()
    knocked_out_by: tuple[MetOften, ...] = ()

    @property
    def victims(self) -> tuple[MetOften, ...]:
        return _most_often(self.knocked_out)

    @property
    def nemeses(self) -> tuple[MetOften, ...]:
        return _most_often(self.knocked_out_by)

    @property
    def bought(self) -> int:
        return sum(each.bought for each in self.events)

    @property
    def cashes(self) -> int:
        return sum(each.prize > 0 for each in self.events)

    @property
    def wins(self) -> int:
        return sum(each.is_win for each in self.events)

    @property
    def final_tables(self) -> int:
        return sum(each.is_final_table for each in self.events)

    @property
    def in_the_money(self) -> int:
        """Of the events, in percent."""
        return self.cashes * 100 // len(self.events) if self.events else 0

    @property
    def ahead_of(self) -> int:
        """The mean over the events with a place, in percent of the field."""
        return sum(each.ahead_of for each in self._placed) // len(self._placed) if self._placed else 0

    @property
    def _placed(self) -> tuple[PastEvent, ...]:
        return tuple(each for each in self.events if each.place_first)

    @property
    def best(self) -> PastEvent | None:
        """The best place; of as good ones that in the largest field."""
        return min(self._placed, key=lambda each: (each.place_first, -each.entries), default=None)

    @property
    def won(self) -> tuple[tuple[str, int], ...]:
        """By currency what was won, in minor units."""
        sums: Counter[str] = Counter()
        for each in self.events:
            sums[each.currency] += each.won
        return tuple((currency, amount) for currency, amount in sorted(sums.items()) if amount)

    @property
    def returned(self) -> tuple[CostAndReturn, ...]:
        """By currency what was paid and won, of the events in which it was one of them."""
        paid: Counter[str] = Counter()
        won: Counter[str] = Counter()
        for each in self.events:
            paid[each.currency] += each.paid
            won[each.currency] += each.won
        sums = [
            CostAndReturn(currency=currency, paid=paid[currency], won=won[currency])
            for currency in sorted(paid)
        ]
        return tuple(each for each in sums if each.paid or each.won)

    @property
    def bars(self) -> tuple[PastEvent, ...]:
        """The newest ones with a place in the order in which they were played."""
        return tuple(reversed(self._placed[:BARS]))


def results_of(player: Player) -> MyResults:
    """Twenty queries at most, however many events there are."""
    own = Entry.objects.filter(player=player).exclude(status=EntryStatus.VOID)
    loaded = own.select_related("tournament__flight_of", "payout")
    entries = [each for each in loaded if _is_over(each)]
    events = {each.tournament.event.pk: each.tournament.event for each in entries}
    fields = _fields(events)
    # What each entry has won, as the desk reads it in the history of a player.
    told = {entry.pk: past for entry, past in zip(entries, past_entries(entries), strict=True)}
    by_event: dict[int, list[Entry]] = defaultdict(list)
    for each in entries:
        by_event[each.tournament.event.pk].append(each)
    shown = [_shown(event, by_event[pk], entries=fields[pk], told=told) for pk, event in events.items()]
    earlier = list(results_of_player(player))
    by_import: dict[int, list[ImportedResult]] = defaultdict(list)
    for result in earlier:
        by_import[result.event_id].append(result)
    shown += [_of_import(own) for own in by_import.values()]
    shown.sort(key=lambda each: (each.day or date.min, each.code), reverse=True)
    mine = [each.pk for each in entries]
    victims, nemeses = _knocked_out_by(mine), _who_knocked_out(mine)
    knock_outs = sum(victims.values()) + sum(int(each.knock_outs) for each in earlier)
    in_imports = [each.pk for each in earlier]
    victims += _times(ImportedHit.objects.filter(hitman__in=in_imports).values_list(F("victim__player")))
    nemeses += _times(ImportedHit.objects.filter(victim__in=in_imports).values_list(F("hitman__player")))
    return MyResults(
        name=player.shown_name,
        events=tuple(shown),
        knock_outs=knock_outs,
        knocked_out=_opponents(victims, besides=player.pk),
        knocked_out_by=_opponents(nemeses, besides=player.pk),
    )


def _is_over(entry: Entry) -> bool:
    return entry.tournament.event.status == TournamentStatus.FINISHED


def _shown(
    event: Tournament, own: Sequence[Entry], *, entries: int, told: Mapping[int, PastEntry]
) -> PastEvent:
    """The best place counts, as in the points of the event."""
    placed = [each for each in own if each.tournament_id == event.pk and each.place_first is not None]
    best = min(placed, key=lambda each: each.place_first or 0, default=None)
    first = 0 if best is None else best.place_first or 0
    last = 0 if best is None else best.place_last or 0
    past_of = [told[each.pk] for each in own]
    at = event.started_at or event.starts_at
    return PastEvent(
        name=event.name,
        code=event.code,
        day=None if at is None else at.astimezone(ZoneInfo(event.time_zone)).date(),
        place_first=first,
        place_last=last,
        entries=entries,
        bought=sum(each.brought_line_id is None for each in own),
        paid=sum(past.paid for past in past_of),
        won=sum(past.prize + past.bounties + past.side_prizes for past in past_of),
        prize=sum(past.prize for past in past_of),
        currency=event.currency,
        is_final_table=0 < first <= event.seats_per_table < entries,
        is_win=first == last == 1 and event.satellite is None,
    )


def _of_import(own: Sequence[ImportedResult]) -> PastEvent:
    """Several where players who were merged since were both in it: the best place counts, as in a season."""
    event = own[0].event
    place = min((each.place for each in own if each.place), default=0)
    prize = sum(each.prize for each in own)
    return PastEvent(
        name=str(event),
        code=event.code,
        day=event.day,
        place_first=place,
        place_last=place,
        entries=event.entries,
        bought=sum(each.entries for each in own),
        paid=sum(each.spent for each in own),
        won=prize,
        prize=prize,
        currency=event.currency,
        is_final_table=0 < place <= FINAL_TABLE < event.entries,
        is_imported=True,
        is_win=place == 1,
    )


def _fields(events: Mapping[int, Tournament]) -> Mapping[int, int]:
    """By event the entries that were bought, in it or in its flights. One query."""
    in_it = Q(tournament__in=events) | Q(tournament__flight_of__in=events)
    bought = Entry.objects.filter(in_it, brought_line=None).exclude(status=EntryStatus.VOID)
    found: Counter[int] = Counter()
    for tournament, event, count in (
        bought.values_list("tournament", "tournament__flight_of").annotate(count=Count("pk")).order_by()
    ):
        found[event if event in events else tournament] += count
    return found


def _knocked_out_by(entries: Sequence[int]) -> Counter[int]:
    """By player how often these entries knocked them out, alone or with others. Two queries."""
    in_hands = HandSeat.knocked_out_by.through.objects.filter(
        entry__in=entries, handseat__hand__status=HandStatus.COMPLETE
    )
    by_hand = Bust.credited_to.through.objects.filter(entry__in=entries, bust__undone_at=None)
    return _times(
        in_hands.values_list(F("handseat__entry__player")), by_hand.values_list(F("bust__entry__player"))
    )


def _who_knocked_out(entries: Sequence[int]) -> Counter[int]:
    """By player how often they knocked out these entries. Two queries."""
    in_hands = HandSeat.knocked_out_by.through.objects.filter(
        handseat__entry__in=entries, handseat__hand__status=HandStatus.COMPLETE
    )
    by_hand = Bust.credited_to.through.objects.filter(bust__entry__in=entries, bust__undone_at=None)
    return _times(in_hands.values_list(F("entry__player")), by_hand.values_list(F("entry__player")))


def _times(*found: Iterable[tuple[int]]) -> Counter[int]:
    return Counter(player for rows in found for (player,) in rows)


def _opponents(times: Counter[int], *, besides: int) -> tuple[MetOften, ...]:
    """All of them, the highest number first. Merged players are one. Two queries, a few more where some were."""
    if not times:
        return ()
    ends = as_merged(times)
    both, times = times, Counter()
    for player, count in both.items():
        times[ends[player]] += count
    times.pop(besides, None)
    names = {player.pk: player.shown_name for player in Player.objects.filter(pk__in=times)}
    met = [MetOften(name=name, times=times[player]) for player, name in names.items()]
    return tuple(sorted(met, key=lambda each: (-each.times, each.name)))


def _most_often(met: Sequence[MetOften]) -> tuple[MetOften, ...]:
    """Those of the highest number, at most three of them; nobody whom the player has met once only."""
    if not met or met[0].times == 1:
        return ()
    return tuple(each for each in met if each.times == met[0].times)[:MOST_OPPONENTS]
