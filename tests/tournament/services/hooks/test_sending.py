"""Sending by a clock of the test, to real servers, with the receiver's own library as a second opinion."""

from __future__ import annotations

import base64
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from itertools import pairwise

import pytest
import time_machine
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from django.db import connection
from standardwebhooks import Webhook, WebhookVerificationError

from tests.factories import ACTOR, NOW, enter, make_tournament
from tests.factories.hooks import make_hook
from tests.processes import free_port
from tests.tournament.services.hooks.receiver import Heard, Receiver, receiving
from tournament.models import HookDelivery, HookEndpoint, HookFault, HookOff, HookState, LogEntry, Tournament
from tournament.queries.alarms.hooks import stopped_hooks
from tournament.queries.hooks import endpoints_due
from tournament.rules.hooks.signing import signed_text
from tournament.services.hooks.endpoints import rotate_hook, send_again, send_test, switch_hook
from tournament.services.hooks.keys import new_sealed_keys, public_key_of, secret_of
from tournament.services.hooks.posting import Posted
from tournament.services.hooks.sending import (
    CLAIM,
    book_try,
    claim_endpoint,
    forget_messages,
    next_message,
    release_endpoint,
    try_message,
)

pytestmark = pytest.mark.django_db


def send_due(hook: HookEndpoint, *, now: datetime, chance: float = 0.0) -> int:
    """What the task does, all of it at one moment; how many messages were tried."""
    claim, tried = claim_endpoint(hook.pk, now=now), 0
    while claim and (message := next_message(hook.pk, claim, now=now)):
        book_try(message, try_message(message, at=now), claim, started_at=now, now=now, chance=chance)
        tried += 1
    release_endpoint(hook.pk, claim)
    return tried


def prepared(receiver: Receiver, *players: str, has_names: bool = False) -> tuple[Tournament, HookEndpoint]:
    """An event with an endpoint there, and a message of each of these players' entries."""
    tournament = make_tournament()
    hook = make_hook(tournament, receiver.url, has_names=has_names)
    if players:
        enter(tournament, *players)
    return tournament, hook


def states(hook: HookEndpoint) -> list[tuple[str, int, str]]:
    rows = HookDelivery.objects.filter(endpoint=hook).order_by("pk")
    return [(row.state, row.tries, row.fault) for row in rows]


# --- What is sent ---------------------------------------------------------------------------------------------------


def test_the_receivers_own_library_finds_every_message_genuine() -> None:
    with receiving() as receiver:
        _, hook = prepared(receiver, "Anna Verdi", "Bruno Neri")
        assert send_due(hook, now=NOW) == 2

    library = Webhook(secret_of(hook))
    with time_machine.travel(NOW, tick=False):
        read = [library.verify(each.body, dict(each.headers)) for each in receiver.heard]
    assert [each["data"]["entry"] for each in read] == [1, 2]
    assert [each.message for each in receiver.heard] == list(
        HookDelivery.objects.order_by("pk").values_list("message", flat=True)
    )
    assert {each.headers["content-type"] for each in receiver.heard} == {"application/json"}
    assert states(hook) == [("delivered", 1, ""), ("delivered", 1, "")]
    hook.refresh_from_db()
    assert hook.last_success_at == NOW


def test_a_body_id_or_time_that_was_altered_is_not_genuine() -> None:
    with receiving() as receiver:
        _, hook = prepared(receiver, "Anna Verdi")
        send_due(hook, now=NOW)
    (heard,) = receiver.heard
    library, headers = Webhook(secret_of(hook)), dict(heard.headers)

    forged = [
        (heard.body.replace(b'"entry":1', b'"entry":2'), headers),
        (heard.body, {**headers, "webhook-id": "msg_other"}),
        (heard.body, {**headers, "webhook-timestamp": str(int(NOW.timestamp()) + 1)}),
    ]
    with time_machine.travel(NOW, tick=False):
        library.verify(heard.body, headers)
        for body, given in forged:
            with pytest.raises(WebhookVerificationError):
                library.verify(body, given)


