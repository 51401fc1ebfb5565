"""The test of a director, to a real mail server at this machine."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils.translation import gettext, override

from tests.factories import ACTOR, NOW, after, make_tournament
from tests.factories.messages import make_message_service
from tests.tournament.services.messages.post_office import post_office
from tournament.models import (
    MessageFault,
    MessageService,
    MessageTest,
)
from tournament.queries.messages import tests_due as open_tests
from tournament.services.messages import testing
from tournament.services.messages.posting import Messaged
from tournament.services.messages.services import send_test
from tournament.services.messages.testing import send_test_message

pytestmark = pytest.mark.django_db


def test_a_test_is_sent_while_the_service_is_off_and_says_what_came_of_it() -> None:
    tournament = make_tournament()
    with post_office() as office:
        service = make_message_service(tournament, office.address, is_on=False)
        send_test(service_id=service.pk, to="vera@example.org", by=ACTOR.at(NOW))
        assert open_tests() == [service.pk]
        assert send_test_message(service.pk, now=NOW)
        assert not send_test_message(service.pk, now=NOW)

    assert [letter.to for letter in office.letters] == [("vera@example.org",)]
    service.refresh_from_db()
    assert (service.test, service.test_to, service.test_fault) == (MessageTest.TAKEN, "", "")
    assert service.taken == 1


def test_a_test_is_in_the_language_of_the_director_who_asked_for_it() -> None:
    with post_office() as office:
        service = make_message_service(make_tournament(), office.address)
        with override("it"):
            send_test(service_id=service.pk, to="vera@example.org", by=ACTOR.at(NOW))
            said = gettext("This is a test of Floorman’s messages to players.")
        send_test_message(service.pk, now=NOW)

    assert office.letters[0].text == said
    assert said.startswith("Questa")


def test_a_test_that_is_asked_for_during_another_keeps_its_recipient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked for, and taken by another sender, while the first is on its way."""
    service = make_message_service(make_tournament())
    sent: list[str] = []

    def during(service: MessageService, *, to: str, **_: Any) -> Messaged:
        if not sent:
            sent.append(to)
            send_test(service_id=service.pk, to="+39 333 7654321", by=ACTOR.at(after(1)))
            MessageService.objects.update(test=MessageTest.SENDING)
        else:
            sent.append(to)
        return Messaged(fault=None)

    monkeypatch.setattr(testing, "message", during)
    send_test(service_id=service.pk, to="+39 333 1234567", by=ACTOR.at(NOW))
    send_test_message(service.pk, now=NOW)

    service.refresh_from_db()
    assert (service.test, service.test_to) == (MessageTest.SENDING, "+393337654321")
    MessageService.objects.update(test=MessageTest.WAITING)
    send_test_message(service.pk, now=after(1))
    service.refresh_from_db()
    assert (sent, service.test) == (["+393331234567", "+393337654321"], MessageTest.TAKEN)


def test_a_test_that_failed_never_says_that_it_was_sent() -> None:
    with post_office(RCPT="550 no such user") as office:
        service = make_message_service(make_tournament(), office.address)
        send_test(service_id=service.pk, to="vera@example.org", by=ACTOR.at(NOW))
        send_test_message(service.pk, now=NOW)

    service.refresh_from_db()
    assert (service.test, service.test_fault, service.test_status) == (
        MessageTest.FAILED,
        MessageFault.RECIPIENT,
        550,
    )
