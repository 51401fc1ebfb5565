"""The door for taps answers every tap as Django does, status, headers and bytes; the rest it leaves to Django."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlencode

import pytest
import time_machine
from django.conf import settings
from django.core import signals
from django.db import OperationalError, close_old_connections, transaction

from tables.models import Device, FloorMessage, HandOperation
from tables.services.table.messages import send_message
from tables.views.tablet import door
from tables.views.tablet import table as view
from tables.views.tablet.access import COOKIE
from tables.views.tablet.door import door_for_taps, is_tap
from tests.factories import ACTOR, NOW
from tests.factories.felt import make_felt
from tests.tables.views.tablet.test_table import Tablet
from tournament.config.asgi import DOORS
from tournament.config.wsgi import application
from tournament.front.answers import Answer, Scope
from tournament.front.badges import COOKIE as BADGE
from tournament.front.badges import make_badge, of_tablet
from tournament.front.bridge import respond_by
from tournament.models.tokens import hash_secret

pytestmark = pytest.mark.django_db

TOKEN = "t" * 32
BOARD = ("c3", "c1", "k2", "b:AhTd2c", "k1", "k2", "k3", "b:5s", "k1", "k2", "k3", "b:6s", "k1", "k2", "k3")
ALL_IN = ("c3", "c1", "r2:1000", "f3", "c1", "b:AhTd2c", "b:5s", "b:6s")


@pytest.fixture(autouse=True)
def _first_level() -> Iterator[None]:
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture(autouse=True)
def dropped(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The test's transaction keeps its connection: who would have dropped a broken one is noted instead."""
    noted: list[str] = []
    monkeypatch.setattr(door, "close_old_connections", lambda: noted.append("door"))
    return noted


@pytest.fixture
def tablet() -> Tablet:
    return Tablet(make_felt(1000, 1000, 1000))


def scope_of(tablet: Tablet, path: str, **changes: str | None) -> Scope:
    """A request of a tablet; a header is changed, or left out as None."""
    secret = tablet.client.cookies[COOKIE].value
    badge = make_badge(of_tablet(hash_secret(secret)))
    headers: dict[str, str | None] = {
        "host": "testserver",
        "cookie": f"{COOKIE}={secret}; {BADGE}={badge}; {settings.CSRF_COOKIE_NAME}={TOKEN}",
        "content-type": "application/x-www-form-urlencoded",
        "x-csrftoken": TOKEN,
        "floorman-tap": "1",
        "accept-language": "en",
        "origin": "http://testserver",
    }
    method = changes.pop("method", "POST")
    headers |= {name.replace("_", "-"): value for name, value in changes.items()}
    return {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": b"",
        "scheme": "http",
        "http_version": "1.1",
        "client": ("10.0.0.7", 4_000),
        "server": ("10.0.0.1", 8_000),
        "headers": [(n.encode(), v.encode("latin1")) for n, v in headers.items() if v is not None],
    }


def left_alone(respond: Callable[[Scope, bytes], Answer], scope: Scope, body: bytes) -> tuple[Any, ...]:
    """The answer to compare, and nothing is left of what the request did."""
    for signal in (signals.request_started, signals.request_finished):
        # As the test client does: Django would close the connection in the middle of the test's transaction.
        signal.disconnect(close_old_connections)
    with transaction.atomic():
        answer = respond(scope, body)
        transaction.set_rollback(True)
    return answer.status, sorted(answer.headers), answer.body


def refuse(_scope: Scope, _body: bytes) -> Answer:
    raise AssertionError("left to Django")


def both_ways(scope: Scope, fields: dict[str, Any]) -> tuple[Any, Any]:
    assert is_tap(scope)
    body = urlencode(fields, doseq=True).encode()
    by_door = left_alone(door_for_taps(refuse), scope, body)
    return by_door, left_alone(respond_by(application), scope, body)


@pytest.mark.parametrize(
    "language",
    [
        "en",
        pytest.param(
            "it;q=0.9, de", marks=pytest.mark.long(reason="one tap in each language is compared below")
        ),
    ],
)
@pytest.mark.parametrize(
    ("so_far", "action", "more", "status"),
    [
        (None, "deal", {}, 200),
        (None, "deal", {"straddle": "1"}, 200),
        ((), "act", {"operation": "c3"}, 200),
        ((), "act", {"operation": "r3", "amount": "150"}, 200),
        ((), "act", {"operation": "r3:60"}, 422),
        ((), "act", {"operation": "r3", "amount": "nothing"}, 422),
        ((), "act", {"operation": "c3", "version": "0"}, 409),
        ((), "act", {"operation": "c3", "epoch": "9"}, 409),
        ((), "act", {"operation": "c3", "key": "no"}, 422),
        (("f3",), "act", {"operation": "f1"}, 200),
        (BOARD, "act", {"operation": "w0:1"}, 200),
        (ALL_IN, "act", {"operation": "w0:2"}, 200),
        ((), "undo", {}, 200),
        (("f3", "f1"), "undo", {}, 200),
        ((), "rule", {"kind": "dead_hand", "seat": "3"}, 200),
        ((), "rule", {"kind": "misdeal"}, 200),
        ((), "call", {}, 200),
        ((), "read", {"message": "1"}, 409),
        ((), "take-over", {}, 200),
    ],
)
def test_a_tap_is_answered_by_the_door_as_by_django(
    tablet: Tablet,
    so_far: tuple[str, ...] | None,
    action: str,
    more: dict[str, Any],
    status: int,
    language: str,
) -> None:
    if so_far is not None:
        tablet.deal()
    if so_far:
        tablet.felt.play(*so_far)
    fields = tablet.fields(**more)
    by_door, by_django = both_ways(
        scope_of(tablet, f"/tablet/table/{action}/", accept_language=language), fields
    )
    assert by_door == by_django
    assert by_door[0] == status


