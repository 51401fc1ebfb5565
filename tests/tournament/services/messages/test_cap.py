"""No more messages a day than the house pays for."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
from django.db import connection

from tests.factories import NOW, after
from tests.tournament.services.messages.mail import prepared, service_now, states
from tests.tournament.services.messages.post_office import post_office
from tests.tournament.services.phones.test_sending import send_due, tell
from tournament.changes.messages import MessageCapReached
from tournament.models import (
    LogEntry,
    MessageFault,
    NoticeKind,
    NoticeState,
    Tournament,
)
from tournament.queries.alarms.messages import message_alarms
from tournament.queries.messages import taken_today
from tournament.queries.phones import players_not_reached
from tournament.services.messages.posting import Messaged, message

pytestmark = pytest.mark.django_db


def test_at_the_cap_nothing_more_is_sent_that_day_and_it_is_told_once() -> None:
    with post_office() as office:
        way = prepared(office, "one", cap=1)
        send_due(way)
        tell(way, "two")
        tell(way, "three", kind=NoticeKind.PRIZE)
        send_due(way, now=after(1))

    assert len(office.letters) == 1
    assert [state for state, *_ in states()] == [NoticeState.SENT, NoticeState.FAILED, NoticeState.FAILED]
    assert LogEntry.objects.filter(verb=MessageCapReached.verb).count() == 1
    assert [alarm.code for alarm in message_alarms(NOW)] == ["messages_full"]
    assert players_not_reached(way.entry.tournament) == {way.entry.player_id}


def test_the_day_is_that_of_the_event() -> None:
    with post_office() as office:
        way = prepared(office, cap=1)
        service = service_now()
        service.tournament.time_zone = "Europe/Rome"
        # 23:30 and 0:30 in Rome, both the same day in Greenwich.
        evening = NOW.replace(hour=22, minute=30)
        night = evening + timedelta(hours=1)
        send = {"to": way.endpoint, "title": "T", "text": "x"}
        came = [message(service, now=now, **send) for now in (evening, evening, night, night)]

    full = Messaged(fault=MessageFault.CAP)
    assert came == [Messaged(fault=None), full, Messaged(fault=None), full]
    assert len(message_alarms(night)) == 1
    assert message_alarms(night + timedelta(days=1)) == []


def test_a_clock_that_goes_back_over_midnight_begins_no_second_day() -> None:
    with post_office() as office:
        way = prepared(office, cap=1)
        Tournament.objects.update(time_zone="UTC")
        service, send = service_now(), {"to": way.endpoint, "title": "T", "text": "x"}
        night = NOW.replace(hour=0, minute=1) + timedelta(days=1)
        came = [message(service, now=now, **send) for now in (night, night - timedelta(minutes=2))]

    assert came == [Messaged(fault=None), Messaged(fault=MessageFault.CAP)]
    assert taken_today(service_now(), night - timedelta(minutes=2)) == 1
    assert LogEntry.objects.filter(verb=MessageCapReached.verb).count() == 1


@pytest.mark.django_db(transaction=True)
def test_many_senders_at_once_never_send_more_than_the_cap() -> None:
    with post_office() as office:
        way = prepared(office, cap=3)
        service = service_now()

        def send() -> None:
            message(service, to=way.endpoint, title="T", text="x", now=NOW)
            connection.close()

        senders = [threading.Thread(target=send) for _ in range(8)]
        for sender in senders:
            sender.start()
        for sender in senders:
            sender.join()

    assert len(office.letters) == 3
    assert service_now().taken == 3
    assert LogEntry.objects.filter(verb=MessageCapReached.verb).count() == 1
