"""The clock of the computer is set while the real application runs: web, pages, streams, worker and beat."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from html import unescape
from pathlib import Path

import httpx
import pytest
from django.conf import settings
from django.test import Client

from tests.factories import ACTOR, give_role
from tests.faults.settable import SettableFloorman, settable
from tests.faults.test_faults import changes_due, level_changes, make_room
from tests.processes import LiveFloorman, wait_until
from tournament.models import LogEntry, Role, Tournament
from tournament.services.clock import start_clock

# Of each clock reading in this process and that one, with an answer between them.
SOON = timedelta(seconds=3)
# A page is work for the house, and what comes with a sweep comes once a second.
LOOK_EVERY = 0.25


def told_by(url: str, path: str) -> datetime:
    """The house's time as a page says it."""
    answer = httpx.get(url + path)
    milliseconds = re.search(r'(?:data-server-now="|^)(\d{13})', answer.text)
    assert milliseconds
    return datetime.fromtimestamp(int(milliseconds[1]) / 1000, UTC)


def signs_of_life(url: str, code: str) -> datetime:
    """The house's time as a stream says it when it opens."""
    with httpx.stream("GET", f"{url}/live/{code}?show=clock&language=en", timeout=15) as stream:
        for line in stream.iter_lines():
            if re.fullmatch(r"data: \d{13}", line):
                return datetime.fromtimestamp(int(line[6:]) / 1000, UTC)
    raise AssertionError("the stream said nothing")


def director(tournament: Tournament, url: str) -> httpx.Client:
    client = Client()
    client.force_login(give_role(tournament, Role.DIRECTOR, "dora"))
    cookies = {settings.SESSION_COOKIE_NAME: client.cookies[settings.SESSION_COOKIE_NAME].value}
    return httpx.Client(base_url=url, cookies=cookies, timeout=15)


def words_of_alarms(browser: httpx.Client, tournament: Tournament) -> str:
    page = browser.get(f"/floor/{tournament.code}/alarms/").text
    return unescape(" ".join(re.sub(r"<[^>]+>", " ", page).split())) if "data-alarm=" in page else ""


def check_time(house: SettableFloorman, tournament: Tournament) -> None:
    """Page, address of the time and stream say what this process, whose clock nobody sets, says too."""
    url = house.live.url
    for told in (
        told_by(url, f"/t/{tournament.code}/clock/"),
        told_by(url, "/now/"),
        signs_of_life(url, tournament.code),
    ):
        assert abs(told - datetime.now(UTC)) < SOON


def lines_of(verb: str) -> int:
    return LogEntry.objects.filter(verb=verb).count()


def set_and_right_again(
    house: SettableFloorman, browser: httpx.Client, tournament: Tournament, *, minutes: int, way: str
) -> None:
    """Set the clock, see two levels go by, and set it right; the log and every page say both."""
    was_set, was_right = lines_of("computer_clock_set"), lines_of("computer_clock_right")
    assert words_of_alarms(browser, tournament) == ""

    house.set_clock(off_by_minutes=minutes)
    # The worker writes it down; each page finds it out by itself.
    wait_until(lambda: lines_of("computer_clock_set") > was_set, "the line of the log", every=LOOK_EVERY)
    wait_until(lambda: bool(words_of_alarms(browser, tournament)), "the alarm", every=LOOK_EVERY)

    assert f"The clock of Floorman's computer {way} at " in words_of_alarms(browser, tournament)
    check_time(house, tournament)
    booked = len(level_changes(tournament))
    wait_until(
        lambda: len(level_changes(tournament)) >= booked + 2, "two level changes more", every=LOOK_EVERY
    )
    check_time(house, tournament)

    house.set_clock(off_by_minutes=0)
    wait_until(lambda: lines_of("computer_clock_right") > was_right, "its line", every=LOOK_EVERY)
    wait_until(lambda: words_of_alarms(browser, tournament) == "", "the end of the alarm", every=LOOK_EVERY)
    check_time(house, tournament)


@pytest.mark.slow
@pytest.mark.long_on_postgresql(reason="what time a process takes it to be it does not ask the database")
@pytest.mark.long(
    reason="each page and each sweep is asked in test_computer_clock.py; here by processes of their own"
)
@pytest.mark.parametrize(("minutes", "way"), [(-60, "went back 1 h"), (60, "jumped 1 h forward")])
def test_a_clock_that_is_set_costs_no_level_and_is_said_until_it_is_right(
    live_floorman: LiveFloorman, tmp_path: Path, minutes: int, way: str
) -> None:
    tournament = make_room(level_seconds=2)
    started = start_clock(tournament_id=tournament.pk, by=ACTOR.at(datetime.now(UTC))).clock
    with settable(live_floorman, tmp_path) as house, director(tournament, house.live.url) as browser:
        wait_until(lambda: bool(level_changes(tournament)), "the first level change", every=LOOK_EVERY)
        set_and_right_again(house, browser, tournament, minutes=minutes, way=way)
    assert level_changes(tournament) == changes_due(tournament, started)
    assert lines_of("computer_clock_set") == 1
