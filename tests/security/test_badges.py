"""Who gets a badge, the cookie by which the front knows staff and tablets."""

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories import make_account
from tests.factories.house import House
from tournament.front.badges import COOKIE
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
