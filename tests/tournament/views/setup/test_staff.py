"""The staff of a tournament: who comes in, by which link, and who goes."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client

from tests.factories import NOW, as_vera, give_role, make_account, make_tournament
from tournament.models import Account, HouseLine, Role, SecondFactor, StaffMember, Tournament

pytestmark = pytest.mark.django_db


# --- The staff -----------------------------------------------------------------------------------------------------


def test_a_new_member_gets_a_link_that_logs_in_once(client: Client) -> None:
    tournament = as_vera(client)
    client.post(f"/floor/{tournament.code}/staff/", {"username": "ugo", "full_name": "Ugo", "role": "floor"})
    member = StaffMember.objects.get(account__username="ugo")

    page = client.post(f"/floor/{tournament.code}/staff/{member.pk}/link/")

    link = page.context["link"]
    phone = Client()
    assert phone.post(link).status_code == 302
    assert phone.get(f"/floor/{tournament.code}/clock/").status_code == 200
    assert phone.get(f"/floor/{tournament.code}/settings/").status_code == 403
    assert Client().post(link).status_code == 410


def test_a_new_link_ends_the_one_before(client: Client) -> None:
    tournament = as_vera(client)
    client.post(f"/floor/{tournament.code}/staff/", {"username": "ugo", "role": "floor"})
    address = f"/floor/{tournament.code}/staff/{StaffMember.objects.get(account__username='ugo').pk}/link/"
    first = client.post(address).context["link"]
    client.post(address)

    assert Client().post(first).status_code == 410


def test_nobody_gets_into_an_account_by_adding_it_to_a_tournament_of_their_own(client: Client) -> None:
    other = make_tournament(make_account("rival"))
    idle = make_account("idle")
    for name in ("rival", "idle"):
        tournament = as_vera(client)
        give_role(tournament, Role.FLOOR, name)
        member = StaffMember.objects.get(account__username=name, tournament=tournament)

        response = client.post(f"/floor/{tournament.code}/staff/{member.pk}/link/")

        assert response.status_code == 302
    assert not idle.login_links.exists()
    assert not other.staff.get().account.login_links.exists()


def test_a_member_who_has_a_tournament_of_his_own_since_gets_no_link_from_here(client: Client) -> None:
    tournament = as_vera(client)
    client.post(f"/floor/{tournament.code}/staff/", {"username": "ugo", "role": "floor"})
    member = StaffMember.objects.get(account__username="ugo")
    make_tournament(member.account)

    assert client.post(f"/floor/{tournament.code}/staff/{member.pk}/link/").status_code == 302
    assert not member.account.login_links.exists()


def test_the_last_director_stays(client: Client) -> None:
    tournament = as_vera(client)
    mine = StaffMember.objects.get()

    client.post(f"/floor/{tournament.code}/staff/{mine.pk}/remove/")

    assert StaffMember.objects.filter(pk=mine.pk).exists()


def test_a_removed_member_is_out_with_the_next_request(client: Client) -> None:
    tournament = as_vera(client)
    floor = give_role(tournament, Role.FLOOR)
    phone = Client()
    phone.force_login(floor)
    assert phone.get(f"/floor/{tournament.code}/clock/").status_code == 200

    client.post(f"/floor/{tournament.code}/staff/{floor.staff_roles.get().pk}/remove/")

    assert phone.get(f"/floor/{tournament.code}/clock/").status_code == 404
    answer = phone.post(f"/floor/{tournament.code}/registration/close/")
    tournament.refresh_from_db()
    assert (answer.status_code, tournament.registration_closed_at) == (404, None)


def test_members_of_another_tournament_are_not_there(client: Client) -> None:
    other = make_tournament(make_account("rival"))
    tournament = as_vera(client)
    stranger = StaffMember.objects.get(tournament=other)

    for action in ("link", "remove"):
        assert client.post(f"/floor/{tournament.code}/staff/{stranger.pk}/{action}/").status_code == 404


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

    response = client.post(f"/floor/{tournament.code}/staff/", data)

    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    assert StaffMember.objects.count() == 1


# --- Names that somebody has already ---------------------------------------------------------------------------------


def offered(client: Client, tournament: Tournament, name: str, do: str = "offer") -> str:
    """The page after the director has said who it is."""
    data = {"username": name, "role": "floor", "do": do, "key": uuid4()}
    return client.post(f"/floor/{tournament.code}/staff/offer/", data, follow=True).content.decode()


def test_a_name_of_another_event_is_asked_about_and_gives_nobody_a_role(client: Client) -> None:
    """A director adds the "marco" they know; another one, of the event next door, is logged in at this moment."""
    marco = make_account("marco")
    make_tournament(marco)
    Account.objects.filter(pk=marco.pk).update(first_name="Marco Neri")
    stranger = Client()
    stranger.force_login(marco)
    tournament = as_vera(client)

    for typed in ("marco", "MARCO"):
        answer = client.post(f"/floor/{tournament.code}/staff/", {"username": typed, "role": "floor"})

        page = answer.content.decode()
        assert answer.status_code == 422
        for words in ("Is this the same person?", "Yes, invite Marco Neri: Floor", f"“{typed}2”"):
            assert words in page
        assert stranger.get(f"/floor/{tournament.code}/").status_code == 404
        assert not HouseLine.objects.filter(verb="role_given").exists()


def test_the_person_takes_the_role_or_declines_it(client: Client) -> None:
    marco = make_account("marco")
    make_tournament(marco)
    stranger = Client()
    stranger.force_login(marco)
    tournament = as_vera(client)

    assert "is invited" in offered(client, tournament, "marco")
    assert stranger.get(f"/floor/{tournament.code}/").status_code == 404
    assert "vera invites you to join the staff" in stranger.get("/floor/").content.decode()
    stranger.post(f"/offers/{tournament.code}/", {"do": "decline"})
    assert not tournament.staff.filter(account=marco).exists()
    assert "invites you" not in stranger.get("/floor/").content.decode()

    offered(client, tournament, "marco")
    stranger.post(f"/offers/{tournament.code}/", {"do": "accept"})
    assert tournament.staff.get(account=marco).role == Role.FLOOR
    assert stranger.get(f"/floor/{tournament.code}/").status_code == 200
    again = stranger.post(f"/offers/{tournament.code}/", {"do": "accept"}, follow=True)
    assert "This invitation was withdrawn" in again.content.decode()
    verbs = HouseLine.objects.filter(subject=marco).order_by("number").values_list("verb", flat=True)
    assert list(verbs) == ["role_offered", "role_declined", "role_offered", "role_given"]


def test_a_request_is_withdrawn_and_opens_nothing_afterwards(client: Client) -> None:
    marco = make_account("marco")
    make_tournament(marco)
    stranger = Client()
    stranger.force_login(marco)
    tournament = as_vera(client)
    assert "Invited" in offered(client, tournament, "marco")
    tap = {"username": "marco", "role": "floor", "do": "withdraw", "key": uuid4()}
    # A second tap that comes before the answer is no complaint.
    for _again in range(2):
        page = client.post(f"/floor/{tournament.code}/staff/offer/", tap, follow=True).content.decode()
        assert "Withdrew the invitation of marco." in page
        assert "Invited" not in page
    stranger.post(f"/offers/{tournament.code}/", {"do": "accept"})
    assert not tournament.staff.filter(account=marco).exists()


def test_whom_nobody_asked_takes_no_role(client: Client) -> None:
    tournament = as_vera(client)
    stranger = Client()
    stranger.force_login(make_account("marco"))
    stranger.post(f"/offers/{tournament.code}/", {"do": "accept"})
    assert tournament.staff.count() == 1


def test_a_colleague_who_was_added_by_this_director_is_added_again_with_one_yes(client: Client) -> None:
    tournament = as_vera(client)
    client.post(f"/floor/{tournament.code}/staff/", {"username": "ugo", "full_name": "Ugo", "role": "floor"})
    next_week = make_tournament(make_account("vera"), name="Next week")

    answer = client.post(f"/floor/{next_week.code}/staff/", {"username": "ugo", "role": "floor"})

    assert "Yes, add Ugo: Floor" in answer.content.decode()
    assert "ugo is on the staff" in offered(client, next_week, "ugo")
    assert next_week.staff.filter(account__username="ugo").exists()


def test_a_closed_account_is_asked_nothing(client: Client) -> None:
    tournament = as_vera(client)
    marco = make_account("marco")
    Account.objects.filter(pk=marco.pk).update(is_active=False)
    assert "is closed" in offered(client, tournament, "marco")
    assert "no longer exists" in offered(client, tournament, "nobody")


# --- Sessions and second factors of the staff ------------------------------------------------------------------------


def logged_in_colleague(tournament: Tournament, director: Client) -> tuple[Client, StaffMember]:
    """Somebody who was added here, logged in on a phone, with a second factor."""
    director.post(f"/floor/{tournament.code}/staff/", {"username": "ugo", "full_name": "", "role": "floor"})
    member = StaffMember.objects.get(account__username="ugo")
    phone = Client()
    phone.force_login(member.account)
    assert phone.get(f"/floor/{tournament.code}/").status_code == 200
    SecondFactor.objects.create(account=member.account, sealed_secret="x", since=NOW)
    return phone, member


def test_a_director_logs_a_colleague_out_everywhere(client: Client) -> None:
    tournament = as_vera(client)
    phone, member = logged_in_colleague(tournament, client)
    answer = client.post(f"/floor/{tournament.code}/staff/{member.pk}/access/", {"do": "end"})
    assert answer.status_code == 302
    assert phone.get(f"/floor/{tournament.code}/").status_code == 302
    assert client.get(f"/floor/{tournament.code}/staff/").status_code == 200
    line = HouseLine.objects.filter(verb="sessions_ended").get()
    assert (line.actor, line.subject) == ("vera", member.account)


def test_a_director_removes_the_second_factor_of_a_colleague_whose_phone_is_lost(client: Client) -> None:
    tournament = as_vera(client)
    phone, member = logged_in_colleague(tournament, client)
    assert "Remove second factor" in client.get(f"/floor/{tournament.code}/staff/").content.decode()
    client.post(f"/floor/{tournament.code}/staff/{member.pk}/access/", {"do": "reset"})
    assert not SecondFactor.objects.exists()
    assert phone.get(f"/floor/{tournament.code}/").status_code == 302
    assert HouseLine.objects.filter(verb="second_factor_reset", actor="vera").count() == 1


def test_the_second_factor_of_an_account_that_was_not_added_here_stays(client: Client) -> None:
    tournament = as_vera(client)
    rita = give_role(tournament, Role.DIRECTOR, "rita")
    SecondFactor.objects.create(account=rita, sealed_secret="x", since=NOW)
    member = StaffMember.objects.get(account=rita)
    answer = client.post(f"/floor/{tournament.code}/staff/{member.pk}/access/", {"do": "reset"}, follow=True)
    assert "was not added here" in answer.content.decode()
    assert SecondFactor.objects.exists()


def test_nobody_logs_out_whom_they_have_added_to_a_tournament_of_their_own(client: Client) -> None:
    """A clerk creates a tournament, and puts the director of the house on its staff."""
    vera = make_account()
    make_tournament(vera)
    director = Client()
    director.force_login(vera)
    clerk = make_account("clerk")
    bait = make_tournament(clerk)
    give_role(bait, Role.FLOOR, "vera")
    client.force_login(clerk)
    assert director.get("/floor/").status_code == 200
    member = StaffMember.objects.get(account=vera, tournament=bait)

    answer = client.post(f"/floor/{bait.code}/staff/{member.pk}/access/", {"do": "end"}, follow=True)

    assert "Not logged out: vera was not added here" in answer.content.decode()
    assert director.get("/floor/").status_code == 200
    assert not HouseLine.objects.filter(verb="sessions_ended").exists()


def test_the_page_of_the_staff_does_not_say_when_somebody_from_elsewhere_logged_in(client: Client) -> None:
    tournament = as_vera(client)
    logged_in_colleague(tournament, client)
    give_role(tournament, Role.FLOOR, "rita")
    Account.objects.filter(username__in=["ugo", "rita"]).update(last_login=NOW)

    page = client.get(f"/floor/{tournament.code}/staff/").content.decode()

    rows = {name: page.split(f">{name}</th>")[1].split("</tr>")[0] for name in ("ugo", "rita")}
    assert "14 March 2026" in rows["ugo"]
    assert "14 March 2026" not in rows["rita"]


def test_the_staff_of_another_tournament_is_nobody_of_this_one(client: Client) -> None:
    tournament, other = as_vera(client), make_tournament(make_account("rita"))
    member = StaffMember.objects.get(tournament=other)
    for do in ("end", "reset"):
        address = f"/floor/{tournament.code}/staff/{member.pk}/access/"
        assert client.post(address, {"do": do}).status_code == 404


def test_the_log_of_access_says_who_gave_which_role_and_who_was_refused(client: Client) -> None:
    tournament = as_vera(client)
    phone, member = logged_in_colleague(tournament, client)
    phone.get(f"/floor/{tournament.code}/settings/")
    client.post(f"/floor/{tournament.code}/staff/{member.pk}/remove/")
    page = client.get(f"/floor/{tournament.code}/staff/log/").content.decode()
    for words in (
        "Gave ugo a role: Floor.",
        f"ugo (Floor) was refused: GET /floor/{tournament.code}/settings/",
        "Removed the role of ugo: Floor.",
    ):
        assert words in page
    roles = client.get(f"/floor/{tournament.code}/staff/log/?kind=roles&before=x").content.decode()
    assert "was refused" not in roles
    assert phone.get(f"/floor/{tournament.code}/staff/log/").status_code == 404
