"""A picture that is sent for the screens of the house."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.forms.fields.text import LineField
from tournament.models import PictureUse


class PictureForm(forms.Form):
    """A file, what it is called, and what it is for."""

    picture = forms.FileField(
        label=_("Picture"),
        help_text=_("PNG, JPEG, WebP or GIF, up to 2 MB. It is made as small as a television needs it."),
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/webp,image/gif"}),
    )
    name = LineField(
        label=_("Name"), max_length=60, help_text=_("For the list, for example: Sponsor of the final")
    )
    use = forms.ChoiceField(label=_("What for"), choices=PictureUse.choices, initial=PictureUse.SHOWN)
