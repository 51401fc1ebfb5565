"""The structure editor: a form of rows that works as plain POSTs and is swapped whole by htmx.

Every button posts all rows. Only "save" writes; the others give the page back with the rows changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from tournament.forms.fields.choices import TEMPLATES
from tournament.forms.structure.buttons import GAME_BUTTONS, change_rows
from tournament.forms.structure.rest import MOST_TYPED, rest_made
from tournament.forms.structure.rows import Row, read_rows, rows_of, structure_from
from tournament.models import Tournament
from tournament.queries.structure import current_row, digest_of, errors_to_come, remarks_on
from tournament.rules.structure.periods import Structure
from tournament.rules.templates.mixed import ROTATIONS
from tournament.services.errors import Refused
from tournament.services.setup.tournaments import put_structure
from tournament.templatetags.games import say_remark
from tournament.timekeeping import house_now
from tournament.views.access import DIRECTOR_ONLY, StaffRequest, staff
from tournament.views.setup.structure_rows import editor_rows
from tournament.words.games import GAME_GROUPS

REST = "rest:"
"""The button that makes the rows behind one again, before the place of that row."""


@staff(*DIRECTOR_ONLY)
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: StaffRequest) -> HttpResponse:
    tournament, now = request.tournament, house_now()
    if request.method != "POST":
        return editor_page(request, rows_of(tournament.structure), now=now)
    try:
        rows = _posted(request.POST.dict(), tournament, now=now)
    except ValidationError as error:
        return editor_page(
            request, rows_of(tournament.structure), now=now, problems=error.messages, status=422
        )
    command = request.POST.get("do", "check")
    if command == "save":
        return _save(request, rows, now=now)
    if command.startswith(REST):
        return _make_rest(request, rows, command, now=now)
    changed = (
        None if command == "check" else change_rows(rows, command, frozen=current_row(tournament, now) + 1)
    )
    if changed is None:
        return editor_page(request, structure_from(rows)[1], now=now)
    return editor_page(
        request, changed.rows, now=now, look_at=changed.index, button=command.partition(":")[0]
    )


def _make_rest(request: StaffRequest, rows: Sequence[Row], command: str, *, now: datetime) -> HttpResponse:
    """The rows behind one, made from what was wished for; nothing is saved."""
    tournament, wishes = request.tournament, request.POST.get("wishes", "")
    place = command.removeprefix(REST)
    index = int(place) if place.isascii() and place.isdigit() and len(place) < 4 else len(rows)
    if not max(0, current_row(tournament, now)) <= index < len(rows):
        return editor_page(request, structure_from(rows)[1], now=now)
    try:
        made = rest_made(rows, index, wishes, tournament, now=now)
    except Refused as refusal:
        marked = structure_from(rows)[1]
        return editor_page(request, marked, now=now, problems=[refusal.message], status=422)
    return editor_page(request, made, now=now, look_at=index, button="rest")


def _save(request: StaffRequest, rows: Sequence[Row], *, now: datetime) -> HttpResponse:
    tournament = request.tournament
    structure, marked = structure_from(rows)
    problems: list[str] = []
    if structure is None:
        if not any(row.has_errors for row in marked):
            problems.append(_("There is no level: add one."))
    elif request.POST.get("seen") != digest_of(tournament.structure):
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
            put_structure(tournament_id=tournament.pk, structure=structure, by=request.actor.at(now))
        except Refused as refusal:
            problems.append(refusal.message)
    if problems or structure is None:
        return editor_page(request, marked, now=now, problems=problems, status=422)
    messages.success(request, _("Structure saved."))
    if request.htmx:
        tournament.refresh_from_db()
        return editor_page(request, rows_of(tournament.structure), now=now)
    return redirect("tournament:edit_structure", tournament.code)


def _posted(data: Mapping[str, str], tournament: Tournament, *, now: datetime) -> tuple[Row, ...]:
    """The posted rows behind those that were frozen when the page was made; of the current one the minutes."""
    current = current_row(tournament, now)
    stored = rows_of(tournament.structure, frozen=current + 1)
    typed = data.get("first", "0")
    first = min(int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 4 else 0, len(stored))
    rows = [*stored[:first], *read_rows(data)]
    if 0 <= current < len(rows):
        minutes = rows[current].typed.get("minutes", "")
        played = stored[current]
        rows[current] = replace(played, typed={**played.typed, "minutes": minutes})
    return tuple(rows)


def _faults(tournament: Tournament, structure: Structure, *, now: datetime) -> list[str]:
    return [
        _("Row %(row)d: %(problem)s") % {"row": remark.row, "problem": say_remark(remark)}
        for remark in errors_to_come(tournament, structure, now=now)
    ]


def editor_page(
    request: StaffRequest,
    rows: Sequence[Row],
    *,
    now: datetime,
    problems: Sequence[str] = (),
    look_at: int | None = None,
    button: str = "",
    wishes: str = "",
    status: int = 200,
) -> HttpResponse:
    tournament = request.tournament
    current = current_row(tournament, now)
    structure, _marked = structure_from(rows)
    remarks = remarks_on(tournament, structure) if structure else ()
    open_row = look_at if button in GAME_BUTTONS else None
    lines = editor_rows(rows, structure, tournament.structure, remarks, current=current, open_row=open_row)
    first = max(current, 0)
    context = {
        "active": "structure",
        "rows": lines,
        "first": first,
        "count": len(lines) - first,
        "seen": digest_of(tournament.structure),
        "wishes": wishes or request.POST.get("wishes", "")[:MOST_TYPED],
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


def rows_stay(played: int) -> str:
    """What is said of rows that no other structure changes."""
    stays = ngettext(
        "Row %(count)d has been played: it stays as it is.",
        "Rows 1 to %(count)d have been played: they stay as they are.",
        played,
    )
    return stays % {"count": played}


def say_in_editor(request: StaffRequest, read: Structure, *, played: int) -> None:
    """What is in the editor that is not saved yet, and how many rows stay as they are."""
    words = [
        ngettext(
            "%(levels)d level is in the editor. Nothing is saved yet.",
            "%(levels)d levels are in the editor. Nothing is saved yet.",
            read.level_count,
        )
        % {"levels": read.level_count}
    ]
    if played:
        words.append(rows_stay(played))
    messages.info(request, " ".join(words))


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
    if button in ("up", "down", "rest"):
        return f"row-{place}-{button}"
    return f"row-{place}-minutes" if button in ("delete", "length") else f"row-{place}-first"
