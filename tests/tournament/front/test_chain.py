import asyncio
from dataclasses import dataclass, field
from io import BytesIO

import pytest

from tests.loops import run_in_loop
from tournament.front import chain
from tournament.front.answers import CHUNK_BYTES, Answer, Message, Scope
from tournament.front.bridge import Respond
from tournament.front.chain import Door, Front
from tournament.front.lanes import Lane

SMALL = Answer(status=200, headers=[], body=b"small")


@dataclass(eq=False)
class Connection:
    """What the chain knows of a connection."""

    is_gone: bool = False
    is_cut: bool = False
    sent: list[Message] = field(default_factory=list)
    reads: bool = True

    def cut(self) -> None:
        self.is_cut = True

    async def send(self, message: Message) -> None:
        self.sent.append(message)
        if not self.reads and len(self.sent) > 1:
            await asyncio.Event().wait()

    @property
    def status(self) -> int:
        return int(self.sent[0]["status"]) if self.sent else 0


async def nothing_comes() -> Message:
    return {"type": "http.request", "body": b"", "more_body": False}


def asked(
    connection: Connection,
    *,
    path: str = "/",
    method: str = "GET",
    is_known: bool = False,
    address: str = "a",
) -> Scope:
    state = {"connection": connection, "is_known": is_known}
    return {"path": path, "method": method, "headers": [], "client": (address, 1), "state": state}


def front(respond: Respond, *doors: Door) -> Front:
    lane = Lane("test", threads=1, waiting=5, waiting_each=5, patience_seconds=60)
    return Front(doors=doors, django=respond, lane_of=lambda _scope: lane)


def answers(answer: Answer) -> Respond:
    return lambda _scope, _body: answer


def test_the_first_door_that_is_for_a_request_answers_it() -> None:
    door = Door(is_for=lambda scope: scope["path"] == "/door", respond=answers(SMALL))
    behind = answers(Answer(status=404, headers=[]))
    through, past = Connection(), Connection()

    async def scenario() -> None:
        both = front(behind, door)
        await both(asked(through, path="/door"), nothing_comes, through.send)
        await both(asked(past, path="/"), nothing_comes, past.send)

    run_in_loop(scenario())
    assert (through.status, past.status) == (200, 404)
    assert b"".join(message.get("body", b"") for message in through.sent) == b"small"


@pytest.mark.parametrize(("method", "is_done"), [("GET", False), ("HEAD", False), ("POST", True)])
def test_no_page_is_made_for_who_has_gone_but_a_tap_is_recorded(method: str, is_done: bool) -> None:
    done, connection = [], Connection(is_gone=True)

    def respond(_scope: Scope, _body: bytes) -> Answer:
        done.append("done")
        return SMALL

    run_in_loop(front(respond)(asked(connection, method=method), nothing_comes, connection.send))
    assert done == ["done"] * is_done


def test_long_answers_to_strangers_are_so_many_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second one from an address is too much; staff are served, and a file that is not sent is closed."""
    monkeypatch.setattr(chain, "READERS", 2)
    file = BytesIO(b"x" * (CHUNK_BYTES + 1))
    slow, second, staff = Connection(reads=False), Connection(), Connection()

    async def scenario() -> None:
        long = Answer(status=200, headers=[], body=b"x" * (CHUNK_BYTES + 1))
        from_file = Answer(status=200, headers=[], file=file, file_bytes=CHUNK_BYTES + 1)
        ahead = front(answers(long))
        reading = asyncio.create_task(ahead(asked(slow), nothing_comes, slow.send))
        while len(slow.sent) < 2:
            await asyncio.sleep(0.01)
        others = Front(doors=(), django=answers(from_file), lane_of=ahead.lane_of, readers=ahead.readers)
        await others(asked(second), nothing_comes, second.send)
        await ahead(asked(staff, is_known=True), nothing_comes, staff.send)
        reading.cancel()
        await asyncio.gather(reading, return_exceptions=True)

    run_in_loop(scenario())
    assert (slow.status, second.status, staff.status) == (200, 503, 200)
    assert file.closed
