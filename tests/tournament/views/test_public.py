"""Public pages of a tournament: readable by anybody, without JavaScript, right at the moment of the request."""

from __future__ import annotations

import re
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone, translation
from pytest_django import DjangoAssertNumQueries

from tables.views.public import standings_fragment
from tests.factories import ACTOR, NOW, after, make_tournament
from tests.factories.field import bust, entered, played_down, started
from tests.pages import squeeze
from tournament.live.fragments import Renderer
from tournament.models import Tournament, TournamentStatus
from tournament.queries.clock import clock_board
from tournament.rules.screens.tokens import NAMES
from tournament.rules.structure.levels import Level
from tournament.rules.structure.periods import Structure
from tournament.services.setup.tournaments import cancel_tournament
from tournament.views.public import clock_fragment, payouts_fragment
from tournament.views.wall_lines import wall_lines

pytestmark = pytest.mark.django_db


def read(client: Client, address: str, status: int = 200) -> str:
    response = client.get(address)
    assert response.status_code == status
    return squeeze(response.content.decode())


def test_the_front_page_lists_tournaments_with_their_state(client: Client) -> None:
    started(2, name="Night Owl")
    page = read(client, "/")
    assert "Night Owl" in page
    assert "2 of 2 players" in page


def test_the_list_of_events_is_searched_and_sent_alone(client: Client) -> None:
    for number in range(4):
        make_tournament(name=f"Friday {number}", entries_per_player=None if number else 1)
    page = read(client, "/?format=freeze_out")
    assert "1 of 4 events" in page
    assert re.findall(r"Friday \d(?=</a></h2>)", page) == ["Friday 0"]
    part = squeeze(client.get("/?format=satellite", headers={"HX-Request": "true"}).content.decode())
    assert "No event matches." in part
    assert "<html" not in part


def test_an_empty_front_page_says_so(client: Client) -> None:
    assert "No tournaments are announced" in read(client, "/")


def test_names_of_tournaments_are_escaped(client: Client) -> None:
    tournament = make_tournament(name="<script>alert(1)</script>")
    for address in ("/", f"/t/{tournament.code}/clock/", f"/t/{tournament.code}/"):
        page = read(client, address)
        assert "<script>alert" not in page
        assert "&lt;script&gt;alert" in page


@pytest.mark.parametrize("tail", ["clock/", "payouts/", "structure/", "", "seat/"])
def test_every_page_of_a_tournament_opens_in_both_languages(client: Client, tail: str) -> None:
    tournament, _ = started(3)
    for language in ("en", "it"):
        client.cookies["django_language"] = language
        assert f'<html lang="{language}"' in read(client, f"/t/{tournament.code}/{tail}")


@pytest.mark.parametrize("tail", ["clock/", "payouts/", "structure/", "", "seat/"])
def test_an_unknown_code_is_not_found(client: Client, tail: str) -> None:
    assert "Page not found" in read(client, f"/t/NOBODY/{tail}", status=404)


@pytest.mark.parametrize("tail", ["", "clock/", "payouts/", "structure/", "seat/"])
def test_public_pages_are_read_only(client: Client, tail: str) -> None:
    tournament = make_tournament()
    assert client.post(f"/t/{tournament.code}/{tail}").status_code == 405


def test_the_clock_is_computed_at_the_request(client: Client) -> None:
    tournament, _ = started(3)
    with time_machine.travel(after(25), tick=False):
        page = read(client, f"/t/{tournament.code}/clock/")
    assert "Level 2" in page
    assert "> 15:00 </span>" in page
    assert f'data-until="{int(after(40).timestamp() * 1000)}"' in page
    assert f'data-server-now="{int(after(25).timestamp() * 1000)}"' in page


def test_a_tournament_called_off_says_so_on_every_public_page(client: Client) -> None:
    tournament, entries = entered(3)
    Tournament.objects.filter(pk=tournament.pk).update(starts_at=after(120))
    cancel_tournament(tournament_id=tournament.pk, by=ACTOR.at(NOW), reason="")
    for address in (
        f"/t/{tournament.code}/clock/",
        f"/t/{tournament.code}/",
        f"/my/{entries[0].link_secret}/",
    ):
        with time_machine.travel(NOW, tick=False):
            page = read(client, address)
        assert "ancelled" in page
        assert 'role="timer"' not in page
        for word in ("Starts in", "Not started", "First level", "Your seat is drawn"):
            assert word not in page


