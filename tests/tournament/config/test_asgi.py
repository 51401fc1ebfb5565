import asyncio
import threading

import pytest

from tests.loops import run_in_loop
from tournament.config.asgi import DOORS, lane_of
from tournament.front.answers import Answer, Message, Scope
from tournament.front.chain import Front
from tournament.front.tries import WRONG


def asked(method: str, path: str, *, is_known: bool, address: str = "10.0.0.1") -> Scope:
    state = {"is_known": is_known, "badge": "a7-vera" if is_known else ""}
    return {"method": method, "path": path, "client": (address, 1), "state": state}


@pytest.mark.parametrize(
    ("method", "path", "is_known", "lane"),
    [
        ("POST", "/tablet/table/act/", True, "taps"),
        ("GET", "/tablet/table/", True, "screens"),
        ("POST", "/tablet/table/act/", False, "strangers"),
        ("POST", "/tablet/", False, "strangers"),
        ("GET", "/floor/ABC/", True, "floor"),
        ("GET", "/t/ABC/clock/", True, "floor"),
        ("GET", "/floor/ABC/", False, "strangers"),
        ("GET", "/t/ABC/clock/", False, "strangers"),
        ("GET", "/login/", False, "strangers"),
        ("POST", "/login/secret/", False, "strangers"),
        ("POST", "/login/", False, "log-ins"),
        ("POST", "/login/", True, "staff-log-ins"),
        ("POST", "/password/", True, "staff-log-ins"),
    ],
)
def test_who_asks_for_what_decides_the_lane(method: str, path: str, is_known: bool, lane: str) -> None:
    assert lane_of(asked(method, path, is_known=is_known)).name == lane


@pytest.mark.parametrize(
    ("wrong", "lane"),
    [(0, "log-ins"), (1, "log-ins"), (2, "guesses"), (9, "guesses")],
)
def test_an_address_that_was_wrong_of_late_waits_beside_its_like(wrong: int, lane: str) -> None:
    for _ in range(wrong):
        WRONG.note("10.0.0.1")
    assert lane_of(asked("POST", "/login/", is_known=False)).name == lane
    assert lane_of(asked("POST", "/login/", is_known=False, address="10.0.0.2")).name == "log-ins"
    assert lane_of(asked("POST", "/login/", is_known=True)).name == "staff-log-ins"


def test_a_badge_with_which_somebody_guesses_waits_with_those_who_guess() -> None:
    for _ in range(3):
        WRONG.note("a7-vera")
    assert lane_of(asked("POST", "/login/", is_known=True, address="10.0.0.9")).name == "guesses"


class Asking:
    """A connection of somebody who logs in, and the status of the answer."""

    is_gone = False
    status = 0

    def cut(self) -> None:
        """Nobody is."""

    async def send(self, message: Message) -> None:
        self.status = int(message.get("status", self.status))


async def nothing_comes() -> Message:
    return {"type": "http.request", "body": b"", "more_body": False}


def test_sixty_addresses_that_guess_keep_nobody_else_from_logging_in() -> None:
    """A guess is being checked for as long as the test wants; those that have made none are answered meanwhile."""
    gate, guessing = threading.Event(), [f"10.6.6.{number}" for number in range(60)]

    def respond(scope: Scope, _body: bytes) -> Answer:
        if scope["client"][0] in guessing:
            gate.wait(60)
            return Answer(status=422, headers=[])
        return Answer(status=302, headers=[])

    async def log_in(address: str) -> int:
        asking = Asking()
        scope = asked("POST", "/login/", is_known=False, address=address)
        scope["state"]["connection"] = asking
        scope["headers"] = []
        await Front(doors=(), django=respond, lane_of=lane_of)(scope, nothing_comes, asking.send)
        return asking.status

    async def scenario() -> tuple[list[int], list[int]]:
        guesses = [asyncio.create_task(log_in(address)) for address in guessing]
        await asyncio.sleep(0)
        honest = [await log_in("10.0.0.1"), await log_in("10.0.0.2")]
        gate.set()
        return honest, list(await asyncio.gather(*guesses))

    for address in guessing:
        for _ in range(5):
            WRONG.note(address)
    honest, guesses = run_in_loop(scenario())
    assert honest == [302, 302]
    assert set(guesses) == {422, 503}


def test_a_password_is_checked_behind_the_turnstile_and_no_page_is() -> None:
    def has_door(method: str, path: str) -> bool:
        return any(door.is_for(asked(method, path, is_known=False)) for door in DOORS)

    assert has_door("POST", "/login/")
    assert has_door("POST", "/password/")
    assert not has_door("GET", "/login/")
    assert not has_door("POST", "/language/")
