"""Players put out by hand, counted hands and ways of recording, as the log says it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tables.models import Recording
from tournament.queries.log import LinePage
from tournament.queries.words.log import Data, Sentence, Writer


def page_of_busts(data: Data) -> LinePage | None:
    """Where the knock-outs of a line are credited."""
    if not data.get("out"):
        return None
    return LinePage(address="tables:knock_outs", label=_("Knocked out by"))


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


def _credited(data: Data, _writer: Writer) -> str:
    words = {
        "name": data["name"],
        "table": data["table"],
        "by": _names(data["by"]) or _("nobody"),
        "before": _names(data["before"]) or _("nobody"),
    }
    return _("%(name)s, out at table %(table)d: knocked out by %(by)s (before: %(before)s).") % words


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


def _counted(data: Data, writer: Writer) -> str:
    said = [_("Counted hand %(hand)d at table %(table)d.") % {"hand": data["hand"], "table": data["table"]}]
    if data["out"]:
        said.append(_busted(data, writer))
    if data["stacks"]:
        stacks = ", ".join(f"{each['name']} {writer.chips(each['after'])}" for each in data["stacks"])
        said.append(_("Stacks after it: %(stacks)s.") % {"stacks": stacks})
    return " ".join(said)


def _uncounted(data: Data, _writer: Writer) -> str:
    words = {"hand": data["hand"], "table": data["table"]}
    return _("Undid the counted hand %(hand)d at table %(table)d.") % words


def _recorded_otherwise(data: Data, _writer: Writer) -> str:
    words = {"table": data["table"]}
    if data["recording"] == Recording.HANDS:
        return _("Table %(table)d is recorded hand by hand.") % words
    if data["recording"] == Recording.RESULTS:
        return _("Results only are entered at table %(table)d.") % words
    return _("Busts only are entered at table %(table)d.") % words


BUST_SENTENCES: Final[Mapping[str, Sentence]] = {
    "players_busted": _busted,
    "bust_undone": _undone,
    "knock_out_credited": _credited,
    "hand_counted": _counted,
    "counted_hand_undone": _uncounted,
    "recording_changed": _recorded_otherwise,
}
