"""Messages to a real mail server at this machine, by the tasks of the sending process."""

from __future__ import annotations

import errno
import logging
import socket
import socketserver
import threading
from datetime import timedelta
from time import monotonic
from typing import Any

import pytest
from apprise.plugins.seven import NotifySeven

from tests.factories import NOW, enter, make_tournament
from tests.factories.messages import join, make_message_service
from tests.processes import free_port
from tests.tournament.services.hooks.receiver import receiving
from tests.tournament.services.messages.addresses import ADDRESSES
from tests.tournament.services.messages.mail import prepared, service_now, states
from tests.tournament.services.messages.post_office import post_office
from tests.tournament.services.phones.test_sending import send_due, tell
from tournament.models import (
    MessageFault,
    MessageService,
    NoticeState,
    Tournament,
    TournamentStatus,
)
from tournament.queries.alarms.messages import message_alarms
from tournament.queries.phones import phones_due, players_not_reached
from tournament.services.messages import posting
from tournament.services.phones.joining import join_service

pytestmark = pytest.mark.django_db


def test_a_player_reads_the_event_and_what_a_phone_would_be_told() -> None:
    with post_office() as office:
        way = prepared(office, "Move to table <2>, seat 4")
        assert phones_due(now=NOW) == [way.pk]
        assert send_due(way) == 1

    (letter,) = office.letters
    assert (letter.sender, letter.to) == ("floor@house.example", ("anna+poker@example.org",))
    assert letter.subject == "Tuesday Turbo"
    assert letter.text == "Move to table <2>, seat 4 Take all your chips with you."
    assert letter.mail["Cc"] is None
    assert states() == [(NoticeState.SENT, 1, None)]
    service = service_now()
    assert (service.taken, service.last_success_at, service.last_failure_at, service.fault) == (
        1,
        NOW,
        None,
        "",
    )


def test_the_first_message_says_in_the_players_language_that_it_works() -> None:
    with post_office() as office:
        (entry,) = enter(make_tournament(phone_notices=True), "Anna Verdi")
        way = join_service(
            entry, make_message_service(entry.tournament, office.address), "anna@example.org", now=NOW
        )
        send_due(way)

    assert office.letters[0].text.startswith("Notices are on.")


@pytest.mark.parametrize(
    ("answers", "fault", "status", "is_tried_again", "counts"),
    [
        ({"RCPT": "550 no such user"}, MessageFault.RECIPIENT, 550, False, False),
        ({"RCPT": "450 come back"}, MessageFault.BUSY, 450, True, False),
        ({"TAKEN": "554 spam"}, MessageFault.ANSWER, 554, False, False),
        ({"TAKEN": "451 later"}, MessageFault.BUSY, 451, True, False),
        # It has the whole message, and nobody knows what it does with it.
        ({"TAKEN": ""}, MessageFault.TIMED_OUT, None, False, True),
        ({"CONNECT": "421 full"}, MessageFault.BUSY, 421, True, False),
    ],
)
def test_what_a_server_answers_is_told_and_tried_again_only_where_it_helps(
    answers: dict[str, str | None],
    fault: MessageFault,
    status: int | None,
    is_tried_again: bool,
    counts: bool,
) -> None:
    with post_office(**answers) as office:
        way = prepared(office, "Move")
        send_due(way)

    assert states() == [(NoticeState.WAITING if is_tried_again else NoticeState.FAILED, 1, status)]
    service = service_now()
    assert (service.fault, service.status, service.last_failure_at) == (fault, status, NOW)
    assert service.taken == int(counts)
    assert players_not_reached(way.entry.tournament) == {way.entry.player_id}


def test_a_password_that_is_wrong_is_said_of_the_service_and_on_the_console() -> None:
    with post_office(EHLO="250-house.example\r\n250 AUTH PLAIN", AUTH="535 no") as office:
        address = f"mailto://floor:secret@127.0.0.1:{office.port}?from=floor@house.example&to={{to}}"
        way = prepared(address, "Move")
        send_due(way)

    assert service_now().fault == MessageFault.ACCESS
    (alarm,) = message_alarms(NOW)
    assert alarm.words == (
        "The message service “SMS” of Tuesday Turbo does not send. The service refused the log-in: check the keys or "
        "the password in its address."
    )
    assert len(message_alarms(NOW + timedelta(hours=24))) == 1
    assert message_alarms(NOW + timedelta(hours=25)) == []


