"""Publish on commit: tell every screen that something changed, never what it changed to.

A hint is the tournament's code and a list of topics. A receiver reads the database again, so that a hint
that is lost, late or doubled can make a screen late but never wrong. A topic may carry the version of what it
names: a screen that shows this version already need not ask.

    publish ──commit──> waiting ──> one pipeline each 50 ms to Valkey, by a thread of its own
                           ^                     │ cannot be sent: try again after a second
                           └─────────────────────┘

A service that publishes never waits for Valkey and never fails because of it: it only leaves its hint. What still waits
when the process ends is sent then.

On the wire a hint is a message to the channel of its tournament: topics separated by blanks, a version behind
an at sign, as in `log table-7@124`.
"""

import atexit
import re
import threading
from collections.abc import Iterable, Mapping
from functools import partial

import redis
import structlog
from django.conf import settings
from django.db import transaction
from redis.backoff import NoBackoff
from redis.retry import Retry

logger = structlog.get_logger(__name__)

CHANNEL_PREFIX = "floorman:live:"
TOPIC = re.compile(r"[a-z][a-z0-9_:-]{0,39}")
# Hints of this time go together: many taps, one message for each tournament.
GATHER_SECONDS = 0.05
# After a silence the first hint waits only until the tap that left it has its answer.
ANSWER_SECONDS = 0.01
# A Valkey that hangs may delay the end of a process by about this much.
PATIENCE_SECONDS = 0.25
# While Valkey is away it is tried this often.
AGAIN_SECONDS = 1.0

# The topics that changed, with their version where it is known.
Topics = dict[str, int | None]


def publish(
    tournament_public_id: str, topics: Iterable[str], *, versions: Mapping[str, int] | None = None
) -> None:
    """Send a hint about `topics` of one tournament when the transaction commits; nothing if it rolls back.

    A topic is a lower-case word such as `standings` or `table-7`; another spelling raises ValueError at once.
    `versions` gives the version that some of the topics have with this commit.
    """
    known = versions or {}
    changed: Topics = {check_topic(name): known.get(name) for name in topics}
    if changed:
        transaction.on_commit(partial(send_hint, tournament_public_id, changed), robust=True)


def check_topic(name: str) -> str:
    """Return `name` if it is spelled like a topic, else raise ValueError."""
    if not TOPIC.fullmatch(name):
        raise ValueError(f"{name!r} is no topic: lower-case letters, digits, : - and _, at most 40.")
    return name


def entry_topic(entry_id: int) -> str:
    """The topic of what one player's own page shows: seat, move, chips, place, prize.

    What may change for every entry at once, such as a draw, is published as `field`: a page a player has open
    hears both.
    """
    return f"entry-{entry_id}"


def send_hint(tournament_public_id: str, topics: Iterable[str] | Topics) -> None:
    """Leave a hint with this process's sender."""
    _sender.leave(tournament_public_id, topics if isinstance(topics, dict) else dict.fromkeys(topics))


def read_hint(message: str) -> Topics:
    """Return the topics of a message; a version that is not a number counts as unknown."""
    topics: Topics = {}
    for word in message.split():
        name, _, version = word.partition("@")
        topics[name] = int(version) if version.isdecimal() else None
    return topics


def add_topics(topics: Topics, further: Topics) -> None:
    """Add `further` topics to those already there. Of two versions the higher counts; unknown beats known,
    because only then is every screen sure to ask.
    """
    for name, version in further.items():
        there = topics.get(name, version)
        topics[name] = None if there is None or version is None else max(there, version)


class HintSender:
    """Gathers the hints of a process and sends them from a thread of its own."""

    def __init__(self) -> None:
        self._waiting: dict[str, Topics] = {}
        self._lock = threading.Lock()
        # Held while sending, so that the end of the process waits for what is on its way.
        self._sending = threading.Lock()
        self._has_hints = threading.Event()
        self._thread: threading.Thread | None = None
        self._client: redis.Redis | None = None
        self._is_silent = False

    def leave(self, tournament_public_id: str, topics: Topics) -> None:
        """Take a hint; it goes out within GATHER_SECONDS."""
        with self._lock:
            add_topics(self._waiting.setdefault(tournament_public_id, {}), topics)
            if self._thread is None or not self._thread.is_alive():
                # Here and not at import: a process that was forked has none of its parent's threads.
                self._thread = threading.Thread(target=self._send_for_ever, name="hints", daemon=True)
                self._thread.start()
        self._has_hints.set()

    def flush(self) -> bool:
        """Send what waits, now and from this thread; say whether nothing is left. What cannot be sent is kept."""
        with self._sending:
            with self._lock:
                waiting, self._waiting = self._waiting, {}
            if not waiting:
                return True
            try:
                self._send(waiting)
            except (redis.RedisError, OSError) as error:
                with self._lock:
                    for code, topics in waiting.items():
                        add_topics(self._waiting.setdefault(code, {}), topics)
                self._note_health(error)
                return False
            self._note_health(None)
            return True

    def forget(self) -> None:
        """Forget what waits, and connect again at the next hint to whatever the settings then name."""
        with self._sending, self._lock:
            self._waiting, self._client, self._is_silent = {}, None, False

    def _send_for_ever(self) -> None:
        pause = threading.Event()
        while True:
            self._has_hints.wait()
            pause.wait(ANSWER_SECONDS)
            self._has_hints.clear()
            if self.flush():
                pause.wait(GATHER_SECONDS - ANSWER_SECONDS)
            else:
                pause.wait(AGAIN_SECONDS)
                self._has_hints.set()

    def _send(self, waiting: Mapping[str, Topics]) -> None:
        if self._client is None:
            # It never tries twice: the next round does.
            self._client = redis.Redis.from_url(
                settings.REDIS_URL,
                socket_timeout=PATIENCE_SECONDS,
                socket_connect_timeout=PATIENCE_SECONDS,
                retry=Retry(NoBackoff(), 0),
            )
        pipeline = self._client.pipeline(transaction=False)
        for code, topics in waiting.items():
            pipeline.publish(CHANNEL_PREFIX + code, write_hint(topics))
        pipeline.execute()

    def _note_health(self, error: Exception | None) -> None:
        """Log when hints stop going out and when they go again, not once for every round in between."""
        was_silent, self._is_silent = self._is_silent, error is not None
        if error is not None and not was_silent:
            logger.warning("hint_not_sent", error=type(error).__name__)
        elif error is None and was_silent:
            logger.info("hints_sent_again")


def write_hint(topics: Topics) -> str:
    """Return the message that `read_hint` reads."""
    return " ".join(
        name if version is None else f"{name}@{version}" for name, version in sorted(topics.items())
    )


_sender = HintSender()
# After every thread that may still publish has ended.
atexit.register(_sender.flush)


def flush_hints() -> bool:
    """Send what waits, now and from this thread; say whether nothing is left."""
    return _sender.flush()


def forget_hints() -> None:
    """Forget what waits and the connection: for a test that changes the settings."""
    _sender.forget()
