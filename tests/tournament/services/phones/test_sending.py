"""Sending by a clock of the test, to a real push service at this machine that a browser of the test reads from."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from cryptography.exceptions import InvalidTag
from django.test import override_settings
from http_ece import ECEException
from py_vapid import Vapid02

from tests.factories import NOW, after, enter, make_tournament
from tests.factories.phones import ORIGIN, Browser, switch_phone_on
from tests.processes import free_port
from tests.tournament.services.hooks.receiver import Heard, Receiver, receiving
from tournament.changes.phones import NoticeFact, NoticeWords
from tournament.models import NoticeKind, NoticeState, PhoneEnd, PhoneNotice, PlayerPhone, Tournament
from tournament.queries.phones import phones_due, players_not_reached
from tournament.services.phone_outbox import tell_players
from tournament.services.phones.keys import house_key
from tournament.services.phones.sending import (
    CLAIM,
    book_notice,
    claim_phone,
    forget_phones_of_the_past,
    next_notice,
    release_phone,
    try_notice,
)
from tournament.services.phones.switching import switch_off

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def house(settings: Any) -> None:
    settings.PUBLIC_URL, settings.PUSH_SERVICES_OF_HOUSE = ORIGIN, ["127.0.0.1"]


def tell(phone: PlayerPhone, *titles: str, kind: NoticeKind = NoticeKind.SEAT) -> None:
    """Have these told, one after the other."""
    for title in titles:
        assert tell_players(phone.entry.tournament_id, only(phone, title, kind), at=NOW) == 1


def only(phone: PlayerPhone, title: str, kind: NoticeKind) -> Callable[[Tournament], list[NoticeFact]]:
    fact = NoticeFact(
        kind=kind,
        entry=phone.entry_id,
        subject=title,
        title=NoticeWords(words=title),
        text=NoticeWords(words="Take all your chips with you."),
    )
    return lambda _event: [fact]


def send_due(phone: PlayerPhone, *, now: Any = NOW) -> int:
    """What the task does, all of it at one moment; how many notices were tried."""
    claim, tried = claim_phone(phone.pk, now=now), 0
    while claim and (notice := next_notice(phone.pk, claim, now=now)):
        book_notice(notice, try_notice(notice, at=now, now=now), claim, now=now)
        tried += 1
    release_phone(phone.pk, claim)
    return tried


def prepared(receiver: Receiver | str, *titles: str) -> tuple[Browser, PlayerPhone]:
    """A phone at this push service, and notices with these titles."""
    url = receiver if isinstance(receiver, str) else receiver.url
    (entry,) = enter(make_tournament(phone_notices=True), "Anna Verdi")
    browser = Browser(endpoint=url)
    phone = switch_phone_on(entry, browser)
    tell(phone, *titles)
    return browser, phone


def states(phone: PlayerPhone) -> list[tuple[str, int, int | None]]:
    rows = PhoneNotice.objects.filter(phone=phone).order_by("pk")
    return [(row.state, row.tries, row.status) for row in rows]


# --- What is sent ---------------------------------------------------------------------------------------------------


def test_the_browser_reads_what_was_written_and_nobody_else_does() -> None:
    with receiving() as service:
        browser, phone = prepared(service, "Move to table 2, seat 4")
        assert phones_due(now=NOW) == [phone.pk]
        assert send_due(phone) == 1

    (heard,) = service.heard
    notice = PhoneNotice.objects.get()
    assert browser.read(heard.body) == {
        "id": notice.notice,
        "tag": f"seat-{phone.pk}",
        "title": "Move to table 2, seat 4",
        "text": "Take all your chips with you.",
        "page": f"/my/{phone.entry.link_secret}/",
    }
    assert b"table" not in heard.body
    with pytest.raises((ECEException, InvalidTag)):
        Browser().read(heard.body)
    assert states(phone) == [(NoticeState.SENT, 1, 204)]
    assert phones_due(now=NOW) == []
    phone.refresh_from_db()
    assert (phone.last_success_at, phone.last_failure_at) == (NOW, None)


def test_the_push_service_is_told_how_long_how_urgent_and_of_what_kind() -> None:
    with receiving() as service:
        _, phone = prepared(service, "You are moved")
        tell(phone, "The break ends", kind=NoticeKind.BREAK)
        send_due(phone, now=NOW + timedelta(seconds=100))

    seat, pause = ({**each.headers} for each in service.heard)
    assert (seat["ttl"], seat["urgency"], seat["topic"]) == ("200", "high", f"seat-{phone.pk}")
    assert (pause["ttl"], pause["urgency"], pause["topic"]) == ("200", "normal", f"break-{phone.pk}")
    assert seat["content-encoding"] == "aes128gcm"
    assert not {"cookie", "referer"} & set(seat)


def test_the_house_signs_for_this_push_service_with_the_key_that_the_browser_knows() -> None:
    with receiving() as service:
        _, phone = prepared(service, "You are moved")
        send_due(phone)

    (heard,) = service.heard
    header = heard.headers["authorization"]
    with time_machine.travel(NOW, tick=False):
        assert Vapid02.verify(header)
    token, key = (part.split("=", 1)[1] for part in header.removeprefix("vapid ").split(","))
    payload = token.split(".")[1]
    claims = json.loads(urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
    assert claims == {
        "aud": f"http://127.0.0.1:{service.port}",
        "sub": ORIGIN,
        "exp": int((NOW + timedelta(hours=12)).timestamp()),
    }
    assert key == house_key() == phone.house_key


def test_while_the_secret_key_is_changed_the_former_one_speaks_to_its_phones() -> None:
    with receiving() as service:
        _, phone = prepared(service, "You are moved")
        from django.conf import settings

        former = settings.SECRET_KEY
        with override_settings(SECRET_KEY="another-" * 9, SECRET_KEY_FALLBACKS=[former]):
            assert house_key() != phone.house_key
            assert send_due(phone) == 1
        tell(phone, "You are moved again")
        with override_settings(SECRET_KEY="another-" * 9, SECRET_KEY_FALLBACKS=[]):
            send_due(phone)

    assert len(service.heard) == 1
    phone.refresh_from_db()
    assert (phone.ended, phone.endpoint) == (PhoneEnd.KEY, "")


# --- What goes wrong ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("status", [404, 410])
def test_a_phone_that_is_gone_is_forgotten_and_the_desk_knows_it(status: int) -> None:
    with receiving() as service:
        service.answer = lambda _: (status, {})
        _, phone = prepared(service, "You are moved")
        tell(phone, "The break ends", kind=NoticeKind.BREAK)
        assert send_due(phone) == 1

    phone.refresh_from_db()
    assert (phone.ended, phone.endpoint, phone.p256dh, phone.auth) == (PhoneEnd.GONE, "", "", "")
    assert [state for state, _, _ in states(phone)] == [NoticeState.FAILED, NoticeState.FAILED]
    assert players_not_reached(phone.entry.tournament) == {phone.entry.player_id}
    assert phones_due(now=after(1)) == []


def test_a_push_service_that_is_away_is_asked_again_while_the_notice_is_of_use() -> None:
    _, phone = prepared(f"http://127.0.0.1:{free_port()}/push", "You are moved")

    due = [0, 5, 20, 60, 120, 210]
    beside = {second + by for second in due for by in (-1, 1)}
    seconds = sorted({*due, *beside, *range(10, 301, 10)} - {-1})
    tried = {second: send_due(phone, now=NOW + timedelta(seconds=second)) for second in seconds}

    assert {second: count for second, count in tried.items() if count} == dict.fromkeys(due, 1)
    assert states(phone) == [(NoticeState.FAILED, 6, None)]
    assert players_not_reached(phone.entry.tournament) == {phone.entry.player_id}
    phone.refresh_from_db()
    assert phone.ended == ""


def test_a_push_service_that_asks_for_patience_is_left_alone_so_long() -> None:
    with receiving() as service:
        service.answer = lambda _: (429, {"Retry-After": "60"})
        _, phone = prepared(service, "You are moved")
        send_due(phone)
        assert send_due(phone, now=NOW + timedelta(seconds=59)) == 0
        service.answer = lambda _: (201, {})
        assert send_due(phone, now=NOW + timedelta(seconds=60)) == 1

    assert states(phone) == [(NoticeState.SENT, 2, 201)]
    assert players_not_reached(phone.entry.tournament) == frozenset()


def test_a_notice_that_is_refused_is_not_tried_again_and_the_next_one_is() -> None:
    with receiving() as service:
        service.answer = lambda _: (413, {})
        _, phone = prepared(service, "You are moved")
        send_due(phone)
        service.answer = lambda _: (201, {})
        tell(phone, "You are moved again")
        send_due(phone)

    assert states(phone) == [(NoticeState.FAILED, 1, 413), (NoticeState.SENT, 1, 201)]


def test_what_is_too_late_is_not_sent() -> None:
    with receiving() as service:
        _, phone = prepared(service, "You are moved")
        assert send_due(phone, now=after(5)) == 0

    assert service.heard == []
    assert states(phone) == [(NoticeState.FAILED, 0, None)]


def test_a_name_that_leads_into_this_network_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """The name of a push service of a browser's maker, as a resolver that lies gives it."""
    with receiving() as service:
        _, phone = prepared("https://fcm.googleapis.com/fcm/send/x", "You are moved")
        import asyncio

        async def lies(*_: object, **__: object) -> list[Any]:
            return [(2, 1, 6, "", ("127.0.0.1", service.port))]

        monkeypatch.setattr(asyncio.BaseEventLoop, "getaddrinfo", lies)
        send_due(phone)

    assert service.heard == []
    assert states(phone) == [(NoticeState.WAITING, 1, None)]


