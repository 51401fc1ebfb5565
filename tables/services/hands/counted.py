"""A hand that is only counted: at a table where results are entered, one tap says that it is over.

Button and blinds, new players, absences and hands played go by the same rules as in a recorded hand. The players who
are out, those who knocked them out, and the stacks are entered with it where they are wanted; a stack that is not
entered is unknown then.

The newest hand of a table can be undone; what keeps it from that is said when it is tried, with the cure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Max
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from tables.changes.busts import HandCounted, InHand
from tables.changes.hands import CountedHandUndone
from tables.changes.tables import TableHeld
from tables.models import Bust, Hand, HandStatus, Recording, Seat, Table, TableStatus
from tables.models.writing import finish_hand
from tables.queries.table.hand import Look
from tables.queries.table.next_game import game_of_next_hand
from tables.services.hands.busting import Out, book_busts, check_out
from tables.services.hands.dealing import check_has_players, check_not_halted, held
from tables.services.hands.preparing import new_hand, prepare_deal
from tables.services.hands.recording import void_deal
from tables.services.hands.settling import room_goes_on, stand_as_before
from tables.services.moves.moving import carry_out_waiting_moves, close_if_broken_and_empty
from tables.services.stops.dealing import check_may_deal
from tables.services.table.lease import Lease, TableChange, make_change
from tables.services.table.of_table import lock_table_of
from tables.services.table.totals import settle_total
from tournament.models import Entry, LogEntry, Tournament, TournamentStatus
from tournament.queries.level import level_now
from tournament.realtime import entry_topic, publish
from tournament.rules.chips.bust_chips import Stack, stacks_after_bust
from tournament.rules.chips.counted_stacks import CountError, count_table
from tournament.services.actor import By
from tournament.services.cash.payable import check_stack_payable
from tournament.services.errors import Refused
from tournament.services.log import record
from tournament.services.undo import Undoable, register_undo
from tournament.words.rules import say_error


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What is entered of a hand: nothing, who is `out` in it, and `stacks` as counted after it, by seat."""

    out: Out = field(default_factory=lambda: Out(entries=()))
    stacks: Mapping[int, int] = field(default_factory=dict)


def count_hand(
    *, tournament_id: int, table_id: int, by: By, result: Result | None = None, lease: Lease | None = None
) -> None:
    """One hand more at a table whose results are entered; see `think_hand_over`. Raises what it raises, LeaseLost."""
    make_change(
        tournament_id=tournament_id,
        table_id=table_id,
        lease=lease,
        think=lambda look: think_hand_over(look, result=result or Result(), by=by),
    )


def result_at(look: Look, said: Mapping[str, Any]) -> Result:
    """What a tablet has entered by seats. Raises Refused for a seat that is empty meanwhile."""
    entries = {seat.number: seat.entry_id for seat in look.seats if seat.entry_id is not None}
    empty = sorted({*said["out"], *said["by"]} - set(entries))
    if empty:
        raise Refused(
            _("Seat %(seat)d has no player who is still in.") % {"seat": empty[0]}, code="seat_empty"
        )
    order = {entry: said[f"order_{seat}"] for seat, entry in entries.items() if said[f"order_{seat}"]}
    stacks = {seat: said[f"stack_{seat}"] for seat in entries if said[f"stack_{seat}"] is not None}
    out = Out(
        entries=[entries[seat] for seat in said["out"]],
        credited_to=[entries[seat] for seat in said["by"]],
        order=order,
    )
    return Result(out=out, stacks=stacks)


