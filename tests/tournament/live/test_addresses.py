"""Addresses of streams: what they open, and what they refuse."""

from datetime import UTC, datetime
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.house_clock import Computer
from tournament.live import fragments
from tournament.live.addresses import (
    Listener,
    Stream,
    StreamRefused,
    public_stream_url,
    read_stream,
    staff_stream_url,
)

NOON = datetime(2026, 3, 14, 12, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _registry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Know one fragment and one further public topic, whatever the views registered."""
    monkeypatch.setattr(fragments, "_renderers", {})
    monkeypatch.setattr(fragments, "_public_topics", set())

    @fragments.public_fragment("standings")
    def standings(*, public_id: str, language: str, now: datetime) -> str:
        return f"{public_id} {language} {now:%H:%M}"

    fragments.public_topic("seats")
    fragments.public_topic("own-*")


def open_url(url: str, *, session_key: str = "") -> Stream:
    parts = urlsplit(url)
    query = {name: values[0] for name, values in parse_qs(parts.query).items()}
    return read_stream(public_id=parts.path.removeprefix("/live/"), query=query, session_key=session_key)


def staff_url(**changes: Any) -> str:
    given: dict[str, Any] = {
        "kind": "account",
        "subject": 12,
        "hears": ["tables", "table:*"],
        "shows": ["standings"],
        "language": "it",
        "session_key": "s" * 32,
    }
    return staff_stream_url("H7KQ2M", **{**given, **changes})


def test_a_public_address_opens_its_public_topics() -> None:
    url = public_stream_url("H7KQ2M", shows=["standings"], hears=["seats"], language="it")
    assert url == "/live/H7KQ2M?show=standings&hear=seats&language=it"
    assert open_url(url) == Stream(
        public_id="H7KQ2M",
        shows=frozenset({"standings"}),
        hears=frozenset({"seats"}),
        language="it",
        listener=Listener(kind="public", subject="", public_id="H7KQ2M"),
    )


def test_a_public_address_opens_one_topic_of_those_that_begin_alike() -> None:
    stream = open_url(public_stream_url("H7KQ2M", hears=["own-7", "seats"], language="en"))

    assert stream.hears == {"own-7", "seats"}


@pytest.mark.parametrize("public_id", ["\0", "H7\0", "", "H7KQ2M/", "Ḧ7KQ2M", "' OR 1"])
def test_what_no_tournament_is_called_is_refused_before_the_database_is_asked(public_id: str) -> None:
    """One question is asked for all who arrive together: what PostgreSQL does not take would refuse each of them."""
    with pytest.raises(StreamRefused, match="it names no tournament"):
        read_stream(public_id=public_id, query={"hear": "seats"}, session_key="")


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ("hear=log", "not public"),
        ("show=log", "not public"),
        ("show=seats", "not public"),
        ("hear=table:*", "not public"),
        ("hear=own-*", "not public"),
        ("hear=own-7@8", "not public"),
        ("hear=owner", "not public"),
        ("hear=" + "+".join(f"own-{number}" for number in range(9)), "too many topics"),
        ("language=it", "no topic"),
        ("show=standings&language=fr", "unknown language"),
    ],
)
def test_a_public_address_opens_nothing_else(query: str, reason: str) -> None:
    with pytest.raises(StreamRefused, match=reason):
        open_url(f"/live/H7KQ2M?{query}")


def test_a_staff_address_opens_what_its_page_named_for_its_session() -> None:
    assert open_url(staff_url(), session_key="s" * 32) == Stream(
        public_id="H7KQ2M",
        shows=frozenset({"standings"}),
        hears=frozenset({"tables", "table:*"}),
        language="it",
        listener=Listener(kind="account", subject="12", public_id="H7KQ2M", session_key="s" * 32),
    )


def test_a_staff_address_may_say_how_long_a_topic_rests() -> None:
    url = staff_stream_url("H7KQ2M", kind="device", subject=3, hears=["tables", "hands/10"], language="it")
    assert open_url(url).hears == {"tables", "hands/10"}
    for wrong in ("hands/0", "hands/", "hands/x", "hands/1/2", "hands/1000"):
        with pytest.raises(ValueError, match="is no topic"):
            staff_stream_url("H7KQ2M", kind="device", subject=3, hears=[wrong], language="it")


def test_a_tablet_needs_no_session() -> None:
    url = staff_url(kind="device", subject=3, session_key=None)
    assert open_url(url).listener == Listener(kind="device", subject="3", public_id="H7KQ2M")


@pytest.mark.parametrize("session_key", ["", "t" * 32])
def test_a_staff_address_is_worth_nothing_in_another_log_in(session_key: str) -> None:
    with pytest.raises(StreamRefused, match="another log-in"):
        open_url(staff_url(), session_key=session_key)


def test_the_address_does_not_contain_the_session_key() -> None:
    assert "s" * 8 not in staff_url()


def test_an_address_lasts_as_long_as_the_right_behind_it(computer: Computer) -> None:
    """A page that stands open cannot get another one, however far somebody moves the house's time."""
    url = staff_url()
    computer.wait(hours=40)
    open_url(url, session_key="s" * 32)


def test_a_token_for_one_tournament_opens_no_other() -> None:
    with pytest.raises(StreamRefused, match="another tournament"):
        open_url(staff_url().replace("H7KQ2M", "P4XWTZ"), session_key="s" * 32)


@pytest.mark.parametrize("position", [5, 40, -1])
def test_a_changed_token_opens_nothing(position: int) -> None:
    head, _, token = staff_url().partition("token=")
    changed = "A" if token[position] != "A" else "B"
    characters = list(token)
    characters[position] = changed
    with pytest.raises(StreamRefused, match="not made here"):
        open_url(f"{head}token={''.join(characters)}", session_key="s" * 32)


def test_two_renderers_for_one_fragment_are_refused() -> None:
    with pytest.raises(ValueError, match="Two renderers"):

        @fragments.public_fragment("standings")
        def other(*, public_id: str, language: str, now: datetime) -> str:
            return f"{public_id}{language}{now}"
