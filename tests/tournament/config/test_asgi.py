from collections.abc import Iterator

import pytest

from tournament.config.asgi import DOORS, lane_of
from tournament.front.answers import Scope
from tournament.front.tries import WRONG


@pytest.fixture(autouse=True)
def _nobody_was_wrong() -> Iterator[None]:
    yield
    WRONG.forget()


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
    [(0, "log-ins"), (1, "log-ins-again"), (2, "log-ins-again"), (3, "guesses"), (9, "guesses")],
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


def test_a_password_is_checked_behind_the_turnstile_and_no_page_is() -> None:
    def has_door(method: str, path: str) -> bool:
        return any(door.is_for(asked(method, path, is_known=False)) for door in DOORS)

    assert has_door("POST", "/login/")
    assert has_door("POST", "/password/")
    assert not has_door("GET", "/login/")
    assert not has_door("POST", "/language/")
