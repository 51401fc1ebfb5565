"""Chip race: colouring up the smallest chip (TDA 24-25, WSOP 77, RRP 15).

Every player changes their old chips for as many whole new ones as they make. The odd chips are raced:
starting with seat 1, each odd old chip gets one card face up, all of a player's cards before the next
player's; the best single cards win one new chip each, at most one per player; suits break ties, spades
highest. Nobody is raced out of the tournament: a player left with nothing gets one chip of the lowest value
in play, an extra one (TDA) or one of the raced ones first, by the profile.

Cards are two characters, rank and suit: "Kd", "Ts". They come in as they were dealt.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from tournament.rules.errors import RulesError
from tournament.rules.profiles import RaceRescue, RaceRound

_RANKS: Final = "23456789TJQKA"
_SUITS: Final = "cdhs"  # draws rank suits S > H > D > C (S-110)


class ChipRaceError(RulesError):
    """A chip race that is not possible."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipRaceSeat:
    """What one player brings: the number of old chips, and the value of their other chips."""

    seat_number: int
    old_chips: int
    other_value: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipRacePlan:
    """Before the cards: whole new chips and odd old chips by seat, new chips to race."""

    old: int
    new: int
    whole: Mapping[int, int]
    odd: Mapping[int, int]
    raced: int

    @property
    def cards_needed(self) -> int:
        return sum(self.odd.values())

    @property
    def turns(self) -> tuple[int, ...]:
        """The seat of each card in the order dealt: all of a player's before the next player's."""
        return tuple(seat_number for seat_number in sorted(self.odd) for _ in range(self.odd[seat_number]))


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipRaceResult:
    """After the race.

    `received` is the value each seat gets for its old chips; `winners` have one raced
    chip, best card first; `rescued` would have been raced out. `difference` is what the
    race adds to the chips in play (negative: takes away), the colour-up row of the ledger.
    """

    received: Mapping[int, int]
    winners: tuple[int, ...]
    rescued: tuple[int, ...]
    difference: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TableChipRace:
    """A race as it changes whole stacks: `after` has the stack of every seat, raced or not."""

    result: ChipRaceResult
    after: Mapping[int, int]


def chip_race_steps(chip_values: Collection[int]) -> tuple[tuple[int, int], ...]:
    """Which chip is coloured up to which: (old, next), smallest first, where the next is a multiple."""
    return tuple((old, new) for old, new in pairwise(sorted(set(chip_values))) if new % old == 0)


def chip_race_seats(stacks: Mapping[int, int], *, old: int, new: int) -> tuple[ChipRaceSeat, ...]:
    """What each seat brings to the race, from its whole stack: the old chips that make no new one.

    Those that do are changed at equal value before the race. `new` is the next chip after `old`, so
    that everything else in a stack is a multiple of it. Raises ChipRaceError for a stack that chips of
    `old` cannot make.
    """
    _require_race((), old=old, new=new)
    seats = []
    for seat_number, stack in sorted(stacks.items()):
        odd, rest = divmod(stack % new, old)
        if rest:
            raise ChipRaceError(
                "Seat %(seat)s has %(stack)s, which chips of %(old)s cannot make: colour up the smaller "
                "chips first, or enter the stacks as counted.",
                code="uncountable_stack",
                seat=seat_number,
                stack=stack,
                old=old,
            )
        seats.append(ChipRaceSeat(seat_number=seat_number, old_chips=odd, other_value=stack - odd * old))
    return tuple(seats)


def plan_table_chip_race(
    stacks: Mapping[int, int], *, old: int, new: int, rounding: RaceRound = "half_up"
) -> ChipRacePlan:
    """`plan_chip_race` from the stacks of a table by seat. Raises ChipRaceError."""
    return plan_chip_race(chip_race_seats(stacks, old=old, new=new), old=old, new=new, rounding=rounding)


def run_table_chip_race(
    stacks: Mapping[int, int],
    *,
    plan: ChipRacePlan,
    cards: Mapping[int, Sequence[str]],
    rescue: RaceRescue = "extra",
) -> TableChipRace:
    """`run_chip_race` on the stacks that `plan` was made from. Raises ChipRaceError."""
    seats = chip_race_seats(stacks, old=plan.old, new=plan.new)
    result = run_chip_race(seats, plan=plan, cards=cards, rescue=rescue)
    after = {seat.seat_number: seat.other_value + result.received[seat.seat_number] for seat in seats}
    return TableChipRace(result=result, after=after)


