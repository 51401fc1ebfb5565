"""The crowd of the bench hears what a page hears, and knows when its last viewer has a change."""

from __future__ import annotations

import asyncio
import json
import zlib

import pytest

from tests.bench.crowd.consoles import Page, Part, triggers_of
from tests.bench.crowd.viewers import Audience, Viewer

HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n"
GZIP_HEADER = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"


def plain(mark: int) -> bytes:
    return f'event: clock\ndata: <p data-ends-at="{mark}">{"x" * 500}</p>\n\n'.encode()


def packed(mark: int) -> bytes:
    """As the stream process deflates it: by itself, flushed to a whole byte."""
    deflate = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
    return deflate.compress(plain(mark)) + deflate.flush(zlib.Z_SYNC_FLUSH)


def alive() -> bytes:
    return b"event: alive\ndata: 1700000000000\n\n"


def audience(viewers: int) -> list[Viewer]:
    found = Audience("clock")
    found.viewers = [Viewer(found, b"", asyncio.Semaphore(0)) for _ in range(viewers)]
    return found.viewers


def told(capsys: pytest.CaptureFixture[str]) -> list[int]:
    """The marks of the changes that the last viewer had."""
    return [json.loads(line)["mark"] for line in capsys.readouterr().out.splitlines()]


def test_a_change_is_told_when_the_last_viewer_has_it(capsys: pytest.CaptureFixture[str]) -> None:
    first, second = audience(2)
    for viewer in (first, second):
        viewer.data_received(HEAD + b"\r\n" + alive())
    first.data_received(plain(1_000))
    assert told(capsys) == []
    second.data_received(plain(1_000))
    assert told(capsys) == [1_000]


def test_a_viewer_that_skips_to_the_newest_has_the_one_before_too(capsys: pytest.CaptureFixture[str]) -> None:
    first, second = audience(2)
    for viewer in (first, second):
        viewer.data_received(HEAD + b"\r\n")
    first.data_received(plain(1_000))
    first.data_received(plain(2_000))
    second.data_received(plain(2_000))
    assert told(capsys) == [1_000, 2_000]


def test_frames_come_in_pieces_and_together(capsys: pytest.CaptureFixture[str]) -> None:
    (viewer,) = audience(1)
    viewer.data_received(HEAD[:20])
    viewer.data_received(HEAD[20:] + b"\r\n" + plain(1_000)[:300])
    assert told(capsys) == []
    viewer.data_received(plain(1_000)[300:])
    assert told(capsys) == [1_000]
    viewer.data_received(alive() + plain(2_000) + alive() + plain(3_000))
    assert told(capsys) == [3_000]


def test_packed_frames_are_read(capsys: pytest.CaptureFixture[str]) -> None:
    (viewer,) = audience(1)
    viewer.data_received(HEAD + b"content-encoding: gzip\r\n\r\n" + GZIP_HEADER[:4])
    viewer.data_received(GZIP_HEADER[4:])
    frame = packed(1_000)
    viewer.data_received(frame[:20])
    assert told(capsys) == []
    viewer.data_received(frame[20:])
    assert told(capsys) == [1_000]
    viewer.data_received(packed(2_000) + packed(3_000))
    assert told(capsys) == [3_000]


def test_a_console_fetches_with_the_news_that_its_page_names() -> None:
    page = Page(
        """<body sse-connect="/live/X?token=a&amp;b"><div hx-get="?part=grid"
        hx-trigger="sse:tables delay:200ms, sse:standings throttle:10s,
                    clock-due from:body"></div><form hx-get="/x" hx-trigger="submit"></form>""",
        "/floor/X/",
    )
    assert page.stream == "/live/X?token=a&b"
    assert page.parts == [
        Part(path="/floor/X/?part=grid", triggers=(("tables", "delay", 0.2), ("standings", "throttle", 10.0)))
    ]
    assert triggers_of("sse:clock") == [("clock", "delay", 0.0)]
