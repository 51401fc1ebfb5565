"""What stands around every operation: English, an ETag, and who may keep an answer for how long."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import wraps
from typing import Any, Final, TypeAlias

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils import translation
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import quote_etag

Run: TypeAlias = Callable[..., HttpResponseBase]
# Programs read codes; what is said beside them is English, whatever the browser prefers.
LANGUAGE: Final = "en"
# A public answer that was kept is asked for each time, by its ETag; `tournament.front.kept` gives the same one to all
# who ask at the same moment.
PUBLIC: Final = "public, no-cache"
PRIVATE: Final = "private, no-cache"
READS: Final = frozenset({"GET", "HEAD"})


def answered(run: Run) -> Run:
    """The operation as it is answered, refusals included."""

    @wraps(run)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        with translation.override(LANGUAGE):
            response = run(request, *args, **kwargs)
        if not isinstance(response, HttpResponse):
            return response
        return _finished(request, response)

    return answer


def _finished(request: HttpRequest, response: HttpResponse) -> HttpResponseBase:
    is_public = "Authorization" not in request.headers
    response.headers["X-Robots-Tag"] = "noindex"
    if request.method not in READS:
        return response
    if is_public:
        response.headers["Access-Control-Allow-Origin"] = "*"
        response.headers["Access-Control-Expose-Headers"] = "ETag, Retry-After"
    patch_vary_headers(response, ["Authorization"])
    if response.status_code != 200:
        return response
    response.headers.setdefault("Cache-Control", PUBLIC if is_public else PRIVATE)
    response.headers.setdefault("ETag", etag_of(response.content))
    known = get_conditional_response(request, etag=response.headers["ETag"], response=response)
    return known or response


def etag_of(content: bytes) -> str:
    """The same for the same bytes."""
    return quote_etag(hashlib.sha256(content).hexdigest()[:32])


def etag_without(values: dict[str, Any], *left_out: str) -> str:
    """Of what a reading says besides that which another second would say otherwise."""
    said = {name: value for name, value in values.items() if name not in left_out}
    return etag_of(repr(sorted(said.items())).encode())
