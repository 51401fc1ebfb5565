"""The words of the paper kit, in the language that is active."""

from __future__ import annotations

import re
from html import unescape

from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import npgettext

from tables.engine.games.rotations import GameTurn
from tables.printing.paper_kit_pdf import PrintedKit, PrintedList, PrintedTable
from tables.queries.console.paper import PaperKit, PaperTable
from tournament.models import Tournament
from tournament.queries.structure import SheetRow
from tournament.rules.structure.level_games import LevelGame
from tournament.rules.structure.levels import Level
from tournament.templatetags.games import short_game, short_games
from tournament.templatetags.poker import chips, day_and_time, duration, money, places, stack, time_of_day


def printed_kit(kit: PaperKit, tournament: Tournament) -> PrintedKit:
    """A kit as it is printed."""
    board = kit.board
    zone = tournament.time_zone
    return PrintedKit(
        event=tournament.name,
        title=_("Paper kit"),
        printed=_("As of %(moment)s") % {"moment": day_and_time(board.now, zone)},
        how_to=_(
            "To go on by hand: start a clock with the time left below, move the button each hand, and write each "
            "change beside its seat. Where a hand is being dealt, the stacks are those before it."
        ),
        page=_("Page"),
        figures=(
            (_("Level"), _("Break") if board.break_ else str(board.level_number)),
            (_("Blinds"), _stakes(board.level)),
            (_("Time left"), _clock(board.remaining_seconds)),
            (_("Clock"), _state(board.state)),
            (_("Players left"), f"{chips(board.field.left)} / {chips(board.field.entries)}"),
            (_("Prize pool"), money(board.pool, tournament.currency)),
            *([(_("Overtime"), _clock(board.overtime_seconds))] if board.overtime_seconds else []),
        ),
        lists=(
            PrintedList(
                title=_("Levels"),
                rows=tuple(line for row in kit.periods for line in _period(row, zone)),
                shares=(0.24, 0.4, 0.18, 0.18),
            ),
            PrintedList(
                title=_("Prizes still to be won"),
                rows=tuple(
                    (places(row.first, row.last), money(row.amount, tournament.currency))
                    for row in kit.prizes
                ),
                shares=(0.24, 0.76),
            ),
            PrintedList(
                title=_("Waiting list"),
                rows=tuple((str(one.place), one.name) for one in kit.waiting.waiting),
                shares=(0.1, 0.9),
            ),
        ),
        tables=tuple(_table(table) for table in kit.tables),
    )


def _clock(seconds: int) -> str:
    return f"{seconds // 60}:{seconds % 60:02d}"


def _state(state: str) -> str:
    words = {
        "not_started": _("not started"),
        "running": _("running"),
        "paused": _("paused"),
        "break": _("on break"),
        "overtime": _("overtime"),
        "finished": _("finished"),
        "cancelled": _("cancelled"),
    }
    return words[state]


def _stakes(level: Level) -> str:
    """The stakes of a level as the console says them; of a mixed one its games, whose stakes follow the level."""
    if level.is_mixed:
        return short_games(game.game for game in level.games)
    return _game_stakes(level.all_games[0])


def _game_stakes(game: LevelGame) -> str:
    said = render_to_string("tournament/public/_game_stakes.html", {"game": game})
    return re.sub(r"[ \n]+", " ", unescape(said)).strip()


def _period(row: SheetRow, zone: str) -> tuple[tuple[str, ...], ...]:
    """A period; below a mixed level each of its games with its stakes."""
    minutes = duration(row.minutes * 60)
    at = _("now") if row.is_current else time_of_day(row.starts_at, zone)
    if row.level is None:
        return ((_("Break"), "", minutes, at),)
    level = (_("Level %(number)d") % {"number": row.number}, _stakes(row.level), minutes, at)
    games = row.level.games
    return (level, *((short_game(game.game), _game_stakes(game), "", "") for game in games))


def _table(table: PaperTable) -> PrintedTable:
    title = _("Table %(number)d") % {"number": table.number}
    button = _("Button: seat %(seat)d") % {"seat": table.button} if table.button else _("Button unknown")
    return PrintedTable(
        title=f"{title}, {table.zone}" if table.zone else title,
        game=_game(table.turn) if table.turn else "",
        note=_("%(button)s; in a hand") % {"button": button} if table.is_in_hand else button,
        rows=tuple((str(seat.number), seat.name, stack(seat.stack)) for seat in table.seats),
    )


def _game(turn: GameTurn) -> str:
    """The game of the table, as the console says it; `left` hands of it, the one in play included."""
    left = npgettext(
        "hands of a game", "%(game)s, %(count)s left", "%(game)s, %(count)s left", turn.left or 0
    ) % {"game": short_game(turn.game), "count": turn.left}
    return f"{left}, " + _("then %(game)s") % {"game": short_game(turn.following)}
