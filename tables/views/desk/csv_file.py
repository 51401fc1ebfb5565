"""Rows as a CSV file that a spreadsheet of the reader's language opens with a double click."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from io import StringIO

from django.http import HttpResponse
from django.utils.translation import get_language

from tournament.rules.spreadsheets import harmless


def csv_file(heads: Sequence[str], rows: Iterable[Sequence[str]], *, name: str) -> HttpResponse:
    """A download called `name`; no cell is a formula."""
    file = StringIO()
    # Italian spreadsheets expect semicolons: their comma is the decimal sign.
    writer = csv.writer(file, delimiter="," if (get_language() or "en").startswith("en") else ";")
    writer.writerow(heads)
    for row in rows:
        writer.writerow([harmless(cell) for cell in row])
    # The mark at the start tells spreadsheets that this is UTF-8.
    response = HttpResponse("\ufeff" + file.getvalue(), content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
