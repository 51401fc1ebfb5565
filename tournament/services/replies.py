"""One tap, one effect: the answer of a write is kept and given again.

The key row, the effect and the stored answer share one transaction. A duplicate that arrives while
the first is still at work waits on the unique index, then reads the finished answer. A write that
fails leaves nothing behind, so its retry is judged afresh.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from tournament.models import StoredReply

# The fastest level: a tap waits for it.
FAST = 1


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
