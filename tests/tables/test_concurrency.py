"""The races at one table, run with real threads and connections of their own; each with its control.

A control leaves one lock or one key out and shows the fault that it keeps away: if the fault does
not appear there, the test beside it proves nothing. Threads are brought to the same point first
(`Rendezvous`): with the lock only one of them gets there and continues alone after a short wait.

On SQLite a transaction that writes holds the only write lock from its start, so the tests hold
there too; the controls, which leave out row locks, belong to PostgreSQL.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import pytest
import time_machine
from django.db import connection

from tables.models import Device, Hand, HandOperation, Table
from tables.services.hands import recording
from tables.services.table import lease, tablets
from tests.factories import ACTOR, NOW
from tests.factories.felt import Felt, make_felt
from tests.tables.races import PATIENCE_SECONDS, Rendezvous, Tablet, at_once, statuses
from tournament.models import StoredReply
from tournament.services import replies

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
def meeting_after_the_check(parties: int) -> Iterator[None]:
    """Let the threads meet once each has found its lease good, before any of them writes."""
    point = Rendezvous(parties)
    check = lease.check_lease

    def check_and_wait(*args: Any) -> None:
        check(*args)
        point.wait()

    with patch.object(recording, "check_lease", check_and_wait):
        yield


def read_table(*, tournament_id: int, table_id: int) -> Table:
    """`lock_table` without its lock."""
    return Table.objects.select_related("tournament").get(pk=table_id, tournament_id=tournament_id)


@contextmanager
def without_table_locks() -> Iterator[None]:
    with (
        patch.object(recording, "lock_table", read_table),
        patch.object(tablets, "lock_table", read_table),
    ):
        yield


# --- The same tap ten times at once


def test_same_tap_ten_times_at_once_has_one_effect_and_ten_equal_answers(felt: Felt) -> None:
    tablet = Tablet(felt)
    fields = tablet.fields(operation="c3")
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
    answers = at_once(*[tablet.sending("act", fields)] * TAPS)
    assert statuses(answers) == {200: TAPS}
    assert len({answer.content for answer in answers}) == 1
    assert felt.stacks() == {1: 975, 2: 1025, 3: 1000}


def answer_without_waiting(**of_tap: Any) -> replies.Reply:
    """`reply_to_tap` with its key looked up first and stored last: what two of a kind slip through."""
    point: Rendezvous = of_tap.pop("point")
    key, tournament_id = of_tap["key"], of_tap["tournament_id"]
    stored = StoredReply.objects.filter(tournament_id=tournament_id, key=key).first()
    if stored is not None:
        return replies.Reply(
            status=stored.status or 0, body=bytes(stored.packed_body).decode(), is_replay=True
        )
    point.wait()
    reply: replies.Reply = of_tap["produce"]()
    StoredReply.objects.create(
        tournament_id=tournament_id,
        key=key,
        body_sha256="-",
        status=reply.status,
        packed_body=reply.body.encode(),
        created_at=of_tap["now"],
    )
    return reply


@pytest.mark.postgres
def test_control_a_key_that_is_only_looked_up_gives_different_answers(felt: Felt) -> None:
    tablet = Tablet(felt)
    fields = tablet.fields(operation="c3")
    point = Rendezvous(TAPS)
    with patch(
        "tables.views.tablet.table.reply_to_tap",
        lambda **of_tap: answer_without_waiting(point=point, **of_tap),
    ):
        answers = at_once(*[tablet.sending("act", fields)] * TAPS)
    assert statuses(answers) != {200: TAPS}


@pytest.mark.postgres
def test_control_without_the_unique_key_the_doubles_of_a_tap_are_refused(felt: Felt) -> None:
    tablet = Tablet(felt)
    fields = tablet.fields(operation="c3")
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE tournament_storedreply DROP CONSTRAINT reply_key_once")
    try:
        answers = at_once(*[tablet.sending("act", fields)] * TAPS)
        assert statuses(answers) != {200: TAPS}
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
    with meeting_after_the_check(TAPS):
        answers = at_once(*[tablet.sending("act", fields) for fields in taps])
    assert statuses(answers) == {200: 1, 409: TAPS - 1}
    refused = next(answer for answer in answers if answer.status_code == 409)
    assert b'data-version="2"' in refused.content
    assert (HandOperation.objects.count(), felt.fresh().version) == (1, 2)


@pytest.mark.postgres
def test_control_without_the_lock_more_than_one_tap_finds_its_version_good(felt: Felt) -> None:
    tablet = Tablet(felt)
    taps = [tablet.fields(operation="c3") for _ in range(TAPS)]
    with without_table_locks(), meeting_after_the_check(TAPS):
        answers = at_once(*[tablet.sending("act", fields) for fields in taps])
    # The numbering of the operations still refuses the doubles, but as a fault and not in words.
    assert statuses(answers) != {200: 1, 409: TAPS - 1}


@contextmanager
def meeting_before_the_deal() -> Iterator[None]:
    """Let the threads meet once each has found the table without a hand, before any of them deals."""
    point = Rendezvous(TAPS)
    check = recording._check_can_deal

    def check_and_wait(*args: Any) -> None:
        check(*args)
        point.wait()

    with patch.object(recording, "_check_can_deal", check_and_wait):
        yield


def deal_ten_times_at_once() -> tuple[Felt, list[Any]]:
    felt = make_felt(1000, 1000, 1000)
    tablet = Tablet(felt)
    taps = [tablet.fields() for _ in range(TAPS)]
    with meeting_before_the_deal():
        return felt, at_once(*[tablet.sending("deal", fields) for fields in taps])


def test_of_ten_deals_at_once_one_hand_is_dealt() -> None:
    felt, answers = deal_ten_times_at_once()
    assert statuses(answers) == {200: 1, 409: TAPS - 1}
    assert (Hand.objects.count(), felt.fresh().hands_dealt) == (1, 1)


@pytest.mark.postgres
def test_control_without_the_lock_more_than_one_tap_deals_the_same_hand() -> None:
    with without_table_locks():
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


def take_over_while_a_tap_is_at_work(first: Tablet, second: Tablet) -> tuple[str, str, int]:
    def take_over() -> str:
        return f"take-over {second.send('take-over', second.fields()).status_code}"

    return while_a_tap_is_at_work(first, take_over)


def while_a_tap_is_at_work(first: Tablet, do: Callable[[], str]) -> tuple[str, str, int]:
    """What became of the tap and of `do`, and how many operations were recorded once `do` was done.

    The tap is stopped between its check and its write until the other is done, or, because the
    lock holds that back, until its patience is over.
    """
    tap_is_checked, other_is_done = threading.Event(), threading.Event()
    check = lease.check_lease

    def check_and_wait(*args: Any) -> None:
        check(*args)
        tap_is_checked.set()
        other_is_done.wait(PATIENCE_SECONDS)

    def tap() -> str:
        return f"tap {first.send('act', first.fields(operation='c3')).status_code}"

    def other() -> tuple[str, int]:
        tap_is_checked.wait(5)
        done, recorded = do(), HandOperation.objects.count()
        other_is_done.set()
        return done, recorded

    with patch.object(recording, "check_lease", check_and_wait):
        tapped, (done, recorded) = at_once(tap, other)
    return tapped, done, recorded


def test_take_over_waits_for_the_tap_at_work_and_stops_every_later_one(felt: Felt) -> None:
    first, second = Tablet(felt), Tablet(felt)
    late = first.fields(operation="c1", version=2)
    assert take_over_while_a_tap_is_at_work(first, second) == ("tap 200", "take-over 200", 1)
    assert first.send("act", late).status_code == 409
    assert HandOperation.objects.count() == 1


@pytest.mark.postgres
def test_control_without_the_lock_the_old_tablet_writes_after_it_was_taken_over_from(felt: Felt) -> None:
    first, second = Tablet(felt), Tablet(felt)
    with without_table_locks():
        assert take_over_while_a_tap_is_at_work(first, second) == ("tap 200", "take-over 200", 0)


def revoke_while_a_tap_is_at_work(felt: Felt, tablet: Tablet) -> tuple[str, str, int]:
    def revoke() -> str:
        tablets.revoke_device(
            tournament_id=felt.tournament.pk, device_id=tablet.device.pk, actor=ACTOR, now=NOW
        )
        return "revoked"

    return while_a_tap_is_at_work(tablet, revoke)


def test_revoking_a_tablet_waits_for_its_tap_at_work_and_stops_every_later_one(felt: Felt) -> None:
    tablet = Tablet(felt)
    late = tablet.fields(operation="c1", version=2)
    assert revoke_while_a_tap_is_at_work(felt, tablet) == ("tap 200", "revoked", 1)
    assert tablet.send("act", late).status_code == 410
    assert HandOperation.objects.count() == 1


@pytest.mark.postgres
def test_control_without_the_lock_a_revoked_tablet_still_writes(felt: Felt) -> None:
    with without_table_locks():
        assert revoke_while_a_tap_is_at_work(felt, Tablet(felt)) == ("tap 200", "revoked", 0)


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


def raise_while_a_raise_is_at_work(felt: Felt) -> list[Any]:
    """Seat 3 raises to 400 and seat 1 to 300, which only a call of seat 3 would have allowed; the answers.

    The second tap is sent for the version that the first one leaves, while the first is between its
    check and its write.
    """
    tablet = Tablet(felt)
    first = tablet.fields(operation="r3", amount="400")
    second = tablet.fields(operation="r1", amount="300", version=2)
    first_is_checked, second_is_answered = threading.Event(), threading.Event()
    check = lease.check_lease

    def check_and_wait(*args: Any) -> None:
        check(*args)
        if not first_is_checked.is_set():
            first_is_checked.set()
            second_is_answered.wait(PATIENCE_SECONDS)

    def send_second() -> Any:
        first_is_checked.wait(5)
        answer = tablet.send("act", second)
        second_is_answered.set()
        return answer

    with patch.object(recording, "check_lease", check_and_wait):
        return at_once(tablet.sending("act", first), send_second)


def test_an_amount_is_measured_by_the_range_that_the_tap_at_work_leaves(felt: Felt) -> None:
    answers = raise_while_a_raise_is_at_work(felt)
    assert [answer.status_code for answer in answers] == [200, 422]
    assert b"at least 750 and at most 1,000" in answers[1].content
    assert list(HandOperation.objects.values_list("code", flat=True)) == ["r3:400"]


@pytest.mark.postgres
def test_control_without_the_lock_the_amount_never_meets_its_range(felt: Felt) -> None:
    with without_table_locks():
        answers = raise_while_a_raise_is_at_work(felt)
    assert answers[1].status_code != 422
