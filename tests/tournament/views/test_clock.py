"""The clock panel: what each button does, on the clock that was seen, once."""

from __future__ import annotations

import html
from datetime import timedelta
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories import ACTOR, enter, give_role, make_tournament
from tests.pages import squeeze
from tournament.models import LogEntry, Role, Tournament
from tournament.services.clock import start_clock

pytestmark = pytest.mark.django_db


def on_the_floor(client: Client, *, minutes: float | None = 5) -> Tournament:
    """A tournament whose clock has run for `minutes` (None: not started), and a floor person logged in."""
    tournament = make_tournament()
    enter(tournament, "Anna", "Bruno", "Carla")
    client.force_login(give_role(tournament, Role.FLOOR, "flora"))
    if minutes is not None:
        started = timezone.now() - timedelta(minutes=minutes)
        Tournament.objects.update(draw_made_at=started)
        start_clock(tournament_id=tournament.pk, by=ACTOR.at(started))
    return tournament


def tap(client: Client, tournament: Tournament, step: str, *, htmx: bool = True, **changes: Any) -> Any:
    page = client.get(f"/floor/{tournament.code}/clock/").context
    data = {"key": str(uuid4()), "version": page["version"]} | changes
    headers = {"HX-Request": "true"} if htmx else {}
    return client.post(f"/floor/{tournament.code}/clock/{step}/", data, headers=headers)


def test_the_panel_offers_the_start_only_once_the_seats_are_drawn(client: Client) -> None:
    tournament = on_the_floor(client, minutes=None)

    assert (
        "Draw the seats before you start" in client.get(f"/floor/{tournament.code}/clock/").content.decode()
    )
    response = tap(client, tournament, "start")
    assert response.status_code == 422
    assert Tournament.objects.get().clock_state == "not_started"

    Tournament.objects.update(draw_made_at=timezone.now())
    assert tap(client, tournament, "start").status_code == 200
    assert Tournament.objects.get().clock_state == "running"


@pytest.mark.parametrize(
    ("step", "state", "index", "added"),
    [
        ("pause", "paused", 0, 0),
        ("next", "running", 1, 0),
        ("plus", "running", 0, 60_000),
        ("minus", "running", 0, -60_000),
    ],
)
def test_a_button_changes_the_clock_and_undo_takes_it_back(
    client: Client, step: str, state: str, index: int, added: int
) -> None:
    tournament = on_the_floor(client)
    before = Tournament.objects.get().clock

    response = tap(client, tournament, step)
    changed = Tournament.objects.get()
    assert (changed.clock_state, changed.clock_index, changed.clock_added_ms) == (state, index, added)
    assert response.context["last"].actor == "flora"

    tap(client, tournament, "undo")
    assert Tournament.objects.get().clock == before


def test_a_double_tap_skips_one_level_and_answers_the_same(client: Client) -> None:
    tournament = on_the_floor(client)
    same: dict[str, Any] = {"key": str(uuid4()), "version": Tournament.objects.get().clock_version}

    answers = [tap(client, tournament, "next", **same) for _ in range(3)]

    assert [answer.status_code for answer in answers] == [200, 200, 200]
    assert Tournament.objects.get().clock_index == 1
    assert LogEntry.objects.filter(verb="level_skipped").count() == 1


def test_two_people_who_press_next_at_once_skip_one_level(client: Client) -> None:
    tournament = on_the_floor(client)
    seen = Tournament.objects.get().clock_version
    tap(client, tournament, "next", key=str(uuid4()), version=seen)

    response = tap(client, tournament, "next", key=str(uuid4()), version=seen)

    assert response.status_code == 409
    assert "The clock has changed since you opened it" in response.content.decode()
    assert Tournament.objects.get().clock_index == 1


@pytest.mark.parametrize("version", ["", "-1", "x", "9" * 400])
def test_a_tap_without_a_version_does_nothing(client: Client, version: str) -> None:
    tournament = on_the_floor(client)

    assert tap(client, tournament, "next", version=version).status_code == 409
    assert Tournament.objects.get().clock_index == 0


def test_without_javascript_the_panel_comes_back_with_a_message(client: Client) -> None:
    tournament = on_the_floor(client)

    response = tap(client, tournament, "previous", htmx=False)

    assert response.headers["Location"] == f"/floor/{tournament.code}/clock/"
    assert "This is the first level." in client.get(response.headers["Location"]).content.decode()


def test_an_unknown_button_is_not_there(client: Client) -> None:
    assert tap(client, on_the_floor(client), "explode").status_code == 404


def test_a_look_changes_nothing(client: Client) -> None:
    tournament = on_the_floor(client)

    for step in ("pause", "next", "undo"):
        assert client.get(f"/floor/{tournament.code}/clock/{step}/").status_code == 405
    assert Tournament.objects.get().clock_state == "running"


def test_the_registration_role_does_not_change_the_clock(client: Client) -> None:
    tournament = on_the_floor(client)
    client.force_login(give_role(tournament, Role.REGISTRATION, "rita"))

    response = client.post(f"/floor/{tournament.code}/clock/pause/", {"key": str(uuid4()), "version": "1"})

    assert response.status_code == 403


