"""What is told one after the other: each once and in order, to those who stay, who come back, and who were away."""

import asyncio
import re
import socket
from collections import Counter
from dataclasses import replace

import pytest

from tables.api import stream as _registered  # noqa: F401  # the series that addresses may name
from tests.tournament.live.phones import PACE, Room, hint, in_loop, news_of, stream
from tournament.live import channels
from tournament.live.door import serve_stream
from tournament.live.fragments import Series
from tournament.live.handover import Head
from tournament.live.hub import Hub
from tournament.live.series import FIRST_TOLD, place_of


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(channels, "INTERVAL_SECONDS", PACE)
    monkeypatch.setattr("tournament.live.series.INTERVAL_SECONDS", PACE)


class Hands:
    """A room in which hands may be read, the newest `kept` of them at once."""

    def __init__(self, count: int = 3, *, kept: int = 1_000) -> None:
        self.numbers = list(range(1, count + 1))
        self.kept = kept
        # What a hand is called, by its number.
        self.called: dict[int, str] = {}
        self.told: Counter[int] = Counter()
        self.room = Room()
        self.room.hub = Hub(
            render=self.room.render, allowed=self.room.allowed, tell=self.tell, series=["told-hand"]
        )

    async def tell(self, _public_id: str, _topic: str, _language: str, after: str) -> Series:
        there = self.numbers[-self.kept :]
        left_off = self.numbers[: -self.kept][-1:]
        last = place_of(after) or (0, 0)
        new = [number for number in there if (number, number) > last]
        await asyncio.sleep(0)
        self.told.update(new)
        return Series(
            items=tuple((id_of(number), f"hand {self.called.get(number, number)}") for number in new),
            there=frozenset(map(id_of, there)),
            marks={id_of(number): self.called.get(number, "") for number in there},
            left_off=id_of(left_off[0]) if left_off else "",
        )

    def end(self, *numbers: int) -> None:
        self.numbers += numbers
        hint(self.room, "told-hand")


def id_of(number: int) -> str:
    return f"{number}-{number}"


def hands(*numbers: int) -> list[str]:
    return [f"hand {number}" for number in numbers]


@in_loop
async def test_each_is_told_once_with_its_id_to_those_who_stay_and_to_those_who_come() -> None:
    held = Hands()
    async with held.room.open() as room:
        first = room.join(stream("told-hand"))
        second = room.join(stream("told-hand"), is_packed=True)
        assert await news_of(first) == await news_of(second) == hands(1, 2, 3)
        held.end(4, 5)
        assert await news_of(first) == await news_of(second) == hands(4, 5)
        hint(room, "told-hand")
        assert await news_of(first) == []
        late = room.join(stream("told-hand"))
        assert await news_of(late) == hands(1, 2, 3, 4, 5)
        assert set(held.told.values()) == {1}


@in_loop
async def test_who_comes_back_hears_those_since_and_only_those() -> None:
    held = Hands()
    async with held.room.open() as room:
        stays = room.join(stream("told-hand"))
        await news_of(stays)
        held.end(4, 5)
        await news_of(stays)
        for after, heard in (("3-3", hands(4, 5)), ("5-5", []), ("1-1", hands(2, 3, 4, 5))):
            assert await news_of(room.join(replace(stream("told-hand"), after=after)), PACE / 2) == heard
        back = room.join(replace(stream("told-hand"), after="4-4"))
        held.end(6)
        assert await news_of(back) == hands(5, 6)


@in_loop
async def test_who_comes_back_when_nobody_listens_hears_those_since_too() -> None:
    held = Hands(5)
    async with held.room.open() as room:
        back = room.join(replace(stream("told-hand"), after="3-3"))
        new = room.join(stream("told-hand"))
        assert await news_of(back) == hands(4, 5)
        assert await news_of(new) == hands(1, 2, 3, 4, 5)


@in_loop
async def test_who_missed_more_than_is_kept_is_told_so_first() -> None:
    held = Hands(9, kept=4)
    async with held.room.open() as room:
        told = {
            after: await news_of(room.join(replace(stream("told-hand"), after=after)))
            for after in ("2-2", "4-4", "5-5", "8-8", "nonsense", "9" * 20 + "-1")
        }
        assert told == {
            "2-2": ["missed", *hands(6, 7, 8, 9)],
            "4-4": ["missed", *hands(6, 7, 8, 9)],
            "5-5": hands(6, 7, 8, 9),
            "8-8": hands(9),
            "nonsense": ["missed", *hands(6, 7, 8, 9)],
            "9" * 20 + "-1": ["missed", *hands(6, 7, 8, 9)],
        }
        stays = room.join(replace(stream("told-hand"), after="9-9"))
        held.end(*range(10, 20))
        assert await news_of(stays) == ["missed", *hands(16, 17, 18, 19)]


@in_loop
async def test_a_new_one_hears_the_newest_and_not_all_that_is_kept() -> None:
    held = Hands(FIRST_TOLD + 5)
    async with held.room.open() as room:
        assert await news_of(room.join(stream("told-hand"))) == hands(*range(6, FIRST_TOLD + 6))


@in_loop
async def test_what_nobody_may_read_any_more_is_not_kept_and_comes_back_with_its_permission() -> None:
    held = Hands(3)
    async with held.room.open() as room:
        stays = room.join(stream("told-hand"))
        await news_of(stays)
        held.numbers = []
        hint(room, "told-hand")
        assert await news_of(stays) == []
        assert await news_of(room.join(stream("told-hand"))) == []
        held.end(1, 2, 3, 4)
        assert await news_of(stays) == hands(4)
        assert await news_of(room.join(stream("told-hand"))) == hands(1, 2, 3, 4)


@in_loop
async def test_what_has_another_text_by_now_is_told_so_to_those_who_come_and_to_nobody_twice() -> None:
    held = Hands(3)
    async with held.room.open() as room:
        stays = room.join(stream("told-hand"))
        await news_of(stays)
        held.called[1] = "of the Owl"
        held.end(4)
        assert await news_of(stays) == hands(4)
        assert await news_of(room.join(stream("told-hand"))) == ["hand of the Owl", *hands(2, 3, 4)]
        told = held.told.total()
        held.end(5)
        assert await news_of(stays) == hands(5)
        assert held.told.total() == told + 1


@in_loop
async def test_after_a_gap_what_came_in_it_is_told_once() -> None:
    held = Hands(2)
    async with held.room.open() as room:
        stays = room.join(stream("told-hand"))
        await news_of(stays)
        held.room.hub.lost()
        held.numbers += [3, 4]
        held.room.hub.found()
        assert await news_of(stays) == hands(3, 4)
        held.room.hub.found()
        assert await news_of(stays) == []


@in_loop
async def test_the_header_of_a_browser_that_comes_back_reaches_the_series() -> None:
    held = Hands(3)
    async with held.room.open() as room:
        ours, theirs = socket.socketpair()
        for end in (ours, theirs):
            end.setblocking(False)
        sent = [(b"host", b"localhost"), (b"last-event-id", b"2-2"), (b"x-other", b"1")]
        head = Head.of(method=b"GET", target=b"/live/H7KQ2M?show=told-hand", headers=sent, address="10.0.0.1")
        await serve_stream(room.hub, Head.decode(head.encode()), ours)
        await asyncio.sleep(PACE)
        text = theirs.recv(65_536).decode()
        assert re.findall(r"event: told-hand\nid: (.+)\ndata: (.+)\n", text) == [("3-3", "hand 3")]
        theirs.close()
