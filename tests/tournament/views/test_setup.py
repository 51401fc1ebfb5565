"""Setting up through the pages: what is saved, what is refused and kept, who may."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories import ACTOR, PLAN, enter, give_role, make_account, make_tournament
from tournament.forms.payout_scheme import initial_of as initial_scheme
from tournament.forms.settings import initial_of as initial_settings
from tournament.models import Crew, Role, Tournament
from tournament.rules.schemes import FixedShares, scheme_from_dict, scheme_to_dict
from tournament.rules.structure import Break, Level
from tournament.rules.templates import TEMPLATES
from tournament.services.clock import start_clock
from tournament.services.tournaments import plan_of

pytestmark = pytest.mark.django_db


def as_vera(client: Client, **changes: Any) -> Tournament:
    """A tournament whose director is logged in."""
    tournament = make_tournament(**changes)
    client.force_login(make_account())
    return tournament


def settings_data(tournament: Tournament, **changes: str) -> dict[str, str]:
    plan = plan_of(tournament)
    data = {name: "" if value is None else str(value) for name, value in initial_settings(plan).items()}
    scheme = initial_scheme(scheme_from_dict(plan.payout_scheme_data))
    return data | {f"payout-{name}": value for name, value in scheme.items()} | changes


def rows_data(tournament: Tournament, client: Client) -> dict[str, str]:
    """What the editor's form would post, read from the page itself."""
    page = client.get(f"/floor/{tournament.code}/structure/").context
    data = {"first": str(page["first"]), "count": str(page["count"]), "seen": page["seen"]}
    for row in page["rows"]:
        if row.state != "past":
            data[f"row-{row.index}-kind"] = row.kind
            data |= {f"row-{row.index}-{cell.name}": cell.value for cell in row.cells}
    return data


# --- The list and a new tournament --------------------------------------------------------------------------------


def test_the_list_shows_the_tournaments_one_works_in_and_no_others(client: Client) -> None:
    as_vera(client, name="Mine")
    make_tournament(make_account("other"), name="Somebody else's")

    body = client.get("/floor/").content.decode()

    assert "Mine" in body
    assert "Somebody else" not in body


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_takes_the_same_queries_however_long(
    client: Client, count: int, django_assert_num_queries: Any
) -> None:
    for number in range(count):
        enter(as_vera(client, name=f"No. {number}"), f"Anna {number}", f"Bruno {number}")

    with django_assert_num_queries(3):  # session, account, list
        client.get("/floor/")


@pytest.mark.parametrize("template", [*TEMPLATES, "nothing"])
def test_a_tournament_starts_from_a_template_or_from_nothing(client: Client, template: str) -> None:
    client.force_login(make_account())

    response = client.post("/floor/new/", {"name": "Sunday", "template": template})

    tournament = Tournament.objects.get()
    assert response.headers["Location"] == f"/floor/{tournament.code}/settings/"
    if template in TEMPLATES:
        assert tournament.structure == TEMPLATES[template].structure
        assert tournament.starting_stack == TEMPLATES[template].starting_stack
    assert client.get(response.headers["Location"]).status_code == 200


def test_the_breaks_of_a_template_speak_the_directors_language(client: Client) -> None:
    client.force_login(make_account())
    client.post(
        "/floor/new/", {"name": "Domenica", "template": "main_event"}, headers={"accept-language": "it"}
    )

    labels = {p.label for p in Tournament.objects.get().structure.periods if isinstance(p, Break)}
    assert "" in labels
    assert len(labels) == 10


@pytest.mark.parametrize("name", ["", "x" * 10_000, "\u202e"])
def test_a_new_tournament_without_a_good_name_is_refused_and_the_input_kept(
    client: Client, name: str
) -> None:
    client.force_login(make_account())

    response = client.post("/floor/new/", {"name": name, "template": "turbo"})

    assert response.status_code == 422
    assert not Tournament.objects.exists()
    assert response.context["form"]["template"].value() == "turbo"


# --- Settings -----------------------------------------------------------------------------------------------------


def test_settings_are_saved_whole(client: Client) -> None:
    tournament = as_vera(client)
    data = settings_data(
        tournament,
        **{
            "name": "Friday Sixty",
            "price": "60,50",
            "buy_in_prize": "55,50",
            "payout-kind": "fixed",
            "payout-shares": "65 35",
        },
    )

    response = client.post(f"/floor/{tournament.code}/settings/", data)

    assert response.status_code == 302
    expected = replace(
        PLAN,
        name="Friday Sixty",
        buy_in_prize=55_50,
        payout_scheme_data=scheme_to_dict(FixedShares(shares=(650_000, 350_000))),
    )
    assert plan_of(Tournament.objects.get()) == expected


