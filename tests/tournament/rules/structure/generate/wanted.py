"""What directors may ask for, at random."""

from collections.abc import Sequence
from random import Random

from tournament.rules.structure.generate.wishes import StructureWishes
from tournament.rules.structure.levels import Break, Level, Period

CHIP_SETS = (
    (25, 100, 500, 1_000, 5_000),
    (25, 100, 500, 1_000, 5_000, 25_000),
    (5, 25, 100, 500, 1_000),
    (1, 5, 25, 100, 500),
    (100, 500, 1_000, 5_000, 25_000),
    (25, 50, 100, 500, 1_000),
    (20, 100, 500, 1_000, 5_000),
    (20, 50, 100, 1_000),
    (100, 1_000, 10_000),
    (7, 21),
)
HORSE = ("FT", "FO/8", "FR", "F7S", "F7S/8")
GAMES = (("NT",), ("NT",), ("NT",), ("PO",), ("NS",), ("FT",), ("F7S",), HORSE, (*HORSE, "NT", "PO", "F2L3D"))


def club_night(*, hours: float = 5.5, **others: object) -> StructureWishes:
    """A club night that is known: 10,000 chips, twenty minutes, fifteen to twenty players."""
    wishes: dict[str, object] = {
        "fewest_players": 15,
        "most_players": 20,
        "stack": 10_000,
        "chip_values": (25, 100, 500, 1_000, 5_000),
        "seconds": round(hours * 3600),
        "level_seconds": 20 * 60,
    }
    return StructureWishes(**{**wishes, **others})  # type: ignore[arg-type]  # it checks its fields


def at_random(random: Random) -> StructureWishes:
    """Wishes that are no mistakes, though no structure may be able to grant them."""
    chips = random.choice(CHIP_SETS)
    fewest = random.choice((4, 6, 8, 10, 15, 20, 30, 50, 80, 120, 200, 500))
    return StructureWishes(
        fewest_players=fewest,
        most_players=fewest + random.randrange(fewest),
        stack=random.choice((60, 100, 150, 200, 300, 400, 800)) * chips[0],
        chip_values=chips,
        seconds=random.randrange(120, 720, 5) * 60,
        rebuys=random.choice((0, 0, fewest // 4, fewest)),
        level_seconds=random.choice((0, 0, 10, 12, 15, 20, 25, 30, 40, 60)) * 60,
        break_every=random.choice((60, 75, 90, 120, 180)) * 60,
        break_seconds=random.choice((5, 10, 15, 20)) * 60,
        ante_kind=random.choice(("none", "classic", "big_blind", "button")),
        ante_from=random.choice((1, 3, 5)),
        games=random.choice(GAMES),
        hands_per_game=random.choice((0, 6, 8)),
        depth=random.choice((0, 0, 0, 50, 100)),
    )


def played_at_random(random: Random, wishes: StructureWishes, rows: Sequence[Period]) -> tuple[Period, ...]:
    """The first rows of a sheet of these wishes as somebody changed them: a break took the smallest chips away."""
    kept = rows[: random.randrange(1, 6)]
    while not isinstance(kept[-1], Level):
        kept = kept[:-1]
    gone = {value for row in kept if isinstance(row, Break) for value in row.chips_removed}
    left = [value for value in sorted(wishes.chip_values) if value not in gone]
    removed = tuple(left[: random.randrange(1, 3)]) if len(left) > 2 else ()
    return (*kept, Break(duration_seconds=wishes.break_seconds, chips_removed=removed))


def at_thirty_big_blinds(rows: Sequence[Period], _players: int, chips: int) -> int:
    """A forecast by a rule of thumb, of which a test knows what it says: the end is where 30 big blinds are in play."""
    at = 0
    for row in rows:
        if isinstance(row, Level) and 30 * row.big_blind >= chips:
            break
        at += row.duration_seconds
    return at