def test_the_second_signature_is_checked_with_the_public_key_alone() -> None:
    with receiving() as receiver:
        _, hook = prepared(receiver, "Anna Verdi")
        send_due(hook, now=NOW)
    (heard,) = receiver.heard
    symmetric, asymmetric = heard.headers["webhook-signature"].split(" ")
    key = Ed25519PublicKey.from_public_bytes(base64.b64decode(public_key_of(hook).removeprefix("whpk_")))
    text = signed_text(heard.message, at=int(heard.headers["webhook-timestamp"]), body=heard.body)

    assert symmetric.startswith("v1,")
    assert asymmetric.startswith("v1a,")
    key.verify(base64.b64decode(asymmetric.removeprefix("v1a,")), text)


def test_each_try_has_the_same_id_and_bytes_and_a_time_of_its_own() -> None:
    with receiving() as receiver:
        receiver.answer = lambda _: (500, {})
        _, hook = prepared(receiver, "Anna Verdi")
        send_due(hook, now=NOW)
        send_due(hook, now=NOW + timedelta(seconds=5))

    first, second = receiver.heard
    assert (first.message, first.body) == (second.message, second.body)
    assert int(second.headers["webhook-timestamp"]) - int(first.headers["webhook-timestamp"]) == 5
    assert first.headers["webhook-signature"] != second.headers["webhook-signature"]


# --- Rotation -------------------------------------------------------------------------------------------------------


def test_for_a_day_after_a_new_secret_the_old_one_still_finds_messages_genuine() -> None:
    with receiving() as receiver:
        tournament, hook = prepared(receiver, "Anna Verdi")
        old = secret_of(hook)
        rotate_hook(tournament_id=tournament.pk, hook_id=hook.pk, by=ACTOR.at(NOW))
        send_due(hook, now=NOW + timedelta(hours=23))
        send_test(hook_id=hook.pk, event=tournament, by=ACTOR.at(NOW + timedelta(hours=25)))
        send_due(hook, now=NOW + timedelta(hours=25))
    hook.refresh_from_db()
    new = secret_of(hook)
    early, late = receiver.heard

    def is_genuine(heard: Heard, secret: str) -> bool:
        with time_machine.travel(int(heard.headers["webhook-timestamp"]), tick=False):
            try:
                Webhook(secret).verify(heard.body, dict(heard.headers))
            except WebhookVerificationError:
                return False
        return True

    assert old != new
    assert [is_genuine(early, old), is_genuine(early, new)] == [True, True]
    assert [is_genuine(late, old), is_genuine(late, new)] == [False, True]
    assert [len(each.headers["webhook-signature"].split()) for each in receiver.heard] == [4, 2]


# --- The schedule ---------------------------------------------------------------------------------------------------


def test_a_message_is_tried_ten_times_then_the_endpoint_is_off_and_the_director_is_told() -> None:
    with receiving() as receiver:
        receiver.answer = lambda _: (500, {})
        tournament, hook = prepared(receiver, "Anna Verdi")
        times = [NOW]
        for _ in range(9):
            assert send_due(hook, now=times[-1]) == 1
            due_at = HookDelivery.objects.get().due_at
            assert send_due(hook, now=due_at - timedelta(seconds=1)) == 0
            times.append(due_at)
        assert not stopped_hooks(times[-1])
        assert send_due(hook, now=times[-1]) == 1

    assert [later - earlier for earlier, later in pairwise(times)] == [
        timedelta(seconds=5),
        timedelta(minutes=5),
        timedelta(minutes=30),
        timedelta(hours=2),
        timedelta(hours=5),
        timedelta(hours=10),
        timedelta(hours=14),
        timedelta(hours=20),
        timedelta(hours=24),
    ]
    assert states(hook) == [("failed", 10, "answer")]
    hook.refresh_from_db()
    assert hook.off == HookOff.FAILED
    assert LogEntry.objects.get(verb="hook_stopped").tournament == tournament
    (alarm,) = stopped_hooks(NOW)
    assert alarm.code == "hook_stopped"
    assert "Friday Fifty: the web hook to 127.0.0.1 is off." in alarm.words


