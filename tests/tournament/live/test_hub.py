"""The pace of the news, the slots of a busy viewer, the gaps and the dismissals, with the hub alone on real sockets."""

import asyncio
import random

import pytest
from structlog.testing import capture_logs

from tests.loops import run_in_own_time
from tests.tournament.live.phones import PACE, Room, hint, in_loop, news_of, stream
from tournament.live import channels, hub
from tournament.live.frames import encode_news
from tournament.live.hub import Hub


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """One second of the hub lasts PACE here, and its rounds are as short."""
    monkeypatch.setattr(channels, "INTERVAL_SECONDS", PACE)
    monkeypatch.setattr(hub, "RECHECK_SECONDS", PACE)
    monkeypatch.setattr(hub, "BLIND_SECONDS", PACE)


@in_loop
async def test_a_new_viewer_is_told_the_present_state() -> None:
    async with Room().open() as room:
        phone = room.join(stream("standings", "seats"))
        assert sorted(await news_of(phone)) == ["H7KQ2M standings en 1", "seats"]


@in_loop
async def test_a_page_is_told_only_what_came_after_it_was_read() -> None:
    async with Room().open() as room:
        read = hint(room, "tables", "table-7")
        later = hint(room, "table-7", "seats")
        hint(room, "strange", public_id="ANOTHER")
        await asyncio.sleep(PACE)
        told = {
            since: await news_of(room.join(stream(hears="tables table-7 table-* seats/2", since=since)))
            for since in (read, later, "", f"{read}9", f"{read[:-1]}two", "another.9")
        }
        everything = ["seats", "table-*", "table-7", "tables"]
        assert {since: sorted(news) for since, news in told.items()} == {
            read: ["seats", "table-*", "table-7"],
            later: [],
            "": everything,
            # Further than the hub has heard: its own listening all the same.
            f"{read}9": [],
            f"{read[:-1]}two": everything,
            "another.9": everything,
        }


@in_loop
async def test_of_another_listening_than_its_own_a_page_is_told_everything() -> None:
    async with Room().open() as room:
        read = hint(room, "tables")
        room.hub.lost()
        assert await news_of(room.join(stream(hears="tables", since=read)), PACE / 2) == ["tables"]
        new = room.hub.found()
        assert {*await news_of(room.join(stream(hears="tables seats", since=read)))} == {"seats", "tables"}
        assert await news_of(room.join(stream(hears="tables seats", since=f"{new}.0")), PACE / 2) == []


@in_loop
async def test_many_viewers_of_one_language_cost_one_rendering_packed_or_not() -> None:
    async with Room().open() as room:
        phones = [
            room.join(stream("standings", language=language), is_packed=number % 2 == 0)
            for language in ["en", "it"]
            for number in range(40)
        ]
        for phone in phones:
            await phone.listen(PACE / 20)
        await asyncio.sleep(PACE)
        for phone in phones:
            phone.news()
        hint(room, "standings")
        await asyncio.sleep(PACE)
        heard = [await news_of(phone, PACE / 20) for phone in phones]
        assert room.rendered == {("standings", "en"): 2, ("standings", "it"): 2}
        assert heard == [["H7KQ2M standings en 2"]] * 40 + [["H7KQ2M standings it 2"]] * 40


@in_loop
async def test_the_first_hint_is_answered_at_once_and_a_burst_only_once_more() -> None:
    async with Room().open() as room:
        phone = room.join(stream("standings"))
        await news_of(phone, PACE * 1.2)
        hint(room, "standings")
        assert await news_of(phone, PACE / 2) == ["H7KQ2M standings en 2"]
        for _ in range(40):
            hint(room, "standings")
            await asyncio.sleep(0)
        assert await news_of(phone, PACE * 2.5) == ["H7KQ2M standings en 3"]


@in_loop
async def test_a_steady_stream_of_hints_makes_news_once_a_pace() -> None:
    async with Room().open() as room:
        room.join(stream("standings"))
        loop = asyncio.get_running_loop()
        began = loop.time()
        while loop.time() - began < PACE * 8:
            hint(room, "standings")
            await asyncio.sleep(PACE / 20)
        assert room.rendered["standings", "en"] == 8


