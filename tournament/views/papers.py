"""What is printed or taken away of an event: its structure, its prizes, its results.

The public reads of players what they let it read; the staff has their names. The places known so far are on the public
pages already.
"""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from tournament.models import Tournament
from tournament.printing import results_file
from tournament.printing.sheet_pdf import PrintedSheet, sheet_pdf
from tournament.printing.sheets import printed_prizes, printed_results, printed_structure
from tournament.queries.results import event_results
from tournament.timekeeping import house_now
from tournament.views.access import ANY_STAFF, StaffRequest, public, staff

PDF = "application/pdf"


@public
@require_safe
def structure_sheet(request: HttpRequest, code: str) -> HttpResponse:
    tournament = get_object_or_404(Tournament, code=code)
    return _pdf(printed_structure(tournament, now=house_now()), name=f"structure-{code}.pdf")


@public
@require_safe
def prize_sheet(request: HttpRequest, code: str) -> HttpResponse:
    tournament = get_object_or_404(Tournament, code=code)
    return _pdf(printed_prizes(tournament, now=house_now()), name=f"prizes-{code}.pdf")


@public
@require_safe
def public_results_sheet(request: HttpRequest, code: str) -> HttpResponse:
    return _results_pdf(get_object_or_404(Tournament, code=code), is_public=True)


@public
@require_safe
def public_results_csv(request: HttpRequest, code: str) -> HttpResponse:
    return _results_csv(get_object_or_404(Tournament, code=code), is_public=True)


@public
@require_safe
def public_results_xlsx(request: HttpRequest, code: str) -> HttpResponse:
    return _results_xlsx(get_object_or_404(Tournament, code=code), is_public=True)


@staff(*ANY_STAFF)
@require_safe
def results_sheet(request: StaffRequest) -> HttpResponse:
    return _results_pdf(_of_its_own(request), is_public=False)


@staff(*ANY_STAFF)
@require_safe
def results_csv(request: StaffRequest) -> HttpResponse:
    return _results_csv(_of_its_own(request), is_public=False)


@staff(*ANY_STAFF)
@require_safe
def results_xlsx(request: StaffRequest) -> HttpResponse:
    return _results_xlsx(_of_its_own(request), is_public=False)


def _of_its_own(request: StaffRequest) -> Tournament:
    """The tournament, if it has results: those of a flight are its event's, whose staff may be others."""
    if request.tournament.flight_of_id is not None:
        raise Http404
    return request.tournament


def _results_pdf(tournament: Tournament, *, is_public: bool) -> HttpResponse:
    now = house_now()
    results = event_results(tournament)
    sheet = printed_results(results, tournament, is_public=is_public, now=now)
    return _pdf(sheet, name=f"results-{tournament.code}.pdf")


def _results_csv(tournament: Tournament, *, is_public: bool) -> HttpResponse:
    made = results_file.results_csv(event_results(tournament), is_public=is_public)
    return _download(made, kind=results_file.CSV_TYPE, name=f"results-{tournament.code}.csv")


def _results_xlsx(tournament: Tournament, *, is_public: bool) -> HttpResponse:
    made = results_file.results_xlsx(event_results(tournament), is_public=is_public, now=house_now())
    return _download(made, kind=results_file.XLSX_TYPE, name=f"results-{tournament.code}.xlsx")


def _pdf(sheet: PrintedSheet, *, name: str) -> HttpResponse:
    response = HttpResponse(sheet_pdf(sheet), content_type=PDF)
    response.headers["Content-Disposition"] = f'inline; filename="{name}"'
    return response


def _download(made: bytes, *, kind: str, name: str) -> HttpResponse:
    response = HttpResponse(made, content_type=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
