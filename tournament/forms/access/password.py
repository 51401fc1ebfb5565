from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth import authenticate
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.models import Account

LONGEST = 200


def _field(autocomplete: str, **more: Any) -> forms.CharField:
    widget = forms.PasswordInput(attrs={"autocomplete": autocomplete})
    return forms.CharField(max_length=LONGEST, strip=False, widget=widget, **more)


class PasswordForm(forms.Form):
    """One's own password. A passer-by at an open browser does not know the old one, where there is one."""

    old_password = _field("current-password", label=gettext_lazy("Current password"))
    new_password = _field(
        "new-password",
        label=gettext_lazy("New password"),
        help_text=gettext_lazy("At least 12 characters; several words work well."),
    )
    again = _field("new-password", label=gettext_lazy("New password again"))

    def __init__(self, request: HttpRequest, account: Account, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request, self.account = request, account
        if not account.has_usable_password():
            del self.fields["old_password"]

    def clean_old_password(self) -> str:
        """Asked as at the log-in, so that guesses are counted and stopped as there."""
        old = str(self.cleaned_data["old_password"])
        if authenticate(self.request, username=self.account.get_username(), password=old) != self.account:
            raise ValidationError(_("This is not your current password."))
        return old

    def clean_new_password(self) -> str:
        new = str(self.cleaned_data["new_password"])
        validate_password(new, self.account)
        return new

    def clean_again(self) -> str:
        again = str(self.cleaned_data["again"])
        if "new_password" in self.cleaned_data and again != self.cleaned_data["new_password"]:
            raise ValidationError(_("The two new passwords do not match."))
        return again
