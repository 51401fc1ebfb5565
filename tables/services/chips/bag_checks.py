"""What is refused of bags: counts that cannot be, a bag without what is printed on it, a room that is not complete."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tables.changes.bags import BagTag
from tables.models import Bag, Hand, HandStatus, Table
from tables.queries.room.bags import BagLine
from tournament.models import Entry, EntryStatus, Stop, Tournament
from tournament.rules.chips.bags import RoomBags
from tournament.rules.structure.errors import MAX_CHIPS
from tournament.services.cash.payable import check_stack_payable
from tournament.services.errors import Refused


def check_not_accepted(stop: Stop) -> None:
    if stop.bagged_at is not None:
        raise Refused(
            _("The bags of this day are accepted. Undo that in the log to count again."), code="bagged"
        )


def check_count(
    tournament: Tournament,
    table: Table,
    lines: Mapping[int, BagLine],
    entry: int,
    chips: int,
    now: datetime,
) -> None:
    if entry not in lines:
        raise Refused(
            _("A player has left table %(table)d since this page was opened. Reload it and count again.")
            % {"table": table.number},
            code="seat_empty",
        )
    check_chips(tournament, chips, field=f"bag_{entry}", now=now)


def check_chips(tournament: Tournament, chips: int, *, field: str, now: datetime) -> None:
    if not 1 <= chips <= MAX_CHIPS:
        raise Refused(
            _("Enter a stack from 1 to %(max)s chips.")
            % {"max": number_format(MAX_CHIPS, force_grouping=True)},
            code="stack_out_of_range",
            field=field,
        )
    check_stack_payable(tournament, chips, now=now, field=field)


def check_tags(
    tournament: Tournament, stop: Stop, lines: Mapping[int, BagLine], tags: Mapping[int, BagTag]
) -> None:
    """Raise Refused for a bag without what the house writes down, and for the number of another bag of the day."""
    asked = tournament.options.tags
    others = Bag.objects.filter(stop=stop).exclude(number="").exclude(entry_id__in=tags)
    taken = (
        {number.casefold(): name for number, name in others.values_list("number", "entry__player__name")}
        if any(tag.number for tag in tags.values())
        else {}
    )
    for entry, tag in tags.items():
        if asked.has_number and not tag.number:
            raise Refused(
                _("Enter the number of the bag of %(name)s.") % {"name": lines[entry].name},
                code="bag_without_number",
                field=f"number_{entry}",
            )
        if asked.has_seal and not tag.seal:
            raise Refused(
                _("Enter the seal of the bag of %(name)s.") % {"name": lines[entry].name},
                code="bag_without_seal",
                field=f"seal_{entry}",
            )
        if tag.number.casefold() in taken:
            raise Refused(
                _("Bag %(number)s is that of %(name)s already.")
                % {"number": tag.number, "name": taken[tag.number.casefold()]},
                code="bag_number_taken",
                field=f"number_{entry}",
            )
        if tag.number:
            taken[tag.number.casefold()] = lines[entry].name


def check_counted_twice(waiting: Sequence[BagLine]) -> None:
    """Raise Refused for those of the largest bags whose second count is missing or another one."""
    differing = [line.name for line in waiting if line.second_count is not None]
    if differing:
        raise Refused(
            _("The two counts of these bags differ: %(names)s. Count them again.")
            % {"names": ", ".join(differing)},
            code="counts_differ",
        )
    if waiting:
        raise Refused(
            _("These bags are still to be counted a second time: %(names)s.")
            % {"names": ", ".join(line.name for line in waiting)},
            code="second_count_missing",
        )


def check_nobody_waits(flight: Tournament) -> None:
    """Raise Refused for a flight that would be over with players who have paid and never had a seat."""
    waiting = Entry.objects.filter(tournament=flight, status=EntryStatus.REGISTERED).order_by("number")
    names = list(waiting.values_list("player__name", flat=True))
    if names:
        raise Refused(
            _("Without a seat in this flight: %(names)s. Void or refund these entries first.")
            % {"names": ", ".join(names)},
            code="without_seat",
        )


def check_room(room: RoomBags, tables: Iterable[Table], reason: str) -> None:
    hand = Hand.objects.filter(table__in=list(tables), status=HandStatus.OPEN).select_related("table").first()
    if hand is not None:
        raise Refused(
            _("Hand %(hand)d is in play at table %(table)d. Count the stacks when it is over.")
            % {"hand": hand.number, "table": hand.table.number},
            code="hand_open",
        )
    if not room.is_complete:
        missing = [table.table for table in room.tables if not table.is_complete]
        raise Refused(
            ngettext(
                "%(count)d bag is not counted yet: %(tables)s.",
                "%(count)d bags are not counted yet: %(tables)s.",
                room.players - room.bags,
            )
            % {"count": room.players - room.bags, "tables": say_tables(missing)},
            code="bags_missing",
        )
    if room.difference and not reason:
        raise Refused(_say_difference(room), code="bags_differ", field="reason")


def say_tables(numbers: Sequence[int]) -> str:
    """“table 3”, “tables 3, 7”."""
    return ngettext("table %(tables)s", "tables %(tables)s", len(numbers)) % {
        "tables": ", ".join(map(str, numbers))
    }


def _say_difference(room: RoomBags) -> str:
    words: dict[str, Any] = {
        "counted": number_format(room.counted, force_grouping=True),
        "expected": number_format(room.expected, force_grouping=True),
        "difference": number_format(abs(room.difference), force_grouping=True),
        "tables": say_tables(room.wrong_tables),
    }
    text = (
        _(
            "%(counted)s counted, but %(expected)s are in play: %(difference)s too many, at %(tables)s. "
            "Count again, or give a reason and the difference is booked."
        )
        if room.difference > 0
        else _(
            "%(counted)s counted, but %(expected)s are in play: %(difference)s missing, at %(tables)s. "
            "Count again, or give a reason and the difference is booked."
        )
    )
    return text % words
