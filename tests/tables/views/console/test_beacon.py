"""A draw of all seats with the public beacon: announced, waited for, checked, drawn; or withdrawn for all to see."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.test import Client
from pytest_django import Settings

from tables.changes.beacon import RoundNamed
from tables.models import SeatDraw, Table
from tables.queries.checks.draws import check_draws
from tables.queries.room.beacon import round_to_use
from tables.services.desk.beacon import beacon_round, draw_with_round, name_round
from tables.services.desk.seating import make_seat_draw, open_table, register_and_seat
from tables.services.table.drawing import BeaconRound
from tables.services.table.seats import lock_seat
from tests.factories import ACTOR, give_role, make_player
from tests.factories.draws import promised_draw
from tests.factories.field import entered
from tests.tables.services.moves.test_balancing_and_breaking import make_room
from tests.tables.services.undo.test_one_table import undo
from tests.tournament.draws.test_beacon import ROUND, SIGNATURE
from tournament.draws.beacon import NETWORK, out_at
from tournament.draws.check_draw import what_is_wrong
from tournament.models import LogEntry, Role, Tournament
from tournament.services.errors import Refused

pytestmark = pytest.mark.django_db

# A round of which the signature is known: what follows plays in the minute before it.
OUT = out_at(ROUND)
ANNOUNCED = OUT - timedelta(seconds=61)


class Floor:
    """A floor manager at the page of the beacon, by a clock of the test's own."""

    def __init__(self, client: Client, tournament: Tournament) -> None:
        self.client, self.tournament = client, tournament
        client.force_login(give_role(tournament, Role.FLOOR, "flora"))
        self.page = f"/floor/{tournament.code}/draw/beacon/"

    def get(self, path: str = "") -> str:
        return self.client.get(path or self.page).content.decode()

    def announce(self, **fields: str) -> Any:
        return self.client.post(self.page, {"key": str(uuid4()), **fields}, follow=True)

    def draw(self, signature: str = SIGNATURE.hex(), key: str = "") -> Any:
        return self.client.post(
            self.page, {"key": key or str(uuid4()), "signature": signature, "with_round": str(ROUND)}
        )

    def public(self) -> str:
        return self.get(f"/t/{self.tournament.code}/draws/")


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(ANNOUNCED, tick=False) as travelled:
        yield travelled


@pytest.fixture
def floor(client: Client, clock: time_machine.Traveller) -> Floor:
    return Floor(client, entered(6)[0])


def test_a_round_is_announced_and_the_draw_made_with_it_once_it_is_out(
    floor: Floor, clock: time_machine.Traveller
) -> None:
    assert "Announced round" in floor.announce().content.decode()
    assert f"Round {ROUND}" in floor.get()
    assert f"Round {ROUND} for draw 1" in floor.public()

    clock.move_to(OUT - timedelta(seconds=2))
    early = floor.draw()
    assert early.status_code == 422
    assert f"Round {ROUND} comes out in 3 s" in early.content.decode()
    assert not SeatDraw.objects.exists()

    clock.move_to(OUT)
    key = str(uuid4())
    assert floor.draw(key=key).status_code == 302
    assert floor.draw(key=key).status_code == 302
    drawn = SeatDraw.objects.get(tournament=floor.tournament)
    assert drawn.public == f"beacon quicknet {ROUND} {SIGNATURE.hex()}"
    assert "drawn with it" in floor.public()

    file = floor.client.get(f"/t/{floor.tournament.code}/draws/1/draw.json").json()
    assert file["beacon"] == {
        "round": ROUND,
        "announced_at": ANNOUNCED.isoformat(),
        "list_sha256": file["list_sha256"],
    }
    assert list(what_is_wrong(file)) == []
    assert list(check_draws(floor.tournament)) == []
    assert "From the public beacon" in floor.get(f"/t/{floor.tournament.code}/draws/1/")


def test_what_the_beacon_has_not_signed_draws_nothing(floor: Floor, clock: time_machine.Traveller) -> None:
    floor.announce()
    clock.move_to(OUT)
    for typed, said in [
        ("ab" * 48, f"not the beacon&#x27;s signature of round {ROUND}"),
        ("no number", "96 digits from 0 to 9 and a to f"),
    ]:
        refused = floor.draw(typed)
        assert refused.status_code == 422
        assert said in refused.content.decode()
        assert f'value="{typed}"' in refused.content.decode()
    assert not SeatDraw.objects.exists()


def test_an_announced_round_stands_until_it_is_withdrawn_and_everybody_sees_that(floor: Floor) -> None:
    floor.announce()
    with pytest.raises(Refused, match="announced for this draw: draw with it"):
        make_seat_draw(tournament_id=floor.tournament.pk, by=ACTOR.at(ANNOUNCED))
    undo(LogEntry.objects.filter(tournament=floor.tournament).latest("pk"), now=ANNOUNCED)

    assert "before it was out" in floor.public()
    assert "Announce the round of a minute from now" in floor.get()
    make_seat_draw(tournament_id=floor.tournament.pk, by=ACTOR.at(ANNOUNCED))


def test_once_it_is_known_a_round_is_withdrawn_like_a_draw_and_everybody_sees_when(
    floor: Floor, clock: time_machine.Traveller
) -> None:
    floor.announce()
    line = LogEntry.objects.filter(tournament=floor.tournament).latest("pk")
    Tournament.objects.filter(pk=floor.tournament.pk).update(options_data={"draws_undone_by_another": True})
    clock.move_to(OUT)
    with pytest.raises(Refused, match="with a reason"):
        undo(line, now=OUT)
    Tournament.objects.filter(pk=floor.tournament.pk).update(options_data={})
    undo(line, now=OUT)
    assert "when it was out" in floor.public()


