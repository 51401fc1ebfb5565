"""Programs with a token: who may what, of which event, what they write, and that a write sent twice is one."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.test import Client

from tables.models import QueuePlace
from tests.factories import ACTOR, NOW, after, enter, give_role, make_tournament
from tests.factories.field import started
from tournament.api import limits
from tournament.models import ApiToken, Entry, ImportedEvent, LogEntry, Role, TokenScope, Tournament
from tournament.services.actor import Actor, By
from tournament.services.errors import Refused
from tournament.services.setup.api_tokens import end_token, make_token
from tournament.services.undo import undo_line

pytestmark = pytest.mark.django_db


class Program:
    """A program with a token for an event."""

    def __init__(self, event: Tournament, *scopes: TokenScope, name: str = "Club website") -> None:
        self.event, self.client = event, Client()
        self.token, self.secret = make_token(
            tournament_id=event.pk, name=name, scopes=scopes, by=ACTOR.at(NOW)
        )

    def send(self, method: str, path: str, body: Any = None, *, key: str = "", minutes: float = 1) -> Any:
        headers = {"Authorization": f"Bearer {self.secret}"}
        if method != "GET":
            headers["Idempotency-Key"] = key or str(uuid4())
        with time_machine.travel(after(minutes), tick=False):
            return self.client.generic(
                method,
                f"/api/v1/{path}",
                "" if body is None else json.dumps(body),
                content_type="application/json",
                headers=headers,
            )

    def of_event(self, method: str, what: str, body: Any = None, **how: Any) -> Any:
        return self.send(method, f"events/{self.event.code}/{what}", body, **how)


def director_of(event: Tournament) -> By:
    return Actor(label="Vera", account_id=give_role(event, Role.DIRECTOR).pk).at(NOW)


A_LIST = "place,player,prize\r\n1,Ada Alder,70\r\n2,Bo Birch,39\r\n"
MEMBER = {"name": "Member", "parts": {"prize": "40.00", "fee": "2.50"}}


def test_a_token_opens_what_its_scope_says(client: Client) -> None:
    event = make_tournament()
    reader = Program(event, TokenScope.READ)
    assert client.get(f"/api/v1/events/{event.code}/entries").status_code == 401
    assert reader.of_event("GET", "entries").status_code == 200
    refused = reader.of_event("GET", "prices")
    assert refused.status_code == 403
    assert refused.json()["detail"] == "This token does not have the scope “set_up”."
    assert reader.of_event("POST", "prices", MEMBER).status_code == 403


def test_a_token_opens_no_other_event() -> None:
    mine, other = make_tournament(), make_tournament(name="Another evening")
    program = Program(mine, *TokenScope)
    for method, what, body in (
        ("GET", "entries", None),
        ("GET", "prices", None),
        ("POST", "prices", MEMBER),
        ("PUT", "prices/Member", MEMBER),
        ("DELETE", "prices/Member", None),
        ("POST", "entry-requests", {"name": "Anna Verdi"}),
    ):
        assert program.send(method, f"events/{other.code}/{what}", body).status_code == 404, what


@pytest.mark.parametrize(
    "sent", ["", "Bearer", "Bearer ", "Bearer guessed", "Basic {}", "bearer {}x", "Bearer " + "x" * 9_000]
)
def test_what_is_no_token_is_none(client: Client, sent: str) -> None:
    event = make_tournament()
    secret = Program(event, TokenScope.READ).secret
    answer = client.get(
        f"/api/v1/events/{event.code}/entries", headers={"Authorization": sent.format(secret)}
    )
    assert (answer.status_code, answer["WWW-Authenticate"]) == (401, 'Bearer realm="Floorman"')
    assert secret not in answer.content.decode()


def test_an_ended_token_is_out_at_once_and_in_again_by_an_undo() -> None:
    program = Program(make_tournament(), TokenScope.READ)
    line = end_token(tournament_id=program.event.pk, token_id=program.token.pk, by=ACTOR.at(NOW))
    assert program.of_event("GET", "entries").status_code == 401
    undo_line(tournament_id=program.event.pk, line_id=line.pk, by=director_of(program.event))
    assert program.of_event("GET", "entries").status_code == 200


def test_only_a_director_lets_an_ended_token_in_again() -> None:
    program = Program(make_tournament(), TokenScope.READ)
    line = end_token(tournament_id=program.event.pk, token_id=program.token.pk, by=ACTOR.at(NOW))
    floor = give_role(program.event, Role.FLOOR)
    by = Actor(label="Flo", account_id=floor.pk).at(NOW)
    with pytest.raises(Refused, match="Only a director"):
        undo_line(tournament_id=program.event.pk, line_id=line.pk, by=by)
    assert program.of_event("GET", "entries").status_code == 401


def test_undoing_that_a_token_was_made_ends_it() -> None:
    program = Program(make_tournament(), TokenScope.READ)
    line = LogEntry.objects.get(verb="token_made")
    undo_line(tournament_id=program.event.pk, line_id=line.pk, by=director_of(program.event))
    assert program.of_event("GET", "entries").status_code == 401


def test_the_secret_is_kept_nowhere() -> None:
    program = Program(make_tournament(), TokenScope.READ)
    kept = [*LogEntry.objects.values_list("data", flat=True), *ApiToken.objects.values()]
    assert kept
    assert program.secret not in str(kept)


def test_the_last_use_is_noted_once_a_minute() -> None:
    program = Program(make_tournament(), TokenScope.READ)
    noted = []
    for minutes in (1, 1.5, 2):
        program.of_event("GET", "entries", minutes=minutes)
        noted.append(ApiToken.objects.get().used_at)
    assert noted == [after(1), after(1), after(2)]


def test_a_token_that_asks_too_often_waits_and_no_other_one_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "TOKEN_A_MINUTE", 2)
    event = make_tournament()
    busy, calm = Program(event, TokenScope.READ), Program(event, TokenScope.READ, name="Another")
    statuses = [busy.of_event("GET", "entries").status_code for _ in range(3)]
    assert statuses == [200, 200, 429]
    assert calm.of_event("GET", "entries").status_code == 200


def test_entries_have_the_players_own_names_and_every_page_of_them() -> None:
    event = make_tournament()
    enter(event, "Anna Verdi", "Bruno Neri", "Carla Rossi")
    program = Program(event, TokenScope.READ)
    read: list[Any] = []
    cursor: str | None = ""
    while cursor is not None:
        answer = program.of_event("GET", f"entries?limit=2&cursor={cursor}").json()
        read += answer["items"]
        cursor = answer["next"]
    assert [(each["entry"], each["name"], each["status"]) for each in read] == [
        (1, "Anna Verdi", "registered"),
        (2, "Bruno Neri", "registered"),
        (3, "Carla Rossi", "registered"),
    ]
    assert {(each["paid"]["amount"], each["chips"]) for each in read} == {
        ("50.00", Entry.objects.all()[0].stack)
    }


def test_a_price_is_made_changed_and_sold_no_more() -> None:
    event = make_tournament()
    program = Program(event, TokenScope.SET_UP)
    made = program.of_event("POST", "prices", MEMBER | {"starts_at": "2026-03-14T20:30:17Z"})
    assert made.status_code == 201, made.content
    assert made.json()["total"] == {"amount": "42.50", "currency": "EUR"}
    assert made.json()["starts_at"] == "2026-03-14T20:30:00Z"
    line = LogEntry.objects.latest("pk")
    assert (line.verb, line.actor, line.device) == ("price_added", "Club website", "API")

    changed = program.of_event("PUT", "prices/Member", MEMBER | {"parts": {"prize": "45"}})
    assert changed.json()["total"]["amount"] == "45.00"
    ended = program.of_event("DELETE", "prices/Member")
    assert [each["name"] for each in ended.json()["items"]] == [""]
    event.refresh_from_db()
    assert event.prices == ()


@pytest.mark.parametrize(
    ("wrong", "status", "said"),
    [
        ({"name": ""}, 422, "price.name"),
        ({"parts": {"prize": "4o"}}, 422, "price.parts.prize"),
        ({"parts": {"prize": "-1"}}, 422, "price.parts.prize"),
        ({"starts_at": "2026-03-14T20:30"}, 422, "price.starts_at"),
        ({"starts_at": "2026-03-14T20:30Z", "ends_at": "2026-03-14T19:30Z"}, 409, "before it begins"),
        ({"first_entries": 0}, 409, "from 1 to"),
        ({"ends_at": "9999-12-31T23:59:00Z"}, 422, "from 2000 to 2100"),
        ({"ends_at": "9999-12-31T23:59:00-12:00"}, 422, "from 2000 to 2100"),
        ({"name": "Mem\u0000ber"}, 422, "one line"),
    ],
)
def test_a_price_that_cannot_be_is_refused_and_says_why(
    wrong: dict[str, Any], status: int, said: str
) -> None:
    event = make_tournament()
    answer = Program(event, TokenScope.SET_UP).of_event("POST", "prices", MEMBER | wrong)
    assert answer.status_code == status
    assert said in answer.json()["detail"]
    event.refresh_from_db()
    assert event.prices == ()


def test_a_currency_without_cents_takes_none() -> None:
    event = make_tournament(currency="JPY")
    answer = Program(event, TokenScope.SET_UP).of_event("POST", "prices", MEMBER)
    assert (answer.status_code, "no decimals" in answer.json()["detail"]) == (422, True)


def test_a_price_with_a_slash_in_its_name_has_an_address() -> None:
    program = Program(make_tournament(), TokenScope.SET_UP)
    program.of_event("POST", "prices", MEMBER | {"name": "Staff/Dealer"})
    assert program.of_event("DELETE", "prices/Staff%2FDealer").status_code == 200


def test_a_token_that_is_none_counts_as_asking(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "STRANGER_A_MINUTE", 1)
    address = f"/api/v1/events/{make_tournament().code}/entries"
    answers = [client.get(address, headers={"Authorization": "Bearer guessed"}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [401, 429]
    assert answers[1]["Retry-After"] == "60"


def test_a_write_sent_twice_is_one_and_its_key_good_for_nothing_else() -> None:
    event = make_tournament()
    program = Program(event, TokenScope.SET_UP)
    key = str(uuid4())
    first, second = (program.of_event("POST", "prices", MEMBER, key=key) for _ in range(2))
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.content == second.content
    event.refresh_from_db()
    assert len(event.prices) == 1
    other = program.of_event("POST", "prices", MEMBER | {"name": "Late"}, key=key)
    assert (other.status_code, other.json()["code"]) == (409, "key_used")


def test_a_refused_write_leaves_its_key_free() -> None:
    event = make_tournament()
    program = Program(event, TokenScope.SET_UP)
    key = str(uuid4())
    assert program.of_event("DELETE", "prices/Member", key=key).status_code == 409
    program.of_event("POST", "prices", MEMBER)
    assert program.of_event("DELETE", "prices/Member", key=key).status_code == 200


def test_a_structure_is_read_changed_and_put_back() -> None:
    event = make_tournament()
    program = Program(event, TokenScope.SET_UP)
    before = program.of_event("GET", "structure/text").json()
    same = program.of_event("PUT", "structure/text", {"text": before["text"]})
    assert same.json() == before
    event.refresh_from_db()
    kept = event.structure

    text = "1 100/200 (200)\n2 200/400 (400)\nBreak 10\n3 300/600 (600)"
    changed = program.of_event("PUT", "structure/text", {"text": text, "minutes": 15})
    assert (changed.status_code, changed.json()["levels"]) == (200, 3), changed.content
    event.refresh_from_db()
    assert [period.duration_seconds // 60 for period in event.structure.periods] == [15, 15, 10, 15]
    assert event.structure != kept


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1 100/200\n2 nonsense", "Line 2"),
        ("1 100/200 20 min\n2 133/266 20 min", "Row 2"),
    ],
)
def test_a_structure_that_cannot_be_says_where(text: str, said: str) -> None:
    event = make_tournament()
    answer = Program(event, TokenScope.SET_UP).of_event(
        "PUT", "structure/text", {"text": text, "minutes": 20}
    )
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_structure")
    assert said in answer.json()["detail"]
    assert [each["field"] for each in answer.json()["errors"]]
    event.refresh_from_db()
    assert event.structure == make_tournament().structure


def test_what_was_played_stays_as_it_was() -> None:
    event, _entries = started(4)
    program = Program(event, TokenScope.SET_UP)
    text = "1 100/200 (200) 20\n2 200/400 (400) 20\n3 300/600 (600) 20"
    program.of_event("PUT", "structure/text", {"text": text})
    first = event.structure.periods[0]
    event.refresh_from_db()
    assert event.structure.periods[0] == first
    assert event.structure.periods[1].duration_seconds == 1200


def test_a_request_waits_at_the_desk_and_can_be_withdrawn(client: Client) -> None:
    event = make_tournament(phone_queue=True)
    program = Program(event, TokenScope.REGISTER)
    with_key = str(uuid4())
    taken = program.of_event("POST", "entry-requests", {"name": "Anna  Verdi"}, key=with_key)
    assert taken.status_code == 201, taken.content
    request = taken.json()
    assert (request["state"], request["number"], request["waiting"]) == ("waiting", 1, 1)
    assert QueuePlace.objects.get().name == "Anna Verdi"
    assert client.get(request["page"].removeprefix("http://testserver")).status_code == 200
    program.of_event("POST", "entry-requests", {"name": "Anna  Verdi"}, key=with_key)
    assert QueuePlace.objects.count() == 1

    address = f"/api/v1/entry-requests/{request['id']}"
    assert client.get(address).json()["state"] == "waiting"
    assert client.delete(address).json()["state"] == "left"
    assert client.get("/api/v1/entry-requests/guessed").status_code == 404


def test_requests_are_refused_where_the_house_takes_none() -> None:
    answer = Program(make_tournament(), TokenScope.REGISTER).of_event(
        "POST", "entry-requests", {"name": "Anna Verdi"}
    )
    assert (answer.status_code, answer.json()["detail"] != "") == (409, True)
    assert not QueuePlace.objects.exists()


def test_results_of_another_system_wait_for_the_director() -> None:
    program = Program(make_tournament(), TokenScope.IMPORT)
    taken = program.send("POST", "imports", {"name": "spring.csv", "text": A_LIST})
    assert (taken.status_code, taken.json()["events"]) == (201, ImportedEvent.objects.count())
    assert not ImportedEvent.objects.exclude(imported_at=None).exists()
    nonsense = program.send("POST", "imports", {"name": "x.csv", "text": "nothing to read"})
    assert nonsense.status_code == 422
    assert nonsense.json()["detail"]
