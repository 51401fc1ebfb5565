"""The whole ladder of an event: the prizes by place, and how many of the places are in the money.

Below the money one more place may be paid: the bubble prize, which the last player out of the money gets. In a
satellite it is the cash that is left below the value of one more seat. Side prizes and the bubble prize leave the pool
before the ladder is cut, so that all three together are the pool to the minor unit.

A bubble prize is never above the smallest prize, or it would pay to go out. Where every entry is in the money nobody is
on the bubble, and the ladder is cut from the whole pool.
"""

from dataclasses import dataclass

from tournament.rules.payouts.locked import LockedLadder
from tournament.rules.payouts.prizes import payouts
from tournament.rules.payouts.schemes import CustomAmounts, PayoutScheme, PrizeError, SatelliteSeats


@dataclass(frozen=True, slots=True, kw_only=True)
class Ladder:
    """`prizes` from place 1 down, in minor units; those from place `places_paid` + 1 are below the money.

    `has_bubble`: the last of them is the bubble prize.
    """

    prizes: tuple[int, ...] = ()
    places_paid: int = 0
    has_bubble: bool = False

    @property
    def amounts(self) -> tuple[int, ...]:
        """The prizes without the bubble prize: what is locked, and edited by hand."""
        return self.prizes[:-1] if self.has_bubble else self.prizes

    @property
    def bubble_at(self) -> int:
        """The place that is paid the bubble prize, 0 for none."""
        return len(self.prizes) if self.has_bubble else 0


def whole_ladder(
    *, pool: int, entries: int, scheme: PayoutScheme, unit: int = 1, bubble: int = 0, side_prizes: int = 0
) -> Ladder:
    """The ladder of a pool that pays so much for the bubble and in side prizes.

    Raises PrizeError where these are more than there is, or the scheme does not fit what they leave.
    """
    rest = pool - side_prizes
    if rest < 0:
        raise PrizeError(
            "The side prizes from the prize pool are %(total)s, the prize pool is %(pool)s.",
            code="side_prizes_above_pool",
            total=side_prizes,
            pool=pool,
        )
    if isinstance(scheme, SatelliteSeats):
        prizes = payouts(pool=rest, entries=entries, scheme=scheme, unit=unit)
        return Ladder(prizes=prizes, places_paid=scheme.seats(prizes))
    if bubble and rest > bubble and _leaves_a_bubble(scheme, entries=entries):
        cut = _cut(rest - bubble, entries=entries, scheme=scheme, unit=unit, set_aside=pool - rest + bubble)
        if len(cut) < entries:
            return _with_bubble(cut, bubble)
    whole = _cut(rest, entries=entries, scheme=scheme, unit=unit, set_aside=pool - rest)
    if bubble and len(whole) < entries and rest:
        raise PrizeError(
            "The bubble prize is %(bubble)s, the prize pool is %(pool)s.",
            code="bubble_above_pool",
            bubble=bubble,
            pool=rest,
        )
    return Ladder(prizes=whole, places_paid=len(whole))


def locked_with_bubble(
    locked: LockedLadder, *, entries: int, bubble: int, seats: SatelliteSeats | None = None
) -> Ladder:
    """A locked ladder with the bubble prize below it. Raises PrizeError where it does not fit."""
    amounts = locked.ladder(entries=entries)
    if seats is not None:
        return Ladder(prizes=amounts, places_paid=seats.seats(amounts))
    if bubble and len(amounts) < entries:
        return _with_bubble(amounts, bubble)
    return Ladder(prizes=amounts, places_paid=len(amounts))


def pool_of_places(*, pool: int, places: int, entries: int, bubble: int, side_prizes: int) -> int:
    """What of a pool is left for so many places in the money; below 0 where there is not enough."""
    return pool - side_prizes - (bubble if places < entries else 0)


def _leaves_a_bubble(scheme: PayoutScheme, *, entries: int) -> bool:
    """Amounts by hand say themselves how many places they pay; of other schemes it is seen when they are cut."""
    return not isinstance(scheme, CustomAmounts) or len(scheme.ladder()) < entries


def _cut(pool: int, *, entries: int, scheme: PayoutScheme, unit: int, set_aside: int) -> tuple[int, ...]:
    if set_aside and isinstance(scheme, CustomAmounts) and scheme.total != pool:
        raise PrizeError(
            "The amounts add up to %(total)s; the prize pool without the bubble prize and side prizes is %(pool)s.",
            code="amounts_do_not_sum",
            total=scheme.total,
            pool=pool,
        )
    return payouts(pool=pool, entries=entries, scheme=scheme, unit=unit)


def _with_bubble(prizes: tuple[int, ...], bubble: int) -> Ladder:
    if bubble > prizes[-1]:
        raise PrizeError(
            "The bubble prize of %(bubble)s is above the smallest prize of %(smallest)s: lower it, or pay fewer "
            "places.",
            code="bubble_above_smallest",
            bubble=bubble,
            smallest=prizes[-1],
        )
    return Ladder(prizes=(*prizes, bubble), places_paid=len(prizes), has_bubble=True)
