import asyncio

import pytest

from tests.loops import run_in_loop
from tournament.front import bodies
from tournament.front.answers import Message, Scope
from tournament.front.bodies import BodyRefused, read_body

LIMIT = bodies.LARGEST_BYTES


def scope(length: int | None = None) -> Scope:
    return {"headers": [] if length is None else [(b"content-length", b"%d" % length)]}


def read(*messages: Message, length: int | None = None) -> bytes:
    """What is read of a body that arrives in these messages, and then no more."""
    left = list(messages)

    async def receive() -> Message:
        if not left:
            await asyncio.Event().wait()
        return left.pop(0)

    return run_in_loop(read_body(scope(length), receive))


def piece(body: bytes, *, more: bool = False) -> Message:
    return {"type": "http.request", "body": body, "more_body": more}


def status_of(*messages: Message, length: int | None = None) -> int:
    with pytest.raises(BodyRefused) as refused:
        read(*messages, length=length)
    assert (b"connection", b"close") in refused.value.answer.headers
    return refused.value.answer.status


def test_a_body_is_read_whole() -> None:
    assert read(piece(b"one ", more=True), piece(b"two")) == b"one two"


def test_a_body_of_the_limit_is_read_and_one_byte_more_is_not() -> None:
    assert len(read(piece(b"x" * LIMIT))) == LIMIT
    assert status_of(piece(b"x" * LIMIT, more=True), piece(b"x")) == 413


def test_a_body_that_announces_too_much_is_refused_unread() -> None:
    assert status_of(length=LIMIT + 1) == 413


def test_a_body_that_does_not_come_is_waited_for_so_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "BODY_SECONDS", 0.01)
    assert status_of(piece(b"half", more=True)) == 408


def test_a_body_that_breaks_off_is_nobodys() -> None:
    assert status_of(piece(b"half", more=True), {"type": "http.disconnect"}) == 400
