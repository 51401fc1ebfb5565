"""The board of a stop on the console, and what the floor does there."""

from __future__ import annotations

import html
import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from tables.services.table.tablets import make_pairing_code, pair_device
from tests.factories import ACTOR
from tests.factories.floor import Floor, said
from tournament.models import Tournament

pytestmark = pytest.mark.django_db


def words(response: Any) -> str:
    """The text of the board, spaces as one."""
    section = response.content.decode().split('id="stop"')[1].split("</section>")[0]
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", section.split(">", 1)[1])).split())


def buttons(response: Any) -> list[str]:
    section = response.content.decode().split('id="stop"')[1].split("</section>")[0]
    return re.findall(r'<button class="button[^>]*? id="([a-z0-9-]+)"', section)


@pytest.fixture
def floor(client: Client) -> Floor:
    """Two tables of two with tablets, three places paid: one player from the money."""
    floor = Floor(client, 2, 2, seats_per_table=2)
    Tournament.objects.filter(pk=floor.tournament.pk).update(registration_closed_at=timezone.now())
    for number in (1, 2):
        code = make_pairing_code(
            tournament_id=floor.tournament.pk, table_id=floor.table(number).pk, by=ACTOR.at(timezone.now())
        )
        pair_device(code=code.code, now=timezone.now())
    return floor


def test_without_a_stop_the_board_is_empty(floor: Floor) -> None:
    page = floor.get(part="stop")

    assert (words(page), buttons(page)) == ("", [])


def test_the_board_says_of_every_table_how_far_it_is(floor: Floor) -> None:
    """At the announcement table 1 plays; table 2 is done. Once both are, the next hand is dealt."""
    floor.deal(1)
    floor.post("stop/", kind="hand_for_hand", until_left="3")

    playing = floor.get(part="stop")
    floor.play(1, "f2")
    released = floor.get(part="stop")
    floor.deal(1)
    dealing = floor.get(part="stop")

    assert words(playing).startswith("Hand-for-hand hand 1 1 of 2 tables are done.")
    assert "Ends by itself after 1 more bust: 3 players left." in words(playing)
    assert "Each hand takes 2 minutes off the clock." in words(playing)
    assert "Table 1 Dealing Table 2 Done" in words(playing)
    assert buttons(playing) == ["end-stop"]
    assert "hand 2 0 of 2 tables are done." in words(released)
    assert "Table 1 Not dealt yet Done table 1 Table 2 Not dealt yet Done table 2" in words(released)
    assert buttons(released) == ["done-1", "done-2", "end-stop"]
    assert "Table 1 Dealing Table 2 Not dealt yet" in words(dealing)


def test_an_all_in_waits_until_the_floor_releases_its_cards(floor: Floor) -> None:
    floor.post("stop/", kind="hand_for_hand", until_left="3")
    floor.deal(1, "r2:10000", "c1")

    waiting = floor.get(part="stop")
    answer = floor.post("tables/1/run-out/")
    released = floor.get(part="stop")

    assert "Table 1 All-in, waiting Release table 1" in words(waiting)
    assert "release-run-outs" in buttons(waiting)
    assert said(answer) == ["Run-out released: table 1."]
    assert "Table 1 Dealing" in words(released)


def test_who_is_out_is_shown_with_place_and_prize_before_the_round_is_over(floor: Floor) -> None:
    floor.post("stop/", kind="hand_for_hand", until_left="3")
    floor.deal(1, "r2:10000", "c1")
    floor.post("stop/run-outs/")
    floor.play(1, "b:2c7d9h", "b:Js", "b:4s", "s1:KhKd", "s2:AhAd")

    page = floor.get(part="stop")

    assert "Out in this hand so far" in words(page)
    assert "Anna Verdi T1 4th –" in words(page)


def test_a_table_is_marked_as_done_and_the_stop_is_ended_from_the_board(floor: Floor) -> None:
    floor.post("stop/", kind="hand_for_hand", until_left="3")

    done = floor.post("tables/1/done/")
    marked = floor.get(part="stop")
    ended = floor.post("stop/end/")

    assert said(done) == ["Table 1: done."]
    assert "Table 1 Done Table 2 Not dealt yet" in words(marked)
    assert said(ended) == ["Hand-for-hand: ended."]
    assert words(floor.get(part="stop")) == ""


def test_the_room_holds_after_so_many_hands_and_is_resumed(floor: Floor) -> None:
    floor.post("stop/", kind="after_hands", hands="1")
    before = floor.get(part="stop")
    for number in (1, 2):
        floor.deal(number, "f2")
    over = floor.get(part="stop")
    floor.post("stop/end/")

    assert "Table 1 Not dealt yet 1 more" in words(before)
    assert "Every table has dealt its last hand." in words(over)
    assert "Resume all tables" in words(over)
    assert words(floor.get(part="stop")) == ""


@pytest.mark.parametrize(("kind", "hands"), [("after_hands", "0"), ("pause", "")])
def test_what_cannot_be_read_is_refused(floor: Floor, kind: str, hands: str) -> None:
    answer = floor.post("stop/", kind=kind, hands=hands)

    assert len(said(answer)) == 1
    assert words(floor.get(part="stop")) == ""


def test_a_timed_pause_is_two_taps_from_the_console_and_ended_by_one(floor: Floor) -> None:
    page = floor.get()
    version = str(page.context["shown"].clock_version)

    paused = floor.client.post(
        f"{floor.home}clock/pause_for/",
        {"key": str(uuid4()), "version": version, "minutes": "5"},
        headers={
            "HX-Request": "true",
            "HX-Target": "console",
            "HX-Current-URL": f"http://testserver{floor.home}",
        },
        follow=True,
    )
    resumed = floor.post("stop/resume/")

    assert 'id="resume-room"' in paused.content.decode()
    assert 'id="resume-room"' not in resumed.content.decode()
    assert 'id="pause-for"' in page.content.decode()
    assert said(paused) == ["Paused. Play resumes by itself."]
    assert said(resumed) == ["All tables deal on."]


def test_the_director_has_each_hand_dealt_with_one_tap(floor: Floor) -> None:
    """Where the house wants it so; until then no table deals."""
    Tournament.objects.update(rule_overrides={"event": {"h4h_next_hand": "director"}})
    floor.post("stop/", kind="hand_for_hand", until_left="3")

    answer = floor.post("stop/next/")
    too_early = floor.post("stop/next/")

    assert said(answer) == ["Hand 1 is dealt at every table."]
    assert said(too_early) == ["Table 1 has not finished this hand."]


def test_where_no_run_out_waits_none_is_released(floor: Floor) -> None:
    floor.post("stop/", kind="hand_for_hand", until_left="3")
    assert said(floor.post("stop/run-outs/")) == ["No run-out is waiting for the floor."]
