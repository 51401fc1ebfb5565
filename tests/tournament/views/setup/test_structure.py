"""The structure editor: every button, what is refused with its row, and what stays frozen."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories import ACTOR, PLAN, as_vera
from tests.pages import squeeze
from tournament.models import Tournament
from tournament.rules.structure.levels import Level
from tournament.services.clock import start_clock

# Rows are added, moved and checked in the form; what is kept is one JSON value.
pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def rows_data(tournament: Tournament, client: Client) -> dict[str, str]:
    """What the editor's form would post, read from the page itself."""
    page = client.get(f"/floor/{tournament.code}/structure/").context
    data = {"first": str(page["first"]), "count": str(page["count"]), "seen": page["seen"]}
    for row in page["rows"]:
        if row.state != "past":
            data[f"row-{row.index}-kind"] = row.kind
            data |= {f"row-{row.index}-{cell.name}": cell.value for cell in row.cells}
    return data


def kinds_of(response: Any) -> str:
    """L for each level of the page, B for each break."""
    return "".join("B" if row.kind == "break" else "L" for row in response.context["rows"])


# --- The structure editor -----------------------------------------------------------------------------------------


def test_the_editor_shows_and_saves_the_structure_unchanged(client: Client) -> None:
    tournament = as_vera(client)
    data = rows_data(tournament, client)

    response = client.post(f"/floor/{tournament.code}/structure/", data | {"do": "save"})

    assert response.status_code == 302
    assert Tournament.objects.get().structure == PLAN.structure


def test_a_changed_row_is_saved(client: Client) -> None:
    tournament = as_vera(client)
    data = rows_data(tournament, client) | {"row-1-big_blind": "150", "row-1-minutes": "7:30", "do": "save"}
    data["row-1-small_blind"] = "75"

    client.post(f"/floor/{tournament.code}/structure/", data)

    assert Tournament.objects.get().structure.periods[1] == Level(
        small_blind=75, big_blind=150, duration_seconds=450
    )


def test_a_saved_structure_is_confirmed_where_the_form_itself_is_swapped(client: Client) -> None:
    tournament = as_vera(client)
    data = rows_data(tournament, client) | {"do": "save"}
    headers = {"HX-Request": "true", "HX-Trigger": "editor", "HX-Target": "editor"}

    response = client.post(f"/floor/{tournament.code}/structure/", data, headers=headers)

    assert 'message__text">Structure saved.' in squeeze(response.content.decode())


def test_each_row_selects_what_it_has_in_the_readers_language(client: Client) -> None:
    tournament = as_vera(client)
    for language, words in (("en", ["No ante", "Big blind"]), ("it", ["Senza ante", "Big blind"])):
        client.post("/language/", {"language": language, "next": "/"})
        page = squeeze(client.get(f"/floor/{tournament.code}/structure/").content.decode())
        selects = re.findall(r'<select id="row-\d+-ante_kind".*?</select>', page)
        chosen = [re.findall(r"<option[^>]* selected>([^<]*)<", select) for select in selects]
        none, big_blind = words
        # Two levels without an ante, a break, two with the big-blind ante.
        assert chosen == [[none], [none], [big_blind], [big_blind]]


BUTTONS = {
    "insert-level:1": "LLLBLL",
    "insert-break:0": "LBLBLL",
    "insert-break:-1": "BLLBLL",
    "insert-level:4": "LLBLLL",
    "delete:2": "LLLL",
    "up:2": "LBLLL",
    "down:2": "LLLBL",
    "up:0": "LLBLL",
    "down:4": "LLBLL",
    "delete:99": "LLBLL",
    "explode:1": "LLBLL",
    "check": "LLBLL",
}


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}], ids=["page", "part"])
def test_a_button_changes_the_rows_of_the_page_and_writes_nothing(
    client: Client, headers: dict[str, str]
) -> None:
    tournament = as_vera(client)
    data = rows_data(tournament, client)

    def pressed(button: str) -> str:
        response = client.post(f"/floor/{tournament.code}/structure/", data | {"do": button}, headers=headers)
        assert response.status_code == 200
        return kinds_of(response)

    # One button of each kind on the page, all of them in its part.
    buttons = BUTTONS if headers else {name: BUTTONS[name] for name in ("insert-level:1", "delete:2", "up:2")}
    assert {button: pressed(button) for button in buttons} == buttons
    assert Tournament.objects.get().structure == PLAN.structure


