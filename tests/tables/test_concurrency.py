"""The races at one table, run with real threads and connections of their own; each with its control.

A tap looks at its table without a lock and claims the table's version when it writes. A control leaves that claim, a
key or a lock out and shows the fault that it keeps away: if the fault does not appear there, the test beside it
proves nothing. Threads are brought to the same point first (`Rendezvous`): before they write, when each of them
has looked, or between the claim and the end of the transaction, where only one of them can be.

On SQLite a transaction that writes holds the only write lock from its start, so the tests hold there too; controls
that leave out row locks belong to PostgreSQL.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import pytest
import time_machine
from django.db import connection, transaction

from tables.models import Device, FloorMessage, Hand, HandOperation
from tables.services.table import tablets
from tables.services.table.lease import answer_change
from tables.views.tablet import table as view
from tests.factories import ACTOR, NOW
from tests.factories.felt import Felt, make_felt
from tests.tables.races import (
    IN_VAIN_SECONDS,
    SURELY_SECONDS,
    Rendezvous,
    Tablet,
    at_once,
    statuses,
    without_the_claim,
)
from tournament.models import StoredReply

pytestmark = pytest.mark.django_db(transaction=True)

TAPS = 10


@pytest.fixture(autouse=True)
def _first_level() -> Iterator[None]:
    with time_machine.travel(NOW):
        yield


@pytest.fixture
def felt() -> Felt:
    felt = make_felt(1000, 1000, 1000)
    felt.deal()
    return felt


@contextmanager
def meeting_before_they_write(parties: int = TAPS) -> Iterator[None]:
    """Let the threads meet once each has looked, thought and drawn its answer, before any of them writes."""
    point = Rendezvous(parties)

    def wait_and_answer(*args: Any, **of_tap: Any) -> Any:
        point.wait()
        return answer_change(*args, **of_tap)

    with patch.object(view, "answer_change", wait_and_answer):
        yield


# --- The same tap ten times at once


def test_same_tap_ten_times_at_once_has_one_effect_and_ten_equal_answers(felt: Felt) -> None:
    tablet = Tablet(felt)
    fields = tablet.fields(operation="c3")
    with meeting_before_they_write():
        answers = at_once(*[tablet.sending("act", fields)] * TAPS)
    assert statuses(answers) == {200: TAPS}
    assert len({answer.content for answer in answers}) == 1
    assert sum("Idempotent-Replay" in answer.headers for answer in answers) == TAPS - 1
    assert list(HandOperation.objects.values_list("code", flat=True)) == ["c3"]
    assert (felt.fresh().version, StoredReply.objects.count()) == (2, 1)


def test_same_last_tap_of_a_hand_books_it_once(felt: Felt) -> None:
    felt.play("f3")
    tablet = Tablet(felt)
    fields = tablet.fields(operation="f1")
    with meeting_before_they_write():
        answers = at_once(*[tablet.sending("act", fields)] * TAPS)
    assert statuses(answers) == {200: TAPS}
    assert len({answer.content for answer in answers}) == 1
    assert felt.stacks() == {1: 975, 2: 1025, 3: 1000}


def test_control_a_tap_that_does_not_look_again_refuses_its_own_doubles(felt: Felt) -> None:
    tablet = Tablet(felt)
    fields = tablet.fields(operation="c3")
    with patch.object(view, "LOOKS", 1), meeting_before_they_write():
        answers = at_once(*[tablet.sending("act", fields)] * TAPS)
    assert statuses(answers) == {200: 1, 409: TAPS - 1}


def call_ten_times_at_once(felt: Felt) -> list[Any]:
    """A call claims no version: only its key tells its doubles."""
    tablet = Tablet(felt)
    fields = tablet.fields()
    with meeting_before_they_write():
        return at_once(*[tablet.sending("call", fields)] * TAPS)


def test_same_call_ten_times_at_once_is_answered_once(felt: Felt) -> None:
    answers = call_ten_times_at_once(felt)
    assert statuses(answers) == {200: TAPS}
    assert len({answer.content for answer in answers}) == 1
    assert sum("Idempotent-Replay" in answer.headers for answer in answers) == TAPS - 1
    assert (FloorMessage.objects.count(), StoredReply.objects.count()) == (1, 1)


@pytest.mark.postgres
def test_control_without_the_unique_key_the_doubles_of_a_call_are_answered_each(felt: Felt) -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE tournament_storedreply DROP CONSTRAINT reply_key_once")
    try:
        call_ten_times_at_once(felt)
        assert StoredReply.objects.count() > 1
    finally:
        StoredReply.objects.all().delete()
        with connection.cursor() as cursor:
            cursor.execute(
                "ALTER TABLE tournament_storedreply ADD CONSTRAINT reply_key_once UNIQUE (tournament_id, key)"
            )


# --- A stale version


def test_of_ten_different_taps_on_one_version_one_wins_and_nine_are_stale(felt: Felt) -> None:
    tablet = Tablet(felt)
    taps = [tablet.fields(operation=code) for code in ("c3", "f3") * (TAPS // 2)]
    with meeting_before_they_write():
        answers = at_once(*[tablet.sending("act", fields) for fields in taps])
    assert statuses(answers) == {200: 1, 409: TAPS - 1}
    refused = next(answer for answer in answers if answer.status_code == 409)
    assert b'data-version="2"' in refused.content
    assert (HandOperation.objects.count(), felt.fresh().version) == (1, 2)


def test_control_without_the_claim_more_than_one_tap_writes(felt: Felt) -> None:
    tablet = Tablet(felt)
    taps = [tablet.fields(operation="c3") for _ in range(TAPS)]
    with without_the_claim(), meeting_before_they_write():
        answers = at_once(*[tablet.sending("act", fields) for fields in taps])
    # The numbering of the operations still refuses the doubles, but as a fault and not in words.
    assert statuses(answers) != {200: 1, 409: TAPS - 1}


def deal_ten_times_at_once() -> tuple[Felt, list[Any]]:
    felt = make_felt(1000, 1000, 1000)
    tablet = Tablet(felt)
    taps = [tablet.fields() for _ in range(TAPS)]
    with meeting_before_they_write():
        return felt, at_once(*[tablet.sending("deal", fields) for fields in taps])


def test_of_ten_deals_at_once_one_hand_is_dealt() -> None:
    felt, answers = deal_ten_times_at_once()
    assert statuses(answers) == {200: 1, 409: TAPS - 1}
    assert (Hand.objects.count(), felt.fresh().hands_dealt) == (1, 1)


def test_control_without_the_claim_more_than_one_tap_deals_the_same_hand() -> None:
    with without_the_claim():
        _felt, answers = deal_ten_times_at_once()
    # The numbering of the hands still refuses the doubles, but as a fault and not in words.
    assert statuses(answers) != {200: 1, 409: TAPS - 1}


# --- Two tablets


def test_of_two_tablets_only_the_one_with_the_table_writes(felt: Felt) -> None:
    first, second = Tablet(felt), Tablet(felt)
    answers = at_once(
        first.sending("act", first.fields(operation="c3")),
        second.sending("act", second.fields(operation="f3")),
    )
    assert [answer.status_code for answer in answers] == [200, 409]
    assert HandOperation.objects.get().device_id == first.device.pk


@contextmanager
def stopping(
    module: Any, name: str, *, before: bool, patience_seconds: float
) -> Iterator[tuple[threading.Event, threading.Event]]:
    """Stop the thread that comes first to a function, before or after it: (it is there, let it go on)."""
    is_there, go_on = threading.Event(), threading.Event()
    function = getattr(module, name)

    def stop() -> None:
        if not is_there.is_set():
            is_there.set()
            go_on.wait(patience_seconds)

    def stopped(*args: Any, **more: Any) -> Any:
        if before:
            stop()
        result = function(*args, **more)
        if not before:
            stop()
        return result

    with patch.object(module, name, stopped):
        yield is_there, go_on


def before_it_writes() -> Any:
    """The tap has looked and drawn its answer; nothing is locked."""
    return stopping(view, "answer_change", before=True, patience_seconds=SURELY_SECONDS)


@contextmanager
def before_it_commits() -> Iterator[tuple[threading.Event, threading.Event]]:
    """The tap has claimed the table and stored its operation, in a transaction that is held open."""
    with stopping(view, "answer_change", before=False, patience_seconds=IN_VAIN_SECONDS) as events:
        stopped = vars(view)["answer_change"]
        with patch.object(view, "answer_change", transaction.atomic(stopped)):
            yield events


def while_a_tap_is_stopped(first: Tablet, point: Any, do: Callable[[], str]) -> tuple[str, str, int]:
    """What became of the tap and of `do`, and how many operations were recorded once `do` was done.

    The tap is stopped until the other is done, or, because the lock holds that back, until its patience is over.
    """
    with point as (tap_is_there, go_on):

        def tap() -> str:
            return f"tap {first.send('act', first.fields(operation='c3')).status_code}"

        def other() -> tuple[str, int]:
            tap_is_there.wait(SURELY_SECONDS)
            done, recorded = do(), HandOperation.objects.count()
            go_on.set()
            return done, recorded

        tapped, (done, recorded) = at_once(tap, other)
    return tapped, done, recorded


def taking_over(second: Tablet) -> Callable[[], str]:
    return lambda: f"take-over {second.send('take-over', second.fields()).status_code}"


def revoking(felt: Felt, tablet: Tablet) -> Callable[[], str]:
    def revoke() -> str:
        tablets.revoke_device(tournament_id=felt.tournament.pk, device_id=tablet.device.pk, by=ACTOR.at(NOW))
        return "revoked"

    return revoke


def test_take_over_waits_for_the_tap_at_work_and_stops_every_later_one(felt: Felt) -> None:
    first, second = Tablet(felt), Tablet(felt)
    late = first.fields(operation="c1", version=2)
    done = while_a_tap_is_stopped(first, before_it_commits(), taking_over(second))
    assert done == ("tap 200", "take-over 200", 1)
    assert first.send("act", late).status_code == 409
    assert HandOperation.objects.count() == 1


def test_take_over_stops_a_tap_that_has_only_looked(felt: Felt) -> None:
    first, second = Tablet(felt), Tablet(felt)
    done = while_a_tap_is_stopped(first, before_it_writes(), taking_over(second))
    assert done == ("tap 409", "take-over 200", 0)
    assert HandOperation.objects.count() == 0


def test_control_without_the_claim_the_old_tablet_writes_after_it_was_taken_over_from(felt: Felt) -> None:
    first, second = Tablet(felt), Tablet(felt)
    with without_the_claim():
        done = while_a_tap_is_stopped(first, before_it_writes(), taking_over(second))
    assert (done, HandOperation.objects.count()) == (("tap 200", "take-over 200", 0), 1)


def test_revoking_a_tablet_waits_for_its_tap_at_work_and_stops_every_later_one(felt: Felt) -> None:
    tablet = Tablet(felt)
    late = tablet.fields(operation="c1", version=2)
    done = while_a_tap_is_stopped(tablet, before_it_commits(), revoking(felt, tablet))
    assert done == ("tap 200", "revoked", 1)
    assert tablet.send("act", late).status_code == 410
    assert HandOperation.objects.count() == 1


def test_revoking_a_tablet_stops_a_tap_of_it_that_has_only_looked(felt: Felt) -> None:
    tablet = Tablet(felt)
    done = while_a_tap_is_stopped(tablet, before_it_writes(), revoking(felt, tablet))
    assert done == ("tap 409", "revoked", 0)
    assert HandOperation.objects.count() == 0


def test_control_if_revoking_leaves_the_lease_the_revoked_tablet_still_writes(felt: Felt) -> None:
    tablet = Tablet(felt)
    with patch.object(tablets, "_end_lease", lambda _device: None):
        done = while_a_tap_is_stopped(tablet, before_it_writes(), revoking(felt, tablet))
    assert (done, HandOperation.objects.count()) == (("tap 200", "revoked", 0), 1)


def test_of_two_take_overs_at_once_one_tablet_has_the_table(felt: Felt) -> None:
    first, second = Tablet(felt), Tablet(felt)
    answers = at_once(
        first.sending("take-over", first.fields()), second.sending("take-over", second.fields())
    )
    assert statuses(answers) == {200: 2}
    holders = Device.objects.filter(epoch=felt.fresh().lease_epoch)
    assert (holders.count(), felt.table.lease_epoch) == (1, 3)


# --- An illegal amount


@pytest.mark.parametrize("amount", ["99", "1001"])
def test_illegal_amount_is_refused_with_the_range_however_often_it_is_sent(felt: Felt, amount: str) -> None:
    tablet = Tablet(felt)
    fields = tablet.fields(operation="r3", amount=amount)
    answers = at_once(*[tablet.sending("act", fields)] * TAPS)
    assert statuses(answers) == {422: TAPS}
    assert all(b"at least 100 and at most 1,000" in answer.content for answer in answers)
    assert (HandOperation.objects.count(), StoredReply.objects.count(), felt.fresh().version) == (0, 0, 1)


def raise_while_the_floor_records_a_raise(felt: Felt) -> int:
    """Seat 3 raises to 400, not by the tablet, between the look and the write of a tap of 300 for seat 3."""
    tablet = Tablet(felt)
    fields = tablet.fields(operation="r3", amount="300")
    with before_it_writes() as (tap_is_there, go_on):

        def other() -> None:
            tap_is_there.wait(SURELY_SECONDS)
            felt.play("r3:400")
            go_on.set()

        answer, _done = at_once(tablet.sending("act", fields), other)
    status: int = answer.status_code
    return status


def test_an_amount_that_was_right_when_the_tap_looked_is_not_written_into_another_hand(felt: Felt) -> None:
    assert raise_while_the_floor_records_a_raise(felt) == 409
    assert list(HandOperation.objects.values_list("code", flat=True)) == ["r3:400"]


def test_an_amount_is_measured_by_the_range_that_the_last_tap_left(felt: Felt) -> None:
    """Seat 3 raises to 400 and seat 1 to 300, which only a call of seat 3 would have allowed."""
    tablet = Tablet(felt)
    first = tablet.fields(operation="r3", amount="400")
    second = tablet.fields(operation="r1", amount="300")
    assert tablet.send("act", first).status_code == 200
    assert tablet.send("act", second).status_code == 409
    answer = tablet.send("act", second | {"version": 2})
    assert answer.status_code == 422
    assert b"at least 750 and at most 1,000" in answer.content
    assert list(HandOperation.objects.values_list("code", flat=True)) == ["r3:400"]
