"""Bags at the end of the day: counted table by table, held against the chips in play, and accepted as the stacks.

Nothing changes at the tables while bags are counted. Accepting them makes the counts the stacks of the next day; if
they are not the chips in play, the floor counts again or says why, and the ledger gets the difference.

A table's counts can be undone until all bags are accepted, and their acceptance until cards are dealt on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tables.changes.bags import (
    BaggedStack,
    BagsAccepted,
    BagsCounted,
    BagsReopened,
    BagsUncounted,
    CountedBag,
)
from tables.models import Bag, Hand, HandStatus, Seat, Table
from tables.queries.room.bags import BagLine, bag_lines, day_to_bag, room_bags
from tables.queries.table.last_dealt import last_dealt
from tables.services.chips.booking import check_between_hands
from tables.services.table.lease import lock_table, lock_tables
from tables.services.table.many_rows import bump_versions, save_many
from tournament.models import ChipKind, ChipRow, Entry, EntryStatus, LogEntry, Stop, Tournament
from tournament.realtime import entry_topic, publish
from tournament.rules.chips.bags import RoomBags
from tournament.rules.structure.errors import MAX_CHIPS
from tournament.services.actor import By
from tournament.services.cash.payable import check_stack_payable
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.undo import Undoable, gone_on, register_undo


@transaction.atomic
def count_bags(*, tournament_id: int, table_id: int, counts: Mapping[int, int], by: By) -> LogEntry | None:
    """Keep what the bags of these entries of a table hold; None if that is known already.

    Raises Refused before the last hands of the day, during a hand, once the bags are accepted, for a player who no
    longer sits there, and for a count that the chips in play cannot make.
    """
    tournament, stop = lock_day(tournament_id)
    _check_not_accepted(stop)
    table = lock_table(tournament_id=tournament_id, table_id=table_id)
    check_between_hands(table)
    lines = {line.entry_id: line for line in bag_lines(tournament, stop, table=table)}
    for entry, chips in counts.items():
        _check_count(tournament, table, lines, entry, chips, by.now)
    changed = [(lines[entry], chips) for entry, chips in counts.items() if lines[entry].chips != chips]
    if not changed:
        return None
    store_bags(stop, {line.entry_id: chips for line, chips in changed}, now=by.now)
    counted = BagsCounted(
        table=table.number,
        table_id=table.pk,
        stop=stop.pk,
        bags=tuple(
            CountedBag(entry=each.entry_id, name=each.name, before=each.chips, after=chips)
            for each, chips in changed
        ),
    )
    line = record(counted, tournament_id=tournament_id, by=by)
    publish(tournament.code, ["tables", "log"])
    return line


@transaction.atomic
def accept_bags(*, tournament_id: int, by: By, reason: str = "") -> LogEntry:
    """Make the counts of all bags the stacks of the next day; the ledger gets what is missing or too much.

    Raises Refused while a bag is not counted or a hand is in play, and for a difference without a `reason`.
    """
    tournament, stop = lock_day(tournament_id)
    _check_not_accepted(stop)
    tables = lock_tables_of_players(tournament)
    room = room_bags(tournament, stop)
    _check_room(room, tables.values(), reason.strip())
    stacks = tuple(
        BaggedStack(
            entry=seat.entry.pk,
            number=seat.entry.number,
            table=tables[seat.table_id].number,
            before=seat.entry.stack,
            was_known=seat.entry.is_stack_known,
            after=chips,
        )
        for seat, chips in _bagged_seats(stop, tables)
        if seat.entry is not None
    )
    stop.bagged_at = by.now
    stop.save(update_fields=["bagged_at"])
    accepted = BagsAccepted(
        stop=stop.pk,
        counted=room.counted,
        expected=room.expected,
        tables=tuple(room.wrong_tables),
        stacks=stacks,
    )
    line = record(accepted, tournament_id=tournament_id, by=by, reason=reason.strip())
    book_bags(
        tournament,
        tables.values(),
        {each.entry: (each.after, True) for each in stacks},
        difference=room.difference,
        line=line,
    )
    return line


def book_bags(
    tournament: Tournament,
    tables: Iterable[Table],
    stacks: Mapping[int, tuple[int, bool]],
    *,
    difference: int,
    line: LogEntry,
) -> None:
    """Write stacks and whether they are known, by entry, and the row of the ledger. The caller holds the locks."""
    entries = list(Entry.objects.filter(pk__in=stacks))
    for entry in entries:
        entry.stack, entry.is_stack_known = stacks[entry.pk]
    save_many(entries, fields=["stack", "is_stack_known"])
    if difference:
        ChipRow.objects.create(
            tournament=tournament, kind=ChipKind.CORRECTION, amount=difference, at=line.at, log_entry=line
        )
    locked = list(tables)
    bump_versions(locked)
    publish(
        tournament.code,
        [
            *("tables", "standings", "players", "clock", "log"),
            *(f"table-{table.number}" for table in locked),
            *(entry_topic(entry) for entry in stacks),
        ],
    )


def store_bags(stop: Stop, bags: Mapping[int, int | None], *, now: datetime) -> None:
    """Keep these bags by entry; None is a bag that is not counted. The caller holds the tournament's lock."""
    Bag.objects.filter(stop=stop, entry_id__in=bags).delete()
    Bag.objects.bulk_create(
        [
            Bag(stop=stop, entry_id=entry, chips=chips, counted_at=now)
            for entry, chips in bags.items()
            if chips is not None
        ]
    )


