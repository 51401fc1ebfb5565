"""What if: levels longer or shorter, one left out, a break, an end; what is expected before and after, then one tap."""

from __future__ import annotations

from datetime import datetime

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.changes.setup import TournamentEdited
from tournament.forms.structure.what_if import FORMS, WhatIfForm
from tournament.queries.structure import digest_of, errors_to_come
from tournament.queries.what_if import Outlooks, compared, plan_in_force
from tournament.services.errors import Refused
from tournament.services.setup.replanning import changed_since, replan
from tournament.templatetags.games import say_remark
from tournament.timekeeping import house_now
from tournament.views.access import DIRECTOR_ONLY, StaffRequest, staff
from tournament.views.taps import Done, handle_tap, newest_line, not_understood


@staff(*DIRECTOR_ONLY)
@require_http_methods(["GET", "HEAD", "POST"])
def what_if(request: StaffRequest) -> HttpResponse:
    """What is tried stands in the address; a post puts it in force."""
    tournament, now = request.tournament, house_now()
    if request.method == "POST":
        home = reverse("tournament:what_if", args=[tournament.code])
        return handle_tap(request, lambda: _apply(request, now), home=home)
    outlooks = Outlooks(tournament, now=now)
    asked = request.GET.get("what", "")
    forms = [
        kind(
            request.GET.dict() if kind.what == asked else None,
            tournament=tournament,
            outlooks=outlooks,
            now=now,
        )
        for kind in FORMS
    ]
    chosen = next((form for form in forms if form.is_bound), None)
    proposal = chosen.proposal if chosen is not None and chosen.is_valid() else None
    plan = plan_in_force(tournament) if proposal is None else proposal.plan
    comparison = compared(tournament, plan, outlooks, now=now)
    context = {
        "active": "structure",
        "forms": [form for form in forms if form.is_possible and not tournament.is_over],
        "chosen": chosen,
        "proposal": proposal,
        "comparison": comparison,
        "remarks": [
            (remark.severity, _in_row(remark.row, say_remark(remark))) for remark in comparison.remarks
        ],
        "seen": digest_of(tournament.structure),
        "now": now,
    }
    status = 422 if chosen is not None and chosen.errors else 200
    return render(request, "tournament/setup/what_if.html", context, status=status)


def _apply(request: StaffRequest, now: datetime) -> Done:
    tournament = request.tournament
    form = _posted(request, now)
    if request.POST.get("seen") != digest_of(tournament.structure):
        raise changed_since()
    if not form.is_valid():
        raise Refused(
            " ".join(str(error) for errors in form.errors.values() for error in errors), code="bad_form"
        )
    plan = form.proposal.plan
    if errors := errors_to_come(tournament, plan.structure, now=now):
        raise Refused(_in_row(errors[0].row, say_remark(errors[0])), code="bad_structure")
    replan(
        tournament_id=tournament.pk,
        seen=tournament.structure,
        structure=plan.structure,
        late_registration_level=plan.late_registration_level,
        by=request.actor.at(now),
    )
    return Done(text=form.proposal.said, line=newest_line(request, TournamentEdited.verb))


def _posted(request: StaffRequest, now: datetime) -> WhatIfForm:
    kind = next((kind for kind in FORMS if kind.what == request.POST.get("what")), None)
    if kind is None:
        raise not_understood()
    outlooks = Outlooks(request.tournament, now=now)
    return kind(request.POST.dict(), tournament=request.tournament, outlooks=outlooks, now=now)


def _in_row(row: int | None, said: str) -> str:
    return said if row is None else _("Row %(row)d: %(problem)s") % {"row": row, "problem": said}
