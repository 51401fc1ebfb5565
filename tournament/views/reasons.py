"""Pages that ask why before they do something: a void, a refund, a cancelled tournament."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.http import HttpResponse
from django.shortcuts import redirect, render

from tournament.forms.new import ReasonForm
from tournament.services.errors import Refused
from tournament.views.access import StaffRequest
from tournament.views.refusals import add_refusal


def ask_why(
    request: StaffRequest,
    do: Callable[[str], None],
    *,
    template: str,
    context: Mapping[str, object],
    home: str,
) -> HttpResponse:
    """Show the page until it has a reason; then `do` it for that reason, say so and go to the address `home`.

    What is refused stands at the form, which keeps the reason.
    """
    form = ReasonForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            do(form.cleaned_data["reason"])
        except Refused as refusal:
            add_refusal(form, refusal)
        else:
            return redirect(home)
    return render(request, template, {"form": form, **context}, status=422 if form.errors else 200)