def lock_day(tournament_id: int) -> tuple[Tournament, Stop]:
    """The locked tournament and its last hands of the day. Raises Refused before they were announced."""
    tournament = lock_tournament(tournament_id)
    stop = day_to_bag(tournament)
    if stop is None:
        raise Refused(
            _("Bags are counted after the last hands of the day: announce them on the console first."),
            code="no_last_hands",
        )
    return tournament, stop


def lock_tables_of_players(tournament: Tournament) -> dict[int, Table]:
    """Every table with players, locked. The caller holds the tournament's lock."""
    seats = Seat.objects.filter(table__tournament=tournament, entry__status=EntryStatus.PLAYING)
    ids = seats.values_list("table_id", flat=True).distinct()
    return lock_tables(tournament_id=tournament.pk, table_ids=ids)


def _bagged_seats(stop: Stop, tables: Mapping[int, Table]) -> list[tuple[Seat, int]]:
    bags = dict(Bag.objects.filter(stop=stop).values_list("entry_id", "chips"))
    seats = Seat.objects.filter(table__in=tables, entry__status=EntryStatus.PLAYING).select_related("entry")
    rows = seats.order_by("table__number", "number")
    return [(seat, bags[seat.entry_id]) for seat in rows if seat.entry_id is not None]


def _check_not_accepted(stop: Stop) -> None:
    if stop.bagged_at is not None:
        raise Refused(
            _("The bags of this day are accepted. Undo that in the log to count again."), code="bagged"
        )


def _check_count(
    tournament: Tournament,
    table: Table,
    lines: Mapping[int, BagLine],
    entry: int,
    chips: int,
    now: datetime,
) -> None:
    if entry not in lines:
        raise Refused(
            _("A player has left table %(table)d since this page was opened. Reload it and count again.")
            % {"table": table.number},
            code="seat_empty",
        )
    if not 1 <= chips <= MAX_CHIPS:
        raise Refused(
            _("Enter a stack from 1 to %(max)s chips.")
            % {"max": number_format(MAX_CHIPS, force_grouping=True)},
            code="stack_out_of_range",
            field=f"bag_{entry}",
        )
    check_stack_payable(tournament, chips, now=now, field=f"bag_{entry}")


