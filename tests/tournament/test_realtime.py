"""Hints go out with the commit, many of them together, and Valkey can neither fail a request nor hold it up."""

import os
import signal
import subprocess
import sys
import threading
import time
from statistics import median

import pytest
import redis
from django.conf import settings
from django.db import transaction
from structlog.testing import capture_logs

from tests.processes import RunningValkey, free_port, wait_until
from tournament import realtime
from tournament.realtime import (
    CHANNEL_PREFIX,
    GATHER_SECONDS,
    PATIENCE_SECONDS,
    add_topics,
    flush_hints,
    forget_hints,
    publish,
    read_hint,
    send_hint,
    write_hint,
)

# In no database: of these nobody speaks but the test. The house that tests share may say later what it had to say of
# its own, once the Valkey is back that another test has stopped.
TOURNAMENTS = ("H7KQ2M", "P4XWTZ")


class Ear:
    """A subscription to the hints of these tournaments."""

    def __init__(self, valkey: RunningValkey) -> None:
        # Kept: a client that is forgotten takes its connections with it.
        self.client = redis.Redis.from_url(valkey.url, decode_responses=True)
        self.subscription = self.client.pubsub()  # type: ignore[no-untyped-call]  # redis-py's own
        self.subscription.subscribe(*(CHANNEL_PREFIX + code for code in TOURNAMENTS))
        for _ in TOURNAMENTS:
            assert self.subscription.get_message(timeout=30) is not None

    def heard(self, messages: int = 0) -> list[tuple[str, list[str]]]:
        """Return what was published since the last call: tournament and topics.

        So many `messages` are waited for, however busy the machine is; after them only those that come at once.
        """
        heard: list[tuple[str, list[str]]] = []
        while message := self.subscription.get_message(timeout=30 if len(heard) < messages else 0.2):
            heard.append((message["channel"].removeprefix(CHANNEL_PREFIX), message["data"].split()))
        return heard


@pytest.fixture(autouse=True)
def nothing_unsent() -> None:
    """What other tests could not send does not ride along here."""
    forget_hints()


@pytest.fixture
def ear(valkey: RunningValkey) -> Ear:
    return Ear(valkey)


@pytest.mark.django_db(transaction=True)
def test_a_hint_waits_for_the_commit(ear: Ear) -> None:
    with transaction.atomic():
        publish("H7KQ2M", ["standings", "table:4"])
        assert ear.heard() == []
    assert ear.heard(1) == [("H7KQ2M", ["standings", "table:4"])]


@pytest.mark.django_db(transaction=True)
def test_a_rollback_says_nothing(ear: Ear) -> None:
    def fail() -> None:
        with transaction.atomic():
            publish("H7KQ2M", ["standings"])
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert ear.heard() == []


@pytest.mark.django_db(transaction=True)
def test_no_topic_is_no_hint(ear: Ear) -> None:
    publish("H7KQ2M", [])
    assert ear.heard() == []


@pytest.mark.parametrize("topic", ["", "Standings", "two words", "table\n4", "x" * 41, "7"])
def test_a_topic_spelled_wrongly_is_refused_at_once(topic: str) -> None:
    with pytest.raises(ValueError, match="is no topic"):
        publish("H7KQ2M", [topic])


@pytest.mark.django_db(transaction=True)
def test_hints_of_fifty_milliseconds_go_together(ear: Ear) -> None:
    def play(table: int) -> None:
        for version in range(200):
            send_hint("H7KQ2M", {f"table-{table}": version, "log": None})

    players = [threading.Thread(target=play, args=[table]) for table in range(3)]
    began = time.monotonic()
    for player in players:
        player.start()
    send_hint("P4XWTZ", ["clock"])
    for player in players:
        player.join()
    wait_until(flush_hints, "everything sent")
    rounds = (time.monotonic() - began) / GATHER_SECONDS
    heard = ear.heard(2)
    # Six hundred and one were left, in as many rounds of the sender as a busy machine takes over them.
    assert len(heard) <= min(rounds + 3, 300)
    together: dict[str, realtime.Topics] = {}
    for code, topics in heard:
        realtime.add_topics(together.setdefault(code, {}), read_hint(" ".join(topics)))
    assert together == {
        "H7KQ2M": {"log": None, "table-0": 199, "table-1": 199, "table-2": 199},
        "P4XWTZ": {"clock": None},
    }


@pytest.mark.django_db(transaction=True)
def test_a_hint_carries_the_version_of_the_commit(ear: Ear) -> None:
    with transaction.atomic():
        publish("H7KQ2M", ["table-4", "log"], versions={"table-4": 12})
    assert ear.heard(1) == [("H7KQ2M", ["log", "table-4@12"])]


def test_a_message_is_read_as_it_was_written() -> None:
    topics = {"log": None, "table-4": 12}
    assert write_hint(topics) == "log table-4@12"
    assert read_hint("log table-4@12") == topics
    assert read_hint("table-4@x table-5@") == {"table-4": None, "table-5": None}


def test_the_highest_version_counts_and_an_unknown_one_most() -> None:
    topics: realtime.Topics = {"a": 1, "b": 5, "c": None, "d": 3}
    add_topics(topics, {"a": 2, "b": 4, "c": 9, "d": None, "e": 7})
    assert topics == {"a": 2, "b": 5, "c": None, "d": None, "e": 7}


