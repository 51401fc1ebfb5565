"""Players put out by hand, where no recorded hand says so: at a table without a tablet, after a hand that was missed.

Places and prizes follow as from a recorded hand. Of several players out in one hand the larger stack finishes higher,
equal ones tie (TDA 22, WSOP 126); where a stack is not known the floor gives the order.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db import transaction
from django.utils.translation import gettext as _

from tables.changes.busts import PlayersBusted, StackInHand
from tables.models import Bust, Hand, HandStatus, Recording, Seat, Table
from tables.queries.table.bounties import in_position
from tables.services.hands.knock_outs import set_credited
from tables.services.moves.moving import drop_moves
from tables.services.stops.announcing import go_on_with_fewer
from tables.services.table.gone import no_seat
from tables.services.table.halting import tell_short_tables
from tables.services.table.lease import bump_version, lock_table
from tables.services.table.seats import vacate
from tournament.models import Entry, EntryStatus, LogEntry, TournamentStatus
from tournament.realtime import entry_topic, publish
from tournament.rules.chips.bust_chips import Stack, stacks_after_bust
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.field.entries import BustOut, eliminate_entries
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.over import check_not_over


@dataclass(frozen=True, slots=True, kw_only=True)
class Out:
    """Players of one table who lost their last chips in one hand, by entry.

    `credited_to` are those who knocked them out, perhaps nobody. `order`: 1 for the player who finishes highest,
    equal numbers tie; asked for only where a stack is not known.
    """

    entries: Sequence[int]
    credited_to: Sequence[int] = ()
    order: Mapping[int, int] | None = None


@transaction.atomic
def bust_players(*, tournament_id: int, table_id: int, out: Out, by: By) -> LogEntry:
    """Put these players of a table out between two hands; gives the line of the log by which it is undone.

    Their chips go to those who knocked them out. Raises Refused during a hand, for a player who is no longer at the
    table, without an order where it is needed, if nobody would stay to have won, and in no tournament in play.
    """
    tournament = lock_tournament(tournament_id)
    check_not_over(tournament)
    if tournament.status != TournamentStatus.RUNNING:
        raise Refused(_("The tournament is not in play."), code="not_in_play")
    table = lock_table(tournament_id=tournament_id, table_id=table_id)
    _check_between_hands(table)
    seats = seats_of(table)
    check_out(table, seats, out)
    line = _log(table, seats, out, by)
    book_busts(table, seats, out, line=line, by=by)
    go_on_with_fewer(table.tournament, now=by.now)
    if table.recording == Recording.BUSTS and table.positions_data is not None:
        # The button was set for a move; play has gone on since.
        table.positions_data = None
        table.save(update_fields=["positions_data"])
    bump_version(table)
    publish_busts(table, seats)
    return line


def check_out(table: Table, seats: Mapping[int, Seat], out: Out) -> None:
    """Raise Refused unless these players can go out in one hand; `seats` are the table's by entry."""
    if not out.entries:
        raise Refused(_("Choose who is out."), code="nobody_out", field="out")
    for entry_id in (*out.entries, *out.credited_to):
        if entry_id not in seats:
            raise _gone(table, entry_id)
    if set(out.entries) & set(out.credited_to):
        raise Refused(_("A player cannot be out and have won the hand."), code="out_and_winner", field="by")
    if not set(seats) - set(out.entries):
        raise Refused(
            _("One player at table %(table)d must have won these chips: leave one in.")
            % {"table": table.number},
            code="nobody_left",
            field="out",
        )
    if needs_order(seats, out.entries) and not set(out.entries) <= set(out.order or {}):
        raise Refused(
            _("Not every stack is known: enter who finishes higher."), code="order_missing", field="order"
        )


def needs_order(seats: Mapping[int, Seat], entries: Collection[int]) -> bool:
    """Whether the stacks before the hand do not say who of these finishes higher."""
    return len(entries) > 1 and not all(_entry(seats[each]).is_stack_known for each in entries)


def book_busts(
    table: Table, seats: Mapping[int, Seat], out: Out, *, line: LogEntry, by: By, hand: Hand | None = None
) -> None:
    """Seats, stacks, places and prizes of players who are out. The caller holds the locks and has checked.

    In a counted `hand` the stacks are its own: nothing of them is changed here but that nobody is out with chips.
    """
    ranks = _starting_stacks(seats, out)
    if hand is None:
        _book_stacks(table, seats, out)
    Entry.objects.filter(pk__in=out.entries).update(stack=0, is_stack_known=True)
    vacate(Seat.objects.filter(table=table, entry_id__in=out.entries))
    drop_moves(table.tournament, out.entries)
    for entry_id in out.entries:
        bust = Bust.objects.create(
            table=table,
            seat_number=seats[entry_id].number,
            entry_id=entry_id,
            hand=hand,
            log_entry=line,
            at=by.now,
        )
        set_credited(bust, out.credited_to)
    eliminate_entries(
        tournament=table.tournament,
        bust_outs=[
            BustOut(
                entry_id=entry_id,
                starting_stack=ranks[entry_id],
                table_number=table.number,
                won_by=bounty_order(table, seats, out.credited_to, hand=hand),
            )
            for entry_id in out.entries
        ],
        by=by,
    )
    tell_short_tables(table.tournament)


