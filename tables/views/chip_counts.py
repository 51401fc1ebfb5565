"""Chip counts for the press: for everybody with the names that players chose, for the staff with their own.

The public standings show the same stacks; what is new here is where each number comes from.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from tables.printing import chip_counts_file as files
from tables.queries.room.chip_counts import PressCounts, chip_counts
from tournament.models import Tournament
from tournament.timekeeping import house_now
from tournament.views.access import ANY_STAFF, StaffRequest, public, staff


@public
@require_safe
def public_csv(request: HttpRequest, code: str) -> HttpResponse:
    return _download(files.counts_csv(_public(code), is_public=True), files.CSV_TYPE, f"counts-{code}.csv")


@public
@require_safe
def public_json(request: HttpRequest, code: str) -> HttpResponse:
    return _download(files.counts_json(_public(code), is_public=True), files.JSON_TYPE, f"counts-{code}.json")


@public
@require_safe
def public_text(request: HttpRequest, code: str) -> HttpResponse:
    return _download(files.counts_text(_public(code), is_public=True), files.TEXT_TYPE, f"counts-{code}.txt")


@staff(*ANY_STAFF)
@require_safe
def staff_csv(request: StaffRequest) -> HttpResponse:
    made = files.counts_csv(_own(request), is_public=False)
    return _download(made, files.CSV_TYPE, f"counts-{request.tournament.code}.csv")


@staff(*ANY_STAFF)
@require_safe
def staff_json(request: StaffRequest) -> HttpResponse:
    made = files.counts_json(_own(request), is_public=False)
    return _download(made, files.JSON_TYPE, f"counts-{request.tournament.code}.json")


@staff(*ANY_STAFF)
@require_safe
def staff_text(request: StaffRequest) -> HttpResponse:
    made = files.counts_text(_own(request), is_public=False)
    return _download(made, files.TEXT_TYPE, f"counts-{request.tournament.code}.txt")


def _public(code: str) -> PressCounts:
    return chip_counts(get_object_or_404(Tournament, code=code), now=house_now())


def _own(request: StaffRequest) -> PressCounts:
    return chip_counts(request.tournament, now=house_now())


def _download(made: bytes, kind: str, name: str) -> HttpResponse:
    response = HttpResponse(made, content_type=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