def test_what_was_refused_comes_later_and_the_others_pass() -> None:
    with receiving() as receiver:
        receiver.answer = lambda heard: (400 if heard.json["data"]["entry"] == 1 else 204, {})
        _, hook = prepared(receiver, "Anna Verdi", "Bruno Neri")
        assert send_due(hook, now=NOW) == 2

    assert states(hook) == [("waiting", 1, "answer"), ("delivered", 1, "")]


def test_while_a_receiver_is_away_all_wait_for_the_oldest_and_come_in_order_then() -> None:
    with receiving() as receiver:
        _, hook = prepared(receiver, "Anna Verdi", "Bruno Neri", "Carla Rossi")
        HookEndpoint.objects.update(url=f"http://127.0.0.1:{free_port()}/hooks")
        assert send_due(hook, now=NOW) == 1
        assert states(hook) == [("waiting", 1, "refused"), ("waiting", 0, ""), ("waiting", 0, "")]
        assert endpoints_due(now=NOW + timedelta(seconds=4)) == []
        assert send_due(hook, now=NOW + timedelta(seconds=4)) == 0
        HookEndpoint.objects.update(url=receiver.url)
        assert endpoints_due(now=NOW + timedelta(seconds=5)) == [hook.pk]
        assert send_due(hook, now=NOW + timedelta(seconds=5)) == 3

    assert [each.json["data"]["entry"] for each in receiver.heard] == [1, 2, 3]


def test_a_receiver_that_asks_for_patience_is_left_alone_for_so_long() -> None:
    with receiving() as receiver:
        receiver.answer = lambda _: (429, {"Retry-After": "90"})
        _, hook = prepared(receiver, "Anna Verdi", "Bruno Neri")
        assert send_due(hook, now=NOW) == 1
        assert send_due(hook, now=NOW + timedelta(seconds=89)) == 0
        receiver.answer = lambda _: (204, {})
        assert send_due(hook, now=NOW + timedelta(seconds=90)) == 2

    assert states(hook) == [("delivered", 2, ""), ("delivered", 1, "")]


def test_a_receiver_that_is_gone_is_sent_nothing_more_until_it_is_switched_on() -> None:
    with receiving() as receiver:
        receiver.answer = lambda _: (410, {})
        tournament, hook = prepared(receiver, "Anna Verdi", "Bruno Neri")
        assert send_due(hook, now=NOW) == 1
        hook.refresh_from_db()
        assert hook.off == HookOff.GONE
        assert "The receiver said that it is gone (410)." in stopped_hooks(NOW)[0].words
        assert send_due(hook, now=NOW + timedelta(days=2)) == 0
        receiver.answer = lambda _: (204, {})
        switch_hook(tournament_id=tournament.pk, hook_id=hook.pk, is_on=True, by=ACTOR.at(NOW))
        assert stopped_hooks(NOW) == []
        assert send_due(hook, now=NOW) == 2

    assert [each.json["data"]["entry"] for each in receiver.heard] == [1, 1, 2]


def test_a_failed_message_is_sent_again_by_hand_with_its_id_and_bytes() -> None:
    with receiving() as receiver:
        _tournament, hook = prepared(receiver, "Anna Verdi")
        HookDelivery.objects.update(state=HookState.FAILED, tries=10, fault=HookFault.ANSWER)
        message = HookDelivery.objects.get()
        send_again(hook_id=hook.pk, delivery_id=message.pk, by=ACTOR.at(NOW))
        assert send_due(hook, now=NOW) == 1

    (heard,) = receiver.heard
    assert (heard.message, heard.body.decode()) == (message.message, message.body)
    assert states(hook) == [("delivered", 1, "")]


def test_a_test_message_tells_of_nothing_but_the_event() -> None:
    with receiving() as receiver:
        tournament, hook = prepared(receiver)
        send_test(hook_id=hook.pk, event=tournament, by=ACTOR.at(NOW))
        send_due(hook, now=NOW)

    (heard,) = receiver.heard
    assert heard.json == {
        "type": "webhook.test",
        "timestamp": "2026-03-14T20:00:00.000Z",
        "data": {"event": tournament.code},
    }


