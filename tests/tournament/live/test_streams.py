"""Streams over HTTP: 200 viewers on a real server and a real Valkey, and the doors of the real application."""

import asyncio
import re
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import AsyncExitStack, closing
from dataclasses import dataclass, field

import httpx
import pytest
import redis
import uvicorn
from django.contrib.sessions.models import Session
from django.test import Client

from tests.factories import make_account, make_tournament
from tests.loops import run_in_loop
from tests.processes import LiveFloorman, RunningValkey, free_port, wait_until
from tournament.live import channels, endpoint, fragments
from tournament.live.addresses import Listener, staff_stream_url
from tournament.live.endpoint import Receive, Scope, Send, serve_stream
from tournament.live.hub import Hub
from tournament.live.subscriber import subscribe
from tournament.models import Account, Tournament
from tournament.realtime import send_hint

VIEWERS = 200


@dataclass
class LiveHub:
    """A hub on a server of its own, with a fragment that counts its renderings."""

    port: int
    rendered: Counter[str] = field(default_factory=Counter)

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"


@pytest.fixture
def live_hub(valkey: RunningValkey, monkeypatch: pytest.MonkeyPatch) -> Iterator[LiveHub]:
    """Serve a hub from a thread of this process, on the real Valkey."""
    monkeypatch.setattr(fragments, "_renderers", {"standings": object()})
    running = LiveHub(port=free_port())

    async def render(public_id: str, topic: str, language: str) -> str:
        running.rendered[topic] += 1
        return f"{public_id} {language} {running.rendered[topic]}"

    async def allowed(_listener: Listener) -> bool:
        return True

    hub = Hub(render=render, allowed=allowed)

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await receive()
            hub.start(subscribe(hub, valkey.url))
            await send({"type": "lifespan.startup.complete"})
            await receive()
            await hub.stop()
            await send({"type": "lifespan.shutdown.complete"})
        else:
            await serve_stream(hub, scope, receive, send)

    server = uvicorn.Server(
        uvicorn.Config(application, port=running.port, log_config=None, timeout_graceful_shutdown=1)
    )
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    listening = redis.Redis.from_url(valkey.url)
    wait_until(lambda: server.started and listening.pubsub_numpat() == 1, "a listening hub")
    yield running
    server.should_exit = True
    thread.join(5)
    assert not thread.is_alive(), "the server ends although streams are open"


def data_lines(text: str, topic: str) -> list[str]:
    return re.findall(rf"event: {re.escape(topic)}\ndata: (.*)\n", text)


async def viewers_hear(live_hub: LiveHub, hints: int) -> tuple[list[str], float]:
    """Open VIEWERS streams, send a burst of hints, and return what each heard and how long the last one waited."""
    limits = httpx.Limits(max_connections=None)
    async with httpx.AsyncClient(limits=limits, timeout=20) as browser, AsyncExitStack() as stack:
        url = f"{live_hub.url}/live/H7KQ2M?show=standings&language=it"

        async def open_stream() -> httpx.Response:
            return await stack.enter_async_context(browser.stream("GET", url))

        answers = await asyncio.gather(*(open_stream() for _ in range(VIEWERS)))
        assert {answer.status_code for answer in answers} == {200}
        heard = [""] * VIEWERS

        async def listen(index: int) -> None:
            async for chunk in answers[index].aiter_text():
                heard[index] += chunk

        listening = [asyncio.create_task(listen(index)) for index in range(VIEWERS)]
        while not all(data_lines(text, "standings") for text in heard):
            await asyncio.sleep(0.01)
        await asyncio.sleep(1.1)
        before, began = live_hub.rendered["standings"], time.monotonic()
        for _ in range(hints):
            await asyncio.to_thread(send_hint, "H7KQ2M", ["standings"])
        newest = f"H7KQ2M it {before + 1}"
        while not all(newest in data_lines(text, "standings") for text in heard):
            await asyncio.sleep(0.002)
        last_after = time.monotonic() - began
        await asyncio.sleep(1.6)
        for task in listening:
            task.cancel()
        return heard, last_after


def test_200_viewers_hear_a_change_at_once_and_a_burst_as_two_renderings(live_hub: LiveHub) -> None:
    heard, last_after = run_in_loop(asyncio.wait_for(viewers_hear(live_hub, hints=50), 30))
    # One rendering for everybody on opening; one for the burst's first hint and one for all the others, or
    # one for all of them where the whole burst was sent before the first was rendered.
    renderings = live_hub.rendered["standings"]
    assert renderings in (2, 3)
    burst = [f"H7KQ2M it {number}" for number in range(2, renderings + 1)]
    assert {tuple(data_lines(text, "standings"))[-len(burst) :] for text in heard} == {tuple(burst)}
    assert last_after < 1.0
    pauses = {int(text.partition("retry: ")[2].partition("\n")[0]) for text in heard}
    assert min(pauses) >= 1_000
    assert max(pauses) <= 4_000
    assert len(pauses) > VIEWERS / 4, "browsers must not all come back in one moment"


