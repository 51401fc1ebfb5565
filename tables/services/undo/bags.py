"""Undoing the bags: a table's counts until all are accepted, and their acceptance until cards are dealt on it."""

from __future__ import annotations

from collections.abc import Sequence

from tables.models import Bag
from tables.queries.room.bags import day_to_bag
from tables.queries.table.last_dealt import last_dealt
from tables.services.chips.bags import book_bags, lock_day, lock_tables_of_players, store_bags
from tournament.models import Entry, EntryStatus, LogEntry, Tournament
from tournament.realtime import publish
from tournament.services.actor import By
from tournament.services.log import write_log
from tournament.services.undo import Undoable, gone_on, register_undo


def register() -> None:
    """Called once, when the application starts."""
    register_undo(["bags_counted"], Undoable(open_lines=_open_counts, undo=_undo_count))
    register_undo(["bags_accepted"], Undoable(open_lines=_open_acceptances, undo=_undo_acceptance))


def _open_counts(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """Of this day, while the bags are not accepted and hold what the line says."""
    stop = day_to_bag(tournament)
    if stop is None or stop.bagged_at is not None:
        return set()
    bags = dict(Bag.objects.filter(stop=stop).values_list("entry_id", "chips"))
    return {
        line.pk
        for line in lines
        if line.data["stop"] == stop.pk
        and all(bags.get(each["entry"]) == each["after"] for each in line.data["bags"])
    }


def _undo_count(line: LogEntry, by: By) -> None:
    tournament, stop = lock_day(line.tournament_id)
    store_bags(stop, {each["entry"]: each["before"] for each in line.data["bags"]}, now=by.now)
    write_log(
        tournament_id=tournament.pk,
        by=by,
        verb="bags_uncounted",
        data={"table": line.data["table"]},
        undoes=line,
    )
    publish(tournament.code, ["tables", "log"])


def _open_acceptances(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """That of this day, while every stack is the one of its bag and nobody was dealt in since."""
    stop = day_to_bag(tournament)
    found = {line for line in lines if stop is not None and stop.bagged_at == line.at}
    entries = {each["entry"] for line in found for each in line.data["stacks"]}
    rows = Entry.objects.filter(pk__in=entries, status=EntryStatus.PLAYING, is_stack_known=True)
    stacks = dict(rows.values_list("pk", "stack"))
    dealt = last_dealt(entries)
    return {
        line.pk
        for line in found
        if all(
            stacks.get(each["entry"]) == each["after"]
            and not (each["entry"] in dealt and dealt[each["entry"]] >= line.at)
            for each in line.data["stacks"]
        )
    }


def _undo_acceptance(line: LogEntry, by: By) -> None:
    tournament, stop = lock_day(line.tournament_id)
    tables = lock_tables_of_players(tournament)
    # A hand may have been dealt before the tables were locked.
    if line.pk not in _open_acceptances(tournament, [line]):
        raise gone_on()
    stop.bagged_at = None
    stop.save(update_fields=["bagged_at"])
    undone = write_log(
        tournament_id=tournament.pk, by=by, verb="bags_reopened", data={"stop": stop.pk}, undoes=line
    )
    book_bags(
        tournament,
        tables.values(),
        {each["entry"]: (each["before"], each["was_known"]) for each in line.data["stacks"]},
        difference=line.data["expected"] - line.data["counted"],
        line=undone,
    )
