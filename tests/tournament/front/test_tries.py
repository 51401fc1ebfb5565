from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.test import Client, RequestFactory
from django.test.utils import override_settings

from tests.factories import make_account
from tests.processes import RunningValkey
from tests.valkeys import Fault, full, read_only
from tournament.front.badges import COOKIE, make_badge, of_account
from tournament.front.tries import LOG_IN, PAIRING, WrongOfLate, count_failure, is_used_up

ASKER, OTHER = "10.0.0.1", "10.0.0.2"
WRONG = {"username": "vera", "password": "wrong"}


@pytest.fixture(autouse=True)
def _nobody_has_tried() -> None:
    cache.clear()


@pytest.fixture
def counting_together(valkey: RunningValkey) -> Iterator[RunningValkey]:
    """The shared cache on a real Valkey."""
    shared = {
        "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
        "shared": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": valkey.url},
    }
    with override_settings(CACHES=shared):
        yield valkey


def fail(times: int, *, address: str = ASKER) -> None:
    for _time in range(times):
        count_failure(RequestFactory().post("/", REMOTE_ADDR=address), PAIRING)


def is_waiting(address: str = ASKER) -> bool:
    return is_used_up(RequestFactory().post("/", REMOTE_ADDR=address), PAIRING)


def test_every_process_counts_the_same_tries(counting_together: RunningValkey) -> None:
    fail(PAIRING.tries - 1)
    assert not is_waiting()
    # What Valkey has counted is enough: this process knows nothing by itself.
    cache.clear()
    fail(1)
    assert is_waiting()
    assert not is_waiting(OTHER)


def test_without_valkey_each_process_counts_for_itself() -> None:
    fail(PAIRING.tries)
    assert is_waiting()
    assert not is_waiting(OTHER)


@pytest.mark.parametrize("refuses", [full, read_only])
def test_a_valkey_that_takes_nothing_and_knows_of_nothing_leaves_each_process_to_count_for_itself(
    counting_together: RunningValkey, refuses: Fault
) -> None:
    with refuses(counting_together):
        assert not is_waiting()
        fail(PAIRING.tries)
        assert is_waiting()
        assert not is_waiting(OTHER)
    # Back again it knows of none of them, and this process still does.
    assert is_waiting()
    cache.clear()
    assert not is_waiting()


def test_an_ipv6_network_is_one_address() -> None:
    fail(PAIRING.tries, address="2001:db8::1")
    assert is_waiting("2001:db8::2")


@pytest.mark.django_db
def test_passwords_of_an_address_that_guesses_are_no_longer_checked() -> None:
    make_account("vera")
    for number in range(LOG_IN.tries):
        assert Client().post("/login/", {**WRONG, "username": f"nobody{number}"}).status_code == 422
    refused = Client().post("/login/", WRONG)
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "60")
    assert b"Too many attempts" in refused.content
    assert Client(REMOTE_ADDR=OTHER).post("/login/", WRONG).status_code == 422


@pytest.mark.django_db
def test_a_device_of_the_staff_may_log_in_beside_one_that_guesses() -> None:
    account = make_account("vera")
    account.set_password("seven red chips and a button")
    account.save()
    for number in range(LOG_IN.tries):
        Client().post("/login/", {**WRONG, "username": f"nobody{number}"})
    staff = Client()
    staff.cookies[COOKIE] = make_badge(of_account(account.pk, account.password))
    right = {"username": "vera", "password": "seven red chips and a button"}
    assert staff.post("/login/", right).status_code == 302


@pytest.mark.django_db
def test_the_badge_of_another_account_lifts_no_limit() -> None:
    """Of a former log-in on this browser, or copied from a colleague's."""
    account, other = make_account("vera"), make_account("ugo")
    for number in range(LOG_IN.tries):
        Client().post("/login/", {**WRONG, "username": f"nobody{number}"})
    badges = [
        make_badge(of_account(other.pk, other.password)),
        make_badge(of_account(account.pk, "the password of before")),
        make_badge("known"),
    ]
    for badge in badges:
        browser = Client()
        browser.cookies[COOKIE] = badge
        assert browser.post("/login/", WRONG).status_code == 429


@pytest.mark.django_db
def test_wrong_passwords_beside_ones_own_badge_are_limited_wherever_they_come_from() -> None:
    account = make_account("vera")
    browser = Client()
    browser.cookies[COOKIE] = make_badge(of_account(account.pk, account.password))
    answers = [
        browser.post("/login/", WRONG, REMOTE_ADDR=f"10.0.3.{number}").status_code
        for number in range(LOG_IN.tries + 1)
    ]
    assert answers == [422] * LOG_IN.tries + [429]


@pytest.mark.django_db
def test_who_guesses_at_a_name_from_the_same_address_does_not_lock_its_person_out() -> None:
    account = make_account("vera")
    account.set_password("seven red chips and a button")
    account.save()
    for _ in range(6):
        Client().post("/login/", WRONG)
    right = {"username": "vera", "password": "seven red chips and a button"}
    assert Client().post("/login/", right).status_code == 429
    staff = Client()
    staff.cookies[COOKIE] = make_badge(of_account(account.pk, account.password))
    assert staff.post("/login/", right).status_code == 302


def test_wrong_passwords_of_late_are_counted_for_a_quarter_of_an_hour() -> None:
    moments = [0.0]
    wrong = WrongOfLate(now=lambda: moments[-1])
    for _ in range(3):
        wrong.note(ASKER)
    assert (wrong.count(ASKER), wrong.count(OTHER)) == (3, 0)
    moments.append(WrongOfLate.SECONDS)
    assert wrong.count(ASKER) == 0
    wrong.note(ASKER)
    assert wrong.count(ASKER) == 1
