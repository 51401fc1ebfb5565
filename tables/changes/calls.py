"""What a table and the floor say to each other: calls and messages."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tables.changes.at_table import OfTable
from tables.changes.kinds import CALLS
from tournament.changes.change import logged
from tournament.words.writer import Writer


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidAtTable(OfTable):
    """text: "" where the floor is called without a word."""

    text: str


@logged(CALLS)
class FloorCalled(SaidAtTable):
    def said(self, writer: Writer) -> str:
        words = self.in_words(writer)
        if self.text:
            return _("Table %(table)d called the floor: “%(text)s”") % words
        return _("Table %(table)d called the floor.") % words


@logged(CALLS)
class CallAnswered(OfTable):
    says = gettext_noop("Answered the floor call at table %(table)d.")


@logged(CALLS)
class CallClosed(SaidAtTable):
    says = gettext_noop("Closed the floor call at table %(table)d.")


@logged(CALLS)
class MessageSent(SaidAtTable):
    says = gettext_noop("Message to table %(table)d: “%(text)s”")


@logged(CALLS)
class MessageClosed(SaidAtTable):
    says = gettext_noop("Closed the message to table %(table)d: “%(text)s”")
