"""Televisions: taking one in, and what one shows in turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.forms.boundfield import BoundWidget
from django.utils.translation import gettext_lazy as _

from tournament.forms.fields.text import LineField
from tournament.models import ScreenContent
from tournament.rules.screens.playlists import LONGEST_SECONDS, SHORTEST_SECONDS, Turn

# What a screen can be given: a message takes all of them.
GIVEN: Final = [choice for choice in ScreenContent.choices if choice[0] != ScreenContent.MESSAGE]


class TakeScreenForm(forms.Form):
    """The code that it shows, and what the floor calls it."""

    code = LineField(
        label=_("Code on the television"),
        max_length=12,
        required=False,
        help_text=_("Empty: the screen is opened by an address of its own."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters"}),
    )
    name = LineField(label=_("Name"), max_length=40, help_text=_("Where it hangs, for example: Bar"))


class TellForm(forms.Form):
    """A message on every screen, and for how long."""

    text = LineField(label=_("Message"), max_length=200)
    minutes = forms.IntegerField(label=_("Minutes"), min_value=1, max_value=120, initial=5)


class InTurnForm(forms.Form):
    """Which contents, and how many seconds each stays; without a number for as long as it takes to read."""

    contents = forms.MultipleChoiceField(
        label=_("One after the other"),
        choices=GIVEN,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one.")},
    )

    def __init__(self, *args: Any, turns: Sequence[Turn], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["contents"].initial = [turn.content for turn in turns]
        stays = {turn.content: turn.seconds for turn in turns}
        for content, label in GIVEN:
            self.fields[f"seconds_{content}"] = forms.IntegerField(
                label=_("%(content)s, seconds") % {"content": label},
                required=False,
                min_value=SHORTEST_SECONDS,
                max_value=LONGEST_SECONDS,
                initial=stays.get(content) or None,
            )

    def rows(self) -> list[tuple[BoundWidget, forms.BoundField]]:
        """The box of each content with that of its seconds."""
        names = [f"seconds_{content}" for content, _label in GIVEN]
        return [(box, self[name]) for box, name in zip(self["contents"], names, strict=True)]

    def turns(self) -> tuple[Turn, ...]:
        """What was chosen, in the order of the list."""
        typed = self.cleaned_data
        chosen = [content for content, _label in GIVEN if content in typed["contents"]]
        return tuple(Turn(content, typed[f"seconds_{content}"] or 0) for content in chosen)
