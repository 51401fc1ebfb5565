"""Counted stacks, as the log says it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _

from tables.queries.words.colour_up import signed
from tournament.queries.words.log import Data, Sentence, Writer


def _counted(data: Data, writer: Writer) -> str:
    stacks = ", ".join(
        f"{each['name']} {writer.chips(each['after'])}" for each in data["stacks"] if each["is_known"]
    )
    text = _("Counted at table %(table)d: %(stacks)s.") % {"table": data["table"], "stacks": stacks}
    if not data["difference"]:
        return text
    more = _("Chips in play: %(difference)s.") % {"difference": signed(data["difference"], writer)}
    return f"{text} {more}"


def _undone(data: Data, _writer: Writer) -> str:
    return _("Undid the count at table %(table)d.") % {"table": data["table"]}


COUNT_SENTENCES: Final[Mapping[str, Sentence]] = {"stacks_counted": _counted, "count_undone": _undone}
