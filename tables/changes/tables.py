"""Tables opened and closed, how they are recorded, and draws that seat everybody."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext
from msgspec import UNSET, UnsetType

from tables.changes.at_table import AtTable, OfTable
from tables.changes.kinds import TABLES
from tables.changes.voided import page_to_undo
from tables.models import Recording
from tournament.changes.change import Change, LinePage, logged
from tournament.changes.figures import Card, Chips
from tournament.words.writer import Writer


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedTable(OfTable):
    """table_id: older lines do not have it. seats: how many there are."""

    table_id: int | UnsetType = UNSET
    seats: int


@logged(TABLES)
class TableOpened(OpenedTable):
    says = gettext_noop("Opened table %(table)d with %(seats)d seats.")


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosedTable:
    """What a table was while it was closed. positions: of its last hand, as the table keeps them.

    opened_at, closed_at: in ISO format; a table that had not been opened before was closed at no time.
    """

    seats: int
    positions: dict[str, Any] | None
    first_button: int | None
    hands_before: int
    opened_at: str
    closed_at: str | None


@logged(TABLES)
class TableReopened(OpenedTable):
    before: ClosedTable

    def said(self, writer: Writer) -> str:
        """A table that stood in the room and had not been opened before is not opened again."""
        words = self.in_words(writer)
        if self.before.closed_at is None:
            return _("Opened table %(table)d with %(seats)d seats.") % words
        return _("Reopened table %(table)d.") % words


@logged(TABLES)
class OpeningUndone(OfTable):
    says = gettext_noop("Removed table %(table)d.")


@logged(TABLES)
class TableHeld(AtTable):
    says = gettext_noop("Put table %(table)d on hold.")


@logged(TABLES)
class TableReleased(AtTable):
    says = gettext_noop("Released table %(table)d.")


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedBefore:
    """How a table was recorded, and what was known there.

    positions: of the last hand, as the table keeps them. known: the entries whose stacks were.
    """

    recording: Recording
    positions: dict[str, Any] | None
    first_button: int | None
    known: tuple[int, ...]


@logged(TABLES)
class RecordingChanged(AtTable):
    recording: Recording
    before: RecordedBefore

    def said(self, writer: Writer) -> str:
        words = self.in_words(writer)
        if self.recording == Recording.HANDS:
            return _("Table %(table)d is recorded hand by hand.") % words
        if self.recording == Recording.RESULTS:
            return _("Results only are entered at table %(table)d.") % words
        return _("Busts only are entered at table %(table)d.") % words


# --- Draws --------------------------------------------------------------------------------------------------


@logged(TABLES)
class SeatsDrawn(Change):
    """offered: for each table its number, the seats to draw from, and those kept for players they are reserved for.

    With it and the seed the draw can be made again. A draw by cards has none, nor has an older line.
    """

    entries: Chips
    tables: int
    seed: str
    offered: tuple[tuple[int, tuple[int, ...], tuple[int, ...]], ...] | UnsetType = UNSET

    def page(self) -> LinePage:
        return page_to_undo()

    def said(self, writer: Writer) -> str:
        words = self.in_words(writer)
        if self.tables == 1:
            text = ngettext(
                "Drew the seats of %(entries)s player at one table.",
                "Drew the seats of %(entries)s players at one table.",
                self.entries,
            )
        else:
            text = ngettext(
                "Drew the seats of %(entries)s player at %(tables)d tables.",
                "Drew the seats of %(entries)s players at %(tables)d tables.",
                self.entries,
            )
        return text % words


@logged(TABLES)
class DrawUndone(Change):
    entries: Chips

    def said(self, writer: Writer) -> str:
        return ngettext(
            "Undid the seat draw of %(entries)s player.",
            "Undid the seat draw of %(entries)s players.",
            self.entries,
        ) % self.in_words(writer)


@logged(TABLES)
class LateSeatDrawn(OfTable):
    """seed: "" where nothing was drawn: the seat had been reserved for the player."""

    entry: int
    name: str
    seat: int
    seed: str

    def said(self, writer: Writer) -> str:
        words = self.in_words(writer)
        if self.seed:
            return _("Drew table %(table)d, seat %(seat)d for %(name)s.") % words
        return _("Seated %(name)s at table %(table)d in the reserved seat %(seat)d.") % words


@logged(TABLES)
class HighCardDealt(OfTable):
    """Who moves for balance. cards: by seat. seat, card: the highest. seed: "" for cards dealt at the table."""

    seat: int
    card: Card
    cards: tuple[tuple[int, str], ...]
    seed: str

    def said(self, writer: Writer) -> str:
        text = (
            _(
                "Drew one card for each of %(count)s players at table %(table)d: seat %(seat)d has the %(card)s."
            )
            if self.seed
            else _(
                "Dealt one card to each of %(count)s players at table %(table)d: seat %(seat)d has the %(card)s."
            )
        )
        return text % {**self.in_words(writer), "count": writer.chips(len(self.cards))}
