"""What a service refuses, shown where the person typed it."""

from __future__ import annotations

from collections.abc import Mapping

from django.forms import BaseForm

from tournament.services.errors import Refused


def add_refusal(form: BaseForm, refusal: Refused, fields: Mapping[str, str] | None = None) -> None:
    """Put the refusal on its field of `form` (renamed by `fields`), or on the form as a whole."""
    name = (fields or {}).get(refusal.field or "", refusal.field)
    form.add_error(name if name in form.fields else None, refusal.message)
