"""A stack that wins a seat at once: the console names it, a tap gives the seat, phone and list say so."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.factories.floor import Floor, said
from tests.pages import squeeze
from tests.tables.services.hands.test_seats_won import SEATS
from tournament.models import Entry, EntryStatus

pytestmark = pytest.mark.django_db


def test_the_console_names_a_stack_that_wins_a_seat_and_gives_it_in_a_tap(client: Client) -> None:
    floor = Floor(client, 5, 4, registration=0, payout_scheme_data=SEATS, milestone=25_000)
    assert "wins a seat now" not in squeeze(floor.get().content.decode())
    winner = floor.seats[2, 3]
    Entry.objects.filter(pk=winner.pk).update(stack=26_500)
    console = squeeze(floor.get().content.decode())
    assert "1 stack wins a seat now." in console
    assert f"{winner.player.name}, table 2, seat 3: 26,500" in console
    assert f'id="wins-{winner.pk}"' in console

    answer = floor.post("tables/2/leave/", entry=winner.pk, why="won_seat", note="")

    assert said(answer) == [f"{winner.player.name} has won a seat: 26,500 chips are out of play."]
    winner.refresh_from_db()
    assert winner.status == EntryStatus.SEAT_WON
    phone = squeeze(client.get(f"/my/{winner.link_secret}/").content.decode())
    assert "You have won a seat" in phone
    assert "seat won" in squeeze(client.get(f"/t/{floor.tournament.code}/").content.decode())
    for seat in ((1, 1), (1, 2)):
        Entry.objects.filter(pk=floor.seats[seat].pk).update(stack=25_000)
        floor.post("tables/1/leave/", entry=floor.seats[seat].pk, why="won_seat", note="")
    console = squeeze(floor.get().content.decode())
    assert "1 seat left to win" in console
    # Six are left, five more than the one seat.
    standings = squeeze(client.get(f"/t/{floor.tournament.code}/").content.decode())
    assert "5 out before the money" in standings
    Entry.objects.filter(pk=floor.seats[1, 3].pk).update(stack=25_000)
    # Three of four are won, and the last one is played for.
    assert "wins a seat now" not in squeeze(floor.get().content.decode())


def test_a_stack_in_a_hand_wins_no_seat_before_it_is_over(client: Client) -> None:
    floor = Floor(client, 5, 4, registration=0, payout_scheme_data=SEATS, milestone=25_000)
    floor.deal(2)
    Entry.objects.filter(pk=floor.seats[2, 1].pk).update(stack=25_000)
    assert "In a hand: count again when it is over." in squeeze(floor.get().content.decode())
