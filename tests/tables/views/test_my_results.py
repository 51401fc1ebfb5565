"""What a player chooses on the own page: the name that the public reads, and who may read their results."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from tests.factories import NOW, make_player, make_tournament
from tests.factories.floor import said
from tests.factories.seasons import in_play, played
from tests.pages import squeeze
from tests.tables.queries.desk.test_results import credit
from tournament.models import Entry, LogEntry, Player
from tournament.services.undo import lines_to_undo

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna() -> Player:
    """Anna Verdi has won an event, and plays another one."""
    anna, bruno = make_player("Anna Maria Verdi", club_number="7"), make_player("Bruno Neri")
    played(anna, bruno, name="January", at=NOW)
    in_play(anna, bruno, name="Tonight", at=NOW + timedelta(days=30))
    return anna


def page_of(player: Player) -> str:
    return f"/my/{Entry.objects.filter(player=player).latest('pk').link_secret}"


def words_of(response: Any) -> str:
    return squeeze(response.content.decode())


def choose(client: Client, player: Player, **fields: str) -> Any:
    return client.post(f"{page_of(player)}/name/", fields, follow=True)


@pytest.mark.parametrize(
    ("way", "shown"), [("initial", "Anna V."), ("hidden", "Player {pk}"), ("name", "Anna Maria Verdi")]
)
def test_a_player_is_called_as_chosen_wherever_the_public_reads_it(
    client: Client, anna: Player, way: str, shown: str
) -> None:
    shown = shown.format(pk=anna.pk)
    Player.objects.filter(pk=anna.pk).update(public_name="The Owl", search_shown_name="the owl")
    page = words_of(client.get(f"{page_of(anna)}/results/"))
    assert 'value="" checked> The Owl' in page
    assert said(choose(client, anna, way=way)) == ["Saved."]
    tonight = Entry.objects.filter(player=anna).latest("pk").tournament
    standings = words_of(Client().get(f"/t/{tonight.code}/"))
    assert shown in standings
    assert ("Verdi" in standings) == (way == "name")
    anna.refresh_from_db()
    assert (anna.name, anna.club_number, anna.shown_name) == ("Anna Maria Verdi", "7", shown)
    page = words_of(client.get(f"{page_of(anna)}/results/"))
    assert f'value="{way}" required checked' in page
    assert "The Owl" not in page
    line = LogEntry.objects.filter(tournament=tonight).latest("pk")
    assert (line.verb, line.actor) == ("player_edited", "Anna Maria Verdi")
    assert lines_to_undo(tonight, [line]) == {line.pk}


def test_what_is_hidden_in_one_language_is_hidden_in_the_other(client: Client, anna: Player) -> None:
    choose(client, anna, way="hidden")
    italian = words_of(client.get(f"{page_of(anna)}/results/", headers={"Accept-Language": "it"}))
    assert 'value="hidden" required checked' in italian


def test_results_are_everybodys_where_the_player_allows_it_and_again_nobodys(
    client: Client, anna: Player
) -> None:
    choose(client, anna, way="initial", is_shown="on")
    anna.refresh_from_db()
    address = f"/players/{anna.results_code}/"
    page = words_of(Client().get(address))
    assert "Anna V." in page
    assert "January" in page
    assert "/my/" not in page
    assert "Verdi" not in page
    assert address in words_of(client.get(f"{page_of(anna)}/results/"))
    # Chosen again, the address stays.
    choose(client, anna, way="initial", is_shown="on")
    assert Client().get(address).status_code == 200
    choose(client, anna, way="initial")
    assert Client().get(address).status_code == 404
    assert Client().get("/players/none/").status_code == 404


def test_what_was_paid_and_every_knock_out_is_on_the_page_of_the_player_alone(
    client: Client, anna: Player
) -> None:
    january = Entry.objects.get(tournament__name="January", player=anna)
    loser = Entry.objects.get(tournament__name="January", player__name="Bruno Neri")
    credit(january.tournament, loser.player, anna)
    choose(client, anna, way="name", is_shown="on")
    anna.refresh_from_db()
    mine = words_of(client.get(f"{page_of(anna)}/results/"))
    everybodys = words_of(Client().get(f"/players/{anna.results_code}/"))
    for told in ("Paid in all", "Return (ROI)", "You knocked out", "Bruno Neri"):
        assert (told in mine, told in everybodys) == (True, False), told


def test_what_is_not_offered_changes_nothing(client: Client, anna: Player) -> None:
    assert said(choose(client, anna, way="boss")) == ["Choose one of the names."]
    anna.refresh_from_db()
    assert anna.public_name == ""
    assert client.post("/my/nobody/name/", {"way": "hidden"}).status_code == 404


def test_who_was_merged_has_no_page_any_more_under_the_former_name(client: Client, anna: Player) -> None:
    choose(client, anna, way="name", is_shown="on")
    anna.refresh_from_db()
    Player.objects.filter(pk=anna.pk).update(merged_into=make_player("Carla Rossi"), club_number="")
    assert Client().get(f"/players/{anna.results_code}/").status_code == 404


def test_a_player_finds_their_own_events_among_those_of_the_house(client: Client, anna: Player) -> None:
    for number in range(3):
        make_tournament(name=f"Friday {number}")
    page = words_of(client.get(f"{page_of(anna)}/events/"))
    assert "Anna Maria Verdi" in page
    assert "You are in" in page
    assert f'href="{page_of(anna)}/"' in page
    part = words_of(client.get(f"{page_of(anna)}/events/?own=1", headers={"HX-Request": "true"}))
    assert re.findall(r"(\w+)</a></h2>", part) == ["Tonight"]
    assert client.get("/my/none/events/").status_code == 404
