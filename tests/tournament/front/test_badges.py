import threading
from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
import time_machine
from django.http import HttpResponse
from django.utils import timezone

from tournament.front import living
from tournament.front.badges import (
    BADGE_AGE,
    COOKIE,
    badge_of,
    give_badge,
    make_badge,
    of_account,
    of_tablet,
    subject_of,
)
from tournament.front.living import LIVING, Living

VERA, TABLET = of_account(7, "argon2$..."), of_tablet("0123456789abcdef" * 4)


@pytest.fixture(autouse=True)
def _every_badge_is_good_afterwards() -> Iterator[None]:
    yield
    LIVING.ask(None)


def cookie(value: str) -> list[tuple[bytes, bytes]]:
    return [(b"host", b"floorman"), (b"cookie", value.encode())]


def test_a_badge_is_known_among_other_cookies() -> None:
    assert badge_of(cookie(f"session=abc; {COOKIE}={make_badge(VERA)}; theme=dark")) == VERA
    assert badge_of(cookie(f"{COOKIE}={make_badge(TABLET)}")) == TABLET


@pytest.mark.parametrize(
    "value",
    [
        "",
        "session=abc",
        f"{COOKIE}=",
        f"{COOKIE}=known",
        f"x{COOKIE}={{}}",
        f"theme={{}}; {COOKIE}=known:a:b",
    ],
)
def test_what_is_not_signed_here_is_no_badge(value: str) -> None:
    assert badge_of(cookie(value.format(make_badge(VERA)))) == ""
    assert badge_of([]) == ""


def test_a_changed_badge_and_one_too_old_are_none() -> None:
    badge = make_badge(VERA)
    assert badge_of(cookie(f"{COOKIE}={badge[:-1]}{'A' if badge[-1] != 'A' else 'B'}")) == ""
    with time_machine.travel(timezone.now() - BADGE_AGE - timedelta(minutes=1)):
        old = make_badge(VERA)
    assert badge_of(cookie(f"{COOKIE}={old}")) == ""


def test_a_badge_of_an_earlier_version_that_names_nobody_is_none() -> None:
    assert subject_of(make_badge("known")) == ""


def test_a_badge_ends_with_its_account_or_tablet_within_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(living, "EVERY_SECONDS", 0.0)
    with time_machine.travel(timezone.now() - timedelta(days=3)):
        badges = [make_badge(VERA), make_badge(TABLET)]
    there = {VERA, TABLET}
    LIVING.ask(lambda: frozenset(there))
    assert [subject_of(badge) for badge in badges] == [VERA, TABLET], "before the first answer all are good"
    wait_for(lambda: not LIVING.has("a1-", since=0.0))
    assert [subject_of(badge) for badge in badges] == [VERA, TABLET]
    there.discard(VERA)
    wait_for(lambda: subject_of(badges[0]) == "")
    assert subject_of(badges[1]) == TABLET
    assert subject_of(make_badge(VERA)) == VERA, "one that was signed since the answer is good"


def test_a_database_that_does_not_answer_ends_no_badge() -> None:
    asked = threading.Event()
    register = Living()

    def away() -> None:
        asked.set()

    register.ask(away)
    assert register.has(VERA, since=0.0)
    assert asked.wait(10)
    assert register.has(VERA, since=0.0)


def wait_for(done: Callable[[], bool]) -> None:
    """The answer comes in a thread of its own."""
    for _ in range(2_000):
        if done():
            return
        threading.Event().wait(0.005)
    raise AssertionError("no answer came")


def test_a_badge_is_out_of_reach_of_scripts_and_other_sites() -> None:
    response = HttpResponse()
    give_badge(response, VERA)
    morsel = response.cookies[COOKIE]
    assert (morsel["httponly"], morsel["samesite"], morsel["max-age"]) == (True, "Lax", 30 * 24 * 3600)
