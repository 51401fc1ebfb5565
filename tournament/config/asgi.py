"""The application as served. A request passes from the left to the right and stays where it is answered::

    protocol ──> /live/  ──> front ──> the door for taps ──> Django
    (uvicorn)    the hub     (body, lane)  (in a thread)      (in a thread)

* `tournament/front/protocol.py` reads heads. Its `hands_over` is asked once a head is whole: a stream that another
  process serves leaves here with its socket.
* The hub answers streams in this process.
* `DOORS` are answers beside Django's: called in a thread of a lane with the scope and the whole body, like Django.
* Django is called as WSGI. As ASGI its middleware hops between threads at every hook and serves a third of the
  requests; more than two threads for a kind of work only fight for the interpreter's lock (p99 of a tap 31 ms with
  two, 61 with four).
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path

from django.conf import settings

# Imported before the rest of ours: it sets Django up, and the others need the models.
from tournament.config.wsgi import application as django_application  # isort: skip
from tournament.front.answers import Receive, Scope, Send
from tournament.front.bridge import respond_by
from tournament.front.chain import Door, Front
from tournament.front.lanes import Lane
from tournament.front.turnstile import one_at_a_time
from tournament.live.access import is_still_allowed
from tournament.live.addresses import PREFIX, Listener
from tournament.live.endpoint import serve_stream
from tournament.live.fragments import render_fragment, touched_by
from tournament.live.hub import Hub
from tournament.live.subscriber import subscribe

# Views register their fragments and listeners where they are defined: load them all before the first stream.
import_module(settings.ROOT_URLCONF)

# Tablets and staff show a badge; what strangers do never keeps them waiting. Who waits longer is asked
# to come back: a tablet sends its tap again by itself.
TABLETS = Lane("tablets", threads=2, waiting=500, waiting_each=500, patience_seconds=5)
FLOOR = Lane("floor", threads=2, waiting=200, waiting_each=200, patience_seconds=20)
STRANGERS = Lane("strangers", threads=1, waiting=300, waiting_each=100, patience_seconds=10)
LOG_INS = Lane("log-ins", threads=1, waiting=40, waiting_each=10, patience_seconds=20)
LANES = (TABLETS, FLOOR, STRANGERS, LOG_INS)

django = respond_by(django_application)


def checks_a_password(scope: Scope) -> bool:
    """Say whether a request makes Argon2 work."""
    return scope["method"] == "POST" and scope["path"] in ("/login/", "/password/")


# Answers beside Django's, the first that is for a request answers it.
DOORS = [
    Door(
        is_for=checks_a_password,
        respond=one_at_a_time(django, lock=Path(settings.DATA_DIR) / "log-in.lock"),
    ),
]


def lane_of(scope: Scope) -> Lane:
    """The lane of a request."""
    if checks_a_password(scope):
        return LOG_INS
    if not scope["state"]["is_known"]:
        return STRANGERS
    return TABLETS if scope["path"].startswith("/tablet/") else FLOOR


front = Front(doors=DOORS, django=django, lane_of=lane_of)
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
        await front(scope, receive, send)


async def live(receive: Receive, send: Send) -> None:
    """Run the hub from the server's start to its end."""
    await receive()
    hub.start(subscribe(hub, settings.REDIS_URL))
    await send({"type": "lifespan.startup.complete"})
    await receive()
    await hub.stop()
    hub_threads.shutdown(wait=False, cancel_futures=True)
    for lane in LANES:
        lane.close()
    await send({"type": "lifespan.shutdown.complete"})
