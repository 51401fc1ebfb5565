"""What the registration desk sees: players to find, entries to look after, a ticket to print."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from django.db.models import Case, Count, F, IntegerField, OrderBy, Q, QuerySet, Sum, Value, When
from django.utils.translation import gettext as _

from tables.models import Seat
from tables.queries.desk.row_sales import RowSales, row_sales
from tables.queries.room.entry_at import EntryAt
from tables.queries.room.sale_offers import Buyer, buyers
from tournament.models import BEGAN_WITH, ChipRow, Entry, EntryStatus, Player, Tournament
from tournament.queries.chip_sales import SalesOfKind, sales_of
from tournament.queries.flights import LIVE
from tournament.queries.names import has_words
from tournament.queries.phones import players_not_reached
from tournament.queries.registration import (
    NOT_ELSEWHERE,
    IdSeen,
    RegistrationNow,
    ids_checked,
    other_flights,
)
from tournament.queries.vouchers import VoucherShown, paid_by_voucher, vouchers_of_players
from tournament.rules.entries import EntryRefused, OtherFlights
from tournament.words.rules import say_error

MATCHES_SHOWN = 12
# The list of players by each of its columns, as it is wanted first; a second tap turns it round. The seat and the
# place that somebody does not have come last either way.
ORDERS: Final[Mapping[str, tuple[str, ...]]] = {
    "name": ("player__search_name", "number"),
    "entry": ("-number",),
    "seat": ("seat__table__number", "seat__number", "number"),
    "chips": ("-is_stack_known", "-stack", "number"),
    "state": ("status", "place_first", "number"),
}
PAGE_SIZE = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerMatch:
    """A player found at the desk, and how often they have entered; `table` and `seat` when seated.

    `refusal` says why they may not enter now; empty for one who may, and for one who is in. `forfeits`: chips that
    a player who is in may give up to enter again, 0 where that is not possible. `buyer`: what they may buy now;
    `id_seen`: that their ID was checked at this event; `vouchers`: seats they have won that are good here.
    """

    id: int
    name: str
    club_number: str
    entries: int
    is_in: bool
    refusal: str
    forfeits: int
    table: int | None
    seat: int | None
    buyer: Buyer | None = None
    id_seen: IdSeen | None = None
    vouchers: tuple[VoucherShown, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryLine:
    """One entry in the list; `can_void` is a hint, the service decides. `sales` where any are made.

    is_not_reached: the player wants notices, and no phone of theirs gets any.
    """

    id: int
    player_id: int
    number: int
    name: str
    club_number: str
    status: str
    status_label: str
    table: int | None
    seat: int | None
    stack: int | None
    place_first: int | None
    place_last: int | None
    registered_at: datetime
    can_void: bool
    sales: RowSales | None = None
    is_not_reached: bool = False

    @property
    def is_out(self) -> bool:
        """Without chips: void, out, or gone with a seat."""
        return self.status not in LIVE


@dataclass(frozen=True, slots=True, kw_only=True)
class EntriesPage:
    """`total` are the entries that count, `voided` the void ones; the lines show both."""

    lines: tuple[EntryLine, ...]
    total: int
    voided: int
    number: int
    pages: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatTicket(EntryAt):
    """What is printed for one entry; `table` and `seat` are None before the draw. Money in minor units; `price` is what
    the price was called, "" for the buy-in, and `by_voucher` is what a seat won in a satellite has paid of it.
    """

    player_id: int
    public_name: str
    status: str
    paid: int
    price: str
    stack: int
    registered_at: datetime
    secret: str
    bought: tuple[SalesOfKind, ...] = ()
    by_voucher: int = 0

    @property
    def in_cash(self) -> int:
        """What of the price was paid at the desk."""
        return self.paid - self.by_voucher

    @property
    def paid_in_all(self) -> int:
        """In cash, with rebuys and add-ons."""
        return self.in_cash + sum(sale.price for sale in self.bought)


def find_players(
    tournament: Tournament, *, folded: str, typed: str, registration: RegistrationNow, now: datetime
) -> tuple[PlayerMatch, ...]:
    """Players whose folded name has every word typed, or whose club number is it; three queries, three more at most
    where rebuys are sold.
    """
    starts = Case(
        When(search_name__startswith=folded, then=Value(0)), default=Value(1), output_field=IntegerField()
    )
    players = (
        Player.objects.filter(has_words(folded, field="search_name") | Q(club_number=typed))
        .filter(merged_into=None)
        .annotate(starts=starts)
        .order_by("starts", "search_name", "pk")[:MATCHES_SHOWN]
    )
    return matches_of(tournament, list(players), registration=registration, now=now)


def matches_of(
    tournament: Tournament, players: Sequence[Player], *, registration: RegistrationNow, now: datetime
) -> tuple[PlayerMatch, ...]:
    """These players as the desk shows them; two queries, at most three more where rebuys are sold, two for flights,
    two in a festival.
    """
    entries: dict[int, list[Entry]] = defaultdict(list)
    for entry in (
        Entry.objects.filter(tournament=tournament, player__in=players)
        .exclude(status=EntryStatus.VOID)
        .select_related("player", "seat__table")
    ):
        entries[entry.player_id].append(entry)
    buying = buyers(tournament, [entry for own in entries.values() for entry in own], now=now)
    ids = [player.pk for player in players]
    seen, elsewhere = ids_checked(tournament, ids), other_flights(tournament, ids)
    vouchers = vouchers_of_players(tournament, ids)
    return tuple(
        replace(
            _match(
                player,
                entries[player.pk],
                registration,
                buying.get(player.pk),
                elsewhere.get(player.pk, NOT_ELSEWHERE),
            ),
            id_seen=seen.get(player.pk),
            vouchers=vouchers.get(player.pk, ()),
        )
        for player in players
    )


def entries_page(
    tournament: Tournament,
    *,
    folded: str,
    typed: str,
    page: int,
    order: str = "name",
    is_turned: bool = False,
    now: datetime | None = None,
) -> EntriesPage:
    """Entries by a column of `ORDERS`, by name unless asked, or those that are searched; three queries at most,
    one more where players get notices.

    With `now` each with what it has bought and may buy: twelve queries more at most, where anything is sold or won.
    """
    entries = Entry.objects.filter(tournament=tournament)
    if folded:
        wanted = has_words(folded, field="player__search_name")
        if typed.isascii() and typed.isdigit() and len(typed) < 8:
            wanted |= Q(number=int(typed))
        entries = entries.filter(wanted | Q(player__club_number=typed))
    counts = entries.aggregate(all=Count("pk"), void=Count("pk", filter=Q(status=EntryStatus.VOID)))
    pages = max(1, -(-counts["all"] // PAGE_SIZE))
    number = min(max(1, page), pages)
    first = (number - 1) * PAGE_SIZE
    shown = _with_seats(entries).order_by(*_order(order, is_turned=is_turned))[first : first + PAGE_SIZE]
    own = _own_stacks(tournament, shown)
    lines = [_line(entry, full=own.get(entry.pk, tournament.starting_stack)) for entry in shown]
    sales = {} if now is None else row_sales(tournament, {line.id: line.player_id for line in lines}, now=now)
    lost = players_not_reached(tournament)
    return EntriesPage(
        lines=tuple(
            replace(line, sales=sales.get(line.id), is_not_reached=line.player_id in lost) for line in lines
        ),
        total=counts["all"] - counts["void"],
        voided=counts["void"],
        number=number,
        pages=pages,
    )


def _order(order: str, *, is_turned: bool) -> list[OrderBy]:
    columns = []
    for column in ORDERS[order]:
        falls = column.startswith("-") != is_turned
        field = F(column.removeprefix("-"))
        columns.append(field.desc(nulls_last=True) if falls else field.asc(nulls_last=True))
    return columns


def seat_ticket(tournament: Tournament, *, entry_id: int) -> SeatTicket | None:
    """The ticket of an entry of this tournament, or None."""
    entry = _with_seats(Entry.objects.filter(tournament=tournament)).filter(pk=entry_id).first()
    if entry is None:
        return None
    return replace(
        _ticket(entry),
        bought=sales_of(tournament, entry_id),
        by_voucher=paid_by_voucher(tournament, entry.pk),
    )


def seat_tickets(tournament: Tournament) -> tuple[SeatTicket, ...]:
    """The tickets of all live entries by table and seat, as they are handed out; one query."""
    live = _with_seats(Entry.objects.filter(tournament=tournament, status__in=LIVE))
    return tuple(_ticket(entry) for entry in live.order_by("seat__table__number", "seat__number", "number"))


def _with_seats(entries: QuerySet[Entry]) -> QuerySet[Entry]:
    return entries.select_related("player", "seat__table")


def _seat_of(entry: Entry) -> tuple[int | None, int | None]:
    seat: Seat | None = getattr(entry, "seat", None)
    return (None, None) if seat is None else (seat.table.number, seat.number)


def _match(
    player: Player,
    entries: list[Entry],
    registration: RegistrationNow,
    buyer: Buyer | None,
    elsewhere: OtherFlights,
) -> PlayerMatch:
    entered_at = [entry.registered_at for entry in entries if entry.brought_line_id is None]
    refusal = registration.refusal(entered_at=entered_at, elsewhere=elsewhere)
    live = next((entry for entry in entries if entry.status in LIVE), None)
    table, seat = (None, None) if live is None else _seat_of(live)
    return PlayerMatch(
        id=player.pk,
        name=player.name,
        club_number=player.club_number,
        entries=len(entries),
        is_in=live is not None,
        refusal=_refusal(entries, None if live else refusal),
        forfeits=0 if live is None else _forfeits(live, entered_at, registration),
        table=table,
        seat=seat,
        buyer=buyer,
    )


def _refusal(entries: list[Entry], refusal: EntryRefused | None) -> str:
    if any(entry.status == EntryStatus.SEAT_WON for entry in entries):
        return _("Has won a seat here already.")
    return "" if refusal is None else say_error(refusal)


def _forfeits(live: Entry, entered_at: Sequence[datetime], registration: RegistrationNow) -> int:
    """The stack that may be given up to enter again."""
    if live.status != EntryStatus.PLAYING:
        return 0
    refusal = registration.refusal(entered_at=entered_at, player_chips=live.stack, forfeit=True)
    return live.stack if refusal is None else 0


def _own_stacks(tournament: Tournament, entries: Iterable[Entry]) -> Mapping[int, int]:
    """By entry with how many chips it began, where a season gives players stacks of their own. One query, none where
    everybody begins alike.
    """
    if tournament.stacks_line_id is None:
        return {}
    rows = ChipRow.objects.filter(entry__in=[each.pk for each in entries], kind__in=BEGAN_WITH)
    return dict(rows.order_by().values_list("entry").annotate(chips=Sum("amount")))


def _line(entry: Entry, *, full: int) -> EntryLine:
    table, seat = _seat_of(entry)
    return EntryLine(
        id=entry.pk,
        player_id=entry.player_id,
        number=entry.number,
        name=entry.player.name,
        club_number=entry.player.club_number,
        status=entry.status,
        status_label=entry.get_status_display(),
        table=table,
        seat=seat,
        stack=entry.known_stack,
        place_first=entry.place_first,
        place_last=entry.place_last,
        registered_at=entry.registered_at,
        can_void=entry.status in LIVE and entry.known_stack == full,
    )


def _ticket(entry: Entry) -> SeatTicket:
    table, seat = _seat_of(entry)
    return SeatTicket(
        entry_id=entry.pk,
        player_id=entry.player_id,
        number=entry.number,
        name=entry.player.name,
        public_name=entry.player.public_name,
        status=entry.status,
        table=table,
        seat=seat,
        paid=entry.paid_total,
        price=entry.price_name,
        stack=entry.stack,
        registered_at=entry.registered_at,
        secret=entry.link_secret,
    )
