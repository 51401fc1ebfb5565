"""Bodies, read whole in asyncio with a limit and a deadline before anybody works on the request.

A stranger sends a code, a name or a log-in; only staff send lists of players and structures, and pictures for the
screens. No body is long enough for Django to put it on the disk.
"""

import asyncio

from django.utils.translation import gettext_lazy as _

from tournament.front.answers import Receive, RefusedHere, Scope, busy
from tournament.front.crowd import Crowd, Crowded, asker_of, room_for
from tournament.front.protocol import FrontProtocol

CLOSE = (b"connection", b"close")
# What Django keeps of a body in memory; a list of players (500 kB) or the rows of a long structure fit well.
LARGEST_BYTES = 2_500_000
# A tap, a log-in, and whatever a stranger may send.
SMALL_BYTES = 64_000
SMALL_PATHS = ("/tablet/", "/login/", "/password/")
# A picture as a camera takes it (tournament/services/house_files.py makes it small), an evening as another system saves
# it, a day of a feature table.
FILE_BYTES = 16_000_000
FILE_PATHS = ("/screens/files/", "/floor/imported/files/", "/stream/")
BODY_SECONDS = 20.0
# Bodies of strangers that are on their way at the same time.
IN_ALL = 200


class Bodies:
    """Reads the bodies of one process."""

    def __init__(self) -> None:
        self._strangers: Crowd[FrontProtocol] = Crowd(in_all=IN_ALL)

    async def read(self, scope: Scope, receive: Receive) -> bytes:
        """Return the request's whole body, or raise RefusedHere: too large, too slow, or broken off."""
        announced = _announced_bytes(scope)
        if announced == 0:
            return b""
        is_known = scope["state"]["is_known"]
        limit = _limit(scope["path"]) if is_known else SMALL_BYTES
        if announced > limit and not is_known:
            raise _too_large()
        try:
            if is_known:
                # Staff who send too much are heard out: a browser that is cut off while it sends shows no answer.
                return await _collect(receive, limit, hears_out=True)
            with room_for(self._strangers, asker_of(scope), scope["state"]["connection"]):
                return await _collect(receive, limit, hears_out=False)
        except TimeoutError:
            raise RefusedHere(408, _("This request took too long to arrive."), CLOSE) from None
        except Crowded:
            raise busy(CLOSE) from None


def _limit(path: str) -> int:
    """How long a body of somebody known may be."""
    if path.startswith(SMALL_PATHS):
        return SMALL_BYTES
    return FILE_BYTES if path.endswith(FILE_PATHS) else LARGEST_BYTES


def _announced_bytes(scope: Scope) -> int:
    """The length that the head announces; 1 for a body whose length it does not say."""
    length = 0
    for name, value in scope["headers"]:
        if name == b"content-length":
            length = int(value)
        elif name == b"transfer-encoding":
            return 1
    return length


async def _collect(receive: Receive, limit: int, *, hears_out: bool) -> bytes:
    async with asyncio.timeout(BODY_SECONDS):
        return await _pieces(receive, limit, hears_out=hears_out)


async def _pieces(receive: Receive, limit: int, *, hears_out: bool) -> bytes:
    body, is_too_large = bytearray(), False
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise RefusedHere(400, _("This request broke off."), CLOSE)
        body += message.get("body", b"")
        if len(body) > limit:
            if not hears_out:
                raise _too_large()
            is_too_large = True
            body.clear()
        if not message.get("more_body", False):
            if is_too_large:
                raise _too_large()
            return bytes(body)


def _too_large() -> RefusedHere:
    return RefusedHere(413, _("This is too large. Go back, and send a smaller file or less text."), CLOSE)
