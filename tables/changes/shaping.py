"""What shaped the room: tables set up and taken away, numbers, names, sizes, zones, orders, short tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from tables.changes.at_table import AtTable, OfTable
from tables.changes.kinds import TABLES
from tournament.changes.change import Change, logged
from tournament.changes.together import Together
from tournament.words.writer import Writer


@logged(TABLES)
class TablesPlanned(Change):
    """tables: their numbers. seats: of each."""

    tables: tuple[int, ...]
    table_ids: tuple[int, ...]
    seats: int

    def said(self, writer: Writer) -> str:
        text = ngettext(
            "Added table %(tables)s to the room.", "Added tables %(tables)s to the room.", len(self.tables)
        )
        return text % {"tables": _numbers_said(self.tables)}


@logged(TABLES)
class PlanUndone(Change):
    tables: tuple[int, ...]

    def said(self, writer: Writer) -> str:
        text = ngettext(
            "Took table %(tables)s out of the room again.",
            "Took tables %(tables)s out of the room again.",
            len(self.tables),
        )
        return text % {"tables": _numbers_said(self.tables)}


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedTable:
    """A table that is gone: what it takes to set it up again, closed."""

    id: int
    number: int
    name: str
    seats: int
    zone: str
    opening_place: int | None
    breaking_place: int | None


@logged(TABLES)
class TableRemoved(OfTable):
    says = gettext_noop("Removed table %(table)d.")

    record: PlannedTable


@logged(TABLES)
class RemovalUndone(OfTable):
    says = gettext_noop("Table %(table)d is in the room again.")


@dataclass(frozen=True, slots=True, kw_only=True)
class TableShape:
    """What stands in the room: `seats` is how many there are, `zone` the name of a zone, "" for none."""

    number: int
    name: str
    seats: int
    zone: str


@logged(TABLES)
class TableShaped(AtTable):
    """table: the number before."""

    before: TableShape
    after: TableShape

    def said(self, writer: Writer) -> str:
        return _("Changed table %(table)d: %(changes)s.") % {
            "table": self.table,
            "changes": ", ".join(self._changes()),
        }

    def _changes(self) -> list[str]:
        """Each thing that changed, as it is now."""
        after = self.after
        words = {
            "number": _("number %(value)s") % {"value": after.number},
            "name": _("name “%(value)s”") % {"value": after.name} if after.name else _("no name"),
            "seats": _("%(value)s seats") % {"value": after.seats},
            "zone": _("zone %(value)s") % {"value": after.zone} if after.zone else _("no zone"),
        }
        return [said for key, said in words.items() if getattr(self.before, key) != getattr(after, key)]


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneRecord:
    """A zone: its name, its staff, and the ids of its tables."""

    name: str
    staff: str
    tables: tuple[int, ...]


@logged(TABLES)
class ZoneChanged(Change):
    """before: None for a new zone. after: None for one that was removed."""

    before: ZoneRecord | None
    after: ZoneRecord | None

    def said(self, writer: Writer) -> str:
        before, after = self.before, self.after
        if after is None:
            return _("Removed the zone %(name)s.") % {"name": before.name if before else ""}
        words = {"name": after.name, "staff": after.staff or "–", "old": before.name if before else ""}
        if before is None:
            return _("Zone %(name)s; staff: %(staff)s.") % words
        if before.name == after.name:
            return _("Changed the staff of zone %(name)s: %(staff)s.") % words
        return _("Changed zone %(old)s: %(name)s; staff: %(staff)s.") % words


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderSet(Change):
    """order: the numbers of the tables, none where a posted order was taken down. table_ids, before: by id."""

    order: tuple[int, ...]
    table_ids: tuple[int, ...]
    before: tuple[int, ...]


@logged(TABLES)
class BreakingOrderSet(OrderSet):
    def said(self, writer: Writer) -> str:
        if not self.order:
            return _("Took down the breaking order.")
        return _("Posted the breaking order: %(tables)s.") % {"tables": _numbers_said(self.order)}


@logged(TABLES)
class OpeningOrderSet(OrderSet):
    def said(self, writer: Writer) -> str:
        if not self.order:
            return _("Took down the opening order.")
        return _("Set the opening order: %(tables)s.") % {"tables": _numbers_said(self.order)}


@dataclass(frozen=True, slots=True, kw_only=True)
class WaiverSet(AtTable):
    """Whether a table that is too short plays on. before, after: with how many players, None where it halts."""

    before: int | None
    after: int | None


@logged(TABLES)
class HaltWaived(WaiverSet):
    players: int

    def said(self, writer: Writer) -> str:
        text = ngettext(
            "Let table %(table)d play on with %(players)d player.",
            "Let table %(table)d play on with %(players)d players.",
            self.players,
        )
        return text % self.in_words(writer)


@logged(TABLES)
class HaltRestored(WaiverSet):
    """players: with how many it played on."""

    says = gettext_noop("Table %(table)d halts again while it is too short.")

    players: int | None


def _numbers_said(numbers: Sequence[int]) -> str:
    """Numbers of tables as they are read out, three or more in a row as a range: "21–24, 31"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)


@logged(TABLES)
class EveryTableWidened(Together):
    """count: of tables."""

    count: int

    def said(self, writer: Writer) -> str:
        text = ngettext(
            "Added a seat to %(count)d table.", "Added a seat to each of %(count)d tables.", self.count
        )
        return text % {"count": self.count}
