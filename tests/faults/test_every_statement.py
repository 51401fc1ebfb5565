"""A write breaks off at each of its statements in turn, and at its commit: nothing of it stays, and a retry is taken.

The statements are those that the request really makes. A statement is refused as a database does that is gone, so that
whatever swallows an error and goes on would be seen in the rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.db import DEFAULT_DB_ALIAS, OperationalError, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import Client
from django.utils import timezone

from tables.models import Device
from tables.views.tablet.access import COOKIE
from tests.breadth import sample
from tests.factories import ACTOR, enter, give_role, make_player, make_tournament
from tests.factories.desk import at_the_desk, draw
from tests.factories.felt import make_felt
from tests.factories.floor import Floor
from tests.security.rows import digest
from tests.tournament.views.payouts.test_prizes import played
from tournament.models import Payout, Role, StoredReply, Tournament
from tournament.services.clock import start_clock
from tournament.services.people import sessions
from tournament.views.outages import MARKER

pytestmark = pytest.mark.django_db(transaction=True)

# No write makes as many.
MOST = 400
# Of the shortest write each statement is refused in every run, and of the others one of a few.
SHORTEST = "a tap"


@pytest.fixture(autouse=True)
def _nobody_is_noted_as_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """That a log-in is used is written once a minute, by a write of its own, which would come between the others."""
    monkeypatch.setattr(sessions, "SEEN_EVERY", timedelta(days=1))


@dataclass(slots=True, kw_only=True)
class Write:
    """A request that changes something, as its page or its tablet sends it."""

    client: Client
    path: str
    fields: dict[str, Any]
    headers: dict[str, str] = field(default_factory=dict)

    def send(self) -> Any:
        return self.client.post(self.path, self.fields, headers=self.headers)


def a_tablet(*codes: str, action: str, dealt: bool = True, **fields: Any) -> Write:
    felt = make_felt(1000, 1000, 1000)
    if dealt:
        felt.deal()
        if codes:
            felt.play(*codes)
    device, secret = felt.pair()
    # A tablet at work is noted once a minute, by a write of its own.
    Device.objects.update(expires_at=timezone.now() + timedelta(days=1), last_seen_at=timezone.now())
    client = quiet()
    client.cookies[COOKIE] = secret
    sent = {"key": str(uuid4()), "version": felt.fresh().version, "epoch": device.epoch, **fields}
    return Write(client=client, path=f"/tablet/table/{action}/", fields=sent, headers={"Floorman-Tap": "1"})


def quiet() -> Client:
    """A browser is answered, whatever happens."""
    return Client(raise_request_exception=False)


def from_the_floor(floor: Floor, path: str, **fields: Any) -> Write:
    return Write(client=floor.client, path=floor.home + path, fields={"key": str(uuid4()), **fields})


def a_bust() -> Write:
    floor = Floor(quiet(), 4)
    return from_the_floor(floor, "tables/1/bust/", out=floor.seats[1, 3].pk, nobody="1")


def a_move() -> Write:
    floor = Floor(quiet(), 3, 3)
    return from_the_floor(floor, "tables/1/move/", entry=floor.seats[1, 1].pk, to="2-5")


def a_correction() -> Write:
    return from_the_floor(Floor(quiet(), 3), "tables/1/correct/?seat=1", stack="9500", reason="Counted again")


def an_entry() -> Write:
    client = quiet()
    tournament = at_the_desk(client)
    enter(tournament, "Anna Verdi", "Bruno Neri")
    draw(tournament)
    player = make_player("Carla Rossi")
    return Write(
        client=client,
        path=f"/floor/{tournament.code}/desk/register/",
        fields={"player": player.pk, "key": str(uuid4())},
    )


def a_payment() -> Write:
    client = quiet()
    tournament = played(client)
    winner = Payout.objects.get(entry__place_first=1)
    return Write(
        client=client,
        path=f"/floor/{tournament.code}/payouts/{winner.pk}/pay/",
        fields={"key": str(uuid4())},
        headers={"HX-Request": "true"},
    )


def a_level_skipped() -> Write:
    client = quiet()
    tournament = make_tournament()
    enter(tournament, "Anna", "Bruno", "Carla")
    client.force_login(give_role(tournament, Role.FLOOR, "flora"))
    began = timezone.now() - timedelta(minutes=1)
    Tournament.objects.update(draw_made_at=began)
    start_clock(tournament_id=tournament.pk, by=ACTOR.at(began))
    home = f"/floor/{tournament.code}/clock/"
    version = client.get(home).context["version"]
    return Write(
        client=client,
        path=f"{home}next/",
        fields={"key": str(uuid4()), "version": version},
        headers={"HX-Request": "true"},
    )


WRITES: dict[str, Callable[[], Write]] = {
    "a deal": lambda: a_tablet(action="deal", dealt=False),
    "a tap": lambda: a_tablet(action="act", operation="c3"),
    "the tap that ends a hand": lambda: a_tablet("f3", action="act", operation="f1"),
    "an undo": lambda: a_tablet("c3", action="undo"),
    "an undo of a hand": lambda: a_tablet("f3", "f1", action="undo"),
    "a bust": a_bust,
    "a move": a_move,
    "a correction": a_correction,
    "an entry": an_entry,
    "a payment": a_payment,
    "a level skipped": a_level_skipped,
}


# One kind each of those of a tablet, of the floor, of the desk and of the cashier; the others are longer.
FIRST = (SHORTEST, "a bust", "an entry", "a payment")
OTHER = pytest.mark.long(reason="another kind of write, each of whose statements is refused too")
# What a transaction is the database decides alike for each kind.
HERE = pytest.mark.long_on_postgresql(
    reason="an entry and a tap are broken off there, statement by statement"
)
ON_SQLITE = ("a bust", "a payment")
KINDS = [
    pytest.param(what, marks=HERE if what in ON_SQLITE else () if what in FIRST else OTHER) for what in WRITES
]


@contextmanager
def broken_at(number: int) -> Iterator[list[str]]:
    """Refuse this statement of what is asked within the block, from 1; gives all of them."""
    asked: list[str] = []

    def refuse(execute: Any, sql: str, *rest: Any) -> Any:
        asked.append(sql)
        if len(asked) == number:
            raise OperationalError("the server is gone")
        return execute(sql, *rest)

    with connection.execute_wrapper(refuse):
        yield asked


@contextmanager
def broken_at_commit() -> Iterator[list[str]]:
    """All statements are made, and none is kept; gives one line for each commit that was refused."""
    refused = []

    def refuse(self: BaseDatabaseWrapper) -> None:
        refused.append(self.vendor)
        raise OperationalError("the server is gone")

    with patch.object(type(connections[DEFAULT_DB_ALIAS]), "commit", refuse):
        yield refused


def expect_refused(answer: Any, where: str) -> None:
    assert answer.status_code == 503, where
    assert (answer.headers[MARKER], int(answer.headers["Retry-After"]) > 0) == ("1", True), where


@pytest.mark.sampled
@pytest.mark.parametrize("what", KINDS)
def test_a_write_that_breaks_off_anywhere_leaves_nothing_and_is_taken_again(what: str) -> None:
    write = WRITES[what]()
    before = digest()
    broken, whole = 0, []
    for number in range(1, MOST, 1 if what == SHORTEST else sample("every so many statements refused")):
        with broken_at(number) as asked:
            answer = write.send()
        if len(asked) < number:
            taken = answer
            break
        where = f"statement {number}: {asked[-1][:80]}"
        left = digest()
        if left != before:
            # Only what comes after the commit may fail and leave the effect, all of it, which the retry then finds.
            whole.append((where, left))
        else:
            expect_refused(answer, where)
            broken += 1
    else:
        pytest.fail(f"it makes more than {MOST} statements")
    # On PostgreSQL a tap is two: one reads, the other writes.
    assert broken >= 2, "statements were refused"
    assert taken.status_code in {200, 302}
    after = digest()
    assert after != before
    assert StoredReply.objects.filter(key=write.fields["key"], status__isnull=False).count() == 1
    halves = [(where, [name for name in after if left[name] != after[name]]) for where, left in whole]
    assert [(where, names) for where, names in halves if names] == [], (
        "rows that are as neither before nor after"
    )
    again = write.send()
    assert (again.status_code, digest()) == (taken.status_code, after)


@pytest.mark.parametrize("what", KINDS)
def test_a_write_that_is_never_committed_leaves_nothing_and_is_taken_again(what: str) -> None:
    write = WRITES[what]()
    before = digest()

    with broken_at_commit() as refused:
        answer = write.send()
    if not refused:
        # One statement writes it all and is its own transaction: to refuse it is what the test above does.
        assert (connection.vendor, answer.status_code) == ("postgresql", 200)
        return

    expect_refused(answer, what)
    assert digest() == before
    assert write.send().status_code in {200, 302}
    assert digest() != before
