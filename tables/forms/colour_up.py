"""What the floor types to colour up a table: the chips, the cards of a race, or every stack as counted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tables.forms.cards import example, leading_cards
from tables.queries.console.colour_up import WAYS, Step
from tables.queries.table.seat_stacks import MARK_LENGTH, TakenSeat
from tournament.forms.fields.numbers import CountedChipsField

T = TypeVar("T")

CARDS_MAX = 300


def read_cards(typed: str) -> tuple[str, ...]:
    """Cards in their order from "Kd 5c 9s", "K♦, 5♣" or "kd5c": suits by sign or by the reader's letter.

    Raises ValidationError for anything else and for a card that is there twice.
    """
    cards, rest = leading_cards(typed)
    if rest:
        raise ValidationError(
            _("Enter each card as rank and suit, for example %(example)s."), params={"example": example()}
        )
    if len(set(cards)) != len(cards):
        raise ValidationError(_("A card appears twice."))
    return cards


class ColourUpForm(forms.Form):
    """One form for the three ways; a way reads only its own fields. Cards are dealt in their order.

    `seen` is the mark of the stacks that the page showed.
    """

    way = forms.ChoiceField(choices=[(way, way) for way in WAYS], widget=forms.HiddenInput)
    seen = forms.RegexField(regex=rf"^[0-9a-f]{{{MARK_LENGTH}}}$", widget=forms.HiddenInput)
    cards = forms.CharField(
        label=_("Cards in the order dealt, seat 1 first"),
        max_length=CARDS_MAX,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}),
    )

    def __init__(
        self, *args: Any, stacks: Sequence[TakenSeat], steps: Sequence[tuple[Step, str]], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.stacks = tuple(stacks)
        choices = [(write_step(step), words) for step, words in steps]
        self.fields["chips"] = forms.ChoiceField(label=_("Chips"), choices=choices, required=False)
        for each in stacks:
            field = CountedChipsField(low=1, required=False, label=each.name)
            self.fields[f"stack_{each.seat}"] = field

    def clean_cards(self) -> tuple[str, ...]:
        return read_cards(self.cleaned_data["cards"])

    def step(self) -> Step | None:
        """The chip that leaves and the next one; None where nothing was chosen."""
        old, _dash, new = self._cleaned("chips", "").partition("-")
        return (int(old), int(new)) if old else None

    def dealt(self) -> tuple[str, ...]:
        """The cards of the race so far; while one is being typed, those before it."""
        typed = self.data.get("cards", "")[:CARDS_MAX]
        return tuple(dict.fromkeys(leading_cards(typed)[0]))

    def counted(self) -> dict[int, int | None]:
        """The stacks typed, by seat: those left empty are missing, those that cannot be read are None."""
        return {
            each.seat: self._cleaned(f"stack_{each.seat}", None)
            for each in self.stacks
            if self.data.get(f"stack_{each.seat}", "").strip()
        }

    def _cleaned(self, name: str, otherwise: T) -> T:
        """What was typed into a field; otherwise, while nothing was or it cannot be read."""
        if not self.is_bound or name in self.errors:
            return otherwise
        typed: T = self.cleaned_data.get(name, otherwise)
        return typed

    def is_of_our_page(self) -> bool:
        """Whether the fields that nobody types are as a page of ours sends them."""
        return not any(name in self.errors for name in ("way", "seen", "chips"))


def write_step(step: Step) -> str:
    return f"{step[0]}-{step[1]}"
