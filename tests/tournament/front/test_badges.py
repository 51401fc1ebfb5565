from datetime import timedelta

import pytest
import time_machine
from django.http import HttpResponse
from django.utils import timezone

from tournament.front.badges import BADGE_AGE, COOKIE, give_badge, has_badge, make_badge


def cookie(value: str) -> list[tuple[bytes, bytes]]:
    return [(b"host", b"floorman"), (b"cookie", value.encode())]


def test_a_badge_is_known_among_other_cookies() -> None:
    assert has_badge(cookie(f"session=abc; {COOKIE}={make_badge()}; theme=dark"))
    assert has_badge(cookie(f"{COOKIE}={make_badge()}"))


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
    assert not has_badge(cookie(value.format(make_badge())))
    assert not has_badge([])


def test_a_changed_badge_and_one_too_old_are_none() -> None:
    badge = make_badge()
    assert not has_badge(cookie(f"{COOKIE}={badge[:-1]}{'A' if badge[-1] != 'A' else 'B'}"))
    with time_machine.travel(timezone.now() - BADGE_AGE - timedelta(minutes=1)):
        old = make_badge()
    assert not has_badge(cookie(f"{COOKIE}={old}"))


def test_a_badge_is_out_of_reach_of_scripts_and_other_sites() -> None:
    response = HttpResponse()
    give_badge(response)
    morsel = response.cookies[COOKIE]
    assert (morsel["httponly"], morsel["samesite"], morsel["max-age"]) == (True, "Lax", 30 * 24 * 3600)