def test_the_structure_says_who_pays_the_ante_and_that_there_is_no_limit(client: Client) -> None:
    levels = (
        Level(small_blind=25, big_blind=50, ante=50, ante_kind="big_blind", duration_seconds=1200),
        Level(small_blind=50, big_blind=100, ante=10, ante_kind="classic", duration_seconds=1200),
    )
    tournament = make_tournament(structure=Structure(periods=levels), entries_per_player=0)
    page = read(client, f"/t/{tournament.code}/structure/")
    assert "BB ante 50" in page
    assert re.search(r">\s*ante 10\s*<", page)
    assert "No limit" in page


def test_the_clock_stays_dark_whatever_the_reader_chose(client: Client) -> None:
    tournament = make_tournament()
    client.cookies["theme"] = "light"
    assert 'data-theme="dark"' in read(client, f"/t/{tournament.code}/clock/")
    assert 'data-theme="light"' in read(client, f"/t/{tournament.code}/")


def test_a_page_without_scripts_reloads_itself(client: Client) -> None:
    tournament = make_tournament()
    assert '<noscript><meta http-equiv="refresh" content="15"></noscript>' in read(
        client, f"/t/{tournament.code}/clock/"
    )


def test_htmx_gets_the_part_and_not_the_page(client: Client) -> None:
    tournament, _ = started(3)
    for tail in ("clock/", "structure/"):
        response = client.get(f"/t/{tournament.code}/{tail}", headers={"hx-request": "true"})
        assert "<html" not in response.content.decode()


@pytest.mark.parametrize(
    ("minutes", "words"),
    [
        (-1, ["Not started", "Registration open"]),
        (5, ["Level 1", "25/50", "Registration closes in"]),
        (41, ["Colour-up", "Chips removed", "Next 100/200, BB ante 200"]),
        (55, ["Level 3", "BB ante 200"]),
        (93, ["Overtime", "Last level", "+<span"]),
    ],
)
def test_the_wall_says_what_the_moment_is(client: Client, minutes: float, words: list[str]) -> None:
    tournament, _ = started(3, late_registration_level=1) if minutes > 0 else entered(3)
    with time_machine.travel(after(minutes), tick=False):
        page = read(client, f"/t/{tournament.code}/clock/")
    assert [word for word in words if word not in page] == []


def test_the_wall_shows_the_winner(client: Client) -> None:
    tournament, entries = started(2)
    bust(tournament, entries[1], winner=entries[0], now=after(3))
    page = read(client, f"/t/{tournament.code}/clock/")
    assert entries[0].player.shown_name in page
    assert "Finished" in page


def test_after_the_end_the_wall_shows_the_result_and_not_what_would_follow(client: Client) -> None:
    """It ends in a break, before the level after it."""
    tournament, entries = started(3)
    structure = tournament.structure
    at = next(index for index in range(structure.last_index) if structure.is_break(index))
    Tournament.objects.update(clock_index=at)
    for loser in (2, 1):
        bust(tournament, entries[loser], winner=entries[0], now=after(3))

    board = client.get(f"/t/{tournament.code}/clock/").content.decode().split('class="wall__stakes"')[1]
    shown = squeeze(re.sub(r"<[^>]*>", " ", board.split('<dl class="wall__figures')[0]))

    assert f"2nd {entries[1].player.shown_name}" in shown
    assert f"3rd {entries[2].player.shown_name}" in shown
    assert not re.search("Then|chips removed|Next", shown, re.IGNORECASE)


@pytest.mark.parametrize("is_over", [False, True])
def test_a_wall_without_money_shows_no_amount(client: Client, is_over: bool) -> None:
    walls = []
    for money_on_wall in (True, False):
        tournament, entries = started(3, money_on_wall=money_on_wall)
        for loser in (2, 1) if is_over else ():
            bust(tournament, entries[loser], winner=entries[0], now=after(3))
        walls.append(read(client, f"/t/{tournament.code}/clock/"))
        assert "€" in read(client, f"/t/{tournament.code}/payouts/")
    assert ["€" in wall for wall in walls] == [True, False]


def test_the_wall_has_the_figures_that_were_chosen_in_their_order(client: Client) -> None:
    figures = ("tables", "entries", "nothing", "played", "registration", "players", "average", "bought")
    chosen: dict[str, Any] = {f"figure_{number}": figure for number, figure in enumerate(figures, start=1)}
    tournament, _entries = started(4, **chosen)
    page = client.get(f"/t/{tournament.code}/clock/").content.decode()
    shown = re.findall("<dt>([^<]+)</dt>", page.split('<dl class="wall__figures')[1])
    assert shown == ["Tables", "Entries", "Played", "Registration until", "Players", "Average", "Played"]