def test_a_level_added_at_the_end_doubles_the_last(client: Client) -> None:
    tournament = as_vera(client)
    data = rows_data(tournament, client) | {"do": "insert-level:4"}

    added = client.post(f"/floor/{tournament.code}/structure/", data).context["rows"][5]

    assert added.period == Level(
        small_blind=400, big_blind=800, ante=800, ante_kind="big_blind", duration_seconds=1200
    )


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"row-1-big_blind": "-100"}, "whole number from 0"),
        ({"row-1-big_blind": "1e6"}, "whole number from 0"),
        ({"row-1-big_blind": "9" * 10_000}, "too long"),
        ({"row-1-minutes": "0"}, "for example 20"),
        ({"row-1-minutes": "99999"}, "at most 1440 minutes"),
        ({"row-1-game": "XX"}, "Choose one from the list"),
        ({"row-2-label": "x" * 10_000}, "shorten it to 100"),
        ({"row-2-chips_removed": "25 -5"}, "whole number from 1"),
    ],
)
def test_a_row_that_cannot_be_read_names_row_field_and_cure_and_keeps_the_input(
    client: Client, changes: dict[str, str], words: str
) -> None:
    tournament = as_vera(client)
    data = rows_data(tournament, client) | {"row-3-small_blind": "120"} | changes | {"do": "save"}

    response = client.post(f"/floor/{tournament.code}/structure/", data)

    body = squeeze(response.content.decode())
    name = next(iter(changes))
    row = int(name.split("-")[1]) + 1
    assert response.status_code == 422
    assert words in body
    assert f'Row {row}, <a href="#{name}">' in body
    assert response.context["rows"][3].cells[0].value == "120"
    assert len(body) < 100_000
    assert Tournament.objects.get().structure == PLAN.structure


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"row-3-small_blind": "40", "row-3-big_blind": "80"}, "Row 4: The small blind falls from 50 to 40"),
        ({"row-1-small_blind": "60"}, "Row 2: 60 (small blind) cannot be paid"),
        ({"row-1-small_blind": "0", "row-1-big_blind": "0"}, "Row 2: There is no big blind"),
        ({"row-3-ante": "400"}, "Row 4: The ante 400 is above the big blind 200"),
    ],
)
def test_an_impossible_structure_is_refused_naming_the_row(
    client: Client, changes: dict[str, str], words: str
) -> None:
    tournament = as_vera(client)
    data = rows_data(tournament, client) | changes | {"do": "save"}

    response = client.post(f"/floor/{tournament.code}/structure/", data)

    assert response.status_code == 422
    assert words in response.content.decode()
    assert Tournament.objects.get().structure == PLAN.structure


def test_a_structure_without_a_level_is_refused(client: Client) -> None:
    tournament = as_vera(client)
    seen = rows_data(tournament, client)["seen"]
    data = {
        "first": "0",
        "count": "1",
        "seen": seen,
        "row-0-kind": "break",
        "row-0-minutes": "5",
        "do": "save",
    }

    response = client.post(f"/floor/{tournament.code}/structure/", data)

    assert response.status_code == 422
    assert "There is no level: add one." in response.content.decode()


@pytest.mark.parametrize("count", ["201", "999999", "-1", "many", "9" * 10_000])
def test_a_structure_of_too_many_rows_is_refused(client: Client, count: str) -> None:
    tournament = as_vera(client)

    response = client.post(f"/floor/{tournament.code}/structure/", {"count": count, "do": "save"})

    assert response.status_code == 422
    assert Tournament.objects.get().structure == PLAN.structure


