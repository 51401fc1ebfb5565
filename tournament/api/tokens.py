"""Who may: a token of the event, with the scope that an operation asks for.

no token, an ended one        401
a token without the scope     403
an event of somebody else     404
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest
from ninja.errors import HttpError
from ninja.security import HttpBearer

from tournament.api.limits import count_asking
from tournament.models import ApiToken, TokenScope, Tournament
from tournament.services.actor import Actor, By
from tournament.services.setup.api_tokens import token_in_force
from tournament.timekeeping import house_now


class TokenFor(HttpBearer):
    """A token in force that has this scope; the operation finds it as `request.auth`."""

    def __init__(self, scope: TokenScope) -> None:
        super().__init__()
        self.scope = scope

    def authenticate(self, request: HttpRequest, token: str) -> ApiToken | None:
        if settings.HTTPS_PORT and not request.is_secure():
            raise HttpError(403, "A token is sent by https alone: ask the same address with https.")
        found = token_in_force(token, now=house_now())
        if found is None:
            count_asking(request)
            return None
        if self.scope not in found.scopes:
            raise HttpError(403, f"This token does not have the scope “{self.scope.value}”.")
        return found


def for_token(scope: TokenScope) -> dict[str, Any]:
    """What an operation is told for which a token needs this scope; its description says so too."""
    return {"auth": TokenFor(scope), "openapi_extra": {"x-scope": scope.value}}


def token_of(request: HttpRequest) -> ApiToken:
    """The token that TokenFor has let in."""
    token: ApiToken = request.auth  # type: ignore[attr-defined]  # set by ninja
    return token


def event_of_token(request: HttpRequest, code: str) -> Tournament:
    """The event of this code, where the token is its own. Raises Http404."""
    token = token_of(request)
    if token.tournament.code != code:
        raise Http404
    return token.tournament


def by_of_token(request: HttpRequest) -> By:
    """Who makes the change that a program asks for, as the log names it, and when: now."""
    return Actor(label=token_of(request).name, device="API").at(house_now())
