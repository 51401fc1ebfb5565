"""The application as served. A request passes from the left to the right and stays where it is answered::

    connection ──> /live/ ──> front ──> the door for taps ──> Django
    (uvicorn)      leaves      (body, lane)  (in a thread)      (in a thread)

* `tournament/config/connection.py` reads heads, as `tournament/front/protocol.py` does; a stream leaves here with its
  socket, for the process of streams.
* `DOORS` are answers beside Django's: called in a thread of a lane with the scope and the whole body, like Django.
* Django is called as WSGI. As ASGI its middleware hops between threads at every hook and serves a third of the
  requests; more than two threads for a kind of work only fight for the interpreter's lock (p99 of a tap 31 ms with
  two, 61 with four).
"""

from importlib import import_module
from pathlib import Path

from django.conf import settings

# Imported before the rest of ours: it sets Django up, and the others need the models.
from tournament.config.wsgi import application as django_application  # isort: skip
from tables.templatetags.screen import prepare_screens
from tables.views.tablet.door import door_for_taps, is_tap
from tournament.front.answers import Receive, Scope, Send
from tournament.front.bridge import respond_by
from tournament.front.chain import Door, Front
from tournament.front.lanes import Lane
from tournament.front.turnstile import one_at_a_time

# Before the first request, which would wait for it.
import_module(settings.ROOT_URLCONF)
prepare_screens()

# Tablets and staff show a badge; what strangers do never keeps them waiting. Who waits longer is asked
# to come back: a tablet sends its tap again by itself.
TAPS = Lane("taps", threads=2, waiting=5_000, waiting_each=5_000, patience_seconds=5)
# A change of the clock has every tablet of the room ask for its screen at once: no tap waits behind them.
SCREENS = Lane("screens", threads=1, waiting=5_000, waiting_each=5_000, patience_seconds=20)
FLOOR = Lane("floor", threads=2, waiting=200, waiting_each=200, patience_seconds=20)
STRANGERS = Lane("strangers", threads=1, waiting=300, waiting_each=100, patience_seconds=10)
LOG_INS = Lane("log-ins", threads=1, waiting=40, waiting_each=10, patience_seconds=20)
# Staff who have logged in on this device before do not wait behind strangers who guess.
STAFF_LOG_INS = Lane("staff-log-ins", threads=1, waiting=40, waiting_each=40, patience_seconds=20)
LANES = (TAPS, SCREENS, FLOOR, STRANGERS, LOG_INS, STAFF_LOG_INS)

django = respond_by(django_application)


def checks_a_password(scope: Scope) -> bool:
    """Say whether a request makes Argon2 work."""
    return scope["method"] == "POST" and scope["path"] in ("/login/", "/password/")


# Answers beside Django's, the first that is for a request answers it.
DOORS = [
    Door(is_for=is_tap, respond=door_for_taps(django)),
    Door(
        is_for=checks_a_password,
        respond=one_at_a_time(django, lock=Path(settings.DATA_DIR) / "log-in.lock"),
    ),
]


def lane_of(scope: Scope) -> Lane:
    """The lane of a request."""
    is_known = scope["state"]["is_known"]
    if checks_a_password(scope):
        return STAFF_LOG_INS if is_known else LOG_INS
    if not is_known:
        return STRANGERS
    if scope["path"].startswith("/tablet/"):
        return TAPS if scope["method"] == "POST" else SCREENS
    return FLOOR


front = Front(doors=DOORS, django=django, lane_of=lane_of)


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Route one connection."""
    if scope["type"] == "lifespan":
        await live(receive, send)
    else:
        await front(scope, receive, send)


async def live(receive: Receive, send: Send) -> None:
    """Close the lanes when the server ends."""
    await receive()
    await send({"type": "lifespan.startup.complete"})
    await receive()
    for lane in LANES:
        lane.close()
    await send({"type": "lifespan.shutdown.complete"})
