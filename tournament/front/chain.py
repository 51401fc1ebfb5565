"""One request, from its head to its answer: which door, which lane, its body, the thread, the answer."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, field
from functools import partial

from tournament.front.answers import (
    CHUNK_BYTES,
    Answer,
    ReaderTooSlow,
    Receive,
    RefusedHere,
    Scope,
    Send,
    busy,
    write_answer,
)
from tournament.front.bodies import Bodies
from tournament.front.bridge import Respond
from tournament.front.crowd import Crowd, Crowded, asker_of, room_for
from tournament.front.lanes import Lane, LaneChanged, LaneFull, Work
from tournament.front.protocol import FrontProtocol

# Long answers that strangers are reading at the same time: each is kept in memory until it is taken.
READERS = 300


class NobodyThere(Exception):
    """The visitor has gone before it was their turn."""


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
    readers: Crowd[FrontProtocol] = field(default_factory=lambda: Crowd(in_all=READERS))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        connection: FrontProtocol = scope["state"]["connection"]
        try:
            answer = await self._answer(scope, receive)
            try:
                with self._room_for_reading(scope, answer):
                    await write_answer(send, answer)
            except Crowded:
                answer.close()
                await write_answer(send, busy().answer(scope))
        except (NobodyThere, ReaderTooSlow):
            connection.cut()
        except asyncio.CancelledError:
            # The server is stopping.
            connection.cut()
            raise

    async def _answer(self, scope: Scope, receive: Receive) -> Answer:
        respond = next((door.respond for door in self.doors if door.is_for(scope)), self.django)
        try:
            body = await self.bodies.read(scope, receive)
            work = partial(_respond_if_asked, respond, scope, body)
            return await self._in_its_lane(scope, work)
        except RefusedHere as refused:
            return refused.answer(scope)
        except LaneFull:
            return busy().answer(scope)

    async def _in_its_lane(self, scope: Scope, work: Work) -> Answer:
        while True:
            lane = self.lane_of(scope)
            with suppress(LaneChanged):
                return await lane.run(
                    work, address=asker_of(scope), still_belongs=partial(self._belongs, scope, lane)
                )

    def _belongs(self, scope: Scope, lane: Lane) -> bool:
        return self.lane_of(scope) is lane

    def _room_for_reading(self, scope: Scope, answer: Answer) -> AbstractContextManager[None]:
        if scope["state"]["is_known"] or answer.size_bytes <= CHUNK_BYTES:
            return nullcontext()
        return room_for(self.readers, asker_of(scope), scope["state"]["connection"])


def _respond_if_asked(respond: Respond, scope: Scope, body: bytes) -> Answer:
    """Make no page for a reader who has gone while waiting; what is to be done is done for the one who asked."""
    if scope["method"] in ("GET", "HEAD") and scope["state"]["connection"].is_gone:
        raise NobodyThere
    return respond(scope, body)