def think_hand_over(look: Look, *, result: Result, by: By) -> TableChange:
    """The hand that has just been played here, complete: moves waiting for its end are carried out.

    Raises Refused where no hand can have been played, at a table recorded in another way, and for a result that cannot
    be.
    """
    table, out = look.table, result.out
    if table.recording != Recording.RESULTS:
        raise Refused(
            _("Results are not entered at table %(table)d: choose that way of recording first.")
            % {"table": table.number},
            code="other_way",
        )
    level = level_now(table.tournament, now=by.now)
    _check_can_count(look, by.now)
    seated = [seat for seat in look.seats if seat.entry is not None]
    check_not_halted(look, players=len(seated))
    live = [seat for seat in look.seats if seat.entry is not None and seat.entry.stack > 0]
    check_has_players(table, live)
    new = new_hand(look, live, game_of_next_hand(table, level), level)
    seats = {seat.entry_id or 0: seat for seat in new.dealt}
    if out.entries or out.credited_to:
        check_out(table, seats, out)
    after = _stacks_after(seats, result, look, by.now)
    hand = new.hand
    hand.is_counted, hand.status, hand.ended_at = True, HandStatus.COMPLETE, by.now
    hand.known_before = [s.number for s in new.dealt if s.entry and s.entry.is_stack_known]
    prepared = prepare_deal(look, hand, new.dealt, by, positions=new.positions)

    def write() -> None:
        prepared.write()
        _book_stacks(hand, seats, after)
        if result.stacks:
            settle_total(table)
        line = _log(look, hand, seats, result, after, by)
        if out.entries and line is not None:
            book_busts(table, seats, out, line=line, by=by, hand=hand)
        if look.has_moves:
            carry_out_waiting_moves(table=table, by=by)
        else:
            close_if_broken_and_empty(table, by.now)
        room_goes_on(table, hand, by, has_busted=bool(out.entries))
        publish(table.tournament.code, ["standings", "hands", *(entry_topic(entry) for entry in seats)])

    return TableChange(
        before=look,
        deal=prepared.deal,
        write=write,
        is_booked=bool(out.entries or result.stacks or prepared.owed)
        or look.has_moves
        or table.tournament.stop is not None
        or level.level.is_by_hands,
        topics=("tables", "log", "players", "payouts", "clock", "field") if out.entries else ("hands",),
    )


def _check_can_count(look: Look, now: datetime) -> None:
    """A hand is counted when it is over: it may have begun before a break, and one before the table was held."""
    table = look.table
    if table.tournament.status != TournamentStatus.RUNNING:
        raise Refused(_("The tournament is not in play."), code="not_in_play")
    if table.status == TableStatus.BREAKING:
        raise Refused(_("Table %(table)d is being broken.") % {"table": table.number}, code="table_breaking")
    if table.status == TableStatus.CLOSED:
        raise Refused(_("Table %(table)d is closed.") % {"table": table.number}, code="table_closed")
    if table.status == TableStatus.HELD and _is_counted_since_held(table):
        raise held(table)
    check_may_deal(table, now=now)


def _is_counted_since_held(table: Table) -> bool:
    """Whether the hand that was in play when the floor held the table is counted already. Two queries."""
    holds = LogEntry.objects.filter(
        tournament=table.tournament_id, verb=TableHeld.verb, data__table_id=table.pk
    )
    since = holds.order_by("-pk").values_list("at", flat=True).first()
    hands = Hand.objects.filter(table=table).exclude(status=HandStatus.VOID)
    return since is not None and hands.filter(started_at__gte=since).exists()


def think_uncount(look: Look, *, by: By, undoes: LogEntry | None = None) -> TableChange:
    """Undo the newest hand, which was counted: button, blinds, seats, stacks and places as before it.

    Raises Refused as for a recorded hand, when something later depends on it.
    """
    table, hand = look.table, look.counted
    if hand is None:
        raise Refused(_("There is nothing to undo at this table."), code="nothing_to_undo")

    def write() -> None:
        players = stand_as_before(table=table, hand=hand, by=by)
        known = {player.entry_id for player in players if player.seat_number in hand.known_before}
        unknown = {player.entry_id for player in players} - known
        Entry.objects.filter(pk__in=known).update(is_stack_known=True)
        Entry.objects.filter(pk__in=unknown).update(is_stack_known=False)
        Bust.objects.filter(hand=hand).update(undone_at=by.now)
        void_deal(table=table, hand=hand, now=by.now)
        undone = CountedHandUndone(table=table.number, hand=hand.number)
        record(undone, tournament_id=table.tournament_id, by=by, undoes=undoes or _line_of(hand))
        publish(table.tournament.code, [entry_topic(player.entry_id) for player in players])

    return TableChange(
        before=look,
        write=write,
        is_booked=True,
        topics=("tables", "log", "standings", "players", "payouts", "clock", "field", "hands"),
    )


def undo_counted_hand(*, tournament_id: int, table_id: int, by: By, undoes: LogEntry | None = None) -> None:
    """Undo the newest hand of a table, which was counted; see `think_uncount`."""
    make_change(
        tournament_id=tournament_id,
        table_id=table_id,
        lease=None,
        think=lambda look: think_uncount(look, by=by, undoes=undoes),
    )


