from __future__ import annotations

from typing import Any

from django.contrib.auth.forms import AuthenticationForm
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext_lazy

from tournament.models import Account


class LogInForm(AuthenticationForm):
    """Django's form tells browsers the maximum length of a name but does not check it. A longer name would
    reach the record of failed log-ins, where PostgreSQL has no room for it.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        words = gettext_lazy("This has %(show_value)d characters; shorten it to %(limit_value)d.")
        longest = Account._meta.get_field("username").max_length
        self.fields["username"].validators.append(MaxLengthValidator(longest or 150, words))
