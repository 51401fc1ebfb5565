from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.factories import NOW, as_vera, enter, give_role, make_account, make_tournament
from tests.factories.hooks import make_hook
from tests.logging_in import log_in
from tests.pages import squeeze, told
from tournament.models import HookDelivery, HookEndpoint, HookFault, HookState, LogEntry, Role, Tournament
from tournament.services.hooks.keys import public_key_of, secret_of

pytestmark = pytest.mark.django_db

# Session, account, role, and one for the list.
QUERIES = 5


def typed(**changes: Any) -> dict[str, Any]:
    form = {"url": "https://club.example/hooks?to=site", "types": ["entry.busted", "event.started"]}
    return {**form, "key": str(uuid4()), **changes}


def page(tournament: Tournament, rest: str = "") -> str:
    return f"/floor/{tournament.code}/hooks/{rest}"


def text_of(response: Any) -> str:
    return squeeze(response.content.decode())


def push(client: Client, tournament: Tournament, hook: HookEndpoint, what: str, **fields: str) -> str:
    """Press a button of a hook's page; what is said then."""
    path = page(tournament, f"{hook.pk}/{what}/")
    return told(client.post(path, {"key": str(uuid4()), **fields}, follow=True).content.decode())


def test_a_hook_is_added_and_its_page_offers_the_secret(client: Client) -> None:
    tournament = as_vera(client)

    response = client.post(page(tournament), typed(has_names="on"), follow=True)

    hook = HookEndpoint.objects.get()
    assert response.redirect_chain == [(page(tournament, f"{hook.pk}/"), 302)]
    assert (hook.host, hook.type_values) == ("club.example", ("event.started", "entry.busted"))
    assert (hook.has_names, hook.is_in_network, hook.is_for_all) == (True, False, False)
    text = text_of(response)
    assert told(response.content.decode()) == ("Added a web hook to club.example. It is sent players’ names.")
    assert "https://club.example/hooks?to=site" in text
    assert "No message has arrived yet." in text
    assert "Show the secret" in text


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("ftp://club.example/", "Enter an address that begins with https:// or http://."),
        ("https://ugo:secret@club.example/", "Leave out the part with a name, a password or a #"),
        ("http://club.example:25/", "No web server is at this port"),
        ("https://", "The address has no host"),
        ("", "This field is required."),
    ],
)
def test_a_wrong_address_is_said_at_its_field_and_what_was_typed_stays(
    client: Client, url: str, said: str
) -> None:
    tournament = as_vera(client)

    response = client.post(page(tournament), typed(url=url))

    assert response.status_code == 422
    assert said in text_of(response)
    assert re.search(r'value="entry.busted"[^>]*checked', text_of(response))
    assert not HookEndpoint.objects.exists()


def test_the_secret_is_in_one_answer_and_never_again(client: Client) -> None:
    tournament = as_vera(client)
    hook = make_hook(tournament, account=make_account("vera"))

    before = client.get(page(tournament, f"{hook.pk}/"))
    first = client.post(page(tournament, f"{hook.pk}/"))
    again = client.post(page(tournament, f"{hook.pk}/"), follow=True)

    assert (first.status_code, first.headers["Cache-Control"]) == (200, "no-store")
    assert secret_of(hook) in first.content.decode()
    assert public_key_of(hook) in first.content.decode()
    assert secret_of(hook) not in before.content.decode() + again.content.decode()
    assert told(again.content.decode()) == "The secret was shown before: make a new one if it is lost."