def test_registration_is_closed_and_opened_again_on_the_panel(client: Client) -> None:
    tournament = make_tournament(late_registration_level=2)
    enter(tournament, "Anna", "Bruno", "Carla")
    client.force_login(give_role(tournament, Role.FLOOR, "flora"))
    panel = f"/floor/{tournament.code}/clock/"
    assert "Close registration now" not in client.get(panel).content.decode()
    Tournament.objects.update(draw_made_at=timezone.now())
    start_clock(tournament_id=tournament.pk, by=ACTOR.at(timezone.now()))

    def switch(name: str) -> str:
        """Tap as htmx does: the answer is the panel, and its messages come along."""
        address = f"http://testserver{panel}"
        headers = {"HX-Request": "true", "HX-Current-URL": address}
        url = f"/floor/{tournament.code}/registration/{name}/"
        return client.post(url, {"key": str(uuid4())}, headers=headers, follow=True).content.decode()

    page = client.get(panel).content.decode()
    assert "Registration is open until the end of level 2." in page
    assert "Close registration now" in page

    page = switch("close")
    line = LogEntry.objects.get(verb="registration_closed_by_hand")
    assert "Reopen registration" in page
    assert f"/floor/{tournament.code}/log/{line.pk}/undo/" in page
    assert "Registration is already closed." in switch("close")

    assert "Close registration now" in switch("reopen")
    assert Tournament.objects.get().registration_closed_at is None


def test_the_start_is_undone_on_the_panel_while_no_hand_is_dealt(client: Client) -> None:
    tournament = on_the_floor(client)
    assert "Clock started" in client.get(f"/floor/{tournament.code}/clock/").content.decode()

    tap(client, tournament, "undo")

    assert Tournament.objects.get().clock_state == "not_started"


def test_a_timed_pause_has_its_own_clock_and_is_undone(client: Client) -> None:
    tournament = on_the_floor(client)
    wall = f"/t/{tournament.code}/clock/"
    before = client.get(wall).context["board"]

    assert tap(client, tournament, "pause_for", minutes="5").status_code == 200
    board = client.get(wall).context["board"]
    assert tap(client, tournament, "undo").status_code == 200
    after = client.get(wall).context["board"]

    assert (board.state, board.remaining_seconds) == ("paused", 300)
    assert abs(board.left_in_period - before.remaining_seconds) <= 1
    assert (after.state, after.resumes_at) == ("running", None)


def test_a_timed_pause_can_be_ended_by_hand(client: Client) -> None:
    tournament = on_the_floor(client)
    tap(client, tournament, "pause_for", minutes="5")

    page = client.get(f"/floor/{tournament.code}/clock/").content.decode()
    tap(client, tournament, "resume")

    assert "Paused until" in page
    assert 'id="step-resume"' in page
    tournament.refresh_from_db()
    assert tournament.clock_state == "running"
    assert tournament.clock_running_since is not None
    assert tournament.clock_running_since <= timezone.now()


def test_the_start_is_set_to_a_time_of_day_and_counts_down(client: Client) -> None:
    tournament = on_the_floor(client, minutes=None)
    Tournament.objects.update(draw_made_at=timezone.now())
    here = timezone.now().astimezone(ZoneInfo(tournament.time_zone)) + timedelta(hours=2)

    assert tap(client, tournament, "start_at", at=f"{here:%H:%M}").status_code == 200
    board = client.get(f"/t/{tournament.code}/clock/").context["board"]
    tap(client, tournament, "resume")
    started = client.get(f"/t/{tournament.code}/clock/").context["board"]

    assert board.state == "not_started"
    assert 7_000 < board.starts_in_seconds <= 7_200
    assert (started.state, started.level_number) == ("running", 1)


def test_any_level_is_chosen_with_the_time_left(client: Client) -> None:
    tournament = on_the_floor(client)

    tap(client, tournament, "jump", row="3", minutes="7")

    board = client.get(f"/t/{tournament.code}/clock/").context["board"]
    assert (board.level_number, board.state) == (3, "running")
    assert 415 <= board.remaining_seconds <= 420


@pytest.mark.parametrize("field", [{}, {"minutes": ""}])
def test_a_level_that_is_chosen_has_its_own_minutes_unless_others_are_typed(
    client: Client, field: dict[str, Any]
) -> None:
    tournament = on_the_floor(client)
    page = squeeze(client.get(f"/floor/{tournament.code}/clock/").content.decode())
    assert "value=" not in page.split('id="jump-minutes"')[1].split(">")[0]
    lengths = [period.duration_seconds for period in tournament.structure.periods]
    chosen = [lengths.index(length) for length in sorted(set(lengths))]
    assert len(chosen) > 1

    for row in chosen:
        tap(client, tournament, "jump", row=str(row), **field)
        left = client.get(f"/t/{tournament.code}/clock/").context["board"].remaining_seconds
        assert lengths[row] - 5 <= left <= lengths[row]


@pytest.mark.parametrize(
    ("step", "fields", "words"),
    [
        ("pause_for", {"minutes": "0"}, "Enter a number of minutes from 1 to 600."),
        ("pause_for", {}, "Enter a number of minutes from 1 to 600."),
        ("jump", {"row": "99", "minutes": "5"}, "The structure has no row 100."),
        ("start_at", {"at": "soon"}, "Enter a time of day, for example 20:30."),
    ],
)
def test_a_figure_that_cannot_be_read_is_refused(client: Client, step: str, fields: Any, words: str) -> None:
    tournament = on_the_floor(client)

    response = tap(client, tournament, step, **fields)

    assert response.status_code == 422
    assert words in html.unescape(response.content.decode())
