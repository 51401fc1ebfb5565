"""Hands as files to keep."""

from __future__ import annotations

from typing import Final

from django.http import HttpResponse
from django.utils.http import content_disposition_header

TOML: Final = "application/toml; charset=utf-8"
JSON: Final = "application/json"
# Each hand is a JSON object, the file is not: objects with a blank line between them.
PLAIN_TEXT: Final = "text/plain; charset=us-ascii"


def send_text(text: str, name: str, content_type: str) -> HttpResponse:
    response = HttpResponse(text, content_type=content_type)
    response.headers["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name)
    return response
