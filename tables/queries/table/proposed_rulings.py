"""Rulings that wait for the floor to confirm them, as they hang on a table's open call."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from tables import engine
from tables.models import FloorMessage
from tables.queries.table.hand import TableHand
from tables.words.rulings import ruling_words


def proposed_ruling(message: FloorMessage) -> engine.Ruling | None:
    """What the dealer has proposed with a call, if anything."""
    return _ruling(message.data.get("ruling", ""))


def waiting_ruling(calls: Iterable[FloorMessage], recorded: TableHand | None) -> engine.Ruling | None:
    """The proposal that the floor can still confirm: nothing has been recorded since."""
    if recorded is None:
        return None
    moment = (recorded.hand.pk, len(recorded.operations))
    for call in calls:
        if (call.data.get("hand"), call.data.get("operations")) == moment:
            return proposed_ruling(call)
    return None


def note_text(message: FloorMessage) -> str:
    """What a message says: its own words, or that the floor has overruled a ruling."""
    refused = _ruling(message.data.get("refused", ""))
    if refused is None:
        return message.text
    return _("Overruled by the floor; the hand continues: %(ruling)s.") % {
        "ruling": ruling_words(refused.kind).name
    }


def _ruling(code: str) -> engine.Ruling | None:
    operation = engine.decode(code) if code else None
    return operation if isinstance(operation, engine.Ruling) else None
