"""Addresses that no link of Floorman has."""

from collections.abc import Callable

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse


class NullByteMiddleware:
    """Refuse an address with a null byte in it: PostgreSQL cannot store it, and a query with it would be a
    server error."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if "\x00" in request.path_info or "%00" in request.META.get("QUERY_STRING", ""):
            raise BadRequest("The address has a null byte.")
        return self.get_response(request)
