"""The page of a festival for its directors, and its schedule for everybody."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tests.factories import NOW, as_vera, make_account, make_tournament
from tests.factories.festivals import FestivalDay
from tests.factories.floor import said
from tournament.models import Festival, Tournament

pytestmark = pytest.mark.django_db


def words_of(response: Any) -> str:
    return " ".join(response.content.decode().split())


def tap(client: Client, address: str, **fields: str) -> Any:
    return client.post(address, {"key": str(uuid4()), **fields}, follow=True)


def test_a_festival_is_started_joined_by_another_event_and_left(client: Client) -> None:
    main = as_vera(client, name="Main", starts_at=NOW, table_numbers="1-4")
    omaha = make_tournament(name="Omaha", starts_at=NOW + timedelta(days=1), table_numbers="3-6")
    page = f"/floor/{main.code}/festival/"
    assert "New festival" in words_of(client.get(page))

    assert "This field is required." in words_of(tap(client, page, name=" "))
    started = tap(client, page, name="Winter Series")
    assert said(started) == ["Started the festival “Winter Series” with this event."]
    # It is taken back by a tap of its own: no undo is offered that would be refused.
    assert "/undo/" not in words_of(started)
    festival = Festival.objects.get()
    of_omaha = f"/floor/{omaha.code}/festival/"
    assert "Add this event to a festival" in words_of(client.get(of_omaha))
    joined = tap(client, f"{of_omaha}join/", festival=str(festival.pk))
    assert said(joined) == ["This event is part of the festival “Winter Series” now."]
    assert "3–6" in words_of(joined)

    assert f'href="/festivals/{festival.code}/"' in words_of(Client().get("/"))
    schedule = words_of(Client().get(f"/festivals/{festival.code}/"))
    for told in ("Saturday 14 March", "Sunday 15 March", "21:00", "Tables 1–4", "Buy-in €50"):
        assert told in schedule
    calendar = Client().get(f"/festivals/{festival.code}/festival.ics").content.decode()
    assert calendar.count("BEGIN:VEVENT") == 2

    assert said(tap(client, f"{of_omaha}leave/")) == [
        "This event is not part of the festival “Winter Series” any more."
    ]
    assert Client().get("/festivals/NONESUCH/").status_code == 404


def test_the_seats_of_a_satellite_are_chosen_and_the_money_of_all_events_adds_up(client: Client) -> None:
    day = FestivalDay()
    client.force_login(make_account())
    page = f"/floor/{day.satellite.code}/festival/"
    unnamed = tap(client, f"{page}seats/", event="")
    assert said(unnamed) == ["The seats of this satellite are in no event of the festival any more."]
    named = tap(client, f"{page}seats/", event=str(day.main.pk))
    assert said(named) == ["The seats of this satellite are in “Main event”."]
    day.win()

    shown = words_of(client.get(page))

    # Five of €50 were paid in; three seats of €60 are given; the €45 of fourth place are not paid yet.
    for told in ("Seats in “Main event”", "€250", "€180", "Vouchers given</dt><dd>€180", "Open</dt><dd>€180"):
        assert told in shown


def test_the_money_of_an_event_that_somebody_else_directs_is_not_shown(client: Client) -> None:
    day = FestivalDay()
    other = make_account("other")
    theirs = make_tournament(other, name="Theirs", buy_in_prize=777_00)
    Tournament.objects.filter(pk=theirs.pk).update(festival=day.festival)
    client.force_login(other)

    shown = words_of(client.get(f"/floor/{theirs.code}/festival/"))

    assert "2 events that somebody else directs are not counted here." in shown
    assert "Vouchers given" not in shown
    # Nor is there a link to a page that would not open.
    assert "Main event" in shown
    assert f"/floor/{day.main.code}/" not in shown
    assert "€250" not in shown
