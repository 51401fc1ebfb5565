"""Desks that open at the same moment never open one envelope twice, and no two knock-outs take the same one.

The controls leave the lock out.
"""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

import pytest
from django.db import IntegrityError, transaction

from tests.factories import ACTOR, NOW, after
from tests.factories.mystery import MysteryRoom
from tests.tables.races import IN_VAIN_SECONDS, Rendezvous, at_once
from tournament.models import BountyShare, Entry, Envelope, LogEntry, Tournament
from tournament.services.cash import mystery
from tournament.services.cash.bounties import book_bounties
from tournament.services.cash.mystery import open_envelope
from tournament.services.field.entries import BustOut, eliminate_entries
from tournament.services.locks import lock_tournament
from tournament.services.log import record

pytestmark = pytest.mark.django_db(transaction=True)


def unlocked(tournament_id: int) -> Tournament:
    return Tournament.objects.get(pk=tournament_id)


def open_at_once(room: MysteryRoom, loser: int, desks: int) -> list[str]:
    envelope = room.envelope_of(loser)

    def tap() -> LogEntry:
        return open_envelope(tournament_id=room.tournament.pk, envelope_id=envelope.pk, by=ACTOR.at(after(9)))

    return sorted(type(answer).__name__ for answer in at_once(*[tap] * desks))


@pytest.fixture
def room() -> MysteryRoom:
    room = MysteryRoom(6)
    room.begin((200_06, 1), (20_00, 5))
    return room


def test_eight_desks_open_one_envelope_once(room: MysteryRoom) -> None:
    room.out(6, by=[1])

    assert open_at_once(room, 6, 8) == ["LogEntry", *["Refused"] * 7]

    assert LogEntry.objects.filter(verb="envelope_opened").count() == 1
    assert room.due() == {1: room.envelope_of(6).value}
    assert room.money().difference == 0


@pytest.mark.postgres
@pytest.mark.usefixtures("without_seals")
def test_the_control_without_the_lock_two_desks_open_it_twice(room: MysteryRoom) -> None:
    room.out(6, by=[1])
    meeting = Rendezvous(2, patience_seconds=IN_VAIN_SECONDS)

    def log_together(*args: Any, **of_call: Any) -> Any:
        meeting.wait()
        return record(*args, **of_call)

    with (
        patch.object(mystery, "lock_tournament", unlocked),
        patch.object(mystery, "record", log_together),
    ):
        answers = open_at_once(room, 6, 2)

    assert answers == ["LogEntry"] * 2


def knock_out(room: MysteryRoom, loser: int, winner: int, *, lock: Any) -> None:
    """One table's hand is over, beside another's."""
    bust = BustOut(entry_id=room.pk(loser), starting_stack=10_000, table_number=1, won_by=[room.pk(winner)])
    with transaction.atomic():
        Entry.objects.filter(pk=room.pk(loser)).update(stack=0)
        eliminate_entries(tournament=lock(room.tournament.pk), bust_outs=[bust], by=ACTOR.at(NOW))


def knock_out_at_once(room: MysteryRoom, *, lock: Any) -> list[Any]:
    return at_once(
        lambda: knock_out(room, 6, 1, lock=lock),
        lambda: knock_out(room, 5, 2, lock=lock),
    )


def taken() -> list[int]:
    shares = BountyShare.objects.filter(undone_at=None, envelope__isnull=False)
    return sorted(shares.values_list("envelope__place", flat=True))


def test_two_knock_outs_at_once_take_two_envelopes(room: MysteryRoom) -> None:
    assert knock_out_at_once(room, lock=lock_tournament) == [None, None]

    assert taken() == [1, 2]
    assert Envelope.objects.filter(entry__isnull=False).count() == 2


@pytest.mark.postgres
@pytest.mark.usefixtures("without_seals")
def test_the_control_without_the_lock_two_knock_outs_take_the_same_one(room: MysteryRoom) -> None:
    meeting = Rendezvous(2, patience_seconds=IN_VAIN_SECONDS)

    def book_together(*args: Any, **of_call: Any) -> Any:
        meeting.wait()
        return book_bounties(*args, **of_call)

    with patch("tournament.services.field.entries.book_bounties", book_together):
        answers = knock_out_at_once(room, lock=unlocked)

    assert not [answer for answer in answers if isinstance(answer, IntegrityError)]
    assert taken() == [1, 1]
