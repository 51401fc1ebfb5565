"""The formula of an event's points, and the field in which it is tried."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournament.rules.points.errors import FormulaError
from tournament.rules.points.formula import read_formula
from tournament.rules.points.words import LONGEST
from tournament.words.rules import say_error

MOST_PLAYERS = 300


def formula_field(**about: Any) -> forms.CharField:
    """The box in which a formula is written; it may be left blank unless `required`."""
    box = forms.Textarea(attrs={"rows": 5, "spellcheck": "false", "autocapitalize": "off"})
    asked = {
        "label": _("Formula"),
        "help_text": _("In the language of TTD, for example: n - r + 1."),
        "required": False,
    }
    return forms.CharField(max_length=LONGEST, widget=box, **{**asked, **about})


def read_typed_formula(typed: str) -> str:
    """The formula without what surrounds it, "" for none. Raises ValidationError where it cannot be read."""
    formula = typed.strip()
    try:
        if formula:
            read_formula(formula)
    except FormulaError as error:
        raise ValidationError(say_error(error), code=error.code) from error
    return formula


class SampleForm(forms.Form):
    """The field in which a formula is tried."""

    players = forms.IntegerField(label=_("Players to try it with"), min_value=2, max_value=MOST_PLAYERS)
    places = forms.IntegerField(label=_("Places paid"), min_value=1, max_value=MOST_PLAYERS)

    def clean_places(self) -> int | None:
        """No more than there are players."""
        places, players = self.cleaned_data["places"], self.cleaned_data.get("players")
        return None if places is None else min(int(places), int(players or MOST_PLAYERS))


class PointsForm(SampleForm):
    formula = formula_field(
        help_text=_("In the language of TTD, for example: n - r + 1. Blank: the event gives no points.")
    )
    field_order = ("formula",)

    def clean_formula(self) -> str:
        return read_typed_formula(self.cleaned_data["formula"])
