"""A structure out of an event as a text, and a pasted one into the editor."""

from __future__ import annotations

from datetime import timedelta
from io import BytesIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from tests.factories import ACTOR, PLAN, as_vera
from tests.pages import squeeze
from tests.tournament.rules.structures import level, pause_of, structure
from tests.tournament.views.setup.test_structure import rows_data
from tournament.models import Tournament
from tournament.rules.structure.levels import Level
from tournament.rules.structure.text.reading import read_structure
from tournament.services.clock import start_clock

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

LINES = "1  100/200 (200)  20\nBreak 15\n2  1,000/2,000  30 min"


def pasted(client: Client, tournament: Tournament, **data: Any) -> Any:
    return client.post(f"/floor/{tournament.code}/structure/paste/", data)


def editor_data(response: Any) -> dict[str, str]:
    """What the editor’s form sends as it is shown, without its button."""
    page = response.context
    data = {"first": str(page["first"]), "count": str(page["count"]), "seen": page["seen"]}
    data["wishes"] = page["wishes"]
    for row in page["rows"]:
        if row.state != "past":
            data[f"row-{row.index}-kind"] = row.kind
            data |= {f"row-{row.index}-{cell.name}": cell.value for cell in row.cells}
    return data


def saved(client: Client, tournament: Tournament, response: Any) -> Any:
    """The editor as it was shown after pasting, saved."""
    return client.post(f"/floor/{tournament.code}/structure/", editor_data(response) | {"do": "save"})


def test_what_is_taken_out_and_pasted_back_is_the_same(client: Client) -> None:
    tournament = as_vera(client)
    file = client.get(f"/floor/{tournament.code}/structure.csv")
    assert file.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert file.headers["Content-Disposition"] == f'attachment; filename="structure-{tournament.code}.csv"'
    assert read_structure(file.content.decode("utf-8")) == PLAN.structure

    before = rows_data(tournament, client)
    response = pasted(client, tournament, file=SimpleUploadedFile("structure.csv", file.content))
    assert response.status_code == 200
    assert saved(client, tournament, response).status_code == 302
    assert Tournament.objects.get().structure == PLAN.structure
    assert rows_data(tournament, client) == before


def test_pasted_lines_are_in_the_editor_and_nothing_is_saved_yet(client: Client) -> None:
    tournament = as_vera(client)
    response = pasted(client, tournament, text=LINES)
    assert "2 levels are in the editor. Nothing is saved yet." in squeeze(response.content.decode())
    assert Tournament.objects.get().structure == PLAN.structure

    assert saved(client, tournament, response).status_code == 302
    assert Tournament.objects.get().structure == structure(
        Level(small_blind=100, big_blind=200, ante=200, ante_kind="big_blind", duration_seconds=1_200),
        pause_of(15),
        level(1_000, 2_000, minutes=30),
    )


def test_levels_that_do_not_say_how_long_they_are_last_as_long_as_is_typed(client: Client) -> None:
    tournament = as_vera(client)
    response = pasted(client, tournament, text="100/200\n200/400 ante 400", minutes="12:30")
    saved(client, tournament, response)
    assert [period.duration_seconds for period in Tournament.objects.get().structure.periods] == [750, 750]


def test_what_has_been_played_stays(client: Client) -> None:
    tournament = as_vera(client)
    Tournament.objects.update(draw_made_at=timezone.now())
    start_clock(tournament_id=tournament.pk, by=ACTOR.at(timezone.now() - timedelta(minutes=1)))
    response = pasted(client, tournament, text="5/10 20 min\n100/200 20 min")
    assert "Row 1 has been played: it stays as it is." in squeeze(response.content.decode())
    saved(client, tournament, response)
    assert Tournament.objects.get().structure.periods == (PLAN.structure.periods[0], level(100, 200))


@pytest.mark.parametrize(
    ("data", "field", "says"),
    [
        ({}, "text", "Paste a structure, or choose a file."),
        ({"text": " \n"}, "text", "Paste a structure, or choose a file."),
        ({"text": "1 100/200 20\nfoo"}, "text", "Line 1: “20” may be minutes or an ante."),
        ({"text": "1 100/200 20\nfoo"}, "text", "Line 2: “foo” is not understood."),
        (
            {"text": "type;minutes;game;sb;bb\nlevel;20;XX;1;2"},
            "text",
            "Line 2, column game: “XX” is not a game",
        ),
        ({"text": "100/200", "minutes": "soon"}, "minutes", "Enter minutes, for example 20"),
        ({"text": "100/200", "minutes": "2000"}, "minutes", "Enter at most 1440 minutes."),
        ({"file": b""}, "file", "There is nothing to read."),
        ({"file": b"PK\x03\x04 a workbook"}, "file", "This is a spreadsheet: copy its cells"),
        ({"file": b"100/200\x00 20 min"}, "file", "This is not a text file"),
        ({"file": b"\xff\xfe\x00"}, "file", "The file is not text"),
    ],
)
def test_what_cannot_be_read_is_said_at_its_field(
    client: Client, data: dict[str, Any], field: str, says: str
) -> None:
    tournament = as_vera(client)
    if "file" in data:
        data = data | {"file": SimpleUploadedFile("structure.csv", BytesIO(data["file"]).read())}
    response = pasted(client, tournament, **data)
    assert response.status_code == 422
    assert says in " ".join(response.context["form"].errors[field])
    assert Tournament.objects.get().structure == PLAN.structure


def test_problems_of_the_structure_itself_are_said_in_the_language_of_the_reader(client: Client) -> None:
    tournament = as_vera(client)
    client.cookies["django_language"] = "it"
    response = pasted(client, tournament, text="type;minutes;sb;bb\nlevel;20;1;1000000000001")
    assert "valore fuori dai limiti" in response.context["form"].errors["text"][0]


def test_the_editor_leads_to_both(client: Client) -> None:
    tournament = as_vera(client)
    page = client.get(f"/floor/{tournament.code}/structure/").content.decode()
    assert f"/floor/{tournament.code}/structure/paste/" in page
    assert f"/floor/{tournament.code}/structure.csv" in page


def test_a_new_tournament_can_be_a_copy_of_one_of_the_directors(client: Client) -> None:
    tournament = as_vera(client)
    assert f"/floor/{tournament.code}/clone/" in client.get("/floor/new/").content.decode()
