"""Bags of the day's end, as the log says it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.queries.words.log import Data, Sentence, Writer


def _counted(data: Data, writer: Writer) -> str:
    bags = ", ".join(f"{each['name']} {writer.chips(each['after'])}" for each in data["bags"])
    return _("Counted the bags of table %(table)d: %(bags)s.") % {"table": data["table"], "bags": bags}


def _accepted(data: Data, writer: Writer) -> str:
    bags = len(data["stacks"])
    text = ngettext(
        "Accepted %(count)d bag: %(chips)s chips.", "Accepted %(count)d bags: %(chips)s chips.", bags
    ) % {"count": bags, "chips": writer.chips(data["counted"])}
    missing = data["expected"] - data["counted"]
    if not missing:
        return text
    words = {"chips": writer.chips(abs(missing)), "tables": ", ".join(map(str, data["tables"]))}
    more = (
        _("%(chips)s missing (table %(tables)s).")
        if missing > 0
        else _("%(chips)s too many (table %(tables)s).")
    )
    return f"{text} {more % words}"


BAG_SENTENCES: Final[Mapping[str, Sentence]] = {
    "bags_counted": _counted,
    "bags_uncounted": lambda data, _writer: (
        _("Undid the count of the bags of table %(table)d.") % {"table": data["table"]}
    ),
    "bags_accepted": _accepted,
    "bags_reopened": lambda _data, _writer: _("Undid the acceptance of the bags."),
}
