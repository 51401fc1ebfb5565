"""The chain of seals: what was written to the log and the ledgers cannot be altered, removed or added unnoticed.

Each row of the log, of the money and of the chips gets a link of its tournament's chain, in the transaction that writes
it: its number (1, 2, ... without a gap), a digest of what stands in the row, and a hash over that and the hash of the
link before. So the hash of the newest link, the head, stands for everything before it: who keeps it on paper can tell
later whether anything was changed. The digest is kept beside the hash, so that a row whose content must be erased one
day leaves the chain whole.

Links are numbered under the lock of their tournament, which every service that writes a line takes first. Without it
two writers would ask for the same number, and the database refuses the second one.

The rows themselves are append-only by triggers of the database (migration 0036); a mistake is corrected by a new row.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from itertools import chain
from typing import Any, Final, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections, models, transaction

from tournament.models.tournament import Tournament

M = TypeVar("M", bound=models.Model)

# Before the first link.
NOTHING: Final = ""


class ChainKind(models.TextChoices):
    LOG = "log"
    MONEY = "money"
    CHIPS = "chips"


class ChainLink(models.Model):
    """The seal of one row: `row` is its key in the table of its kind. Append-only."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="chain")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=5, choices=ChainKind)
    row = models.BigIntegerField()
    digest = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)
    # Of a row that an earlier version had written without one.
    is_of_upgrade = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="chain_number_once"),
            models.UniqueConstraint(fields=["kind", "row"], name="chain_row_once"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.hash[:8]}"


class SealedRows(models.QuerySet[M]):
    """Rows that get their links as they are written, and that nothing writes otherwise."""

    def create(self, **values: Any) -> M:
        return self.bulk_create([self.model(**values)])[0]

    def bulk_create(self, objs: Iterable[M], *args: Any, **options: Any) -> list[M]:
        if args or options:
            raise TypeError("rows that are sealed are written once, all of them")
        with transaction.atomic():
            rows = super().bulk_create(objs)
            seal(rows)
        return rows


# Every line of the log passes here: written once, as what every tap runs (`tournament.models.rows`).
_NEWEST: Final = (
    "SELECT number, hash FROM tournament_chainlink WHERE tournament_id = %s ORDER BY number DESC LIMIT 1"
)
_ADD: Final = (
    "INSERT INTO tournament_chainlink "
    '(tournament_id, number, kind, "row", digest, hash, is_of_upgrade) VALUES '
)
_LINK: Final = "(%s, %s, %s, %s, %s, %s, FALSE)"
# SQLite takes some thirty thousand values in a statement.
AT_ONCE: Final = 1_000


def seal(rows: Sequence[models.Model]) -> None:
    """Add a link for each of these rows of one table, in their order. Two statements for each tournament, and one more
    for each further thousand rows.
    """
    with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        for tournament_id in dict.fromkeys(_tournament_of(row) for row in rows):
            cursor.execute(_NEWEST, [tournament_id])
            number, last = cursor.fetchone() or (0, NOTHING)
            links = []
            for row in rows:
                if _tournament_of(row) == tournament_id:
                    number += 1
                    kind, digest = KINDS[type(row).__name__], digest_of(values_of(row))
                    last = hash_of(last, number=number, kind=kind, row=row.pk, digest=digest)
                    links.append((tournament_id, number, kind.value, row.pk, digest, last))
            for start in range(0, len(links), AT_ONCE):
                part = links[start : start + AT_ONCE]
                cursor.execute(_ADD + ", ".join([_LINK] * len(part)), list(chain.from_iterable(part)))


KINDS: Final[Mapping[str, ChainKind]] = {
    "LogEntry": ChainKind.LOG,
    "MoneyRow": ChainKind.MONEY,
    "ChipRow": ChainKind.CHIPS,
}
"""The kind of link by the name of the model."""


def values_of(row: models.Model) -> dict[str, Any]:
    """What stands in a row, by its columns' names."""
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


def digest_of(values: Mapping[str, Any]) -> str:
    """A hash of what stands in a row, the same for what is written and for what either database gives back.

    What holds nothing is left out: a column that comes later, empty in all rows of before, changes no digest.
    """
    held = {name: _plain(value) for name, value in values.items() if value is not None}
    text = json.dumps(held, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def hash_of(before: str, *, number: int, kind: str, row: int, digest: str) -> str:
    """The hash of a link after the one whose hash is `before`."""
    return hashlib.sha256(f"{before}\n{number}\n{kind}\n{row}\n{digest}".encode()).hexdigest()


def _plain(value: Any) -> Any:
    """The value as JSON has it: moments in UTC, keys as text, and 2.0 as 2, which PostgreSQL does not tell apart."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="microseconds")
    if isinstance(value, Mapping):
        return {_key(name): _plain(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def _key(name: Any) -> str:
    """A key as `json` writes it."""
    return name if isinstance(name, str) else json.dumps(name)


def _tournament_of(row: models.Model) -> int:
    return int(row.tournament_id)  # type: ignore[attr-defined]  # each of the three has one
