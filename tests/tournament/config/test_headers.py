"""The headers that protect a page are on every response, whatever went wrong with it."""

import pytest
from django.http import HttpResponseBase
from django.test import Client

from tournament.config import health

FORBIDDEN = ("unsafe-inline", "unsafe-eval", "*", "data:", "http:", "https:")


def policy_of(response: HttpResponseBase) -> dict[str, str]:
    """Return the content policy as a mapping from directive to sources."""
    parts = (part.strip().partition(" ") for part in response.headers["Content-Security-Policy"].split(";"))
    return {name: sources for name, _, sources in parts}


@pytest.fixture
def responses(monkeypatch: pytest.MonkeyPatch) -> dict[str, HttpResponseBase]:
    """One response of each kind that the middleware can meet."""
    client = Client(raise_request_exception=False)
    found: dict[str, HttpResponseBase] = {
        "page": client.get("/health"),
        "not found": client.get("/there-is-no-such-page"),
        "csrf": Client(enforce_csrf_checks=True).post("/language/", {"language": "it"}),
        "not allowed": client.put("/health"),
        "redirect": client.post("/language/", {"language": "it"}),
        "foreign host": client.get("/health", headers={"host": "evil.example"}),
        "static": client.get("/static/django_htmx/htmx-2.min.js"),
    }

    monkeypatch.setattr(health, "_memory", None)
    found["server error"] = client.get("/health")
    return found


@pytest.mark.django_db
def test_every_response_carries_the_strict_policy(responses: dict[str, HttpResponseBase]) -> None:
    expected = {
        "page": 200,
        "not found": 404,
        "csrf": 403,
        "not allowed": 405,
        "redirect": 302,
        "foreign host": 400,
        "static": 200,
        "server error": 500,
    }
    assert {kind: response.status_code for kind, response in responses.items()} == expected
    for kind, response in responses.items():
        policy = policy_of(response)
        assert policy["default-src"] == "'none'", kind
        assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'", kind
        assert policy["object-src"] == policy["base-uri"] == policy["frame-ancestors"] == "'none'", kind
        assert policy["form-action"] == "'self'", kind
        assert not any(word in sources for sources in policy.values() for word in FORBIDDEN), kind


@pytest.mark.django_db
def test_every_response_carries_the_other_protections(responses: dict[str, HttpResponseBase]) -> None:
    for kind, response in responses.items():
        assert response.headers["X-Content-Type-Options"] == "nosniff", kind
        assert response.headers["Referrer-Policy"] == "same-origin", kind
        assert response.headers["Cross-Origin-Opener-Policy"] == "same-origin", kind
        assert "camera=()" in response.headers["Permissions-Policy"], kind


@pytest.mark.django_db
def test_pages_are_kept_out_of_every_cache_and_static_files_are_not(
    responses: dict[str, HttpResponseBase],
) -> None:
    assert responses["page"].headers["Cache-Control"] == "no-store"
    assert "max-age" in responses["static"].headers["Cache-Control"]
