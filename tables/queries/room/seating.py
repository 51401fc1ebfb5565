"""Who sits where: the standings with seats, and one player's own place in the room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from tables.models import Bag, Move, MoveStatus, Seat
from tables.queries.room.alternates import AlternateShown, my_turn
from tables.queries.room.entry_at import EntryAt
from tournament.models import (
    BountyShare,
    Entry,
    EntryStatus,
    ReportedStack,
    SidePrize,
    Tournament,
    TournamentStatus,
)
from tournament.queries.flights import LIVE
from tournament.queries.ledger.to_collect import OwnMoney, own_money
from tournament.queries.names import has_words
from tournament.queries.payouts.bounties import OwnBounties, heads_of, own_bounties
from tournament.queries.payouts.ladder import all_through_are_paid

PAGE_SIZE = 100
SEARCH_LIMIT = 20
# Of those in play, the stacks that nobody knows: while there is one nobody can be ranked.
UNKNOWN = Count("pk", filter=Q(is_stack_known=False, status__in=LIVE))
# How long a move that happened is still worth a notice.
JUST_MOVED = timedelta(minutes=10)


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingRow(EntryAt):
    """One entry. In play: `rank` by chips, `chips`, and its seat once drawn. Out: its place and prize. `head` is the
    bounty on a player in play, None in a tournament without. Of who is out also the `bounties` and `side_prizes` won.

    `chips` are None where nobody knows them; then nobody in play has a rank: 0.
    """

    is_in: bool
    rank: int
    chips: int | None
    place_first: int | None
    place_last: int | None
    prize: int | None
    is_prize_paid: bool = False
    is_prize_ready: bool = False
    head: int | None = None
    bounties: int = 0
    side_prizes: int = 0
    # Left with a seat of the satellite.
    has_won_seat: bool = False
    # What the player says of a stack that nobody knows, and since when.
    reported: int | None = None
    reported_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsPage:
    """A page of the standings: those in play by chips, then those out, best place first."""

    in_play: tuple[StandingRow, ...]
    out: tuple[StandingRow, ...]
    number: int
    pages: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveNotice:
    """A move that waits for the end of the hand, or one that has just been made or undone."""

    is_waiting: bool
    is_undone: bool
    from_table: int
    from_seat: int
    to_table: int
    to_seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MyBag:
    """The player's bag of the day that has ended; `number` is "" where the house writes down counts only."""

    number: str
    chips: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GoesOnAt:
    """Where a player who is through from a flight goes on: the event, and the secret of their page there, "" while the
    stacks are still in their bags. `is_paid`: as everybody there is sure of a prize.
    """

    event: Tournament
    secret: str
    is_paid: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MySeat:
    """What one player's private page shows; `waiting` is their place in the waiting list, or the seat held for them."""

    tournament: Tournament
    row: StandingRow
    move: MoveNotice | None
    waiting: AlternateShown | None
    bounties: OwnBounties | None
    money: OwnMoney
    bag: MyBag | None
    day_two: GoesOnAt | None

    @property
    def may_report(self) -> bool:
        """Whether the player is asked how many chips they have: nobody knows it, and the house wants to hear it."""
        is_on = self.tournament.status == TournamentStatus.RUNNING and self.tournament.options.stacks_reported
        return is_on and self.row.is_in and self.row.table is not None and self.row.chips is None


