"""The levels and breaks of a structure as rows to print, in the language that is active."""

from __future__ import annotations

import re
from html import unescape

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from tournament.queries.structure import SheetRow
from tournament.rules.structure.level_games import LevelGame
from tournament.rules.structure.levels import Break, Level
from tournament.templatetags.games import short_game, short_games
from tournament.templatetags.poker import chips, duration, time_of_day
from tournament.words.spans import hands_text


def period_rows(row: SheetRow, zone: str) -> tuple[tuple[str, ...], ...]:
    """Period, stakes, length and time of a row; below a mixed level each of its games with its stakes."""
    minutes = hands_text(row.hands) if row.hands else duration(row.minutes * 60)
    at = _("now") if row.is_current else time_of_day(row.starts_at, zone)
    if row.level is None:
        return ((_("Break"), _said_of(row.break_), minutes, at),)
    level = (_("Level %(number)d") % {"number": row.number}, stakes_line(row.level), minutes, at)
    games = row.level.games
    return (level, *((short_game(game.game), _game_stakes(game), "", "") for game in games))


def stakes_line(level: Level) -> str:
    """The stakes of a level as the console says them; of a mixed one its games, whose stakes follow the level."""
    if level.is_mixed:
        return short_games(game.game for game in level.games)
    return _game_stakes(level.all_games[0])


def _game_stakes(game: LevelGame) -> str:
    said = render_to_string("tournament/public/_game_stakes.html", {"game": game})
    return re.sub(r"[ \n]+", " ", unescape(said)).strip()


def _said_of(period: Break | None) -> str:
    """What a break is called and which chips go."""
    if period is None:
        return ""
    removed = ", ".join(chips(value) for value in period.chips_removed)
    words = (period.label, _("chips removed: %(chips)s") % {"chips": removed} if removed else "")
    return " · ".join(word for word in words if word)