@pytest.mark.django_db(transaction=True)
def test_what_could_not_be_sent_goes_out_when_valkey_is_back(
    valkey: RunningValkey, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "REDIS_URL", "unix:///nowhere/valkey.sock")
    monkeypatch.setattr(realtime, "AGAIN_SECONDS", 0.05)
    forget_hints()
    ear = Ear(valkey)
    with capture_logs() as logs:
        publish("H7KQ2M", ["standings"])
        publish("P4XWTZ", ["clock"])
        wait_until(lambda: bool(logs), "the first failure")
        publish("H7KQ2M", ["seats"])
        # Several rounds fail.
        time.sleep(0.5)
        # Once for the silence, not once for every round of it.
        assert [line["event"] for line in logs] == ["hint_not_sent"]
        assert ear.heard() == []

        # Nobody publishes anything, and it goes out all the same.
        monkeypatch.setattr(settings, "REDIS_URL", valkey.url)
        monkeypatch.setattr(realtime._sender, "_client", None)
        wait_until(lambda: len(logs) > 1, "the sending of what waited")
        assert [line["event"] for line in logs] == ["hint_not_sent", "hints_sent_again"]
    assert sorted(ear.heard(2)) == [("H7KQ2M", ["seats", "standings"]), ("P4XWTZ", ["clock"])]
    publish("H7KQ2M", ["seats"])
    assert ear.heard(1) == [("H7KQ2M", ["seats"])]


@pytest.mark.django_db(transaction=True)
def test_a_valkey_that_hangs_costs_a_tap_nothing(ear: Ear, valkey: RunningValkey) -> None:
    publish("H7KQ2M", ["clock"])
    flush_hints()
    # It keeps its connections and answers nothing.
    valkey.send(signal.SIGSTOP)
    try:
        began = time.monotonic()
        for table in range(100):
            publish("H7KQ2M", [f"table-{table}"])
        # One that waited would take a quarter of a second, a hundred of them twenty-five seconds.
        assert time.monotonic() - began < 12
        time.sleep(GATHER_SECONDS * 2)
        # While the sender waits for Valkey.
        waits = []
        for _ in range(9):
            began = time.monotonic()
            publish("H7KQ2M", ["standings"])
            waits.append(time.monotonic() - began)
        assert median(waits) < PATIENCE_SECONDS / 2
    finally:
        valkey.send(signal.SIGCONT)
    publish("H7KQ2M", ["seats"])
    wait_until(flush_hints, "everything sent")
    heard = {topic for _, topics in ear.heard(1) for topic in topics}
    assert heard == {"clock", "seats", "standings", *(f"table-{table}" for table in range(100))}


# Who sends a hint needs the settings, and none of Django's applications.
PUBLISHER = """
from tournament.realtime import send_hint
send_hint("H7KQ2M", ["standings"])
{end}
"""


ANOTHER_END = pytest.mark.long(reason="Python ends each of them the same way")


@pytest.mark.parametrize(
    "end",
    [
        "",
        *(pytest.param(end, marks=ANOTHER_END) for end in ("raise SystemExit(3)", "raise KeyboardInterrupt")),
    ],
)
def test_the_last_hint_of_a_process_is_sent_though_it_ends_at_once(
    ear: Ear, valkey: RunningValkey, end: str
) -> None:
    run_python(PUBLISHER.format(end=end), valkey)
    assert ear.heard(1) == [("H7KQ2M", ["standings"])]


STOPPED_WEB = """
import os, signal, threading, time, urllib.error, urllib.request
import django
django.setup()
from django.core.management import call_command
from tournament import realtime
from tournament.management.commands import web

# Its database is empty, and nothing is asked of it.
web.check_to_serve = lambda: None

def publish_and_stop():
    while True:
        try:
            # Whoever is answered has found uvicorn's handlers of signals in their place.
            urllib.request.urlopen("http://127.0.0.1:{port}/health", timeout=10).read()
            break
        except urllib.error.HTTPError:
            break
        except OSError:
            time.sleep(0.05)
    realtime.send_hint("H7KQ2M", ["standings"])
    os.kill(os.getpid(), signal.SIGTERM)

# Longer than any process takes to end.
realtime.ANSWER_SECONDS = 60
threading.Thread(target=publish_and_stop, daemon=True).start()
call_command("web", "--port", "{port}")
"""


def test_a_web_process_sends_its_last_hint_though_its_signal_ends_it(ear: Ear, valkey: RunningValkey) -> None:
    """uvicorn ends its process by the signal that it got: what Python does at the end of a program is not done."""
    run_python(STOPPED_WEB.format(port=free_port()), valkey)
    assert ear.heard(1) == [("H7KQ2M", ["standings"])]


def run_python(program: str, valkey: RunningValkey) -> None:
    environment = {"REDIS_URL": valkey.url, "DJANGO_SETTINGS_MODULE": "tournament.config.settings"}
    subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, **environment},
        cwd=settings.BASE_DIR,
        stderr=subprocess.DEVNULL,
        timeout=120,
    )
