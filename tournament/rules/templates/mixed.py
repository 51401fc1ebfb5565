"""Ready-made tournaments of several games: HORSE, the 8-game mix, the 9-game mix.

The three share one sheet, so that a director can go from one to another. Its proportions are those
of the WSOP Players Championship (2023, event 43): blinds of limit games are half a small bet and a
small bet, ante and bring-in of stud about a quarter of one, the big blind of no and pot limit about
half of one. Where the chips do not allow it, the amounts are the nearest that they do.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from tournament.rules.payouts.money import BuyIn
from tournament.rules.payouts.schemes import PERCENT, FieldCurve
from tournament.rules.structure.level_games import LevelGame, stakes_kind
from tournament.rules.structure.levels import Level
from tournament.rules.structure.periods import Structure
from tournament.rules.templates.parts import TournamentTemplate, break_of, structure

ROTATIONS: Final[Mapping[str, tuple[tuple[str, ...], int]]] = MappingProxyType(
    {
        "horse": (("FT", "FO/8", "FR", "F7S", "F7S/8"), 8),
        "eight_games": (("F2L3D", "FT", "FO/8", "FR", "F7S", "F7S/8", "NT", "PO"), 6),
        # The order and the seven hands of each game are those of the Players Championship.
        "nine_games": (("NT", "F7S", "FO/8", "FR", "PO", "FT", "N2L1D", "F2L3D", "F7S/8"), 7),
    }
)
"""The games in their order and the hands of each, by template."""


class _MixedLevel(NamedTuple):
    """What a level is played for: the small bet, ante and bring-in of stud, blinds of the big-bet games."""

    bet: int
    ante: int
    bring_in: int
    small_blind: int
    big_blind: int


# Between the breaks; the chips that are no longer needed go in the break after them.
_SHEET: Final = (
    ((100, 25, 25, 25, 50), (200, 50, 50, 50, 100), (300, 75, 75, 75, 150), (400, 100, 100, 100, 200)),
    ((600, 100, 200, 200, 300), (800, 200, 200, 200, 400), (1_000, 200, 300, 300, 500)),
    ((1_200, 300, 300, 300, 600), (1_600, 400, 400, 400, 800), (2_000, 500, 500, 500, 1_000)),
    ((3_000, 500, 1_000, 1_000, 1_500), (4_000, 1_000, 1_000, 1_000, 2_000)),
    ((6_000, 1_500, 1_500, 1_500, 3_000), (8_000, 2_000, 2_000, 2_000, 4_000)),
    ((10_000, 2_500, 2_500, 2_500, 5_000), (14_000, 3_500, 3_500, 4_000, 7_000)),
    ((20_000, 5_000, 5_000, 5_000, 10_000), (30_000, 7_000, 8_000, 8_000, 15_000)),
    ((40_000, 10_000, 10_000, 10_000, 20_000), (60_000, 15_000, 15_000, 15_000, 30_000)),
)
_REMOVED: Final = ((25,), (), (), (100,), (), (500,), ())


def _game(code: str, row: _MixedLevel) -> LevelGame:
    match stakes_kind(code):
        case "stud":
            return LevelGame(
                game=code,
                ante=row.ante,
                ante_kind="classic",
                bring_in=row.bring_in,
                small_bet=row.bet,
                big_bet=2 * row.bet,
            )
        case "limit":
            return LevelGame(
                game=code,
                small_blind=row.bet // 2,
                big_blind=row.bet,
                small_bet=row.bet,
                big_bet=2 * row.bet,
            )
    return LevelGame(
        game=code,
        small_blind=row.small_blind,
        big_blind=row.big_blind,
        ante=row.big_blind,
        ante_kind="big_blind",
    )


def _sheet(rotation: str, *, minutes: int) -> Structure:
    games, hands = ROTATIONS[rotation]
    parts: list[tuple[Level, ...]] = [
        tuple(
            Level.mixed(
                games=tuple(_game(code, _MixedLevel(*row)) for code in games),
                hands_per_game=hands,
                duration_seconds=minutes * 60,
            )
            for row in rows
        )
        for rows in _SHEET
    ]
    breaks = [break_of(10, *removed) for removed in _REMOVED]
    periods = [each for part, after in zip(parts, breaks, strict=False) for each in (part, after)]
    return structure(*periods, parts[-1])


HORSE: Final = TournamentTemplate(
    name="HORSE",
    starting_stack=20_000,
    chip_values=(25, 100, 500, 1_000, 5_000, 25_000),
    seats_per_table=8,
    structure=_sheet("horse", minutes=30),
    late_registration_level=7,
    entries_per_player=2,
    rule_profile="tda2024",
    buy_in=BuyIn(prize=90_00, fee=10_00),
    payout_scheme=FieldCurve(paid=12 * PERCENT, min_cash=150_00),
)

EIGHT_GAMES: Final = TournamentTemplate(
    name="8-game mix",
    starting_stack=20_000,
    chip_values=(25, 100, 500, 1_000, 5_000, 25_000),
    # Six are dealt in at triple draw (WSOP IX).
    seats_per_table=6,
    structure=_sheet("eight_games", minutes=30),
    late_registration_level=7,
    entries_per_player=2,
    rule_profile="tda2024",
    buy_in=BuyIn(prize=135_00, fee=15_00),
    payout_scheme=FieldCurve(paid=12 * PERCENT, min_cash=220_00),
)

NINE_GAMES: Final = TournamentTemplate(
    name="9-game mix",
    starting_stack=30_000,
    chip_values=(25, 100, 500, 1_000, 5_000, 25_000),
    seats_per_table=6,
    structure=_sheet("nine_games", minutes=40),
    late_registration_level=7,
    entries_per_player=1,
    rule_profile="wsop2024",
    buy_in=BuyIn(prize=270_00, fee=20_00, staff=10_00),
    payout_scheme=FieldCurve(paid=15 * PERCENT, min_cash=450_00),
)
