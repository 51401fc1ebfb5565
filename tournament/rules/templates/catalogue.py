"""Ready-made tournaments: a name, a structure and everything else set-up asks for.

Structures follow printed ones where there is one: the club sheet of
10,000 chips, the first levels of the WSOP Main Event of 2019 with its day of five
two-hour levels. All are checked by the tests with the linter and have no remark.
Names and labels are English source strings.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from tournament.rules.payouts.money import BuyIn
from tournament.rules.payouts.schemes import PERCENT, WHOLE, FieldCurve, ShareTable, TableColumn
from tournament.rules.structure.levels import Break, Period
from tournament.rules.structure.periods import Structure
from tournament.rules.templates.mixed import EIGHT_GAMES, HORSE, NINE_GAMES
from tournament.rules.templates.parts import (
    TournamentTemplate,
    ante_of_one_big_blind,
    break_of,
    levels,
    structure,
)


def _percent(*shares: float) -> tuple[int, ...]:
    """Printed percentages as shares; exact because they have at most four decimals."""
    return tuple(round(share * PERCENT) for share in shares)


# Printed columns; the one for 66 to 100 entries is ours, the published one adds up to 99.1 %.
CLUB_PAYOUTS: Final = ShareTable(
    columns=(
        TableColumn(min_entries=1, max_entries=2, shares=(WHOLE,)),
        TableColumn(min_entries=3, max_entries=27, shares=_percent(50, 30, 20)),
        TableColumn(min_entries=28, max_entries=45, shares=_percent(37, 22, 15, 11, 8, 7)),
        TableColumn(min_entries=46, max_entries=65, shares=_percent(30, 20, 12, 10, 8, 6.5, 5.5, 4.5, 3.5)),
        TableColumn(
            min_entries=66,
            max_entries=100,
            shares=_percent(30, 20, 12, 8.5, 6.5, 5, 4, 3, 2.5, 1.7, 1.7, 1.7, 1.7, 1.7),
        ),
        TableColumn(
            min_entries=101,
            max_entries=None,
            shares=_percent(30, 20, 11.9, 8, 6.5, 5, 3.5, 2.6, 1.7, *[1.4] * 4, *[1.04] * 5),
        ),
    )
)


CLUB_NIGHT: Final = TournamentTemplate(
    name="Club night",
    starting_stack=10_000,
    chip_values=(25, 100, 500, 1_000, 5_000),
    seats_per_table=9,
    # The sheet prints "ante = small blind"; one ante for the table, paid by the big blind.
    structure=structure(
        levels(20, (25, 50, 0), (50, 100, 0), (75, 150, 0)),
        break_of(5),
        levels(20, (100, 200, 0), (100, 200, 100), (150, 300, 150)),
        break_of(5, 25),
        levels(20, (200, 400, 200), (300, 600, 300), (400, 800, 400)),
        break_of(5),
        levels(20, (500, 1_000, 500), (800, 1_600, 800), (1_000, 2_000, 1_000)),
        break_of(5, 100),
        levels(20, (1_500, 3_000, 1_500), (2_000, 4_000, 2_000), (3_000, 6_000, 3_000)),
        break_of(5),
        levels(
            20,
            (5_000, 10_000, 5_000),
            (8_000, 16_000, 8_000),
            (10_000, 20_000, 10_000),
            (15_000, 30_000, 15_000),
            (25_000, 50_000, 25_000),
        ),
    ),
    late_registration_level=6,
    entries_per_player=2,
    rule_profile="tda2024",
    buy_in=BuyIn(prize=25_00, fee=3_00, staff=2_00),
    payout_scheme=CLUB_PAYOUTS,
)

DEEP_STACK: Final = TournamentTemplate(
    name="Deep stack",
    starting_stack=40_000,
    chip_values=(100, 500, 1_000, 5_000, 25_000, 100_000),
    seats_per_table=9,
    structure=structure(
        ante_of_one_big_blind(30, (100, 200), (200, 300), (200, 400), (300, 500)),
        break_of(15),
        ante_of_one_big_blind(30, (300, 600), (400, 800), (500, 1_000), (600, 1_200)),
        break_of(15),
        ante_of_one_big_blind(30, (1_000, 1_500), (1_000, 2_000), (1_500, 2_500), (1_500, 3_000)),
        break_of(15, 100),
        ante_of_one_big_blind(30, (2_000, 4_000), (3_000, 5_000), (3_000, 6_000), (4_000, 8_000)),
        break_of(45, 500, label="Dinner"),
        ante_of_one_big_blind(30, (5_000, 10_000), (6_000, 12_000), (8_000, 16_000), (10_000, 20_000)),
        break_of(15),
        ante_of_one_big_blind(30, (15_000, 30_000), (20_000, 40_000), (25_000, 50_000), (30_000, 60_000)),
        break_of(15, 1_000),
        ante_of_one_big_blind(30, (40_000, 80_000), (50_000, 100_000), (60_000, 120_000), (80_000, 160_000)),
        break_of(15),
        ante_of_one_big_blind(30, (100_000, 200_000), (150_000, 300_000), (200_000, 400_000)),
    ),
    late_registration_level=8,
    entries_per_player=2,
    rule_profile="wsop2024",
    # The fees of WSOP 2022 event 68, without its bounties.
    buy_in=BuyIn(prize=890_00, fee=77_00, staff=33_00),
    payout_scheme=FieldCurve(paid=15 * PERCENT, min_cash=1_500_00),
)

TURBO: Final = TournamentTemplate(
    name="Turbo",
    starting_stack=15_000,
    chip_values=(100, 500, 1_000, 5_000, 25_000),
    seats_per_table=9,
    structure=structure(
        ante_of_one_big_blind(10, (100, 200), (200, 300), (200, 400), (300, 600), (400, 800), (500, 1_000)),
        break_of(10),
        ante_of_one_big_blind(
            10, (1_000, 1_500), (1_000, 2_000), (1_500, 3_000), (2_000, 4_000), (3_000, 6_000), (4_000, 8_000)
        ),
        break_of(10, 100, 500),
        ante_of_one_big_blind(
            10,
            (5_000, 10_000),
            (6_000, 12_000),
            (8_000, 16_000),
            (10_000, 20_000),
            (15_000, 30_000),
            (20_000, 40_000),
        ),
        break_of(5, 1_000),
        ante_of_one_big_blind(10, (25_000, 50_000), (40_000, 80_000), (50_000, 100_000), (75_000, 150_000)),
    ),
    late_registration_level=6,
    entries_per_player=None,
    rule_profile="tda2024",
    buy_in=BuyIn(prize=45_00, fee=5_00),
    payout_scheme=FieldCurve(paid=12 * PERCENT, min_cash=80_00),
)


def _end_of_day(day: int, *chips_removed: int) -> Break:
    # Five two-hour levels and their breaks make 12 h 15 min: play starts at the same time again.
    return break_of(11 * 60 + 45, *chips_removed, label=f"End of day {day}")


def _day(*blinds: tuple[int, int], removed: tuple[int, ...] = ()) -> tuple[Period, ...]:
    """Five levels: 20 minutes after the first, second and fourth, dinner after the third."""
    first, second, third, fourth, fifth = ante_of_one_big_blind(120, *blinds)
    return (
        first,
        break_of(20),
        second,
        break_of(20),
        third,
        break_of(75, *removed, label="Dinner"),
        fourth,
        break_of(20),
        fifth,
    )


MAIN_EVENT: Final = TournamentTemplate(
    name="Main Event",
    starting_stack=60_000,
    chip_values=(100, 500, 1_000, 5_000, 25_000, 100_000, 500_000),
    seats_per_table=9,
    structure=Structure(
        periods=(
            *levels(120, (100, 200, 0)),
            break_of(20),
            *levels(120, (100, 200, 200)),
            break_of(20),
            *levels(120, (200, 300, 300)),
            break_of(75, label="Dinner"),
            *levels(120, (200, 400, 400)),
            break_of(20),
            *levels(120, (300, 500, 500)),
            _end_of_day(1),
            *_day((300, 600), (400, 800), (500, 1_000), (600, 1_200), (800, 1_600)),
            _end_of_day(2),
            *_day((1_000, 2_000), (1_500, 2_500), (1_500, 3_000), (2_000, 4_000), (2_500, 5_000)),
            _end_of_day(3, 100),
            *_day((3_000, 6_000), (4_000, 8_000), (5_000, 10_000), (6_000, 12_000), (8_000, 16_000)),
            _end_of_day(4, 500),
            *_day((10_000, 20_000), (15_000, 25_000), (15_000, 30_000), (20_000, 40_000), (25_000, 50_000)),
            _end_of_day(5, 1_000),
            *_day(
                (30_000, 60_000), (40_000, 80_000), (50_000, 100_000), (60_000, 120_000), (80_000, 160_000)
            ),
            _end_of_day(6),
            *_day(
                (100_000, 200_000),
                (125_000, 250_000),
                (150_000, 300_000),
                (200_000, 400_000),
                (250_000, 500_000),
                removed=(5_000,),
            ),
            _end_of_day(7),
            *_day(
                (300_000, 600_000),
                (400_000, 800_000),
                (500_000, 1_000_000),
                (600_000, 1_200_000),
                (800_000, 1_600_000),
                removed=(25_000,),
            ),
            _end_of_day(8),
            *_day(
                (1_000_000, 2_000_000),
                (1_200_000, 2_400_000),
                (1_500_000, 3_000_000),
                (2_000_000, 4_000_000),
                (2_500_000, 5_000_000),
            ),
        )
    ),
    late_registration_level=7,
    entries_per_player=1,
    rule_profile="wsop2024",
    # 7 % is withheld from the buy-in of 10,000 (WSOP 2023).
    buy_in=BuyIn(prize=9_300_00, fee=460_00, staff=240_00),
    payout_scheme=FieldCurve(paid=15 * PERCENT, min_cash=15_000_00),
    rounding_unit=100_00,
)

ITALIAN_FREEZEOUT: Final = TournamentTemplate(
    name="Italian freeze-out",
    starting_stack=20_000,
    chip_values=(25, 100, 500, 1_000, 5_000, 25_000),
    seats_per_table=8,
    # The regulation gives classic antes, "normally only at later levels".
    structure=structure(
        levels(20, (25, 50, 0), (50, 100, 0), (75, 150, 0), (100, 200, 0), (150, 300, 0)),
        break_of(10),
        levels(
            20,
            (200, 400, 50),
            (250, 500, 50),
            (300, 600, 75),
            (400, 800, 100),
            (500, 1_000, 100),
            ante_kind="classic",
        ),
        break_of(15, 25),
        levels(
            20,
            (600, 1_200, 200),
            (800, 1_600, 200),
            (1_000, 2_000, 300),
            (1_500, 3_000, 400),
            (2_000, 4_000, 500),
            ante_kind="classic",
        ),
        break_of(15, 100),
        levels(
            20,
            (3_000, 6_000, 1_000),
            (4_000, 8_000, 1_000),
            (5_000, 10_000, 1_000),
            (6_000, 12_000, 2_000),
            (8_000, 16_000, 2_000),
            ante_kind="classic",
        ),
        break_of(10, 500),
        levels(
            20,
            (10_000, 20_000, 3_000),
            (15_000, 30_000, 4_000),
            (20_000, 40_000, 5_000),
            (30_000, 60_000, 10_000),
            (40_000, 80_000, 10_000),
            ante_kind="classic",
        ),
    ),
    late_registration_level=5,
    entries_per_player=1,
    rule_profile="figp",
    buy_in=BuyIn(prize=90_00, fee=10_00),
    payout_scheme=FieldCurve(paid=12 * PERCENT, min_cash=150_00),
)

TEMPLATES: Final[Mapping[str, TournamentTemplate]] = MappingProxyType(
    {
        "club_night": CLUB_NIGHT,
        "deep_stack": DEEP_STACK,
        "turbo": TURBO,
        "main_event": MAIN_EVENT,
        "italian_freezeout": ITALIAN_FREEZEOUT,
        "horse": HORSE,
        "eight_games": EIGHT_GAMES,
        "nine_games": NINE_GAMES,
    }
)
