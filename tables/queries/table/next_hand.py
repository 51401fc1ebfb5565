"""Where the button and the blinds will be: the same answer for the deal and for the tablet before it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tables import engine
from tables.floor.button.explain import explain_positions
from tables.floor.button.next_hand import first_positions, next_positions, starting_button
from tables.floor.button.positions import Positions
from tables.floor.button.resting import at_rest
from tables.floor.reasons import Reason
from tables.floor.rules import FloorRules
from tables.models import Seat, Table
from tables.queries.table.rules import floor_rules
from tournament.rules.structure.level_games import stakes_kind
from tournament.rules.structure.levels import Level
from tournament.rules.structure.periods import Structure

FAMILIES_WITHOUT_BUTTON: Final[frozenset[str]] = frozenset({"stud"})


def has_button(game: str) -> bool:
    """Whether this game is dealt around a button; at stud the button of a mixed game rests."""
    return engine.GAMES[game].family not in FAMILIES_WITHOUT_BUTTON


def has_blinds(game: str) -> bool:
    """Whether blinds bring the first chips in; in stud and in draw with antes they are not posted."""
    streets = engine.GAMES[game].streets
    return bool(streets) and streets[0].first_to_act == "after_blinds"


def is_stud_only(structure: Structure) -> bool:
    """Whether no game of the event has a button: then no blinds say who moves to balance (TDA 11-A)."""
    return not any(has_button(game) for game in games_of(structure))


def games_of(structure: Structure) -> frozenset[str]:
    """The codes of all games that are played in the event."""
    levels = (period for period in structure.periods if isinstance(period, Level))
    return frozenset(each.game for level in levels for each in level.all_games)


def remarks_on(positions: Positions, rules: FloorRules, *, game: str) -> tuple[Reason, ...]:
    """What is unusual about the button and the blinds of a hand of `game`."""
    posts_blinds = has_blinds(game) and stakes_kind(game) != "button_blind"
    return explain_positions(positions, rules, has_blinds=posts_blinds)


def games_without_button() -> tuple[str, ...]:
    """The codes of all games that are not."""
    return tuple(game for game in engine.GAMES if not has_button(game))


def positions_of_next_hand(table: Table, live: Sequence[Seat], *, game: str) -> Positions:
    """Button and blinds of the hand of `game` that would be dealt now to these seats, by number."""
    numbers = [seat.number for seat in live]
    positions = _around_button(table, live, numbers)
    return positions if has_button(game) else at_rest(positions, live=numbers)


def positions_for_engine(positions: Positions, *, game: str) -> engine.Positions:
    """What the setup of a hand asks for; without a button its place has who is dealt to last.

    In short deck the button posts the one blind (WSOP, short deck): who is dealt to last, too.
    """
    if stakes_kind(game) == "button_blind":
        return engine.Positions(button=positions.dealt[-1], big_blinds=(positions.dealt[-1],))
    return engine.Positions(
        button=positions.button if has_button(game) else positions.dealt[-1],
        small_blinds=positions.small_blinds if has_blinds(game) else (),
        big_blinds=positions.big_blinds if has_blinds(game) else (),
    )


def _around_button(table: Table, live: Sequence[Seat], numbers: Sequence[int]) -> Positions:
    rules = floor_rules(table.tournament)
    previous = table.positions
    if previous is None:
        button = table.first_button or starting_button(occupied=numbers)
        return first_positions(live=numbers, button=button, rules=rules)
    return next_positions(
        previous,
        live=numbers,
        newcomers=[seat.number for seat in live if seat.is_newcomer],
        moved_by_balancing=[seat.number for seat in live if seat.came_by_balancing],
        told_to_wait=[seat.number for seat in live if seat.told_to_wait],
        rules=rules,
    )
