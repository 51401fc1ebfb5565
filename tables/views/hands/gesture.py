"""What counts: the floor tells what a player said and put in, reads the verdict, and records it with one tap."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tables import engine
from tables.models import Table
from tables.queries.hands.gesture import GestureRead
from tables.queries.table.hand import TableHand, load_open_hand
from tables.services.hands.gestures import rule_on_gesture
from tables.templatetags.refusals import refusal_words
from tables.views.gesture import gesture_context
from tournament.changes.change import sentence_of
from tournament.services.errors import Refused
from tournament.templatetags.writing import PageWriter
from tournament.views.access import FLOOR_STAFF, StaffRequest, by_of, staff
from tournament.views.taps import Done, done_of_tap, not_understood, say


@staff(*FLOOR_STAFF)
@require_http_methods(["GET", "HEAD", "POST"])
def what_counts(request: StaffRequest, number: int) -> HttpResponse:
    """GET asks and stores nothing: the address is the question. POST records one of the outcomes it offers."""
    found = get_object_or_404(Table, tournament=request.tournament, number=number)
    recorded = load_open_hand(found)
    if request.method == "POST":
        return _record(request, found, recorded)
    return _show(request, found, recorded, request.GET)


def _show(
    request: StaffRequest, found: Table, recorded: TableHand | None, told: QueryDict, status: int = 200
) -> HttpResponse:
    template = "_what_counts.html" if request.htmx else "what_counts.html"
    context = {
        "active": "hands",
        "table": found,
        "hand": recorded.hand if recorded else None,
        "operations": len(recorded.operations) if recorded else 0,
        "asked": told.urlencode(),
        **gesture_context(request.tournament, recorded, told),
    }
    return render(request, f"tables/gesture/{template}", context, status=status)


def _record(request: StaffRequest, found: Table, recorded: TableHand | None) -> HttpResponse:
    told = QueryDict(request.POST.get("told", ""))

    def do() -> Done:
        moment = request.POST.get("moment", "")
        hand = (recorded.hand.pk, len(recorded.operations)) if recorded else (0, 0)
        if recorded is None or moment != f"{hand[0]}-{hand[1]}":
            raise Refused(
                _("The hand at table %(table)d has moved on. Nothing was changed: look again.")
                % {"table": found.number},
                code="hand_moved_on",
            )
        read = _read(request, recorded, told)
        code = request.POST.get("operation", "")
        if read is None or code not in [outcome.code for outcome in read.outcomes]:
            raise not_understood()
        try:
            line = rule_on_gesture(
                tournament_id=request.tournament.pk,
                table_id=found.pk,
                operation=engine.decode(code),
                hand_id=hand[0],
                operations=hand[1],
                rules=read.rules,
                by=by_of(request),
            )
        except engine.EngineError as error:
            raise Refused(refusal_words(error), code="illegal_action") from error
        return Done(text=sentence_of(line, PageWriter.of(request.tournament)), line=line.pk)

    here = reverse("tables:what_counts", args=[request.tournament.code, found.number])
    try:
        say(request, done_of_tap(request, do))
    except Refused as refusal:
        messages.error(request, refusal.message)
        return redirect(f"{here}?{told.urlencode()}")
    return redirect("tables:table", request.tournament.code, found.number)


def _read(request: StaffRequest, recorded: TableHand, told: QueryDict) -> GestureRead | None:
    gesture = gesture_context(request.tournament, recorded, told)["gesture"]
    if gesture is None:
        return None
    return cast("GestureRead | None", cast("dict[str, object]", gesture)["read"])
