"""The page of an event's tokens: made, shown once, ended in a tap."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tests.factories import as_vera
from tests.pages import squeeze, told
from tournament.models import ApiToken

pytestmark = pytest.mark.django_db


def send(client: Client, code: str, **fields: object) -> Any:
    wanted = {"name": "Club website", "scopes": ["read", "register"]} | fields
    return client.post(f"/floor/{code}/interface/", wanted)


def make(client: Client, code: str, **fields: object) -> str:
    return squeeze(send(client, code, **fields).content.decode())


def test_no_cache_keeps_the_page_that_shows_the_secret(client: Client) -> None:
    answer = send(client, as_vera(client).code)
    assert 'id="secret"' in answer.content.decode()
    assert answer.headers["Cache-Control"] == "no-store"


def test_a_token_is_shown_once_and_works(client: Client) -> None:
    code = as_vera(client).code
    page = make(client, code)
    (secret,) = re.findall(r'<code id="secret">([^<]+)</code>', page)
    entries = f"/api/v1/events/{code}/entries"
    assert Client().get(entries, headers={"Authorization": f"Bearer {secret}"}).status_code == 200
    again = squeeze(client.get(f"/floor/{code}/interface/").content.decode())
    assert "Club website" in again
    assert secret not in again


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"name": ""}, "This field is required."),
        ({"scopes": []}, "Choose at least one: what everybody may read needs no token."),
        ({"scopes": ["everything"]}, "everything is not one of the available choices."),
        ({"name": "Taken"}, "There is a token “Taken” already. Give this one another name."),
    ],
)
def test_what_is_wrong_is_said_at_the_form(client: Client, fields: dict[str, object], said: str) -> None:
    code = as_vera(client).code
    make(client, code, name="Taken")
    assert said in make(client, code, **fields)
    assert ApiToken.objects.count() == 1


def test_a_token_is_ended_in_a_tap_that_can_be_undone(client: Client) -> None:
    code = as_vera(client).code
    make(client, code)
    token = ApiToken.objects.get()
    tap = f"/floor/{code}/interface/{token.pk}/end/"
    page = squeeze(client.post(tap, {"key": str(uuid4())}, follow=True).content.decode())
    assert told(page) == "Ended the token “Club website”."
    assert "No token is in force." in page
    assert client.post(tap, {"key": str(uuid4())}).status_code == 404
    (undo,) = re.findall(rf'action="(/floor/{code}/log/[0-9]+/undo/)"', page)[:1]
    client.post(undo, {"key": str(uuid4())})
    token.refresh_from_db()
    assert token.ended_at is None
