"""What shaped the room, in words: tables set up and taken away, numbers, names, sizes, zones, orders."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.queries.words.log import Data, Sentence, Writer


def _planned(data: Data, _writer: Writer) -> str:
    tables = data["tables"]
    text = ngettext(
        "Added table %(tables)s to the room.", "Added tables %(tables)s to the room.", len(tables)
    )
    return text % {"tables": numbers_said(tables)}


def _plan_undone(data: Data, _writer: Writer) -> str:
    tables = data["tables"]
    text = ngettext(
        "Took table %(tables)s out of the room again.",
        "Took tables %(tables)s out of the room again.",
        len(tables),
    )
    return text % {"tables": numbers_said(tables)}


def _removed(data: Data, _writer: Writer) -> str:
    return _("Removed table %(table)d.") % {"table": data["table"]}


def _removal_undone(data: Data, _writer: Writer) -> str:
    return _("Table %(table)d is in the room again.") % {"table": data["table"]}


def _shaped(data: Data, _writer: Writer) -> str:
    """Each thing that changed, as it is now."""
    before, after = data["before"], data["after"]
    words = {
        "number": _("number %(value)s") % {"value": after["number"]},
        "name": _("name “%(value)s”") % {"value": after["name"]} if after["name"] else _("no name"),
        "seats": _("%(value)s seats") % {"value": after["seats"]},
        "zone": _("zone %(value)s") % {"value": after["zone"]} if after["zone"] else _("no zone"),
    }
    changes = [said for key, said in words.items() if before[key] != after[key]]
    return _("Changed table %(table)d: %(changes)s.") % {
        "table": data["table"],
        "changes": ", ".join(changes),
    }


def _zone(data: Data, _writer: Writer) -> str:
    before, after = data["before"], data["after"]
    if after is None:
        return _("Removed the zone %(name)s.") % {"name": before["name"]}
    words = {"name": after["name"], "staff": after["staff"] or "–", "old": before["name"] if before else ""}
    if before is None:
        return _("Zone %(name)s; staff: %(staff)s.") % words
    if before["name"] == after["name"]:
        return _("Changed the staff of zone %(name)s: %(staff)s.") % words
    return _("Changed zone %(old)s: %(name)s; staff: %(staff)s.") % words


def _breaking(data: Data, _writer: Writer) -> str:
    if not data["order"]:
        return _("Took down the breaking order.")
    return _("Posted the breaking order: %(tables)s.") % {"tables": numbers_said(data["order"])}


def _opening(data: Data, _writer: Writer) -> str:
    if not data["order"]:
        return _("Took down the opening order.")
    return _("Set the opening order: %(tables)s.") % {"tables": numbers_said(data["order"])}


def numbers_said(numbers: Sequence[int]) -> str:
    """Numbers of tables as they are read out, three or more in a row as a range: "21–24, 31"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)


def _waived(data: Data, _writer: Writer) -> str:
    text = ngettext(
        "Let table %(table)d play on with %(players)d player.",
        "Let table %(table)d play on with %(players)d players.",
        data["players"],
    )
    return text % {"table": data["table"], "players": data["players"]}


def _restored(data: Data, _writer: Writer) -> str:
    return _("Table %(table)d halts again while it is too short.") % {"table": data["table"]}


def _alternate(template: Callable[[], str]) -> Sentence:
    return lambda data, _writer: template() % data


def _dismissed(data: Data, _writer: Writer) -> str:
    """Who they were is forgotten with the queue."""
    count = len(data["places"])
    return ngettext(
        "Dismissed %(count)d player from the desk’s queue.",
        "Dismissed %(count)d players from the desk’s queue.",
        count,
    ) % {"count": count}


def _queue_restored(data: Data, _writer: Writer) -> str:
    count = len(data["places"])
    return ngettext(
        "%(count)d player is back in the desk’s queue.",
        "%(count)d players are back in the desk’s queue.",
        count,
    ) % {"count": count}


SHAPING_SENTENCES = {
    "alternate_listed": _alternate(lambda: _("Put %(name)s, entry %(number)s, on the waiting list.")),
    "alternate_called": _alternate(
        lambda: _("Called %(name)s from the waiting list to table %(table)d, seat %(seat)d.")
    ),
    "alternate_uncalled": _alternate(
        lambda: _("Undid the call of %(name)s to table %(table)d, seat %(seat)d; called by hand only.")
    ),
    "alternate_recalled": _alternate(
        lambda: _("%(name)s is called to table %(table)d, seat %(seat)d again.")
    ),
    "alternate_seated": _alternate(
        lambda: _("%(name)s, called from the waiting list, sits down at table %(table)d, seat %(seat)d.")
    ),
    "alternate_missed": _alternate(
        lambda: _("%(name)s did not come to table %(table)d, seat %(seat)d, and goes to the end of the list.")
    ),
    "queue_dismissed": _dismissed,
    "queue_restored": _queue_restored,
    "halt_waived": _waived,
    "halt_restored": _restored,
    "tables_planned": _planned,
    "plan_undone": _plan_undone,
    "table_removed": _removed,
    "removal_undone": _removal_undone,
    "table_shaped": _shaped,
    "zone_changed": _zone,
    "breaking_order_set": _breaking,
    "opening_order_set": _opening,
}
