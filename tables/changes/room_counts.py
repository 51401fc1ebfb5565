"""The chips of every table counted at once, in a break: asked for, counted table by table, ended."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tables.changes.at_table import AtTable
from tables.changes.kinds import STACKS
from tournament.changes.change import Change, logged
from tournament.changes.figures import Chips
from tournament.words.writer import Writer


@logged(STACKS)
class RoomCountAsked(Change):
    """held: the tables that were put on hold for it, by their ids."""

    says = gettext_noop("Asked for a count of the chips at every table.")

    held: tuple[int, ...] = ()


@logged(STACKS)
class TableTotalCounted(AtTable):
    """asked: the line that asked for it. counted, expected: the chips of the table, expected None where nobody followed
    them. pieces: values with their pieces, where they were counted by the piece.
    """

    asked: int
    counted: Chips
    expected: int | None
    pieces: tuple[tuple[int, int], ...] = ()

    def said(self, writer: Writer) -> str:
        words = self.in_words(writer)
        if self.expected is None:
            return _("Counted table %(table)d: %(counted)s chips.") % words
        difference = self.counted - self.expected
        words["difference"] = writer.chips(abs(difference))
        if difference < 0:
            return _("Counted table %(table)d: %(counted)s chips, %(difference)s missing.") % words
        if difference:
            return _("Counted table %(table)d: %(counted)s chips, %(difference)s too many.") % words
        return _("Counted table %(table)d: %(counted)s chips, as in the ledger.") % words


@logged(STACKS)
class RoomCountEnded(Change):
    """asked: the line that asked for it."""

    says = gettext_noop("Ended the count of the chips at every table.")

    asked: int
