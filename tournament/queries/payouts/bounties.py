"""Bounties to read: the money on every head, who has taken it, and what the desk owes to whom."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.core.paginator import Paginator
from django.db.models import (
    Case,
    Count,
    Exists,
    F,
    IntegerField,
    Max,
    OuterRef,
    Q,
    QuerySet,
    Sum,
    Value,
    When,
)

from tournament.models import (
    BountyShare,
    Entry,
    Envelope,
    HeldKind,
    MoneyKind,
    MoneyRow,
    MysteryPot,
    Tournament,
    TournamentStatus,
)
from tournament.queries.flights import LIVE, flights_of
from tournament.queries.names import has_words
from tournament.queries.payouts.held import HeldLine, held_lines
from tournament.queries.payouts.waiting import MoneyWaiting, waiting_for
from tournament.rules.names import fold_name
from tournament.rules.payouts.limits import Paper

LINES_ON_A_PAGE: Final = 50
# An entry number of more digits is none.
LONGEST_NUMBER: Final = 7
# What has become of a share that is no longer due.
PAID_OUT: Final = Q(payment__kind=MoneyKind.BOUNTY_PAID)
NOT_COLLECTED: Final = Q(payment__kind=MoneyKind.FORFEITED)


@dataclass(frozen=True, slots=True, kw_only=True)
class BountyMoney:
    """What the bounties of a tournament have brought in, and where that money is, in minor units.

    `in_pot` is what waits for mystery bounties, or is in envelopes that are not open; `to_open` of these have been
    taken. `unclaimed` is on the heads of players who are out and whom nobody has knocked out; `handed_over` is what the
    ledger has paid for bounties, `paid` what was paid of those that were won. `forfeited` was won and not collected,
    `kept` is what the house has kept of it by the ledger. `from_flights`: of an event what its flights have taken for
    its envelopes; `to_event`: of a flight the same, which is in no pot there.
    """

    sold: int
    on_heads: int
    unclaimed: int
    due: int
    paid: int
    handed_over: int
    in_pot: int = 0
    to_open: int = 0
    forfeited: int = 0
    kept: int = 0
    from_flights: int = 0
    to_event: int = 0

    @property
    def difference(self) -> int:
        """Money that is nowhere, or negative, money that nobody brought in; 0 where the ledger balances."""
        waiting = self.in_pot + self.on_heads + self.unclaimed + self.due + self.to_event
        here = self.sold + self.from_flights - waiting - self.paid - self.forfeited
        return here or self.paid - self.handed_over or self.forfeited - self.kept


@dataclass(frozen=True, slots=True, kw_only=True)
class BountyPayment:
    """Bounties that were handed over in one go: the row of the ledger."""

    id: int
    amount: int
    at: datetime
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Forfeit:
    """Bounties that nobody came for: the line of the log by which they were closed."""

    line: int
    amount: int
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class BountyLine:
    """One entry that has taken bounties: `due` is waiting at the desk, `paid` was handed over; `waiting` is all that
    waits for it, and what its player owes.
    """

    entry: int
    number: int
    name: str
    is_in: bool
    knock_outs: int
    on_head: int
    due: int
    paid: int
    payment: BountyPayment | None
    forfeit: Forfeit | None
    papers: tuple[Paper, ...]
    held: HeldLine | None
    waiting: MoneyWaiting


@dataclass(frozen=True, slots=True, kw_only=True)
class BountyDesk:
    """Page `number` of the entries that have taken bounties, all of them or those searched for."""

    money: BountyMoney
    lines: tuple[BountyLine, ...]
    number: int
    pages: int
    taken: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnBounties:
    """What one player sees of bounties: players knocked out, money won with them, money on the own head."""

    knock_outs: int
    due: int
    paid: int
    on_head: int
    # Of mystery bounties: taken and not open yet.
    envelopes: int = 0
    # Won, and not collected in time.
    forfeited: int = 0

    @property
    def won(self) -> int:
        return self.due + self.paid


def heads_of(tournament_id: int, entry_ids: Collection[int] | None = None) -> dict[int, int]:
    """By entry the money on its head, 0 for one that has none; of all entries where none are named. Three queries."""
    bought = MoneyRow.objects.filter(tournament=tournament_id, kind=MoneyKind.BOUNTY, entry__isnull=False)
    standing = _standing(tournament_id)
    won, lost = standing, standing
    heads: dict[int, int] = {}
    if entry_ids is not None:
        heads = dict.fromkeys(entry_ids, 0)
        bought = bought.filter(entry__in=entry_ids)
        won, lost = won.filter(winner__in=entry_ids), lost.filter(eliminated__in=entry_ids)
    for entry, amount in bought.values_list("entry").annotate(all=Sum("amount")):
        heads[entry] = heads.get(entry, 0) + amount
    for entry, amount in won.values_list("winner").annotate(all=Sum("on_head")):
        heads[entry] = heads.get(entry, 0) + amount
    for entry, amount in lost.values_list("eliminated").annotate(all=Sum(F("due") + F("on_head"))):
        heads[entry] = heads.get(entry, 0) - amount
    return heads


def bounty_money(tournament: Tournament) -> BountyMoney:
    """Where the money of the bounties is. Six queries; of mystery bounties four, or five before they begin."""
    shares = _standing(tournament.pk).aggregate(
        waiting=Sum("due", filter=Q(payment=None), default=0),
        taken=Sum("due", filter=PAID_OUT, default=0),
        forfeited=Sum("due", filter=NOT_COLLECTED, default=0),
        to_open=Count("envelope", distinct=True, filter=Q(envelope__isnull=False, envelope__opened_at=None)),
    )
    ledger = MoneyRow.objects.filter(tournament=tournament).aggregate(
        sold=Sum("amount", filter=Q(kind=MoneyKind.BOUNTY), default=0),
        handed_over=Sum("amount", filter=Q(kind=MoneyKind.BOUNTY_PAID), default=0),
        kept=Sum("amount", filter=Q(kind=MoneyKind.FORFEITED), default=0),
    )
    money = {
        "sold": ledger["sold"],
        "due": shares["waiting"],
        "paid": shares["taken"],
        "handed_over": -ledger["handed_over"],
        "forfeited": shares["forfeited"],
        "kept": -ledger["kept"],
    }
    if tournament.flight_of_id is not None and tournament.status != TournamentStatus.CANCELLED:
        to_event = sum(heads_of(tournament.pk).values())
        return BountyMoney(on_heads=0, unclaimed=0, to_event=to_event, **money)
    if tournament.has_mystery_bounties:
        in_pot = _in_pot(tournament)
        money["from_flights"] = _from_flights(tournament)
        return BountyMoney(on_heads=0, unclaimed=0, in_pot=in_pot, to_open=shares["to_open"], **money)
    heads = heads_of(tournament.pk)
    live = set(Entry.objects.filter(pk__in=heads, status__in=LIVE).values_list("pk", flat=True))
    return BountyMoney(
        on_heads=sum(amount for entry, amount in heads.items() if entry in live),
        unclaimed=sum(amount for entry, amount in heads.items() if entry not in live),
        **money,
    )


def _from_flights(tournament: Tournament) -> int:
    """No query where there are none."""
    flights = flights_of(tournament)
    if not flights:
        return 0
    rows = MoneyRow.objects.filter(tournament__in=flights, kind=MoneyKind.BOUNTY)
    total: int = rows.aggregate(all=Sum("amount", default=0))["all"]
    return total


def _in_pot(tournament: Tournament) -> int:
    """What no envelope that somebody has opened has brought out."""
    pot = MysteryPot.objects.filter(tournament=tournament, undone_at=None).first()
    if pot is None:
        return sum(heads_of(tournament.pk).values()) + _from_flights(tournament)
    taken = BountyShare.objects.filter(envelope=OuterRef("pk"), undone_at=None)
    rows = Envelope.objects.filter(Q(opened_at=None) | ~Exists(taken), pot=pot)
    left: int = rows.aggregate(all=Sum("value", default=0))["all"]
    return left


def bounty_desk(tournament: Tournament, *, typed: str = "", page: str = "1") -> BountyDesk:
    """What the desk has to pay: most due first, then those who have all of theirs. Fourteen queries at most."""
    wanted = has_words(fold_name(typed), field="winner__player__search_name")
    if typed.isascii() and typed.isdigit() and len(typed) <= LONGEST_NUMBER:
        wanted |= Q(winner__number=int(typed))
    waits = Case(When(waiting__gt=0, then=Value(0)), default=Value(1), output_field=IntegerField())
    in_order = (
        _standing(tournament.pk)
        .filter(wanted)
        .values_list("winner", "winner__number", "winner__player", "winner__player__name", "winner__status")
        .annotate(
            knock_outs=Count("pk", filter=Q(is_at_the_end=False)),
            waiting=Sum("due", filter=Q(payment=None), default=0),
            handed_over=Sum("due", filter=PAID_OUT, default=0),
            newest=Max("payment", filter=PAID_OUT),
            closed=Max("payment", filter=NOT_COLLECTED),
        )
        .order_by(waits, "-waiting", "winner__number")
    )
    shown = Paginator(in_order, LINES_ON_A_PAGE).get_page(page)
    rows = list(shown)
    heads = heads_of(tournament.pk, [row[0] for row in rows]) if rows else {}
    held = held_lines(tournament, kind=HeldKind.BOUNTIES, entries=[row[0] for row in rows])
    all_of = waiting_for(tournament, {row[0]: row[2] for row in rows})
    payments = _payments([pk for row in rows for pk in row[-2:] if pk is not None])
    return BountyDesk(
        money=bounty_money(tournament),
        lines=tuple(
            BountyLine(
                entry=entry,
                number=number,
                name=name,
                is_in=status in LIVE,
                knock_outs=knock_outs,
                on_head=heads[entry] if status in LIVE else 0,
                due=waiting,
                paid=handed_over,
                payment=_payment(payments.get(newest)),
                forfeit=_forfeit(payments.get(closed)),
                papers=tournament.payment_limits.papers_due(waiting),
                held=held.get(entry),
                waiting=all_of[entry],
            )
            for entry, number, _player, name, status, knock_outs, waiting, handed_over, newest, closed in rows
        ),
        number=shown.number,
        pages=shown.paginator.num_pages,
        taken=_standing(tournament.pk).count(),
    )


def own_bounties(tournament: Tournament, *, entry_id: int) -> OwnBounties | None:
    """What an entry has of bounties; None where there are none. Four queries."""
    if not tournament.has_bounties:
        return None
    won = _standing(tournament.pk).filter(winner=entry_id)
    sums = won.aggregate(
        knock_outs=Count("pk", filter=Q(is_at_the_end=False)),
        waiting=Sum("due", filter=Q(payment=None), default=0),
        taken=Sum("due", filter=PAID_OUT, default=0),
        forfeited=Sum("due", filter=NOT_COLLECTED, default=0),
        envelopes=Count("pk", filter=Q(envelope__isnull=False, envelope__opened_at=None)),
    )
    return OwnBounties(
        knock_outs=sums["knock_outs"],
        due=sums["waiting"],
        paid=sums["taken"],
        on_head=0 if tournament.has_mystery_bounties else heads_of(tournament.pk, [entry_id])[entry_id],
        envelopes=sums["envelopes"],
        forfeited=sums["forfeited"],
    )


def _standing(tournament_id: int) -> QuerySet[BountyShare]:
    return BountyShare.objects.filter(tournament=tournament_id, undone_at=None)


def _payments(ids: Collection[int]) -> dict[int, MoneyRow]:
    return MoneyRow.objects.select_related("log_entry").in_bulk(ids) if ids else {}


def _payment(row: MoneyRow | None) -> BountyPayment | None:
    if row is None:
        return None
    by = row.log_entry.actor if row.log_entry else ""
    return BountyPayment(id=row.pk, amount=-row.amount, at=row.at, by=by)


def _forfeit(row: MoneyRow | None) -> Forfeit | None:
    return None if row is None else Forfeit(line=row.log_entry_id or 0, amount=-row.amount, at=row.at)
