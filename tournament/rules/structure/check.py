"""Is this structure playable? The linter a director sees beside the editor.

Errors would stop or embarrass the room: an amount that cannot be paid, blinds that fall. Warnings are unusual
but may be intended. Each remark names the row it is about.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import gcd
from typing import Final

from tournament.rules.profiles import DEFAULT_PROFILE, EVENT_RULES, EventRules
from tournament.rules.structure.game_sizes import most_players
from tournament.rules.structure.level_games import LevelGame
from tournament.rules.structure.levels import Break, Level
from tournament.rules.structure.periods import Structure
from tournament.rules.structure.stakes_check import (
    Severity,
    StructureRemark,
    check_rise,
    check_stakes,
    error,
    warning,
)

LONGEST_PLAY_SECONDS: Final = 4 * 3600  # without a break; printed structures reach it
SHORTEST_START_IN_BIG_BLINDS: Final = 20


def check_structure(
    structure: Structure,
    *,
    starting_stack: int,
    chip_values: tuple[int, ...],
    seats: int = 0,
    are_seats_fixed: bool = False,
    rules: EventRules = EVENT_RULES[DEFAULT_PROFILE],
) -> tuple[StructureRemark, ...]:
    """What is wrong ("error") or unusual ("warning") with a structure, in order of rows.

    `chip_values` are the values of the chip set, `seats` how many a table has; empty and 0 leave out whatever depends
    on them. `rules` say how many players can be dealt into a game; more seats are not an error once they
    `are_seats_fixed`, because then the room leaves those empty that are too many. Remarks on the whole structure come
    first.
    """
    if any(value <= 0 for value in chip_values):
        return (error("bad_chip_value", None, "Every chip value must be above 0."),)
    remarks = [
        *_check_start(structure, starting_stack=starting_stack, chip_values=chip_values),
        *_check_breaks(structure),
        *_check_each_level(structure),
        *_check_hands(structure, seats=seats),
        *_check_sizes(structure, seats=seats, are_seats_fixed=are_seats_fixed, rules=rules),
        *_check_order(structure),
        *_check_chips(structure, chip_values=chip_values),
    ]
    return tuple(sorted(_merged(remarks), key=lambda remark: remark.row or 0))


def _levels(structure: Structure) -> list[tuple[int, Level]]:
    """(row, level) of every level."""
    return [
        (row, period) for row, period in enumerate(structure.periods, start=1) if isinstance(period, Level)
    ]


def _check_start(
    structure: Structure, *, starting_stack: int, chip_values: tuple[int, ...]
) -> Iterator[StructureRemark]:
    if starting_stack <= 0:
        yield error("no_starting_stack", None, "The starting stack must be above 0.")
        return
    unit = gcd(*chip_values)
    if unit and starting_stack % unit:
        yield error(
            "starting_stack_not_payable",
            None,
            "A starting stack of %(stack)s cannot be made with the chips of this set.",
            stack=starting_stack,
        )
    row, first = _levels(structure)[0]
    if starting_stack < SHORTEST_START_IN_BIG_BLINDS * first.big_blind:
        yield warning(
            "short_start",
            row,
            "Play starts with %(count)s big blinds: fewer than %(low)s leaves little play.",
            count=starting_stack // first.big_blind,
            low=SHORTEST_START_IN_BIG_BLINDS,
        )


def _check_breaks(structure: Structure) -> Iterator[StructureRemark]:
    if isinstance(structure.periods[-1], Break):
        yield error(
            "ends_with_break", len(structure.periods), "The structure ends with a break: add a level."
        )
    played = 0
    warned = False
    for row, period in enumerate(structure.periods, start=1):
        if isinstance(period, Break):
            if row == 1:
                yield warning("starts_with_break", row, "The tournament starts with a break.")
            elif structure.is_break(row - 2):
                yield warning("double_break", row, "Two breaks in a row.")
            played, warned = 0, False
            continue
        played += period.duration_seconds
        if played > LONGEST_PLAY_SECONDS and not warned:
            warned = True
            yield warning(
                "break_missing",
                row,
                "By the end of this level, play will have run %(minutes)s minutes without a break.",
                minutes=played // 60,
            )


def _check_each_level(structure: Structure) -> Iterator[StructureRemark]:
    for row, level in _levels(structure):
        for game in level.all_games:
            yield from _said_of(level, game, check_stakes(row, game))


def _check_hands(structure: Structure, *, seats: int) -> Iterator[StructureRemark]:
    """Levels by hands in which not everybody would post the blinds."""
    for row, level in _levels(structure):
        if 0 < level.hands < seats:
            yield warning(
                "hands_below_orbit",
                row,
                "The level lasts %(hands)s hands: at a table of %(seats)s not every player has the blinds in it.",
                hands=level.hands,
                seats=seats,
            )


def _check_sizes(
    structure: Structure, *, seats: int, are_seats_fixed: bool, rules: EventRules
) -> Iterator[StructureRemark]:
    """Games that a full table cannot be dealt."""
    for number, (row, level) in enumerate(_levels(structure), start=1):
        for game in level.all_games:
            most = most_players(game.game, rules)
            if seats > most:
                remark = error(
                    "too_many_seats",
                    row,
                    "Level %(level)s takes %(most)s players a table at most, and the tables have %(seats)s "
                    "seats.",
                    level=number,
                    most=most,
                    seats=seats,
                )
                # Named also where it is the only one: the number is the game's.
                severity: Severity = "warning" if are_seats_fixed else "error"
                yield replace(remark, games=(game.game,), severity=severity)


def _check_order(structure: Structure) -> Iterator[StructureRemark]:
    """Each game of each level against the level before it that had the same game."""
    before: dict[str, LevelGame] = {}
    for row, level in _levels(structure):
        is_same = True
        for game in level.all_games:
            last = before.get(game.game)
            before[game.game] = game
            is_same = is_same and last is not None and game.is_played_for_the_same(last)
            if last is not None:
                yield from _said_of(level, game, check_rise(row, last, game))
        if is_same:
            yield warning("no_increase", row, "This level is the same as the previous one.")


def _said_of(level: Level, game: LevelGame, remarks: Iterable[StructureRemark]) -> Iterator[StructureRemark]:
    """The remarks with the game named, where there are several to choose from."""
    for remark in remarks:
        yield replace(remark, games=(game.game,)) if level.is_mixed else remark


def _merged(remarks: Iterable[StructureRemark]) -> Iterator[StructureRemark]:
    """A remark that applies to several games of a level is made once, naming them all."""
    merged: dict[tuple[object, ...], StructureRemark] = {}
    for remark in remarks:
        key = (remark.row, remark.code, *sorted(remark.params.items())) if remark.games else (id(remark),)
        known = merged.get(key)
        merged[key] = remark if known is None else replace(known, games=known.games + remark.games)
    yield from merged.values()


def _check_chips(structure: Structure, *, chip_values: tuple[int, ...]) -> Iterator[StructureRemark]:
    """Follow the chips in play through the structure.

    An amount can be paid, with change, if it is a multiple of the greatest common divisor
    of the chips in play.
    """
    if not chip_values:
        return
    in_play = set(chip_values)
    for row, period in enumerate(structure.periods, start=1):
        if isinstance(period, Break):
            yield from _check_removal(row, period, in_play)
            # The last chip stays, said above: an empty set would only make more noise.
            in_play = (in_play - set(period.chips_removed)) or in_play
            continue
        for game in period.all_games:
            unpayable = _check_payable(row, game, in_play=in_play, chip_values=chip_values)
            yield from _said_of(period, game, unpayable)


def _check_payable(
    row: int, game: LevelGame, *, in_play: set[int], chip_values: tuple[int, ...]
) -> Iterator[StructureRemark]:
    for field, amount in game.amounts():
        if amount % gcd(*in_play) == 0:
            continue
        removed = amount % gcd(*chip_values) == 0
        yield error(
            "removed_chip_needed" if removed else "not_payable",
            row,
            "%(amount)s (%(name)s) cannot be paid: the chips it needs were removed before."
            if removed
            else "%(amount)s (%(name)s) cannot be paid with the chips of this set.",
            amount=amount,
            field=field,
            name=field.replace("_", " "),
        )


def _check_removal(row: int, period: Break, in_play: set[int]) -> Iterator[StructureRemark]:
    for value in sorted(period.chips_removed):
        if value not in in_play:
            yield error(
                "removed_chip_not_in_play", row, "There are no chips of %(value)s to remove.", value=value
            )
    removed = in_play & set(period.chips_removed)
    left = in_play - removed
    if removed and not left:
        yield error("all_chips_removed", row, "This break removes the last chips in play.")
    elif removed and max(removed) > min(left):
        yield warning(
            "removed_out_of_order",
            row,
            "Chips of %(value)s are removed while smaller ones of %(smaller)s stay.",
            value=max(removed),
            smaller=min(left),
        )
