"""Absolute links for devices in the room: QR codes, tickets, log-in links, and those printed on the terminal.

The director's browser may know this machine as localhost or by a name of its own; a phone does not. Every
absolute link is therefore made here, in this order:

    PUBLIC_URL               when it is set
    the address asked for    when it is one that others can use: a number, or a name of `FLOORMAN_HOSTS`
    this machine's address   in the room's network, with the port that was asked for: where most other devices
                             are connected now, else the most likely one
    the address asked for    when there is no network: `reaches_only_here` says so, and pages warn
"""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings
from django.core import signing
from django.http import HttpRequest
from django.http.request import split_domain_port

from tournament.network import busiest_address, is_every_network, is_local_name, room_addresses

PORTS = {"http": 80, "https": 443}
_SCREENS = signing.Signer(salt="screen")


# What a player opens, without an account, and what a device reads before it trusts the house.
FOR_PLAYERS = ("/t/", "/my/", "/trust/", "/embed/", "/widget.js", "/feed.")


def absolute_url(request: HttpRequest, path: str) -> str:
    """The address of `path` (from its first slash on) for any device in the room.

    Where Floorman speaks both, staff and tablets get https. Players get http if their phones do not know the
    certificate.
    """
    scheme, host = request.scheme or "http", request.get_host()
    if settings.HTTPS_PORT:
        is_plain = settings.IS_HOUSE_CERTIFICATE and path.startswith(FOR_PLAYERS)
        scheme, port = ("http", settings.PLAIN_PORT) if is_plain else ("https", settings.HTTPS_PORT)
        host = written(scheme, split_domain_port(host)[0], port)
    return base_url(scheme=scheme, host=host) + path


def written(scheme: str, host: str, port: int) -> str:
    """The host with its port, unless that is the scheme's own."""
    return host if port == PORTS[scheme] else f"{host}:{port}"


def base_url(*, scheme: str, host: str) -> str:
    """Floorman's address in the room, without a trailing slash; `host` is what was asked for, perhaps with a port."""
    if settings.PUBLIC_URL:
        return str(settings.PUBLIC_URL)
    asked = urlsplit(f"//{host}")
    if is_local_name(asked.hostname or "") and (reachable := reachable_hosts()):
        busiest = busiest_address(asked.port or PORTS[scheme])
        best = busiest if busiest in reachable else reachable[0]
        host = best + (f":{asked.port}" if asked.port else "")
    return f"{scheme}://{host}"


def own_links(*, scheme: str, port: int) -> list[str]:
    """Every address at which Floorman is reached by others, the best one first, without a slash at the end."""
    if settings.PUBLIC_URL:
        return [str(settings.PUBLIC_URL)]
    return [f"{scheme}://{written(scheme, host, port)}" for host in reachable_hosts()]


def reachable_hosts() -> list[str]:
    """The addresses at which the web process can be reached by others; none while it listens only to itself."""
    if is_every_network(settings.LISTENS_ON):
        return room_addresses()
    if is_local_name(settings.LISTENS_ON):
        return []
    return [f"[{settings.LISTENS_ON}]" if ":" in settings.LISTENS_ON else settings.LISTENS_ON]


def trusted_origin() -> str:
    """The public address by https that every phone trusts, "" where there is none: only from there do browsers let a
    page send notices.

    Whether the certificate is good is for the browser to say; one of the house is not.
    """
    is_trusted = settings.PUBLIC_URL.startswith("https://") and not settings.IS_HOUSE_CERTIFICATE
    return str(settings.PUBLIC_URL) if is_trusted else ""


def reaches_only_here(link: str) -> bool:
    """Whether `link` opens on this machine and on no other."""
    return is_local_name(urlsplit(link).hostname or "")


def screen_link(screen_id: int) -> str:
    """The end of the address by which any browser becomes a screen of the house."""
    return _SCREENS.sign(str(screen_id)).replace(":", "-", 1)


def screen_of_link(link: str) -> int | None:
    """The number of the screen of an address, None for one that was not made here."""
    try:
        return int(_SCREENS.unsign(link.replace("-", ":", 1)))
    except signing.BadSignature:
        return None