@pytest.mark.parametrize("language", ["it;q=0.9, de", "de", "", "*"])
def test_the_door_speaks_the_language_of_the_browser(tablet: Tablet, language: str) -> None:
    tablet.deal()
    scope = scope_of(tablet, "/tablet/table/act/", accept_language=language)
    by_door, by_django = both_ways(scope, tablet.fields(operation="r3:60"))
    assert by_door == by_django
    assert (b"content-language", b"it" if "it" in language else b"en") in by_door[1]


def test_a_message_is_read_and_a_repeated_tap_replayed_alike(tablet: Tablet) -> None:
    felt = tablet.felt
    at = {"tournament_id": felt.tournament.pk, "table_id": felt.table.pk}
    message = send_message(**at, text="Colour up <now>", by=ACTOR.at(NOW))
    fields = tablet.fields(message=message.pk)
    scope = scope_of(tablet, "/tablet/table/read/")
    by_door, by_django = both_ways(scope, fields)
    assert by_door == by_django
    assert FloorMessage.objects.get().done_at is None
    tablet.send("read", fields)
    replayed, by_django = both_ways(scope, fields)
    assert replayed == by_django
    assert (b"idempotent-replay", b"1") in replayed[1]


def test_the_screen_is_shown_alike(tablet: Tablet) -> None:
    tablet.deal()
    by_door, by_django = both_ways(scope_of(tablet, "/tablet/table/", method="GET", content_type=None), {})
    assert by_door == by_django
    assert by_door[0] == 200


@pytest.mark.parametrize("fails", [OperationalError("database is locked"), RuntimeError("a fault of ours")])
def test_what_nobody_caught_is_answered_alike(
    tablet: Tablet, fails: Exception, monkeypatch: pytest.MonkeyPatch, dropped: list[str]
) -> None:
    def fail(*_args: object, **_more: object) -> None:
        raise fails

    monkeypatch.setattr(view, "look_at", fail)
    by_door, by_django = both_ways(scope_of(tablet, "/tablet/table/act/"), tablet.fields(operation="c3"))
    assert by_door == by_django
    assert by_door[0] == (503 if isinstance(fails, OperationalError) else 500)
    assert dropped == ["door"]


@pytest.mark.parametrize(
    "changes",
    [
        {"host": "elsewhere.example"},
        {"host": "a b"},
        {"cookie": f"{settings.CSRF_COOKIE_NAME}={TOKEN}"},
        {"cookie": f"{COOKIE}=unknown; {settings.CSRF_COOKIE_NAME}={TOKEN}"},
        {"x_csrftoken": None},
        {"x_csrftoken": "u" * 32},
        {"origin": "http://elsewhere.example"},
        {"content_type": "multipart/form-data; boundary=x"},
    ],
)
def test_what_is_not_plainly_right_is_left_to_django_and_nothing_is_done(
    tablet: Tablet, changes: dict[str, str | None]
) -> None:
    tablet.deal()
    left: list[Scope] = []

    def note(scope: Scope, _body: bytes) -> Answer:
        left.append(scope)
        return Answer(status=400, headers=[])

    scope = scope_of(tablet, "/tablet/table/act/", **changes)
    door_for_taps(note)(scope, urlencode(tablet.fields(operation="c3")).encode())
    assert left == [scope]
    assert HandOperation.objects.count() == 0


def test_a_revoked_tablet_is_left_to_django(tablet: Tablet) -> None:
    Device.objects.update(revoked_at=NOW)
    scope, body = scope_of(tablet, "/tablet/table/act/"), urlencode(tablet.fields(operation="c3")).encode()
    assert left_alone(door_for_taps(respond_by(application)), scope, body)[0] == 410


@pytest.mark.parametrize(
    ("path", "changes"),
    [
        ("/tablet/table/act/", {"floorman_tap": None}),
        ("/tablet/table/act/", {"method": "GET"}),
        ("/tablet/table/", {"method": "POST"}),
        ("/tablet/table/", {"method": "HEAD"}),
        ("/tablet/", {}),
        ("/floor/", {"method": "GET"}),
    ],
)
def test_the_door_is_for_taps_alone(tablet: Tablet, path: str, changes: dict[str, str | None]) -> None:
    assert not is_tap(scope_of(tablet, path, **changes))


def test_the_door_hangs_in_front_of_django(tablet: Tablet) -> None:
    scope = scope_of(tablet, "/tablet/table/act/")
    assert [each.is_for for each in DOORS if each.is_for(scope)] == [is_tap]
