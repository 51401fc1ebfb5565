"""Where the button and the blinds will be: the same answer for the deal and for the tablet before it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tables import engine
from tables.floor.button.explain import explain_positions
from tables.floor.button.next_hand import first_positions, next_positions, starting_button
from tables.floor.button.positions import Positions
from tables.floor.button.posting import Blinds, posting
from tables.floor.button.resting import positions_at_rest
from tables.floor.reasons import Reason
from tables.floor.rules import FloorRules
from tables.models import Seat, Table
from tables.models.rules import floor_rules
from tournament.models import Tournament
from tournament.rules.structure.level_games import posts_blinds, stakes_kind
from tournament.rules.structure.levels import Level
from tournament.rules.structure.periods import Structure


def has_button(game: str) -> bool:
    """Whether this game is dealt around a button; at stud the button of a mixed game rests."""
    return engine.GAMES[game].has_button


def has_blinds(game: str) -> bool:
    """Whether somebody posts a blind; otherwise all post antes."""
    return _blinds(game) != "none"


def is_stud_only(structure: Structure) -> bool:
    """Whether no game of the event has a button: then no blinds say who moves to balance (TDA 11-A)."""
    return not any(has_button(game) for game in games_of(structure))


def has_stud(structure: Structure) -> bool:
    """Whether a game of the event is stud: by WSOP 67b a high card then says who moves to balance."""
    return any(engine.GAMES[game].is_stud for game in games_of(structure))


def games_of(structure: Structure) -> frozenset[str]:
    """The codes of all games that are played in the event."""
    levels = (period for period in structure.periods if isinstance(period, Level))
    return frozenset(each.game for level in levels for each in level.all_games)


def remarks_on(positions: Positions, rules: FloorRules, *, game: str) -> tuple[Reason, ...]:
    """What is unusual about the button and the blinds of a hand of `game`."""
    return explain_positions(positions, rules, has_blinds=_blinds(game) == "both")


def games_without_button() -> tuple[str, ...]:
    """The codes of all games that are not."""
    return tuple(game for game in engine.GAMES if not has_button(game))


def positions_of_next_hand(table: Table, live: Sequence[Seat], *, game: str) -> Positions:
    """Button and blinds of the hand of `game` that would be dealt now to these seats, by number."""
    numbers = [seat.number for seat in live]
    positions = _around_button(table, live, numbers, _button_rules(table.tournament, game))
    return positions if has_button(game) else positions_at_rest(positions, live=numbers)


def positions_for_engine(positions: Positions, *, game: str) -> engine.ButtonAndBlinds:
    """What the setup of a hand of `game` asks for."""
    posted = posting(positions, has_button=has_button(game), blinds=_blinds(game))
    return engine.ButtonAndBlinds(
        button=posted.button, small_blinds=posted.small_blinds, big_blinds=posted.big_blinds
    )


def _blinds(game: str) -> Blinds:
    if stakes_kind(game) == "button_blind":
        return "button"
    return "both" if posts_blinds(game) else "none"


def _button_rules(tournament: Tournament, game: str) -> FloorRules:
    """The floor's rules; in an event of nothing but short deck the button always goes to the next player and is never
    dead (WSOP IX). Beside other games it follows their blinds.
    """
    rules = floor_rules(tournament)
    if _blinds(game) != "button" or any(_blinds(each) != "button" for each in games_of(tournament.structure)):
        return rules
    return replace(rules, button_rule="simplified")


def _around_button(
    table: Table, live: Sequence[Seat], numbers: Sequence[int], rules: FloorRules
) -> Positions:
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
