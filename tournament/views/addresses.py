"""A browser that comes by another address than the right one: it is told where to go.

It may ask for a name that this server does not answer to. Or it may ask by http where Floorman speaks https on site.
With a certificate that browsers know, it is then sent to the same page by https. With one of the house a player's
phone would only be warned of it: players' pages stay as they are, and what is for staff and tablets becomes a page
that says where to go, and how a device learns to trust the house.
"""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import DisallowedHost, MiddlewareNotUsed
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.request import split_domain_port
from django.shortcuts import render
from django.template import loader
from django.urls import reverse
from django.views import defaults
from django.views.decorators.http import require_safe

from tournament.links import FOR_PLAYERS, own_links, written
from tournament.network import fingerprint
from tournament.views.access import public

# The supervisor and monitors ask for this one.
ALWAYS_PLAIN = "/health"
# A program without a token reads by http what it may read; with one it is told to come by https.
PLAIN_BESIDE_PLAYERS = ("/static/", "/language/", "/theme/", "/now/", "/api/")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 400: with this machine's addresses where the name was wrong, else as usual."""
    if not isinstance(exception, DisallowedHost):
        return defaults.bad_request(request, exception)
    links = own_links(scheme=request.scheme or "http", port=int(request.META["SERVER_PORT"]))
    return HttpResponse(loader.get_template("400_host.html").render({"links": links}), status=400)


class PlainHttpMiddleware:
    """Send a browser that speaks http to https, with what it asked for."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        if not settings.HTTPS_PORT:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.is_secure() or _stays_plain(request.path):
            return self.get_response(request)
        if settings.IS_HOUSE_CERTIFICATE or request.method not in {"GET", "HEAD"}:
            return _say_where_to_go(request)
        return HttpResponseRedirect(_secure_link(request))


def _say_where_to_go(request: HttpRequest) -> HttpResponse:
    trust_url = reverse("tournament:trust") if settings.IS_HOUSE_CERTIFICATE else ""
    context = {"link": _secure_link(request), "trust_url": trust_url}
    return render(request, "tournament/public/secure.html", context, status=403)


def _stays_plain(path: str) -> bool:
    if path == ALWAYS_PLAIN:
        return True
    is_for_all = path == "/" or path.startswith((*FOR_PLAYERS, *PLAIN_BESIDE_PLAYERS))
    return is_for_all and bool(settings.IS_HOUSE_CERTIFICATE)


def _secure_link(request: HttpRequest) -> str:
    host, _port = split_domain_port(request.get_host())
    path = request.get_full_path() if request.method in {"GET", "HEAD"} else "/"
    return f"https://{written('https', host, settings.HTTPS_PORT)}{path}"


@public
@require_safe
def trust(request: HttpRequest) -> HttpResponse:
    """How a tablet or a phone learns to trust the house."""
    if not settings.IS_HOUSE_CERTIFICATE:
        raise Http404
    context = {"fingerprint": fingerprint(settings.HOUSE_CERTIFICATE_FILE.read_text("ascii"))}
    return render(request, "tournament/public/trust.html", context)


@public
@require_safe
def house_certificate(_request: HttpRequest) -> HttpResponse:
    """The certificate itself; of this type tablets offer to install it."""
    if not settings.IS_HOUSE_CERTIFICATE:
        raise Http404
    content = settings.HOUSE_CERTIFICATE_FILE.read_bytes()
    response = HttpResponse(content, content_type="application/x-x509-ca-cert")
    response.headers["Content-Disposition"] = 'attachment; filename="floorman.crt"'
    return response
