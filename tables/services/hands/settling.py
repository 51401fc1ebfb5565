"""What follows from a completed hand: stacks, bust-outs, places, prizes, waiting moves. A completed hand can
be reopened while nothing later depends on it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db.models import F
from django.utils.translation import gettext as _

from tables.changes.hands import HandReopened
from tables.models import Hand, HandSeat, HandStatus, Move, MoveStatus, Seat, Table
from tables.models.hand_seals import seal_hand
from tables.models.writing import finish_hand
from tables.queries.table.bounties import takers_of_hand
from tables.queries.table.hand import Look, TableHand
from tables.queries.table.next_hand import has_button
from tables.services.moves.leaving import leave_after_hand
from tables.services.moves.moving import carry_out_waiting_moves, close_if_broken_and_empty, drop_moves
from tables.services.stops.announcing import go_on
from tables.services.stops.reopening import reopen_round_of
from tables.services.table.halting import tell_short_tables
from tables.services.table.level_hands import count_hand, give_hand_back
from tables.services.table.seats import check_not_called, restore_newcomers, vacate
from tournament.models import Entry
from tournament.realtime import entry_topic, publish
from tournament.services.actor import By
from tournament.services.cash.chip_sales import put_on, take_off
from tournament.services.errors import Refused
from tournament.services.field.entries import BustOut, eliminate_entries, reinstate_entries
from tournament.services.log import record


def settle_hand(look: Look, recorded: TableHand, *, by: By) -> None:
    """Book a hand that its last operation has completed. The caller holds the locks of the tournament and the table.

    Where the look saw no move that waits there is none: a move that has to wait counts a version of its table.
    """
    table, hand, state = look.table, recorded.hand, recorded.state
    hand.status = HandStatus.COMPLETE
    hand.is_redealt = state.outcome == "void"
    hand.ended_at = by.now
    hand_seats = finish_hand(hand, state.results)
    # A hand that is dealt again is dealt with the stacks of before.
    bought = frozenset[int]() if hand.is_redealt else put_on_bought(look.seats, now=by.now)
    busted = [seat for seat in hand_seats if seat.finishing_stack == 0 and seat.entry_id not in bought]
    takers = _takers(recorded, hand_seats, busted)
    _note_knock_outs(busted, takers)
    _bust(table, busted, takers, by)
    has_left = leave_after_hand(table, look.seats, now=by.now)
    if look.has_moves:
        carry_out_waiting_moves(table=table, by=by)
    else:
        close_if_broken_and_empty(table, by.now)
    is_fewer = has_left or bool(busted)
    room_goes_on(table, hand, by, has_busted=is_fewer)
    seal_hand(hand, tournament_id=table.tournament_id)
    is_more_than_a_hand = look.has_moves or is_fewer or bool(bought)
    what = "tables" if is_more_than_a_hand else "hands"
    publish(table.tournament.code, ["standings", what, *_entries(hand_seats)])


def reopen_hand(*, table: Table, hand: Hand, by: By) -> None:
    """Undo `settle_hand`: stacks as at the start of the hand, eliminated players back in their seats.

    The caller holds the locks. Raises Refused when something later depends on the hand: a player
    of it was moved or has entered again, an empty seat was filled or is reserved, a prize was paid.
    """
    if hand.is_redealt:
        _count_redeal(table, -1)
    hand_seats = stand_as_before(table=table, hand=hand, by=by)
    hand.status = HandStatus.OPEN
    hand.is_redealt = False
    hand.ended_at = None
    hand.save(update_fields=["status", "is_redealt", "ended_at"])
    seal_hand(hand, tournament_id=table.tournament_id)
    reopened = HandReopened(table=table.number, hand=hand.number)
    record(reopened, tournament_id=table.tournament_id, by=by)
    publish(table.tournament.code, ["standings", "tables", "payouts", "log", "field", *_entries(hand_seats)])


def stand_as_before(*, table: Table, hand: Hand, by: By) -> list[HandSeat]:
    """Stacks, seats, places and prizes as they were before a complete hand; gives its players.

    Raises Refused like `reopen_hand`.
    """
    reopen_round_of(hand, table, by=by)
    give_hand_back(table, hand, by=by)
    hand_seats = list(HandSeat.objects.filter(hand=hand).select_related("entry"))
    bought = take_off([seat.entry_id for seat in hand_seats], put_on_at=hand.ended_at, now=by.now)
    for hand_seat in hand_seats:
        if hand_seat.entry_id in bought:
            hand_seat.entry.refresh_from_db(fields=["stack"])
    busted = [seat for seat in hand_seats if seat.finishing_stack == 0 and seat.entry_id not in bought]
    # First: who has entered again may sit in the old seat, and it is the entry that has to go.
    reinstate_entries(
        tournament=table.tournament, stacks={seat.entry_id: seat.starting_stack for seat in busted}, by=by
    )
    _check_nobody_has_moved(table, hand, hand_seats, busted)
    _check_nobody_is_on_the_way(table, busted)
    for hand_seat in hand_seats:
        Entry.objects.filter(pk=hand_seat.entry_id).update(stack=hand_seat.starting_stack)
    for hand_seat in busted:
        Seat.objects.filter(table=table, number=hand_seat.seat_number).update(entry_id=hand_seat.entry_id)
    if not has_button(hand.game):
        # While the button rests, a player who has just sat down is still new after the hand.
        restore_newcomers(hand, seats={hand_seat.seat_number for hand_seat in busted})
    HandSeat.objects.filter(hand=hand).update(finishing_stack=None)
    if busted:
        HandSeat.knocked_out_by.through.objects.filter(handseat__hand=hand).delete()
    return hand_seats


def put_on_bought(seats: Sequence[Seat], *, now: datetime) -> frozenset[int]:
    """Chips that players in these seats bought during the hand come to their stacks; gives the entries that had some.

    No query where nobody has bought.
    """
    bought = frozenset(seat.entry.pk for seat in seats if seat.entry is not None and seat.entry.chips_to_come)
    if bought:
        put_on(bought, now=now)
    return bought


def _entries(hand_seats: Sequence[HandSeat]) -> list[str]:
    return [entry_topic(seat.entry_id) for seat in hand_seats]


def room_goes_on(table: Table, hand: Hand, by: By, *, has_busted: bool) -> None:
    """Where the room deals counted hands this may have been the last of its level (RP-19) or its round (RP-8)."""
    if hand.is_redealt:
        _count_redeal(table, 1)
    if table.run_out:
        Table.objects.filter(pk=table.pk).update(run_out="")
    count_hand(table, hand, by=by)
    go_on(table.tournament, now=by.now, has_busted=has_busted)


def _count_redeal(table: Table, hands: int) -> None:
    """The redeal of a misdeal is the same hand: it does not count against the table's number (TDA 35-C)."""
    if table.tournament.stop is not None and table.deals_until is not None:
        # In step it may have been raised since the look, without a version.
        Table.objects.filter(pk=table.pk).update(deals_until=F("deals_until") + hands)
        table.refresh_from_db(fields=["deals_until"])


