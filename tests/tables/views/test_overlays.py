"""Pages over the picture of a broadcast: what they show, as late as they say, and nothing before its time."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tables.services.chips.corrections import correct_stack
from tables.services.stops.announcing import StopOrder, announce_stop
from tests.breadth import sample
from tests.factories import ACTOR, after, as_vera
from tests.factories.felt import Felt, make_felt
from tests.factories.field import played_down
from tests.pages import squeeze
from tests.security.pages import read_page
from tests.tables.services.hands.test_counted import over, results
from tests.tournament.rules.structures import hands_level, level, structure
from tournament.models import ApiToken, Player, StopKind, TokenScope, Tournament
from tournament.services.actor import By
from tournament.services.clock import (
    add_time,
    count_hands,
    next_period,
    pause_clock,
    pause_for,
    resume_clock,
    sweep_clock,
)
from tournament.services.setup.api_tokens import end_token, make_token
from tournament.services.undo import undo_line

pytestmark = pytest.mark.django_db

SHOWN = "r3:150 f1 c2 b:Ks9h3d k2 r3:200 c2 b:2c k2 k3 b:4h r2:1000 c3 s2:KhKd m3"
ALL = "clock,stacks,payouts,lower-third,board"


def played(**options: Any) -> Felt:
    """Seat 2, who has another name for the public, has won with kings in the first minute."""
    felt = make_felt(2000, 2000, 2000, **options)
    Player.objects.filter(name="Bruno Neri").update(public_name="The Owl", search_shown_name="the owl")
    felt.deal(after(1))
    felt.play("h3:AcAd", *SHOWN.split(), now=after(1))
    return felt


def read(client: Client, event: Tournament, asked: str, minutes: float, status: int = 200) -> str:
    """The parts alone, as the page asks for them again."""
    with time_machine.travel(after(minutes), tick=False):
        answer = client.get(f"/t/{event.code}/overlay/?{asked}", headers={"HX-Request": "true"})
    assert answer.status_code == status, asked
    return unescape(squeeze(answer.content.decode()))


def text_of(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def rows_of(html: str) -> list[tuple[str, str]]:
    return re.findall(r'on-air__name">([^<]+)</span> <span class="on-air__figure number">([^<]+)<', html)


def test_the_page_is_bare_and_sets_no_cookie_and_counts_as_far_behind_as_it_says(client: Client) -> None:
    felt = played(hands_delay=5)
    address = f"/t/{felt.tournament.code}/overlay/?show={ALL}&delay=90&ink=ff0000&paper=%2300000080"
    with time_machine.travel(after(9), tick=False):
        answer = client.get(address)
    html = answer.content.decode()
    page = read_page(address, html)
    assert not answer.cookies
    assert page.forms == []
    assert not [link for link in page.links if link.startswith(("/floor", "/login", "/my"))]
    assert 'data-behind="90"' in html
    assert f'data-server-now="{round(after(9).timestamp() * 1000)}"' in html
    assert "style=" not in html
    assert "/overlay/look.css?ink=ff0000&amp;paper=%2300000080" in html


def test_colours_of_an_address_are_colours_and_nothing_else(client: Client) -> None:
    told = client.get("/overlay/look.css?ink=FF0000&paper=%23000000c0&accent=red;}body{display:none")
    assert told["Content-Type"].startswith("text/css")
    assert "--on-air-ink: #ff0000;" in told.content.decode()
    assert "--on-air-paper: #000000c0;" in told.content.decode()
    assert "accent" not in told.content.decode()
    assert "body" not in told.content.decode()


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (
            "show=clocks",
            "There is no overlay “clocks”. There are: clock, stacks, payouts, lower-third, board.",
        ),
        ("show=clock&delay=3601", "3,601 is out of range: enter a whole number from 0 to 3,600."),
        ("show=clock&delay=soon", "Enter a whole number from 0 to 3,600."),
        ("show=clock&ink=red", "Enter a colour as # and six digits, for example #56d3aa."),
        ("show=clock&at=above", "There is no place “above”. There are: top-left,"),
        ("show=lower-third&entry=99", "There is no entry with this number."),
    ],
)
def test_what_is_wrong_with_an_address_is_said(client: Client, asked: str, said: str) -> None:
    felt = played()
    assert said in text_of(read(client, felt.tournament, asked, 9, status=400))


def test_an_address_that_says_nothing_leads_to_what_there_is(client: Client) -> None:
    felt = played()
    page = read(client, felt.tournament, "", 9)
    for show in ALL.split(","):
        assert f"/overlay/?show={show}" in page


@pytest.mark.sampled
def test_the_clock_is_that_of_the_wall_and_of_the_wall_so_many_seconds_ago(client: Client) -> None:
    """Every moment of an evening in which the floor did all that it can do to a clock."""
    felt = played()
    event = felt.tournament
    pk = event.pk
    steps: dict[float, Callable[[By], object]] = {
        3.0: lambda by: pause_clock(tournament_id=pk, by=by),
        5.0: lambda by: resume_clock(tournament_id=pk, by=by),
        8.5: lambda by: add_time(tournament_id=pk, seconds=60, by=by),
        9.5: lambda by: undo_line(tournament_id=pk, line_id=event.log.latest("pk").pk, by=by),
        12.0: lambda by: next_period(tournament_id=pk, by=by),
        20.0: lambda by: sweep_clock(tournament_id=pk, now=by.now),
        40.0: lambda by: pause_for(tournament_id=pk, seconds=300, by=by),
        60.0: lambda by: sweep_clock(tournament_id=pk, now=by.now),
    }
    halves = range(3, 130, sample("every so many half minutes"))
    moments = sorted({*steps, *(number / 2 for number in halves)})
    wall = {}
    for minutes in moments:
        if step := steps.get(minutes):
            step(ACTOR.at(after(minutes)))
        wall[minutes] = read(client, event, "show=clock", minutes)
    assert len({text_of(html) for html in wall.values()}) > len(moments) // 2
    late = {minutes: read(client, event, "show=clock&delay=3600", minutes + 60) for minutes in moments}
    assert {minutes: text_of(html) for minutes, html in late.items()} == {
        minutes: text_of(html) for minutes, html in wall.items()
    }
    ends = r'data-(?:until|since)="(\d+)"'
    assert [re.findall(ends, html) for html in late.values()] == [
        re.findall(ends, html) for html in wall.values()
    ]


def test_a_level_by_hands_shows_its_hands_and_none_where_the_picture_is_late(client: Client) -> None:
    """How many were left a while ago is not kept, and those of now would tell what is not on air yet."""
    levels = structure(hands_level(25, 50, hands=8), level(50, 100), level(100, 200), level(200, 400))
    felt = make_felt(2000, 2000, 2000, structure=levels)
    count_hands(tournament_id=felt.tournament.pk, hands=3, by=ACTOR.at(after(4)))
    live = text_of(read(client, felt.tournament, "show=clock", 5))
    late = text_of(read(client, felt.tournament, "show=clock&delay=120", 5))

    assert live.startswith("Level 1 5 hands left 25/50")
    assert late.startswith("Level 1 25/50")


def test_stacks_are_as_late_as_the_picture_and_never_earlier_than_the_hand_may_be_read(
    client: Client,
) -> None:
    felt = played(hands_delay=5)
    before = [("Anna Verdi", "2,000"), ("The Owl", "2,000"), ("Carla Rossi", "2,000")]
    now = [("The Owl", "3,375"), ("Anna Verdi", "1,975"), ("Carla Rossi", "650")]
    told = {
        (minutes, delay): rows_of(read(client, felt.tournament, f"show=stacks&delay={delay}", minutes))
        for minutes, delay in ((2, 0), (5.9, 0), (6, 0), (6, 299), (6, 301), (7.5, 400), (8, 400))
    }
    assert told[2, 0] == told[5.9, 0] == told[6, 301] == told[7.5, 400] == before
    assert told[6, 0] == told[6, 299] == told[8, 400] == now


def test_without_a_delay_of_hands_stacks_are_those_of_the_standings_a_while_ago(client: Client) -> None:
    felt = played()
    correct_stack(
        tournament_id=felt.tournament.pk,
        entry_id=felt.entries[1].pk,
        stack=2100,
        reason="Counted",
        by=ACTOR.at(after(3)),
    )
    told = [
        re.findall(r'figure number">([^<]+)<', read(client, felt.tournament, f"show=stacks&delay={delay}", 4))
        for delay in (0, 59, 61, 181)
    ]
    now = ["3,375", "2,100", "650"]
    assert told == [now, now, ["3,375", "1,975", "650"], ["2,000"] * 3]


@pytest.mark.parametrize("show", ["board", "lower-third"])
def test_a_hand_is_shown_when_everybody_may_read_it_and_later_where_the_picture_is_later(
    client: Client, show: str
) -> None:
    felt = played(hands_delay=5)
    seen = {
        (minutes, delay): "hand 1" in read(client, felt.tournament, f"show={show}&delay={delay}", minutes)
        for minutes, delay in ((5.9, 0), (6, 0), (6, 299), (6, 301), (9, 600), (11, 600))
    }
    assert seen == {
        (5.9, 0): False,
        (6, 0): True,
        (6, 299): True,
        (6, 301): False,
        (9, 600): False,
        (11, 600): True,
    }


def test_the_board_has_the_cards_and_the_pot_and_the_lower_third_who_won_with_what(client: Client) -> None:
    felt = played(hands_delay=5)
    board = read(client, felt.tournament, "show=board", 6)
    assert "Pot 2,725" in text_of(board)
    assert len(re.findall(r'class="card\b', board)) == 5
    third = text_of(read(client, felt.tournament, "show=lower-third", 6))
    assert "The Owl wins" in third
    assert "three of a kind, kings" in third
    # Seat 3 has mucked aces.
    for html in (board, third):
        assert "Bruno" not in html
        assert "Ac" not in html


def test_the_hand_of_one_table_alone_and_the_player_of_an_entry(client: Client) -> None:
    felt = played(hands_delay=5)
    assert read(client, felt.tournament, "show=board&table=2", 6).count("on-air__box") == 0
    player = text_of(read(client, felt.tournament, "show=lower-third&entry=2", 6))
    assert player == "The Owl 3,375 chips"


def test_payouts_mark_the_next_place_as_it_was_and_only_where_the_wall_shows_money(client: Client) -> None:
    event, _entries = played_down(6, left=2, out_at=after(4))
    marked = r'on-air__row--next"[^>]*>.*?>([^<]+)</span>'
    told = [
        re.findall(marked, read(client, event, f"show=payouts&delay={delay}", 5)) for delay in (0, 59, 61)
    ]
    assert told == [["2nd"], ["2nd"], []]
    assert "€" in read(client, event, "show=payouts", 5)
    event.options_data = {**event.options_data, "money_on_wall": False}
    event.save(update_fields=["options_data"])
    hidden = read(client, event, "show=payouts", 5)
    assert "€" not in hidden
    assert "Places paid" in hidden


def test_the_end_is_not_told_before_the_picture_has_it(client: Client) -> None:
    event, _entries = played_down(3, left=1, out_at=after(4))
    assert "Finished" in read(client, event, "show=clock", 5)
    assert "Level 1" in read(client, event, "show=clock&delay=120", 5)


def key_of(event: Tournament, *scopes: TokenScope) -> tuple[ApiToken, str]:
    return make_token(tournament_id=event.pk, name="Studio", scopes=scopes, by=ACTOR.at(after(0)))


def test_a_key_opens_hands_that_the_event_shows_nobody_until_it_is_ended(client: Client) -> None:
    felt = played(feature_delay=3)
    event = felt.tournament
    token, key = key_of(event, TokenScope.OVERLAY)
    assert "hand 1" not in read(client, event, "show=board", 6)
    assert "hand 1" not in read(client, event, f"show=board&key={key}", 3.9)
    assert "hand 1" in read(client, event, f"show=board&key={key}", 4)
    token.refresh_from_db()
    assert token.used_at == after(3.9)
    end_token(tournament_id=event.pk, token_id=token.pk, by=ACTOR.at(after(5)))
    # What is on air stays there, without the hand; the page that is opened says why.
    assert "Level 1" in read(client, event, f"show=clock,board&key={key}", 6)
    assert "hand 1" not in read(client, event, f"show=clock,board&key={key}", 6)
    answer = client.get(f"/t/{event.code}/overlay/?show=board&key={key}")
    assert answer.status_code == 403
    assert "This key is not in force." in answer.content.decode()


def test_a_key_of_another_scope_or_event_opens_nothing(client: Client) -> None:
    felt = played()
    other, _entries = played_down(3, left=2)
    for event, scope in ((felt.tournament, TokenScope.READ), (other, TokenScope.OVERLAY)):
        _token, key = key_of(event, scope)
        assert "hand 1" not in read(client, felt.tournament, f"show=board&key={key}", 9)


def test_nothing_of_what_hands_bring_is_shown_while_the_room_plays_hand_for_hand(client: Client) -> None:
    felt = make_felt(2000, 2000, 2000, hands_delay=5)
    felt.deal(after(1))
    order = StopOrder(kind=StopKind.HAND_FOR_HAND)
    announce_stop(tournament_id=felt.tournament.pk, order=order, by=ACTOR.at(after(1)))
    felt.play("h3:AcAd", *SHOWN.split(), now=after(2))
    told = read(client, felt.tournament, f"show={ALL}", 20)
    assert "hand 1" not in told
    assert "Bruno Neri 2,000" in text_of(told)


def test_a_counted_hand_is_as_late_as_a_recorded_one(client: Client) -> None:
    felt = results(2000, 2000, 2000, hands_delay=30)
    over(felt, 1, by=(3,), stacks={2: 1500, 3: 4500}, minutes=2)
    event = felt.tournament
    before = [("Anna Verdi", "2,000"), ("Bruno Neri", "2,000"), ("Carla Rossi", "2,000")]
    now = [("Carla Rossi", "4,500"), ("Bruno Neri", "1,500")]
    told = {
        (minutes, delay): rows_of(read(client, event, f"show=stacks&delay={delay}", minutes))
        for minutes, delay in ((3, 0), (12, 600), (31.9, 0), (32, 0), (33, 1861), (34, 1861))
    }
    assert told[3, 0] == told[12, 600] == told[31.9, 0] == told[33, 1861] == before
    assert told[32, 0] == told[34, 1861] == now


def test_nothing_of_a_counted_hand_is_shown_while_the_room_plays_hand_for_hand(client: Client) -> None:
    felt = results(2000, 2000, 2000, hands_delay=5)
    order = StopOrder(kind=StopKind.HAND_FOR_HAND)
    announce_stop(tournament_id=felt.tournament.pk, order=order, by=ACTOR.at(after(1)))
    over(felt, 1, by=(3,), stacks={2: 1500, 3: 4500}, minutes=2)
    for delay in (0, 600):
        told = read(client, felt.tournament, f"show={ALL}&delay={delay}", 20)
        assert {chips for _name, chips in rows_of(told)} == {"2,000"}
        assert "hand 1" not in told
    third = text_of(read(client, felt.tournament, "show=lower-third&entry=1", 20))
    assert third == "Anna Verdi 2,000 chips"


def test_what_is_the_same_for_everybody_says_so_and_what_a_key_opens_is_kept_by_nobody(
    client: Client,
) -> None:
    felt = played(hands_delay=5)
    _token, key = key_of(felt.tournament, TokenScope.OVERLAY)
    page = f"/t/{felt.tournament.code}/overlay/"
    asked = ("?show=clock", f"?show=clock&key={key}", "?show=clocks", "")
    said = [client.get(f"{page}{each}").headers["Cache-Control"] for each in asked]
    assert said == ["public, no-cache", "no-store", "no-store", "no-store"]


def test_what_several_parts_show_is_read_once(client: Client) -> None:
    felt = played(hands_delay=5)
    with CaptureQueriesContext(connection) as asked:
        read(client, felt.tournament, f"show={ALL}&entry=2&delay=299", 7)
    of_seats = [query["sql"] for query in asked if "MIN(" in query["sql"]]
    assert len(of_seats) == 1


def test_a_key_works_over_https_only_where_the_house_has_it(client: Client, settings: Any) -> None:
    settings.HTTPS_PORT, settings.PLAIN_PORT, settings.IS_HOUSE_CERTIFICATE = 8443, 80, True
    felt = played(feature_delay=3)
    _token, key = key_of(felt.tournament, TokenScope.OVERLAY)
    address = f"/t/{felt.tournament.code}/overlay/?show=board&key={key}"
    with time_machine.travel(after(6), tick=False):
        plain, secure = client.get(address), client.get(address, secure=True)
    assert plain.status_code == 403
    assert "An address with a key works over https only." in plain.content.decode()
    assert "hand 1" not in plain.content.decode()
    assert secure.status_code == 200
    assert "hand 1" in secure.content.decode()
    assert "hand 1" not in read(client, felt.tournament, f"show=board&key={key}", 6)


def test_the_director_finds_the_addresses_with_the_key_while_it_is_shown(client: Client) -> None:
    event = as_vera(client)
    page = f"/floor/{event.code}/interface/"
    bare = f"http://testserver/t/{event.code}/overlay/?show=lower-third"
    assert f">{bare}</a>" in squeeze(client.get(page).content.decode())
    made = squeeze(client.post(page, {"name": "Studio", "scopes": ["overlay"]}).content.decode())
    (key,) = re.findall(r'<code id="secret">([^<]+)</code>', made)
    assert f"{bare}&amp;key={key}</a>" in made
    assert key not in client.get(page).content.decode()