@in_loop
async def test_a_heavy_fragment_with_many_viewers_rests_longer_and_loses_no_hint() -> None:
    async with Room().open() as room:
        phones = [room.join(stream("standings")) for _ in range(4)]
        weight = len(encode_news("standings", "H7KQ2M standings en 1")) * len(phones)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(channels, "BYTES_PER_SECOND", weight / (4 * PACE))
            loop = asyncio.get_running_loop()
            began = loop.time()
            while loop.time() - began < PACE * 6:
                hint(room, "standings")
                await asyncio.sleep(PACE / 20)
            assert room.rendered["standings", "en"] == 2
            await asyncio.sleep(PACE * 3)
            assert room.rendered["standings", "en"] == 3


@in_loop
async def test_a_change_of_the_clock_does_not_wait_for_the_rest_that_others_have_earned() -> None:
    room = Room()
    room.hub = Hub(
        render=room.render,
        allowed=room.allowed,
        touched_by=lambda topic: frozenset({topic, "clock"}),
    )
    async with room.open():
        phone = room.join(stream("standings"))
        await phone.listen(PACE)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(channels, "BYTES_PER_SECOND", 1)
            hint(room, "standings")
            assert await news_of(phone, PACE / 2) == ["H7KQ2M standings en 1", "H7KQ2M standings en 2"]
            hint(room, "standings")
            assert await news_of(phone, PACE * 3) == []
            hint(room, "clock")
            assert await news_of(phone, PACE / 2) == ["H7KQ2M standings en 3"]
            # But not more often than all others.
            began = asyncio.get_running_loop().time()
            while asyncio.get_running_loop().time() - began < PACE * 4:
                hint(room, "clock")
                await asyncio.sleep(PACE / 20)
            assert room.rendered["standings", "en"] == 7
            hint(room, "standings")
            await asyncio.sleep(PACE * 1.2)
            rendered = room.rendered["standings", "en"]
            assert await news_of(phone, PACE * 3)
            assert room.rendered["standings", "en"] == rendered


@in_loop
async def test_a_hint_during_rendering_is_not_swallowed() -> None:
    room = Room()
    original = room.render

    async def slow(public_id: str, topic: str, language: str) -> str:
        text = await original(public_id, topic, language)
        await asyncio.sleep(PACE / 2)
        return text

    room.hub = Hub(render=slow, allowed=room.allowed)
    async with room.open():
        phone = room.join(stream("standings"))
        await asyncio.sleep(PACE / 4)
        hint(room, "standings")
        assert (await news_of(phone, PACE * 3))[-1] == "H7KQ2M standings en 2"


@in_loop
async def test_what_nobody_needs_to_the_second_rests_longer_after_each_news_and_then_tells_the_newest() -> (
    None
):
    room = Room()
    room.hub = Hub(
        render=room.render, allowed=room.allowed, rest_after=lambda topic: PACE * 4 if topic == "seats" else 0
    )
    async with room.open():
        phone = room.join(stream("seats"))
        await news_of(phone, PACE / 2)
        hint(room, "seats")
        hint(room, "seats")
        assert await news_of(phone, PACE * 2) == []
        assert await news_of(phone, PACE * 3) == ["H7KQ2M seats en 2"]


@pytest.mark.parametrize("is_packed", [False, True])
def test_a_busy_viewer_gets_what_it_has_begun_and_then_only_the_newest(is_packed: bool) -> None:
    @in_loop
    async def test() -> None:
        # Noise does not get smaller: a frame of it is more than a socket takes at once.
        async with Room().open() as room:
            noise = "".join(chr(33 + byte % 90) for byte in random.Random(7).randbytes(2_000_000))
            original = room.render

            async def heavy(public_id: str, topic: str, language: str) -> str:
                return await original(public_id, topic, language) + noise

            room.hub._render = heavy
            phone = room.join(stream("standings", "seats"), is_packed=is_packed)
            await asyncio.sleep(PACE)
            assert phone.viewer.is_busy
            for _ in range(4):
                hint(room, "standings", "seats")
                await asyncio.sleep(PACE * 1.3)
            assert room.rendered["standings", "en"] == 5
            heard = [news[:21] for news in await news_of(phone, PACE * 12)]
            assert heard[:2] == ["seats", "H7KQ2M standings en 1"]
            assert sorted(heard[2:]) == ["H7KQ2M standings en 5", "seats"]
            assert not phone.viewer.is_busy
            hint(room, "seats")
            assert await news_of(phone) == ["seats"]

    test()


