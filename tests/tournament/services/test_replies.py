from __future__ import annotations

from uuid import UUID

import pytest

from tests.factories import NOW, make_tournament
from tournament.models import StoredReply
from tournament.services.replies import KeyReused, Reply, reply_to_tap

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
