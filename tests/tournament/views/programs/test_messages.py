from __future__ import annotations

import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.factories import NOW, after, as_vera, enter, give_role, make_tournament
from tests.factories.messages import EMAIL, SMS, join, make_message_service
from tests.logging_in import log_in
from tests.pages import squeeze, told
from tests.tournament.services.messages.addresses import ADDRESSES
from tests.tournament.services.messages.judged import judged_here  # noqa: F401  # a fixture
from tournament.changes.messages import MessageServiceRemoved
from tournament.models import (
    LogEntry,
    MessageFault,
    MessageService,
    MessageTest,
    Role,
    StaffMember,
    Tournament,
)
from tournament.queries.connections import MOST_CONNECTIONS
from tournament.rules.messages import SERVICES
from tournament.services.actor import Actor
from tournament.services.errors import Refused
from tournament.services.messages.addresses import address_of
from tournament.services.undo import undo_line

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("judged_here")]

# Session, account, role, and one for the list.
QUERIES = 5


def typed(**changes: Any) -> dict[str, Any]:
    form = {"name": "SMS", "address": ADDRESSES["twilio"], "cap": "200"}
    return {**form, "key": str(uuid4()), **changes}


def page(tournament: Tournament, rest: str = "") -> str:
    return f"/floor/{tournament.code}/messages/{rest}"


def text_of(response: Any) -> str:
    return squeeze(response.content.decode())


def push(client: Client, service: MessageService, what: str, **fields: str) -> str:
    """Press a button of a service's page; what is said then."""
    path = page(service.tournament, f"{service.pk}/{what}/")
    return told(client.post(path, {"key": str(uuid4()), **fields}, follow=True).content.decode())


def test_a_service_is_added_and_is_off_and_its_address_is_shown_nowhere(client: Client) -> None:
    tournament = as_vera(client, phone_notices=True)

    response = client.post(page(tournament), typed(), follow=True)

    service = MessageService.objects.get()
    assert response.redirect_chain == [(page(tournament, f"{service.pk}/"), 302)]
    assert told(response.content.decode()) == (
        "Added the message service “SMS” (Twilio), at most 200 messages a day."
    )
    assert (service.scheme, service.cap, service.is_on) == ("twilio", 200, False)
    assert address_of(service) == ADDRESSES["twilio"]
    secret = ADDRESSES["twilio"].partition("://")[2][:20]
    everywhere = [
        text_of(response),
        text_of(client.get(page(tournament))),
        text_of(client.get(f"/floor/{tournament.code}/log/")),
        service.sealed_address,
        str(LogEntry.objects.latest("pk").data),
    ]
    assert not [text for text in everywhere if secret in text]
    assert "twilio://" in everywhere[0]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"address": "twillio://a:b@c/{to}"}, "Floorman does not send by twillio://. Is twilio:// meant? Below"),
        ({"address": "json://127.0.0.1/{to}"}, "Floorman does not send by json://. It sends by mailtos://, mailto://"),
        ({"address": "twilio"}, "It begins like twilio:// or mailtos:// and has no spaces, commas"),
        ({"address": "twilio://a:b@c/"}, f"Write {{to}} where the player’s own address goes, for example {SMS}"),
        ({"address": "twilio://a:b@+39055123456/{to}/{to}"}, f"Write {{to}} only once, for example {SMS}"),
        ({"address": "twilio://a:{to}@c/x"}, f"Here {{to}} is not the recipient: write it where it stands in {SMS}"),
        ({"address": f"{ADDRESSES['mailtos']}&bcc=x@y.example"}, "Leave out “bcc”, or say it once"),
        ({"address": "twilio://a:b@+39055123456/{to}"}, "Apprise cannot read this, or would not write to the player"),
        ({"address": "twilio://a:b@+39055123456/{to}"}, f"The address is written like {SMS}"),
        ({"address": "mailtos://u:p@h.example:110?from=f@h.example&to={to}"}, "No mail server is at port 110"),
        ({"address": ADDRESSES["mailto"]}, "192.168.1.5 is an address in this network: allow that below"),
        ({"address": ""}, "This field is required."),
        ({"cap": ""}, "This field is required."),
        ({"cap": "0"}, "Ensure this value is greater than or equal to 1."),
        ({"name": ""}, "This field is required."),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_at_its_field(client: Client, changes: dict[str, str], said: str) -> None:
    tournament = as_vera(client)

    response = client.post(page(tournament), typed(**changes))

    assert response.status_code == 422
    assert said.replace("&", "&amp;") in text_of(response)
    assert not MessageService.objects.exists()


