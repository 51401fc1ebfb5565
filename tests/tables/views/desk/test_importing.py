"""A list of players is read in: shown first, asked about, done once, reported."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tables.services.desk.player_list import MAX_BYTES
from tests.factories import ACTOR, NOW, enter, make_player, make_tournament
from tests.factories.desk import at_the_desk
from tests.factories.prices import LATE, MEMBER, STAFF, priced
from tests.pages import squeeze
from tournament.models import Account, Entry, Player, StaffMember, Tournament
from tournament.rules.payouts.prices import read_quote
from tournament.rules.spreadsheets import harmless
from tournament.services.field.entries import register_entry

pytestmark = pytest.mark.django_db


def upload(client: Client, tournament: Tournament, data: bytes, **more: str) -> Any:
    file = SimpleUploadedFile("players.csv", data, content_type="text/csv")
    return client.post(
        f"/floor/{tournament.code}/import/", {"file": file, "what": "register", "do": "preview"} | more
    )


def test_a_file_is_shown_first_and_done_once(client: Client) -> None:
    tournament = at_the_desk(client)
    preview = upload(client, tournament, "nome;tessera\nNicolò;1\nAnna;2\n;3\n".encode("utf-8-sig"))
    assert "Nothing has been imported yet." in preview.content.decode()
    assert not Entry.objects.exists()
    plan = preview.context["plan"]
    assert ([p.line.number for p in plan.refused], len(plan.accepted)) == ([4], 2)
    data = {
        "text": preview.context["form"].cleaned_data["text"], "what": "register", "do": "run",
        "digest": plan.digest, "key": str(uuid4()),
    }  # fmt: skip

    for _ in range(2):
        done = client.post(f"/floor/{tournament.code}/import/", data)
        assert done.context["done"] == {"accepted": 2, "new": 2, "refused": 1}

    assert Entry.objects.count() == 2


def test_a_country_that_nobody_knows_is_said_and_left_blank(client: Client) -> None:
    tournament = at_the_desk(client)
    sent = b"name;nationality\nAnna;Italai\nBruno;Italia\n"
    page = squeeze(upload(client, tournament, sent).content.decode())
    assert "1 player has a country that is not known, which is left blank. The report names the line." in page
    assert "“Italai” is not a known country: left blank." in page
    report = upload(client, tournament, sent, do="report").content.decode("utf-8-sig").splitlines()
    assert report[1:] == [
        "2,Anna,,new player,country,“Italai” is not a known country: left blank.,",
        "3,Bruno,,new player,,,",
    ]


def test_a_file_of_an_unknown_code_page_is_asked_about_before_the_preview(client: Client) -> None:
    tournament = at_the_desk(client)
    asked = upload(client, tournament, "nome;tessera\nJiří Dvořák;1\nTomáš;2\n".encode("cp1250"))
    body = asked.content.decode()
    assert "Which names are spelled correctly?" in body
    assert "Jiří Dvořák · Tomáš" in body
    assert "Jiøí Dvoøák · Tomáš" in body
    assert asked.context["plan"] is None
    sent = {"sent": asked.context["form"].cleaned_data["sent"], "what": "register", "do": "preview"}

    preview = client.post(f"/floor/{tournament.code}/import/", {**sent, "code_page": "cp1250"})

    assert [p.line.name for p in preview.context["plan"].accepted] == ["Jiří Dvořák", "Tomáš"]
    # Without an answer, and with one that is none, it is asked again.
    for answer in ({}, {"code_page": "klingon"}):
        again = client.post(f"/floor/{tournament.code}/import/", {**sent, **answer})
        assert "Which names are spelled correctly?" in again.content.decode()


def test_the_browsers_line_endings_do_not_change_the_plan(client: Client) -> None:
    tournament = at_the_desk(client)
    preview = upload(client, tournament, b"name\nAnna\nBruno\n")
    text = preview.context["form"].cleaned_data["text"].replace("\n", "\r\n")
    data = {"text": text, "what": "register", "do": "run", "digest": preview.context["plan"].digest,
            "key": str(uuid4())}  # fmt: skip

    assert client.post(f"/floor/{tournament.code}/import/", data).status_code == 200
    assert Entry.objects.count() == 2


def test_a_list_that_changed_since_is_shown_anew(client: Client) -> None:
    tournament = at_the_desk(client)
    preview = upload(client, tournament, b"Anna\nBruno")
    enter(tournament, "Anna")
    data = {"text": "Anna\nBruno", "what": "register", "do": "run", "digest": preview.context["plan"].digest,
            "key": str(uuid4())}  # fmt: skip

    response = client.post(f"/floor/{tournament.code}/import/", data)

    assert response.status_code == 409
    assert len(response.context["plan"].refused) == 1
    assert Entry.objects.count() == 1


def test_one_club_number_under_two_names_is_asked_before_anything_is_imported(client: Client) -> None:
    tournament = at_the_desk(client)
    preview = upload(client, tournament, b"name;card\nAnna;\nCarla;7\nCarlo;7")
    body = preview.content.decode()
    assert "Whose club number is 7?" in body
    assert len(re.findall(r'type="radio" name="question-3"', body)) == 3
    assert not re.search(r"<input[^>]*checked", body)
    data = {"text": preview.context["form"].cleaned_data["text"], "what": "register", "do": "run",
            "digest": preview.context["plan"].digest}  # fmt: skip

    unanswered = client.post(f"/floor/{tournament.code}/import/", {**data, "key": str(uuid4())})
    assert unanswered.status_code == 422
    assert "Answer the questions about club numbers first." in unanswered.content.decode()
    assert not Player.objects.exists()

    done = client.post(f"/floor/{tournament.code}/import/", {**data, "question-3": "4", "key": str(uuid4())})
    assert done.context["done"] == {"accepted": 2, "new": 2, "refused": 1}
    assert list(Player.objects.values_list("name", "club_number")) == [("Anna", ""), ("Carlo", "7")]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "The list is empty"),
        (b"\x89PNG\r\n\x1a\n" + b"x" * 600_000, "This is a picture, not a list of players"),
        (b'name\n"Anna', "quotation mark"),
        (b"PK\x03\x04zip", "save it as CSV"),
        (b"\x00\x01\x02", "not a text"),
        (b"colour;size\nred;1", "No column has the names"),
        (b"x" * (MAX_BYTES + 1), "split it into files"),
    ],
)
def test_a_file_that_is_no_list_is_refused_at_the_field(client: Client, data: bytes, words: str) -> None:
    tournament = at_the_desk(client)

    response = upload(client, tournament, data)

    assert response.status_code == 422
    assert words in response.context["form"].errors["file"][0]
    assert not Player.objects.exists()


def test_nothing_sent_is_said_so(client: Client) -> None:
    tournament = at_the_desk(client)

    response = client.post(f"/floor/{tournament.code}/import/", {"what": "register", "do": "preview"})

    assert response.status_code == 422
    assert "Choose a file" in response.context["form"].errors["file"][0]


def test_the_report_has_every_line_and_no_formula(client: Client) -> None:
    tournament = at_the_desk(client)
    text = 'name;card\n=HYPERLINK("http://x");\n@SUM(A1);+5\nAnna;'
    data = {"text": text, "what": "register", "do": "report"}

    response = client.post(f"/floor/{tournament.code}/import/", data)

    assert response.headers["Content-Disposition"].startswith("attachment; filename=")
    rows = response.content.decode("utf-8-sig").splitlines()
    assert rows[0] == "Line,Name,Club number,Result,Field,Reason,What to do"
    assert rows[2] == "3,'@SUM(A1),'+5,new player,,,"
    assert rows[1].startswith("2,\"'=HYPERLINK")
    assert rows[3] == "4,Anna,,new player,,,"
    assert not Player.objects.exists()


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1", "@x", "\t=1", " =1", "\r=1"])
def test_a_cell_that_could_be_a_formula_gets_an_apostrophe(cell: str) -> None:
    assert harmless(cell) == f"'{cell}"


# --- Prices ---------------------------------------------------------------------------------------------------------


def send(client: Client, tournament: Tournament, data: bytes) -> Any:
    """The list is shown, then imported."""
    preview = upload(client, tournament, data)
    sent = {"text": preview.context["form"].cleaned_data["text"], "what": "register", "do": "run",
            "price": preview.context["form"].cleaned_data.get("price", ""),
            "digest": preview.context["plan"].digest, "key": str(uuid4())}  # fmt: skip
    client.post(f"/floor/{tournament.code}/import/", sent)
    return preview


def test_a_list_with_prices_is_shown_with_them_and_pays_them(client: Client) -> None:
    tournament = at_the_desk(client, **priced(LATE, MEMBER))

    preview = send(client, tournament, "name;price\nAnna;€ 47\nBruno;1.000\nCarla;late\n".encode())

    page = squeeze(preview.content.decode())
    assert "Member €47" in page
    assert "This event has no price “1.000”." in page
    assert list(Entry.objects.order_by("number").values_list("player__name", "price_name")) == [
        ("Anna", "Member"),
        ("Carla", "Late"),
    ]


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_list_of_one_event_imported_at_another_gives_the_same_list(client: Client, language: str) -> None:
    prices = priced(LATE, MEMBER, STAFF)
    tournament = at_the_desk(client, **prices)
    there = make_tournament(**prices)
    StaffMember.objects.create(
        account=Account.objects.get(username="rita"), tournament=there, role="registration"
    )
    quotes = {"Anna Verdi": "hand:4700:Member", "Bruno Neri": "hand:5000:", "Carla Rossi": "hand:4500:Staff"}
    for name, quote in quotes.items():
        player = make_player(name, public_name=name[:3], club_number=name[0])
        register_entry(
            tournament_id=tournament.pk, player_id=player.pk, by=ACTOR.at(NOW), quote=read_quote(quote)
        )
    client.cookies["django_language"] = language

    def listed(code: str) -> str:
        return client.get(f"/floor/{code}/players.csv").content.decode()

    send(client, there, listed(tournament.code).encode())

    assert Entry.objects.filter(tournament=there).count() == 3
    assert listed(there.code) == listed(tournament.code)
