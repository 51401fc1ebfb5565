"""The books of a tournament: its ledger as a statement, and the reconciliation with what was sold and paid."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournament.models import MoneyKind
from tournament.queries.ledger import reconciliation as queries
from tournament.queries.ledger.open_points import open_points
from tournament.queries.ledger.statement import statement as read_statement
from tournament.templatetags.writing import PageWriter
from tournament.views.access import ANY_STAFF, StaffRequest, staff


@staff(*ANY_STAFF)
@require_safe
def statement(request: StaffRequest) -> HttpResponse:
    tournament, kind = request.tournament, request.GET.get("kind", "")
    shown = read_statement(
        tournament,
        writer=PageWriter.of(tournament),
        kind=kind,
        page=request.GET.get("page", "1"),
    )
    context = {
        "active": "payouts",
        "statement": shown,
        "kind": kind if kind in MoneyKind.values else "",
        "kinds": MoneyKind.choices,
        "asked": request.GET,
        "here": f"{reverse('tournament:statement', args=[tournament.code])}?{request.GET.urlencode()}".rstrip(
            "?"
        ),
    }
    template = "_statement.html" if request.htmx else "statement.html"
    return render(request, f"tournament/ledger/{template}", context)


@staff(*ANY_STAFF)
@require_safe
def reconciliation(request: StaffRequest) -> HttpResponse:
    context = {
        "active": "payouts",
        "books": queries.reconciliation(request.tournament),
        "points": open_points(request.tournament),
    }
    template = "_reconciliation.html" if request.htmx else "reconciliation.html"
    return render(request, f"tournament/ledger/{template}", context)
