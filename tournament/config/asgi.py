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

from functools import partial
from importlib import import_module
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection

# Imported before the rest of ours: it sets Django up, and the others need the models.
from tournament.config.wsgi import application as django_application  # isort: skip
from tournament.config.api import ROOT as INTERFACE  # isort: skip
from tables.queries.tablet.badges import badges_of_tablets
from tables.templatetags.screen import prepare_screens
from tables.views.tablet.door import door_for_taps, is_tap
from tournament.front.answers import Receive, Scope, Send
from tournament.front.bridge import respond_by
from tournament.front.chain import Door, Front
from tournament.front.crowd import asker_of
from tournament.front.kept import AS_READ, is_public_read, kept_for_a_blink
from tournament.front.lanes import Lane
from tournament.front.living import LIVING
from tournament.front.tries import WRONG
from tournament.front.turnstile import one_at_a_time
from tournament.queries.people.badges import badges_of_accounts
from tournament.timekeeping import house_now

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
# Those who guess wait behind nobody but others who do. The lanes meet at the turnstile, where each has its share: so an
# address that was wrong at most once of late gets in beside thousands that guess.
LOG_INS = Lane("log-ins", threads=1, waiting=400, waiting_each=10, patience_seconds=30, newest_first=True)
GUESSES = Lane("guesses", threads=1, waiting=40, waiting_each=2, patience_seconds=20)
# Staff who have logged in on this device before do not wait behind strangers at all.
STAFF_LOG_INS = Lane("staff-log-ins", threads=1, waiting=40, waiting_each=8, patience_seconds=20)
LANES = (TAPS, SCREENS, FLOOR, STRANGERS, LOG_INS, GUESSES, STAFF_LOG_INS)
# A hand slips once.
GUESSES_FROM = 2
# So many times the length of a check one lane stands still for the others.
PAUSES = {GUESSES.name: 6.0}

django = respond_by(django_application)


def checks_a_password(scope: Scope) -> bool:
    """Say whether a request makes Argon2 work."""
    return scope["method"] == "POST" and scope["path"] in ("/login/", "/password/")


# Answers beside Django's, the first that is for a request answers it.
DOORS = [
    Door(is_for=is_tap, respond=door_for_taps(django)),
    Door(
        is_for=checks_a_password,
        respond=one_at_a_time(
            django,
            lock=Path(settings.DATA_DIR) / "log-in.lock",
            pauses=lambda scope: PAUSES.get(lane_of(scope).name, 0.0),
        ),
    ),
    Door(is_for=partial(is_public_read, below=f"/{INTERFACE}"), respond=kept_for_a_blink(django)),
    # What is over the picture of a broadcast asks every other second, and anybody may open it.
    Door(
        is_for=partial(is_public_read, below="/t/", ends="/overlay/"),
        respond=kept_for_a_blink(django, by=AS_READ),
    ),
]


def lane_of(scope: Scope) -> Lane:
    """The lane of a request."""
    is_known = scope["state"]["is_known"]
    if checks_a_password(scope):
        return _lane_of_log_in(scope)
    if not is_known:
        return STRANGERS
    if scope["path"].startswith("/tablet/"):
        return TAPS if scope["method"] == "POST" else SCREENS
    return FLOOR


def _lane_of_log_in(scope: Scope) -> Lane:
    badge: str = scope["state"]["badge"]
    if badge and WRONG.count(badge) < GUESSES_FROM:
        return STAFF_LOG_INS
    is_guessing = bool(badge) or WRONG.count(asker_of(scope)) >= GUESSES_FROM
    return GUESSES if is_guessing else LOG_INS


def badges_that_are_good() -> frozenset[str] | None:
    """Of the accounts and the tablets of this moment; None while the database does not answer."""
    try:
        return badges_of_accounts() | badges_of_tablets(now=house_now())
    except DatabaseError:
        return None
    finally:
        # The thread that asks ends with its answer.
        connection.close()


front = Front(doors=DOORS, django=django, lane_of=lane_of)


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Route one connection."""
    if scope["type"] == "lifespan":
        await live(receive, send)
    else:
        await front(scope, receive, send)


async def live(receive: Receive, send: Send) -> None:
    """Ask whose badges are good while the server runs; close the lanes when it ends."""
    await receive()
    LIVING.ask(badges_that_are_good)
    await send({"type": "lifespan.startup.complete"})
    await receive()
    LIVING.ask(None)
    for lane in LANES:
        lane.close()
    await send({"type": "lifespan.shutdown.complete"})
