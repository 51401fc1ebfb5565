"""A dispute of a hand is noted and decided on the hand's page."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from tables.forms.judging.dispute import DecisionForm, DisputeForm
from tables.models import Dispute, Hand
from tables.queries.hands.disputes import disputes_of, windows_of
from tables.queries.hands.history import find_hand
from tables.services.hands.disputes import answer_dispute, open_dispute
from tournament.changes.change import sentence_of
from tournament.models import LogEntry
from tournament.templatetags.writing import PageWriter
from tournament.timekeeping import house_now
from tournament.views.access import FLOOR_STAFF, StaffRequest, by_of, staff
from tournament.views.taps import Done, done_from_form


def dispute_context(
    request: StaffRequest,
    hand: Hand,
    *,
    form: DisputeForm | None = None,
    decisions: Mapping[int, DecisionForm] = MappingProxyType({}),
) -> dict[str, object]:
    """What the hand's page shows of its disputes; `decisions` are forms that were refused, by dispute."""
    return {
        "windows": windows_of(request.tournament, hand, now=house_now()),
        "disputes": [
            (each, decisions.get(each.pk) or DecisionForm(auto_id=_ids(each.pk)))
            for each in disputes_of(hand)
        ],
        "dispute_form": form or DisputeForm(initial={"about": "reading"}),
        "disputed": hand,
    }


@staff(*FLOOR_STAFF)
@require_POST
def open_(request: StaffRequest, number: int, hand_number: int) -> HttpResponse:
    """Note a dispute; too late it needs a reason."""
    hand = find_hand(request.tournament, table=number, number=hand_number)
    if hand is None:
        raise Http404
    form = DisputeForm(request.POST)

    def do() -> Done:
        line = open_dispute(
            tournament_id=request.tournament.pk,
            hand_id=hand.pk,
            about=form.cleaned_data["about"],
            said=form.cleaned_data["said"],
            why_late=form.cleaned_data["why_late"],
            by=by_of(request),
        )
        return _done(request, line)

    if done_from_form(request, form, do):
        return redirect(_home(request, hand))
    return _refused(request, dispute_context(request, hand, form=form))


@staff(*FLOOR_STAFF)
@require_POST
def decide(request: StaffRequest, dispute_id: int) -> HttpResponse:
    """The floor's decision."""
    dispute = get_object_or_404(
        Dispute.objects.select_related("hand__table"),
        pk=dispute_id,
        hand__table__tournament=request.tournament,
    )

    form = DecisionForm(request.POST, auto_id=_ids(dispute.pk))

    def do() -> Done:
        line = answer_dispute(
            tournament_id=request.tournament.pk,
            dispute_id=dispute.pk,
            answer=form.cleaned_data["answer"],
            by=by_of(request),
        )
        return _done(request, line)

    if done_from_form(request, form, do):
        return redirect(_home(request, dispute.hand))
    return _refused(request, dispute_context(request, dispute.hand, decisions={dispute.pk: form}))


def _ids(dispute_id: int) -> str:
    return f"id_{dispute_id}_%s"


def _refused(request: StaffRequest, context: dict[str, object]) -> HttpResponse:
    return render(request, "tables/hands/dispute.html", context | {"active": "hands"}, status=422)


def _done(request: StaffRequest, line: LogEntry) -> Done:
    return Done(text=sentence_of(line, PageWriter.of(request.tournament)), line=line.pk)


def _home(request: StaffRequest, hand: Hand) -> str:
    return reverse("tables:hand", args=[request.tournament.code, hand.table.number, hand.number])
