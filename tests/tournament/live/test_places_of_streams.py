"""Who may listen to the hub, and for how many it has a place."""

import asyncio

import pytest
from structlog.testing import capture_logs

from tests.tournament.live.phones import PACE, Room, in_loop, news_of, stream
from tournament.live import channels, hub, places
from tournament.live.addresses import Listener
from tournament.live.hub import Hub
from tournament.live.places import NoPlace


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """One second of the hub lasts PACE here, and its rounds are as short."""
    monkeypatch.setattr(channels, "INTERVAL_SECONDS", PACE)
    monkeypatch.setattr(hub, "RECHECK_SECONDS", PACE)
    monkeypatch.setattr(hub, "BLIND_SECONDS", PACE)


@in_loop
async def test_who_may_no_longer_listen_is_told_and_let_go() -> None:
    async with Room().open() as room:
        vera, ugo = (
            room.join(stream(hears="log", subject="vera")),
            room.join(stream(hears="log", subject="ugo")),
        )
        await news_of(vera, PACE / 2)
        room.banned.add("vera")
        assert (await news_of(vera, 2))[-1] == "closed"
        assert (vera.ended, ugo.viewer.is_open) == (True, True)


@in_loop
async def test_a_recheck_is_one_question_for_everybody() -> None:
    async with Room().open() as room:
        for number in range(30):
            room.join(stream(hears="log", subject=f"tablet {number}"))
        await asyncio.sleep(PACE * 1.5)
        (asked,) = room.asked
        assert len(asked) == 30


@in_loop
async def test_a_recheck_without_an_answer_lets_everybody_stay() -> None:
    async with Room().open() as room:
        vera = room.join(stream(hears="log", subject="vera"))
        room.failing = True
        with capture_logs() as logs:
            await asyncio.sleep(PACE * 2.5)
        assert {line["event"] for line in logs} == {"permission_unknown"}
        assert vera.viewer.is_open
        room.failing = False
        room.banned.add("vera")
        assert (await news_of(vera, 2))[-1] == "closed"


@in_loop
async def test_who_asks_at_the_same_time_shares_one_answer() -> None:
    asked: list[int] = []

    async def allowed(listeners: frozenset[Listener]) -> frozenset[Listener]:
        asked.append(len(listeners))
        await asyncio.sleep(0.01)
        return listeners

    crowd = Hub(render=Room().render, allowed=allowed)
    listeners = [stream(hears="log", subject=str(number % 50)).listener for number in range(200)]

    async def come(number: int) -> bool:
        # The first alone; the others while it is being asked about.
        await asyncio.sleep(0.001 if number else 0)
        return await crowd.is_allowed(listeners[number])

    assert await asyncio.gather(*(come(number) for number in range(200))) == [True] * 200
    assert asked == [1, 50]


@in_loop
async def test_a_public_stream_that_others_have_needs_no_question() -> None:
    async with Room().open() as room:
        listener = stream("standings").listener
        assert await room.hub.is_allowed(listener)
        room.join(stream("standings"))
        assert await room.hub.is_allowed(listener)
        assert room.asked == {frozenset({listener}): 1}


@in_loop
async def test_a_full_hub_keeps_places_for_the_staff_and_a_closing_hub_takes_nobody() -> None:
    async with Room(max_streams=10).open() as room:
        crowd = [room.join(stream("clock"), address=f"10.0.0.{number}") for number in range(9)]
        with pytest.raises(NoPlace):
            room.join(stream("clock"), address="10.0.0.9")
        room.join(stream(hears="log", subject="vera"))
        with pytest.raises(NoPlace):
            room.join(stream(hears="log", subject="ugo"))
        assert all(phone.viewer.is_open for phone in crowd)
    assert not any(phone.viewer.is_open for phone in crowd)
    with pytest.raises(NoPlace):
        room.join(stream(hears="log", subject="vera"))


@in_loop
async def test_an_address_takes_at_most_half_and_gives_way_to_others() -> None:
    async with Room(max_streams=10).open() as room:
        crowd = [room.join(stream("clock"), address="10.0.0.1") for _ in range(4)]
        with pytest.raises(NoPlace):
            room.join(stream("clock"), address="10.0.0.1")
        room.join(stream(hears="log", subject="vera"), address="10.0.0.1")
        for number in range(2, 7):
            room.join(stream("clock"), address=f"10.0.0.{number}")
        assert (len(room.hub), [phone.viewer.is_open for phone in crowd]) == (10, [True] * 4)
        room.join(stream("clock"), address="10.0.0.7")
        assert (len(room.hub), [phone.viewer.is_open for phone in crowd]) == (10, [True] * 3 + [False])


@in_loop
async def test_one_tablet_cannot_take_all_the_room() -> None:
    async with Room().open() as room:
        for _ in range(places.MAX_STREAMS_EACH):
            room.join(stream(hears="log", subject="vera"))
        with pytest.raises(NoPlace):
            room.join(stream(hears="log", subject="vera"))
        room.join(stream(hears="log", subject="ugo"))


@in_loop
async def test_the_hub_forgets_what_nobody_hears() -> None:
    async with Room().open() as room:
        phone = room.join(stream("standings", "table-* log"))
        assert len(room.hub) == 1
        phone.connection.close()
        await asyncio.sleep(PACE / 4)
        left = (room.hub._channels, dict(room.hub._touched), dict(room.hub._patterns))
        assert (len(room.hub), *left) == (0, {}, {}, {})
        counts = room.hub._places
        assert (counts._of_stream, counts._of_listener, counts._streams, counts._public._of) == (
            {},
            {},
            {},
            {},
        )
