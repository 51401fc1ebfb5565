"""The chain of seals: what was written to the log and the ledgers cannot be altered, removed or added unnoticed.

Each row of the log, of the money and of the chips gets a link of its tournament's chain, in the transaction that writes
it: its number (1, 2, ... without a gap), a digest of what stands in the row, and a hash over that and the hash of the
link before. So the hash of the newest link, the head, stands for everything before it: who keeps it on paper can tell
later whether anything was changed. The digest is kept beside the hash, so that a row whose content must be erased one
day leaves the chain whole.

Links are numbered under the lock of their tournament, which every service that writes a line takes first. Without it
two writers would ask for the same number, and the database refuses the second one.

The rows themselves are append-only by triggers of the database (migration 0036); a mistake is corrected by a new row.

Rows that may change (a prize, a place, a seat) are sealed again with each change: `tournament.models.states`. Their
links stand in the same chain, and the newest one of a row says how it stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, TypeVar

from django.db import models, transaction

from tournament.models.links import append_links, digest_of
from tournament.models.tournament import Tournament

M = TypeVar("M", bound=models.Model)


class ChainKind(models.TextChoices):
    """Of rows that are written once; those that change have kinds of their own (`tournament.models.states`)."""

    LOG = "log"
    MONEY = "money"
    CHIPS = "chips"


class ChainLink(models.Model):
    """The seal of one row: `row` is its key in the table of its kind. Append-only.

    A row that is written once has one; one that changes has one for each change.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="chain")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=12)
    row = models.BigIntegerField()
    digest = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)
    # Of a row that an earlier version had written without one.
    is_of_upgrade = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="chain_number_once"),
            models.UniqueConstraint(
                fields=["kind", "row"],
                condition=models.Q(kind__in=["log", "money", "chips"]),
                name="chain_row_once",
            ),
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
        # Nobody goes on after an error in here: the rows are part of a change, which is over then.
        with transaction.atomic(savepoint=False):
            rows = super().bulk_create(objs)
            seal(rows)
        return rows


def seal(rows: Sequence[models.Model]) -> None:
    """Add a link for each of these rows of one table, in their order. Two statements for each tournament, and one more
    for each further thousand rows.
    """
    for tournament_id in dict.fromkeys(_tournament_of(row) for row in rows):
        append_links(
            tournament_id,
            [
                (KINDS[type(row).__name__].value, row.pk, digest_of(values_of(row)))
                for row in rows
                if _tournament_of(row) == tournament_id
            ],
        )


KINDS: Final[Mapping[str, ChainKind]] = {
    "LogEntry": ChainKind.LOG,
    "MoneyRow": ChainKind.MONEY,
    "ChipRow": ChainKind.CHIPS,
}
"""The kind of link by the name of the model."""


def values_of(row: models.Model) -> dict[str, Any]:
    """What stands in a row, by its columns' names."""
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


def _tournament_of(row: models.Model) -> int:
    return int(row.tournament_id)  # type: ignore[attr-defined]  # each of the three has one