LATER = [
    pytest.param(lambda room: late_entry(room.pk), id="an entry"),
    pytest.param(lambda room: lock_a_seat(room.pk), id="a seat that is locked"),
    pytest.param(lambda room: promised_draw(room, now=ANNOUNCED), id="another draw"),
]


@pytest.mark.parametrize("changes", LATER)
def test_a_round_that_is_known_is_not_gone_around_by_changing_what_it_was_announced_for(
    floor: Floor, clock: time_machine.Traveller, changes: Callable[[Tournament], object]
) -> None:
    open_table(tournament_id=floor.tournament.pk, by=ACTOR.at(ANNOUNCED))
    floor.announce()
    changes(floor.tournament)
    clock.move_to(OUT)

    refused = floor.draw()

    assert refused.status_code == 422
    assert "the list has changed or something else was drawn" in refused.content.decode()
    with pytest.raises(Refused, match="announced for this draw: draw with it"):
        make_seat_draw(tournament_id=floor.tournament.pk, by=ACTOR.at(OUT))
    assert not SeatDraw.objects.filter(kind="seating").exists()
    floor.announce()
    assert "when it was out" in floor.public()
    assert f"Round {ROUND + 20}" in floor.get()


def late_entry(tournament_id: int) -> None:
    late = make_player("Rita Late")
    register_and_seat(tournament_id=tournament_id, player_id=late.pk, by=ACTOR.at(ANNOUNCED))


def lock_a_seat(tournament_id: int) -> None:
    table = Table.objects.get(tournament=tournament_id)
    lock_seat(tournament_id=tournament_id, table_id=table.pk, number=3, locked=True, by=ACTOR.at(ANNOUNCED))


def test_what_the_draw_would_refuse_is_refused_before_anybody_waits_for_a_round(
    client: Client, clock: time_machine.Traveller
) -> None:
    floor = Floor(client, entered(1)[0])
    assert "Register at least two players before the draw." in floor.announce().content.decode()
    assert not LogEntry.objects.filter(verb="round_named").exists()


def test_a_round_that_was_replaced_while_its_signature_came_draws_nothing(
    floor: Floor, clock: time_machine.Traveller
) -> None:
    floor.announce()
    first = round_to_use(floor.tournament)
    assert first is not None
    mixed_in = beacon_round(first, SIGNATURE.hex(), by=ACTOR.at(OUT))
    floor.announce()
    with pytest.raises(Refused, match="announce another round"):
        draw_with_round(mixed_in, tournament_id=floor.tournament.pk, by=ACTOR.at(OUT))


def test_a_redraw_is_made_with_the_round_that_was_announced_for_so_many_tables(
    client: Client, clock: time_machine.Traveller
) -> None:
    floor = Floor(client, make_room(5, 4))
    floor.announce(tables_left="1")
    clock.move_to(OUT)

    assert floor.draw().status_code == 302

    drawn = SeatDraw.objects.get(tournament=floor.tournament)
    assert (drawn.kind, drawn.tables_left) == ("redraw", 1)


def test_a_draw_with_what_the_beacon_never_signed_is_a_finding(
    floor: Floor, clock: time_machine.Traveller
) -> None:
    line = name_round(tournament_id=floor.tournament.pk, tables_left=None, by=ACTOR.at(ANNOUNCED))
    named = RoundNamed.of(line)
    forged = BeaconRound(
        line=line.pk, number=ROUND, signature=b"\xab" * 48, listed=named.listed, draw=1, tables_left=None
    )
    make_seat_draw(tournament_id=floor.tournament.pk, mixed_in=forged, by=ACTOR.at(OUT))
    assert len(list(check_draws(floor.tournament))) == 1


@contextmanager
def relay(answers: dict[str, object]) -> Iterator[str]:
    """A relay of the beacon on this machine."""

    class Answering(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = json.dumps(answers).encode()
            self.send_response(200 if self.path == f"/{NETWORK}/public/{ROUND}" else 404)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_said: object) -> None:
            """Not in the tests' output."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answering)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()


def test_relays_are_asked_in_turn_and_none_is_trusted(
    floor: Floor, clock: time_machine.Traveller, settings: Settings
) -> None:
    floor.announce()
    clock.move_to(OUT)
    settings.BEACON_RELAYS = ["http://127.0.0.1:9"]
    assert "No relay of the beacon gives this computer round" in floor.draw("").content.decode()

    with relay({"round": ROUND, "signature": "ab" * 48}) as wrong:
        settings.BEACON_RELAYS = [wrong]
        assert "No relay of the beacon gives this computer round" in floor.draw("").content.decode()

    with (
        relay({"round": ROUND, "signature": SIGNATURE.hex()}) as right,
        relay({"signature": "ab" * 48}) as wrong,
        relay({}) as without,
        relay({"signature": "00" * 10_000}) as endless,
    ):
        settings.BEACON_RELAYS = ["http://127.0.0.1:9", "http://host:port", endless, without, wrong, right]
        assert floor.draw("").status_code == 302
    assert SeatDraw.objects.get(tournament=floor.tournament).public.endswith(SIGNATURE.hex())