def test_a_mail_server_in_this_network_is_added_where_that_is_said(client: Client) -> None:
    tournament = as_vera(client)

    client.post(page(tournament), typed(address=ADDRESSES["mailto"], is_in_network="on"))

    assert MessageService.objects.get().is_in_network


def test_two_services_of_an_event_have_not_one_name_and_there_are_ten_at_most(client: Client) -> None:
    tournament = as_vera(client)
    make_message_service(tournament, name="sms")

    response = client.post(page(tournament), typed())

    assert "There is a message service of this name already" in text_of(response)
    for number in range(9):
        make_message_service(tournament, name=f"SMS {number}")
    assert "There are as many message services as an event can have." in text_of(client.get(page(tournament)))
    assert "There are 10 message services already" in text_of(
        client.post(page(tournament), typed(name="more"))
    )


def test_the_buttons_of_a_service_do_what_they_say(client: Client) -> None:
    service = make_message_service(as_vera(client), is_on=False)

    assert push(client, service, "switch", is_on="1") == "Switched on the message service “SMS”."
    assert push(client, service, "switch", is_on="1") == "The service is like that already."
    assert push(client, service, "cap", cap="50") == (
        "The message service “SMS” sends at most 50 messages a day, before 200."
    )
    assert push(client, service, "cap", cap="x") == "Enter a whole number."
    assert push(client, service, "cap", cap="50") == "The service is like that already."
    assert push(client, service, "switch") == "Switched off the message service “SMS”."
    assert push(client, service, "remove") == "Removed the message service “SMS”."
    gone = client.get(page(service.tournament, f"{service.pk}/"))
    assert (gone.status_code, gone.headers["Location"]) == (302, page(service.tournament))
    assert client.get(page(service.tournament, "987654/")).status_code == 404


def undo_newest(service: MessageService) -> None:
    line, director = LogEntry.objects.latest("pk"), Actor(label="Vera", account_id=service.added_by_id)
    undo_line(tournament_id=service.tournament_id, line_id=line.pk, by=director.at(NOW))
    service.refresh_from_db()


def test_everything_comes_back_by_undo(client: Client) -> None:
    service = make_message_service(as_vera(client), is_on=False)

    undo_newest(service)
    assert service.removed_at is not None
    MessageService.objects.update(removed_at=None)
    push(client, service, "switch", is_on="1")
    undo_newest(service)
    assert not service.is_on
    push(client, service, "cap", cap="50")
    undo_newest(service)
    assert service.cap == 200
    push(client, service, "remove")
    undo_newest(service)
    assert service.removed_at is None
    assert address_of(service) == SMS


def test_an_undo_of_a_removal_keeps_to_the_most_and_to_the_names_of_an_event(client: Client) -> None:
    service = make_message_service(as_vera(client))
    push(client, service, "remove")
    for number in range(MOST_CONNECTIONS):
        make_message_service(service.tournament, name=f"SMS {number}")
    line = LogEntry.objects.get(verb=MessageServiceRemoved.verb)
    director = Actor(label="Vera", account_id=service.added_by_id)

    with pytest.raises(Refused, match="There are 10 message services already"):
        undo_line(tournament_id=service.tournament_id, line_id=line.pk, by=director.at(NOW))

    assert MessageService.objects.filter(removed_at=None).count() == MOST_CONNECTIONS


