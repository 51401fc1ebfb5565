"""Bodies, read whole in asyncio with a limit and a deadline before anybody works on the request."""

import asyncio

from tournament.front.answers import Answer, Receive, Scope, refusal

CLOSE = (b"connection", b"close")
# What Django keeps of a body in memory; a list of players (500 kB) or the rows of a long structure fit well.
LARGEST_BYTES = 2_500_000
BODY_SECONDS = 20.0


class BodyRefused(Exception):
    """This body is not read; `answer` says why."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(answer.status)
        self.answer = answer


async def read_body(scope: Scope, receive: Receive) -> bytes:
    """Return the request's whole body, or raise BodyRefused: too large, too slow, or broken off."""
    length = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
    if int(length) > LARGEST_BYTES:
        raise _too_large()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            return await _collect(receive)
    except TimeoutError:
        raise BodyRefused(refusal(408, "This request took too long to arrive.", CLOSE)) from None


async def _collect(receive: Receive) -> bytes:
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise BodyRefused(refusal(400, "This request broke off.", CLOSE))
        body += message.get("body", b"")
        if len(body) > LARGEST_BYTES:
            raise _too_large()
        if not message.get("more_body", False):
            return bytes(body)


def _too_large() -> BodyRefused:
    return BodyRefused(refusal(413, "This is too large.", CLOSE))
