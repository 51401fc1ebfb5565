"""Who gets a badge, the cookie by which the front knows staff and tablets."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tables.models import Device
from tables.queries.tablet.badges import badges_of_tablets
from tables.services.table.tablets import DEVICE_HOURS
from tests.factories import give_role, make_account, make_tournament
from tests.factories.house import House
from tournament.front.badges import COOKIE, make_badge, of_account, of_tablet, subject_of
from tournament.models import Account, Role, StaffMember
from tournament.models.tokens import hash_secret
from tournament.queries.people.badges import badges_of_accounts
from tournament.services.setup.accounts import make_login_link


@pytest.mark.django_db
def test_a_badge_is_given_with_a_log_in_and_a_pairing_and_to_nobody_else(house: House) -> None:
    link = make_login_link(account=make_account("nora"), now=timezone.now())
    answers = {
        "a log-in": Client().post(f"/login/{link}/"),
        "a pairing": Client().post("/tablet/", {"code": house.mine.pairing_code}),
        "a wrong log-in": Client().post("/login/", {"username": "nora", "password": "wrong"}),
        "a wrong code": Client().post("/tablet/", {"code": "BCDFGHJK"}),
        "a page": Client().get("/"),
    }
    assert {what for what, answer in answers.items() if COOKIE in answer.cookies} == {"a log-in", "a pairing"}


def badge_of(account: Account) -> str:
    return of_account(account.pk, account.password)


@pytest.mark.django_db
def test_badges_end_with_the_account_its_password_and_its_last_role() -> None:
    director = make_account("vera")
    assert badges_of_accounts() == {badge_of(director)}, (
        "in a house without a tournament of its own all are good"
    )
    tournament = make_tournament(director)
    clerk, idle = give_role(tournament, Role.REGISTRATION, "clerk"), make_account("idle")
    assert badges_of_accounts() == {badge_of(director), badge_of(clerk)}
    assert badge_of(idle) not in badges_of_accounts()

    StaffMember.objects.filter(account=clerk).delete()
    assert badges_of_accounts() == {badge_of(director)}
    before = badge_of(director)
    director.set_password("seven red chips and a button")
    director.save()
    assert badges_of_accounts() == {badge_of(director)} != {before}
    Account.objects.filter(pk=director.pk).update(is_active=False)
    assert badges_of_accounts() == frozenset()


@pytest.mark.django_db
def test_badges_of_tablets_end_with_their_pairing(house: House) -> None:
    devices = {each.device.pk: each for each in (house.mine.tablet, house.mine.second_tablet)}
    mine, other = devices.values()
    assert {of_tablet(hash_secret(each.secret)) for each in (mine, other)} <= badges_of_tablets(
        now=timezone.now()
    )
    Device.objects.filter(pk=mine.device.pk).update(revoked_at=timezone.now())
    Device.objects.filter(pk=other.device.pk).update(
        expires_at=timezone.now() - timedelta(hours=DEVICE_HOURS)
    )
    gone = {of_tablet(hash_secret(each.secret)) for each in (mine, other)}
    assert not gone & badges_of_tablets(now=timezone.now())


@pytest.mark.django_db
def test_a_badge_of_an_earlier_version_is_exchanged_where_somebody_is_logged_in_or_paired(
    house: House,
) -> None:
    for visitor, path in (("director", "/account/"), ("tablet", "/tablet/table/")):
        client = house.client(visitor)
        client.cookies[COOKIE] = make_badge("known")
        given = client.get(path).cookies[COOKIE].value
        assert subject_of(given).startswith({"director": "a", "tablet": "t"}[visitor])
        assert COOKIE not in client.get(path).cookies, "once"
