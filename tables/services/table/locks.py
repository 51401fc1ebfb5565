from __future__ import annotations

from collections.abc import Iterable

from tables.models import Table


def lock_table(*, tournament_id: int, table_id: int) -> Table:
    """Lock one table of this tournament. Raises Table.DoesNotExist for another tournament's."""
    return (
        Table.objects.select_for_update(of=("self",), no_key=True)
        .select_related("tournament")
        .get(pk=table_id, tournament_id=tournament_id)
    )


def lock_tables(*, tournament_id: int, table_ids: Iterable[int]) -> dict[int, Table]:
    """Lock several tables by rising id, so that two floor decisions cannot wait for each other."""
    tables = (
        Table.objects.select_for_update(of=("self",), no_key=True)
        .select_related("tournament")
        .filter(tournament_id=tournament_id, pk__in=set(table_ids))
        .order_by("pk")
    )
    return {table.pk: table for table in tables}
