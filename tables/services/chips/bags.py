"""Bags at the end of the day: counted table by table, held against the chips in play, and accepted as the stacks.

Where the house writes down the number of each bag, no two of a day have the same; as many of the largest as it asks for
are counted a second time by somebody who is not shown the first count.

Nothing changes at the tables while bags are counted. Accepting them makes the counts the stacks of the next day; if
they are not the chips in play, the floor counts again or says why, and the ledger gets the difference.

Counts can be undone until all bags are accepted, and their acceptance until cards are dealt on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from msgspec import UNSET

from tables.changes.bags import (
    NO_TAG,
    BaggedStack,
    BagsAccepted,
    BagsCounted,
    BagsCountedAgain,
    BagsReopened,
    BagsUncounted,
    BagTag,
    CountedBag,
    SecondCount,
    SecondCountUndone,
)
from tables.models import Bag, Seat, Table
from tables.queries.room.bags import BagLine, bag_lines, bags_to_count_again, day_to_bag, room_bags
from tables.queries.table.last_dealt import last_dealt
from tables.services.chips.bag_checks import (
    check_chips,
    check_count,
    check_counted_twice,
    check_nobody_waits,
    check_not_accepted,
    check_room,
    check_tags,
)
from tables.services.chips.booking import check_between_hands
from tables.services.stops.rounds import rest_clock
from tables.services.table.lease import lock_table, lock_tables
from tables.services.table.many_rows import bump_versions, save_many
from tournament.models import ChipKind, ChipRow, Entry, EntryStatus, LogEntry, Stop, Tournament
from tournament.realtime import entry_topic, publish
from tournament.services.actor import By
from tournament.services.clock import resume_clock
from tournament.services.errors import Refused
from tournament.services.field.flights import end_flight, play_flight_on
from tournament.services.locks import lock_with_event
from tournament.services.log import record
from tournament.services.undo import Undoable, gone_on, register_undo, require_another


@transaction.atomic
def count_bags(
    *,
    tournament_id: int,
    table_id: int,
    counts: Mapping[int, int],
    by: By,
    tags: Mapping[int, BagTag] | None = None,
    pieces: Mapping[int, Mapping[int, int]] | None = None,
) -> LogEntry | None:
    """Keep what the bags of these entries of a table hold and what is printed on them; None if that is known already.

    A bag that is not among `tags` keeps what was written down of it; `pieces` are those of bags that were counted by
    the piece, by their value. Raises Refused before the last hands of the day,
    during a hand, once the bags are accepted, for a player who no longer sits there, for a count that the chips in play
    cannot make, and for a bag without the number that the house asks for or with that of another one.
    """
    tournament, stop = lock_day(tournament_id)
    check_not_accepted(stop)
    table = lock_table(tournament_id=tournament_id, table_id=table_id)
    check_between_hands(table)
    lines = {line.entry_id: line for line in bag_lines(tournament, stop, table=table)}
    for entry, chips in counts.items():
        check_count(tournament, table, lines, entry, chips, by.now)
    printed = {entry: (tags or {}).get(entry, lines[entry].tag) for entry in counts}
    check_tags(tournament, stop, lines, printed)
    holds = {entry: (chips, printed[entry]) for entry, chips in counts.items()}
    by_piece = pieces or {}
    known = _pieces_known(tournament, stop) if by_piece else {}
    changed = {
        entry: bag
        for entry, bag in holds.items()
        if bag != (lines[entry].chips, lines[entry].tag)
        or by_piece.get(entry, known.get(entry)) != known.get(entry)
    }
    if not changed:
        return None
    _store_bags(stop, changed, now=by.now)
    counted = BagsCounted(
        table=table.number,
        table_id=table.pk,
        stop=stop.pk,
        bags=tuple(
            _counted(lines[entry], chips, tag, by_piece.get(entry)) for entry, (chips, tag) in changed.items()
        ),
    )
    line = record(counted, tournament_id=tournament_id, by=by)
    publish(tournament.code, ["tables", "log"])
    return line


@transaction.atomic
def count_bags_again(*, tournament_id: int, counts: Mapping[int, int], by: By) -> LogEntry | None:
    """Keep a second count of the bags of these entries; None if that is known already.

    Raises Refused before the last hands of the day, once the bags are accepted, for a bag that nobody has counted
    before, and for a count that the chips in play cannot make.
    """
    tournament, stop = lock_day(tournament_id)
    check_not_accepted(stop)
    rows = Bag.objects.filter(stop=stop, entry_id__in=counts).select_related("entry__player")
    bags = {bag.entry_id: bag for bag in rows}
    for entry, chips in counts.items():
        if entry not in bags:
            raise Refused(
                _("A bag has changed since this page was opened. Reload it and count again."),
                code="bag_not_counted",
            )
        check_chips(tournament, chips, field=f"second_{entry}", now=by.now)
    again = tuple(
        SecondCount(
            entry=entry,
            name=bags[entry].entry.player.name,
            first=bags[entry].chips,
            before=bags[entry].second_count,
            after=chips,
        )
        for entry, chips in counts.items()
        if bags[entry].second_count != chips
    )
    if not again:
        return None
    _store_second_counts(stop, {each.entry: each.after for each in again})
    line = record(BagsCountedAgain(stop=stop.pk, bags=again), tournament_id=tournament_id, by=by)
    publish(tournament.code, ["tables", "log"])
    return line


@transaction.atomic
def accept_bags(*, tournament_id: int, by: By, reason: str = "") -> LogEntry:
    """Make the counts of all bags the stacks of the next day; the ledger gets what is missing or too much.

    Raises Refused while a bag is not counted, or not twice where the house wants that, or a hand is in play, and for a
    difference without a `reason`.
    """
    tournament, stop = lock_day(tournament_id)
    check_not_accepted(stop)
    tables = lock_tables_of_players(tournament)
    room = room_bags(tournament, stop)
    check_room(room, tables.values(), reason.strip())
    check_counted_twice(bags_to_count_again(tournament, stop))
    if tournament.flight_of_id is not None:
        check_nobody_waits(tournament)
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
    # A flight that is over has its clock stopped with it.
    clock_ran = tournament.flight_of_id is None and rest_clock(tournament, stop, by=by)
    stop.bagged_at = by.now
    stop.save(update_fields=["bagged_at"])
    accepted = BagsAccepted(
        stop=stop.pk,
        counted=room.counted,
        expected=room.expected,
        tables=tuple(room.wrong_tables),
        stacks=stacks,
        clock_ran=True if clock_ran else UNSET,
    )
    line = record(accepted, tournament_id=tournament_id, by=by, reason=reason.strip())
    book_bags(
        tournament,
        tables.values(),
        {each.entry: (each.after, True) for each in stacks},
        difference=room.difference,
        line=line,
    )
    if tournament.flight_of_id is not None:
        end_flight(tournament, by=by)
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


def _store_bags(stop: Stop, bags: Mapping[int, tuple[int, BagTag] | None], *, now: datetime) -> None:
    """Keep what these bags hold and what is printed on them, by entry; None is a bag that is not counted.

    A second count stays as it was. The caller holds the tournament's lock.
    """
    before = Bag.objects.filter(stop=stop, entry_id__in=bags)
    second = dict(before.values_list("entry_id", "second_count"))
    before.delete()
    Bag.objects.bulk_create(
        [
            Bag(
                stop=stop,
                entry_id=entry,
                chips=bag[0],
                number=bag[1].number,
                seal=bag[1].seal,
                second_count=second.get(entry),
                counted_at=now,
            )
            for entry, bag in bags.items()
            if bag is not None
        ]
    )


def _store_second_counts(stop: Stop, counts: Mapping[int, int | None]) -> None:
    for entry, chips in counts.items():
        Bag.objects.filter(stop=stop, entry_id=entry).update(second_count=chips)


def lock_day(tournament_id: int) -> tuple[Tournament, Stop]:
    """The locked tournament and its last hands of the day. Raises Refused before they were announced."""
    tournament = lock_with_event(tournament_id)
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


def _counted(line: BagLine, chips: int, tag: BagTag, pieces: Mapping[int, int] | None) -> CountedBag:
    """A line of the log says tags and pieces only where there are any."""
    is_tagged = tag != NO_TAG or line.tag != NO_TAG
    return CountedBag(
        entry=line.entry_id,
        name=line.name,
        before=line.chips,
        after=chips,
        tag=tag if is_tagged else UNSET,
        tag_before=line.tag if is_tagged else UNSET,
        pieces=tuple(pieces.items()) if pieces else UNSET,
    )


# --- Undone -------------------------------------------------------------------------------------------------


def _open_counts(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """Of this day, while the bags are not accepted and hold what the line says."""
    stop = day_to_bag(tournament)
    if stop is None or stop.bagged_at is not None:
        return set()
    bags = {bag.entry_id: bag for bag in Bag.objects.filter(stop=stop)}
    counts = {line.pk: BagsCounted.of(line) for line in lines}
    newest = {each.entry: line.pk for line, told in _standing_counts(tournament, stop) for each in told.bags}
    return {
        line
        for line, counted in counts.items()
        if counted.stop == stop.pk
        and all(newest.get(each.entry) == line for each in counted.bags)
        and _stands(counted.bags, bags)
        and _can_go_back(counted.bags, bags)
    }


def _standing_counts(tournament: Tournament, stop: Stop) -> list[tuple[LogEntry, BagsCounted]]:
    """The counts of a day that were not undone, the oldest first. One query."""
    lines = LogEntry.objects.filter(tournament=tournament, verb=BagsCounted.verb, undone_by__isnull=True)
    told = ((line, BagsCounted.of(line)) for line in lines.order_by("pk"))
    return [(line, each) for line, each in told if each.stop == stop.pk]


def _pieces_known(tournament: Tournament, stop: Stop) -> dict[int, dict[int, int]]:
    """By entry the pieces of its bag as it was counted last, nothing where it was counted as a number."""
    counts = _standing_counts(tournament, stop)
    return {each.entry: dict(each.pieces or ()) for _line, told in counts for each in told.bags}


def _stands(counted: Iterable[CountedBag], bags: Mapping[int, Bag]) -> bool:
    """Whether the bags still hold what was counted, with what was printed on them."""
    return all(
        each.entry in bags
        and (bags[each.entry].chips, _tag_of(bags[each.entry])) == (each.after, each.tag or NO_TAG)
        for each in counted
    )


def _can_go_back(counted: Sequence[CountedBag], bags: Mapping[int, Bag]) -> bool:
    """Not where the number that a bag had is another one's by now, and no first count that was confirmed since."""
    own = {each.entry for each in counted}
    taken = {bag.number.casefold() for entry, bag in bags.items() if bag.number and entry not in own}
    return not any(
        (each.tag_before and each.tag_before.number.casefold() in taken)
        or (each.before is None and bags[each.entry].second_count is not None)
        for each in counted
    )


