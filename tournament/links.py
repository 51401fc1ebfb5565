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
from django.http import HttpRequest

from tournament.network import busiest_address, is_every_network, is_local_name, room_addresses

PORTS = {"http": 80, "https": 443}


def absolute_url(request: HttpRequest, path: str) -> str:
    """The address of `path` (from its first slash on) for any device in the room."""
    return base_url(scheme=request.scheme or "http", host=request.get_host()) + path


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
    written = "" if port == PORTS[scheme] else f":{port}"
    return [f"{scheme}://{host}{written}" for host in reachable_hosts()]


def reachable_hosts() -> list[str]:
    """The addresses at which the web process can be reached by others; none while it listens only to itself."""
    if is_every_network(settings.LISTENS_ON):
        return room_addresses()
    if is_local_name(settings.LISTENS_ON):
        return []
    return [f"[{settings.LISTENS_ON}]" if ":" in settings.LISTENS_ON else settings.LISTENS_ON]


def reaches_only_here(link: str) -> bool:
    """Whether `link` opens on this machine and on no other."""
    return is_local_name(urlsplit(link).hostname or "")
