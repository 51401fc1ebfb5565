"""The result of a hand, and the way in which a table is recorded, as the floor enters them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms

from tables.forms.busts import BustForm
from tables.models import Recording
from tables.queries.console.table import ConsoleSeat
from tables.services.hands.counted import Result
from tournament.forms.fields.numbers import ChipsField


class RecordingForm(forms.Form):
    recording = forms.ChoiceField(choices=Recording.choices)

    def way(self) -> Recording:
        return Recording(self.cleaned_data["recording"])


class ResultForm(BustForm):
    """Who is out in the hand that is over, and the stacks after it where they were counted."""

    def __init__(self, *args: Any, seats: Sequence[ConsoleSeat], **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": "result-%s", **kwargs})
        self.seats = [seat for seat in seats if seat.entry_id]
        for seat in self.seats:
            label = f"{seat.number} {seat.name}"
            self.fields[f"stack_{seat.number}"] = ChipsField(low=1, required=False, label=label)

    def rows(self) -> list[tuple[ConsoleSeat, forms.BoundField]]:
        """Each seat with the field of its stack."""
        return [(seat, self[f"stack_{seat.number}"]) for seat in self.seats]

    def result(self) -> Result:
        """What was entered, once it is valid."""
        typed = {seat.number: self.cleaned_data[f"stack_{seat.number}"] for seat in self.seats}
        stacks = {seat: stack for seat, stack in typed.items() if stack is not None}
        return Result(out=self.said(), stacks=stacks)