@in_loop
async def test_a_viewer_that_takes_nothing_for_long_is_let_go() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hub, "ALIVE_SECONDS", PACE)
        patch.setattr(hub, "PATIENCE_SECONDS", PACE * 2)
        async with Room(weight=2_000_000).open() as room:
            phone, quick = room.join(stream("standings")), room.join(stream(hears="seats"))
            await quick.listen(PACE * 2)
            assert len(room.hub) == 2
            await quick.listen(PACE * 4)
            assert (phone.viewer.is_open, quick.viewer.is_open, len(room.hub)) == (False, True, 1)


@in_loop
async def test_a_viewer_that_goes_or_speaks_gives_its_place_back() -> None:
    async with Room().open() as room:
        first, second = room.join(stream("standings")), room.join(stream("standings"))
        first.connection.close()
        await asyncio.sleep(PACE / 4)
        assert (len(room.hub), second.viewer.is_open) == (1, True)
        second.connection.send(b"GET / HTTP/1.1\r\n\r\n")
        await asyncio.sleep(PACE / 4)
        assert (len(room.hub), second.viewer.is_open) == (0, False)


@in_loop
async def test_signs_of_life_come_in_turns_amid_steady_news_too() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hub, "ALIVE_SECONDS", PACE)
        async with Room().open() as room:
            phones = [room.join(stream("standings")) for _ in range(3)]
            for _ in range(45):
                hint(room, "standings")
                await asyncio.sleep(PACE / 10)
            for phone in phones:
                await phone.listen(0.001)
                # One on opening, one in the phone's turn of each pace, never one with each news.
                assert phone._text.count(b"event: alive\n") == 1 + 5


@in_loop
async def test_a_fragment_that_did_not_change_is_not_sent_again() -> None:
    async with Room().open() as room:
        room.frozen = True
        phone = room.join(stream("standings"))
        assert await news_of(phone) == ["H7KQ2M standings en 0"]
        hint(room, "standings")
        assert await news_of(phone) == []
        assert room.rendered["standings", "en"] == 2


@in_loop
async def test_hints_reach_only_their_topics_and_their_tournament() -> None:
    async with Room().open() as room:
        phone = room.join(stream(hears="table-* log"))
        assert sorted(await news_of(phone)) == ["log", "table-*"]
        room.hub.hint("P4XWTZ", {"table-7": None, "log": None})
        hint(room, "clock", "tables")
        assert await news_of(phone) == []
        hint(room, "table-7", "table-12", "log")
        assert sorted(await news_of(phone)) == ["log", "table-12", "table-7"]


@in_loop
async def test_a_version_comes_along_and_of_several_the_highest() -> None:
    async with Room().open() as room:
        tablet = room.join(stream(hears="table-7"))
        assert await news_of(tablet) == ["table-7"]
        room.hub.hint("H7KQ2M", {"table-7": 8})
        assert await news_of(tablet, PACE / 2) == ["8"]
        room.hub.hint("H7KQ2M", {"table-7": 10})
        room.hub.hint("H7KQ2M", {"table-7": 9})
        assert await news_of(tablet) == ["10"]
        # Something changed whose version nobody knows: whatever the tablet shows, it asks.
        room.hub.hint("H7KQ2M", {"table-7": 11})
        room.hub.hint("H7KQ2M", {"table-7": None})
        room.hub.hint("H7KQ2M", {"table-7": 11})
        assert await news_of(tablet) == ["table-7"]


@in_loop
async def test_who_hears_a_name_may_ask_for_a_longer_rest_and_hears_the_last_hint_too() -> None:
    async with Room().open() as room:
        large, small = room.join(stream(hears="hands/1")), room.join(stream(hears="hands"))
        await news_of(large)
        await news_of(small)
        await asyncio.sleep(1)
        for _ in range(4):
            hint(room, "hands")
            await asyncio.sleep(PACE * 1.5)
        assert len(await news_of(large)) == 1
        assert len(await news_of(small)) == 4
        await asyncio.sleep(1)
        assert await news_of(large) == ["hands"]


