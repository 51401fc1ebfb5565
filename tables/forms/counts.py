"""Stacks that the floor has counted at a table, by seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tables.queries.console.table import SeatShown
from tables.services.chips.corrections import REASON_MAX
from tournament.forms.fields.numbers import ChipsField


class CountForm(forms.Form):
    """A field for each player of a table; a blank one was not counted."""

    def __init__(self, *args: Any, seats: Sequence[SeatShown], **kwargs: Any) -> None:
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

    def rows(self) -> list[tuple[SeatShown, forms.BoundField]]:
        """Each seat with its field."""
        return [(seat, self[f"stack_{seat.number}"]) for seat in self.seats]

    def counts(self) -> dict[int, int]:
        """What was counted, by seat."""
        found = {seat.number: self.cleaned_data[f"stack_{seat.number}"] for seat in self.seats}
        return {seat: count for seat, count in found.items() if count is not None}