def test_the_wall_has_the_lines_of_the_house_with_what_their_tokens_stand_for(client: Client) -> None:
    tournament, _entries = started(
        4, line_1="Break at <nextBreak>, <players> of <ENTRIES>", line_2="1st: <prize1>"
    )
    with time_machine.travel(after(1), tick=False):
        wall = client.get(f"/t/{tournament.code}/clock/").content.decode()
    lines = [
        squeeze(re.sub("<[^>]+>", "", line))
        for line in re.findall(r'<p class="wall__line">(.+?)</p>', wall, re.DOTALL)
    ]
    assert lines == ["Break at 21:40, 4 of 4", "1st: €90"]


@pytest.mark.parametrize(
    ("row", "changes", "minutes", "shown"),
    [
        ("nothing", {}, 5, ""),
        ("prizes", {}, 5, "Prizes 1st €90 · 2nd €54 · 3rd €36"),
        ("prizes", {"money_on_wall": False}, 5, ""),
        ("knock_outs", {}, 5, ""),
        ("knock_outs", {"buy_in_bounty": 10_00, "bounty_kind": "fixed"}, 5, "Knock-outs Anna Verdi 2"),
        ("chips", {"chip_colours": "25 green"}, 5, "Chips 25 100 500 1,000 5,000"),
        ("chips", {"chip_colours": "25 green"}, 55, "Chips 100 500 1,000 5,000"),
    ],
)
def test_a_row_across_the_wall_has_what_was_chosen(
    client: Client, row: str, changes: dict[str, Any], minutes: float, shown: str
) -> None:
    tournament, _entries = played_down(4, left=2, wall_row=row, **changes)
    with time_machine.travel(after(minutes), tick=False):
        wall = client.get(f"/t/{tournament.code}/clock/").content.decode()
    found = re.search(r'<div class="wall__across">(.+?)</div>', wall, re.DOTALL)
    assert (squeeze(re.sub("<[^>]+>", " ", found[1])).strip() if found else "") == shown
    assert ("chip--green" in wall) == (minutes < 40 and row == "chips")


def test_every_token_has_a_value_before_the_start_and_in_play(client: Client) -> None:
    for tournament in (make_tournament(), started(3)[0]):
        board = clock_board(tournament, now=NOW)
        for name in NAMES:
            tournament.options_data = {"line_2": f"<{name}>"}
            [[piece]] = wall_lines(tournament, board)
            assert piece.text not in ("", name), name


def test_a_cancelled_tournament_can_still_be_read(client: Client) -> None:
    tournament = make_tournament()
    Tournament.objects.filter(pk=tournament.pk).update(status=TournamentStatus.CANCELLED)
    read(client, f"/t/{tournament.code}/clock/")
    read(client, f"/t/{tournament.code}/payouts/")


def test_prizes_are_written_as_the_language_does(client: Client) -> None:
    tournament, _ = entered(50)
    assert "€1,125" in read(client, f"/t/{tournament.code}/payouts/")
    client.cookies["django_language"] = "it"
    assert "1.125\u00a0€" in read(client, f"/t/{tournament.code}/payouts/")


@pytest.mark.parametrize(
    ("render", "tail"), [(clock_fragment, "clock/"), (payouts_fragment, "payouts/"), (standings_fragment, "")]
)
def test_what_is_pushed_is_the_part_of_the_page(client: Client, render: Renderer, tail: str) -> None:
    tournament, _ = started(3)
    with time_machine.travel(after(7), tick=False), translation.override("en"):
        fragment = render(public_id=tournament.code, language="en", now=timezone.now())
        assert squeeze(fragment) in read(client, f"/t/{tournament.code}/{tail}")
    assert "csrfmiddlewaretoken" not in fragment


@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize(("tail", "queries"), [("clock/", 4), ("payouts/", 9), ("structure/", 4), ("", 8)])
def test_queries_do_not_grow_with_the_field(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, count: int, tail: str, queries: int
) -> None:
    tournament, _ = entered(count)
    with django_assert_num_queries(queries):
        client.get(f"/t/{tournament.code}/{tail}")


def test_the_servers_time_is_milliseconds(client: Client) -> None:
    with time_machine.travel(NOW, tick=False):
        assert read(client, "/now/") == str(int(timezone.now().timestamp() * 1000))


def test_house_rules_keep_their_lines_and_are_escaped(client: Client) -> None:
    tournament = make_tournament()
    Tournament.objects.filter(pk=tournament.pk).update(house_rules_text="One\nTwo <b>")
    page = read(client, f"/t/{tournament.code}/structure/")
    assert "One<br>Two &lt;b&gt;" in page


def test_every_public_page_carries_the_content_policy(client: Client) -> None:
    tournament = make_tournament()
    for address in ("/", f"/t/{tournament.code}/", "/login/", "/nothing/"):
        policy = client.get(address).headers["Content-Security-Policy"]
        assert "unsafe" not in policy
        assert "script-src 'self'" in policy
