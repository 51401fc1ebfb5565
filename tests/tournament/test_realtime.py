"""Hints go out with the commit, and Redis can neither fail a request nor hold it up."""

import signal
import time

import pytest
import redis
from django.conf import settings
from django.db import transaction
from structlog.testing import capture_logs

from tests.processes import RunningValkey
from tournament import realtime
from tournament.realtime import CHANNEL_PREFIX, publish


class Ear:
    """A subscription to every hint."""

    def __init__(self, valkey: RunningValkey) -> None:
        # Kept: a client that is forgotten takes its connections with it.
        self.client = redis.Redis.from_url(valkey.url, decode_responses=True)
        self.subscription = self.client.pubsub()  # type: ignore[no-untyped-call]  # redis-py's own
        self.subscription.psubscribe(f"{CHANNEL_PREFIX}*")
        assert self.subscription.get_message(timeout=2) is not None

    def heard(self) -> list[tuple[str, list[str]]]:
        """Return what was published since the last call: tournament and topics."""
        messages = iter(lambda: self.subscription.get_message(timeout=0.2), None)
        return [
            (message["channel"].removeprefix(CHANNEL_PREFIX), message["data"].split())
            for message in messages
            if message["type"] == "pmessage"
        ]


@pytest.fixture(autouse=True)
def nothing_unsent(monkeypatch: pytest.MonkeyPatch) -> None:
    """What other tests could not send does not ride along here."""
    monkeypatch.setattr(realtime, "_unsent", {})
    realtime.forget_client()


@pytest.fixture
def ear(valkey: RunningValkey) -> Ear:
    return Ear(valkey)


@pytest.mark.django_db(transaction=True)
def test_a_hint_waits_for_the_commit(ear: Ear) -> None:
    with transaction.atomic():
        publish("H7KQ2M", ["standings", "table:4"])
        assert ear.heard() == []
    assert ear.heard() == [("H7KQ2M", ["standings", "table:4"])]


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
def test_what_could_not_be_sent_rides_along_with_the_next_hint(
    valkey: RunningValkey, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "REDIS_URL", "unix:///nowhere/valkey.sock")
    realtime.forget_client()
    with capture_logs() as logs:
        publish("H7KQ2M", ["standings"])
        publish("P4XWTZ", ["clock"])
    # Once for the silence, not once for every tap in it.
    assert [line["event"] for line in logs] == ["hint_not_sent"]

    monkeypatch.setattr(settings, "REDIS_URL", valkey.url)
    realtime.forget_client()
    ear = Ear(valkey)
    publish("H7KQ2M", ["seats"])
    assert sorted(ear.heard()) == [("H7KQ2M", ["seats", "standings"]), ("P4XWTZ", ["clock"])]
    publish("H7KQ2M", ["seats"])
    assert ear.heard() == [("H7KQ2M", ["seats"])]


@pytest.mark.django_db(transaction=True)
def test_a_redis_that_hangs_costs_a_tap_less_than_half_a_second(ear: Ear, valkey: RunningValkey) -> None:
    publish("H7KQ2M", ["clock"])
    # It keeps its connections and answers nothing.
    valkey.send(signal.SIGSTOP)
    try:
        began = time.monotonic()
        publish("H7KQ2M", ["standings"])
        assert time.monotonic() - began < 0.5
    finally:
        valkey.send(signal.SIGCONT)
    publish("H7KQ2M", ["seats"])
    assert {topic for _, topics in ear.heard() for topic in topics} == {"clock", "seats", "standings"}
