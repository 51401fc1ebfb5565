"""The interface put together: what each app answers, who may, how often, and how refusals are said."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial, wraps
from typing import Any, Final, TypeAlias, cast

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.urls import URLPattern, path
from django.views.decorators.http import require_safe
from django.views.defaults import page_not_found
from ninja import NinjaAPI
from ninja.openapi.schema import OpenAPISchema
from ninja.operation import Operation

from tables.api import entries, hands, standings, stream
from tournament.api import clock, events, payouts, results, seasons, setting_up, structure
from tournament.api.answers import answered
from tournament.api.limits import AskedPerMinute
from tournament.api.problems import PROBLEM, Problem, not_allowed, not_found, say_problems
from tournament.api.reading import interface_page

View: TypeAlias = Callable[..., HttpResponseBase]

ROOT: Final = "api/v1/"
ROUTERS: Final = (
    events.router,
    clock.router,
    structure.router,
    payouts.router,
    results.router,
    standings.router,
    hands.router,
    stream.router,
    seasons.router,
    entries.router,
    setting_up.router,
)
ABOUT: Final = (
    "Read the events of this house, and write what a desk takes from other programs. Times are ISO 8601 in UTC, money "
    "is text with its currency, chips are whole numbers, and what nobody knows is null. A clock says when its periods "
    "end: count down to that, not the answers. A list goes on with its next page: send what “next” said as “cursor”. "
    "Every answer has an ETag."
)


class Interface(NinjaAPI):
    """The interface whose description says how refusals look."""

    def get_openapi_operation_id(self, operation: Operation) -> str:
        return operation.view_func.__name__

    def get_openapi_schema(self, **_kwargs: Any) -> OpenAPISchema:
        schema = super().get_openapi_schema(path_prefix=f"/{ROOT}")
        schema["components"]["schemas"] |= _of_problems()
        refused = {
            "description": "Refused, and nothing changed",
            "content": {PROBLEM: {"schema": {"$ref": "#/components/schemas/Problem"}}},
        }
        for operations in schema["paths"].values():
            for operation in operations.values():
                operation["responses"]["default"] = refused
        return schema


def _of_problems() -> dict[str, Any]:
    described = Problem.model_json_schema(ref_template="#/components/schemas/{model}")
    return {**described.pop("$defs"), "Problem": described}


def interface() -> Interface:
    """The interface with all its operations."""
    api = Interface(
        title="Floorman",
        version="1",
        description=ABOUT,
        urls_namespace="api",
        docs_url=None,
        throttle=AskedPerMinute(),
    )
    api.add_decorator(answered, mode="view")
    say_problems(api)
    for router in ROUTERS:
        api.add_router("", router)
    return api


def addresses() -> list[Any]:
    """Those of the interface, and of the page that explains it."""
    api = interface()
    # It never changes.
    described = cache(api.get_openapi_schema)
    own: dict[str, View] = {
        "api-root": partial(interface_page, described=described),
        "openapi-json": answered(partial(_description, described=described)),
    }
    patterns, app, namespace = api.urls
    with_token = _asking_for_a_token(described())
    for pattern in cast("list[URLPattern]", patterns):
        name = pattern.name or ""
        view = own.get(name) or _only_allowed(pattern.callback)
        pattern.callback = _open_to_programs(view, access="token" if name in with_token else "public")
    return [path(ROOT, (patterns, app, namespace))]


@require_safe
def _description(_request: HttpRequest, *, described: Callable[[], OpenAPISchema]) -> HttpResponse:
    """OpenAPI 3.1."""
    return JsonResponse(described())


def nothing_there(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 404: to a program as a problem, to people with a page."""
    if request.path.startswith(f"/{ROOT}"):
        return not_found(request, exception)
    return page_not_found(request, exception)


def _only_allowed(view: View) -> View:
    """The view, which answers HEAD as it does GET, and says as a problem that an address has no such method."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method == "HEAD":
            request.method = "GET"
        response = view(request, *args, **kwargs)
        return not_allowed(response.headers["Allow"]) if response.status_code == 405 else response

    return answer


def _asking_for_a_token(described: OpenAPISchema) -> frozenset[str]:
    """The names of the addresses of which every operation does."""
    return frozenset(
        operation["operationId"]
        for operations in described["paths"].values()
        for operation in operations.values()
        if all("security" in each for each in operations.values())
    )


def _open_to_programs(view: View, *, access: str) -> View:
    """No account is asked for: what an operation asks for is a token (`tournament.api.tokens`)."""
    view = login_not_required(view)
    view.access = access  # type: ignore[attr-defined]
    return view
