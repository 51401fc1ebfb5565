"""What is wrong with a request, as RFC 9457 has it: one body for every refusal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from http import HTTPStatus
from typing import Any, Final

from django.core.exceptions import ObjectDoesNotExist
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from ninja import NinjaAPI, Schema
from ninja.errors import AuthenticationError, HttpError, Throttled, ValidationError
from pydantic import Field

from tournament.services.errors import Refused
from tournament.services.replies import KeyReused

PROBLEM: Final = "application/problem+json"
# Of refusals that say nothing more.
CODES: Final = {400: "bad_request", 403: "forbidden", 422: "not_understood"}


class WrongField(Schema):
    """One field of a request, and what is wrong with it."""

    field: str
    detail: str


class Problem(Schema):
    """Why a request was refused; nothing was changed."""

    type: str = Field(description="A kind of problem; about:blank where the status says it")
    title: str
    status: int
    detail: str = Field(description="What is wrong, and how to mend it")
    code: str = Field(description="A word for programs, which stays the same")
    errors: list[WrongField]


class Unprocessable(Exception):
    """What was sent cannot be: in words, with its fields."""

    def __init__(self, detail: str, *, code: str, errors: Sequence[WrongField] = ()) -> None:
        super().__init__(detail)
        self.detail, self.code, self.errors = detail, code, errors


def problem(status: int, detail: str, *, code: str = "", errors: Sequence[WrongField] = ()) -> HttpResponse:
    """The answer that says so."""
    body = Problem(
        type="about:blank",
        title=HTTPStatus(status).phrase,
        status=status,
        detail=detail,
        code=code,
        errors=list(errors),
    )
    return JsonResponse(body.dict(), status=status, content_type=PROBLEM)


def not_found(_request: HttpRequest, _error: Exception) -> HttpResponse:
    return problem(404, "There is nothing at this address, or this token may not see it.", code="not_found")


def not_allowed(methods: str) -> HttpResponse:
    """An address that has other methods than the one that was asked."""
    answer = problem(405, f"This address answers {methods} alone.", code="not_allowed")
    answer.headers["Allow"] = methods
    return answer


def say_problems(api: NinjaAPI) -> None:
    """Have the interface answer so to whatever is raised."""
    handlers: dict[type[Exception], Callable[[HttpRequest, Any], HttpResponse]] = {
        Http404: not_found,
        ObjectDoesNotExist: not_found,
        HttpError: _of_http_error,
        AuthenticationError: _no_token,
        Throttled: _too_often,
        ValidationError: _not_understood,
        Refused: _refused,
        Unprocessable: _unprocessable,
        KeyReused: _key_reused,
    }
    for raised, handler in handlers.items():
        api.add_exception_handler(raised, handler)


def _of_http_error(_request: HttpRequest, error: HttpError) -> HttpResponse:
    return problem(error.status_code, error.message, code=CODES.get(error.status_code, "refused"))


def _unprocessable(_request: HttpRequest, error: Unprocessable) -> HttpResponse:
    return problem(422, error.detail, code=error.code, errors=error.errors)


def _no_token(_request: HttpRequest, _error: AuthenticationError) -> HttpResponse:
    answer = problem(401, "Send a token that is in force: “Authorization: Bearer …”.", code="no_token")
    answer.headers["WWW-Authenticate"] = 'Bearer realm="Floorman"'
    return answer


def _too_often(_request: HttpRequest, error: Throttled) -> HttpResponse:
    answer = problem(429, f"Too many requests: wait {error.wait} seconds.", code="too_often")
    answer.headers["Retry-After"] = str(error.wait)
    return answer


def _not_understood(_request: HttpRequest, error: ValidationError) -> HttpResponse:
    errors = [_wrong(each) for each in error.errors]
    said = "; ".join(f"{each.field}: {each.detail}" for each in errors)
    return problem(422, f"Not understood: {said}.", code="not_understood", errors=errors)


def _wrong(error: Mapping[str, Any]) -> WrongField:
    # The first says where it was sent: path, query, body.
    places = [str(place) for place in error["loc"][1:]] or [str(error["loc"][0])]
    return WrongField(field=".".join(places), detail=str(error["msg"]))


def _refused(_request: HttpRequest, refusal: Refused) -> HttpResponse:
    errors = [] if refusal.field is None else [WrongField(field=refusal.field, detail=str(refusal.message))]
    status = 429 if refusal.code == "too_fast" else 409
    answer = problem(status, str(refusal.message), code=refusal.code, errors=errors)
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        answer.headers["Retry-After"] = "60"
    return answer


def _key_reused(_request: HttpRequest, _error: KeyReused) -> HttpResponse:
    return problem(409, "This Idempotency-Key came with another body before: use a new one.", code="key_used")
