"""The lines of text on the wall display: what each token stands for now."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.formats import number_format

from tournament.models import Tournament
from tournament.queries.clock import ClockBoard
from tournament.queries.payouts.ladder import ladder_as_it_is, prize_pool
from tournament.rules.screens.tokens import PRIZE, Token, tokens_and_text
from tournament.rules.structure.levels import Level
from tournament.templatetags.poker import big_blinds, chips, countdown, money, time_of_day
from tournament.words.games import game_name
from tournament.words.spans import hands_text

NONE: Final = "–"


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a line. `until` and `since`: milliseconds to which, or from which on, the page counts."""

    text: str
    until: str = ""
    since: str = ""
    is_time_of_day: bool = False


Value = Callable[[ClockBoard, Tournament], str]


def wall_lines(tournament: Tournament, board: ClockBoard) -> list[list[Piece]]:
    """Each line that the event has, piece by piece. No query but for a line that names a prize."""
    lines = (tournament.options.line_1, tournament.options.line_2)
    return [[_piece(piece, tournament, board) for piece in tokens_and_text(line)] for line in lines if line]


def line_as_text(line: str, tournament: Tournament, board: ClockBoard) -> str:
    """A line with what its tokens stand for now."""
    return "".join(_piece(piece, tournament, board).text for piece in tokens_and_text(line))


def _piece(piece: Token | str, tournament: Tournament, board: ClockBoard) -> Piece:
    if isinstance(piece, str):
        return Piece(piece)
    if piece.name == PRIZE:
        return Piece(_prize(tournament, board, piece.place))
    if piece.name == "clock" and board.is_by_hands:
        return Piece(hands_text(board.hands_left or 0))
    if piece.name == "clock":
        return Piece(countdown(board.remaining_seconds), until=_ms(board))
    if piece.name == "timeOfDay":
        return Piece(time_of_day(board.now, board.time_zone), is_time_of_day=True)
    if piece.name == "elapsedTime" and board.started_at is not None and board.finished_at is None:
        since = f"{board.started_at.timestamp() * 1000:.0f}"
        return Piece(countdown(board.elapsed_seconds), since=since)
    return Piece(_VALUES[piece.name](board, tournament))


def _ms(board: ClockBoard) -> str:
    if board.ends_at is None or board.overtime_seconds:
        return ""
    return f"{board.ends_at.timestamp() * 1000:.0f}"


def _prize(tournament: Tournament, board: ClockBoard, place: int) -> str:
    if not tournament.options.money_on_wall:
        return NONE
    prizes: Sequence[int] = ladder_as_it_is(
        tournament, pool=prize_pool(tournament), entries=board.field.entries
    ).prizes
    return money(prizes[place - 1], board.currency) if place <= len(prizes) else NONE


def _amount(level: Level | None, name: str) -> str:
    return chips(getattr(level, name)) if level is not None else NONE


def _game(level: Level | None) -> str:
    return NONE if level is None else ", ".join(game_name(game.game) for game in level.all_games)


def _average_in_big_blinds(board: ClockBoard) -> str:
    average = board.average
    return NONE if average is None else big_blinds(average.chips, board.level.big_blind) or NONE


def _count(number: int | None) -> str:
    return NONE if number is None else number_format(number, force_grouping=True)


_VALUES: Final[Mapping[str, Value]] = {
    "level": lambda board, _event: _count(board.level_number),
    "round": lambda board, _event: _count(board.level_number),
    "smallBlind": lambda board, _event: _amount(board.level, "small_blind"),
    "bigBlind": lambda board, _event: _amount(board.level, "big_blind"),
    "ante": lambda board, _event: _amount(board.level, "ante"),
    "nextSmallBlind": lambda board, _event: _amount(board.next_level, "small_blind"),
    "nextBigBlind": lambda board, _event: _amount(board.next_level, "big_blind"),
    "nextAnte": lambda board, _event: _amount(board.next_level, "ante"),
    "gameName": lambda board, _event: _game(board.level),
    "nextGameName": lambda board, _event: _game(board.next_level),
    "nextBreak": lambda board, _event: time_of_day(board.break_at, board.time_zone),
    "players": lambda board, _event: _count(board.field.left),
    "entries": lambda board, _event: _count(board.field.entries),
    "buyins": lambda board, _event: _count(board.field.entries),
    "rebuys": lambda board, _event: _count(board.field.rebuys),
    "addOns": lambda board, _event: _count(board.field.add_ons),
    "tables": lambda board, _event: _count(board.field.tables),
    "chipCount": lambda board, _event: chips(board.field.chips_in_play),
    "averageStack": lambda board, _event: NONE if board.average is None else chips(board.average.chips),
    "averageStackBB": lambda board, _event: _average_in_big_blinds(board),
    "pot": lambda board, event: money(board.pool, board.currency) if event.options.money_on_wall else NONE,
    "inTheMoneyRank": lambda board, _event: _count(board.places_paid),
    "bustsUntilMoney": lambda board, _event: _count(board.out_before_money),
    "bustsUntilFinalTable": lambda board, event: _count(max(0, board.field.left - event.seats_per_table)),
    "elapsedTime": lambda board, _event: countdown(board.elapsed_seconds),
    "eventName": lambda board, _event: board.name,
}
