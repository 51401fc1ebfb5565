"""The pace of the news, the slots, the gaps and the dismissals, with the hub alone."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from functools import wraps

import pytest
from structlog.testing import capture_logs

from tests.loops import run_in_loop
from tournament.live import channels, hub
from tournament.live.addresses import PUBLIC, Listener, Stream
from tournament.live.channels import Client, encode_news
from tournament.live.hub import Hub, HubFull

PACE = 0.08


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """One second of the hub lasts PACE here, and its rounds are as short."""
    monkeypatch.setattr(channels, "INTERVAL_SECONDS", PACE)
    monkeypatch.setattr(hub, "RECHECK_SECONDS", PACE)
    monkeypatch.setattr(hub, "BLIND_SECONDS", PACE)


def in_loop(test: Callable[[], Awaitable[None]]) -> Callable[[], None]:
    """Run an asynchronous test."""

    @wraps(test)
    def run() -> None:
        async def limited() -> None:
            async with asyncio.timeout(10):
                await test()

        run_in_loop(limited())

    # pytest would otherwise look through to the asynchronous function.
    del run.__wrapped__
    return run


class Room:
    """A hub over a tournament whose fragments say how often they were rendered."""

    def __init__(self, max_clients: int = 100) -> None:
        self.rendered: Counter[tuple[str, str]] = Counter()
        self.banned: set[str] = set()
        self.frozen = False
        self.failing = False
        self.hub = Hub(render=self.render, allowed=self.allowed, max_clients=max_clients)

    async def render(self, public_id: str, topic: str, language: str) -> str:
        await asyncio.sleep(0)
        if self.failing:
            raise RuntimeError("provoked")
        self.rendered[topic, language] += 1
        return f"{public_id} {topic} {language} {0 if self.frozen else self.rendered[topic, language]}"

    async def allowed(self, listener: Listener) -> bool:
        return listener.subject not in self.banned


def stream(shows: str = "", hears: str = "", *, language: str = "en", subject: str = "") -> Stream:
    return Stream(
        public_id="H7KQ2M",
        shows=frozenset(shows.split()),
        hears=frozenset(hears.split()),
        language=language,
        listener=Listener(kind="account" if subject else PUBLIC, subject=subject, public_id="H7KQ2M"),
    )


async def news_of(client: Client, seconds: float = PACE * 1.5) -> list[str]:
    """Return the data of everything a client is told within `seconds`."""
    loop = asyncio.get_running_loop()
    deadline, heard = loop.time() + seconds, b""
    while (left := deadline - loop.time()) > 0 and not client.closed:
        heard += await client.take(left)
    return [line.removeprefix("data: ") for line in heard.decode().splitlines() if line.startswith("data: ")]


@in_loop
async def test_a_new_client_is_told_the_present_state() -> None:
    room = Room()
    with room.hub.joined(stream("standings", "seats")) as client:
        assert sorted(await news_of(client)) == ["H7KQ2M standings en 1", "seats"]


@in_loop
async def test_many_viewers_of_one_language_cost_one_rendering() -> None:
    room = Room()
    with ExitStack() as stack:
        clients = [
            stack.enter_context(room.hub.joined(stream("standings", language=language)))
            for language in ["en"] * 50 + ["it"] * 30
        ]
        for client in clients:
            await client.take(1)
        room.hub.hint("H7KQ2M", ["standings"])
        heard = [await client.take(1) for client in clients]
    assert room.rendered == {("standings", "en"): 2, ("standings", "it"): 2}
    assert set(heard) == {
        encode_news("standings", "H7KQ2M standings en 2"),
        encode_news("standings", "H7KQ2M standings it 2"),
    }


@in_loop
async def test_the_first_hint_is_answered_at_once_and_a_burst_only_once_more() -> None:
    room = Room()
    with room.hub.joined(stream("standings")) as client:
        await client.take(1)
        await asyncio.sleep(PACE * 1.2)
        loop = asyncio.get_running_loop()
        began = loop.time()
        room.hub.hint("H7KQ2M", ["standings"])
        assert await client.take(1)
        assert loop.time() - began < PACE / 2
        for _ in range(40):
            room.hub.hint("H7KQ2M", ["standings"])
            await asyncio.sleep(0)
        assert await news_of(client, PACE * 2.5) == ["H7KQ2M standings en 3"]


@in_loop
async def test_a_steady_stream_of_hints_makes_news_once_a_pace() -> None:
    room = Room()
    with room.hub.joined(stream("standings")):
        loop = asyncio.get_running_loop()
        began = loop.time()
        while loop.time() - began < PACE * 8:
            room.hub.hint("H7KQ2M", ["standings"])
            await asyncio.sleep(PACE / 20)
    assert 5 <= room.rendered["standings", "en"] <= 9


@in_loop
async def test_a_heavy_fragment_with_many_viewers_rests_longer_and_loses_no_hint() -> None:
    room = Room()
    with ExitStack() as stack, pytest.MonkeyPatch.context() as patch:
        viewers = [stack.enter_context(room.hub.joined(stream("standings"))) for _ in range(4)]
        weight = len(encode_news("standings", "H7KQ2M standings en 1")) * len(viewers)
        patch.setattr(channels, "BYTES_PER_SECOND", weight / (4 * PACE))
        loop = asyncio.get_running_loop()
        began = loop.time()
        while loop.time() - began < PACE * 6:
            room.hub.hint("H7KQ2M", ["standings"])
            await asyncio.sleep(PACE / 20)
        assert room.rendered["standings", "en"] == 2
        await asyncio.sleep(PACE * 3)
        assert room.rendered["standings", "en"] == 3


@in_loop
async def test_a_hint_during_rendering_is_not_swallowed() -> None:
    room = Room()
    original = room.render

    async def slow(public_id: str, topic: str, language: str) -> str:
        text = await original(public_id, topic, language)
        await asyncio.sleep(PACE / 2)
        return text

    room.hub = Hub(render=slow, allowed=room.allowed)
    with room.hub.joined(stream("standings")) as client:
        await asyncio.sleep(PACE / 4)
        room.hub.hint("H7KQ2M", ["standings"])
        assert (await news_of(client, PACE * 3))[-1] == "H7KQ2M standings en 2"


@in_loop
async def test_a_slow_client_gets_the_newest_of_each_topic_and_nothing_older() -> None:
    room = Room()
    with room.hub.joined(stream("standings clock")) as client:
        for _ in range(3):
            await asyncio.sleep(PACE * 1.3)
            room.hub.hint("H7KQ2M", ["standings", "clock"])
        await asyncio.sleep(PACE * 1.3)
        assert sorted(await news_of(client)) == ["H7KQ2M clock en 4", "H7KQ2M standings en 4"]


@in_loop
async def test_a_fragment_that_did_not_change_is_not_sent_again() -> None:
    room = Room()
    room.frozen = True
    with room.hub.joined(stream("standings")) as client:
        assert await news_of(client) == ["H7KQ2M standings en 0"]
        room.hub.hint("H7KQ2M", ["standings"])
        assert await news_of(client) == []
    assert room.rendered["standings", "en"] == 2


@in_loop
async def test_hints_reach_only_their_topics_and_their_tournament() -> None:
    room = Room()
    with room.hub.joined(stream(hears="table:* log")) as client:
        await client.take(1)
        room.hub.hint("P4XWTZ", ["table:7", "log"])
        room.hub.hint("H7KQ2M", ["clock", "tables"])
        assert await news_of(client) == []
        room.hub.hint("H7KQ2M", ["table:7", "table:12", "log"])
        assert sorted(await news_of(client)) == ["log", "table:12", "table:7"]


@in_loop
async def test_a_fragment_is_rendered_anew_for_the_other_topics_it_shows() -> None:
    """The wall counts the players: a bust-out is a hint about the standings, not about the clock."""
    room = Room()
    room.hub = Hub(
        render=room.render,
        allowed=room.allowed,
        touched_by=lambda topic: (
            frozenset({"clock", "standings"}) if topic == "clock" else frozenset({topic})
        ),
    )
    with room.hub.joined(stream("clock")) as wall, room.hub.joined(stream(hears="clock")) as tablet:
        await wall.take(1)
        await tablet.take(1)
        room.hub.hint("H7KQ2M", ["standings"])
        assert (await news_of(wall), await news_of(tablet)) == (["H7KQ2M clock en 2"], [])
        room.hub.hint("H7KQ2M", ["payouts"])
        assert await news_of(wall) == []


@in_loop
async def test_after_a_gap_everything_is_read_anew() -> None:
    room = Room()
    with room.hub.joined(stream("standings", "seats table:*")) as client:
        await news_of(client)
        room.hub.found()
        assert sorted(await news_of(client)) == ["H7KQ2M standings en 2", "seats", "table:*"]


@in_loop
async def test_without_hints_everything_is_looked_at_again_and_again() -> None:
    room = Room()
    room.hub.start()
    room.hub.found()
    with room.hub.joined(stream("standings")) as client:
        await news_of(client)
        assert await news_of(client, PACE * 3) == []
        room.hub.lost()
        assert len(await news_of(client, PACE * 4)) >= 2
    await room.hub.stop()


@in_loop
async def test_a_failing_fragment_is_logged_and_tried_again_at_the_next_hint() -> None:
    room = Room()
    room.failing = True
    with capture_logs() as logs, room.hub.joined(stream("standings")) as client:
        assert await news_of(client) == []
        room.failing = False
        room.hub.hint("H7KQ2M", ["standings"])
        assert await news_of(client) == ["H7KQ2M standings en 1"]
    assert [line["event"] for line in logs] == ["news_failed"]


@in_loop
async def test_who_may_no_longer_listen_is_told_and_let_go() -> None:
    room = Room()
    room.hub.start()
    with (
        room.hub.joined(stream(hears="log", subject="vera")) as vera,
        room.hub.joined(stream(hears="log", subject="ugo")) as ugo,
    ):
        await vera.take(1)
        room.banned.add("vera")
        assert (await news_of(vera, 2))[-1] == "closed"
        assert (vera.closed, ugo.closed) == (True, False)
    await room.hub.stop()


@in_loop
async def test_who_asks_at_the_same_time_shares_one_answer() -> None:
    asked = Counter[Listener]()

    async def allowed(listener: Listener) -> bool:
        asked[listener] += 1
        await asyncio.sleep(0.01)
        return True

    listener = stream(hears="log").listener
    crowd = Hub(render=Room().render, allowed=allowed)
    assert await asyncio.gather(*(crowd.is_allowed(listener) for _ in range(200))) == [True] * 200
    assert asked == {listener: 1}


@in_loop
async def test_a_full_hub_and_a_closing_hub_take_nobody() -> None:
    room = Room(max_clients=1)
    with room.hub.joined(stream(hears="log")) as client:
        with pytest.raises(HubFull), room.hub.joined(stream(hears="log")):
            pass
        room.hub.close_streams()
        assert client.closed
    with pytest.raises(HubFull), room.hub.joined(stream(hears="log")):
        pass


@in_loop
async def test_one_tablet_cannot_take_all_the_room() -> None:
    room = Room()
    with ExitStack() as stack:
        for _ in range(hub.MAX_STREAMS_EACH):
            stack.enter_context(room.hub.joined(stream(hears="log", subject="vera")))
        with pytest.raises(HubFull), room.hub.joined(stream(hears="log", subject="vera")):
            pass
        stack.enter_context(room.hub.joined(stream(hears="log", subject="ugo")))
    with room.hub.joined(stream(hears="log", subject="vera")):
        pass


@in_loop
async def test_the_hub_forgets_channels_that_nobody_hears() -> None:
    room = Room()
    with room.hub.joined(stream("standings", "table:*")):
        assert len(room.hub) == 1
    assert (len(room.hub), room.hub._channels, dict(room.hub._keys_of)) == (0, {}, {})
    assert room.hub._streams_of == {}


def test_news_of_several_lines_is_one_event() -> None:
    assert encode_news("clock", "<p>\n  è</p>") == "event: clock\ndata: <p>\ndata:   è</p>\n\n".encode()