def bounty_order(
    table: Table, seats: Mapping[int, Seat], credited_to: Collection[int], *, hand: Hand | None = None
) -> Sequence[int]:
    """Those who knocked a player out as they share the bounty: first the one left of the button (BTY-03)."""
    at = {seats[entry_id].number: entry_id for entry_id in credited_to}
    return [at[number] for number in in_position(table, at, hand=hand)]


def publish_busts(table: Table, seats: Mapping[int, Seat]) -> None:
    """Everybody who shows this table, its players or their places."""
    publish(
        table.tournament.code,
        [
            *("tables", f"table-{table.number}", "standings", "players", "payouts", "clock", "log", "field"),
            *map(entry_topic, seats),
        ],
    )


def stacks_after(table: Table, seats: Mapping[int, Seat], out: Out) -> Mapping[int, Stack]:
    """What those who stay have then, by entry. Where only busts are entered nobody knows it."""
    before = {
        entry_id: Stack(chips=_entry(seat).stack, is_known=_entry(seat).is_stack_known)
        for entry_id, seat in seats.items()
    }
    after = stacks_after_bust(before, out=out.entries, won_by=out.credited_to)
    if table.recording == Recording.BUSTS:
        return {entry_id: replace(stack, is_known=False) for entry_id, stack in after.items()}
    return after


def _book_stacks(table: Table, seats: Mapping[int, Seat], out: Out) -> None:
    for entry_id, after in stacks_after(table, seats, out).items():
        before = _entry(seats[entry_id])
        if (before.stack, before.is_stack_known) != (after.chips, after.is_known):
            Entry.objects.filter(pk=entry_id).update(stack=after.chips, is_stack_known=after.is_known)


def _starting_stacks(seats: Mapping[int, Seat], out: Out) -> Mapping[int, int]:
    """By entry what the places follow from: the stacks before the hand, or numbers in the order that was given."""
    if not needs_order(seats, out.entries):
        return {each: _entry(seats[each]).stack for each in out.entries}
    order = out.order or {}
    last = max(order[each] for each in out.entries)
    return {each: last - order[each] + 1 for each in out.entries}


def _log(table: Table, seats: Mapping[int, Seat], out: Out, by: By) -> LogEntry:
    after = stacks_after(table, seats, out)
    busted = PlayersBusted(
        table=table.number,
        table_id=table.pk,
        out=tuple(_stack(seats[each], Stack(chips=0)) for each in out.entries),
        by=tuple(_stack(seats[each], after[each]) for each in out.credited_to),
        others=tuple(_stack(seats[each], after[each]) for each in after if each not in out.credited_to),
    )
    return record(busted, tournament_id=table.tournament_id, by=by)


def _stack(seat: Seat, after: Stack) -> StackInHand:
    """A player before and after, as the log keeps it."""
    entry = _entry(seat)
    return StackInHand(
        seat=seat.number,
        entry=entry.pk,
        number=entry.number,
        name=entry.player.name,
        before=entry.stack,
        was_known=entry.is_stack_known,
        after=after.chips,
        is_known=after.is_known,
    )


def _check_between_hands(table: Table) -> None:
    hand = Hand.objects.filter(table=table, status=HandStatus.OPEN).first()
    if hand is not None:
        raise Refused(
            _("Hand %(hand)d is in play at table %(table)d: record its end, or undo its deal, first.")
            % {"hand": hand.number, "table": table.number},
            code="hand_open",
        )


def seats_of(table: Table) -> dict[int, Seat]:
    """The taken seats by entry, with entry and player loaded."""
    rows = Seat.objects.filter(table=table, entry__status=EntryStatus.PLAYING).select_related("entry__player")
    return {seat.entry_id or 0: seat for seat in rows.order_by("number")}


def _entry(seat: Seat) -> Entry:
    if seat.entry is None:
        raise ValueError(f"{seat} is empty")
    return seat.entry


def _gone(table: Table, entry_id: int) -> Refused:
    """Somebody was quicker: what has become of a player who is not among those who can be out."""
    entry = Entry.objects.filter(pk=entry_id, tournament=table.tournament_id).select_related("player").first()
    if entry is None:
        return Refused(_("No such player at this table."), code="not_at_table")
    words = {"name": entry.player.name, "table": table.number}
    if entry.status == EntryStatus.ELIMINATED:
        return no_seat(tournament_id=table.tournament_id, entry_id=entry_id)
    if Seat.objects.filter(table=table, entry=entry).exists():
        return Refused(
            _("%(name)s was not in this hand: that seat waits for the button.") % words, code="not_dealt"
        )
    return Refused(_("%(name)s no longer sits at table %(table)d.") % words, code="not_at_table")