def _tag_of(bag: Bag) -> BagTag:
    return BagTag(number=bag.number, seal=bag.seal)


def _undo_count(line: LogEntry, by: By) -> None:
    tournament, stop = lock_day(line.tournament_id)
    counted = BagsCounted.of(line)
    before = {
        each.entry: None if each.before is None else (each.before, each.tag_before or NO_TAG)
        for each in counted.bags
    }
    _store_bags(stop, before, now=by.now)
    record(BagsUncounted(table=counted.table), tournament_id=tournament.pk, by=by, undoes=line)
    publish(tournament.code, ["tables", "log"])


def _open_second_counts(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """Of this day, while the bags are not accepted and nobody has counted them a third time."""
    stop = day_to_bag(tournament)
    if stop is None or stop.bagged_at is not None:
        return set()
    second = dict(Bag.objects.filter(stop=stop).values_list("entry_id", "second_count"))
    counts = {line.pk: BagsCountedAgain.of(line) for line in lines}
    return {
        line
        for line, again in counts.items()
        if again.stop == stop.pk and all(second.get(each.entry) == each.after for each in again.bags)
    }


def _undo_second_count(line: LogEntry, by: By) -> None:
    tournament, stop = lock_day(line.tournament_id)
    again = BagsCountedAgain.of(line)
    _store_second_counts(stop, {each.entry: each.before for each in again.bags})
    record(SecondCountUndone(stop=stop.pk), tournament_id=tournament.pk, by=by, undoes=line)
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
    if tournament.flight_of_id is not None:
        play_flight_on(tournament, by=by)
    tables = lock_tables_of_players(tournament)
    # A hand may have been dealt before the tables were locked.
    if line.pk not in _open_acceptances(tournament, [line]):
        raise gone_on()
    stop.bagged_at = None
    stop.save(update_fields=["bagged_at"])
    accepted = BagsAccepted.of(line)
    undone = record(BagsReopened(stop=stop.pk), tournament_id=tournament.pk, by=by, undoes=line)
    if accepted.clock_ran and tournament.clock.state == "paused":
        resume_clock(tournament_id=tournament.pk, by=by)
    book_bags(
        tournament,
        tables.values(),
        {each.entry: (each.before, each.was_known) for each in accepted.stacks},
        difference=accepted.missing,
        line=undone,
    )


register_undo([BagsCounted], Undoable(open_lines=_open_counts, undo=_undo_count))
register_undo([BagsCountedAgain], Undoable(open_lines=_open_second_counts, undo=_undo_second_count))


def _check_may_reopen(tournament: Tournament, line: LogEntry, by: By) -> None:
    """Raise Refused where the event wants two people and a reason for bags that are counted again, and this is not
    that.
    """
    if tournament.options.bags_reopened_by_another:
        require_another(
            line,
            by,
            own=Refused(
                _("You accepted these bags: somebody else has to undo it, as this event is set."),
                code="own_bags",
            ),
            no_reason=Refused(
                _(
                    "Accepted bags are opened again with a reason, as this event is set: do it in the log, by “Undo "
                    "with a reason”."
                ),
                code="no_reason",
            ),
        )


register_undo(
    [BagsAccepted],
    Undoable(open_lines=_open_acceptances, undo=_undo_acceptance, may=_check_may_reopen),
)
