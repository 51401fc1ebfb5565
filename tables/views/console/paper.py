"""The paper kit in one tap."""

from __future__ import annotations

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from tables.printing.paper_kit import printed_kit
from tables.printing.paper_kit_pdf import paper_kit_pdf
from tables.queries.console.paper import paper_kit
from tournament.timekeeping import house_now
from tournament.views.access import ANY_STAFF, StaffRequest, staff


@staff(*ANY_STAFF)
@require_safe
def kit(request: StaffRequest) -> HttpResponse:
    found = paper_kit(request.tournament, now=house_now())
    response = HttpResponse(
        paper_kit_pdf(printed_kit(found, request.tournament)), content_type="application/pdf"
    )
    response.headers["Content-Disposition"] = f'inline; filename="paper-kit-{request.tournament.code}.pdf"'
    return response
