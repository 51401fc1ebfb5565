"""Chips that the floor has counted: the stacks at a table, and the bags at the end of the day."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tables.queries.console.table import ConsoleSeat
from tables.queries.room.bags import BagLine
from tables.services.chips.corrections import REASON_MAX
from tournament.forms.fields.numbers import ChipsField


class CountForm(forms.Form):
    """A field for each player of a table; a blank one was not counted."""

    def __init__(self, *args: Any, seats: Sequence[ConsoleSeat], **kwargs: Any) -> None:
        # Beside the correction of one stack, which has a reason too.
        super().__init__(*args, **kwargs)
        self.auto_id = "counted_%s"
        self.seats = [seat for seat in seats if seat.entry_id]
        for seat in self.seats:
            label = f"{seat.number} {seat.name}"
            self.fields[f"stack_{seat.number}"] = ChipsField(low=1, required=False, label=label)
        self.fields["reason"] = forms.CharField(
            label=_("Reason, if chips are missing or too many"), max_length=REASON_MAX, required=False
        )

    def rows(self) -> list[tuple[ConsoleSeat, forms.BoundField]]:
        """Each seat with its field."""
        return [(seat, self[f"stack_{seat.number}"]) for seat in self.seats]

    def counts(self) -> dict[int, int]:
        """What was counted, by seat."""
        found = {seat.number: self.cleaned_data[f"stack_{seat.number}"] for seat in self.seats}
        return {seat: count for seat, count in found.items() if count is not None}


class BagsForm(forms.Form):
    """A field for each player of a table; a blank one leaves the bag as it is."""

    def __init__(self, *args: Any, lines: Sequence[BagLine], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.lines = lines
        for line in lines:
            label = f"{line.seat} {line.name}"
            self.fields[f"bag_{line.entry_id}"] = ChipsField(
                low=1, required=False, label=label, initial=line.chips
            )

    def rows(self) -> list[tuple[BagLine, forms.BoundField]]:
        """Each player with the field."""
        return [(line, self[f"bag_{line.entry_id}"]) for line in self.lines]

    def counts(self) -> dict[int, int]:
        """What was counted, by entry."""
        found = {line.entry_id: self.cleaned_data[f"bag_{line.entry_id}"] for line in self.lines}
        return {entry: chips for entry, chips in found.items() if chips is not None}


class AcceptForm(forms.Form):
    """The reason is asked for where the bags are not the chips in play."""

    # hx-preserve: the reason is being typed while tables go on counting.
    reason = forms.CharField(
        label=_("Reason"),
        max_length=REASON_MAX,
        required=False,
        widget=forms.TextInput(attrs={"hx-preserve": True}),
    )