@pytest.mark.parametrize(
    ("field", "typed", "words"),
    [
        ("name", "x" * 10_000, "shorten it to 120"),
        ("buy_in_prize", "-45", "not below 0"),
        ("price", "999999999999999", "too large"),
        ("starting_stack", "-1", "from 1 to"),
        ("payout-shares", "50 30", "add up to 80 %"),
    ],
)
def test_settings_that_cannot_be_are_refused_with_field_and_cure_and_kept(
    client: Client, field: str, typed: str, words: str
) -> None:
    tournament = as_vera(client)
    data = settings_data(tournament, **{field: typed, "house_rules_text": "No phones at the table"})

    response = client.post(f"/floor/{tournament.code}/settings/", data)

    body = response.content.decode()
    assert response.status_code == 422
    assert words in body
    assert f'href="#id_{field}"' in body
    assert "No phones at the table" in body
    assert plan_of(Tournament.objects.get()) == PLAN


def test_a_field_that_is_fixed_by_now_is_named(client: Client) -> None:
    tournament = as_vera(client)
    enter(tournament, "Anna")

    response = client.post(
        f"/floor/{tournament.code}/settings/", settings_data(tournament, starting_stack="20000")
    )

    assert response.status_code == 422
    assert "players have entered under it" in response.context["form"].errors["starting_stack"][0]


def test_a_copy_is_made_and_its_settings_open(client: Client) -> None:
    tournament = as_vera(client)

    response = client.post(f"/floor/{tournament.code}/clone/", {"name": "Saturday Fifty"})

    copy = Tournament.objects.get(name="Saturday Fifty")
    assert response.headers["Location"] == f"/floor/{copy.code}/settings/"


def test_calling_off_wants_a_reason(client: Client) -> None:
    tournament = as_vera(client)

    assert client.post(f"/floor/{tournament.code}/cancel/", {"reason": " "}).status_code == 422
    assert Tournament.objects.get().status == "registering"
    assert client.post(f"/floor/{tournament.code}/cancel/", {"reason": "Storm"}).status_code == 302
    assert Tournament.objects.get().status == "cancelled"


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


@pytest.mark.parametrize(
    ("button", "kinds"),
    [
        ("insert-level:1", "LLLBLL"),
        ("insert-break:0", "LBLBLL"),
        ("insert-break:-1", "BLLBLL"),
        ("insert-level:4", "LLBLLL"),
        ("delete:2", "LLLL"),
        ("up:2", "LBLLL"),
        ("down:2", "LLLBL"),
        ("up:0", "LLBLL"),
        ("down:4", "LLBLL"),
        ("delete:99", "LLBLL"),
        ("explode:1", "LLBLL"),
        ("check", "LLBLL"),
    ],
)
def test_a_button_changes_the_rows_of_the_page_and_writes_nothing(
    client: Client, button: str, kinds: str
) -> None:
    tournament = as_vera(client)
    data = rows_data(tournament, client) | {"do": button}

    for headers in ({}, {"HX-Request": "true"}):
        response = client.post(f"/floor/{tournament.code}/structure/", data, headers=headers)

        rows = response.context["rows"]
        assert response.status_code == 200
        assert "".join("B" if row.kind == "break" else "L" for row in rows) == kinds
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
        ({"row-1-minutes": "0"}, "such as 20"),
        ({"row-1-minutes": "99999"}, "at most 1440 minutes"),
        ({"row-1-game": "XX"}, "Choose one of the list"),
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

    body = response.content.decode()
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
    start_clock(tournament_id=tournament.pk, actor=ACTOR, now=timezone.now() - timedelta(minutes=25))
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


@pytest.mark.parametrize("button", ["delete:0", "delete:1", "up:2", "insert-level:0", "down:1"])
def test_no_button_moves_a_frozen_row(client: Client, button: str) -> None:
    tournament = as_vera(client)
    Tournament.objects.update(draw_made_at=timezone.now())
    start_clock(tournament_id=tournament.pk, actor=ACTOR, now=timezone.now() - timedelta(minutes=25))
    data = rows_data(tournament, client)

    rows = client.post(f"/floor/{tournament.code}/structure/", data | {"do": button}).context["rows"]

    assert "".join("B" if row.kind == "break" else "L" for row in rows) == "LLBLL"


def test_a_level_that_began_while_the_page_was_open_is_left_alone(client: Client) -> None:
    tournament = as_vera(client)
    data = rows_data(tournament, client) | {"row-0-small_blind": "50", "row-0-big_blind": "75", "do": "save"}
    Tournament.objects.update(draw_made_at=timezone.now())
    start_clock(tournament_id=tournament.pk, actor=ACTOR, now=timezone.now() - timedelta(minutes=25))

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
    assert "Somebody else has changed the structure" in response.content.decode()
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


# --- The crew -----------------------------------------------------------------------------------------------------


def test_a_new_member_gets_a_link_that_logs_in_once(client: Client) -> None:
    tournament = as_vera(client)
    client.post(f"/floor/{tournament.code}/crew/", {"username": "ugo", "full_name": "Ugo", "role": "floor"})
    member = Crew.objects.get(account__username="ugo")

    page = client.post(f"/floor/{tournament.code}/crew/{member.pk}/link/")

    link = page.context["link"]
    phone = Client()
    assert phone.post(link).status_code == 302
    assert phone.get(f"/floor/{tournament.code}/clock/").status_code == 200
    assert phone.get(f"/floor/{tournament.code}/settings/").status_code == 403
    assert Client().post(link).status_code == 410


