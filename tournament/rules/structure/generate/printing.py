"""A sheet as text: when each level begins, the chips that leave in a break and the average stack; pieces of a stack."""

from collections.abc import Iterator
from typing import Final

from tournament.rules.forecast.depth import level_at_depth
from tournament.rules.structure.generate.climb import Pace
from tournament.rules.structure.generate.ends import course_of
from tournament.rules.structure.generate.making import GeneratedSheet, hours
from tournament.rules.structure.generate.outlook import SheetOutlook
from tournament.rules.structure.generate.stack import pieces_of_stack
from tournament.rules.structure.generate.wishes import StructureWishes
from tournament.rules.structure.level_games import LevelGame
from tournament.rules.structure.levels import Break, Level

_PACES: Final[dict[Pace, str]] = {
    "gentle": "Gentle: slow at first",
    "middle": "Middle: in even steps",
    "steep": "Steep: fast at first, more play at the end",
}


def sheet_text(sheet: GeneratedSheet, outlook: SheetOutlook) -> str:
    """The sheet in lines, above them when it ends."""
    return "\n".join(_lines(sheet, outlook))


def final_table_text(sheet: GeneratedSheet, *, chips: int, players: int, big_blinds: float) -> str:
    """When the average of so many players is so many big blinds: as players of other editions reckon."""
    levels = [row for row in sheet.structure.periods if isinstance(row, Level)]
    course = course_of(sheet.structure.periods)
    index = level_at_depth(course, chips, players=players, big_blinds=big_blinds)
    if index is None:
        return f"No level is so high that the average of {players} players is {big_blinds:g} big blinds."
    return (
        f"The average of {players} players is {big_blinds:g} big blinds in level {index + 1},"
        f" {_stakes(levels[index])}."
    )


def chips_text(wishes: StructureWishes) -> str:
    """The pieces of a stack, and of all stacks of the most players expected."""
    pieces = pieces_of_stack(wishes.stack, wishes.chip_values)
    if pieces is None:
        return f"No chips of these values come to {wishes.stack:,}."
    one = ", ".join(f"{count} × {value:,}" for value, count in pieces.items())
    total = ", ".join(f"{count * wishes.most_players:,} × {value:,}" for value, count in pieces.items())
    return f"A stack of {wishes.stack:,}: {one}\nFor {wishes.most_players} players: {total}"


def _lines(sheet: GeneratedSheet, outlook: SheetOutlook) -> Iterator[str]:
    between = f"{hours(outlook.low)} and {hours(outlook.high)}"
    yield f"{_PACES[sheet.pace]}. Ends after about {hours(outlook.mid)}, in four of five events between {between}."
    at = number = 0
    for index, row in enumerate(sheet.structure.periods):
        if isinstance(row, Break):
            said = [f"Break of {row.duration_seconds // 60} minutes", *_leaving(row), *_depth(outlook, index)]
            yield f"        {hours(at):>6}  {', '.join(said)}"
        else:
            number += 1
            yield f"{number:>6}  {hours(at):>6}  {row.duration_seconds // 60:>3} min  {_stakes(row)}"
        at += row.duration_seconds


def _leaving(row: Break) -> list[str]:
    leaving = ", ".join(f"{value:,}" for value in row.chips_removed)
    return [f"chips of {leaving} leave"] if leaving else []


def _depth(outlook: SheetOutlook, index: int) -> list[str]:
    depth = outlook.averages.get(index)
    return [] if depth is None else [f"about {depth.left} left, average {depth.big_blinds} BB"]


def _stakes(level: Level) -> str:
    groups = [(", ".join(codes), _amounts(game)) for codes, game in level.grouped_games]
    if len(groups) == 1:
        return groups[0][1]
    return "; ".join(f"{codes} {amounts}" for codes, amounts in groups)


def _amounts(game: LevelGame) -> str:
    bets = (game.small_bet, game.big_bet) if game.small_bet else (game.small_blind, game.big_blind)
    said = [f"{bets[0]:,}/{bets[1]:,}" if bets[0] else f"{game.least_bet:,}"]
    said += [f"ante {game.ante:,}"] if game.ante else []
    said += [f"bring-in {game.bring_in:,}"] if game.bring_in else []
    return ", ".join(said)