def standings_page(tournament: Tournament, *, page: int = 1, size: int | None = None) -> StandingsPage:
    """A page of so many. Four queries, three more where there are bounties; a page beyond the last is the last.

    The ids are put in order first: players, seats and prizes are read only for the entries of the page.
    """
    size = size or PAGE_SIZE
    entries = Entry.objects.filter(tournament=tournament).exclude(status=EntryStatus.VOID)
    counts = entries.aggregate(all=Count("pk"), unknown=UNKNOWN)
    total = counts["all"]
    pages = max(1, -(-total // size))
    number = min(max(1, page), pages)
    first = (number - 1) * size
    in_order = entries.order_by(F("place_first").asc(nulls_first=True), "-is_stack_known", "-stack", "number")
    ids = list(in_order.values_list("pk", flat=True)[first : first + size])
    found = _with_winnings(_entries(tournament)).in_bulk(ids)
    shown = [found[pk] for pk in ids]
    ranks = [0] * len(shown) if counts["unknown"] else _ranks(entries, shown, before=first)
    heads = heads_of(tournament.pk, ids) if tournament.has_heads else {}
    rows = [
        _row(entry, rank=rank, head=heads.get(entry.pk)) for entry, rank in zip(shown, ranks, strict=True)
    ]
    return StandingsPage(
        in_play=tuple(row for row in rows if row.is_in),
        out=tuple(row for row in rows if not row.is_in),
        number=number,
        pages=pages,
    )


def _ranks(entries: QuerySet[Entry], shown: Sequence[Entry], *, before: int) -> list[int]:
    """The ranks by chips of neighbours in the standings, who have `before` others ahead of them in the list.

    Equal stacks share a rank. Those in play stand first, so that a rank is a place in the list; entries that are out
    have none: 0. One query, none where nobody is in play.
    """
    ranks: list[int] = []
    for place, entry in enumerate(shown, start=before + 1):
        if entry.place_first is not None:
            ranks.append(0)
        elif not ranks:
            # An equal stack may stand on the page before.
            ranks.append(1 + entries.filter(place_first=None, stack__gt=entry.stack).count())
        else:
            ranks.append(ranks[-1] if entry.stack == shown[len(ranks) - 1].stack else place)
    return ranks


def seats_by_name(tournament: Tournament, *, folded: str) -> tuple[StandingRow, ...]:
    """Entries whose shown name has these words, those in play first; at most SEARCH_LIMIT.

    `folded` is the text without case and accents. A player who chose a public name is found and listed
    by that name only: the search must not reveal who is behind it.
    """
    found = _entries(tournament).filter(has_words(folded, field="player__search_shown_name"))
    order = (F("place_first").asc(nulls_first=True), "player__search_shown_name", "number")
    return tuple(_row(entry, rank=0) for entry in found.order_by(*order)[:SEARCH_LIMIT])


def my_seat(*, secret: str, now: datetime) -> MySeat | None:
    """The entry that this private link belongs to; None for no such link or a void entry."""
    entry = (
        Entry.objects.select_related(
            "tournament__flight_of", "player", "seat__table", "payout", "goes_on_as", "reported"
        )
        .exclude(status=EntryStatus.VOID)
        .filter(link_secret=secret)
        .first()
    )
    if entry is None:
        return None
    rank = 0
    if entry.status in LIVE:
        live = Entry.objects.filter(tournament=entry.tournament, status__in=LIVE)
        counts = live.aggregate(larger=Count("pk", filter=Q(stack__gt=entry.stack)), unknown=UNKNOWN)
        rank = 0 if counts["unknown"] else 1 + counts["larger"]
    bounties = own_bounties(entry.tournament, entry_id=entry.pk)
    return MySeat(
        tournament=entry.tournament,
        row=_row(entry, rank=rank),
        move=_move(entry, now),
        waiting=my_turn(entry) if entry.status == EntryStatus.REGISTERED else None,
        bounties=bounties,
        money=own_money(entry, payout=getattr(entry, "payout", None), bounties=bounties),
        bag=_bag(entry),
        day_two=_day_two(entry),
    )


def _bag(entry: Entry) -> MyBag | None:
    """Once the bags of the day are accepted, until the next day begins. One query, none while the room plays on."""
    stop = entry.tournament.stop_id
    if stop is None and entry.brought_line_id is not None and entry.tournament.started_at is None:
        bag = Bag.objects.filter(entry__goes_on_as=entry).order_by("-chips").first()
        return None if bag is None else MyBag(number=bag.number, chips=bag.chips)
    if stop is None:
        return None
    bag = Bag.objects.filter(entry=entry, stop=stop, stop__bagged_at__isnull=False).first()
    return None if bag is None else MyBag(number=bag.number, chips=bag.chips)


def _day_two(entry: Entry) -> GoesOnAt | None:
    """Of an entry that is through from its flight. No query, one for a smaller stack that is out there."""
    flight = entry.tournament
    if flight.flight_of is None or flight.status != TournamentStatus.FINISHED or entry.status not in LIVE:
        return None
    goes_on_as = entry.goes_on_as
    if goes_on_as is not None and goes_on_as.stack == 0:
        own = Entry.objects.filter(tournament=flight.flight_of, player=entry.player_id, status__in=LIVE)
        goes_on_as = own.first() or goes_on_as
    return GoesOnAt(
        event=flight.flight_of,
        secret="" if goes_on_as is None else goes_on_as.link_secret,
        is_paid=all_through_are_paid(flight.flight_of),
    )


def _entries(tournament: Tournament) -> QuerySet[Entry]:
    return (
        Entry.objects.filter(tournament=tournament)
        .exclude(status=EntryStatus.VOID)
        .select_related("player", "seat__table", "payout", "reported")
    )


def _row(entry: Entry, *, rank: int, head: int | None = None) -> StandingRow:
    seat = getattr(entry, "seat", None)
    payout = getattr(entry, "payout", None)
    is_unknown = entry.status == EntryStatus.PLAYING and not entry.is_stack_known
    reported: ReportedStack | None = getattr(entry, "reported", None) if is_unknown else None
    return StandingRow(
        entry_id=entry.pk,
        number=entry.number,
        name=entry.player.shown_name,
        is_in=entry.status in LIVE and entry.place_first is None,
        has_won_seat=entry.status == EntryStatus.SEAT_WON,
        reported=reported.chips if reported else None,
        reported_at=reported.at if reported else None,
        rank=rank,
        chips=entry.known_stack,
        table=seat.table.number if seat else None,
        seat=seat.number if seat else None,
        place_first=entry.place_first,
        place_last=entry.place_last,
        prize=payout.amount if payout else None,
        is_prize_paid=payout is not None and payout.paid_at is not None,
        is_prize_ready=payout is not None and payout.ready_line_id is not None,
        head=head,
        bounties=getattr(entry, "bounties_won_sum", None) or 0,
        side_prizes=getattr(entry, "side_prizes_sum", None) or 0,
    )


def _with_winnings(entries: QuerySet[Entry]) -> QuerySet[Entry]:
    """With what each has won besides the prize of a place."""
    won = BountyShare.objects.filter(winner=OuterRef("pk"), undone_at=None).values("winner")
    awarded = SidePrize.objects.filter(entry=OuterRef("pk"), removed_at=None).values("entry")
    return entries.annotate(
        bounties_won_sum=Subquery(won.annotate(all=Sum("due")).values("all")),
        side_prizes_sum=Subquery(awarded.annotate(all=Sum("amount")).values("all")),
    )


def _move(entry: Entry, now: datetime) -> MoveNotice | None:
    """The waiting move, or else the last one if it has just been made or undone; none once the tournament is over."""
    if entry.tournament.is_over:
        return None
    since = now - JUST_MOVED
    wanted = (
        Q(status=MoveStatus.WAITING)
        | Q(status=MoveStatus.APPLIED, applied_at__gte=since)
        | Q(status=MoveStatus.UNDONE, undone_at__gte=since)
    )
    move = (
        Move.objects.filter(wanted, entry=entry)
        .select_related("from_table", "to_table")
        .order_by(Coalesce("undone_at", "applied_at").desc(nulls_first=True), "-pk")
        .first()
    )
    if move is None:
        return None
    return MoveNotice(
        is_waiting=move.status == MoveStatus.WAITING,
        is_undone=move.status == MoveStatus.UNDONE,
        from_table=move.from_table.number,
        from_seat=move.from_seat,
        to_table=move.to_table.number,
        to_seat=move.to_seat,
    )


def place_of(entry_id: int) -> tuple[int, int] | None:
    """Table and seat of an entry; None while it has none. One query."""
    seats = Seat.objects.filter(entry=entry_id)
    return seats.values_list("table__number", "number").first()
