"""The application as served: push streams in front, Django behind them in two threads.

Django is called as WSGI. As ASGI its middleware hops between threads at every hook and serves a third of the
requests; two threads beat four under the interpreter's lock (p99 of a tap 31 against 61 ms).
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module

from a2wsgi import WSGIMiddleware
from django.conf import settings

# Imported before the rest of ours: it sets Django up, and the others need the models.
from tournament.config.wsgi import application as django_application  # isort: skip
from tournament.live.access import is_still_allowed
from tournament.live.addresses import PREFIX, Listener
from tournament.live.endpoint import Receive, Scope, Send, serve_stream
from tournament.live.fragments import render_fragment, touched_by
from tournament.live.hub import Hub
from tournament.live.subscriber import subscribe

DJANGO_THREADS = 2

# Views register their fragments and listeners where they are defined: load them all before the first stream.
import_module(settings.ROOT_URLCONF)

behind = WSGIMiddleware(django_application, workers=DJANGO_THREADS)  # type: ignore[arg-type]  # WSGI in other words
# Rendering for the hub never takes a thread away from taps.
hub_threads = ThreadPoolExecutor(max_workers=1, thread_name_prefix="hub")


async def render_in_thread(public_id: str, topic: str, language: str) -> str:
    """Render a public fragment beside the event loop."""
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(hub_threads, render_fragment, public_id, topic, language)


async def ask_in_thread(listener: Listener) -> bool:
    """Ask about a listener beside the event loop."""
    return await asyncio.get_running_loop().run_in_executor(hub_threads, is_still_allowed, listener)


hub = Hub(
    render=render_in_thread, allowed=ask_in_thread, touched_by=touched_by, max_clients=settings.MAX_STREAMS
)


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Route one connection."""
    if scope["type"] == "lifespan":
        await live(receive, send)
    elif scope["type"] == "http" and scope["path"].startswith(PREFIX):
        await serve_stream(hub, scope, receive, send)
    else:
        await behind(scope, receive, send)  # type: ignore[arg-type]  # its own spelling of the same protocol


async def live(receive: Receive, send: Send) -> None:
    """Run the hub from the server's start to its end."""
    await receive()
    hub.start(subscribe(hub, settings.REDIS_URL))
    await send({"type": "lifespan.startup.complete"})
    await receive()
    await hub.stop()
    hub_threads.shutdown(wait=False, cancel_futures=True)
    await send({"type": "lifespan.shutdown.complete"})
