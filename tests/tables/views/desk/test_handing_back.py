"""The queue of buy-ins to hand back through its pages: found from the console and the desk, worked off tap by tap."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tests.factories import give_role
from tests.factories.floor import said, tapped
from tests.pages import squeeze
from tests.tables.services.desk.test_handing_back import Cancelled
from tests.tournament.services.field.test_no_shows import Evening
from tournament.models import Entry, EntryStatus, LogEntry, Role, Tournament

pytestmark = pytest.mark.django_db


def page(client: Client, tournament: Tournament, path: str = "", **query: str) -> str:
    return squeeze(client.get(f"/floor/{tournament.code}/{path}", query).content.decode())


def tap(client: Client, tournament: Tournament, path: str) -> Any:
    return tapped(client, f"/floor/{tournament.code}/hand-back/{path}/", {"key": str(uuid4())})


def as_role(client: Client, tournament: Tournament, role: Role) -> None:
    client.force_login(give_role(tournament, role, f"{role}-{tournament.pk}"))


def test_a_cancelled_event_says_on_every_screen_what_is_to_hand_back_until_nothing_is(client: Client) -> None:
    event = Cancelled()
    as_role(client, event.tournament, Role.REGISTRATION)
    two, address = "3 buy-ins to hand back, €183", f'href="/floor/{event.tournament.code}/hand-back/"'
    for path in ("", "desk/", "reconciliation/"):
        shown = page(client, event.tournament, path)
        assert (two in shown, address in shown) == (True, True)
    assert two in page(client, event.tournament, "desk/", part="hand_back")
    first = event.entries[0]
    own = page(client, event.tournament, f"people/{first.player_id}/")
    assert ("the event is cancelled, the buy-in is at the desk" in own, "Hand back €61" in own) == (
        True,
        True,
    )

    answer = tap(client, event.tournament, f"{first.pk}")
    assert said(answer) == [f"Handed €61 back to {first.player.name}: the event is cancelled."]
    assert "2 buy-ins to hand back, €122" in squeeze(answer.content.decode())
    assert said(tap(client, event.tournament, f"{first.pk}")) == [
        f"The buy-in of {first.player.name} has been handed back already."
    ]
    for entry in event.entries[1:]:
        tap(client, event.tournament, f"{entry.pk}")
    assert "No buy-in is left to hand back." in page(client, event.tournament, "hand-back/")
    assert "This tournament was cancelled." in page(client, event.tournament)
    for path in ("", "desk/", "reconciliation/"):
        assert address not in page(client, event.tournament, path)
    assert tap(client, event.tournament, "999999").status_code == 404


def test_the_floor_undoes_a_tap_where_it_is_said(client: Client) -> None:
    event = Cancelled()
    as_role(client, event.tournament, Role.FLOOR)
    answer = tap(client, event.tournament, f"{event.entries[0].pk}")
    line = LogEntry.objects.get(verb="buy_in_handed_back")
    undo = f"/floor/{event.tournament.code}/log/{line.pk}/undo/"
    assert undo in answer.content.decode()
    client.post(undo, {"key": str(uuid4())})
    assert Entry.objects.get(pk=event.entries[0].pk).status != EntryStatus.VOID


def test_one_is_found_by_name_and_an_answer_to_htmx_is_the_part_of_the_page(client: Client) -> None:
    event = Cancelled()
    as_role(client, event.tournament, Role.FLOOR)
    names = [entry.player.name for entry in event.entries]
    shown = page(client, event.tournament, "hand-back/", q=names[1])
    assert [name in shown for name in names] == [False, True, False]
    assert "No buy-in to hand back matches “zzz”." in page(client, event.tournament, "hand-back/", q="zzz")
    answer = client.get(f"/floor/{event.tournament.code}/hand-back/", headers={"HX-Request": "true"})
    assert "<html" not in answer.content.decode()


def test_a_no_show_is_the_floors_to_decide_on_the_page_of_check_in_and_the_players(client: Client) -> None:
    evening = Evening()
    as_role(client, evening.tournament, Role.REGISTRATION)
    sentence = "The buy-in of 1 no-show is at the desk: €50"
    button = f'id="hand-back-{evening.absent.pk}"'
    own = f"people/{evening.absent.player_id}/"
    for path in ("desk/", "check-in/", "hand-back/", "reconciliation/"):
        assert sentence in page(client, evening.tournament, path)
    assert "The floor decides that." in page(client, evening.tournament, "hand-back/")
    assert [button in page(client, evening.tournament, path) for path in ("hand-back/", own)] == [
        False,
        False,
    ]
    assert tap(client, evening.tournament, f"{evening.absent.pk}/no-show").status_code == 403

    as_role(client, evening.tournament, Role.FLOOR)
    assert [button in page(client, evening.tournament, path) for path in ("hand-back/", own)] == [True, True]
    answer = tap(client, evening.tournament, f"{evening.absent.pk}/no-show")
    assert said(answer) == [f"Handed the buy-in of {evening.absent.player.name}, a no-show, back: €50."]
    assert "No buy-in is left to hand back." in answer.content.decode()
    assert sentence not in page(client, evening.tournament, "check-in/")
    # Of an event that goes on nothing else is handed back here.
    assert said(tap(client, evening.tournament, f"{evening.entries[0].pk}")) == [
        "The event is not cancelled: void the entry, or refund it on the player’s page."
    ]


@pytest.mark.parametrize("count", [1, 3])
def test_the_page_takes_the_same_queries_however_many_wait(
    client: Client, count: int, django_assert_num_queries: Any
) -> None:
    event = Cancelled(count, draw=False)
    as_role(client, event.tournament, Role.FLOOR)
    page(client, event.tournament, "hand-back/")
    with django_assert_num_queries(6):  # session, account, staff; what is left, how many, the lines
        page(client, event.tournament, "hand-back/")
