import pytest

from tournament.config.asgi import DOORS, lane_of
from tournament.front.answers import Scope


def asked(method: str, path: str, *, is_known: bool) -> Scope:
    return {"method": method, "path": path, "state": {"is_known": is_known}}


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


def test_a_password_is_checked_behind_the_turnstile_and_no_page_is() -> None:
    def has_door(method: str, path: str) -> bool:
        return any(door.is_for(asked(method, path, is_known=False)) for door in DOORS)

    assert has_door("POST", "/login/")
    assert has_door("POST", "/password/")
    assert not has_door("GET", "/login/")
    assert not has_door("POST", "/language/")
