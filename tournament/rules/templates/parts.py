"""What ready-made tournaments are put together from."""

from dataclasses import dataclass

from tournament.rules.payouts.money import BuyIn
from tournament.rules.payouts.schemes import PayoutScheme
from tournament.rules.structure.level_games import AnteKind
from tournament.rules.structure.levels import Break, Level, Period
from tournament.rules.structure.periods import Structure


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentTemplate:
    """A tournament to start from.

    `late_registration_level` is the last level with registration, through the break
    after it. `entries_per_player` is 1 for a freeze-out, None for no limit.
    `rounding_unit` is that of the payouts; money is in minor units.
    """

    name: str
    starting_stack: int
    chip_values: tuple[int, ...]
    seats_per_table: int
    structure: Structure
    late_registration_level: int
    entries_per_player: int | None
    rule_profile: str
    buy_in: BuyIn
    payout_scheme: PayoutScheme
    rounding_unit: int = 100


def levels(
    minutes: int, *blinds: tuple[int, int, int], ante_kind: AnteKind = "big_blind"
) -> tuple[Level, ...]:
    """Levels of equal length from (small blind, big blind, ante)."""
    return tuple(
        Level(
            small_blind=small_blind,
            big_blind=big_blind,
            ante=ante,
            ante_kind=ante_kind if ante else "none",
            duration_seconds=minutes * 60,
        )
        for small_blind, big_blind, ante in blinds
    )


def ante_of_one_big_blind(minutes: int, *blinds: tuple[int, int]) -> tuple[Level, ...]:
    return levels(minutes, *((small, big, big) for small, big in blinds))


def break_of(minutes: int, *chips_removed: int, label: str = "") -> Break:
    return Break(duration_seconds=minutes * 60, chips_removed=chips_removed, label=label)


def structure(*parts: tuple[Level, ...] | Break) -> Structure:
    periods: list[Period] = []
    for part in parts:
        periods.extend((part,) if isinstance(part, Break) else part)
    return Structure(periods=tuple(periods))