@pytest.mark.parametrize("status", [TournamentStatus.FINISHED, TournamentStatus.CANCELLED])
def test_of_an_event_that_is_over_the_console_says_nothing(status: TournamentStatus) -> None:
    for number, is_for_all in enumerate((False, True)):
        make_message_service(make_tournament(), name=f"SMS {number}", is_for_all=is_for_all)
    MessageService.objects.update(fault=MessageFault.ACCESS, last_failure_at=NOW)
    assert len(message_alarms(NOW)) == 2

    Tournament.objects.update(status=status)

    assert ["SMS 1" in alarm.words for alarm in message_alarms(NOW)] == [True]
    MessageService.objects.update(day=NOW.date(), taken=200)
    assert [alarm.code for alarm in message_alarms(NOW)] == ["messages_full"]


@pytest.mark.parametrize(
    ("host", "fault"),
    [("nowhere.invalid", MessageFault.NO_NAME), ("127.0.0.1", MessageFault.REFUSED)],
)
def test_without_a_way_to_the_service_it_is_tried_for_as_long_as_it_is_of_use(
    host: str, fault: MessageFault
) -> None:
    way = prepared(f"mailto://{host}:{free_port()}?from=floor@house.example&to={{to}}", "Move")

    send_due(way)

    assert (service_now().fault, service_now().taken) == (fault, 0)
    assert states() == [(NoticeState.WAITING, 1, None)]
    send_due(way, now=NOW + timedelta(minutes=6))
    assert states() == [(NoticeState.FAILED, 1, None)]


def test_a_server_that_says_nothing_is_given_up_and_not_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posting, "SECONDS", 0.5)
    with post_office(DATA=None) as office:
        way = prepared(office, "Move")
        send_due(way)

        assert (service_now().fault, service_now().taken) == (MessageFault.TIMED_OUT, 1)
        assert states() == [(NoticeState.FAILED, 1, None)]


def test_a_service_that_does_not_answer_rests_so_that_nobody_waits_for_it() -> None:
    way = prepared(f"mailto://127.0.0.1:{free_port()}?from=floor@house.example&to={{to}}", "Move")
    (other,) = enter(way.entry.tournament, "Bruno Neri")
    also = join(other, service_now(), "bruno@example.org")
    tell(also, "Move")
    send_due(way)

    early, later = NOW + timedelta(seconds=9), NOW + timedelta(seconds=10)
    assert phones_due(now=early) == []
    assert send_due(also, now=early) == 0
    assert sorted(phones_due(now=later)) == sorted([way.pk, also.pk])
    assert send_due(also, now=later) == 1


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost"])
def test_a_mail_server_in_this_network_is_written_to_only_where_that_is_allowed(name: str) -> None:
    way = prepared(f"mailto://{name}:2525?from=floor@house.example&to={{to}}", "Move", is_in_network=False)

    send_due(way)

    assert service_now().fault == MessageFault.IN_NETWORK
    assert service_now().taken == 0


def test_a_key_of_the_house_that_was_changed_is_said(settings: Any) -> None:
    with post_office() as office:
        way = prepared(office, "Move")
        settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another", []
        send_due(way)

    assert (service_now().fault, office.letters) == (MessageFault.SECRET, [])


@pytest.mark.parametrize(
    ("answer", "fault", "is_tried_again", "counts"),
    [
        ((200, {}), None, False, True),
        ((401, {}), MessageFault.ACCESS, False, False),
        ((400, {}), MessageFault.RECIPIENT, False, False),
        ((429, {}), MessageFault.BUSY, True, False),
        ((503, {}), MessageFault.BUSY, True, False),
        # Of these nobody knows whether the message was sent.
        ((500, {}), MessageFault.ANSWER, False, True),
        ((502, {}), MessageFault.TIMED_OUT, False, True),
        ((504, {}), MessageFault.TIMED_OUT, False, True),
    ],
)
def test_what_a_service_answers_by_http_is_told_as_well(
    monkeypatch: pytest.MonkeyPatch,
    answer: tuple[int, dict[str, str]],
    fault: MessageFault | None,
    is_tried_again: bool,
    counts: bool,
) -> None:
    """The real plugin of a service, led to a server at this machine."""
    with receiving() as server:
        server.answer = lambda _heard: answer
        monkeypatch.setattr(NotifySeven, "notify_url", server.url)
        (entry,) = enter(make_tournament(phone_notices=True), "Anna Verdi")
        way = join(entry, make_message_service(entry.tournament, ADDRESSES["seven"]), "+39 333 1234567")
        tell(way, "Move")
        send_due(way)

    (heard,) = server.heard
    assert heard.json["to"] == "+393331234567"
    assert service_now().fault == (fault or "")
    (state, _, status) = states()[0]
    assert (state == NoticeState.WAITING, state == NoticeState.SENT) == (is_tried_again, fault is None)
    assert status == (answer[0] if fault else None)
    assert service_now().taken == int(counts)


