"""A browser that asks for a name this server does not answer to: it is told where to go."""

from __future__ import annotations

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.template import loader
from django.views import defaults

from tournament.links import own_links


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 400: with this machine's addresses where the name was wrong, else as usual."""
    if not isinstance(exception, DisallowedHost):
        return defaults.bad_request(request, exception)
    links = own_links(scheme=request.scheme or "http", port=int(request.META["SERVER_PORT"]))
    return HttpResponse(loader.get_template("400_host.html").render({"links": links}), status=400)
