from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.conf import settings

from tables.services.table.tablets import DEVICE_HOURS
from tests.factories import NOW, make_tournament
from tournament.models import StoredReply, Tournament
from tournament.services.replies import BATCH, KEPT_FOR, KeyReused, Reply, forget_old_replies, reply_to_tap

pytestmark = pytest.mark.django_db

KEY = UUID("11111111-2222-3333-4444-555555555555")


def test_the_same_tap_has_one_effect_and_equal_replies() -> None:
    tournament = make_tournament()
    effects: list[int] = []

    def produce() -> Reply:
        effects.append(1)
        return Reply(status=201, body=f"done {len(effects)}")

    replies = [
        reply_to_tap(tournament_id=tournament.pk, key=KEY, body=b"x", now=NOW, produce=produce)
        for _ in range(3)
    ]

    assert [(reply.status, reply.body, reply.is_replay) for reply in replies] == [
        (201, "done 1", False), (201, "done 1", True), (201, "done 1", True)
    ]  # fmt: skip


def test_a_key_with_another_body_is_refused() -> None:
    tournament = make_tournament()
    reply = Reply(status=200, body="")
    reply_to_tap(tournament_id=tournament.pk, key=KEY, body=b"x", now=NOW, produce=lambda: reply)

    with pytest.raises(KeyReused):
        reply_to_tap(tournament_id=tournament.pk, key=KEY, body=b"y", now=NOW, produce=lambda: reply)


def test_a_failed_write_leaves_no_key_behind() -> None:
    tournament = make_tournament()

    def fail() -> Reply:
        raise RuntimeError

    with pytest.raises(RuntimeError):
        reply_to_tap(tournament_id=tournament.pk, key=KEY, body=b"x", now=NOW, produce=fail)
    assert not StoredReply.objects.exists()
    again = reply_to_tap(
        tournament_id=tournament.pk, key=KEY, body=b"x", now=NOW, produce=lambda: Reply(status=200, body="")
    )
    assert not again.is_replay


def test_keys_of_two_tournaments_do_not_meet() -> None:
    for tournament in (make_tournament(), make_tournament()):
        reply = reply_to_tap(
            tournament_id=tournament.pk,
            key=KEY,
            body=b"x",
            now=NOW,
            produce=lambda: Reply(status=200, body=""),
        )
        assert not reply.is_replay


# --- Forgetting -----------------------------------------------------------------------------------


def store(tournament: Tournament, *ages: timedelta) -> None:
    """Answers of that age, the oldest first, as taps leave them."""
    StoredReply.objects.bulk_create(
        StoredReply(
            tournament=tournament, key=uuid4(), body_sha256="0" * 64, status=200, created_at=NOW - age
        )
        for age in ages
    )


def ages() -> list[timedelta]:
    def age(created_at: datetime) -> timedelta:
        return NOW - created_at

    return [
        age(created_at)
        for created_at in StoredReply.objects.order_by("pk").values_list("created_at", flat=True)
    ]


def test_an_answer_is_forgotten_after_two_days_and_not_before() -> None:
    store(make_tournament(), timedelta(days=3), timedelta(days=2, seconds=1), timedelta(days=2), timedelta(0))

    assert forget_old_replies(now=NOW, batches=9) == 2

    assert ages() == [timedelta(days=2), timedelta(0)]


def test_old_answers_go_in_batches_the_oldest_first() -> None:
    old = [timedelta(days=4)] * BATCH + [timedelta(days=3)] * BATCH + [timedelta(days=2, hours=1)]
    store(make_tournament(), *old, timedelta(hours=1))

    assert forget_old_replies(now=NOW, batches=1) == BATCH
    assert ages() == [*old[BATCH:], timedelta(hours=1)]
    assert forget_old_replies(now=NOW, batches=9) == BATCH + 1
    assert ages() == [timedelta(hours=1)]


@pytest.mark.parametrize("kept", [BATCH, 4 * BATCH])
def test_looking_for_old_answers_costs_one_query_however_many_are_kept(
    kept: int, django_assert_num_queries: Any
) -> None:
    store(make_tournament(), *[timedelta(hours=1)] * kept)

    with django_assert_num_queries(1):
        assert forget_old_replies(now=NOW, batches=9) == 0


def test_an_answer_outlives_every_tablet_and_session_that_could_ask_for_it() -> None:
    assert timedelta(hours=DEVICE_HOURS) < KEPT_FOR
    assert timedelta(seconds=settings.SESSION_COOKIE_AGE) < KEPT_FOR
