from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.forms.fields.text import LineField


class CodeForm(forms.Form):
    """Six digits of the app."""

    code = LineField(
        label=gettext_lazy("Code"),
        max_length=20,
        help_text=gettext_lazy("The six digits that the app shows now."),
        widget=forms.TextInput(
            attrs={
                "autocomplete": "one-time-code",
                "inputmode": "numeric",
                "spellcheck": "false",
                "autofocus": True,
            }
        ),
    )


class ProofForm(CodeForm):
    """A code of the app or, if the phone is gone, one from paper."""

    recovery = LineField(
        label=gettext_lazy("Recovery code"),
        max_length=20,
        required=False,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].required = False

    def clean(self) -> dict[str, Any]:
        if not self.errors and not self.typed():
            self.add_error("code", ValidationError(_("Type the code of the app, or a recovery code.")))
        return self.cleaned_data

    def typed(self) -> str:
        """Whichever of the two was typed."""
        return str(self.cleaned_data.get("code") or self.cleaned_data.get("recovery") or "")


def say_why_not(form: CodeForm, shown: str, *, computer: datetime, time_zone: str) -> None:
    """Put onto the form what became of a code that does not open; `computer` is what the computer's clock says."""
    words = {
        "locked": _("Too many wrong codes. Wait 15 minutes and try again."),
        "unreadable": _(
            "The house's secret key was changed, so no code can be checked. On the computer that runs "
            "Floorman, make a log-in link: manage.py login_link"
        ),
    }
    wrong = _(
        "This code is wrong or was used already. Wait for the next one. The clock of the computer that runs "
        "Floorman says %(time)s (%(zone)s). If your phone shows another time, set right the one that is wrong."
    ) % {"time": f"{computer.astimezone(ZoneInfo(time_zone)):%H:%M}", "zone": time_zone}
    form.add_error("code", ValidationError(words.get(shown, wrong)))