def test_a_name_is_told_to_some_after_the_others_and_to_the_floor_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each of them asks for a page."""
    monkeypatch.setattr(channels, "ASKING_AT_ONCE", 3)
    monkeypatch.setattr(channels, "ASKING_PAUSE_SECONDS", 0.5)

    async def test() -> None:
        async with Room().open() as room:
            phones = [room.join(stream(hears="clock")) for _ in range(4)]
            tablets = [room.join(stream(hears="clock", subject=str(n), kind="device")) for n in range(2)]
            everybody = [room.join(stream(hears="clock", subject="7")), *tablets, *phones]
            # What was touched when the hub found Valkey.
            await asyncio.sleep(2)
            for each in everybody:
                await news_of(each, 0.01)
            hint(room, "clock")
            await asyncio.sleep(0.2)
            assert [await news_of(each, 0.01) for each in everybody] == [["clock"]] * 3 + [[]] * 4
            await asyncio.sleep(1.5)
            assert [await news_of(each, 0.01) for each in phones] == [["clock"]] * 4

    run_in_own_time(asyncio.wait_for(test(), 20))


@pytest.mark.parametrize(("large_from", "after"), [(2, 0.25), (3, 0.0)])
def test_names_leave_a_head_start_to_the_fragments_where_many_would_ask(
    monkeypatch: pytest.MonkeyPatch, large_from: int, after: float
) -> None:
    monkeypatch.setattr(channels, "LARGE_AUDIENCE", large_from)

    async def test() -> None:
        async with Room().open() as room:
            tablets = [room.join(stream(hears="clock", subject=str(n), kind="device")) for n in range(3)]
            wall = room.join(stream(shows="clock"))
            await asyncio.sleep(2)
            for each in (*tablets, wall):
                await news_of(each, 0.01)
            hint(room, "clock")
            await asyncio.sleep(0.05)
            assert await news_of(wall, 0.01) == ["H7KQ2M clock en 2"]
            told_at_once = [await news_of(each, 0.01) for each in tablets]
            assert told_at_once == [[] if after else ["clock"]] * 3
            await asyncio.sleep(after)
            assert [await news_of(each, 0.01) for each in tablets] == [["clock"] if after else []] * 3

    run_in_own_time(asyncio.wait_for(test(), 20))


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
    async with room.open():
        wall, tablet = room.join(stream("clock")), room.join(stream(hears="clock"))
        await news_of(wall)
        await news_of(tablet)
        hint(room, "standings")
        assert (await news_of(wall), await news_of(tablet)) == (["H7KQ2M clock en 2"], [])
        hint(room, "payouts")
        assert await news_of(wall) == []


@in_loop
async def test_after_a_gap_everything_is_read_anew() -> None:
    async with Room().open() as room:
        phone = room.join(stream("standings", "seats table-*"))
        await news_of(phone)
        room.hub.found()
        assert sorted(await news_of(phone)) == ["H7KQ2M standings en 2", "seats", "table-*"]


@in_loop
async def test_without_hints_everything_is_looked_at_again_and_again() -> None:
    async with Room().open() as room:
        phone = room.join(stream("standings"))
        await news_of(phone)
        assert await news_of(phone, PACE * 3) == []
        room.hub.lost()
        assert len(await news_of(phone, PACE * 4)) == 4


@in_loop
async def test_a_failing_fragment_is_logged_and_tried_again_at_the_next_hint() -> None:
    async with Room().open() as room:
        room.failing = True
        with capture_logs() as logs:
            phone = room.join(stream("standings"))
            assert await news_of(phone, PACE / 2) == []
            room.failing = False
            hint(room, "standings")
            assert await news_of(phone) == ["H7KQ2M standings en 1"]
        assert [line["event"] for line in logs] == ["news_failed"]


def test_news_of_several_lines_is_one_event() -> None:
    assert encode_news("clock", "<p>\n  è</p>") == "event: clock\ndata: <p>\ndata:   è</p>\n\n".encode()
