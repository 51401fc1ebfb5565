"""The deductions from prizes as the director types them: a few rows, those left blank do not count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.forms.fields.numbers import MoneyField, money_text, parse_percent
from tournament.forms.fields.text import LineField
from tournament.rules.payouts.deductions import (
    LONGEST_NAME,
    MAX_DEDUCTIONS,
    Deduction,
    DeductionError,
    check_deductions,
)
from tournament.rules.payouts.schemes import percent_text
from tournament.words.rules import say_error

PARTS: Final = ("name", "share", "above", "of")
_OF = [("rest", gettext_lazy("what lies above")), ("whole", gettext_lazy("the whole prize"))]


class DeductionsForm(forms.Form):
    """Rows of a name, a percentage, and what it is taken of; `deductions` once it is valid."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.deductions: tuple[Deduction, ...] = ()
        for row in range(MAX_DEDUCTIONS):
            self.fields[f"name-{row}"] = LineField(
                label=gettext_lazy("Name"), max_length=LONGEST_NAME, required=False
            )
            self.fields[f"share-{row}"] = forms.CharField(
                label=gettext_lazy("Percent"),
                max_length=10,
                required=False,
                widget=forms.TextInput(attrs={"inputmode": "decimal"}),
            )
            self.fields[f"above-{row}"] = MoneyField(label=gettext_lazy("Prizes above"), required=False)
            self.fields[f"of-{row}"] = forms.ChoiceField(
                label=gettext_lazy("Taken of"), choices=_OF, required=False
            )

    @property
    def rows(self) -> list[list[forms.BoundField]]:
        return [[self[f"{part}-{row}"] for part in PARTS] for row in range(MAX_DEDUCTIONS)]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        found = [self._rule(row) for row in range(MAX_DEDUCTIONS)]
        if self.errors:
            return cleaned
        self.deductions = tuple(rule for rule in found if rule is not None)
        try:
            check_deductions(self.deductions)
        except DeductionError as error:
            self.add_error(None, say_error(error))
        return cleaned

    def _rule(self, row: int) -> Deduction | None:
        """One row; None where it is blank or wrong."""
        fields = {part: f"{part}-{row}" for part in PARTS}
        name, share, above, of = (self.cleaned_data.get(field) for field in fields.values())
        if above is None or not (name or share or above):
            return None
        if not share:
            self.add_error(fields["share"], _("Enter a percentage."))
            return None
        try:
            return Deduction(name=name or "", share=parse_percent(share), above=above, of_whole=of == "whole")
        except ValidationError as error:
            self.add_error(fields["share"], error)
        except DeductionError as error:
            self.add_error(fields[str(error.params["field"])], say_error(error))
        return None


def initial_of(deductions: Sequence[Deduction]) -> dict[str, str]:
    """What the form shows for these."""
    shown: dict[str, str] = {}
    for row, rule in enumerate(deductions):
        shown |= {
            f"name-{row}": rule.name,
            f"share-{row}": percent_text(rule.share),
            f"above-{row}": money_text(rule.above) if rule.above else "",
            f"of-{row}": "whole" if rule.of_whole else "rest",
        }
    return shown
