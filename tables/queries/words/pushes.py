"""Dealers who changed, as the log says it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.queries.words.log import Data, Sentence, Writer


def _pushed(data: Data, _writer: Writer) -> str:
    if data["seconds"] is None:
        return _("Dealers changed at table %(table)d.") % {"table": data["table"]}
    return ngettext(
        "Dealers changed at table %(table)d, %(seconds)d second before the level ended (TDA RP-7: not within 90).",
        "Dealers changed at table %(table)d, %(seconds)d seconds before the level ended (TDA RP-7: not within 90).",
        data["seconds"],
    ) % {"table": data["table"], "seconds": data["seconds"]}


PUSH_SENTENCES: Final[Mapping[str, Sentence]] = {
    "dealer_pushed": _pushed,
    "push_undone": lambda data, _writer: (
        _("Undid the dealer change at table %(table)d.") % {"table": data["table"]}
    ),
}
