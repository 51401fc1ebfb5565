"""The cash desk's list: prizes awarded, paid or waiting, and what blocks the rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.core.paginator import Paginator
from django.db.models import Case, Count, DateTimeField, F, IntegerField, Q, Sum, Value, When

from tournament.models import HeldKind, Payout, Tournament
from tournament.queries.names import has_words
from tournament.queries.payouts.held import HeldLine, held_lines
from tournament.queries.payouts.ladder import bubble_place, lawful_ladder, prize_pool
from tournament.queries.payouts.waiting import MoneyWaiting, waiting_for
from tournament.queries.payouts.withheld import withheld_now, withheld_when_paid
from tournament.rules.names import fold_name
from tournament.rules.payouts.deductions import Withheld
from tournament.rules.payouts.ladders import Ladder
from tournament.rules.payouts.limits import Paper
from tournament.rules.payouts.schemes import PrizeError

LINES_ON_A_PAGE: Final = 50
# An entry number of more digits is none.
LONGEST_NUMBER: Final = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class PayLine:
    """One prize; `paid_at` and `paid_by` once it was handed over, `held` while it waits for a second person, `papers`
    that are due before it is paid. Money in minor units.

    `before` is what of it was paid in advance; a player who is still in has place 0.

    `withheld`: of a prize that is paid as it was booked, of one that waits as the deductions are now. `waiting`
    is all that the entry has to collect, and what its player owes.
    """

    id: int
    entry: int
    entry_number: int
    name: str
    place_first: int
    place_last: int
    is_bubble: bool
    amount: int
    before: int
    decided_at: datetime
    paid_at: datetime | None
    paid_by: str
    is_ready: bool
    papers: tuple[Paper, ...]
    held: HeldLine | None
    withheld: tuple[Withheld, ...]
    waiting: MoneyWaiting

    @property
    def to_pay(self) -> int:
        """What one payment hands over of it, before what is withheld."""
        return self.amount - self.before

    @property
    def also_due(self) -> int:
        """What the same entry has to collect besides, side prizes and bounties."""
        return self.waiting.bounties + self.waiting.side_prizes

    @property
    def net(self) -> int:
        """What the player gets."""
        return self.to_pay - sum(part.amount for part in self.withheld)

    @property
    def in_all(self) -> int:
        """What the entry has to collect now."""
        return self.also_due + (0 if self.paid_at else self.net)


@dataclass(frozen=True, slots=True, kw_only=True)
class PayDesk:
    """Page `number` of the prizes, all of them or those searched for; `awarded`, `due`, `paid` and what of that was
    `withheld` are of all.
    """

    lines: tuple[PayLine, ...]
    number: int
    pages: int
    awarded: int
    due: int
    paid: int
    withheld: int
    problem: PrizeError | None


def pay_desk(tournament: Tournament, *, entries: int, typed: str = "", page: str = "1") -> PayDesk:
    """The unpaid in the order of going out, then the paid, best place first; those whose name has every word typed,
    or whose entry number it is. Seven queries, and one where something was withheld.
    """
    prizes = Payout.objects.filter(tournament=tournament)
    of_all = prizes.aggregate(
        awarded=Count("pk"),
        due=Sum(F("amount") - Payout.in_advance(), filter=Q(paid_at=None), default=0),
        paid=Sum("amount", filter=~Q(paid_at=None), default=0)
        + Sum(Payout.in_advance(), filter=Q(paid_at=None), default=0),
        withheld=Sum("withheld", default=0),
    )
    wanted = has_words(fold_name(typed), field="entry__player__search_name")
    if typed.isascii() and typed.isdigit() and len(typed) < LONGEST_NUMBER:
        wanted |= Q(entry__number=int(typed))
    is_paid = Case(When(paid_at=None, then=Value(0)), default=Value(1), output_field=IntegerField())
    went_out = Case(When(paid_at=None, then=F("entry__eliminated_at")), output_field=DateTimeField())
    last_first = Case(
        When(paid_at=None, then=-F("entry__place_first")),
        default=F("entry__place_first"),
        output_field=IntegerField(),
    )
    in_order = prizes.filter(wanted).order_by(
        is_paid, went_out.asc(nulls_last=True), last_first, "entry__number"
    )
    shown = Paginator(in_order.select_related("entry__player", "paid_by"), LINES_ON_A_PAGE).get_page(page)
    ladder, problem = _ladder(tournament, entries)
    return PayDesk(
        lines=_lines(tournament, list(shown), bubble_at=bubble_place(tournament, ladder=ladder)),
        number=shown.number,
        pages=shown.paginator.num_pages,
        awarded=of_all["awarded"],
        due=of_all["due"],
        paid=of_all["paid"],
        withheld=of_all["withheld"],
        problem=problem,
    )


def pay_line(tournament: Tournament, *, payout_id: int) -> PayLine | None:
    rows = Payout.objects.filter(tournament=tournament).select_related("entry__player", "paid_by")
    row = rows.filter(pk=payout_id).first()
    return None if row is None else _lines(tournament, [row], bubble_at=bubble_place(tournament))[0]


def _lines(tournament: Tournament, rows: Sequence[Payout], *, bubble_at: int) -> tuple[PayLine, ...]:
    """Six queries at most: for those that wait for a second person, and what was withheld of those that are paid."""
    held = held_lines(tournament, kind=HeldKind.PRIZE, entries=[row.entry_id for row in rows])
    kept_back = [row.entry_id for row in rows if row.withheld]
    booked = withheld_when_paid(kept_back) if kept_back else {}
    waiting = waiting_for(tournament, {row.entry_id: row.entry.player_id for row in rows})
    return tuple(
        _line(
            row,
            tournament,
            booked.get(row.entry_id, ()) if row.paid_at else withheld_now(tournament, row.amount),
            held.get(row.entry_id),
            bubble_at=bubble_at,
            waiting=waiting[row.entry_id],
        )
        for row in rows
    )


def _line(
    row: Payout,
    tournament: Tournament,
    withheld: tuple[Withheld, ...],
    held: HeldLine | None,
    *,
    bubble_at: int,
    waiting: MoneyWaiting,
) -> PayLine:
    first, last = row.entry.place_first or 0, row.entry.place_last or 0
    return PayLine(
        withheld=withheld,
        waiting=waiting,
        id=row.pk,
        entry=row.entry_id,
        entry_number=row.entry.number,
        name=row.entry.player.name,
        place_first=first,
        place_last=last,
        is_bubble=0 < first <= bubble_at <= last,
        amount=row.amount,
        before=row.paid_before,
        decided_at=row.decided_at,
        paid_at=row.paid_at,
        paid_by="" if row.paid_by is None else row.paid_by.get_full_name() or row.paid_by.username,
        is_ready=row.ready_line_id is not None,
        papers=() if row.paid_at else tournament.payment_limits.papers_due(row.amount),
        held=held,
    )


def _ladder(tournament: Tournament, entries: int) -> tuple[Ladder, PrizeError | None]:
    """The prizes, none where the scheme does not fit this pool and field, and why it does not."""
    try:
        return lawful_ladder(tournament, pool=prize_pool(tournament), entries=entries), None
    except PrizeError as problem:
        return Ladder(), problem
