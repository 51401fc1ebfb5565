"""One request, from its head to its answer: which door, which lane, its body, the thread, the answer."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from tournament.front.answers import ReaderTooSlow, Receive, Scope, Send, refusal, write_answer
from tournament.front.bodies import Bodies, BodyRefused
from tournament.front.bridge import Respond
from tournament.front.crowd import network_of
from tournament.front.lanes import Lane, LaneFull

COME_BACK_SECONDS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """An answer beside Django's: `respond` is called in a thread for each request that `is_for` it."""

    is_for: Callable[[Scope], bool]
    respond: Respond


@dataclass(frozen=True, slots=True, kw_only=True)
class Front:
    """The ASGI application in front of the `doors` and of Django, which answers what no door is for."""

    doors: Sequence[Door]
    django: Respond
    lane_of: Callable[[Scope], Lane]
    bodies: Bodies = field(default_factory=Bodies)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        respond = next((door.respond for door in self.doors if door.is_for(scope)), self.django)
        try:
            body = await self.bodies.read(scope, receive)
            network = network_of((scope.get("client") or ("", 0))[0])
            answer = await self.lane_of(scope).run(partial(respond, scope, body), address=network)
        except BodyRefused as refused:
            answer = refused.answer
        except LaneFull:
            back = (b"retry-after", b"%d" % COME_BACK_SECONDS)
            answer = refusal(503, "Floorman is busy. Try again in a moment.", back)
        try:
            await write_answer(send, answer)
        except ReaderTooSlow:
            scope["state"]["connection"].cut()
        except asyncio.CancelledError:
            # The server is stopping.
            scope["state"]["connection"].cut()
            raise
