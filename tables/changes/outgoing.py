"""What web hooks tell of at the tables: the rows of `tournament.changes.outgoing` for changes of this app."""

from __future__ import annotations

from tables.changes.alternates import AlternateSeated
from tables.changes.bags import BagsAccepted
from tables.changes.beacon import RoundNamed
from tables.changes.breaks import TableBroken, TablesRedrawn
from tables.changes.moves import EntryMoved
from tables.changes.room_counts import RoomCountEnded
from tables.changes.stacks import StacksCounted
from tables.changes.tables import LateSeatDrawn, SeatsDrawn
from tables.models import Table, TableStatus
from tournament.changes.change import Change
from tournament.changes.outgoing import HookFact, register_facts
from tournament.models import HookType, Tournament


def _seated(change: LateSeatDrawn | AlternateSeated, _: Tournament) -> list[HookFact]:
    data = {"table": change.table, "seat": change.seat}
    return [HookFact(type=HookType.ENTRY_SEATED, data=data, entry=change.entry)]


def _moved(change: EntryMoved, _: Tournament) -> list[HookFact]:
    data = {
        "from": {"table": change.from_table, "seat": change.from_seat},
        "to": {"table": change.to_table, "seat": change.to_seat},
    }
    return [HookFact(type=HookType.ENTRY_MOVED, data=data, entry=change.entry)]


def _drawn(change: SeatsDrawn, _: Tournament) -> list[HookFact]:
    data = {"kind": "seats", "entries": change.entries, "tables": change.tables}
    return [HookFact(type=HookType.DRAW_REVEALED, data=data)]


def _redrawn(change: TablesRedrawn, _: Tournament) -> list[HookFact]:
    data = {"kind": "redraw", "entries": change.players, "tables": change.tables}
    return [HookFact(type=HookType.DRAW_REVEALED, data=data), *_final_table(change.tables)]


def _broken(change: TableBroken, event: Tournament) -> list[HookFact]:
    """The line is written before the table closes, and after the last of the others has."""
    others = Table.objects.filter(tournament=event).exclude(number=change.table)
    left = others.exclude(status__in=(TableStatus.CLOSED, TableStatus.BREAKING)).count()
    data = {"kind": "break", "table": change.table}
    return [HookFact(type=HookType.DRAW_REVEALED, data=data), *_final_table(left)]


def _final_table(tables: int) -> list[HookFact]:
    return [HookFact(type=HookType.EVENT_FINAL_TABLE, data={})] if tables == 1 else []


def _committed(change: RoundNamed, _: Tournament) -> list[HookFact]:
    data = {"draw": change.draw, "round": change.number, "listed": change.listed}
    return [HookFact(type=HookType.DRAW_COMMITTED, data=data)]


def _bags_accepted(change: BagsAccepted, _: Tournament) -> list[HookFact]:
    return _counted("bags", counted=change.counted)


def _room_counted(_change: Change, _event: Tournament) -> list[HookFact]:
    return _counted("room")


def _table_counted(change: StacksCounted, _: Tournament) -> list[HookFact]:
    return _counted("table", table=change.table)


def _counted(kind: str, **figures: int) -> list[HookFact]:
    return [HookFact(type=HookType.COUNTS_PUBLISHED, data={"kind": kind, **figures})]


register_facts(_seated, LateSeatDrawn, AlternateSeated)
register_facts(_moved, EntryMoved)
register_facts(_drawn, SeatsDrawn)
register_facts(_redrawn, TablesRedrawn)
register_facts(_broken, TableBroken)
register_facts(_committed, RoundNamed)
register_facts(_bags_accepted, BagsAccepted)
register_facts(_room_counted, RoomCountEnded)
register_facts(_table_counted, StacksCounted)