# No more than the beginning of an answer, one that says it is longer, and one of another language.
BROKEN = (
    b"",
    b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{",
    b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"220 house.example\r\n",
)


@pytest.mark.parametrize("answer", BROKEN)
def test_a_message_whose_answer_breaks_off_may_have_been_sent(
    monkeypatch: pytest.MonkeyPatch, answer: bytes
) -> None:
    class Breaks(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self.request.recv(65_536)
            self.wfile.write(answer)

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Breaks) as server:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        monkeypatch.setattr(NotifySeven, "notify_url", f"http://127.0.0.1:{server.server_address[1]}/")
        (entry,) = enter(make_tournament(phone_notices=True), "Anna Verdi")
        way = join(entry, make_message_service(entry.tournament, ADDRESSES["seven"]), "+39 333 1234567")
        tell(way, "Move")
        send_due(way)
        server.shutdown()

    assert (service_now().fault, service_now().taken) == (MessageFault.TIMED_OUT, 1)
    assert states() == [(NoticeState.FAILED, 1, None)]


@pytest.mark.parametrize(
    ("error", "fault"),
    [
        (OSError(errno.ENETUNREACH, "no network"), MessageFault.UNREACHABLE),
        (ConnectionRefusedError(errno.ECONNREFUSED, "no"), MessageFault.REFUSED),
    ],
)
def test_a_connection_that_never_stood_is_tried_again(
    monkeypatch: pytest.MonkeyPatch, error: OSError, fault: MessageFault
) -> None:
    way = prepared("mailto://127.0.0.1:2525?from=floor@house.example&to={to}", "Move")

    def refuses(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(socket, "create_connection", refuses)
    send_due(way)

    assert (service_now().fault, service_now().taken) == (fault, 0)
    assert states() == [(NoticeState.WAITING, 1, None)]


def test_a_name_that_is_looked_up_too_long_is_given_up_with_all_the_rest_and_nothing_is_sent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(posting, "SECONDS", 0.3)
    hangs, look_up = threading.Event(), socket.getaddrinfo

    def slow(*asked: Any, **more: Any) -> Any:
        hangs.wait(5)
        return look_up(*asked, **more)

    with post_office() as office:
        way = prepared(office, "Move")
        monkeypatch.setattr(socket, "getaddrinfo", slow)
        began = monotonic()
        send_due(way)
        took = monotonic() - began
        senders = [each for each in threading.enumerate() if each.name.endswith("(_notify)")]
        hangs.set()
        for sender in senders:
            sender.join()

    assert took < 4
    assert (len(senders), office.letters) == (1, [])
    assert (service_now().fault, service_now().taken) == (MessageFault.NO_NAME, 0)
    assert states() == [(NoticeState.WAITING, 1, None)]


class _Root(logging.Handler):
    """What reaches the logs of the house."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.said = ""

    def emit(self, record: logging.LogRecord) -> None:
        self.said += record.getMessage()


def test_nothing_of_a_message_reaches_a_log(capfd: pytest.CaptureFixture[str]) -> None:
    root, heard = logging.getLogger(), _Root()
    root.addHandler(heard)
    with post_office(RCPT="550 no such user") as office:
        send_due(prepared(office, "Move"))
    root.removeHandler(heard)

    said = heard.said + "".join(capfd.readouterr())
    assert service_now().fault == MessageFault.RECIPIENT
    assert "anna" not in said
    assert str(office.port) not in said
