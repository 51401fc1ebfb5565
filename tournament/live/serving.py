"""The process of streams, put together: the door, the hub, the subscription, and one thread that asks and renders."""

import asyncio
import signal
import socket
from contextlib import suppress

from django.conf import settings

from tournament.depth import DeepThreads
from tournament.live.access import those_allowed
from tournament.live.addresses import Listener
from tournament.live.door import open_door
from tournament.live.fragments import (
    Series,
    render_fragment,
    rest_after,
    series_topics,
    tell_series,
    touched_by,
)
from tournament.live.hub import Hub
from tournament.live.subscriber import subscribe
from tournament.signs import EVERY_SECONDS, give_sign


async def serve(listener: socket.socket) -> None:
    """Serve streams until a signal ends the process."""
    loop = asyncio.get_running_loop()
    ended = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, ended.set)
    with DeepThreads(max_workers=1, thread_name_prefix="hub") as thread:

        async def render(public_id: str, topic: str, language: str) -> str:
            return await loop.run_in_executor(thread, render_fragment, public_id, topic, language)

        async def tell(public_id: str, topic: str, language: str, after: str) -> Series:
            return await loop.run_in_executor(thread, tell_series, public_id, topic, language, after)

        async def allowed(listeners: frozenset[Listener]) -> frozenset[Listener]:
            return await loop.run_in_executor(thread, those_allowed, listeners)

        hub = Hub(
            render=render,
            tell=tell,
            series=series_topics(),
            allowed=allowed,
            touched_by=touched_by,
            rest_after=rest_after,
            max_streams=settings.MAX_STREAMS,
        )
        hub.start(subscribe(hub, settings.REDIS_URL))
        door = open_door(hub, listener)
        while not ended.is_set():
            give_sign()
            with suppress(TimeoutError):
                await asyncio.wait_for(ended.wait(), EVERY_SECONDS)
        await door.close()
        await hub.stop()
        thread.shutdown(wait=False, cancel_futures=True)
