"""A colour-up in the log: what it did to the table, and in small print every card and every stack."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.models import LogEntry
from tournament.queries.words.log import Data, Writer


def signed(chips: int, writer: Writer) -> str:
    """A difference of chips: "+50", "−25", "0"."""
    return f"+{writer.chips(chips)}" if chips > 0 else writer.chips(chips)


def why_coloured_up(lines: Sequence[LogEntry], writer: Writer) -> dict[int, str]:
    """The rule, the cards of a race, who won and who was protected, and the stacks before and after."""
    return {line.pk: " ".join(_particulars(line.data, writer)) for line in lines}


def _coloured_up(data: Data, writer: Writer) -> str:
    words = {"table": data["table"], "difference": signed(data["difference"], writer)}
    if data["way"] == "counted":
        return _("Coloured up table %(table)d with counted stacks. Chips in play: %(difference)s.") % words
    words |= {"old": writer.chips(data["old"]), "new": writer.chips(data["new"])}
    if data["way"] == "race":
        return _("Chip race at table %(table)d, %(old)s to %(new)s. Chips in play: %(difference)s.") % words
    return _("Exchanged late chips of %(old)s at table %(table)d. Chips in play: %(difference)s.") % words


def _undone(data: Data, writer: Writer) -> str:
    return _("Undid the colour-up of table %(table)d. Chips in play: %(difference)s.") % {
        "table": data["table"],
        "difference": signed(data["difference"], writer),
    }


def _particulars(data: Data, writer: Writer) -> list[str]:
    said = []
    if data["way"] == "race":
        said.append(_("One card per odd chip, starting at seat 1; the highest cards win (TDA 24)."))
        if data["cards"]:
            said.append(_list(_hand(hand, writer) for hand in data["cards"]))
        if data["winners"]:
            said.append(_("Won by: %(seats)s.") % {"seats": _seats(data["winners"])})
        if data["rescued"]:
            said.append(_("Protected from being raced out: %(seats)s.") % {"seats": _seats(data["rescued"])})
        if data["seed"]:
            said.append(_("The cards were drawn from seed %(seed)s.") % {"seed": data["seed"]})
    elif data["way"] == "late":
        said.append(
            _(
                "After the chip race, chips are exchanged at equal value only; the remainder is removed "
                "from play."
            )
        )
    said.append(_list(_stack(each, writer) for each in data["stacks"]))
    return said


def _hand(hand: Sequence[Any], writer: Writer) -> str:
    seat, *cards = hand
    return f"{_seat(seat)} {', '.join(writer.card(card) for card in cards)}"


def _stack(each: Data, writer: Writer) -> str:
    before, after = writer.chips(each["before"]), writer.chips(each["after"])
    return f"{_seat(each['seat'])} {each['name']} {before} → {after}"


def _seats(seats: Sequence[int]) -> str:
    return ", ".join(_seat(seat) for seat in seats)


def _seat(seat: int) -> str:
    return pgettext("short for seat 4", "S%(seat)s") % {"seat": seat}


def _list(parts: Iterable[str]) -> str:
    return "; ".join(parts) + "."


COLOUR_UP_SENTENCES = {"table_coloured_up": _coloured_up, "colour_up_undone": _undone}
