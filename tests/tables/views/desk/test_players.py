"""The list of players through its pages: searched, sorted, entries undone, tickets."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.test import Client

from tables.models import Seat
from tables.services.desk.importing import plan_import
from tables.services.desk.player_list import decode, read_list
from tests.factories import ACTOR, NOW, enter, give_role, make_account, make_player, make_tournament
from tests.factories.desk import at_the_desk, draw
from tests.factories.felt import make_felt
from tests.factories.field import bust, started
from tests.factories.floor import said
from tests.factories.sales import selling
from tests.pages import squeeze
from tournament.models import Entry, EntryStatus, Role
from tournament.services.field.entries import register_entry

pytestmark = pytest.mark.django_db


# --- The list, and undoing -------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_takes_the_same_queries_however_long(
    client: Client, count: int, django_assert_num_queries: Any
) -> None:
    tournament = at_the_desk(client)
    enter(tournament, *(f"Player {number}" for number in range(count)))

    with django_assert_num_queries(5):  # session, account, staff, count, page
        client.get(f"/floor/{tournament.code}/players/")


@pytest.mark.parametrize("count", [2, 4])
def test_the_row_of_a_player_has_rebuys_add_ons_bounty_and_their_sale(
    client: Client, count: int, django_assert_num_queries: Any
) -> None:
    felt = make_felt(*(10_000,) * count, **selling(), buy_in_bounty=10_00, bounty_kind="progressive")
    client.force_login(give_role(felt.tournament, Role.REGISTRATION, "rita"))
    address = f"/floor/{felt.tournament.code}/players/"
    entry = felt.entries[1]
    with time_machine.travel(NOW, tick=False):
        client.get(address)
        # Beside the five of any list: what was bought, by whom, what may be bought, bounties won, three of heads.
        with django_assert_num_queries(12):
            page = squeeze(client.get(address).content.decode())
    assert "own bounty €10" in page
    assert f'id="rebuy-{entry.pk}"' in page
    assert 'Rebuy <span class="number">€30</span>' in page

    sold = {"key": str(uuid4()), "kind": "rebuy"}
    headers = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{address}?sort=name"}
    with time_machine.travel(NOW, tick=False):
        sell = f"/floor/{felt.tournament.code}/entries/{entry.pk}/sell/"
        answer = client.post(sell, sold, headers=headers, follow=True)
        [line] = [line for line in client.get(address).context["page"].lines if line.id == entry.pk]
    assert "Anna Verdi" in said(answer)[0]
    assert line.sales.rebuys == 1


def test_the_list_is_searched_and_paged(client: Client) -> None:
    tournament = at_the_desk(client)
    enter(tournament, *(f"Player {number:03}" for number in range(53)), "Nicolò Bianchi")
    address = f"/floor/{tournament.code}/players/"

    pages = [client.get(address, {"page": page}).context["page"] for page in ("1", "2", "99", "x", "-1")]
    assert [(page.number, len(page.lines)) for page in pages] == [(1, 50), (2, 4), (2, 4), (1, 50), (1, 50)]
    found = client.get(address, {"q": "nicolo"}).context["page"].lines
    assert [line.name for line in found] == ["Nicolò Bianchi"]
    assert 7 in [line.number for line in client.get(address, {"q": "7"}).context["page"].lines]


def test_entries_taken_back_are_listed_but_not_counted(client: Client) -> None:
    tournament = at_the_desk(client)
    _anna, bruno, _carla = enter(tournament, "Anna", "Bruno", "Carla")
    client.post(f"/floor/{tournament.code}/players/{bruno.pk}/void/", {"reason": "Left"})

    response = client.get(f"/floor/{tournament.code}/players/")

    page = response.context["page"]
    assert (page.total, page.voided, len(page.lines)) == (2, 1, 3)
    assert "2 entries, 1 voided" in squeeze(response.content.decode())


def test_an_entry_is_taken_back_with_a_reason_and_its_seat_is_free(client: Client) -> None:
    tournament = at_the_desk(client)
    _anna, bruno = enter(tournament, "Anna", "Bruno")
    draw(tournament)
    address = f"/floor/{tournament.code}/players/{bruno.pk}/void/"

    assert "€50" in client.get(address).content.decode()
    assert client.post(address, {"reason": ""}).status_code == 422
    assert Entry.objects.get(pk=bruno.pk).status == EntryStatus.PLAYING
    assert client.post(address, {"reason": "Bought in by mistake"}).status_code == 302

    assert Entry.objects.get(pk=bruno.pk).status == EntryStatus.VOID
    assert not Seat.objects.filter(entry=bruno).exists()
    again = client.post(address, {"reason": "Twice"})
    assert again.status_code == 422
    assert "no longer in play" in again.content.decode()


def test_entries_of_another_tournament_are_not_there(client: Client) -> None:
    tournament = at_the_desk(client)
    (stranger,) = enter(make_tournament(make_account("other")), "Anna")

    for path in ("players/{}/void/", "tickets/{}/", "tickets/{}.pdf"):
        assert client.get(f"/floor/{tournament.code}/{path.format(stranger.pk)}").status_code == 404


# --- The list of players -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sort", "names"),
    [
        ("", ["Àlvaro", "Anna", "Bruno", "Carla"]),
        ("nonsense", ["Àlvaro", "Anna", "Bruno", "Carla"]),
        ("entry", ["Carla", "Àlvaro", "Bruno", "Anna"]),
        ("-entry", ["Anna", "Bruno", "Àlvaro", "Carla"]),
        ("-name", ["Carla", "Bruno", "Anna", "Àlvaro"]),
        ("chips", ["Bruno", "Anna", "Carla", "Àlvaro"]),
        ("-chips", ["Àlvaro", "Carla", "Anna", "Bruno"]),
        # Without a seat comes last, whichever way.
        ("seat", ["Bruno", "Anna", "Carla", "Àlvaro"]),
        ("-seat", ["Carla", "Anna", "Bruno", "Àlvaro"]),
    ],
)
def test_the_list_of_players_is_sorted_by_any_column_either_way(
    client: Client, sort: str, names: list[str]
) -> None:
    tournament = at_the_desk(client)
    entries = enter(tournament, "Anna", "Bruno", "Àlvaro", "Carla")
    draw(tournament)
    Seat.objects.update(entry=None)
    for entry, stack, seat in zip(entries, (300, 400, 100, 200), (2, 1, 0, 3), strict=True):
        Entry.objects.filter(pk=entry.pk).update(stack=stack)
        Seat.objects.filter(number=seat).update(entry=entry)

    response = client.get(f"/floor/{tournament.code}/players/", {"sort": sort})

    assert [line.name for line in response.context["page"].lines] == names


def test_a_second_tap_on_a_head_turns_the_order_round_and_the_search_stays(client: Client) -> None:
    tournament = at_the_desk(client)
    enter(tournament, "Anna", "Bruno")

    response = client.get(f"/floor/{tournament.code}/players/", {"sort": "chips", "q": "an"})
    page = squeeze(response.content.decode())

    assert 'aria-sort="descending"> <a class="sort" id="sort-chips" href="?q=an&amp;sort=-chips"' in page
    assert 'aria-sort="none"> <a class="sort" id="sort-name" href="?q=an&amp;sort=name"' in page


# --- Tickets -------------------------------------------------------------------------------------------------------


def test_a_ticket_has_table_seat_number_and_the_players_own_link(client: Client) -> None:
    tournament = at_the_desk(client)
    anna, _bruno = enter(tournament, "Anna <b>Verdi</b>", "Bruno")
    draw(tournament)
    seat = Seat.objects.get(entry=anna)

    response = client.get(f"/floor/{tournament.code}/tickets/{anna.pk}/")

    body = response.content.decode()
    assert f"Table 1 Seat {seat.number}" in body
    assert "Anna &lt;b&gt;Verdi&lt;/b&gt;" in body
    assert response.context["link"] == f"http://testserver/my/{anna.link_secret}/"
    assert re.search(r'<svg class="qr"[^>]* role="img"', body)


def test_a_ticket_is_a_pdf_page_and_all_tickets_are_as_many(client: Client) -> None:
    tournament = at_the_desk(client)
    assert client.get(f"/floor/{tournament.code}/tickets.pdf").status_code == 404
    anna, _bruno, _carla = enter(tournament, "Anna", "Bruno", "Carla Żółć 李")

    one = client.get(f"/floor/{tournament.code}/tickets/{anna.pk}.pdf")
    everybody = client.get(f"/floor/{tournament.code}/tickets.pdf")

    assert one.headers["Content-Type"] == "application/pdf"
    assert one.headers["Content-Disposition"] == 'inline; filename="ticket-1.pdf"'
    assert one.content.startswith(b"%PDF-")
    assert len(re.findall(rb"/Type /Page\b", one.content)) == 1
    assert len(re.findall(rb"/Type /Page\b", everybody.content)) == 3


# --- The list as a file, and the history of a player ---------------------------------------------------------------

AWKWARD = (
    "=1+1 Rossi",
    "'=x",
    "''+y",
    "'t Hooft",
    "@nna",
    "-Bo",
    "Verdi, Anna",
    'Luca "Jack" Neri',
    "Żółć 李; B",
)


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_exported_list_is_read_back_by_the_import_as_the_same_players(
    client: Client, language: str
) -> None:
    tournament = at_the_desk(client)
    players = [
        make_player(name, club_number=f"-{number}", public_name="+Nick")
        for number, name in enumerate(AWKWARD)
    ]
    for player in players:
        register_entry(tournament_id=tournament.pk, player_id=player.pk, by=ACTOR.at(NOW))
    client.cookies["django_language"] = language

    response = client.get(f"/floor/{tournament.code}/players.csv")
    lines = read_list(decode(response.content))
    plan = plan_import(tournament=make_tournament(), lines=lines, registers=True, now=NOW)

    assert response.headers["Content-Disposition"] == (
        f'attachment; filename="players-{tournament.code}.csv"'
    )
    assert sorted((line.name, line.public_name, line.club_number) for line in lines) == sorted(
        (player.name, "+Nick", player.club_number) for player in players
    )
    assert {(line.outcome, line.player_id) for line in plan.lines} == {
        ("known", player.pk) for player in players
    }


def test_the_exported_list_has_the_results_in_the_readers_figures(client: Client) -> None:
    tournament, (anna, bruno) = started(2, late_registration_level=0, buy_in_fee=3_50)
    bust(tournament, bruno, winner=anna)
    client.force_login(give_role(tournament, Role.REGISTRATION, "rita"))
    client.cookies["django_language"] = "it"

    text = client.get(f"/floor/{tournament.code}/players.csv").content.decode("utf-8-sig")

    assert text.splitlines() == [
        (
            "Nome;Nome pubblico;Numero di tessera;Paese;Iscrizioni;Posizione;Prezzo;Pagato;Dovuto;Premio;Bounty;"
            "Premi speciali;Eliminato da;Documento controllato;Documento controllato da"
        ),
        "Anna Verdi;;;;1;1;Buy-in;50,50;0;57;0;0;;;",
        "Bruno Neri;;;;1;2;Buy-in;50,50;0;33;0;0;;;",
    ]


def test_a_players_page_shows_the_history_and_how_many_entries_are_elsewhere(client: Client) -> None:
    tournament = at_the_desk(client, name="Monday")
    (entry,) = enter(tournament, "Anna Verdi")
    other = make_tournament(make_account("other"), name="Secret Tuesday")
    register_entry(tournament_id=other.pk, player_id=entry.player_id, by=ACTOR.at(NOW))

    page = squeeze(client.get(f"/floor/{tournament.code}/people/{entry.player_id}/").content.decode())

    assert "1 more entry in events where you are not on the staff." in page
    assert "Secret Tuesday" not in page
    assert f'<a class="link" href="/floor/{tournament.code}/people/{entry.player_id}/">Monday</a>' in page
