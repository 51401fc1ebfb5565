"""Response headers that neither Django nor django-csp sets."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse


class SecurityHeadersMiddleware:
    """Add the permissions policy everywhere, and keep pages out of every cache unless a view says otherwise.

    A cached page would show outdated chips and seats as current, and on a shared tablet show them to the next person.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Permissions-Policy", settings.PERMISSIONS_POLICY)
        response.headers.setdefault("Cache-Control", "no-store")
        return response
