"""Chips that the floor has counted: the stacks at a table, and the bags at the end of the day."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tables.changes.bags import BagTag
from tables.models.bag import TAG_MAX
from tables.queries.console.table import ConsoleSeat
from tables.queries.room.bags import BagLine
from tables.services.chips.corrections import REASON_MAX
from tournament.forms.fields.numbers import ChipsField, CountedChipsField
from tournament.options.bags import BagTags
from tournament.rules.chips.sets import ChipSetError, read_chip_counts
from tournament.services.errors import Refused


class CountForm(forms.Form):
    """A field for each player of a table; a blank one was not counted."""

    def __init__(self, *args: Any, seats: Sequence[ConsoleSeat], **kwargs: Any) -> None:
        # Beside the correction of one stack, which has a reason too.
        super().__init__(*args, **kwargs)
        self.auto_id = "counted_%s"
        self.seats = [seat for seat in seats if seat.entry_id]
        for seat in self.seats:
            label = f"{seat.number} {seat.name}"
            self.fields[f"stack_{seat.number}"] = CountedChipsField(low=1, required=False, label=label)
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


class TableTotalForm(forms.Form):
    """All chips of one table, as a number or by the piece."""

    chips = CountedChipsField(low=0, label=_("Chips"))

    def counted(self) -> tuple[int, dict[int, int]]:
        """The chips, and by value the pieces where they were typed. Raises Refused for what cannot be read."""
        if not self.is_valid():
            raise Refused(str(self.errors["chips"][0]), code="count_unread", field="chips")
        return self.cleaned_data["chips"], pieces_typed(self.data["chips"])


def pieces_typed(text: str) -> dict[int, int]:
    """By value the pieces, where chips were counted by the piece; nothing of a number."""
    try:
        return read_chip_counts(text)
    except ChipSetError:
        return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class BagRow:
    """A player's bag with its fields; `printed` are those of its number and its seal, where they are written down."""

    line: BagLine
    chips: forms.BoundField
    printed: tuple[forms.BoundField, ...]

    @property
    def is_wrong(self) -> bool:
        return any(field.errors for field in (self.chips, *self.printed))


class BagsForm(forms.Form):
    """Fields for each player of a table; one whose chips are blank leaves the bag as it is."""

    def __init__(self, *args: Any, lines: Sequence[BagLine], tags: BagTags, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.lines, self.tags = lines, tags
        for line in lines:
            self.fields[f"bag_{line.entry_id}"] = CountedChipsField(
                low=1, required=False, label=f"{line.seat} {line.name}", initial=line.chips
            )
            if tags.has_number:
                label = gettext("Bag of %(name)s") % {"name": line.name}
                self.fields[f"number_{line.entry_id}"] = _printed(label, gettext("Bag"), line.tag.number)
            if tags.has_seal:
                label = gettext("Seal of the bag of %(name)s") % {"name": line.name}
                self.fields[f"seal_{line.entry_id}"] = _printed(label, gettext("Seal"), line.tag.seal)

    def clean(self) -> dict[str, Any]:
        """What is printed on a bag is written down with its count."""
        for line in self.lines:
            chips = f"bag_{line.entry_id}"
            is_blank = chips not in self.errors and self.cleaned_data.get(chips) is None
            if is_blank and self._printed_on(line) != line.tag:
                self.add_error(chips, _("Enter the chips of this bag too."))
        return self.cleaned_data

    def rows(self) -> list[BagRow]:
        return [
            BagRow(
                line=line,
                chips=self[f"bag_{line.entry_id}"],
                printed=tuple(
                    self[name]
                    for name in (f"number_{line.entry_id}", f"seal_{line.entry_id}")
                    if name in self.fields
                ),
            )
            for line in self.lines
        ]

    def counts(self) -> dict[int, int]:
        """What was counted, by entry; while one is being typed, those that can be read."""
        found = {line.entry_id: self.cleaned_data.get(f"bag_{line.entry_id}") for line in self.lines}
        return {entry: chips for entry, chips in found.items() if chips is not None}

    def pieces(self) -> dict[int, dict[int, int]]:
        """Of the bags that were counted by the piece, by entry: the pieces by their value."""
        found = {entry: pieces_typed(self.data.get(f"bag_{entry}", "")) for entry in self.counts()}
        return {entry: pieces for entry, pieces in found.items() if pieces}

    def printed(self) -> dict[int, BagTag]:
        """What is printed on the bags, by entry; nothing where the house writes down counts only."""
        return {line.entry_id: self._printed_on(line) for line in self.lines if self.tags.has_number}

    def _printed_on(self, line: BagLine) -> BagTag:
        """As typed; what is not asked for stays as it is."""
        return BagTag(
            number=self.cleaned_data.get(f"number_{line.entry_id}", line.tag.number),
            seal=self.cleaned_data.get(f"seal_{line.entry_id}", line.tag.seal),
        )


def _printed(label: str, short: str, initial: str) -> forms.CharField:
    """What is read off a bag or scanned; a scanner ends it with Enter."""
    attrs = {
        "autocomplete": "off",
        "autocapitalize": "characters",
        "spellcheck": "false",
        "placeholder": short,
    }
    widget = forms.TextInput(attrs=attrs)
    return forms.CharField(label=label, max_length=TAG_MAX, required=False, initial=initial, widget=widget)


class SecondCountForm(forms.Form):
    """A field for each bag that is to be counted again, blank: the first count is not shown."""

    def __init__(self, *args: Any, lines: Sequence[BagLine], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.lines = lines
        for line in lines:
            self.fields[f"second_{line.entry_id}"] = CountedChipsField(low=1, required=False, label=line.name)

    def rows(self) -> list[tuple[BagLine, forms.BoundField]]:
        """Each bag with its field."""
        return [(line, self[f"second_{line.entry_id}"]) for line in self.lines]

    def counts(self) -> dict[int, int]:
        """What was counted, by entry."""
        found = {line.entry_id: self.cleaned_data[f"second_{line.entry_id}"] for line in self.lines}
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


class ReportedStackForm(forms.Form):
    """How many chips a player says they have."""

    chips = ChipsField(label=_("Chips"), low=1)
