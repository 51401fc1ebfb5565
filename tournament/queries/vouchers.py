"""Vouchers as people see them: what each is worth still, and what became of the rest."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from django.db.models import Q, QuerySet

from tournament.models import Tournament, Voucher, VoucherUse
from tournament.options.vouchers import VoucherTerms
from tournament.rules.payouts.limits import Paper


@dataclass(frozen=True, slots=True, kw_only=True)
class UseShown:
    """amount in minor units. event: where it was used, "" for cash."""

    amount: int
    event: str


@dataclass(frozen=True, slots=True, kw_only=True)
class VoucherShown:
    """One voucher. value, left: in minor units. event, satellite: their names. lapses: what is left can no longer be
    used. papers: due before it is paid in cash.
    """

    id: int
    code: str
    player: str
    value: int
    left: int
    terms: VoucherTerms
    event: str
    satellite: str
    currency: str
    uses: tuple[UseShown, ...] = ()
    papers: tuple[Paper, ...] = ()

    @property
    def is_used(self) -> bool:
        return bool(self.uses)

    @property
    def lapses(self) -> bool:
        return self.left > 0 and self.is_used and self.terms == VoucherTerms.EVENT

    @property
    def is_open(self) -> bool:
        return self.left > 0 and not self.lapses

    @property
    def pays_cash(self) -> bool:
        return self.is_open and self.terms == VoucherTerms.CASH


def standing() -> QuerySet[Voucher]:
    """Vouchers that were not voided, with their winners and both events."""
    rows = Voucher.objects.filter(voided_line=None)
    return rows.select_related("entry__player", "event", "tournament").order_by("pk")


def left_of(vouchers: Iterable[Voucher]) -> Mapping[int, int]:
    """By voucher what is left of it, in minor units. One query."""
    left = {voucher.pk: voucher.value for voucher in vouchers}
    uses = VoucherUse.objects.filter(voucher__in=left, undone_line=None)
    for voucher, amount in uses.values_list("voucher", "amount"):
        left[voucher] -= amount
    return left


def is_good(voucher: Voucher, event: Tournament, *, left: int) -> bool:
    """Whether it pays for an entry of this event, or of one of its flights.

    One for a single entry is used up by it, whatever is left; others are good for every event of the festival.
    """
    if left <= 0 or event.festival_id is None or voucher.tournament.currency != event.currency:
        return False
    if voucher.terms == VoucherTerms.EVENT:
        return voucher.event_id == event.pk and left == voucher.value
    return voucher.event.festival_id == event.festival_id


def vouchers_of_players(
    tournament: Tournament, player_ids: Collection[int]
) -> Mapping[int, tuple[VoucherShown, ...]]:
    """By player the vouchers with which they can enter here. Two queries, none outside a festival."""
    if tournament.festival_id is None or not player_ids:
        return {}
    rows = list(standing().filter(entry__player__in=player_ids))
    left = left_of(rows)
    found: dict[int, list[VoucherShown]] = defaultdict(list)
    for row in rows:
        if is_good(row, tournament.event, left=left[row.pk]):
            found[row.entry.player_id].append(_shown(row, left[row.pk]))
    return {player: tuple(vouchers) for player, vouchers in found.items()}


def vouchers_given(tournament: Tournament) -> tuple[VoucherShown, ...]:
    """Those that were won in this satellite, the first given first. Two queries."""
    limits = tournament.payment_limits
    found = _with_uses(standing().filter(tournament=tournament))
    return tuple(replace(voucher, papers=limits.papers_due(voucher.left)) for voucher in found)


def vouchers_for(tournament: Tournament) -> tuple[VoucherShown, ...]:
    """Those that are for this event, wherever they were used, and those of others that were used in it or one of its
    flights. Two queries.
    """
    event = tournament.event
    used_here = VoucherUse.objects.filter(undone_line=None).filter(
        Q(tournament=event) | Q(tournament__flight_of=event), entry__isnull=False
    )
    here = Q(event=event) | Q(pk__in=used_here.values("voucher"))
    return _with_uses(standing().filter(here).exclude(tournament=tournament))


def paid_by_voucher(tournament: Tournament, entry_id: int) -> int:
    """What of the price of an entry a voucher has paid, in minor units. One query, none outside a festival."""
    if tournament.festival_id is None:
        return 0
    uses = VoucherUse.objects.filter(entry=entry_id, undone_line=None)
    return sum(uses.values_list("amount", flat=True))


def voucher_of_entry(entry_id: int) -> VoucherShown | None:
    """What an entry of a satellite has won, for its player. Two queries."""
    return next(iter(_with_uses(standing().filter(entry=entry_id))), None)


def _with_uses(rows: QuerySet[Voucher]) -> tuple[VoucherShown, ...]:
    found = list(rows)
    uses: dict[int, list[UseShown]] = defaultdict(list)
    standing_uses = VoucherUse.objects.filter(voucher__in=[row.pk for row in found], undone_line=None)
    for use in standing_uses.select_related("tournament").order_by("pk"):
        event = "" if use.entry_id is None else use.tournament.name
        uses[use.voucher_id].append(UseShown(amount=use.amount, event=event))
    left = {row.pk: row.value - sum(use.amount for use in uses[row.pk]) for row in found}
    return tuple(_shown(row, left[row.pk], tuple(uses[row.pk])) for row in found)


def _shown(row: Voucher, left: int, uses: tuple[UseShown, ...] = ()) -> VoucherShown:
    return VoucherShown(
        id=row.pk,
        code=row.code,
        player=row.entry.player.name,
        value=row.value,
        left=left,
        terms=VoucherTerms(row.terms),
        event=row.event.name,
        satellite=row.tournament.name,
        currency=row.event.currency,
        uses=uses,
    )