# --- One sender at a time -------------------------------------------------------------------------------------------


def test_a_sender_that_was_killed_is_followed_by_another_with_the_same_notice() -> None:
    with receiving() as service:
        browser, phone = prepared(service, "You are moved")
        claim = claim_phone(phone.pk, now=NOW)
        notice = next_notice(phone.pk, claim, now=NOW)
        assert notice is not None
        try_notice(notice, at=NOW, now=NOW)
        # Here it is killed.
        assert phones_due(now=NOW) == []
        assert send_due(phone, now=NOW) == 0

        assert phones_due(now=NOW + CLAIM) == [phone.pk]
        assert send_due(phone, now=NOW + CLAIM) == 1

    first, second = (browser.read(each.body) for each in service.heard)
    assert first == second
    assert {each.headers["topic"] for each in service.heard} == {f"seat-{phone.pk}"}
    assert [state for state, _, _ in states(phone)] == [NoticeState.SENT]


def test_a_newer_notice_of_a_kind_takes_the_place_of_one_that_waits() -> None:
    with receiving() as service:
        browser, phone = prepared(service, "Move to table 2", "Move to table 3")
        tell(phone, "The break ends", kind=NoticeKind.BREAK)
        send_due(phone)

    titles = [browser.read(each.body)["title"] for each in service.heard]
    assert titles == ["Move to table 3", "The break ends"]


