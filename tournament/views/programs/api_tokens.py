"""Which programs may use the interface of an event: a token for each, shown once."""

from __future__ import annotations

from http import HTTPStatus

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods

from tournament.forms.access.tokens import TokenForm
from tournament.links import absolute_url
from tournament.models import ApiToken, TokenScope
from tournament.queries.api_tokens import tokens_of
from tournament.services.errors import Refused
from tournament.services.setup.api_tokens import end_token, make_token
from tournament.views.access import DIRECTOR_ONLY, StaffRequest, by_of, staff
from tournament.views.refusals import add_refusal
from tournament.views.taps import Done, done_of_line, tap
from tournament.words.overlays import OVERLAYS


@staff(*DIRECTOR_ONLY)
@require_http_methods(["GET", "HEAD", "POST"])
def tokens(request: StaffRequest) -> HttpResponse:
    """The list, with a form for one more. Its secret is in this answer and nowhere else, so it is not a redirect."""
    form = TokenForm(request.POST if request.method == "POST" else None)
    made, secret = None, ""
    if request.method == "POST" and form.is_valid():
        try:
            made, secret = make_token(
                tournament_id=request.tournament.pk,
                name=form.cleaned_data["name"],
                scopes=form.chosen(),
                by=by_of(request),
            )
        except Refused as refusal:
            add_refusal(form, refusal)
        else:
            form = TokenForm()
    context = {
        "active": "settings",
        "tokens": tokens_of(request.tournament),
        "form": form,
        "made": made,
        "secret": secret,
        "address": absolute_url(request, reverse("api:api-root")),
        "overlays": _overlays(request, key=secret if made and TokenScope.OVERLAY in made.scopes else ""),
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "tournament/setup/api_tokens.html", context, status=status)


def _overlays(request: StaffRequest, *, key: str) -> list[tuple[str | Promise, str]]:
    """Each overlay with its address to copy; with the key in it while that is shown."""
    page = absolute_url(request, reverse("tables:overlay", args=[request.tournament.code]))
    asked = {"key": key} if key else {}
    return [(name, f"{page}?{urlencode({'show': word, **asked})}") for word, name in OVERLAYS.items()]


@staff(*DIRECTOR_ONLY)
@tap("tournament:api_tokens")
def end(request: StaffRequest, token_id: int) -> Done:
    """Let the program in no more."""
    try:
        line = end_token(tournament_id=request.tournament.pk, token_id=token_id, by=by_of(request))
    except ApiToken.DoesNotExist:
        raise Http404 from None
    return done_of_line(request, line)
