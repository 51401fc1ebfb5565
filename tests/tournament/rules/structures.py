"""Structures that several tests share."""

from tournament.rules.structure.levels import Break, Level, planned_seconds
from tournament.rules.structure.periods import Structure


def level(small_blind: int = 100, big_blind: int = 200, *, minutes: int = 20, ante: int = 0) -> Level:
    return Level(
        small_blind=small_blind,
        big_blind=big_blind,
        ante=ante,
        ante_kind="classic" if ante else "none",
        duration_seconds=minutes * 60,
    )


def hands_level(small_blind: int, big_blind: int, *, hands: int) -> Level:
    return Level(
        small_blind=small_blind, big_blind=big_blind, duration_seconds=planned_seconds(hands), hands=hands
    )


def pause_of(minutes: int, *chips_removed: int, label: str = "") -> Break:
    return Break(duration_seconds=minutes * 60, chips_removed=chips_removed, label=label)


def structure(*periods: Level | Break) -> Structure:
    return Structure(periods=periods)


def wpt_champions_2018(*, printed_typo: bool = False) -> Structure:
    """WPT Tournament of Champions 2018, as printed or with level 25 corrected."""

    def at(*blinds: tuple[int, int, int]) -> list[Level | Break]:
        return [level(small, big, minutes=60, ante=ante) for small, big, ante in blinds]

    return Structure(
        periods=(
            *at((75, 150, 25), (100, 200, 25), (150, 300, 50), (200, 400, 50)),
            pause_of(15, label="Registration ends"),
            *at((250, 500, 75), (300, 600, 75)),
            pause_of(75, 25),
            *at((400, 800, 100), (500, 1000, 100), (600, 1200, 200), (800, 1600, 200)),
            pause_of(12 * 60, label="End of day 1"),
            *at((1000, 2000, 300), (1200, 2400, 400)),
            pause_of(15, 100),
            *at((1500, 3000, 500), (2000, 4000, 500), (2500, 5000, 500), (3000, 6000, 1000)),
            pause_of(75, 500),
            *at((4000, 8000, 1000), (5000, 10000, 1000), (6000, 12000, 2000)),
            *at((8000, 16000, 2000), (10000, 20000, 3000), (12000, 24000, 4000)),
            pause_of(15, 1000),
            *at((15000, 30000, 5000), (20000, 40000, 5000)),
            *at((25000, 30000 if printed_typo else 50000, 5000)),
            *at((30000, 60000, 10000), (40000, 80000, 10000), (50000, 100000, 15000)),
        )
    )


WPT_CHIPS = (25, 100, 500, 1000, 5000, 25000)
