"""Whether the stacks of a table add up to the chips that lie there.

The books give a player whose stack nobody knows a share of the table's chips. Taken to another table, the share is no
longer what the player really carried: then only the sum over both tables is right, and neither says that it knows its
chips until everybody there is counted (`tables.services.chips.counting`).

Invariant: the stacks of all tables add up to the chips in play; and those of a table add up to the chips that lie there
wherever `Table.is_total_known`.
"""

from __future__ import annotations

from collections.abc import Collection

from tables.models import Seat, Table
from tournament.models import Entry


def blur_totals(entry_id: int, tables: Collection[int]) -> None:
    """A player goes from one of these tables to another; the caller has locked them. A query, two where it matters."""
    if not Entry.objects.filter(pk=entry_id, is_stack_known=True).exists():
        Table.objects.filter(pk__in=tables).update(is_total_known=False)


def settle_total(table: Table) -> None:
    """Everybody was counted, perhaps: then the chips of the table are their stacks."""
    if table.is_total_known:
        return
    unknown = Seat.objects.filter(table=table, entry__is_stack_known=False, entry__stack__gt=0)
    if not unknown.exists():
        Table.objects.filter(pk=table.pk).update(is_total_known=True)
