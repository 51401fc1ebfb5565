"""The structure editor: a form of rows that works as plain POSTs and is swapped whole by htmx.

Every button posts all rows. Only "save" writes; the others give the page back with the rows changed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.forms.choices import ANTE_KINDS, GAMES
from tournament.forms.structure import LABELS, Row, change_rows, read_rows, rows_of, structure_from
from tournament.models import Tournament
from tournament.queries.rule_sentences import say_finding
from tournament.rules import clock as clock_rules
from tournament.rules.structure import Finding, Period, Structure, check_structure
from tournament.services.errors import Refused
from tournament.services.tournaments import TournamentPlan, edit_tournament
from tournament.views.access import DIRECTOR_ONLY, StaffRequest, crew


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One input of a row."""

    name: str
    label: str
    value: str
    error: str
    choices: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class EditorRow:
    """One row of the page: `number` from 1 as people count, `level_number` without breaks (0: a break)."""

    index: int
    number: int
    level_number: int
    kind: str
    state: str  # past, current, or "" for what is still to come
    period: Period | None
    cells: Sequence[Cell]
    remarks: Sequence[tuple[str, str]]

    @property
    def place(self) -> int:
        """Index in the structure; `index` counts from the first row that is posted."""
        return self.number - 1

    @property
    def first_id(self) -> str:
        return f"row-{self.index}-first"

    @property
    def minutes_id(self) -> str:
        return f"row-{self.index}-minutes"

    @property
    def up_id(self) -> str:
        return f"row-{self.index}-up"

    @property
    def down_id(self) -> str:
        return f"row-{self.index}-down"

    @property
    def has_errors(self) -> bool:
        return any(cell.error for cell in self.cells)


@crew(*DIRECTOR_ONLY)
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: StaffRequest) -> HttpResponse:
    tournament, now = request.tournament, timezone.now()
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
        if not any(row.errors for row in marked):
            problems.append(_("There is no level: add one."))
    elif request.POST.get("seen") != _digest(tournament.structure):
        problems.append(
            _(
                "Somebody else has changed the structure since you opened it. "
                "Your rows are below: save again to replace theirs."
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

    edit_tournament(tournament_id=request.tournament.pk, change=change, actor=request.actor, now=now)


def _posted(data: Mapping[str, str], tournament: Tournament, *, now: datetime) -> tuple[Row, ...]:
    """The posted rows behind those that were frozen when the page was made; of the current one the minutes."""
    stored = rows_of(tournament.structure)
    typed = data.get("first", "0")
    first = min(int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 4 else 0, len(stored))
    rows = [*stored[:first], *read_rows(data)]
    current = _current(tournament, now)
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


def _findings(tournament: Tournament, structure: Structure) -> tuple[Finding, ...]:
    return check_structure(
        structure,
        starting_stack=tournament.starting_stack,
        chip_values=tuple(tournament.chip_values),
    )


def _faults(tournament: Tournament, structure: Structure, *, now: datetime) -> list[str]:
    """Errors in rows that can still be changed; they would stop the room."""
    current = _current(tournament, now)
    return [
        _("Row %(row)d: %(problem)s") % {"row": finding.row, "problem": say_finding(finding)}
        for finding in _findings(tournament, structure)
        if finding.severity == "error" and finding.row is not None and finding.row > current + 1
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
    findings = _findings(tournament, structure) if structure else ()
    lines = _editor_rows(rows, structure, tournament.structure, findings, current)
    first = max(current, 0)
    context = {
        "active": "structure",
        "rows": lines,
        "first": first,
        "count": len(lines) - first,
        "seen": _digest(tournament.structure),
        "problems": problems,
        "wrong_rows": [line for line in lines if line.has_errors],
        "general_remarks": [(f.severity, say_finding(f)) for f in findings if f.row is None],
        "is_clean": structure is not None and not findings,
        "focus_id": _focus_id(look_at, button, first),
        "is_over": tournament.status in ("finished", "cancelled"),
    }
    template = "_structure_editor.html" if request.htmx else "structure.html"
    return render(request, f"tournament/setup/{template}", context, status=status)


def _focus_id(look_at: int | None, button: str, first: int) -> str:
    """The input or button that has the focus after a button has changed the rows."""
    if look_at is None:
        return ""
    place = look_at - first
    if button in ("up", "down"):
        return f"row-{place}-{button}"
    return f"row-{place}-minutes" if button == "delete" else f"row-{place}-first"


def _editor_rows(
    rows: Sequence[Row],
    structure: Structure | None,
    stored: Structure,
    findings: Sequence[Finding],
    current: int,
) -> list[EditorRow]:
    """The rows of the page. What is frozen can be read although what was typed cannot: it is `stored`."""
    lines: list[EditorRow] = []
    level_number = 0
    first = max(current, 0)
    for index, row in enumerate(rows):
        level_number += row.kind == "level"
        lines.append(
            EditorRow(
                index=index - first,
                number=index + 1,
                level_number=level_number if row.kind == "level" else 0,
                kind=row.kind,
                state="past" if index < current else "current" if index == current else "",
                period=_period(index, structure, stored, current),
                cells=[_cell(row, name) for name in row.fields if index != current or name == "minutes"],
                remarks=[(f.severity, say_finding(f)) for f in findings if f.row == index + 1],
            )
        )
    return lines


def _period(index: int, structure: Structure | None, stored: Structure, current: int) -> Period | None:
    if structure is not None:
        return structure.periods[index]
    return stored.periods[index] if index <= current else None


def _cell(row: Row, name: str) -> Cell:
    choices = {"ante_kind": ANTE_KINDS, "game": GAMES}.get(name, ())
    return Cell(
        name=name,
        label=str(LABELS[name]),
        value=row.typed.get(name, ""),
        error=row.errors.get(name, ""),
        choices=[(code, str(label)) for code, label in choices],
    )
