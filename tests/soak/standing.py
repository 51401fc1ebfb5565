"""What the database holds of an evening in the end, as the checker compares it."""

from __future__ import annotations

import re
import zlib
from collections import Counter, defaultdict
from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from tables.models import FloorMessage, Hand, HandOperation, HandStatus, MessageKind, Table
from tables.queries.checks.every import findings_in
from tests.soak.checker import LevelChange, Standing, StoredAnswer, TableStanding, Violation
from tests.soak.evening import LEVEL_SECONDS
from tests.soak.history import DEAL, hash_of
from tournament.changes.clock import LevelChanged
from tournament.models import LogEntry, StoredReply, Tournament

VERSION = re.compile(rb'data-version="(\d+)"')


def read_standing(tournament: Tournament, first_versions: Mapping[str, int]) -> Standing:
    """Read it; `first_versions` are those of the tables before the first tap."""
    recorded: defaultdict[int, list[str]] = defaultdict(list)
    rows = HandOperation.objects.filter(hand__table__tournament=tournament).order_by("hand", "number", "pk")
    for hand, code in rows.values_list("hand", "code"):
        recorded[hand].append(code)
    dealt: defaultdict[int, list[str]] = defaultdict(list)
    hands = Hand.objects.filter(table__tournament=tournament).exclude(status=HandStatus.VOID)
    for hand, table in hands.order_by("number", "pk").values_list("pk", "table"):
        dealt[table] += [DEAL, *recorded[hand]]
    called = FloorMessage.objects.filter(table__tournament=tournament, kind=MessageKind.CALL)
    calls = Counter(called.values_list("table", flat=True))
    tables = {
        str(table.number): TableStanding(
            operations=tuple(dealt[table.pk]),
            first_version=first_versions[str(table.number)],
            version=table.version,
            calls=calls[table.pk],
        )
        for table in Table.objects.filter(tournament=tournament)
    }
    # As it was told when it was started: the database may have lost it.
    started = tournament.started_at
    assert started is not None
    changes = LogEntry.objects.filter(tournament=tournament, verb="level_changed").order_by("pk")
    # In a transaction, so that PostgreSQL hands them out as it reads: outside it would first copy all to its disk.
    with transaction.atomic():
        replies = StoredReply.objects.filter(tournament=tournament).order_by()
        answers = [_answer(reply) for reply in replies.iterator()]
    return Standing(
        tables=tables,
        answers=answers,
        levels=[_level_change(line, started) for line in changes],
        level_seconds=LEVEL_SECONDS,
        clock_seconds=(timezone.now() - started).total_seconds(),
    )


def _level_change(line: LogEntry, started: datetime) -> LevelChange:
    change = LevelChanged.of(line)
    return LevelChange(
        from_index=change.from_index,
        to_index=change.to_index,
        seconds=(line.at - started).total_seconds(),
    )


def _answer(reply: StoredReply) -> StoredAnswer:
    body = zlib.decompress(reply.packed_body)
    version = VERSION.search(body)
    return StoredAnswer(key=str(reply.key), version=int(version[1]) if version else 0, body=hash_of(body))


def verify(tournament: Tournament) -> list[Violation]:
    """What `manage.py verify` finds."""
    return [Violation(rule="verify", says=str(finding)) for finding in findings_in(tournament)]