def test_what_was_played_is_frozen_and_shown_so(client: Client) -> None:
    tournament = as_vera(client)
    Tournament.objects.update(draw_made_at=timezone.now())
    start_clock(tournament_id=tournament.pk, by=ACTOR.at(timezone.now() - timedelta(minutes=25)))
    data = rows_data(tournament, client)

    rows = client.get(f"/floor/{tournament.code}/structure/").context["rows"]
    assert [row.state for row in rows] == ["past", "current", "", "", ""]
    assert [cell.name for cell in rows[1].cells] == ["minutes"]

    # Whatever a form claims of the level in play, only its minutes count.
    tampered = data | {"row-0-small_blind": "1", "row-0-minutes": "30", "do": "save"}
    tampered |= {"row-3-small_blind": "300", "row-3-big_blind": "600", "row-3-ante": "600"}
    response = client.post(f"/floor/{tournament.code}/structure/", tampered)

    assert response.status_code == 302, response.content.decode()
    periods = Tournament.objects.get().structure.periods
    assert periods[0] == PLAN.structure.periods[0]
    assert periods[1] == Level(small_blind=50, big_blind=100, duration_seconds=1800)
    assert periods[4].to_dict()["big_blind"] == 600


def test_no_button_moves_a_frozen_row(client: Client) -> None:
    tournament = as_vera(client)
    Tournament.objects.update(draw_made_at=timezone.now())
    start_clock(tournament_id=tournament.pk, by=ACTOR.at(timezone.now() - timedelta(minutes=25)))
    data = rows_data(tournament, client)

    for button in ("delete:0", "delete:1", "up:2", "insert-level:0", "down:1"):
        response = client.post(
            f"/floor/{tournament.code}/structure/", data | {"do": button}, headers={"HX-Request": "true"}
        )
        assert kinds_of(response) == "LLBLL", button


def test_a_level_that_began_while_the_page_was_open_is_left_alone(client: Client) -> None:
    tournament = as_vera(client)
    data = rows_data(tournament, client) | {"row-0-small_blind": "50", "row-0-big_blind": "75", "do": "save"}
    Tournament.objects.update(draw_made_at=timezone.now())
    start_clock(tournament_id=tournament.pk, by=ACTOR.at(timezone.now() - timedelta(minutes=25)))

    response = client.post(f"/floor/{tournament.code}/structure/", data)

    assert response.status_code == 422
    assert "has been played" in response.content.decode()
    assert Tournament.objects.get().structure == PLAN.structure


def test_a_structure_that_somebody_else_changed_is_not_overwritten_unseen(client: Client) -> None:
    tournament = as_vera(client)
    data = rows_data(tournament, client) | {"do": "save"}
    client.post(f"/floor/{tournament.code}/structure/", data | {"row-0-minutes": "25"})

    response = client.post(f"/floor/{tournament.code}/structure/", data | {"row-0-minutes": "15"})

    assert response.status_code == 422
    assert "Someone else has changed the structure" in response.content.decode()
    assert Tournament.objects.get().structure.periods[0].duration_seconds == 1500


def test_unusual_rows_are_remarked_on_and_saved(client: Client) -> None:
    tournament = as_vera(client)
    data = rows_data(tournament, client) | {
        "row-4-small_blind": "600",
        "row-4-big_blind": "1200",
        "row-4-ante": "1200",
    }

    response = client.post(f"/floor/{tournament.code}/structure/", data | {"do": "check"})
    assert response.context["rows"][4].remarks == [
        ("warning", "The big blind more than doubles, from 200 to 1,200.")
    ]
    assert client.post(f"/floor/{tournament.code}/structure/", data | {"do": "save"}).status_code == 302
