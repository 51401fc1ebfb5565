"""What the floor announces to the whole room."""

from __future__ import annotations

from typing import Final

from django import forms
from django.utils.translation import gettext_lazy as _

from tables.floor.hand_for_hand import ORBIT
from tables.services.stops.announcing import Order
from tournament.models import StopKind
from tournament.services.errors import Refused

MOST_HANDS: Final = 50


class StopForm(forms.Form):
    """A kind of stop, the hands of a round where they are counted, the players left at which it ends."""

    kind = forms.ChoiceField(choices=StopKind)
    hands = forms.IntegerField(
        min_value=1,
        max_value=MOST_HANDS,
        required=False,
        error_messages={
            "min_value": _("Enter a number of hands from 1 to 50."),
            "max_value": _("Enter a number of hands from 1 to 50."),
            "invalid": _("Enter a number of hands from 1 to 50."),
        },
    )
    until_left = forms.IntegerField(
        min_value=1,
        max_value=99_999,
        required=False,
        error_messages={
            "min_value": _("Enter how many players are left when it ends."),
            "max_value": _("Enter how many players are left when it ends."),
            "invalid": _("Enter how many players are left when it ends."),
        },
    )

    def order(self) -> Order:
        """Raises Refused for what cannot be read."""
        if not self.is_valid():
            field, errors = next(iter(self.errors.items()))
            raise Refused(str(errors[0]), code="bad_form", field=field)
        kind = StopKind(self.cleaned_data["kind"])
        hands = self.cleaned_data["hands"] or 1
        return Order(
            kind=kind,
            hands=ORBIT if kind == StopKind.ORBITS else 1 if kind == StopKind.HAND_FOR_HAND else hands,
            until_left=self.cleaned_data["until_left"],
        )