def test_a_new_link_ends_the_one_before(client: Client) -> None:
    tournament = as_vera(client)
    client.post(f"/floor/{tournament.code}/crew/", {"username": "ugo", "role": "floor"})
    address = f"/floor/{tournament.code}/crew/{Crew.objects.get(account__username='ugo').pk}/link/"
    first = client.post(address).context["link"]
    client.post(address)

    assert Client().post(first).status_code == 410


def test_nobody_gets_into_an_account_by_adding_it_to_a_tournament_of_their_own(client: Client) -> None:
    other = make_tournament(make_account("rival"))
    idle = make_account("idle")
    for name in ("rival", "idle"):
        tournament = as_vera(client)
        client.post(f"/floor/{tournament.code}/crew/", {"username": name, "role": "floor"})
        member = Crew.objects.get(account__username=name, tournament=tournament)

        response = client.post(f"/floor/{tournament.code}/crew/{member.pk}/link/")

        assert response.status_code == 302
    assert not idle.login_links.exists()
    assert not other.crew.get().account.login_links.exists()


def test_a_member_who_has_a_tournament_of_his_own_since_gets_no_link_from_here(client: Client) -> None:
    tournament = as_vera(client)
    client.post(f"/floor/{tournament.code}/crew/", {"username": "ugo", "role": "floor"})
    member = Crew.objects.get(account__username="ugo")
    make_tournament(member.account)

    assert client.post(f"/floor/{tournament.code}/crew/{member.pk}/link/").status_code == 302
    assert not member.account.login_links.exists()


def test_the_last_director_stays(client: Client) -> None:
    tournament = as_vera(client)
    mine = Crew.objects.get()

    client.post(f"/floor/{tournament.code}/crew/{mine.pk}/remove/")

    assert Crew.objects.filter(pk=mine.pk).exists()


def test_a_removed_member_is_out_with_the_next_request(client: Client) -> None:
    tournament = as_vera(client)
    floor = give_role(tournament, Role.FLOOR)
    phone = Client()
    phone.force_login(floor)
    assert phone.get(f"/floor/{tournament.code}/clock/").status_code == 200

    client.post(f"/floor/{tournament.code}/crew/{floor.crew.get().pk}/remove/")

    assert phone.get(f"/floor/{tournament.code}/clock/").status_code == 404


def test_members_of_another_tournament_are_not_there(client: Client) -> None:
    other = make_tournament(make_account("rival"))
    tournament = as_vera(client)
    stranger = Crew.objects.get(tournament=other)

    for action in ("link", "remove"):
        assert client.post(f"/floor/{tournament.code}/crew/{stranger.pk}/{action}/").status_code == 404


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"username": "", "role": "floor"}, "username"),
        ({"username": "two words", "role": "floor"}, "username"),
        ({"username": "x" * 10_000, "role": "floor"}, "username"),
        ({"username": "ugo", "role": "emperor"}, "role"),
        ({"username": "vera", "role": "floor"}, "username"),
    ],
)
def test_a_member_that_cannot_be_added_is_refused_at_the_field(
    client: Client, data: dict[str, str], field: str
) -> None:
    tournament = as_vera(client)

    response = client.post(f"/floor/{tournament.code}/crew/", data)

    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    assert Crew.objects.count() == 1


# --- Who may ------------------------------------------------------------------------------------------------------

DIRECTORS = {Role.DIRECTOR: 200, Role.FLOOR: 403, Role.REGISTRATION: 403}
FLOORS = {Role.DIRECTOR: 200, Role.FLOOR: 200, Role.REGISTRATION: 403}
EVERYBODY = {Role.DIRECTOR: 200, Role.FLOOR: 200, Role.REGISTRATION: 200}


@pytest.mark.parametrize("role", [*Role])
@pytest.mark.parametrize(
    ("path", "answers"),
    [
        ("settings/", DIRECTORS), ("clone/", DIRECTORS), ("cancel/", DIRECTORS), ("structure/", DIRECTORS),
        ("crew/", DIRECTORS), ("clock/", FLOORS), ("rules/", FLOORS), ("desk/", EVERYBODY),
        ("players/", EVERYBODY), ("import/", EVERYBODY), ("payouts/", EVERYBODY),
    ],
)  # fmt: skip
def test_each_page_opens_for_its_roles_only(
    client: Client, role: Role, path: str, answers: dict[Role, int]
) -> None:
    tournament = make_tournament()
    client.force_login(give_role(tournament, role, f"somebody-{role}"))

    assert client.get(f"/floor/{tournament.code}/{path}").status_code == answers[role]


@pytest.mark.parametrize("path", ["settings/", "structure/", "crew/", "clock/", "desk/", "payouts/"])
def test_a_stranger_is_told_there_is_nothing(client: Client, path: str) -> None:
    tournament = make_tournament()
    client.force_login(make_account("stranger"))

    assert client.get(f"/floor/{tournament.code}/{path}").status_code == 404
