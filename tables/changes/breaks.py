"""Tables broken, and redraws of every seat: who sat where, so that all of it can be undone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext
from msgspec import UNSET, UnsetType

from tables.changes.at_table import OfTable
from tables.changes.kinds import TABLES
from tables.changes.voided import page_to_undo
from tables.models import TableStatus
from tournament.changes.change import Change, LinePage, logged
from tournament.changes.figures import Chips
from tournament.words.writer import Writer


@logged(TABLES)
class TableBroken(OfTable):
    """status: what the table was before. Older lines have neither it nor the table's id.

    Where it was drawn with real cards, without a seed: cards by seat, the seat cards from the top, as table and seat,
    and the seats kept elsewhere for players who drew nothing.
    """

    table_id: int | UnsetType = UNSET
    seed: str
    status: TableStatus = TableStatus.OPEN
    cards: tuple[tuple[int, str], ...] | UnsetType = UNSET
    stack: tuple[tuple[int, int], ...] | UnsetType = UNSET
    kept: tuple[tuple[int, int], ...] | UnsetType = UNSET

    def said(self, writer: Writer) -> str:
        if not self.cards or not self.stack:
            return _("Broke table %(table)d.") % self.in_words(writer)
        dealt = ", ".join(
            _("seat %(seat)d %(card)s") % {"seat": seat, "card": writer.card(card)}
            for seat, card in self.cards
        )
        places = ", ".join(f"{table}-{seat}" for table, seat in self.stack)
        words = {**self.in_words(writer), "cards": dealt, "places": places}
        return _("Broke table %(table)d by cards: %(cards)s; seat cards from the top: %(places)s.") % words


@logged(TABLES)
class BreakUndone(OfTable):
    says = gettext_noop("Undid the break of table %(table)d.")


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRecord:
    """An occupied seat: its number, the entry there, and the entry's standing."""

    number: int
    entry: int
    is_newcomer: bool
    came_by_balancing: bool
    told_to_wait: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRecord:
    """One table by its id. positions: of its last hand, as the table keeps them. chairs: those that are taken.

    is_total_known: older lines do not have it.
    """

    table: int
    status: TableStatus
    hold_reason: str
    seats: int
    positions: dict[str, Any] | None
    first_button: int | None
    is_total_known: bool | UnsetType = UNSET
    chairs: tuple[SeatRecord, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Redraw(Change):
    """tables: how many stay, 1 for the final table."""

    players: Chips
    tables: int


@logged(TABLES)
class TablesRedrawn(Redraw):
    """before: every table, first those that stay; older lines do not have it.

    busts_only: the numbers of those that stay where only busts are entered.
    """

    seed: str
    before: tuple[TableRecord, ...] = ()
    busts_only: tuple[int, ...] = ()

    def page(self) -> LinePage:
        return page_to_undo()

    def said(self, writer: Writer) -> str:
        text = (
            _("Drew the final table: %(players)s players.")
            if self.tables == 1
            else _("Redrew %(players)s players to %(tables)d tables.")
        )
        return " ".join([text % self.in_words(writer), *self.stacks_while_waiting()])

    def stacks_while_waiting(self) -> list[str]:
        """How far stacks are known at tables where only busts are entered; nothing without such a table."""
        if not self.busts_only:
            return []
        text = ngettext(
            "Only busts are entered at table %(tables)s: stacks known now stay known until the next bust or level.",
            "Only busts are entered at tables %(tables)s: stacks known now stay known until the next bust or level.",
            len(self.busts_only),
        )
        return [text % {"tables": ", ".join(map(str, self.busts_only))}]


@logged(TABLES)
class RedrawUndone(Redraw):
    def said(self, writer: Writer) -> str:
        words = self.in_words(writer)
        if self.tables == 1:
            return _("Undid the draw of the final table: %(players)s players.") % words
        return _("Undid the redraw of %(players)s players to %(tables)d tables.") % words