def plan_chip_race(
    seats: Sequence[ChipRaceSeat], *, old: int, new: int, rounding: RaceRound = "half_up"
) -> ChipRacePlan:
    """What each seat exchanges and how many new chips are raced. Raises ChipRaceError."""
    _require_race(seats, old=old, new=new)
    ratio = new // old
    ordered = sorted(seats, key=lambda seat: seat.seat_number)
    odd = {seat.seat_number: seat.old_chips % ratio for seat in ordered}
    raced, rest = divmod(sum(odd.values()), ratio)
    if rounding == "half_up" and rest * 2 >= ratio:
        raced += 1
    return ChipRacePlan(
        old=old,
        new=new,
        whole={seat.seat_number: seat.old_chips // ratio for seat in ordered},
        odd={seat_number: count for seat_number, count in odd.items() if count},
        raced=raced,
    )


def require_deck(plan: ChipRacePlan, *, size: int) -> None:
    """Raise ChipRaceError if a deck of that size has too few cards for the race: with a large step (25 to 1,000 in one
    go) the chips are coloured up in two."""
    if plan.cards_needed > size:
        raise ChipRaceError(
            "The race needs %(needed)s cards and the deck has %(size)s: colour up in two steps.",
            code="deck_too_small",
            needed=plan.cards_needed,
            size=size,
        )


def sort_race_cards(plan: ChipRacePlan, cards: Sequence[str]) -> Mapping[int, tuple[str, ...]]:
    """The cards of each seat, from all as they fell one after the other; perhaps only the first of them.

    Raises ChipRaceError for more cards than odd chips.
    """
    if len(cards) > plan.cards_needed:
        raise _cards_do_not_fit()
    by_seat: dict[int, tuple[str, ...]] = dict.fromkeys(sorted(plan.odd), ())
    # Cards may still be to come.
    for seat_number, card in zip(plan.turns, cards, strict=False):
        by_seat[seat_number] += (card,)
    return by_seat


def run_chip_race(
    seats: Sequence[ChipRaceSeat],
    *,
    plan: ChipRacePlan,
    cards: Mapping[int, Sequence[str]],
    rescue: RaceRescue = "extra",
    lowest: int | None = None,
) -> ChipRaceResult:
    """Who wins the raced chips and what every seat receives.

    `cards` has one card for each odd chip, by seat; `lowest` is the lowest chip value
    left in play, by default the new one.
    """
    _require_cards(plan, cards)
    saving_chip = plan.new if lowest is None else lowest
    threatened = [
        seat.seat_number
        for seat in sorted(seats, key=lambda seat: seat.seat_number)
        if seat.other_value == 0 and seat.old_chips and not plan.whole[seat.seat_number]
    ]
    by_card = sorted(cards, key=lambda seat_number: max(map(_card_order, cards[seat_number])), reverse=True)
    received = {seat_number: count * plan.new for seat_number, count in plan.whole.items()}
    if rescue == "raced_first":
        racing = [seat_number for seat_number in by_card if seat_number not in threatened]
        winners = racing[: max(0, plan.raced - len(threatened))]
        rescued = threatened
    else:
        winners = by_card[: plan.raced]
        rescued = [seat_number for seat_number in threatened if seat_number not in winners]
    for seat_number in winners:
        received[seat_number] += plan.new
    for seat_number in rescued:
        received[seat_number] += saving_chip
    before = sum(seat.old_chips for seat in seats) * plan.old
    return ChipRaceResult(
        received=received,
        winners=tuple(winners),
        rescued=tuple(rescued),
        difference=sum(received.values()) - before,
    )


def exchange_late(*, value: int, count: int, lowest: int) -> tuple[int, int]:
    """Old chips found after the race: (value received, value removed from play).

    They are changed at equal value only; a remainder below the lowest chip in play is
    removed (RACE-04).
    """
    if value < 1 or count < 0 or lowest < 1:
        raise ChipRaceError("These chip values or counts are not possible.", code="bad_chips")
    total = value * count
    return total // lowest * lowest, total % lowest


def exchange_late_stacks(stacks: Mapping[int, int], *, old: int, new: int) -> dict[int, int]:
    """Every stack after its odd old chips were changed late: they make no new one and leave (RACE-04).

    Raises ChipRaceError for a stack that would be nothing then: no colour-up ends a player's tournament.
    """
    after = {}
    for seat in chip_race_seats(stacks, old=old, new=new):
        received, _removed = exchange_late(value=old, count=seat.old_chips, lowest=new)
        after[seat.seat_number] = seat.other_value + received
        if stacks[seat.seat_number] and not after[seat.seat_number]:
            raise ChipRaceError(
                "Seat %(seat)s would be left without chips: run the chip race, which never eliminates a "
                "player.",
                code="raced_out",
                seat=seat.seat_number,
            )
    return after


def _card_order(card: str) -> tuple[int, int]:
    return _RANKS.index(card[0]), _SUITS.index(card[1])


def _require_race(seats: Sequence[ChipRaceSeat], *, old: int, new: int) -> None:
    if old < 1 or new <= old or new % old:
        raise ChipRaceError(
            "Chips of %(old)s cannot be coloured up to %(new)s: choose a multiple.",
            code="bad_values",
            old=old,
            new=new,
        )
    if len({seat.seat_number for seat in seats}) != len(seats):
        raise ChipRaceError("A seat is listed twice.", code="seat_twice")
    if any(seat.old_chips < 0 or seat.other_value < 0 for seat in seats):
        raise ChipRaceError("A count of chips is negative.", code="bad_chips")


def _require_cards(plan: ChipRacePlan, cards: Mapping[int, Sequence[str]]) -> None:
    dealt = [card for hand in cards.values() for card in hand]
    good = all(len(card) == 2 and card[0] in _RANKS and card[1] in _SUITS for card in dealt) and len(
        set(dealt)
    ) == len(dealt)
    if not good or {seat_number: len(hand) for seat_number, hand in cards.items()} != plan.odd:
        raise _cards_do_not_fit()


def _cards_do_not_fit() -> ChipRaceError:
    return ChipRaceError(
        "The cards do not match the chip race: enter one known card for each odd chip, with no repeats.",
        code="bad_cards",
    )
