"""A hand at a table, from the deal to the last operation.

The common tap locks its own table and nothing else, so that a hundred tables record side by side.
The one tap that completes a hand changes stacks, places and seats of the tournament and must hold
the tournament's lock first (order: tournament, table, hand). It is recognised after it was applied
in memory; its transaction is then rolled back and repeated under that lock.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from tables import engine
from tables.engine.gestures.counted_chips import as_counted
from tables.floor.button.positions import Positions
from tables.floor.button.resting import positions_to_follow
from tables.models import Hand, HandOperation, HandSeat, HandStatus, Seat, Table, TableStatus
from tables.queries.table.hand import TableHand, last_hand, load_last_hand, load_open_hand
from tables.queries.table.next_game import (
    carried_pot,
    chosen,
    game_of_next_hand,
    hand_to_redeal,
    unsettled_hand,
    with_carried_pot,
)
from tables.queries.table.next_hand import (
    has_button,
    positions_for_engine,
    positions_of_next_hand,
)
from tables.queries.table.rules import house_rules
from tables.services.hands.settling import reopen_hand, settle_hand
from tables.services.moves.moving import carry_out_waiting_moves, tell_tables_left
from tables.services.table.lease import Lease, bump_version, check_lease, lock_table
from tables.services.table.seats import restore_newcomers
from tournament.models import Entry, EntryStatus, Tournament, TournamentStatus
from tournament.queries.level import LevelNow, level_now
from tournament.realtime import publish
from tournament.rules.structure.level_games import LevelGame
from tournament.services.actor import Actor
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import write_log


class _CompletesTheHand(Exception):
    """The operation ends the hand, and the tournament was not locked for it."""


@transaction.atomic
def start_hand(
    *,
    tournament_id: int,
    table_id: int,
    actor: Actor,
    now: datetime,
    lease: Lease | None = None,
    straddles: Sequence[tuple[int, int]] = (),
    game: str = "",
    title: str = "",
) -> Hand:
    """Deal the next hand: button and blinds from the last one, stakes of the level in force now. game: the
    one the dealer announced, at dealer's choice; title: the name of a game recorded by its result (S-014).

    A new level applies with the table's next hand (TDA 23); in a mixed one the table plays the game that is
    due, unless a carried pot must be won in another. Seats that must wait for the button are left out.

    Raises Refused when the table cannot be dealt, LeaseLost, StaleVersion.
    """
    table = lock_table(tournament_id=tournament_id, table_id=table_id)
    if lease is not None:
        check_lease(table, lease)
    level = level_now(table.tournament, now=now)
    _check_can_deal(table, level)
    seats = list(
        Seat.objects.filter(table=table, entry__isnull=False).select_related("entry").order_by("number")
    )
    live = [seat for seat in seats if seat.entry is not None and seat.entry.stack > 0]
    if len(live) < 2:
        raise Refused(
            _("Table %(table)d has fewer than two players with chips.") % {"table": table.number},
            code="too_few_players",
        )
    before = last_hand(table)
    again = hand_to_redeal(before, {seat.number: seat.entry.stack for seat in live if seat.entry})
    if before is not None and again is not None:
        return _deal_again(table, before, again, live, actor, now)
    carried = carried_pot(before)
    coming = chosen(with_carried_pot(game_of_next_hand(table, level), before, carried), game)
    if coming is None:
        raise Refused(_("Choose the game before dealing this hand."), code="choose_game")
    positions = positions_of_next_hand(table, live, game=coming.game)
    dealt = [seat for seat in live if seat.number not in positions.waiting]
    setup = engine.Setup.for_level(
        game=coming.game,
        rules=house_rules(table.tournament),
        stakes=_stakes(coming.stakes, level),
        positions=positions_for_engine(positions, game=coming.game),
        seats=tuple(engine.SeatStack(s.number, s.entry.stack) for s in dealt if s.entry),
        straddles=straddles,
        last_two=_is_down_to_two(table.tournament),
        carried_pot=carried,
        title=title if engine.GAMES[coming.game].betting == "none" else "",
    )
    hand = Hand(
        table=table,
        number=table.hands_dealt + 1,
        level_index=level.index,
        level_number=level.number,
        game=coming.game,
        setup_data=setup.to_dict(),
        positions_before=table.positions_data,
        arrivals_before=[[s.number, s.came_by_balancing, s.told_to_wait] for s in seats if s.is_newcomer],
    )
    _move_button_on(table, positions, rests=not has_button(coming.game))
    _open_hand(hand, dealt, actor, now)
    tell_tables_left(table, [seat for seat in seats if seat.is_newcomer or hand.positions_before is None])
    return hand


def _deal_again(
    table: Table, before: Hand, setup: engine.Setup, live: Sequence[Seat], actor: Actor, now: datetime
) -> Hand:
    """The redeal after a misdeal: the same hand, button and blinds where they are (TDA 35-C)."""
    hand = Hand(
        table=table,
        number=table.hands_dealt + 1,
        level_index=before.level_index,
        level_number=before.level_number,
        game=before.game,
        setup_data=setup.to_dict(),
        positions_before=table.positions_data,
    )
    numbers = {each.seat for each in setup.seats}
    return _open_hand(hand, [seat for seat in live if seat.number in numbers], actor, now)


def _open_hand(hand: Hand, dealt: Sequence[Seat], actor: Actor, now: datetime) -> Hand:
    table = hand.table
    hand.device_id, hand.account_id, hand.started_at = actor.device_id, actor.account_id, now
    hand.save()
    HandSeat.objects.bulk_create(
        HandSeat(hand=hand, seat_number=s.number, entry=s.entry, starting_stack=s.entry.stack)
        for s in dealt
        if s.entry
    )
    table.hands_dealt += 1
    table.save(update_fields=["positions_data", "hands_dealt"])
    bump_version(table)
    publish(table.tournament.code, ["tables", f"table-{table.number}"])
    return hand


def record_operation(
    *,
    tournament_id: int,
    table_id: int,
    operation: engine.Operation,
    actor: Actor,
    now: datetime,
    lease: Lease | None = None,
) -> TableHand:
    """Add one operation to the open hand of a table and give the hand with it.

    When it completes the hand, stacks, bust-outs, places, prizes and waiting moves follow in the
    same transaction. Raises engine.IllegalAction, Refused, LeaseLost or StaleVersion, and then
    nothing is changed.
    """
    try:
        with transaction.atomic():
            return _record(tournament_id, table_id, operation, actor, now, lease, may_settle=False)
    except _CompletesTheHand:
        with transaction.atomic():
            lock_tournament(tournament_id)
            return _record(tournament_id, table_id, operation, actor, now, lease, may_settle=True)


@transaction.atomic
def undo_operation(
    *,
    tournament_id: int,
    table_id: int,
    actor: Actor,
    now: datetime,
    lease: Lease | None = None,
) -> TableHand | None:
    """Undo the last operation, also the one that completed the hand; give the hand as it is then.

    Before the first operation the deal itself is undone: None. The log keeps what was undone.
    A completed hand opens again only while no other hand was dealt here and nothing that
    followed from it has gone on (see `reopen_hand`).
    """
    lock_tournament(tournament_id)
    table = lock_table(tournament_id=tournament_id, table_id=table_id)
    if lease is not None:
        check_lease(table, lease)
    recorded = load_last_hand(table)
    if recorded is None:
        raise Refused(_("There is nothing to undo at this table."), code="nothing_to_undo")
    hand = recorded.hand
    if hand.status == HandStatus.COMPLETE:
        reopen_hand(table=table, hand=hand, actor=actor, now=now)
    undone = recorded.undone() if recorded.state.history else None
    if undone is not None:
        _store(undone, actor, now)
    else:
        _undo_deal(table, hand, actor, now)
    bump_version(table)
    publish(table.tournament.code, ["tables", f"table-{table.number}"])
    return None if undone is None else _with_fresh_table(undone)


def _record(
    tournament_id: int,
    table_id: int,
    operation: engine.Operation,
    actor: Actor,
    now: datetime,
    lease: Lease | None,
    *,
    may_settle: bool,
) -> TableHand:
    table = lock_table(tournament_id=tournament_id, table_id=table_id)
    if lease is not None:
        check_lease(table, lease)
    recorded = load_open_hand(table)
    if recorded is None:
        raise Refused(_("No hand is open at this table. Deal the next hand."), code="no_open_hand")
    before = recorded.state
    recorded = recorded.plus(as_counted(before, operation))
    state = recorded.state
    if state.is_complete and not may_settle:
        raise _CompletesTheHand
    _store(recorded, actor, now)
    if state.is_complete:
        settle_hand(table=table, hand=recorded.hand, state=state, actor=actor, now=now)
    bump_version(table)
    publish(table.tournament.code, [f"table-{table.number}"])
    return _with_fresh_table(recorded) if state.is_complete else recorded


def _with_fresh_table(recorded: TableHand) -> TableHand:
    """Table and tournament may have changed as well: the last player may be out."""
    tables = Table.objects.select_related("tournament")
    return replace(recorded, table=tables.get(pk=recorded.table.pk))


def _store(recorded: TableHand, actor: Actor, now: datetime) -> None:
    """Store the last operation of a record."""
    HandOperation.objects.create(
        hand=recorded.hand,
        number=len(recorded.operations),
        code=engine.encode(recorded.operations[-1]),
        at=now,
        device_id=actor.device_id,
        account_id=actor.account_id,
    )


def _move_button_on(table: Table, dealt: Positions, *, rests: bool) -> None:
    """Store the positions the next hand follows from; a resting button (MIX-01) leaves them unchanged."""
    following = positions_to_follow(table.positions, dealt, rests=rests)
    table.positions_data = None if following is None else following.to_dict()
    if not rests:
        # From here on `positions.waiting` remembers who still waits for the button.
        Seat.objects.filter(table=table, is_newcomer=True).update(
            is_newcomer=False, came_by_balancing=False, told_to_wait=False
        )


def _stakes(game: LevelGame, level: LevelNow) -> engine.Stakes:
    return engine.Stakes(
        small_blind=game.small_blind,
        big_blind=game.big_blind,
        ante=game.ante,
        ante_kind=game.ante_kind_dealt,
        small_bet=game.small_bet,
        big_bet=game.big_bet,
        chip=level.chip,
        unit=level.unit,
        bring_in=game.bring_in,
        min_bet=game.min_bet,
    )


def _is_down_to_two(tournament: Tournament) -> bool:
    """The last two players: limit betting has no cap any more (TDA 48)."""
    if tournament.registration_closed_at is None:
        return False
    live = Entry.objects.filter(tournament=tournament, status=EntryStatus.PLAYING)
    return live.count() == 2


def _check_can_deal(table: Table, level: LevelNow) -> None:
    if table.tournament.status != TournamentStatus.RUNNING:
        raise Refused(_("The tournament is not in play."), code="not_in_play")
    if level.is_break:
        raise Refused(
            _("The tournament is on break. The next hand is dealt after the break."), code="in_break"
        )
    if table.status == TableStatus.HELD:
        raise Refused(
            _("The floor has put table %(table)d on hold.") % {"table": table.number},
            code="table_held",
        )
    if table.status == TableStatus.BREAKING and unsettled_hand(table) is None:
        raise Refused(_("Table %(table)d is being broken.") % {"table": table.number}, code="table_breaking")
    if table.status == TableStatus.CLOSED:
        raise Refused(_("Table %(table)d is closed.") % {"table": table.number}, code="table_closed")
    if Hand.objects.filter(table=table, status=HandStatus.OPEN).exists():
        raise Refused(_("The hand in play is not complete."), code="hand_open")


def _undo_deal(table: Table, hand: Hand, actor: Actor, now: datetime) -> None:
    """The deal was a mistake: the hand is void, button, blinds and new players are as they were.

    A player who waited for it to be over leaves now, and is not dealt in again (WSOP 67).
    """
    hand.status = HandStatus.VOID
    hand.ended_at = now
    hand.save(update_fields=["status", "ended_at"])
    table.positions_data = hand.positions_before
    table.hands_dealt -= 1
    table.save(update_fields=["positions_data", "hands_dealt"])
    restore_newcomers(hand, seats=range(1, table.seats_count + 1))
    write_log(
        tournament_id=table.tournament_id,
        actor=actor,
        verb="deal_taken_back",
        data={"table": table.number, "hand": hand.number},
        now=now,
    )
    carry_out_waiting_moves(table=table, actor=actor, now=now)
