"""The structure of an event in play is planned again, in a tap; and any change of the structure alone is undone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from django.utils.translation import gettext as _
from msgspec import UNSET

from tournament.changes.setup import TournamentEdited
from tournament.models import LogEntry, Tournament
from tournament.plans.plan import TournamentPlan, plan_of
from tournament.queries.structure import current_row
from tournament.rules.entries import takes_entries
from tournament.rules.structure.errors import StructureError
from tournament.rules.structure.periods import Structure
from tournament.rules.structure.replacement import replace_structure
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.setup.plan_checks import check_plan
from tournament.services.setup.tournaments import edit_tournament
from tournament.services.undo import Undoable, register_undo, require_director
from tournament.words.rules import say_error


def replan(
    *, tournament_id: int, seen: Structure, structure: Structure, late_registration_level: int, by: By
) -> Tournament:
    """Put a structure in force that was made from the one `seen`, with the last level of registration.

    Raises Refused where somebody has changed the structure meanwhile, and as `edit_tournament`.
    """

    def change(plan: TournamentPlan) -> TournamentPlan:
        if plan.structure != seen:
            raise changed_since()
        return _replanned(plan, structure, late_registration_level)

    return edit_tournament(tournament_id=tournament_id, change=change, by=by)


def check_replanned(
    tournament: Tournament, structure: Structure, late_registration_level: int, *, now: datetime
) -> None:
    """Raise Refused where such a structure could not be put in force: it changes what was played, or does not go
    together with what is sold. Nothing is locked: `replan` has the last word.
    """
    try:
        replace_structure(tournament.structure, structure, current_index=current_row(tournament, now))
    except StructureError as error:
        raise Refused(say_error(error), code=error.code, field="structure") from error
    check_plan(_replanned(plan_of(tournament), structure, late_registration_level))


def _replanned(plan: TournamentPlan, structure: Structure, late_registration_level: int) -> TournamentPlan:
    """Late registration ends before the last level, which has no end."""
    late = min(late_registration_level, structure.level_count - 1)
    return replace(plan, structure=structure, late_registration_level=late)


def changed_since() -> Refused:
    """What is said where the structure is another one than that of the page."""
    return Refused(
        _("The structure has changed since you opened this page: look at it again."), code="structure_changed"
    )


def _open_structures(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """The newest change of the settings, if it changed the structure alone, which stands as it left it, and nothing
    that it changed is played.
    """
    if tournament.is_over:
        return set()
    newest = (
        LogEntry.objects.filter(tournament=tournament, verb=TournamentEdited.verb).order_by("-pk").first()
    )
    return {line.pk for line in lines if line == newest and _can_go_back(tournament, line)}


def _can_go_back(tournament: Tournament, line: LogEntry) -> bool:
    told = TournamentEdited.of(line)
    if told.was is UNSET:
        return False
    late = told.was["late_registration_level"]
    if late != tournament.late_registration_level and _is_registration_over(tournament, late):
        return False
    clock = tournament.clock
    current = -1 if clock.state == "not_started" else clock.index
    try:
        before = Structure.from_dict(told.was["structure"])
        made = before if told.structure is UNSET else Structure.from_dict(told.structure)
        replace_structure(tournament.structure, before, current_index=current)
    except StructureError:
        return False
    # Levels that last hands by themselves since then would be lost.
    return made == tournament.structure


def _is_registration_over(tournament: Tournament, last_level: int) -> bool:
    """Whether it has closed, or would have with this last level."""
    if tournament.registration_closed_at is not None or tournament.clock.state == "not_started":
        return tournament.registration_closed_at is not None
    return not takes_entries(
        tournament.structure,
        tournament.clock.index,
        last_level=last_level,
        through_break=tournament.event_rules.registration_through_break,
    )


def _put_back(line: LogEntry, by: By) -> None:
    """Undo a change. The caller holds the tournament's lock."""
    was = TournamentEdited.of(line).was
    if was is UNSET:
        raise ValueError(f"line {line.pk} does not say what was there before")
    structure, late = Structure.from_dict(was["structure"]), was["late_registration_level"]

    def change(plan: TournamentPlan) -> TournamentPlan:
        return replace(plan, structure=structure, late_registration_level=late)

    edit_tournament(tournament_id=line.tournament_id, change=change, by=by, undoes=line)


register_undo(
    [TournamentEdited],
    Undoable(open_lines=_open_structures, undo=_put_back, again=True, may=require_director),
)
