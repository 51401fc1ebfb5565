"""Import of players: send a list, preview it, import it, download the report."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tables.forms.imports import ImportForm
from tables.services.desk.importing import ImportPlan, PlanChanged, Unanswered, plan_import, run_import
from tables.services.desk.player_list import MAX_LINES
from tables.views.desk.csv_file import csv_file
from tournament.queries.prices import desk_prices
from tournament.services.errors import Refused
from tournament.templatetags.poker import money
from tournament.timekeeping import house_now
from tournament.views.access import ANY_STAFF, StaffRequest, by_of, staff
from tournament.views.taps import result_of_tap

LONGEST_NUMBER = 8
# Of a list of thousands nobody reads more; the report has every line.
LINES_SHOWN = 200


@staff(*ANY_STAFF)
@require_http_methods(["GET", "HEAD", "POST"])
def import_players(request: StaffRequest) -> HttpResponse:
    if request.method != "POST":
        return _page(request, ImportForm(prices=_prices(request)))
    form = ImportForm(request.POST, request.FILES, prices=_prices(request))
    if not form.is_valid():
        return _page(request, form, status=422)
    if form.code_pages:
        return _page(request, form)
    if request.POST.get("do") == "run":
        return _run(request, form)
    plan = plan_import(
        tournament=request.tournament,
        lines=form.cleaned_data["lines"],
        registers=form.registers,
        now=house_now(),
        answers=_answers(request),
    )
    if request.POST.get("do") == "report":
        return _report(plan, name=f"import-{request.tournament.code}.csv")
    return _page(request, form, plan=plan)


def _run(request: StaffRequest, form: ImportForm) -> HttpResponse:
    by = by_of(request)

    def carry_out() -> dict[str, int]:
        plan = run_import(
            tournament_id=request.tournament.pk,
            lines=form.cleaned_data["lines"],
            registers=form.registers,
            digest=request.POST.get("digest", ""),
            answers=_answers(request),
            quote=form.quote,
            by=by,
        )
        return {"accepted": len(plan.accepted), "new": plan.new_players, "refused": len(plan.refused)}

    try:
        done = result_of_tap(request, carry_out)
    except PlanChanged as changed:
        messages.warning(request, _("The players have changed: check the list again."))
        return _page(request, form, plan=changed.plan, status=409)
    except Unanswered as unanswered:
        messages.warning(request, _("Answer the questions about club numbers first."))
        return _page(request, form, plan=unanswered.plan, status=422)
    except Refused as refusal:
        form.add_error(None, refusal.message)
        return _page(request, form, status=422)
    context = {"active": "desk", "done": done, "registered": form.registers}
    return render(request, "tables/desk/import_done.html", context)


def _prices(request: StaffRequest) -> list[tuple[str, str]]:
    """What each of the list may pay, the price to pay now first."""
    currency = request.tournament.currency
    tags = desk_prices(request.tournament, now=house_now()).all
    return [(tag.quote, f"{tag.name or _('Buy-in')} {money(tag.total, currency)}") for tag in tags]


def _answers(request: StaffRequest) -> dict[int, int | None]:
    """The line chosen for each question that was answered; None where all its lines are left out."""
    answers: dict[int, int | None] = {}
    for name in request.POST:
        digits, chosen = name.removeprefix("question-"), request.POST.get(name, "")
        if digits != name and is_number(digits):
            answers[int(digits)] = int(chosen) if is_number(chosen) else None
    return answers


def is_number(text: str) -> bool:
    """Whether `text` is the number of a line."""
    return text.isascii() and text.isdigit() and len(text) < LONGEST_NUMBER


def _report(plan: ImportPlan, *, name: str) -> HttpResponse:
    """Every line and what becomes of it, as CSV for a spreadsheet of the reader's language."""
    words = {
        "new": _("new player"),
        "known": _("existing player"),
        "refused": _("refused"),
        "question": _("to decide"),
    }
    heads = [_("Line"), _("Name"), _("Club number"), _("Result"), _("Field"), _("Reason"), _("What to do")]
    lines = [
        [
            str(planned.line.number),
            planned.line.name,
            planned.line.club_number,
            words[planned.outcome],
            planned.field,
            planned.reason,
            planned.cure,
        ]
        for planned in plan.lines
    ]
    return csv_file(heads, lines, name=name)


def _page(
    request: StaffRequest, form: ImportForm, *, plan: ImportPlan | None = None, status: int = 200
) -> HttpResponse:
    given = _answers(request) if plan else {}
    asked = (
        [(question, question.id in given, given.get(question.id)) for question in plan.questions]
        if plan
        else []
    )
    context = {
        "active": "desk",
        "form": form,
        "plan": plan,
        "asked": asked,
        "shown": LINES_SHOWN,
        "most": MAX_LINES,
    }
    return render(request, "tables/desk/import.html", context, status=status)
