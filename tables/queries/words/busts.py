"""Players put out by hand, as the log says it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.queries.words.log import Data, Sentence, Writer


def _names(players: Sequence[Data]) -> str:
    return str(get_text_list([each["name"] for each in players], _("and")))


def _busted(data: Data, _writer: Writer) -> str:
    words = {"names": _names(data["out"]), "table": data["table"], "by": _names(data["by"])}
    if not data["by"]:
        return (
            ngettext(
                "%(names)s is out at table %(table)d.",
                "%(names)s are out at table %(table)d.",
                len(data["out"]),
            )
            % words
        )
    return (
        ngettext(
            "%(names)s is out at table %(table)d, knocked out by %(by)s.",
            "%(names)s are out at table %(table)d, knocked out by %(by)s.",
            len(data["out"]),
        )
        % words
    )


def _undone(data: Data, _writer: Writer) -> str:
    words = {"names": _names(data["out"]), "table": data["table"]}
    return (
        ngettext(
            "Undid the bust: %(names)s is back at table %(table)d.",
            "Undid the bust: %(names)s are back at table %(table)d.",
            len(data["out"]),
        )
        % words
    )


BUST_SENTENCES: Final[Mapping[str, Sentence]] = {"players_busted": _busted, "bust_undone": _undone}