def _stacks_after(
    seats: Mapping[int, Seat], result: Result, look: Look, now: datetime
) -> Mapping[int, Stack]:
    """What the players of the hand have after it, by seat: entered, or a share for the books."""
    before = {
        seat.number: Stack(chips=seat.entry.stack, is_known=seat.entry.is_stack_known)
        for seat in seats.values()
        if seat.entry is not None
    }
    out = [seats[entry].number for entry in result.out.entries]
    staying = stacks_after_bust(
        before, out=out, won_by=[seats[entry].number for entry in result.out.credited_to]
    )
    for number, stack in result.stacks.items():
        if number not in staying:
            raise Refused(
                _("Seat %(seat)d has no player who is still in.") % {"seat": number},
                code="seat_empty",
                field=f"stack_{number}",
            )
        check_stack_payable(look.table.tournament, stack, now=now, field=f"stack_{number}")
    # Everybody who was dealt in may have won or lost chips; the last one of the table has them all.
    is_last = len(staying) == 1
    open_ones = {n: Stack(chips=s.chips, is_known=is_last and s.is_known) for n, s in staying.items()}
    try:
        counted = count_table(open_ones, result.stacks)
    except CountError as error:
        raise Refused(say_error(error), code=error.code, field="stacks") from error
    if counted.difference and not look.table.is_total_known:
        raise Refused(
            _(
                "The chips of table %(table)d are not known: somebody came or left with an unknown stack. "
                "Count the hand without stacks, then count the stacks."
            )
            % {"table": look.table.number},
            code="total_unknown",
            field="stacks",
        )
    if counted.difference:
        expected = sum(stack.chips for stack in before.values())
        raise Refused(
            _("%(counted)s counted, but the players of this hand have %(expected)s.")
            % {
                "counted": number_format(expected + counted.difference, force_grouping=True),
                "expected": number_format(expected, force_grouping=True),
            },
            code="count_differs",
            field="stacks",
        )
    return {**counted.stacks, **dict.fromkeys(out, Stack(chips=0))}


def _book_stacks(hand: Hand, seats: Mapping[int, Seat], after: Mapping[int, Stack]) -> None:
    finish_hand(hand, {number: stack.chips for number, stack in after.items()})
    for is_known in (True, False):
        changed = [
            entry
            for entry, seat in seats.items()
            if seat.entry is not None
            and after[seat.number].is_known == is_known
            and seat.entry.is_stack_known != is_known
        ]
        if changed:
            Entry.objects.filter(pk__in=changed).update(is_stack_known=is_known)


def _log(
    look: Look, hand: Hand, seats: Mapping[int, Seat], result: Result, after: Mapping[int, Stack], by: By
) -> LogEntry | None:
    """A line where more than the hand itself was entered; like a recorded hand, a counted one has none."""
    if not result.out.entries and not result.stacks:
        return None

    def named(entry: int) -> InHand:
        seat = seats[entry]
        name = seat.entry.player.name if seat.entry else ""
        return InHand(seat=seat.number, entry=entry, name=name, after=after[seat.number].chips)

    by_seat = {seat.number: entry for entry, seat in seats.items()}
    counted = HandCounted(
        table=look.table.number,
        table_id=look.table.pk,
        hand_id=hand.pk,
        hand=hand.number,
        out=tuple(named(entry) for entry in result.out.entries),
        by=tuple(named(entry) for entry in result.out.credited_to),
        stacks=tuple(named(by_seat[number]) for number in sorted(result.stacks)),
    )
    return record(counted, tournament_id=look.table.tournament_id, by=by)


def _line_of(hand: Hand) -> LogEntry | None:
    bust = Bust.objects.filter(hand=hand).select_related("log_entry").first()
    return bust.log_entry if bust else None


def _open_hands(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """The newest hand of its table."""
    if tournament.status not in (TournamentStatus.RUNNING, TournamentStatus.FINISHED):
        return set()
    counted = {line.pk: HandCounted.of(line) for line in lines}
    hands = Hand.objects.filter(table__in=[each.table_id for each in counted.values()])
    hands = hands.exclude(status=HandStatus.VOID)
    last = dict(hands.values("table_id").annotate(last=Max("number")).values_list("table_id", "last"))
    standing = set(
        hands.filter(pk__in=[each.hand_id for each in counted.values()]).values_list("pk", flat=True)
    )
    return {
        line
        for line, each in counted.items()
        if each.hand_id in standing and last[each.table_id] == each.hand
    }


def _undo_hand(line: LogEntry, by: By) -> None:
    table_id = HandCounted.of(line).table_id
    undo_counted_hand(tournament_id=line.tournament_id, table_id=table_id, by=by, undoes=line)


register_undo([HandCounted], Undoable(open_lines=_open_hands, undo=_undo_hand, lock=lock_table_of))
