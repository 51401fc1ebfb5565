"""Who is paid what: the ladder for the current field and pool, and the prizes awarded."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.core.paginator import Page, Paginator
from django.db.models import Q, Sum

from tournament.models import (
    Chop,
    Entry,
    EntryStatus,
    MoneyKind,
    MoneyRow,
    Payout,
    Tournament,
    TournamentStatus,
)
from tournament.queries.flights import entries_counted, sharing_a_pool
from tournament.queries.payouts.decided import prizes_decided
from tournament.rules.payouts.chops import check_chop_fits
from tournament.rules.payouts.ladders import Ladder, locked_with_bubble, pool_of_places, whole_ladder
from tournament.rules.payouts.locked import Awarded, LockedLadder
from tournament.rules.payouts.money import PrizePool
from tournament.rules.payouts.schemes import FieldCurve, PrizeError, payout_scheme_from_dict

# A Main Event pays fifteen hundred places.
ROWS_ON_A_PAGE: Final = 100

_POOL: Final = (MoneyKind.PRIZE, MoneyKind.ADDED)


@dataclass(frozen=True, slots=True, kw_only=True)
class LadderRow:
    """Places `first` to `last` are paid `amount` minor units each.

    With a `name` it is that player's own prize, and the places those of the tie. `is_bubble`: the prize of the last
    player out of the money.
    """

    first: int
    last: int
    amount: int
    name: str = ""
    is_next: bool = False
    is_bubble: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LockShown:
    """A ladder that is locked since `at`: its sum, what the house adds to it (below 0: withholds), and by how much
    the prize pool has moved since, in minor units.
    """

    at: datetime
    total: int
    added: int
    moved: int

    @property
    def withheld(self) -> int:
        return -self.added

    @property
    def lost(self) -> int:
        """By how much the pool has shrunk."""
        return -self.moved


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacesChopped:
    """So many players divide the prizes of their places, but for what is left to play for."""

    players: int
    shared: int
    played_for: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeBoard:
    """The prizes as they stand. `is_final` once registration is closed: until then the pool grows.

    After a chop the places of those who made it stand in no row before they are decided: `chop` says what is divided.
    """

    pool: int
    overlay: int
    places_paid: int
    rows: tuple[LadderRow, ...]
    is_final: bool
    # What others than the players have put in.
    added: int = 0
    # Entries at today's price that would end the overlay, 0 once registration is closed; None where none ever do.
    entries_missing: int | None = 0
    lock: LockShown | None = None
    chop: PlacesChopped | None = None

    @property
    def next_row(self) -> LadderRow | None:
        """The prize that the next player out gets, or None above or below the money."""
        return next((row for row in self.rows if row.is_next), None)

    def page(self, asked: str = "1") -> Page[LadderRow]:
        """A page of the rows; for a number that is none the first page, beyond the last the last."""
        return Paginator(self.rows, ROWS_ON_A_PAGE).get_page(asked)


def prize_pool(tournament: Tournament) -> PrizePool:
    """What the ledger collected for the pool so far, what was added to it, and the guarantee; of a flight that of its
    event. One query, two where there are flights.
    """
    rows = MoneyRow.objects.filter(tournament__in=sharing_a_pool(tournament), kind__in=_POOL)
    held = dict(rows.values_list("kind").annotate(total=Sum("amount")))
    return _pool_of(held, guarantee=tournament.event.guarantee)


def prize_pools(events: Collection[Tournament]) -> Mapping[int, PrizePool]:
    """The same of several at once, by id, of a flight what it has brought itself. One query."""
    rows = MoneyRow.objects.filter(kind__in=_POOL).exclude(
        tournament__flight_of__isnull=False, tournament__status=TournamentStatus.CANCELLED
    )
    ids = [event.pk for event in events]
    rows = rows.filter(Q(tournament__in=ids) | Q(tournament__flight_of__in=ids))
    held: dict[int, Counter[str]] = defaultdict(Counter)
    columns = ("tournament", "tournament__flight_of", "kind")
    for tournament, event, kind, total in rows.values_list(*columns).annotate(total=Sum("amount")):
        held[tournament][kind] += total
        if event is not None:
            held[event][kind] += total
    return {event.pk: _pool_of(held[event.pk], guarantee=event.guarantee) for event in events}


def _pool_of(held: Mapping[str, int], *, guarantee: int) -> PrizePool:
    return PrizePool(
        collected=max(0, held.get(MoneyKind.PRIZE, 0)),
        added=max(0, held.get(MoneyKind.ADDED, 0)),
        guarantee=guarantee,
    )


def pool_may_move(tournament: Tournament, *, before: PrizePool, after: PrizePool) -> bool:
    """Whether prizes still add up if the pool becomes another one: none is awarded or divided yet, the ladder is
    locked, or the house's part of a guarantee makes up for it. One query at most.
    """
    if tournament.locked_ladder_data is not None or before.total == after.total:
        return True
    return tournament.chop_id is None and not Payout.objects.filter(tournament=tournament).exists()


def house_part(tournament: Tournament, *, pool: PrizePool | None = None) -> int:
    """What the ledger has of the house for these prizes, in minor units; below 0 what it withholds.

    The overlay, and what was said when the ladder was locked; 0 until a prize is awarded. What the pool has moved by
    since is nobody's until the director says so, and not in it. `pool` where it is known already.
    """
    if not Payout.objects.filter(tournament=tournament).exists():
        return 0
    locked = tournament.locked_ladder
    return (pool or prize_pool(tournament)).overlay + (locked.added if locked else 0)


def prize_ladder(tournament: Tournament, *, pool: PrizePool, entries: int) -> tuple[int, ...]:
    """Amounts from place 1 down, with the bubble prize; empty where the scheme does not fit yet (few entries, a custom
    ladder).
    """
    return ladder_as_it_is(tournament, pool=pool, entries=entries).prizes


def ladder_as_it_is(tournament: Tournament, *, pool: PrizePool, entries: int) -> Ladder:
    """The same, with how many of its places are in the money."""
    try:
        return lawful_ladder(tournament, pool=pool, entries=entries)
    except PrizeError:
        return Ladder()


def places_in_the_money(tournament: Tournament) -> int:
    """How many places are in the money, of a satellite how many get a seat; 0 while that is not known. Three queries,
    some more where the event has flights.
    """
    pool = prize_pool(tournament)
    return ladder_as_it_is(tournament, pool=pool, entries=entries_counted(tournament)).places_paid


def bubble_place(tournament: Tournament, *, ladder: Ladder | None = None) -> int:
    """Which place has the bubble prize; 0 where there is none. Two queries where the ladder is not known already."""
    if not tournament.bubble_prize:
        return 0
    if ladder is None:
        pool, entries = prize_pool(tournament), entries_counted(tournament)
        ladder = ladder_as_it_is(tournament, pool=pool, entries=entries)
    return ladder.bubble_at


def lawful_ladder(tournament: Tournament, *, pool: PrizePool, entries: int) -> Ladder:
    """The same, but raises PrizeError if the scheme does not fit, or a chop: then nothing may be paid.

    Of a flight it is empty: nobody wins a prize there.
    """
    if entries < 1 or tournament.flight_of_id is not None:
        return Ladder()
    locked = tournament.locked_ladder
    ladder = (
        scheme_ladder(tournament, pool=pool, entries=entries)
        if locked is None
        else locked_ladder(tournament, locked, entries=entries)
    )
    chopped = first_chop(tournament)
    if chopped is not None:
        check_chop_fits(ladder.prizes, players=chopped.players, prizes=chopped.prizes)
    return ladder


def first_chop(tournament: Tournament) -> Chop | None:
    """Of the chops in force the one that took the prizes of its places out of the ladder. No query without one."""
    if tournament.chop_id is None:
        return None
    return Chop.objects.get(tournament=tournament, after=None, agreed_at__isnull=False)


def locked_ladder(tournament: Tournament, locked: LockedLadder, *, entries: int) -> Ladder:
    """Locked amounts, those of the tournament or others, with its bubble prize. PrizeError where they do not fit."""
    return locked_with_bubble(
        locked, entries=entries, bubble=tournament.bubble_prize, seats=tournament.satellite
    )


def pool_for(tournament: Tournament, *, places: int, pool: PrizePool, entries: int) -> int:
    """What of the pool is left for so many places in the money, in minor units."""
    return pool_of_places(
        pool=pool.total,
        places=places,
        entries=entries,
        bubble=tournament.bubble_prize,
        side_prizes=tournament.side_prizes_from_pool,
    )


def seats_to_win(tournament: Tournament, *, pool: PrizePool) -> int:
    """How many seats a satellite gives as its ladder stands; 1 where it is none or its prizes do not fit yet."""
    satellite = tournament.satellite
    if satellite is None:
        return 1
    ladder = ladder_as_it_is(tournament, pool=pool, entries=entries_counted(tournament))
    return max(1, ladder.places_paid)


def scheme_ladder(tournament: Tournament, *, pool: PrizePool, entries: int) -> Ladder:
    """What the payout scheme gives for this pool, locked or not; PrizeError where it does not fit."""
    return ladder_for_those_through(
        tournament, pool=pool, entries=entries, through=paid_with_their_flight(tournament)
    )


def paid_with_their_flight(tournament: Tournament) -> int:
    """How many came from flights that end in the money; 0 before they did, and in other events, without a query."""
    if not tournament.options.flights_paid or tournament.stacks_brought_at is None:
        return 0
    came = Entry.objects.filter(tournament=tournament, brought_line__isnull=False)
    return came.exclude(status=EntryStatus.VOID).count()


def all_through_are_paid(tournament: Tournament) -> bool:
    """Whether the pool pays everybody who came from flights that end in the money. No query in other events."""
    came = paid_with_their_flight(tournament)
    if not came:
        return False
    ladder = ladder_as_it_is(tournament, pool=prize_pool(tournament), entries=entries_counted(tournament))
    return ladder.places_paid >= came


def ladder_for_those_through(
    tournament: Tournament, *, pool: PrizePool, entries: int, through: int
) -> Ladder:
    """What the payout scheme gives where so many go on from flights that end in the money; 0: the scheme says how many
    are paid. Raises PrizeError.
    """
    scheme = payout_scheme_from_dict(tournament.payout_scheme_data)
    if through and isinstance(scheme, FieldCurve):
        scheme = scheme.for_places(through, entries=entries)
    return whole_ladder(
        pool=pool.total,
        entries=entries,
        scheme=scheme,
        unit=tournament.payout_unit,
        bubble=tournament.bubble_prize,
        side_prizes=tournament.side_prizes_from_pool,
    )


def prize_board(tournament: Tournament, *, entries: int, next_place: int) -> PrizeBoard:
    """The prizes won, a row for each player, and those to be won, equal ones in one row.

    `next_place` is that of the next player out. Of a flight those of its event, as they stand.
    """
    if tournament.flight_of_id is not None:
        event = tournament.event
        return prize_board(event, entries=entries_counted(event), next_place=0)
    pool = prize_pool(tournament)
    ladder = ladder_as_it_is(tournament, pool=pool, entries=entries)
    won = _won(tournament, bubble_at=ladder.bubble_at)
    held = {place for row in won for place in range(row.first, row.last + 1)}
    # After a chop a place has no prize of its own.
    chopped = first_chop(tournament)
    of_chop = 0 if chopped is None else chopped.players
    open_places = {
        place: amount
        for place, amount in enumerate(ladder.prizes, start=1)
        if place > of_chop and place not in held
    }
    rows = (*_grouped(open_places, next_place=next_place, bubble_at=ladder.bubble_at), *won)
    return PrizeBoard(
        pool=pool.total,
        overlay=pool.overlay,
        added=pool.added,
        places_paid=ladder.places_paid,
        rows=tuple(sorted(rows, key=lambda row: row.first)),
        is_final=tournament.registration_closed_at is not None,
        entries_missing=0
        if tournament.registration_closed_at
        else pool.entries_missing(share=tournament.buy_in_prize),
        lock=_lock_shown(tournament, pool, entries),
        chop=_places_chopped(tournament, chopped),
    )


def _places_chopped(tournament: Tournament, chopped: Chop | None) -> PlacesChopped | None:
    """The prizes are those of the first chop; what is left of them to play for is what the last one says."""
    if chopped is None or tournament.chop is None:
        return None
    played_for, second_for = tournament.chop.left
    return PlacesChopped(
        players=chopped.players,
        shared=chopped.prizes - played_for - second_for,
        played_for=played_for + second_for,
    )


def _lock_shown(tournament: Tournament, pool: PrizePool, entries: int) -> LockShown | None:
    locked, at = tournament.locked_ladder, tournament.payouts_locked_at
    if locked is None or at is None:
        return None
    places = locked.amounts.tiers[-1].last
    moved = locked.moved(pool_for(tournament, places=places, pool=pool, entries=entries))
    return LockShown(at=at, total=locked.amounts.total, added=locked.added, moved=moved)


def awarded_places(tournament: Tournament) -> list[Awarded]:
    """What has been awarded, the best place first; those tied are one."""
    places = prizes_decided(tournament).values_list("entry__place_first", "entry__place_last")
    grouped = places.annotate(total=Sum("amount"))
    return [
        Awarded(first=first, last=last, amount=amount)
        for first, last, amount in grouped.order_by("entry__place_first")
    ]


def _won(tournament: Tournament, *, bubble_at: int) -> list[LadderRow]:
    """The prizes awarded, best place first; in a tie the player with the odd unit first."""
    decided = prizes_decided(tournament).select_related("entry__player")
    rows = []
    for payout in decided.order_by("entry__place_first", "-amount", "entry__number"):
        entry = payout.entry
        first, last = entry.place_first or 0, entry.place_last or 0
        rows.append(
            LadderRow(
                first=first,
                last=last,
                amount=payout.amount,
                name=entry.player.shown_name,
                is_bubble=first <= bubble_at <= last,
            )
        )
    return rows


def _grouped(amounts: dict[int, int], *, next_place: int, bubble_at: int) -> list[LadderRow]:
    """Neighbouring places with the same prize share a row, but for the next prize and that of the bubble."""
    rows: list[LadderRow] = []
    for place, amount in sorted(amounts.items()):
        is_next, is_bubble = place == next_place, place == bubble_at
        last = rows[-1] if rows else None
        is_alone = is_next or is_bubble or (last is not None and last.is_next)
        if last and last.amount == amount and last.last == place - 1 and not is_alone:
            rows[-1] = LadderRow(first=last.first, last=place, amount=amount)
        else:
            rows.append(
                LadderRow(first=place, last=place, amount=amount, is_next=is_next, is_bubble=is_bubble)
            )
    return rows
