"""What the address of an overlay asks for."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.forms.fields.numbers import ChipsField
from tournament.words.overlays import OVERLAYS

LONGEST_DELAY: Final = 3_600
MOST_ROWS: Final = 20
USUAL_ROWS: Final = 9
SOLID: Final = r"^#?[0-9a-fA-F]{6}\Z"
SEEN_THROUGH: Final = r"^#?[0-9a-fA-F]{6}([0-9a-fA-F]{2})?\Z"

PLACES: Final = (
    *("top-left", "top", "top-right", "left", "middle", "right", "bottom-left", "bottom", "bottom-right"),
)


def _number(low: int, high: int) -> ChipsField:
    return ChipsField(low=low, high=high, required=False)


def _colour(pattern: str) -> forms.RegexField:
    wrong = gettext_lazy("Enter a colour as # and six digits, for example #56d3aa.")
    return forms.RegexField(pattern, required=False, error_messages={"invalid": wrong})


class OverlayLookForm(forms.Form):
    """The colours of an overlay: six digits each, with or without the # that an address does not like."""

    ink = _colour(SOLID)
    paper = _colour(SEEN_THROUGH)
    accent = _colour(SOLID)

    def colours(self) -> dict[str, str]:
        """Those that were asked for and are colours, as CSS writes them."""
        self.is_valid()
        typed = {name: self.cleaned_data.get(name, "") for name in OverlayLookForm.base_fields}
        return {name: f"#{colour.removeprefix('#').lower()}" for name, colour in typed.items() if colour}


class OverlayForm(OverlayLookForm):
    """show: one or more of OVERLAYS. delay: seconds. at: where all of it stands. entry: whose name and stack the lower
    third has, else who won the newest hand. table: whose hands.
    """

    show = forms.CharField(max_length=100, required=False)
    delay = _number(0, LONGEST_DELAY)
    rows = _number(1, MOST_ROWS)
    at = forms.CharField(max_length=20, required=False)
    entry = _number(1, 999_999)
    table = _number(1, 9_999)

    def clean_show(self) -> tuple[str, ...]:
        asked = tuple(word for word in self.cleaned_data["show"].replace(",", " ").split() if word)
        if not asked:
            raise ValidationError(_("Choose what to show: %(shows)s.") % {"shows": ", ".join(OVERLAYS)})
        for word in asked:
            if word not in OVERLAYS:
                says = _("There is no overlay “%(typed)s”. There are: %(shows)s.")
                raise ValidationError(says % {"typed": word, "shows": ", ".join(OVERLAYS)})
        return tuple(word for word in OVERLAYS if word in asked)

    def clean_at(self) -> str:
        place: str = self.cleaned_data["at"]
        if place and place not in PLACES:
            says = _("There is no place “%(typed)s”. There are: %(places)s.")
            raise ValidationError(says % {"typed": place, "places": ", ".join(PLACES)})
        return place

    def clean_rows(self) -> int:
        return self.cleaned_data["rows"] or USUAL_ROWS

    def clean_delay(self) -> timedelta:
        return timedelta(seconds=self.cleaned_data["delay"] or 0)