def test_the_buttons_of_a_hook_do_what_they_say(client: Client) -> None:
    tournament = as_vera(client)
    hook = make_hook(tournament)

    assert push(client, tournament, hook, "test").startswith("A test message is on its way")
    assert HookDelivery.objects.get().type == "webhook.test"
    assert push(client, tournament, hook, "rotate") == (
        "Made a new secret for the web hook to club.example. The old one works for 24 hours."
    )
    assert push(client, tournament, hook, "switch") == "Switched off the web hook to club.example."
    assert push(client, tournament, hook, "switch") == "The web hook is like that already."
    assert push(client, tournament, hook, "test") == "This web hook is off: switch it on first."
    assert push(client, tournament, hook, "switch", is_on="1") == "Switched on the web hook to club.example."
    assert push(client, tournament, hook, "remove") == "Removed the web hook to club.example."
    gone = client.get(page(tournament, f"{hook.pk}/"))
    assert (gone.status_code, gone.headers["Location"]) == (302, page(tournament))
    assert client.get(page(tournament, "987654/")).status_code == 404


def test_the_last_messages_say_what_came_of_them_and_are_sent_again(client: Client) -> None:
    tournament = as_vera(client)
    hook = make_hook(tournament)
    enter(tournament, "Anna Verdi")
    HookDelivery.objects.update(
        state=HookState.FAILED, fault=HookFault.ANSWER, status=500, tries=10, tried_at=NOW
    )
    message = HookDelivery.objects.get()

    text = text_of(client.get(page(tournament, f"{hook.pk}/")))
    said = push(client, tournament, hook, f"{message.pk}/again")

    assert "Entry registered" in text
    assert 'Failed, 10 tries <div class="small">The receiver answered with an error. (500)</div>' in text
    assert "1 message has failed." in text
    assert said == f"Sending the message {message.message} again."
    message.refresh_from_db()
    assert (message.state, message.tries) == ("waiting", 0)


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (HookFault.NO_NAME, "The name of the host was not found"),
        (HookFault.REFUSED, "The connection was refused"),
        (HookFault.TIMED_OUT, "The receiver did not answer within 20 seconds."),
        (HookFault.CERTIFICATE, "The certificate of the receiver is not valid for this name"),
        (HookFault.IN_NETWORK, "The name leads to an address in this network"),
        (HookFault.REDIRECTED, "The receiver redirects to another address"),
    ],
)
def test_each_fault_is_one_sentence(client: Client, fault: HookFault, said: str) -> None:
    tournament = as_vera(client)
    hook = make_hook(tournament)
    enter(tournament, "Anna Verdi")
    HookDelivery.objects.update(fault=fault, tries=1)

    assert said in text_of(client.get(page(tournament, f"{hook.pk}/")))


def test_an_id_of_another_event_opens_nothing_here(client: Client) -> None:
    tournament = as_vera(client)
    elsewhere = make_tournament(make_account("otto"))
    hook = make_hook(elsewhere, account=make_account("otto"), is_for_all=True)
    enter(elsewhere, "Anna Verdi")
    message = HookDelivery.objects.get(type="entry.created")

    assert client.get(page(tournament, f"{hook.pk}/")).status_code == 404
    assert client.post(page(tournament, f"{hook.pk}/")).status_code == 404
    for what in ("rotate", "switch", "remove", "test", f"{message.pk}/again"):
        path = page(tournament, f"{hook.pk}/{what}/")
        assert client.post(path, {"key": str(uuid4())}).status_code == 404, what
    assert LogEntry.objects.filter(tournament=tournament, verb__startswith="hook_").count() == 0
    hook.refresh_from_db()
    assert (hook.is_on, hook.is_shown) == (True, False)


def test_only_directors_open_the_pages(client: Client) -> None:
    tournament = make_tournament()
    log_in(client, give_role(tournament, Role.FLOOR))

    assert client.get(page(tournament)).status_code == 403


@pytest.mark.parametrize("hooks", [1, 3])
def test_a_longer_list_costs_no_more_queries(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, hooks: int
) -> None:
    tournament = as_vera(client)
    for number in range(hooks):
        make_hook(tournament, f"https://club.example/{number}")
    client.get(page(tournament))

    with django_assert_num_queries(QUERIES):
        client.get(page(tournament))
