"""The log of a tournament, and undoing its lines."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament.changes.change import sentence_of
from tournament.queries.chain.seals import head
from tournament.queries.log import PAGE_SIZE, LogFilter, kinds, log_lines, log_rows
from tournament.services.undo import lines_to_undo, undo_line
from tournament.templatetags.writing import PageWriter
from tournament.views.access import FLOOR_STAFF, StaffRequest, by_of, staff
from tournament.views.taps import Done, tap


@staff(*FLOOR_STAFF)
@require_safe
def log(request: StaffRequest) -> HttpResponse:
    wanted = LogFilter(
        table=_number(request.GET.get("table", ""), digits=4),
        player=" ".join(request.GET.get("player", "")[:120].split()),
        kind=request.GET.get("kind", "")[:20],
        before=_number(request.GET.get("before", ""), digits=12),
    )
    rows = log_rows(request.tournament, wanted=wanted, limit=PAGE_SIZE + 1)
    shown = rows[:PAGE_SIZE]
    context = {
        "active": "log",
        "lines": log_lines(
            shown,
            writer=PageWriter.of(request.tournament),
            can_undo=lines_to_undo(request.tournament, shown),
        ),
        "may_credit": True,
        "seal": None if wanted.before is not None else head(request.tournament.pk),
        "wanted": wanted,
        "kinds": kinds(),
        "older": _older(wanted, shown[-1].pk) if len(rows) > PAGE_SIZE else "",
    }
    template = "_log.html" if request.htmx else "log.html"
    return render(request, f"tournament/log/{template}", context)


@staff(*FLOOR_STAFF)
@tap("tournament:log")
def undo(request: StaffRequest, line_id: int) -> Done:
    line = undo_line(tournament_id=request.tournament.pk, line_id=line_id, by=by_of(request))
    what = sentence_of(line, PageWriter.of(request.tournament))
    return Done(text=_("Undone: %(what)s") % {"what": what})


def _number(text: str, *, digits: int) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None


def _older(wanted: LogFilter, before: int) -> str:
    """The address of the next page, with the same filters."""
    fields = {"table": wanted.table, "player": wanted.player, "kind": wanted.kind, "before": before}
    return "?" + urlencode({name: value for name, value in fields.items() if value})
