"""How far the hub has heard. A page whose stream opens need not ask again for what it has read already.

Between the moment in which a page was read and that in which its stream opens something may have changed. A page that
hears a name used to be told it at once for that reason, and asked for every part of the page a second time. Now each
hint has the next number of its tournament, and a page says up to which of them it was read:

    hub:   hears a hint ──> gives it the next number ──> writes the number down in Valkey
    page:  reads the number ──> reads the database ──> opens its stream with the number ──> told what is younger

A hint follows the commit of what it tells. So a page that knows a number has read whatever the hints up to it told,
and what it has not read comes with a younger one, which is either heard before the stream opens, and told then, or
after. All that goes for hints of one listening without a gap, which is why its name is part of what a page knows: of
another listening nothing is known, and everything is told.
"""

import secrets
import time
from collections import defaultdict
from functools import cache

import redis
from django.conf import settings
from redis.backoff import NoBackoff
from redis.retry import Retry

from tournament.realtime import Topics

# A hash in Valkey: the name of the listening, and by tournament that of the last hint, in which the listening stands
# too: a hub on another host may write here, with numbers of its own.
KEY = "floorman:heard"
LISTENING = ""
# A page does not wait for a Valkey that hangs, and the next ones do not try.
PATIENCE_SECONDS = 0.25
AGAIN_SECONDS = 1.0


class Heard:
    """What one hub has heard since it began to listen, by tournament and topic."""

    def __init__(self) -> None:
        self._listening = ""
        # The number of the last hint that named a topic, by tournament.
        self._last: defaultdict[str, dict[str, int]] = defaultdict(dict)
        self._numbers: defaultdict[str, int] = defaultdict(int)

    def begin(self) -> str:
        """Hints arrive from now on: return the name of this listening."""
        self._listening = secrets.token_hex(8)
        self._last.clear()
        self._numbers.clear()
        return self._listening

    def end(self) -> None:
        """Hints may be missed from now on."""
        self._listening = ""

    def note(self, public_id: str, topics: Topics) -> str:
        """Give a hint its number; return what a page that has read it hands to its stream, `LISTENING.NUMBER`."""
        number = self._numbers[public_id] = self._numbers[public_id] + 1
        self._last[public_id].update(dict.fromkeys(topics, number))
        return f"{self._listening}.{number}"

    def is_up_to_date(self, public_id: str, topic: str, since: str) -> bool:
        """Say whether a page that was read `since` knows all that was told of a topic or a pattern (`table-*`)."""
        listening, _, number = since.partition(".")
        if not (self._listening and listening == self._listening and number.isdecimal()):
            return False
        last = self._last.get(public_id, {})
        if topic.endswith("*"):
            newest = max((last[name] for name in last if name.startswith(topic[:-1])), default=0)
        else:
            newest = last.get(topic, 0)
        return newest <= int(number)


class _Mark:
    """Reads, for the pages of this process, how far the hub has heard."""

    def __init__(self, url: str) -> None:
        self._client = redis.Redis.from_url(
            url,
            socket_timeout=PATIENCE_SECONDS,
            socket_connect_timeout=PATIENCE_SECONDS,
            retry=Retry(NoBackoff(), 0),
        )
        self._silent_until = 0.0

    def read(self, public_id: str) -> str:
        if time.monotonic() < self._silent_until:
            return ""
        try:
            listening, last = map(as_text, self._client.hmget(KEY, [LISTENING, public_id]))
        except (redis.RedisError, OSError):
            self._silent_until = time.monotonic() + AGAIN_SECONDS
            return ""
        return last or (f"{listening}.0" if listening else "")


def as_text(value: bytes | str | None) -> str:
    return value.decode() if isinstance(value, bytes) else value or ""


_mark = cache(_Mark)


def heard_so_far(public_id: str) -> str:
    """Return what a page hands to its stream as `since`; to be asked before the database is. Empty if unknown."""
    return _mark(settings.REDIS_URL).read(public_id)