def _takers(
    recorded: TableHand, players: Sequence[HandSeat], busted: Sequence[HandSeat]
) -> Mapping[int, Sequence[int]]:
    """By entry that is out the entries that have won its last chips, and take its bounty."""
    if not busted:
        return {}
    entries = {seat.seat_number: seat.entry_id for seat in players}
    takers = takers_of_hand(recorded.state, out=[seat.seat_number for seat in busted])
    return {entries[out]: [entries[seat] for seat in seats] for out, seats in takers.items()}


def _note_knock_outs(busted: Sequence[HandSeat], takers: Mapping[int, Sequence[int]]) -> None:
    """Keep by whom each was knocked out, so that nobody need deal the hand again to say it."""
    if takers:
        knocked_out = HandSeat.knocked_out_by.through
        knocked_out.objects.bulk_create(
            knocked_out(handseat_id=seat.pk, entry_id=entry)
            for seat in busted
            for entry in takers.get(seat.entry_id, ())
        )


def _bust(table: Table, busted: list[HandSeat], takers: Mapping[int, Sequence[int]], by: By) -> None:
    if not busted:
        return
    # The seat is free at once; the place follows from the stacks this hand began with.
    vacate(Seat.objects.filter(table=table, entry_id__in=[seat.entry_id for seat in busted]))
    drop_moves(table.tournament, [seat.entry_id for seat in busted])
    eliminate_entries(
        tournament=table.tournament,
        bust_outs=[
            BustOut(
                entry_id=seat.entry_id,
                starting_stack=seat.starting_stack,
                table_number=table.number,
                won_by=takers.get(seat.entry_id, ()),
            )
            for seat in busted
        ],
        by=by,
    )
    tell_short_tables(table.tournament)


def _check_nobody_has_moved(
    table: Table, hand: Hand, hand_seats: list[HandSeat], busted: list[HandSeat]
) -> None:
    seated = dict(Seat.objects.filter(table=table, entry__isnull=False).values_list("number", "entry_id"))
    out = {seat.seat_number for seat in busted}
    for seat in hand_seats:
        expected = None if seat.seat_number in out else seat.entry_id
        if seated.get(seat.seat_number) != expected:
            raise Refused(
                _("Seat %(seat)d has changed since hand %(hand)d; correct the chips instead.")
                % {"seat": seat.seat_number, "hand": hand.number},
                code="seats_changed",
            )
        if seat.entry.stack != seat.finishing_stack:
            # Put back as it was, the stack would no longer agree with the ledger of chips.
            raise Refused(
                _("The stack of seat %(seat)d was corrected after hand %(hand)d; undo the correction first.")
                % {"seat": seat.seat_number, "hand": hand.number},
                code="stack_corrected",
            )


def _check_nobody_is_on_the_way(table: Table, busted: list[HandSeat]) -> None:
    """The seat of a bust-out may be promised to a player whose hand elsewhere is not over yet, or who was called."""
    check_not_called(table, [seat.seat_number for seat in busted])
    arriving = (
        Move.objects.filter(
            to_table=table, to_seat__in=[seat.seat_number for seat in busted], status=MoveStatus.WAITING
        )
        .select_related("from_table", "entry__player")
        .first()
    )
    if arriving is not None:
        raise Refused(
            _("Seat %(seat)d is reserved for %(name)s from table %(table)d; cancel that move first.")
            % {
                "seat": arriving.to_seat,
                "name": arriving.entry.player.name,
                "table": arriving.from_table.number,
            },
            code="seat_kept",
        )