def test_a_secret_that_cannot_be_read_waits_and_says_so() -> None:
    with receiving() as receiver:
        _tournament, hook = prepared(receiver, "Anna Verdi")
        sealed = hook.sealed_secret
        HookEndpoint.objects.update(sealed_secret="gAAAA-not-of-this-house")
        assert send_due(hook, now=NOW) == 1
        assert (receiver.heard, states(hook)) == ([], [("waiting", 1, "secret")])
        HookEndpoint.objects.update(sealed_secret=sealed)
        assert send_due(hook, now=NOW + timedelta(seconds=5)) == 1

    assert states(hook) == [("delivered", 2, "")]


def test_the_bytes_that_were_written_are_sent_whatever_is_known_later() -> None:
    with receiving() as receiver:
        tournament, hook = prepared(receiver, "Anna Verdi", has_names=True)
        body = HookDelivery.objects.get().body
        Tournament.objects.filter(pk=tournament.pk).update(name="Renamed")
        send_due(hook, now=NOW)

    assert receiver.heard[0].body.decode() == body
    assert json.loads(body)["data"]["name"] == "Anna Verdi"


# --- Claims ---------------------------------------------------------------------------------------------------------


def test_one_sender_at_a_time_has_an_endpoint_and_a_killed_one_is_followed_after_a_minute() -> None:
    with receiving() as receiver:
        _, hook = prepared(receiver, "Anna Verdi")
        killed = claim_endpoint(hook.pk, now=NOW)
        assert next_message(hook.pk, killed, now=NOW)
        assert claim_endpoint(hook.pk, now=NOW + CLAIM - timedelta(seconds=1)) == ""
        assert endpoints_due(now=NOW + CLAIM - timedelta(seconds=1)) == []
        assert endpoints_due(now=NOW + CLAIM) == [hook.pk]
        assert send_due(hook, now=NOW + CLAIM) == 1
        assert next_message(hook.pk, killed, now=NOW + CLAIM) is None

    assert len(receiver.heard) == 1


@pytest.mark.django_db(transaction=True)
def test_of_eight_senders_at_once_one_has_the_endpoint() -> None:
    with receiving() as receiver:
        _, hook = prepared(receiver, "Anna Verdi")
    together = threading.Barrier(8, timeout=30)

    def claim(_: int) -> str:
        together.wait()
        try:
            return claim_endpoint(hook.pk, now=NOW)
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        claims = list(pool.map(claim, range(8)))

    hook.refresh_from_db()
    assert sorted(claims) == ["", "", "", "", "", "", "", hook.claim]
    assert hook.claim


def test_a_sender_that_was_held_up_books_no_failure_over_its_follower_but_a_success() -> None:
    with receiving() as receiver:
        _, hook = prepared(receiver, "Anna Verdi")
        slow = claim_endpoint(hook.pk, now=NOW)
        message = next_message(hook.pk, slow, now=NOW)
        assert message is not None
        later = NOW + CLAIM
        claim_endpoint(hook.pk, now=later)
        failed, arrived = Posted(fault=HookFault.TIMED_OUT), Posted(fault=None, status=200)
        book_try(message, failed, slow, started_at=NOW, now=later, chance=0)
        assert states(hook) == [("waiting", 0, "")]
        book_try(message, arrived, slow, started_at=NOW, now=later, chance=0)

    assert states(hook) == [("delivered", 1, "")]


def test_old_messages_are_forgotten_and_what_waits_is_not() -> None:
    with receiving() as receiver:
        _, hook = prepared(receiver, "Anna", "Bruno", "Carla")
    first, second, _ = HookDelivery.objects.order_by("pk")
    HookDelivery.objects.filter(pk=first.pk).update(state=HookState.DELIVERED)
    HookDelivery.objects.filter(pk=second.pk).update(state=HookState.FAILED)

    assert forget_messages(now=NOW + timedelta(days=7)) == 0
    assert forget_messages(now=NOW + timedelta(days=8)) == 1
    assert forget_messages(now=NOW + timedelta(days=31)) == 1
    assert states(hook) == [("waiting", 0, "")]


def test_two_secrets_are_never_the_same() -> None:
    assert len({new_sealed_keys() for _ in range(5)}) == 5
