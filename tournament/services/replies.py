"""One tap, one effect: the answer of a write is kept and given again.

The key, the effect and the answer are stored in one transaction. A write that fails leaves nothing behind, so its
retry is judged afresh. There are two orders, for one table:

* A tablet's tap (`find_reply`, `reply_row`) looks for its key together with everything else, and stores it with what
  it changes: most doubles come long after the first. Of two at the same moment the second finds, when it wants to
  write, that the table has changed or that its key is stored (`is_key_taken`); it rolls back and looks again.
* A staff page (`reply_to_tap`) claims its key first. A double that arrives while the first is still at work waits
  on the unique index, then reads the finished answer.

An answer is kept two days (KEPT_FOR). Nobody asks for it later: a tablet's pairing ends within a day of play, so
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

from django.db import IntegrityError, transaction

from tournament.models import StoredReply

# The fastest level: a tap waits for it.
FAST = 1
# Longer than a tablet's pairing and a forgotten session last.
KEPT_FOR: Final = timedelta(days=2)
# One batch is one short transaction: a tap that waits for SQLite's only write lock waits some milliseconds.
BATCH: Final = 250
# How PostgreSQL and SQLite name the constraint on the key.
_KEY_ONCE: Final = ("reply_key_once", "tournament_storedreply.key")


class KeyReused(Exception):
    """The same key came with another body: an error of the sender; nothing is done."""


class AlreadyAnswered(Exception):
    """The key was answered while this tap was at work: its transaction is to be rolled back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    status: int
    body: str
    is_replay: bool = False


def find_reply(stored: StoredReply | None, body: bytes) -> Reply | None:
    """The answer that a tap's key was given, None for a new key. Raises KeyReused if it came with another body."""
    return None if stored is None else _replay(stored, body)


def _replay(stored: StoredReply, body: bytes) -> Reply:
    if stored.body_sha256 != _digest(body):
        raise KeyReused(str(stored.key))
    text = zlib.decompress(stored.packed_body).decode()
    return Reply(status=stored.status or 0, body=text, is_replay=True)


def reply_row(*, tournament_id: int, key: UUID, body: bytes, now: datetime, reply: Reply) -> StoredReply:
    """The answer as it is kept; to be stored in the transaction of the effect."""
    return StoredReply(
        tournament_id=tournament_id,
        key=key,
        body_sha256=_digest(body),
        status=reply.status,
        packed_body=_packed(reply),
        created_at=now,
    )


def is_key_taken(error: IntegrityError) -> bool:
    """Whether an answer could not be stored because its key has one."""
    return any(name in str(error) for name in _KEY_ONCE)


def reply_to_tap(
    *, tournament_id: int, key: UUID, body: bytes, now: datetime, produce: Callable[[], Reply]
) -> Reply:
    """Run `produce` for a new key; give the stored answer for a key that was answered before.

    Raises KeyReused if the key was used with another body, and whatever `produce` raises (then
    neither key nor effect stays).
    """
    with transaction.atomic():
        row = StoredReply(tournament_id=tournament_id, key=key, body_sha256=_digest(body), created_at=now)
        StoredReply.objects.bulk_create([row], ignore_conflicts=True)
        stored = StoredReply.objects.get(tournament_id=tournament_id, key=key)
        # A row without a status can only be the one this transaction has just written.
        if stored.status is not None or stored.body_sha256 != row.body_sha256:
            return _replay(stored, body)
        reply = produce()
        StoredReply.objects.filter(pk=stored.pk).update(status=reply.status, packed_body=_packed(reply))
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


def _digest(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()


def _packed(reply: Reply) -> bytes:
    return zlib.compress(reply.body.encode(), FAST)