def test_a_phone_that_is_switched_off_is_sent_nothing_more() -> None:
    with receiving() as service:
        _, phone = prepared(service, "You are moved")
        claim = claim_phone(phone.pk, now=NOW)

        assert switch_off(phone.entry, now=NOW) == 1

        assert next_notice(phone.pk, claim, now=NOW) is None
        assert send_due(phone) == 0
    assert service.heard == []
    assert players_not_reached(phone.entry.tournament) == frozenset()


def test_an_answer_after_the_phone_was_switched_off_changes_nothing_but_that_it_arrived() -> None:
    def answer(_: Heard) -> tuple[int, dict[str, str]]:
        return 410, {}

    with receiving() as service:
        service.answer = answer
        _, phone = prepared(service, "You are moved")
        claim = claim_phone(phone.pk, now=NOW)
        notice = next_notice(phone.pk, claim, now=NOW)
        assert notice is not None
        came = try_notice(notice, at=NOW, now=NOW)
        switch_off(phone.entry, now=NOW)
        book_notice(notice, came, claim, now=NOW)

    phone.refresh_from_db()
    assert phone.ended == PhoneEnd.BY_HAND


def test_notices_of_yesterday_and_phones_of_events_that_were_over_then_are_forgotten() -> None:
    _, phone = prepared("https://fcm.googleapis.com/fcm/send/x", "You are moved")
    assert forget_phones_of_the_past(now=NOW + timedelta(hours=23)) == 0
    assert forget_phones_of_the_past(now=NOW + timedelta(hours=25)) == 1
    assert PlayerPhone.objects.count() == 1

    phone.entry.tournament.finished_at = NOW
    phone.entry.tournament.save(update_fields=["finished_at"])

    assert forget_phones_of_the_past(now=NOW + timedelta(hours=25)) == 1
    assert not PlayerPhone.objects.exists()
