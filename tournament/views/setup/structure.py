"""The structure editor: a form of rows that works as plain POSTs and is swapped whole by htmx.

Every button posts all rows. Only "save" writes; the others give the page back with the rows changed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.forms.fields.choices import TEMPLATES
from tournament.forms.structure.buttons import GAME_BUTTONS, change_rows
from tournament.forms.structure.rows import Row, read_rows, rows_of, structure_from
from tournament.models import Tournament
from tournament.plans.plan import TournamentPlan
from tournament.rules import clock as clock_rules
from tournament.rules.structure.check import check_structure
from tournament.rules.structure.periods import Structure
from tournament.rules.structure.stakes_check import StructureRemark
from tournament.rules.templates.mixed import ROTATIONS
from tournament.services.errors import Refused
from tournament.services.setup.tournaments import edit_tournament
from tournament.timekeeping import house_now
from tournament.views.access import DIRECTOR_ONLY, StaffRequest, staff
from tournament.views.setup.structure_rows import editor_rows, say_remark
from tournament.words.games import GAME_GROUPS


@staff(*DIRECTOR_ONLY)
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: StaffRequest) -> HttpResponse:
    tournament, now = request.tournament, house_now()
    if request.method != "POST":
        return _page(request, rows_of(tournament.structure), now=now)
    try:
        rows = _posted(request.POST.dict(), tournament, now=now)
    except ValidationError as error:
        return _page(request, rows_of(tournament.structure), now=now, problems=error.messages, status=422)
    command = request.POST.get("do", "check")
    if command == "save":
        return _save(request, rows, now=now)
    changed = None if command == "check" else change_rows(rows, command, frozen=_current(tournament, now) + 1)
    if changed is None:
        return _page(request, structure_from(rows)[1], now=now)
    return _page(request, changed.rows, now=now, look_at=changed.index, button=command.partition(":")[0])


def _save(request: StaffRequest, rows: Sequence[Row], *, now: datetime) -> HttpResponse:
    tournament = request.tournament
    structure, marked = structure_from(rows)
    problems: list[str] = []
    if structure is None:
        if not any(row.has_errors for row in marked):
            problems.append(_("There is no level: add one."))
    elif request.POST.get("seen") != _digest(tournament.structure):
        problems.append(
            _(
                "Someone else has changed the structure since you opened it. Your rows are below: save "
                "again to replace theirs."
            )
        )
    else:
        problems.extend(_faults(tournament, structure, now=now))
    if structure is not None and not problems:
        try:
            _put_in_force(request, structure, now=now)
        except Refused as refusal:
            problems.append(refusal.message)
    if problems or structure is None:
        return _page(request, marked, now=now, problems=problems, status=422)
    messages.success(request, _("Structure saved."))
    if request.htmx:
        tournament.refresh_from_db()
        return _page(request, rows_of(tournament.structure), now=now)
    return redirect("tournament:edit_structure", tournament.code)


def _put_in_force(request: StaffRequest, structure: Structure, *, now: datetime) -> None:
    def change(plan: TournamentPlan) -> TournamentPlan:
        # Late registration ends before the last level, which has no end.
        late = min(plan.late_registration_level, structure.level_count - 1)
        return replace(plan, structure=structure, late_registration_level=late)

    edit_tournament(tournament_id=request.tournament.pk, change=change, by=request.actor.at(now))


def _posted(data: Mapping[str, str], tournament: Tournament, *, now: datetime) -> tuple[Row, ...]:
    """The posted rows behind those that were frozen when the page was made; of the current one the minutes."""
    current = _current(tournament, now)
    stored = rows_of(tournament.structure, frozen=current + 1)
    typed = data.get("first", "0")
    first = min(int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 4 else 0, len(stored))
    rows = [*stored[:first], *read_rows(data)]
    if 0 <= current < len(rows):
        minutes = rows[current].typed.get("minutes", "")
        played = stored[current]
        rows[current] = replace(played, typed={**played.typed, "minutes": minutes})
    return tuple(rows)


def _current(tournament: Tournament, now: datetime) -> int:
    """Index of the period in force, -1 while the clock has not started."""
    clock = tournament.clock
    if clock.state == "not_started":
        return -1
    return clock_rules.current_index(clock, tournament.structure, now=now)


def _digest(structure: Structure) -> str:
    return hashlib.sha256(json.dumps(structure.to_dict(), sort_keys=True).encode()).hexdigest()[:16]


def _remarks(tournament: Tournament, structure: Structure) -> tuple[StructureRemark, ...]:
    return check_structure(
        structure,
        starting_stack=tournament.starting_stack,
        chip_values=tuple(tournament.chip_values),
        seats=tournament.seats_per_table,
        are_seats_fixed=tournament.draw_made_at is not None,
        rules=tournament.event_rules,
    )


def _faults(tournament: Tournament, structure: Structure, *, now: datetime) -> list[str]:
    """Errors in rows that can still be changed; they would stop the room."""
    current = _current(tournament, now)
    return [
        _("Row %(row)d: %(problem)s") % {"row": remark.row, "problem": say_remark(remark)}
        for remark in _remarks(tournament, structure)
        if remark.severity == "error" and remark.row is not None and remark.row > current + 1
    ]


def _page(
    request: StaffRequest,
    rows: Sequence[Row],
    *,
    now: datetime,
    problems: Sequence[str] = (),
    look_at: int | None = None,
    button: str = "",
    status: int = 200,
) -> HttpResponse:
    tournament = request.tournament
    current = _current(tournament, now)
    structure, _marked = structure_from(rows)
    remarks = _remarks(tournament, structure) if structure else ()
    open_row = look_at if button in GAME_BUTTONS else None
    lines = editor_rows(rows, structure, tournament.structure, remarks, current=current, open_row=open_row)
    first = max(current, 0)
    context = {
        "active": "structure",
        "rows": lines,
        "first": first,
        "count": len(lines) - first,
        "seen": _digest(tournament.structure),
        "problems": problems,
        "wrong_rows": [line for line in lines if line.has_errors],
        "general_remarks": [
            (remark.severity, say_remark(remark)) for remark in remarks if remark.row is None
        ],
        "is_clean": structure is not None and not remarks,
        "focus_id": _focus_id(look_at, button, first),
        "rotations": _rotations(),
        "game_groups": GAME_GROUPS,
        "is_over": tournament.status in ("finished", "cancelled"),
    }
    template = "_structure_editor.html" if request.htmx else "structure.html"
    return render(request, f"tournament/setup/{template}", context, status=status)


def _rotations() -> list[tuple[str, str]]:
    """The ready-made rotations by key, with the names that their templates have."""
    return [(key, str(name)) for key, name, _about in TEMPLATES if key in ROTATIONS]


def _focus_id(look_at: int | None, button: str, first: int) -> str:
    """The input or button that has the focus after a button has changed the rows."""
    if look_at is None:
        return ""
    place = look_at - first
    if button in GAME_BUTTONS:
        return f"row-{place}-add"
    if button in ("up", "down"):
        return f"row-{place}-{button}"
    return f"row-{place}-minutes" if button == "delete" else f"row-{place}-first"
