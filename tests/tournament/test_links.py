"""A link for a phone carries an address that the phone can reach, whatever the director typed."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from django.conf import settings as own_settings
from django.test import RequestFactory
from pytest_django import Settings

from tournament import links
from tournament.links import absolute_url, reaches_only_here

OWN_NAME = socket.gethostname().lower()


@pytest.fixture
def room(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    monkeypatch.setattr(links, "room_addresses", lambda: ["192.168.1.20", "10.42.0.1"])
    return monkeypatch


def link(host: str, *, secure: bool = False) -> str:
    return absolute_url(RequestFactory().get("/", headers={"host": host}, secure=secure), "/my/x/")


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("localhost:8000", "http://192.168.1.20:8000/my/x/"),
        ("LOCALHOST:8000", "http://192.168.1.20:8000/my/x/"),
        ("127.0.0.1:9000", "http://192.168.1.20:9000/my/x/"),
        ("[::1]:8000", "http://192.168.1.20:8000/my/x/"),
        (f"{OWN_NAME}:8000", "http://192.168.1.20:8000/my/x/"),
        (f"{OWN_NAME}.local", "http://192.168.1.20/my/x/"),
        # An address that was typed and is not this machine's own word for itself works for others too.
        ("10.42.0.1:8000", "http://10.42.0.1:8000/my/x/"),
        ("floor.example", "http://floor.example/my/x/"),
    ],
)
def test_a_link_has_the_address_in_the_room_whatever_the_director_typed(
    room: pytest.MonkeyPatch, settings: Settings, typed: str, expected: str
) -> None:
    settings.ALLOWED_HOSTS = ["*"]

    assert link(typed) == expected
    assert not reaches_only_here(expected)


def test_a_link_is_as_secure_as_the_page_that_shows_it(room: pytest.MonkeyPatch) -> None:
    assert link("localhost", secure=True) == "https://192.168.1.20/my/x/"


@pytest.mark.parametrize("typed", ["localhost:8000", "192.168.1.20:8000", "floor.example"])
def test_the_public_url_comes_first(room: pytest.MonkeyPatch, settings: Settings, typed: str) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    settings.PUBLIC_URL = "https://club.example"

    assert link(typed) == "https://club.example/my/x/"


def test_a_house_that_listens_to_one_address_gives_that_one(
    room: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.LISTENS_ON = "10.42.0.1"
    assert link("localhost:8000") == "http://10.42.0.1:8000/my/x/"
    settings.LISTENS_ON = "fd00::20"
    assert link("localhost:8000") == "http://[fd00::20]:8000/my/x/"


def test_where_nothing_but_localhost_is_known_the_link_says_so(
    room: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.LISTENS_ON = "127.0.0.1"
    assert reaches_only_here(link("localhost:8000"))
    settings.LISTENS_ON = ""
    room.setattr(links, "room_addresses", list)
    assert link(f"{OWN_NAME}:8000") == f"http://{OWN_NAME}:8000/my/x/"
    assert reaches_only_here(link(f"{OWN_NAME}:8000"))


def test_no_other_file_makes_an_absolute_link() -> None:
    """`build_absolute_uri` repeats what the browser asked for: the mistake that this module is for."""
    ours = [
        path for app in ("tournament", "tables") for path in (Path(own_settings.BASE_DIR) / app).rglob("*.py")
    ]

    assert [path.name for path in ours if "build_absolute_uri" in path.read_text(encoding="utf-8")] == []
