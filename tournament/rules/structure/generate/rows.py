"""Levels and breaks in a row: chips leave in the break after the last level that needs them."""

from collections.abc import Iterator, Sequence
from math import gcd

from tournament.rules.structure.errors import StructureError
from tournament.rules.structure.generate.blinds import chips_needed
from tournament.rules.structure.generate.stakes import stakes_of
from tournament.rules.structure.generate.wishes import StructureWishes
from tournament.rules.structure.level_games import AnteKind
from tournament.rules.structure.levels import Break, Level, Period


def chips_left(chip_values: Sequence[int], before: Sequence[Period]) -> tuple[int, ...]:
    """The values that the breaks `before` have not removed; rising. Raises StructureError where none is left."""
    removed = {value for row in before if isinstance(row, Break) for value in row.chips_removed}
    left = tuple(value for value in sorted(chip_values) if value not in removed)
    if not left:
        raise StructureError(
            "all of these chips have been removed in breaks.",
            code="no_chips_left",
            field="chips",
            cure="Enter the values still in play.",
        )
    return left


def rows_of(
    wishes: StructureWishes,
    smalls: Sequence[int],
    *,
    level_seconds: int,
    hands: int = 0,
    before: Sequence[Period] = (),
) -> tuple[Period, ...]:
    """The rows `before` as they are, then a level of each small blind with breaks between them.

    With `hands` the levels are by hands, planned with `level_seconds`.
    """
    rows = list(before)
    in_play = chips_left(wishes.chip_values, before)
    played = _played_since_break(before)
    number = sum(isinstance(row, Level) for row in before)
    for index, small in enumerate(smalls):
        if rows and is_break_due(wishes, played, level_seconds):
            needed = chips_needed(in_play, smalls[index:])
            leaving = tuple(value for value in in_play if value not in needed)
            rows.append(Break(duration_seconds=wishes.break_seconds, chips_removed=leaving))
            in_play, played = needed, 0
        number += 1
        unit = gcd(*in_play)
        rows.append(level_of(wishes, small, number=number, unit=unit, seconds=level_seconds, hands=hands))
        played += level_seconds
    return tuple(rows)


def is_break_due(wishes: StructureWishes, played: int, level_seconds: int) -> bool:
    """Whether a break comes before another level: when half of that level would be beyond the time between breaks."""
    return 0 < wishes.break_every < played + level_seconds / 2 and played > 0


def level_of(
    wishes: StructureWishes, small: int, *, number: int, unit: int, seconds: int, hands: int = 0
) -> Level:
    """Level `number` with this small blind; the chips in play make every multiple of `unit`."""
    ante_kind: AnteKind = wishes.ante_kind if number >= wishes.ante_from else "none"
    games = tuple(stakes_of(game, small=small, unit=unit, ante_kind=ante_kind) for game in wishes.games)
    hands_per_game = wishes.hands_per_game if len(games) > 1 else 0
    return Level.mixed(
        games=games,
        hands_per_game=hands_per_game,
        duration_seconds=seconds,
        hands=hands,
        orbit_from=wishes.orbit_from if hands_per_game else 0,
    )


def play_seconds(
    wishes: StructureWishes, *, level_seconds: int, played: int = 0, within: int
) -> Iterator[int]:
    """When each level ends that begins within so many seconds, breaks included."""
    at = 0
    while at < within:
        if is_break_due(wishes, played, level_seconds):
            at, played = at + wishes.break_seconds, 0
        at, played = at + level_seconds, played + level_seconds
        yield at


def _played_since_break(rows: Sequence[Period]) -> int:
    played = 0
    for row in rows:
        played = 0 if isinstance(row, Break) else played + row.duration_seconds
    return played
