"""What an event would come to by another plan: what is expected before and after, beside each other."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from tournament.models import Tournament
from tournament.queries.forecast.outlook import Expected, Outlook, event_now
from tournament.queries.structure import current_row, remarks_on
from tournament.rules.forecast.milestones import MilestoneKind
from tournament.rules.structure.periods import Structure
from tournament.rules.structure.stakes_check import StructureRemark

_SHOWN: Final[tuple[MilestoneKind, ...]] = (
    "end", "bubble", "final_table", "break", "dinner", "day_end",
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A structure with the last level of late registration."""

    structure: Structure
    late_registration_level: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """One thing that is expected, by the plan in force and by the other; None where it is not."""

    kind: MilestoneKind
    before: Expected | None
    after: Expected | None

    @property
    def minutes(self) -> int | None:
        """How much later it is by the other plan, below 0 for earlier."""
        if self.before is None or self.after is None:
            return None
        return round((self.after.mid - self.before.mid).total_seconds() / 60)


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """`lines` are empty where nothing can be expected yet. `remarks` are what the check says of rows still to come."""

    lines: tuple[Compared, ...]
    remarks: tuple[StructureRemark, ...]

    @property
    def has_errors(self) -> bool:
        return any(remark.severity == "error" for remark in self.remarks)


def plan_in_force(tournament: Tournament) -> Plan:
    return Plan(structure=tournament.structure, late_registration_level=tournament.late_registration_level)


class Outlooks:
    """What is expected of one event by any plan; it is read once."""

    def __init__(self, tournament: Tournament, *, now: datetime) -> None:
        self._tournament = tournament
        self._known = event_now(tournament, now=now)

    def by(self, plan: Plan) -> Outlook | None:
        """None where nothing can be expected yet."""
        if self._known is None:
            return None
        planned = copy(self._tournament)
        planned.structure_data = plan.structure.to_dict()
        planned.late_registration_level = plan.late_registration_level
        return self._known.by(planned).outlook()


def compared(tournament: Tournament, plan: Plan, outlooks: Outlooks, *, now: datetime) -> Comparison:
    """The plan in force beside another one, or beside itself."""
    before, after = outlooks.by(plan_in_force(tournament)), outlooks.by(plan)
    current = current_row(tournament, now)
    remarks = (
        remark
        for remark in remarks_on(tournament, plan.structure)
        if remark.row is None or remark.row > current + 1
    )
    return Comparison(lines=tuple(_lines(before, after)), remarks=tuple(remarks))


def _lines(before: Outlook | None, after: Outlook | None) -> Sequence[Compared]:
    if before is None or after is None:
        return ()
    lines = (Compared(kind=kind, before=before.of(kind), after=after.of(kind)) for kind in _SHOWN)
    return [line for line in lines if line.before or line.after]
