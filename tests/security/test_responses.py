"""What every answer carries, and what no answer tells."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.conf import settings
from django.http import HttpResponse, HttpResponseBase
from django.test import Client, override_settings

from tests.breadth import sample
from tests.factories.house import House, undone
from tests.security.checks import lacks
from tests.security.pages import read_page
from tests.security.test_access_table import LISTED, pairing_values, send, values_of
from tournament.views import public

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

# What gives away how the server is built, or what it was doing.
TELLTALE = (
    "Traceback", "File &quot;", 'File "', ".py", "site-packages", "django", "SELECT ", "INSERT ", "sqlite", "psycopg",
    "DEBUG", settings.SECRET_KEY, str(settings.BASE_DIR), "Exception", "Error:", "provoked",
)  # fmt: skip


# Each answer is one of a few kinds: whoever knocks does so at every fifteenth door, and in `make test-long` at each.
STEP = sample("every so many answers")


def all_answers(house: House) -> Iterator[tuple[str, HttpResponseBase]]:
    """An answer of every kind: reading, writing, refusals, as everybody who gets that far."""
    for first, visitor in enumerate(("director", "registration", "tablet", "anonymous", "revoked tablet")):
        client, values = house.client(visitor), values_of(house, visitor)
        for address in LISTED[first % STEP :: STEP]:
            for method in ("GET", "POST", "DELETE"):
                with undone(client):
                    answer = send(client, method, address, pairing_values(house, address, values))
                yield f"{method} {address.name} by {visitor}", answer
    yield "what is not there", house.client("director").get("/floor/NOTHING/settings/")
    yield "another host", house.client("director").get("/", headers={"host": "evil.example"})
    yield "a forged write", house.client("director", csrf=True).post("/floor/new/", {})


@pytest.mark.sampled
def test_every_answer_carries_the_policy_and_the_protections(house: House) -> None:
    wrong, statuses = [], set()
    for what, response in all_answers(house):
        statuses.add(response.status_code)
        wrong += [f"{what} ({response.status_code}): {name}" for name in lacks(response)]
    assert not wrong, "\n".join(wrong[:40])
    assert statuses >= {200, 302, 400, 401, 403, 404, 405, 410, 422}


def provoke_error(monkeypatch: pytest.MonkeyPatch, client: Client) -> HttpResponseBase:
    def fail(*_args: object, **_kwargs: object) -> bool:
        secret_of_the_house = settings.SECRET_KEY
        raise RuntimeError(f"provoked with {secret_of_the_house}")

    monkeypatch.setattr(public, "lobby", fail)
    return client.get("/")


def test_an_error_page_tells_nothing_of_what_went_wrong(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = house.client("director")
    with override_settings(DEBUG=False):
        answers: dict[int, HttpResponseBase] = {
            400: client.get("/", headers={"host": "evil.example"}),
            403: house.client("registration").get(f"/floor/{house.mine.code}/settings/"),
            404: client.get("/floor/NOTHING/settings/"),
            405: client.delete("/floor/"),
            500: provoke_error(monkeypatch, client),
        }
        forged = house.client("director", csrf=True).post("/floor/new/", {})
    assert {status: answer.status_code for status, answer in answers.items()} == {s: s for s in answers}
    assert forged.status_code == 403
    for answer in [*answers.values(), forged]:
        assert isinstance(answer, HttpResponse)
        words = " ".join(read_page("/", answer.content.decode()).text)
        told = [mark for mark in TELLTALE if mark in words]
        assert told == [], answer.status_code
        assert lacks(answer) == [], answer.status_code


def test_a_failing_check_of_rights_lets_nobody_in(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error while it is asked who somebody is denies; it never opens."""

    def fail(*_args: object, **_kwargs: object) -> None:
        raise RuntimeError("provoked")

    url = f"/floor/{house.mine.code}/settings/"
    client = house.client("director")
    assert client.get(url).status_code == 200
    monkeypatch.setattr("tournament.views.access.member_of", fail)
    assert client.get(url).status_code == 500
    tablet = house.client("tablet")
    assert tablet.get("/tablet/table/").status_code == 200
    monkeypatch.setattr("tables.views.tablet.access.hash_secret", fail)
    assert tablet.get("/tablet/table/").status_code == 500
