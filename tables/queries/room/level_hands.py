"""How many hands of a level by hands each table has dealt.

What a table counts for beside its own hands is stored with it (`Table.level_data`) for the level in which it joined:
its index, and the hand after which the level began at this table. A level that is played twice is another one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, TypeAlias

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from tables.floor.level_hands import TableInLevel, behind
from tables.models import Hand, HandStatus, Recording, Table, TableStatus
from tournament.models import Tournament
from tournament.rules import clock as clock_rules

LevelData: TypeAlias = dict[str, Any]


def tables_in_level(tournament: Tournament, *, index: int) -> Sequence[TableInLevel]:
    """The tables by number, with the hands finished there since the level at `index` began.

    A misdeal that is dealt again counts once. Where nobody records hands, and at closed ones, none is played. Two
    queries.
    """
    rows = list(_tables(tournament, index))
    hands = _finished([row.pk for row in rows], index)
    return [_standing(row, hands.get(row.pk, 0), index) for row in rows]


def level_data_of(
    tables: Sequence[TableInLevel], tournament: Tournament, *, index: int
) -> Mapping[int, LevelData]:
    """What is to be stored with tables of the level at `index`, by their number. One query."""
    after = {row.number: row.after for row in _tables(tournament, index)}
    return {
        each.table: {
            "level": index,
            "after": after[each.table],
            "base": each.base,
            "is_out": each.is_out,
        }
        for each in tables
    }


def tables_waited_for(table: Table, *, now: datetime) -> tuple[int, ...]:
    """The tables that this one waits for in a level by hands; none where it may deal, without a query in a level by
    time.
    """
    tournament = table.tournament
    clock, structure = tournament.clock, tournament.structure
    left = clock_rules.hands_left(clock, structure, now=now)
    if left is None:
        return ()
    index = clock_rules.current_index(clock, structure, now=now)
    return behind(table.number, tables_in_level(tournament, index=index), left=left)


def _tables(tournament: Tournament, index: int) -> QuerySet[Table, Any]:
    """Each with its players who have chips, and the last hand that was dealt there at another level."""
    of_table = Hand.objects.filter(table=OuterRef("pk")).exclude(status=HandStatus.VOID)
    before = of_table.exclude(level_index=index).order_by("-number").values("number")[:1]
    return (
        Table.objects.filter(tournament=tournament)
        .annotate(
            players=Count("seats", filter=Q(seats__entry__stack__gt=0)), after=Coalesce(Subquery(before), 0)
        )
        .order_by("number")
    )


def _finished(tables: Sequence[int], index: int) -> Mapping[int, int]:
    """By the key of a table the hands finished since the level began there."""
    of_table = Hand.objects.filter(table=OuterRef("table")).exclude(status=HandStatus.VOID)
    before = of_table.exclude(level_index=index).order_by("-number").values("number")[:1]
    finished = Hand.objects.filter(
        table__in=tables,
        level_index=index,
        status=HandStatus.COMPLETE,
        is_redealt=False,
        number__gt=Coalesce(Subquery(before), 0),
    )
    return dict(finished.order_by().values("table").annotate(hands=Count("pk")).values_list("table", "hands"))


def _standing(row: Any, hands: int, index: int) -> TableInLevel:
    data: LevelData = row.level_data or {}
    is_of_level = (data.get("level"), data.get("after")) == (index, row.after)
    is_recorded = row.status != TableStatus.CLOSED and row.recording != Recording.BUSTS
    return TableInLevel(
        table=row.number,
        hands=hands,
        base=data["base"] if is_of_level else None,
        is_out=is_of_level and data["is_out"],
        is_playing=is_recorded and row.players >= 2,
    )