def test_a_test_says_on_the_page_what_came_of_it_and_never_more(client: Client, settings: Any) -> None:
    service = make_message_service(as_vera(client))
    here = page(service.tournament, f"{service.pk}/")

    assert push(client, service, "test", to="333") == (
        "Enter the number with + and the country, for example +39 333 1234567."
    )
    assert push(client, service, "test", to="+39 333 1234567").startswith("A test message is on its way")
    text = text_of(client.get(here))
    assert "The test message is being sent." in text
    assert 'hx-trigger="every 2s"' in text
    assert "took the test message" not in text

    MessageService.objects.update(test=MessageTest.FAILED, test_fault=MessageFault.ACCESS, test_status=401)
    text = text_of(client.get(here))
    assert "The test message was not sent. The service refused the log-in" in text
    assert "(401)" in text
    assert "every 2s" not in text

    MessageService.objects.update(test=MessageTest.TAKEN, test_fault="", test_status=None)
    assert "The service took the test message. Look whether it has arrived." in text_of(client.get(here))

    MessageService.objects.update(test=MessageTest.WAITING, test_at=NOW - timedelta(days=3))
    assert "It is not known what came of the test message" in text_of(client.get(here))


def test_a_service_says_how_much_it_has_sent_and_when_it_last_worked(client: Client) -> None:
    tournament = as_vera(client, phone_notices=True)
    service = make_message_service(tournament, cap=20)
    join(enter(tournament, "Anna Verdi")[0], service)
    text = text_of(client.get(page(tournament)))
    assert "Sent today: 0 of 20. 1 player has chosen it. It has taken no message yet." in text

    MessageService.objects.update(
        last_success_at=NOW, last_failure_at=after(1), fault=MessageFault.RECIPIENT, status=550
    )
    text = text_of(client.get(page(tournament)))
    assert "Last message not sent" in text
    assert "The service refused this message, most often for the recipient’s address. (550)" in text


def test_that_the_event_sends_no_notices_is_said(client: Client) -> None:
    tournament = as_vera(client)

    assert "“Notices to players” is off in the settings of this event." in text_of(
        client.get(page(tournament))
    )


def test_the_ways_of_writing_an_address_are_listed(client: Client) -> None:
    text = text_of(client.get(page(as_vera(client))))

    assert not [each.example for each in SERVICES.values() if each.example.replace("&", "&amp;") not in text]


def test_what_another_director_has_for_all_their_events_is_seen_while_they_direct_this_one(
    client: Client,
) -> None:
    tournament = as_vera(client)
    dora = give_role(tournament, Role.DIRECTOR, "dora")
    service = make_message_service(make_tournament(dora), account=dora, is_for_all=True)
    make_message_service(make_tournament(dora), EMAIL, account=dora, name="E-mail")

    text = text_of(client.get(page(tournament)))

    assert "dora has it for all their events and alone can change it." in text
    assert "E-mail</h2>" not in text
    assert f"/messages/{service.pk}/" not in text
    assert client.get(page(tournament, f"{service.pk}/")).status_code == 404
    path = page(tournament, f"{service.pk}/switch/")
    assert client.post(path, {"key": str(uuid4())}).status_code == 404
    StaffMember.objects.filter(tournament=tournament, account=dora).update(role=Role.FLOOR)
    assert "dora has it" not in text_of(client.get(page(tournament)))


def test_only_a_director_comes_near_a_service_and_never_one_of_another_event(client: Client) -> None:
    tournament = make_tournament()
    service = make_message_service(tournament)
    foreign = make_message_service(make_tournament(), EMAIL, is_for_all=True)
    log_in(client, give_role(tournament, Role.DIRECTOR, "dora"))

    for what in ("switch", "cap", "remove", "test"):
        path = page(tournament, f"{foreign.pk}/{what}/")
        assert client.post(path, {"key": str(uuid4())}).status_code == 404
    assert client.get(page(tournament, f"{foreign.pk}/")).status_code == 404
    assert client.get(page(tournament, f"{service.pk}/")).status_code == 200
    log_in(client, give_role(tournament, Role.FLOOR))
    assert client.get(page(tournament)).status_code == 403


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_costs_the_same_for_many(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, count: int
) -> None:
    tournament = as_vera(client)
    for number in range(count):
        make_message_service(tournament, name=f"SMS {number}")
    with django_assert_num_queries(QUERIES):
        response = client.get(page(tournament))
    assert len(re.findall(r"<li class=\"panel stack--tight\"", response.content.decode())) == count
