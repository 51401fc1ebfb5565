"""What the floor types to shape a room: numbers of tables, their names and sizes, zones, orders."""

from __future__ import annotations

import re

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tables.forms.console import MAX_TABLE
from tournament.forms.fields.text import LineField
from tournament.services.errors import Refused

MOST_PLANNED = 200
_RANGE = re.compile(r"([0-9]{1,4})(?:-([0-9]{1,4}))?")


class NumbersField(forms.CharField):
    """Numbers of tables as people write them: "21-28, 31", "12 11 10"."""

    def to_python(self, value: object) -> list[int]:  # type: ignore[override]  # the cleaned value
        text = super().to_python(value) or ""
        numbers: list[int] = []
        joined = re.sub(r"\s*[-\N{EN DASH}]\s*", "-", str(text))
        for piece in re.split(r"[,;\s]+", joined.strip(" ,;")):
            if piece:
                numbers += _range(piece)
        if len(numbers) > MOST_PLANNED:
            raise ValidationError(
                gettext("%(count)d tables are too many: add at most %(most)d at a time.")
                % {"count": len(numbers), "most": MOST_PLANNED}
            )
        return numbers


def _range(piece: str) -> list[int]:
    match = _RANGE.fullmatch(piece)
    first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if not 1 <= first <= last <= MAX_TABLE:
        raise ValidationError(
            gettext("“%(piece)s” is not a table number. Enter them like this: 21-28, 31.") % {"piece": piece}
        )
    return list(range(first, last + 1))


class SayingForm(forms.Form):
    """A form whose mistakes are said as one sentence above the page."""

    def checked(self) -> None:
        """Raises Refused with the first mistake and the name of its field."""
        if self.is_valid():
            return
        name, problems = next(iter(self.errors.items()))
        label = self.fields[name].label or name
        text = gettext("%(field)s: %(problem)s") % {"field": label, "problem": problems[0]}
        raise Refused(text, code="bad_form", field=name)


class AddTablesForm(SayingForm):
    numbers = NumbersField(label=_("Table numbers"), max_length=400)
    seats = forms.IntegerField(label=_("Seats"), min_value=2, max_value=10)
    zone = LineField(label=_("Zone"), max_length=40, required=False)


class ShapeForm(SayingForm):
    number = forms.IntegerField(label=_("Number"), min_value=1, max_value=MAX_TABLE)
    name = LineField(label=_("Name"), max_length=40, required=False)
    seats = forms.IntegerField(label=_("Seats"), min_value=2, max_value=10)
    zone = LineField(label=_("Zone"), max_length=40, required=False)


class ZoneForm(SayingForm):
    name = LineField(label=_("Zone"), max_length=40)
    staff = LineField(label=_("Staff"), max_length=120, required=False)


class OrderForm(SayingForm):
    """A posted order: written out, or one table sent one place earlier or later."""

    order = forms.ChoiceField(choices=[("opening", "opening"), ("breaking", "breaking")])
    numbers = NumbersField(label=_("Order"), max_length=2000, required=False)
    earlier = forms.IntegerField(min_value=1, max_value=MAX_TABLE, required=False)
    later = forms.IntegerField(min_value=1, max_value=MAX_TABLE, required=False)
