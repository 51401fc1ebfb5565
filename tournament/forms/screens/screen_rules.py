"""A rule of the screens, as it is typed."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.forms.fields.text import TokenLineField
from tournament.forms.screens.televisions import GIVEN
from tournament.models import RuleWhen
from tournament.options.sounds import RoomSound

NOTHING = ("", pgettext_lazy("a rule of the screens", "Nothing"))


class ScreenRuleForm(forms.Form):
    """When it acts, and what it does then."""

    when = forms.ChoiceField(label=_("When"), choices=RuleWhen.choices)
    number = forms.IntegerField(
        label=_("Number"),
        required=False,
        min_value=1,
        max_value=9_999,
        help_text=_("Minutes, the level, or players."),
    )
    message = TokenLineField(
        label=_("Message"),
        required=False,
        max_length=200,
        help_text=_("It may have tokens, for example: <players> players are left."),
    )
    content = forms.ChoiceField(label=_("Or show"), required=False, choices=[NOTHING, *GIVEN])
    sound = forms.ChoiceField(label=_("Sound"), required=False, choices=[NOTHING, *RoomSound.choices])
    minutes = forms.IntegerField(label=_("For so many minutes"), min_value=1, max_value=60, initial=1)