def _check_room(room: RoomBags, tables: Iterable[Table], reason: str) -> None:
    hand = Hand.objects.filter(table__in=list(tables), status=HandStatus.OPEN).select_related("table").first()
    if hand is not None:
        raise Refused(
            _("Hand %(hand)d is in play at table %(table)d. Count the stacks when it is over.")
            % {"hand": hand.number, "table": hand.table.number},
            code="hand_open",
        )
    if not room.is_complete:
        missing = [table.table for table in room.tables if not table.is_complete]
        raise Refused(
            ngettext(
                "%(count)d bag is not counted yet: %(tables)s.",
                "%(count)d bags are not counted yet: %(tables)s.",
                room.players - room.bags,
            )
            % {"count": room.players - room.bags, "tables": say_tables(missing)},
            code="bags_missing",
        )
    if room.difference and not reason:
        raise Refused(_say_difference(room), code="bags_differ", field="reason")


def say_tables(numbers: Sequence[int]) -> str:
    """“table 3”, “tables 3, 7”."""
    return ngettext("table %(tables)s", "tables %(tables)s", len(numbers)) % {
        "tables": ", ".join(map(str, numbers))
    }


def _say_difference(room: RoomBags) -> str:
    words: dict[str, Any] = {
        "counted": number_format(room.counted, force_grouping=True),
        "expected": number_format(room.expected, force_grouping=True),
        "difference": number_format(abs(room.difference), force_grouping=True),
        "tables": say_tables(room.wrong_tables),
    }
    text = (
        _(
            "%(counted)s counted, but %(expected)s are in play: %(difference)s too many, at %(tables)s. "
            "Count again, or give a reason and the difference is booked."
        )
        if room.difference > 0
        else _(
            "%(counted)s counted, but %(expected)s are in play: %(difference)s missing, at %(tables)s. "
            "Count again, or give a reason and the difference is booked."
        )
    )
    return text % words


# --- Undone -------------------------------------------------------------------------------------------------


def _open_counts(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """Of this day, while the bags are not accepted and hold what the line says."""
    stop = day_to_bag(tournament)
    if stop is None or stop.bagged_at is not None:
        return set()
    bags = dict(Bag.objects.filter(stop=stop).values_list("entry_id", "chips"))
    counts = {line.pk: BagsCounted.of(line) for line in lines}
    return {
        line
        for line, counted in counts.items()
        if counted.stop == stop.pk and all(bags.get(each.entry) == each.after for each in counted.bags)
    }


def _undo_count(line: LogEntry, by: By) -> None:
    tournament, stop = lock_day(line.tournament_id)
    counted = BagsCounted.of(line)
    store_bags(stop, {each.entry: each.before for each in counted.bags}, now=by.now)
    record(BagsUncounted(table=counted.table), tournament_id=tournament.pk, by=by, undoes=line)
    publish(tournament.code, ["tables", "log"])


def _open_acceptances(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """That of this day, while every stack is the one of its bag and nobody was dealt in since."""
    stop = day_to_bag(tournament)
    found = {
        line: BagsAccepted.of(line).stacks for line in lines if stop is not None and stop.bagged_at == line.at
    }
    entries = {each.entry for bagged in found.values() for each in bagged}
    rows = Entry.objects.filter(pk__in=entries, status=EntryStatus.PLAYING, is_stack_known=True)
    stacks = dict(rows.values_list("pk", "stack"))
    dealt = last_dealt(entries)
    return {
        line.pk
        for line, bagged in found.items()
        if all(
            stacks.get(each.entry) == each.after
            and not (each.entry in dealt and dealt[each.entry] >= line.at)
            for each in bagged
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
    accepted = BagsAccepted.of(line)
    undone = record(BagsReopened(stop=stop.pk), tournament_id=tournament.pk, by=by, undoes=line)
    book_bags(
        tournament,
        tables.values(),
        {each.entry: (each.before, each.was_known) for each in accepted.stacks},
        difference=accepted.missing,
        line=undone,
    )


register_undo([BagsCounted], Undoable(open_lines=_open_counts, undo=_undo_count))
register_undo([BagsAccepted], Undoable(open_lines=_open_acceptances, undo=_undo_acceptance))
