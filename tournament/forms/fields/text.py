"""Words that people type: one line, kept as it will be printed."""

from __future__ import annotations

import unicodedata

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy


class LineField(forms.CharField):
    """One printable line: composed letters, single spaces, at most `max_length` characters."""

    def __init__(self, *, max_length: int, **kwargs: object) -> None:
        messages = {
            "max_length": gettext_lazy("This has %(show_value)d characters; shorten it to %(limit_value)d.")
        }
        super().__init__(max_length=max_length, **{"error_messages": messages, **kwargs})  # type: ignore[arg-type]  # CharField's own

    def to_python(self, value: object) -> str:
        text = unicodedata.normalize("NFC", super().to_python(value) or "")
        line = " ".join(text.split())
        if not line.isprintable():
            raise ValidationError(_("This contains unprintable characters; type it again."))
        return line
