"""What the screens say of seats: a draw, a table that breaks, the final table, a player who is asked to move."""

from __future__ import annotations

from datetime import datetime
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import resolve

from tables.services.moves.breaking import break_table
from tables.services.moves.moving import drop_move
from tests.factories import ACTOR, NOW, after, enter, make_account, make_tournament, names
from tests.factories.desk import draw
from tests.factories.felt import Felt, add_felt, make_felt
from tests.pages import squeeze
from tests.tournament.rules.screens.voice.spoken import text_of
from tournament.models import Screen, ScreenVolume, Tournament
from tournament.services.field.registration import close_registration
from tournament.services.screens import set_volume, take_screen
from tournament.views.sounds import on_air

pytestmark = pytest.mark.django_db


def heard(tournament: Tournament, now: datetime = NOW, language: str = "en") -> list[str]:
    """The sentences of what has just happened, without the sounds before them."""
    # The views, and with them what they announce.
    resolve("/screen/")
    air = on_air(Tournament.objects.get(pk=tournament.pk), now=now, language=language)
    return [text_of(each.said.clips, language) for each in air if each.said.at <= now]


def tables() -> tuple[Felt, Felt, Felt]:
    first = make_felt(4000, 6000, late_registration_level=3)
    return first, add_felt(first.tournament, 9000, 4000, number=2), add_felt(first.tournament, 9000, number=3)


def test_the_draw_is_said_until_it_is_no_news() -> None:
    tournament = make_tournament()
    enter(tournament, *names(3))
    draw(tournament)
    assert heard(tournament) == ["The seats are drawn. Please look for your name"]
    assert heard(tournament, after(1)) == []


def test_a_table_that_breaks_is_said_by_its_number_and_the_last_break_makes_the_final_table() -> None:
    first, second, third = tables()
    event = first.tournament
    break_table(tournament_id=event.pk, table_id=third.table.pk, seed="s", by=ACTOR.at(after(5)))
    assert heard(event, after(5)) == ["Table 3 breaks. Please go to your new seats"]
    assert heard(event, after(5), "it") == ["Il tavolo 3 si rompe. Andate ai vostri nuovi posti, per favore"]
    close_registration(tournament_id=event.pk, by=ACTOR.at(after(6)))
    break_table(tournament_id=event.pk, table_id=second.table.pk, seed="s", by=ACTOR.at(after(7)))
    assert heard(event, after(7)) == ["Ladies and gentlemen, this is the final table"]


def test_a_player_who_waits_is_asked_aloud_once_a_screen_speaks(client: Client) -> None:
    first, second, _third = tables()
    event = first.tournament
    first.deal()
    waiting = first.send(2, second.table, 5)
    client.force_login(make_account())
    address = f"/floor/{event.code}/moves/"
    assert f"say-{waiting.pk}" not in client.get(address).content.decode()
    take_screen(tournament_id=event.pk, code="", name="Bar", by=ACTOR.at(NOW))
    screen = Screen.objects.get()
    set_volume(tournament_id=event.pk, screen_id=screen.pk, volume=ScreenVolume.LOUD, by=ACTOR.at(NOW))
    assert f"say-{waiting.pk}" in client.get(address).content.decode()

    answer = client.post(f"{address}{waiting.pk}/say/", {"key": str(uuid4())}, follow=True)

    assert "Asked Bruno Neri on the screens to move to table 2, seat 5." in squeeze(answer.content.decode())
    line = event.log.get(verb="move_said")
    assert "seat 2 at table 1 please move to table 2 seat 5" in heard(event, line.at)
    drop_move(tournament_id=event.pk, move_id=waiting.pk, by=ACTOR.at(NOW))
    refused = client.post(f"{address}{waiting.pk}/say/", {"key": str(uuid4())}, follow=True)
    assert "This move is no longer pending." in squeeze(refused.content.decode())
