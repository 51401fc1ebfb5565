"""Setting up through the pages: what is saved, what is refused and kept, who may."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from tests.factories import PLAN, as_vera, enter, give_role, make_account, make_tournament
from tests.pages import squeeze
from tournament.forms.prizes.payout_scheme import initial_of as initial_scheme
from tournament.forms.settings import initial_of as initial_settings
from tournament.models import Role, StaffMember, Tournament
from tournament.plans.plan import plan_of
from tournament.plans.settings import boxes
from tournament.rules.chip_sales import ChipOffer
from tournament.rules.payouts.money import BuyIn
from tournament.rules.payouts.schemes import FixedShares, payout_scheme_from_dict, payout_scheme_to_dict
from tournament.rules.structure.levels import Break
from tournament.rules.templates.catalogue import TEMPLATES

pytestmark = pytest.mark.django_db


def settings_data(client: Client, tournament: Tournament, **changes: str) -> dict[str, str]:
    """What the page that is open now sends."""
    plan = plan_of(tournament)
    data = {name: "" if value is None else str(value) for name, value in initial_settings(plan).items()}
    scheme = initial_scheme(payout_scheme_from_dict(plan.payout_scheme_data))
    data["seen"] = client.get(f"/floor/{tournament.code}/settings/").context["seen"]
    return data | {f"payout-{name}": value for name, value in scheme.items()} | changes


# --- The list and a new tournament --------------------------------------------------------------------------------


def test_the_list_shows_the_tournaments_one_works_in_and_no_others(client: Client) -> None:
    as_vera(client, name="Mine")
    make_tournament(make_account("other"), name="Someone else's")

    body = client.get("/floor/").content.decode()

    assert "Mine" in body
    assert "Someone else" not in body


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_takes_the_same_queries_however_long(
    client: Client, count: int, django_assert_num_queries: Any
) -> None:
    for number in range(count):
        enter(as_vera(client, name=f"No. {number}"), f"Anna {number}", f"Bruno {number}")

    with django_assert_num_queries(4):  # session, account, list, what one is asked
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


def test_who_directs_no_tournament_sets_none_up_once_the_house_has_one(client: Client) -> None:
    """Its director adds staff and finds every player: a clerk would become one alone."""
    newcomer, director = make_account("rita"), make_account("vera")
    client.force_login(newcomer)
    demo = make_tournament(director)
    Tournament.objects.filter(pk=demo.pk).update(is_demo=True)
    assert client.get("/floor/new/").status_code == 200, "a new house"

    tournament = make_tournament(director)
    StaffMember.objects.create(tournament=tournament, account=newcomer, role=Role.FLOOR)
    answers = [client.get("/floor/new/"), client.post("/floor/new/", {"name": "Mine", "template": "turbo"})]
    page = client.get("/floor/").content.decode()
    StaffMember.objects.all().delete()
    make_tournament(director)
    nowhere = client.get("/floor/").content.decode()

    assert [answer.status_code for answer in answers] == [403, 403]
    assert not Tournament.objects.filter(name="Mine").exists()
    assert "New tournament" not in page + nowhere
    assert "Ask a director to add you." in nowhere
    client.force_login(director)
    assert client.get("/floor/new/").status_code == 200
    assert "New tournament" in client.get("/floor/").content.decode()


# --- Settings -----------------------------------------------------------------------------------------------------


def test_settings_are_saved_whole(client: Client) -> None:
    tournament = as_vera(client)
    data = settings_data(
        client,
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
        payout_scheme_data=payout_scheme_to_dict(FixedShares(shares=(650_000, 350_000))),
    )
    assert plan_of(Tournament.objects.get()) == expected


def test_two_people_pay_but_one_alone_could_confirm_is_said_with_the_cure(client: Client) -> None:
    tournament = as_vera(client)
    address = f"/floor/{tournament.code}/settings/"
    remark = "vera is the only director or floor manager: nobody could confirm a payment that vera makes."
    assert remark not in squeeze(client.get(address).content.decode())

    saved = client.post(address, settings_data(client, tournament, two_people_from="100"), follow=True)
    assert ("Settings saved." in saved.content.decode(), remark in squeeze(saved.content.decode())) == (
        True,
        True,
    )
    assert f'href="/floor/{tournament.code}/staff/"' in saved.content.decode()

    give_role(tournament, Role.REGISTRATION)
    assert remark in squeeze(client.get(address).content.decode())
    give_role(tournament, Role.FLOOR)
    assert 'id="no-second-person"' not in client.get(address).content.decode()


def test_settings_that_cannot_be_are_refused_with_field_and_cure_and_kept(client: Client) -> None:
    tournament = as_vera(client)
    wrong = {
        "name": ("x" * 10_000, "shorten it to 120"),
        "buy_in_prize": ("-45", "at most two decimals"),
        "price": ("999999999999999", "too large"),
        "starting_stack": ("-1", "from 1 to"),
        "payout-shares": ("50 30", "add up to 80 %"),
    }
    typed = {field: text for field, (text, _) in wrong.items()}
    data = settings_data(client, tournament, **typed, house_rules_text="No phones at the table")

    response = client.post(f"/floor/{tournament.code}/settings/", data)

    body = response.content.decode()
    assert response.status_code == 422
    for field, (_, words) in wrong.items():
        assert words in body
        assert f'href="#id_{field}"' in body
    assert "No phones at the table" in body
    assert plan_of(Tournament.objects.get()) == PLAN


def test_an_add_on_is_not_sold_in_a_break_before_which_registration_closes(client: Client) -> None:
    tournament = as_vera(
        client,
        late_registration_level=2,
        rule_overrides={"event": {"registration_through_break": False}},
    )
    url = f"/floor/{tournament.code}/settings/"
    add_on = {"sold": "on", "chips": "10000", "price": "20", "prize": "20"}
    add_on |= {"window": "break", "last_level": "2", "holding": "any"}
    typed = {f"add_on-{name}": value for name, value in add_on.items()}

    refused = client.post(url, settings_data(client, tournament, **typed))

    assert refused.status_code == 422
    words = "Chips are sold in the break after level 2, but registration closes before it."
    assert words in refused.content.decode()
    assert 'href="#id_add_on-last_level"' in refused.content.decode()
    later = settings_data(client, tournament, **typed | {"late_registration_level": "3"})
    assert client.post(url, later).status_code == 302


def test_rebuys_and_add_ons_are_set_and_end_with_registration(client: Client) -> None:
    tournament = as_vera(client, late_registration_level=3)
    url = f"/floor/{tournament.code}/settings/"
    rebuy = {"sold": "on", "chips": "10000", "price": "30", "prize": "27,50", "fee": "2,50"}
    rebuy |= {"window": "levels", "last_level": "3", "holding": "any", "per_player": "2"}
    typed = {f"rebuy-{name}": value for name, value in rebuy.items()}

    too_long = client.post(url, settings_data(client, tournament, **typed | {"rebuy-last_level": "4"}))
    assert too_long.status_code == 422
    body = too_long.content.decode()
    assert "Sold until level 4, but registration ends with level 3" in body
    assert 'href="#id_rebuy-last_level"' in body
    assert Tournament.objects.get().rebuy_data is None

    assert client.post(url, settings_data(client, tournament, **typed)).status_code == 302
    offer = Tournament.objects.get().offer("rebuy")
    assert offer == ChipOffer(
        price=BuyIn(prize=27_50, fee=2_50), chips=10_000, last_level=3, holding="any", per_player=2
    )
    page = client.get(url).context
    assert page["rebuy_form"]["chips"].value() == 10_000
    assert client.post(url, settings_data(client, tournament)).status_code == 302
    assert Tournament.objects.get().rebuy_data is None


def test_settings_changed_by_somebody_else_meanwhile_are_not_silently_replaced(client: Client) -> None:
    tournament = as_vera(client)
    mine = settings_data(client, tournament, name="Mine", starting_stack="none")
    url = f"/floor/{tournament.code}/settings/"
    client.post(url, settings_data(client, tournament, guarantee="1000"))

    # A mistake of one's own in between changes nothing about that.
    mine["seen"] = client.post(url, mine).context["seen"]
    mine["starting_stack"] = "10000"
    response = client.post(url, mine)

    assert response.status_code == 422
    assert "Someone else has changed the settings" in response.content.decode()
    assert 'value="Mine"' in response.content.decode()
    saved = Tournament.objects.get()
    assert (saved.name, saved.guarantee) == (PLAN.name, 1000_00)

    assert client.post(url, mine | {"seen": response.context["seen"]}).status_code == 302
    saved = Tournament.objects.get()
    assert (saved.name, saved.guarantee) == ("Mine", 0)


def test_a_field_that_is_fixed_by_now_is_named(client: Client) -> None:
    tournament = as_vera(client)
    enter(tournament, "Anna")

    response = client.post(
        f"/floor/{tournament.code}/settings/", settings_data(client, tournament, starting_stack="20000")
    )

    assert response.status_code == 422
    assert "players have registered under it" in response.context["form"].errors["starting_stack"][0]


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


# --- Who may ------------------------------------------------------------------------------------------------------

DIRECTORS = {Role.DIRECTOR: 200, Role.FLOOR: 403, Role.REGISTRATION: 403}
FLOORS = {Role.DIRECTOR: 200, Role.FLOOR: 200, Role.REGISTRATION: 403}
EVERYBODY = {Role.DIRECTOR: 200, Role.FLOOR: 200, Role.REGISTRATION: 200}


OPENS = {
    **dict.fromkeys(("settings/", "clone/", "cancel/", "structure/", "staff/"), DIRECTORS),
    **dict.fromkeys(("clock/", "rules/"), FLOORS),
    **dict.fromkeys(("desk/", "players/", "import/", "payouts/"), EVERYBODY),
}


@pytest.mark.parametrize("role", [*Role])
def test_each_page_opens_for_its_roles_only(client: Client, role: Role) -> None:
    tournament = make_tournament()
    client.force_login(give_role(tournament, role, f"somebody-{role}"))

    answers = {path: client.get(f"/floor/{tournament.code}/{path}").status_code for path in OPENS}

    assert answers == {path: of[role] for path, of in OPENS.items()}


def test_a_stranger_is_told_there_is_nothing(client: Client) -> None:
    tournament = make_tournament()
    client.force_login(make_account("stranger"))

    for path in OPENS:
        assert client.get(f"/floor/{tournament.code}/{path}").status_code == 404, path


def test_the_page_has_a_box_for_each_setting_that_it_asks(client: Client) -> None:
    """One that is left out would be saved as if nobody had wanted it."""
    tournament = as_vera(client)
    page = client.get(f"/floor/{tournament.code}/settings/").content.decode()
    assert [setting.name for setting in boxes() if f'name="{setting.name}"' not in page] == []


def test_the_picture_of_the_wall_is_drawn_with_what_is_typed_and_nothing_is_kept(client: Client) -> None:
    tournament = as_vera(client)
    address = f"/floor/{tournament.code}/settings/wall/"
    drawn = client.get(address, {"line_1": "Level <level>, <players> left", "figure_1": "nobody's"})
    picture = re.sub("<[^>]+>", "", drawn.content.decode())
    assert "Level 1, 0 left" in picture
    assert "Players" in picture
    assert "Level 1, 0 left" not in re.sub("<[^>]+>", "", client.get(address).content.decode())
    assert address in client.get(f"/floor/{tournament.code}/settings/").content.decode()
