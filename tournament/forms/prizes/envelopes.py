"""Envelopes of mystery bounties as the director writes them: one line for each value, "500 × 2"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.forms.fields.numbers import money_text, parse_chips, parse_money
from tournament.rules.payouts.mystery import EnvelopeLine

MAX_LINES: Final = 200
MAX_ENVELOPES: Final = 20_000
EXAMPLE: Final = "500 × 2"
_LINE: Final = re.compile(r"\s*(?P<value>[^x×*]+?)\s*(?:[x×*]\s*(?P<count>[0-9.,\s]+?))?\s*")


class EnvelopesForm(forms.Form):
    """Once it can be read, `envelopes` holds its lines."""

    envelopes_typed = forms.CharField(
        label=gettext_lazy("Envelopes"),
        max_length=6_000,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "autocomplete": "off"}),
        help_text=gettext_lazy(
            "One line for each value: value × count, for example “500 × 2”. An x or a * will do."
        ),
    )

    envelopes: tuple[EnvelopeLine, ...] = ()

    def clean_envelopes_typed(self) -> str:
        typed = str(self.cleaned_data["envelopes_typed"])
        self.envelopes = read_envelopes(typed)
        return typed


def envelopes_text(lines: Sequence[EnvelopeLine]) -> str:
    """Lines as they stand in the form."""
    return "\n".join(f"{money_text(line.value)} × {line.count}" for line in lines)


def read_envelopes(text: str) -> tuple[EnvelopeLine, ...]:
    """Raises ValidationError that names the line."""
    typed = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    if not typed:
        raise ValidationError(
            _("Enter at least one line, for example “%(example)s”."), params={"example": EXAMPLE}
        )
    if len(typed) > MAX_LINES:
        raise ValidationError(_("Enter at most %(max)d lines."), params={"max": MAX_LINES})
    return tuple(_read(number, line) for number, line in typed)


def _read(number: int, line: str) -> EnvelopeLine:
    match = _LINE.fullmatch(line)
    if match is None:
        raise ValidationError(
            _("Line %(line)d cannot be read: enter it like “%(example)s”."),
            params={"line": number, "example": EXAMPLE},
        )
    try:
        count = parse_chips(match["count"] or "1", low=1, high=MAX_ENVELOPES)
        return EnvelopeLine(value=parse_money(match["value"]), count=count)
    except ValidationError as error:
        raise ValidationError(
            _("Line %(line)d: %(problem)s"), params={"line": number, "problem": error.messages[0]}
        ) from error
