"""What stops the whole room, in the log: announced, each round, released run-outs, the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.models import LogEntry, StopKind
from tournament.queries.words.log import Data, Sentence, Writer

STOP_VERBS = (
    "stop_announced",
    "stop_ended",
    "stop_restored",
    "round_dealt",
    "round_over",
    "round_held",
    "round_reopened",
    "table_marked_done",
    "table_not_done",
    "run_out_released",
    "run_out_locked",
    "last_hands_drawn",
    "room_resumed",
    "all_tables_held",
    "all_tables_released",
)


def kind_label(data: Data) -> str:
    """What kind of stop a line tells of."""
    return str(StopKind(data["kind"]).label)


def _of_kind(template: Callable[[], str]) -> Sentence:
    return lambda data, _writer: template() % {**data, "kind": kind_label(data)}


def _announced(data: Data, writer: Writer) -> str:
    said = _("Announced: %(kind)s.") % {"kind": kind_label(data)}
    if data["kind"] in (StopKind.AFTER_HANDS, StopKind.LAST_HANDS, StopKind.HANDS_PER_LEVEL):
        said = f"{said} {_hands(data['hands'])}"
    elif data["kind"] == StopKind.IN_STEP:
        ahead = ngettext(
            "No table is more than %(count)d hand ahead.",
            "No table is more than %(count)d hands ahead.",
            data["hands"],
        )
        said = f"{said} {ahead % {'count': data['hands']}}"
    if data["until"] is not None:
        until = ngettext(
            "Until %(count)s player is left.", "Until %(count)s players are left.", data["until"]
        )
        said = f"{said} {until % {'count': writer.chips(data['until'])}}"
    return said


def _hands(hands: int) -> str:
    return ngettext("%(count)d hand at each table.", "%(count)d hands at each table.", hands) % {
        "count": hands
    }


def _all_held(data: Data, _writer: Writer) -> str:
    return ngettext("Put %(count)d table on hold.", "Put %(count)d tables on hold.", data["count"]) % {
        "count": data["count"]
    }


def _all_released(data: Data, _writer: Writer) -> str:
    return ngettext("Released %(count)d table.", "Released %(count)d tables.", data["count"]) % {
        "count": data["count"]
    }


def _ended(data: Data, _writer: Writer) -> str:
    words = {"kind": kind_label(data), "left": data["left"]}
    if data["by_itself"]:
        return _("%(kind)s is over: %(left)d players left.") % words
    return _("Ended: %(kind)s. %(left)d players left.") % words


def _run_outs(data: Data, _writer: Writer) -> str:
    tables = data["numbers"]
    return ngettext(
        "Released the run-out at table %(tables)s.",
        "Released the run-outs at tables %(tables)s.",
        len(tables),
    ) % {"tables": ", ".join(map(str, tables))}


def _last_hands(data: Data, _writer: Writer) -> str:
    return ngettext(
        "Drew the %(card)s: %(hands)d more hand at each table.",
        "Drew the %(card)s: %(hands)d more hands at each table.",
        data["hands"],
    ) % {"card": data["card"], "hands": data["hands"]}


def why_last_hands(lines: Sequence[LogEntry], _writer: Writer) -> dict[int, str]:
    """The rule, and the seed that the card was drawn from."""
    return {
        line.pk: _("WSOP 125. Drawn from seed %(seed)s.") % {"seed": line.data["seed"]}
        if line.data["seed"]
        else _("WSOP 125. Drawn in the room.")
        for line in lines
    }


STOP_SENTENCES = {
    "all_tables_held": _all_held,
    "all_tables_released": _all_released,
    "room_resumed": lambda _d, _w: _("Resumed the room: all tables deal on."),
    "stop_announced": _announced,
    "stop_ended": _ended,
    "stop_restored": _of_kind(lambda: _("On again: %(kind)s.")),
    "round_dealt": _of_kind(lambda: _("%(kind)s: hand %(round)d is dealt at every table.")),
    "round_over": _of_kind(lambda: _("%(kind)s: hand %(round)d is over at every table.")),
    "round_held": _of_kind(lambda: _("%(kind)s: hand %(round)d is not dealt yet.")),
    "round_reopened": _of_kind(lambda: _("%(kind)s: hand %(round)d is in play again.")),
    "table_marked_done": lambda d, _w: _("Marked table %(table)d as done.") % {"table": d["table"]},
    "table_not_done": lambda d, _w: _("Table %(table)d is not done yet.") % {"table": d["table"]},
    "run_out_released": _run_outs,
    "run_out_locked": lambda d, _w: (
        _("The cards wait again at tables %(tables)s.") % {"tables": ", ".join(map(str, d["numbers"]))}
    ),
    "last_hands_drawn": _last_hands,
}
