"""The words of the paper kit, in the language that is active."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import npgettext

from tables.engine.games.rotations import GameTurn
from tables.printing.paper_kit_pdf import PrintedKit, PrintedTable
from tables.queries.console.paper import PaperKit, PaperTable
from tournament.models import Tournament
from tournament.printing.sheet_pdf import PrintedList
from tournament.printing.structure_rows import period_rows, stakes_line
from tournament.templatetags.games import short_game
from tournament.templatetags.poker import chips, day_and_time, money, places, stack


def printed_kit(kit: PaperKit, tournament: Tournament) -> PrintedKit:
    """A kit as it is printed."""
    board = kit.board
    zone = tournament.time_zone
    return PrintedKit(
        event=tournament.name,
        title=_("Paper kit"),
        printed=_("As of %(moment)s") % {"moment": day_and_time(board.now, zone)},
        note=_(
            "To go on by hand: start a clock with the time left below, move the button each hand, and write each "
            "change beside its seat. Where a hand is being dealt, the stacks are those before it."
        ),
        page=_("Page"),
        figures=(
            (_("Level"), _("Break") if board.break_ else str(board.level_number)),
            (_("Blinds"), stakes_line(board.level)),
            (_("Time left"), _clock(board.remaining_seconds))
            if board.hands_left is None
            else (_("Hands left"), str(board.hands_left)),
            (_("Clock"), _state(board.state)),
            (_("Players left"), f"{chips(board.field.left)} / {chips(board.field.entries)}"),
            (_("Prize pool"), money(board.pool, tournament.currency)),
            *([(_("Overtime"), _clock(board.overtime_seconds))] if board.overtime_seconds else []),
        ),
        lists=(
            PrintedList(
                title=_("Levels"),
                rows=tuple(line for row in kit.periods for line in period_rows(row, zone)),
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
