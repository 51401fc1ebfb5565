"""Whose messages are sent while: a service on or off, its director, a player who stops."""

from __future__ import annotations

import threading
from functools import partial
from time import sleep
from typing import Any
from unittest.mock import patch

import pytest
from django.db import transaction

from tests.factories import ACTOR, NOW, after, enter, make_account, make_tournament
from tests.factories.messages import join, make_message_service
from tests.tables.races import IN_VAIN_SECONDS, SURELY_SECONDS, Rendezvous, at_once
from tests.tournament.services.messages.mail import prepared, service_now
from tests.tournament.services.messages.post_office import post_office
from tests.tournament.services.phones.test_sending import only, send_due, tell
from tournament.models import (
    Entry,
    EntryStatus,
    NoticeKind,
    PlayerPhone,
    Role,
    StaffMember,
)
from tournament.queries.phones import phones_due, players_not_reached
from tournament.services.messages.services import switch_service
from tournament.services.phone_outbox import tell_players
from tournament.services.phones import joining
from tournament.services.phones.joining import MOST_ADDRESSES, join_service, leave_service
from tournament.services.phones.sending import claim_phone

pytestmark = pytest.mark.django_db


def test_while_a_service_is_off_nothing_is_written_or_sent_and_its_players_are_marked() -> None:
    with post_office() as office:
        way = prepared(office, "before")
        tournament = way.entry.tournament
        switch_service(
            tournament_id=tournament.pk, service_id=service_now().pk, is_on=False, by=ACTOR.at(NOW)
        )

        assert phones_due(now=NOW) == []
        assert send_due(way) == 0
        assert players_not_reached(tournament) == {way.entry.player_id}
        switch_service(
            tournament_id=tournament.pk, service_id=service_now().pk, is_on=True, by=ACTOR.at(after(1))
        )
        assert players_not_reached(tournament) == frozenset()
        assert send_due(way, now=after(1)) == 1

    assert [letter.text.split()[0] for letter in office.letters] == ["before"]


def test_a_service_for_all_events_sends_only_where_its_director_directs() -> None:
    dora = make_account("dora")
    with post_office() as office:
        make_message_service(make_tournament(dora), office.address, account=dora, is_for_all=True)
        (entry,) = enter(make_tournament(dora, phone_notices=True), "Anna Verdi")
        way = join(entry, service_now(), "anna@example.org")
        tell(way, "before")
        role = StaffMember.objects.filter(tournament=entry.tournament, account=dora)
        role.update(role=Role.FLOOR)

        assert phones_due(now=NOW) == []
        assert send_due(way) == 0
        assert players_not_reached(entry.tournament) == {entry.player_id}
        assert tell_players(entry.tournament_id, only(way, "while", NoticeKind.SEAT), at=NOW) == 0
        role.update(role=Role.DIRECTOR)
        assert phones_due(now=NOW) == [way.pk]
        assert send_due(way) == 1

    assert [letter.text.split()[0] for letter in office.letters] == ["before"]


def test_a_service_of_an_event_goes_on_there_without_its_director() -> None:
    with post_office() as office:
        way = prepared(office, "Move")
        StaffMember.objects.all().delete()
        assert send_due(way) == 1


@pytest.mark.django_db(transaction=True)
def test_a_sender_that_waits_for_the_row_of_a_way_does_not_claim_it_after_another() -> None:
    way = prepared("mailto://127.0.0.1:2525?from=floor@house.example&to={to}", "Move")
    has_claimed = threading.Event()

    def first() -> str:
        with transaction.atomic():
            claim = claim_phone(way.pk, now=NOW)
            has_claimed.set()
            sleep(IN_VAIN_SECONDS)
        return claim

    def second() -> str:
        has_claimed.wait(SURELY_SECONDS)
        return claim_phone(way.pk, now=NOW)

    assert [bool(claim) for claim in at_once(first, second)] == [True, False]


@pytest.mark.django_db(transaction=True)
def test_a_player_with_two_entries_gives_no_more_addresses_at_once_than_with_one() -> None:
    tournament = make_tournament(phone_notices=True)
    (first,) = enter(tournament, "Anna Verdi")
    first.status = EntryStatus.VOID
    first.save(update_fields=["status"])
    second = Entry.objects.get(pk=first.pk)
    second.pk, second.number, second.link_secret = None, 9, "second"
    second.save()
    service = make_message_service(tournament)
    for number in range(MOST_ADDRESSES - 1):
        join(first, service, f"+39 333 123456{number}")
    meeting = Rendezvous(2, patience_seconds=IN_VAIN_SECONDS)
    counted = joining._require_few

    def meet(entry: Entry, now: Any) -> None:
        counted(entry, now)
        meeting.wait()

    with patch.object(joining, "_require_few", meet):
        came = at_once(
            partial(join_service, first, service, "+39 333 7654321", now=NOW),
            partial(join_service, second, service, "+39 333 7654322", now=NOW),
        )

    assert [type(each).__name__ for each in came].count("Refused") == 1
    assert PlayerPhone.objects.count() == MOST_ADDRESSES


def test_a_player_who_stops_messages_gets_none_and_the_address_is_forgotten() -> None:
    with post_office() as office:
        way = prepared(office, "Move")
        assert leave_service(way.entry, service_now(), now=NOW) == 1
        send_due(way)

    way.refresh_from_db()
    assert (way.endpoint, way.ended, office.letters) == ("", "by_hand", [])
