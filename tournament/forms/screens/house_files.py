"""A picture or a sound that is sent for the screens of the house."""

from __future__ import annotations

import re
from typing import Any

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

    def clean(self) -> dict[str, Any]:
        """A chip is found by its value."""
        name = self.cleaned_data.get("name", "")
        if self.cleaned_data.get("use") == FileUse.CHIP and name:
            value = re.sub(r"[.,\s]", "", name)
            if re.fullmatch(r"[1-9][0-9]{0,8}", value):
                self.cleaned_data["name"] = value
            else:
                self.add_error("name", _("Call the picture of a chip by its value, for example 25."))
        return self.cleaned_data