def test_viewers_hear_again_after_valkey_died(live_hub: LiveHub, valkey: RunningValkey) -> None:
    url = f"{live_hub.url}/live/H7KQ2M?show=standings"
    with httpx.stream("GET", url, timeout=10) as answer:
        chunks = answer.iter_text()
        text = next(chunks)
        while not data_lines(text, "standings"):
            text += next(chunks)
        valkey.stop()
        valkey.start()
        # What changed during the outage is read without any hint.
        while "H7KQ2M en 2" not in text:
            text += next(chunks)
        send_hint("H7KQ2M", ["standings"])
        while "H7KQ2M en 3" not in text:
            text += next(chunks)


def test_signs_of_life_come_amid_steady_news_too(live_hub: LiveHub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(channels, "INTERVAL_SECONDS", 0.05)
    monkeypatch.setattr(endpoint, "ALIVE_SECONDS", 0.3)
    text = ""
    with httpx.stream("GET", f"{live_hub.url}/live/H7KQ2M?show=standings", timeout=10) as answer:
        for chunk in answer.iter_text():
            text += chunk
            if len(data_lines(text, "standings")) >= 30:
                break
            send_hint("H7KQ2M", ["standings"])
    # One on opening; thirty pieces of news with a pause of 0.05 s take more than four times 0.3 s.
    assert len(data_lines(text, "alive")) >= 4


@pytest.fixture
def tournament(live_floorman: LiveFloorman) -> Tournament:
    return make_tournament()


@pytest.fixture
def vera(tournament: Tournament) -> Account:
    """The director who made the tournament."""
    return make_account()


def log_in_key(account: Account) -> str:
    client = Client()
    client.force_login(account, backend="django.contrib.auth.backends.ModelBackend")
    return str(client.session.session_key)


def staff_url(tournament: Tournament, account: Account, key: str) -> str:
    return staff_stream_url(
        tournament.code,
        kind="account",
        subject=account.pk,
        hears=["tables", "table:*"],
        language="en",
        session_key=key,
    )


def test_the_application_streams_a_public_fragment_as_it_changes(
    live_floorman: LiveFloorman, tournament: Tournament
) -> None:
    url = f"{live_floorman.url}/live/{tournament.code}?show=clock&language=it"
    with httpx.stream("GET", url, timeout=10) as answer:
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "text/event-stream"
        assert answer.headers["cache-control"] == "no-store"
        assert "unsafe" not in answer.headers["content-security-policy"]
        text = ""
        for chunk in answer.iter_text():
            text += chunk
            if "event: clock" in text:
                break
    assert text.startswith("retry: ")
    (alive,) = data_lines(text, "alive")
    assert abs(int(alive) / 1000 - time.time()) < 5


@pytest.mark.parametrize(
    ("method", "address", "headers", "status"),
    [
        ("GET", "/live/NOSUCH?show=clock", {}, 404),
        ("GET", "/live/{code}?hear=log", {}, 403),
        ("GET", "/live/{code}?token=forged", {}, 403),
        ("GET", "/live/{code}", {}, 403),
        ("POST", "/live/{code}?show=clock", {}, 405),
        ("GET", "/live/{code}?show=clock", {"host": "evil.example"}, 400),
    ],
)
def test_the_application_refuses_other_streams(
    live_floorman: LiveFloorman,
    tournament: Tournament,
    method: str,
    address: str,
    headers: dict[str, str],
    status: int,
) -> None:
    answer = httpx.request(
        method, live_floorman.url + address.format(code=tournament.code), headers=headers, timeout=5
    )
    assert answer.status_code == status
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "default-src 'none'" in answer.headers["content-security-policy"]


def test_a_staff_stream_needs_its_session_and_a_role(
    live_floorman: LiveFloorman, tournament: Tournament, vera: Account
) -> None:
    def status(account: Account, key: str, cookie: str) -> int:
        url = live_floorman.url + staff_url(tournament, account, key)
        with httpx.stream("GET", url, cookies={"sessionid": cookie}, timeout=5) as answer:
            return answer.status_code

    ugo = make_account("ugo")
    vera_key, ugo_key = log_in_key(vera), log_in_key(ugo)
    assert status(vera, vera_key, vera_key) == 200
    assert status(vera, vera_key, "") == 403
    assert status(vera, vera_key, ugo_key) == 403
    assert status(ugo, ugo_key, ugo_key) == 403, "ugo has no role in this tournament"


def test_a_log_out_closes_the_stream_within_ten_seconds(
    live_floorman: LiveFloorman, tournament: Tournament, vera: Account
) -> None:
    key = log_in_key(vera)
    url = live_floorman.url + staff_url(tournament, vera, key)
    with httpx.stream("GET", url, cookies={"sessionid": key}, timeout=12) as answer:
        chunks = answer.iter_text()
        assert "retry" in next(chunks)
        Session.objects.filter(session_key=key).delete()
        began = time.monotonic()
        rest = "".join(chunks)
    assert rest.endswith("event: closed\ndata: closed\n\n")
    assert time.monotonic() - began < 10


def test_streams_do_not_keep_the_server_from_ending(
    live_floorman: LiveFloorman, tournament: Tournament
) -> None:
    web = live_floorman.children[0]
    url = f"{live_floorman.url}/live/{tournament.code}?show=clock"
    with closing(httpx.Client(timeout=10)) as browser, browser.stream("GET", url) as answer:
        chunks = answer.iter_text()
        next(chunks)
        began = time.monotonic()
        live_floorman.stop(web)
        assert time.monotonic() - began < 1.5
        for _ in chunks:
            pass
