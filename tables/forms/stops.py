"""What the floor announces to the whole room."""

from __future__ import annotations

from typing import Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tables.floor.hand_for_hand import ORBIT
from tables.forms.colour_up import CARDS_MAX, read_cards
from tables.services.stops.announcing import StopOrder
from tournament.models import StopKind
from tournament.services.errors import Refused

MOST_HANDS: Final = 50


class StopForm(forms.Form):
    """A kind of stop, the hands of a round where they are counted, the players left at which it ends."""

    # The last hands of the day have a form of their own.
    kind = forms.ChoiceField(choices=[choice for choice in StopKind.choices if choice[0] != "last_hands"])
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

    def order(self) -> StopOrder:
        """Raises Refused for what cannot be read."""
        if not self.is_valid():
            field, errors = next(iter(self.errors.items()))
            raise Refused(str(errors[0]), code="bad_form", field=field)
        kind = StopKind(self.cleaned_data["kind"])
        hands = self.cleaned_data["hands"] or 1
        return StopOrder(
            kind=kind,
            hands=ORBIT if kind == StopKind.ORBITS else 1 if kind == StopKind.HAND_FOR_HAND else hands,
            until_left=self.cleaned_data["until_left"],
        )


class LastHandsForm(forms.Form):
    """The card that was drawn in the room, "5h"; blank where it is to be drawn."""

    typed = forms.CharField(max_length=CARDS_MAX, required=False)

    def card(self) -> str:
        """Raises Refused for what is not one card."""
        try:
            cards = read_cards(self.data.get("typed", "")[:CARDS_MAX])
        except ValidationError as error:
            raise Refused(error.messages[0], code="bad_card", field="typed") from error
        if len(cards) > 1:
            raise Refused(str(_("Enter one card, for example 5h.")), code="bad_card", field="typed")
        return cards[0] if cards else ""
