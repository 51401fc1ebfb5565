"""What is said: the clips of each sentence, in the order in which they are heard.

The numbers of a sentence are joined in its language; everything else has the same clips in every language.
"""

from collections.abc import Iterable, Sequence

from tournament.rules.screens.voice.games import game_clips
from tournament.rules.screens.voice.numbers import number_clips
from tournament.rules.structure.level_games import LevelGame, stakes_kind
from tournament.rules.structure.levels import Break, Level
from tournament.rules.structure.periods import Structure

Clips = tuple[str, ...]


def period_starts(structure: Structure, index: int, language: str) -> Clips:
    """A level with its stakes and, where it is another one, its game; a break with its minutes."""
    period = structure.periods[index]
    if isinstance(period, Break):
        return break_starts(period, language)
    before = structure.level_in_force(index - 1) if index else None
    is_new = before is None or _games(before) != _games(period)
    said = (
        "level",
        *number_clips(structure.level_number(index), language),
        *_level(period, is_new, language),
    )
    return said if index else ("shuffle-up", *said)


def break_starts(period: Break, language: str) -> Clips:
    """How long it lasts, and which chips are coloured up in it."""
    lasts = minutes_left(round(period.duration_seconds / 60), language)
    colour_up = _listed(sorted(period.chips_removed), language)
    return ("break", *lasts, *(("colour-up", *colour_up) if colour_up else ()))


def minutes_left(minutes: int, language: str) -> Clips:
    """So many minutes; nothing of less than one."""
    return (*number_clips(minutes, language), "minutes" if minutes > 1 else "minute") if minutes else ()


def last_hands(hands: int, language: str) -> Clips:
    """How many more hands are dealt before the day is over; 0 for an orbit."""
    if hands < 1:
        return ("last-orbit",)
    return ("last-hand",) if hands == 1 else ("last", *number_clips(hands, language), "hands")


def tables_break(tables: Sequence[int], language: str) -> Clips:
    """Which tables break; everybody looks for their new seat."""
    if not tables:
        return ("new-seats",)
    numbers = _listed(tables, language)
    return ("table" if len(tables) == 1 else "tables", *numbers, "breaks" if len(tables) == 1 else "break-up")


def seat_to_seat(*, seat: int, table: int, to_table: int, to_seat: int, language: str) -> Clips:
    """Who sits there is asked to move."""
    return (
        *("seat", *number_clips(seat, language), "at-table", *number_clips(table, language)),
        *("please-move", *number_clips(to_table, language), "seat", *number_clips(to_seat, language)),
    )


def _level(level: Level, is_new: bool, language: str) -> Clips:
    if not level.is_mixed:
        names = game_clips(level.game) if is_new else ()
        return (*names, *_stakes(level.all_games[0], language))
    lead: Clips = ("dealers-choice" if level.is_dealers_choice else "mixed-games",) if is_new else ()
    said = [lead]
    for games, stakes in level.grouped_games:
        # Of several games for the same stakes the room hears the stakes alone.
        said.append((game_clips(games[0]) if len(games) == 1 else ()) + _stakes(stakes, language))
    return tuple(clip for clips in said for clip in clips)


def _games(level: Level) -> Sequence[str]:
    return [game.game for game in level.all_games]


def _stakes(stakes: LevelGame, language: str) -> Clips:
    """Blinds or limits, then the ante and what else the first to act must know."""
    said: Clips = ()
    if stakes.small_bet:
        said += ("limits", *_amounts([stakes.small_bet, stakes.big_bet], language))
    elif stakes_kind(stakes.game) == "button_blind":
        said += ("button-blind", *_amounts([stakes.big_blind], language))
    else:
        blinds = _amounts([stakes.small_blind, stakes.big_blind], language)
        said += ("blinds", *blinds) if blinds else ()
    if stakes.ante:
        kind = {"big_blind": "big-blind-ante", "button": "button-ante"}.get(stakes.ante_kind, "ante")
        said += (kind, *number_clips(stakes.ante, language))
    for clip, amount in (("bring-in", stakes.bring_in), ("minimum-bet", stakes.min_bet)):
        said += (clip, *number_clips(amount, language)) if amount else ()
    return said


def _amounts(amounts: Iterable[int], language: str) -> Clips:
    return tuple(clip for amount in amounts if amount for clip in number_clips(amount, language))


def _listed(numbers: Sequence[int], language: str) -> Clips:
    """One, two and three."""
    said: Clips = ()
    for place, number in enumerate(numbers):
        said += ("and",) if place and place == len(numbers) - 1 else ()
        said += number_clips(number, language)
    return said
