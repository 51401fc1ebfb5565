import asyncio
from dataclasses import dataclass

import pytest

from tests.loops import run_in_loop
from tournament.front import bodies
from tournament.front.answers import Message, Receive, RefusedHere, Scope
from tournament.front.bodies import Bodies

LARGEST, SMALL = bodies.LARGEST_BYTES, bodies.SMALL_BYTES
IMPORT, TAP, FILES = "/floor/ABC/import/", "/tablet/table/act/", "/floor/ABC/screens/files/"


@dataclass(eq=False)
class Connection:
    """What the bodies know of a connection: that it can be cut."""

    is_cut: bool = False

    def cut(self) -> None:
        self.is_cut = True


def scope(
    *, path: str = IMPORT, is_known: bool = True, length: int | None = None, address: str = "a"
) -> Scope:
    announced = (b"transfer-encoding", b"chunked") if length is None else (b"content-length", b"%d" % length)
    state = {"is_known": is_known, "connection": Connection()}
    return {"path": path, "headers": [announced], "client": (address, 1), "state": state}


def arriving(*messages: Message) -> Receive:
    left = list(messages)

    async def receive() -> Message:
        if not left:
            await asyncio.Event().wait()
        return left.pop(0)

    return receive


def piece(body: bytes, *, more: bool = False) -> Message:
    return {"type": "http.request", "body": body, "more_body": more}


def read(scope: Scope, *messages: Message) -> bytes:
    """What is read of a body that arrives in these messages, and then no more."""
    return run_in_loop(Bodies().read(scope, arriving(*messages)))


def refusal_of(scope: Scope, *messages: Message) -> int:
    with pytest.raises(RefusedHere) as refused:
        read(scope, *messages)
    assert (b"connection", b"close") in refused.value.headers
    return refused.value.status


def test_a_body_is_read_whole() -> None:
    assert read(scope(), piece(b"one ", more=True), piece(b"two")) == b"one two"


def test_nothing_is_waited_for_where_nothing_is_announced() -> None:
    assert read(scope(length=0)) == b""
    assert read({**scope(), "headers": []}) == b""


@pytest.mark.parametrize(
    ("path", "is_known", "limit"),
    [
        (IMPORT, True, LARGEST),
        (IMPORT, False, SMALL),
        (TAP, True, SMALL),
        ("/login/", False, SMALL),
        (FILES, True, bodies.FILE_BYTES),
        (FILES, False, SMALL),
    ],
)
def test_a_body_of_the_limit_is_read_and_one_byte_more_is_not(path: str, is_known: bool, limit: int) -> None:
    asked = scope(path=path, is_known=is_known)
    assert len(read(asked, piece(b"x" * limit))) == limit
    assert refusal_of(asked, piece(b"x" * limit, more=True), piece(b"x")) == 413


def test_strangers_who_announce_too_much_are_refused_unread() -> None:
    assert refusal_of(scope(is_known=False, length=SMALL + 1)) == 413


def test_staff_are_heard_out_before_they_read_that_it_was_too_much() -> None:
    too_much = [piece(b"x" * SMALL, more=True)] * 50
    assert refusal_of(scope(length=LARGEST + 1), *too_much, piece(b"end")) == 413


def test_a_body_that_does_not_come_is_waited_for_so_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "BODY_SECONDS", 0.01)
    assert refusal_of(scope(), piece(b"half", more=True)) == 408


def test_a_body_that_breaks_off_is_nobodys() -> None:
    assert refusal_of(scope(), piece(b"half", more=True), {"type": "http.disconnect"}) == 400


def test_when_too_many_send_one_of_the_address_that_sends_most_gives_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bodies, "IN_ALL", 4)

    async def scenario() -> list[bool]:
        reader, never = Bodies(), arriving(piece(b"half", more=True))
        slow = [scope(is_known=False, address=address) for address in ("a", "a", "b", "c")]
        reading = [asyncio.create_task(reader.read(each, arriving())) for each in slow]
        await asyncio.sleep(0)
        assert await reader.read(scope(is_known=False, address="d"), arriving(piece(b"quick"))) == b"quick"
        with pytest.raises(RefusedHere) as refused:
            await asyncio.gather(*[reader.read(scope(is_known=False, address="b"), never) for _ in range(3)])
        assert refused.value.status == 503
        assert await reader.read(scope(is_known=True), arriving(piece(b"staff"))) == b"staff"
        for task in reading:
            task.cancel()
        return [each["state"]["connection"].is_cut for each in slow]

    assert run_in_loop(scenario()) == [False, True, False, False]
