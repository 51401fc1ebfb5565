"""What every answer carries, and what no answer tells."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.http import HttpResponse, HttpResponseBase
from django.test import Client, override_settings

from tests.factories.house import House, undone
from tests.security.pages import Page, crawl, read_page
from tests.security.test_access_table import LISTED, TABLE, pairing_values, send, values_of
from tournament.views import public

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self'",
    "font-src": "'self'",
    "media-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": settings.PERMISSIONS_POLICY,
    "Cache-Control": "no-store",
}
HTMX = {
    "allowEval": False,
    "allowScriptTags": False,
    "selfRequestsOnly": True,
    "includeIndicatorStyles": False,
    "historyCacheSize": 0,
    "historyRestoreAsHxRequest": False,
}
# What gives away how the server is built, or what it was doing.
TELLTALE = (
    "Traceback", "File &quot;", 'File "', ".py", "site-packages", "django", "SELECT ", "INSERT ", "sqlite", "psycopg",
    "DEBUG", settings.SECRET_KEY, str(settings.BASE_DIR), "Exception", "Error:", "provoked",
)  # fmt: skip


def lacks(response: HttpResponseBase) -> list[str]:
    """What is missing from the headers of an answer."""
    parts = response.headers.get("Content-Security-Policy", "").split(";")
    policy = {name: sources for name, _, sources in (part.strip().partition(" ") for part in parts)}
    missing = [f"policy {name}" for name, sources in POLICY.items() if policy.get(name) != sources]
    missing += [f"policy adds {name}" for name in policy.keys() - POLICY.keys()]
    return missing + [name for name, value in HEADERS.items() if response.headers.get(name) != value]


def all_answers(house: House) -> Iterator[tuple[str, HttpResponseBase]]:
    """An answer of every kind: each page and link, each write, each refusal, as everybody who gets that far."""
    for visitor in ("director", "registration", "tablet", "anonymous", "revoked tablet"):
        client, values = house.client(visitor), values_of(house, visitor)
        for number, address in enumerate(LISTED):
            # Each refusal is one of a few kinds: whoever is turned away knocks at every third door.
            if visitor not in ("director", "tablet") and number % 3:
                continue
            for method in ("GET", "POST", "DELETE"):
                with undone(client):
                    answer = send(client, method, address, pairing_values(house, address, values))
                yield f"{method} {address.name} by {visitor}", answer
    client = house.client("director")
    for visit in crawl(client, ["/floor/"], limit=60):
        yield f"GET {visit.url}", visit.response
    yield "another host", client.get("/", headers={"host": "evil.example"})
    yield "a forged write", house.client("director", csrf=True).post("/floor/new/", {})


def test_every_answer_carries_the_policy_and_the_protections(house: House) -> None:
    wrong, statuses = [], set()
    for what, response in all_answers(house):
        statuses.add(response.status_code)
        wrong += [f"{what} ({response.status_code}): {name}" for name in lacks(response)]
    assert not wrong, "\n".join(wrong[:40])
    assert statuses >= {200, 302, 400, 401, 403, 404, 405, 410, 422}


def test_every_page_tells_htmx_not_to_evaluate(house: House) -> None:
    """And has no script of its own, no style and no handler in its markup, whatever the template said."""
    for visitor in ("director", "tablet", "anonymous"):
        client, values = house.client(visitor), values_of(house, visitor)
        for address in LISTED:
            if TABLE[address.name].access == "tablet" and visitor == "director":
                continue
            url = address.url(pairing_values(house, address, values))
            response = client.get(url)
            if not response.headers.get("Content-Type", "").startswith("text/html") or not response.content:
                continue
            page = read_page(url, response.content.decode())
            assert faults_of_markup(page) == [], url
            found = [given["content"] for tag, given in page.tags if given.get("name") == "htmx-config"]
            assert len(found) == 1, url
            config = json.loads(found[0])
            assert {name: config.get(name) for name in HTMX} == HTMX, url


def faults_of_markup(page: Page) -> list[str]:
    """Whatever in the tags would run, style or fetch from elsewhere."""
    faults = [
        f"<{tag} {name}>" for tag, given in page.tags for name in given if name.startswith(("on", "hx-on"))
    ]
    faults += [f"<{tag} style>" for tag, given in page.tags if "style" in given or tag == "style"]
    faults += [
        f"<{tag} {name}={value}>"
        for tag, given in page.tags
        for name, value in given.items()
        if name in ("src", "href", "action", "formaction", "hx-get", "hx-post")
        # Absolute is only the link that a QR code shows: of this house.
        and not value.startswith(("/", "#", "?", "http://testserver/"))
        and not (tag == "form" and value == "")
        and value != "."
    ]
    faults += [
        f"<{tag} {name}={value}>"
        for tag, given in page.tags
        for name, value in given.items()
        if name in ("hx-vals", "hx-headers", "hx-trigger")
        and ("js:" in value or "javascript:" in value or "[" in value)
    ]
    faults += [f"inline script: {text[:60]}" for text in page.raw if text.strip() and not is_json(text)]
    return faults


def is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def provoke_error(monkeypatch: pytest.MonkeyPatch, client: Client) -> HttpResponseBase:
    def fail(*_args: object, **_kwargs: object) -> bool:
        secret_of_the_house = settings.SECRET_KEY
        raise RuntimeError(f"provoked with {secret_of_the_house}")

    monkeypatch.setattr(public, "tournaments_shown", fail)
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
    monkeypatch.setattr("tournament.views.access.StaffMember.objects", fail)
    assert client.get(url).status_code == 500
    tablet = house.client("tablet")
    assert tablet.get("/tablet/table/").status_code == 200
    monkeypatch.setattr("tables.views.tablet.access.hash_secret", fail)
    assert tablet.get("/tablet/table/").status_code == 500
