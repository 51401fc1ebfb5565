"""One tap, one effect: the answer of a write is kept and given again.

The key row, the effect and the stored answer share one transaction. A duplicate that arrives while
the first is still at work waits on the unique index, then reads the finished answer. A write that
fails leaves nothing behind, so its retry is judged afresh.

Answers are kept two days (KEPT_FOR). Nobody asks for it later: a tablet's pairing ends within a day of play, so
one that was off for longer is told to pair again, and shows the taps that it could not deliver.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import transaction

from tournament.models import StoredReply

# The fastest level: a tap waits for it.
FAST = 1
# Longer than a tablet's pairing and a forgotten session last.
KEPT_FOR: Final = timedelta(days=2)
# One batch is one short transaction: a tap that waits for SQLite's only write lock waits some milliseconds.
BATCH: Final = 250


class KeyReused(Exception):
    """The same key came with another body: an error of the sender; nothing is done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    status: int
    body: str
    is_replay: bool = False


def reply_to_tap(
    *, tournament_id: int, key: UUID, body: bytes, now: datetime, produce: Callable[[], Reply]
) -> Reply:
    """Run `produce` for a new key; give the stored answer for a key that was answered before.

    Raises KeyReused if the key was used with another body, and whatever `produce` raises (then
    neither key nor effect stays).
    """
    digest = hashlib.sha256(body).hexdigest()
    with transaction.atomic():
        StoredReply.objects.bulk_create(
            [StoredReply(tournament_id=tournament_id, key=key, body_sha256=digest, created_at=now)],
            ignore_conflicts=True,
        )
        # A row without a status can only be the one this transaction has just written.
        stored = StoredReply.objects.get(tournament_id=tournament_id, key=key)
        if stored.body_sha256 != digest:
            raise KeyReused(str(key))
        if stored.status is not None:
            body_text = zlib.decompress(stored.packed_body).decode()
            return Reply(status=stored.status, body=body_text, is_replay=True)
        reply = produce()
        StoredReply.objects.filter(pk=stored.pk).update(
            status=reply.status, packed_body=zlib.compress(reply.body.encode(), FAST)
        )
        return reply


def forget_old_replies(*, now: datetime, batches: int) -> int:
    """Delete answers older than KEPT_FOR, oldest first, in at most so many batches; returns how many went.

    The rows are read from the lowest id, which is the oldest: no index on the time is needed, which every tap would
    pay for.
    """
    forgotten = 0
    for _ in range(batches):
        deleted = _forget_batch(before=now - KEPT_FOR)
        forgotten += deleted
        if deleted < BATCH:
            break
    return forgotten


def _forget_batch(*, before: datetime) -> int:
    oldest = StoredReply.objects.order_by("pk").values_list("pk", "created_at")[:BATCH]
    old = [pk for pk, created_at in oldest if created_at < before]
    return StoredReply.objects.filter(pk__in=old).delete()[0] if old else 0
