"""A picture or a sound that is sent for the screens of the house."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.forms.fields.text import LineField
from tournament.options.files import USES, FileUse


class HouseFileForm(forms.Form):
    """A file, what it is called, and what it is for."""

    file = forms.FileField(
        label=_("File"),
        help_text=_(
            "A picture (PNG, JPEG, WebP, GIF) or a sound of ten seconds (MP3, OGG, FLAC, WAV), up to 15 MB."
        ),
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/webp,image/gif,audio/*"}),
    )
    name = LineField(
        label=_("Name"), max_length=60, help_text=_("For the list, for example: Sponsor of the final")
    )
    use = forms.ChoiceField(label=_("What for"), choices=USES, initial=FileUse.SHOWN)
