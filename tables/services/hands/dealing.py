"""The next hand of a table: whether it may be dealt, with which button, blinds and stakes."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from django.utils.translation import gettext as _

from tables import engine
from tables.floor.button.positions import Positions
from tables.floor.button.resting import positions_to_follow
from tables.models import Hand, HandSeat, Seat, Table, TableStatus
from tables.models.writing import Deal
from tables.queries.table.hand import Look, TableHand, replay_of
from tables.queries.table.next_game import (
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
from tables.services.hands.settling import settle_hand
from tables.services.hands.sitting_out import (
    count_penalties,
    kill_hands,
    on_penalty,
    store_operations,
    who_sits_out,
)
from tables.services.moves.moving import tell_tables_left
from tables.services.stops.dealing import check_may_deal
from tables.services.table.lease import Change, Lease, make_change
from tournament.models import Entry, EntryStatus, Tournament, TournamentStatus
from tournament.queries.level import LevelNow, level_now
from tournament.rules.structure.level_games import LevelGame
from tournament.services.actor import Actor
from tournament.services.errors import Refused
from tournament.services.field.penalties import sit_out_hand


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
    """Deal the next hand, as `think_deal` says; raises what it raises, LeaseLost, StaleVersion."""
    change = make_change(
        tournament_id=tournament_id,
        table_id=table_id,
        lease=lease,
        think=lambda look: think_deal(
            look, actor=actor, now=now, straddles=straddles, game=game, title=title
        ),
    )
    return change.leaves.hand


def think_deal(
    look: Look,
    *,
    actor: Actor,
    now: datetime,
    straddles: Sequence[tuple[int, int]] = (),
    game: str = "",
    title: str = "",
) -> Change:
    """The next hand: button and blinds from the last one, stakes of the level in force now. game: the one the
    dealer announced, at dealer's choice; title: the name of a game recorded by its result (S-014).

    A new level applies with the table's next hand (TDA 23); in a mixed one the table plays the game that is
    due, unless a carried pot must be won in another. Seats that must wait for the button are left out.

    Raises Refused when the table cannot be dealt.
    """
    table = look.table
    level = level_now(table.tournament, now=now)
    _check_can_deal(look, level)
    seats = [seat for seat in look.seats if seat.entry is not None]
    live = [seat for seat in seats if seat.entry is not None and seat.entry.stack > 0]
    if len(live) < 2:
        raise Refused(
            _("Table %(table)d has fewer than two players with chips.") % {"table": table.number},
            code="too_few_players",
        )
    _check_stacks_are_known(table, live)
    before = None if look.recorded is None else look.recorded.hand
    again = hand_to_redeal(before, {seat.number: seat.entry.stack for seat in live if seat.entry})
    if before is not None and again is not None:
        return _deal_again(look, before, again, live, actor, now)
    carried = look.recorded.state.carried_pot if look.recorded else engine.CarriedPot()
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
        last_two=len(live) == 2 and _is_down_to_two(table.tournament),
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
    return _open_hand(look, hand, setup, dealt, actor, now, positions=positions)


def _deal_again(
    look: Look, before: Hand, setup: engine.Setup, live: Sequence[Seat], actor: Actor, now: datetime
) -> Change:
    """The redeal after a misdeal: the same hand, button and blinds where they are (TDA 35-C)."""
    hand = Hand(
        table=look.table,
        number=look.table.hands_dealt + 1,
        level_index=before.level_index,
        level_number=before.level_number,
        game=before.game,
        setup_data=setup.to_dict(),
        positions_before=look.table.positions_data,
    )
    numbers = {each.seat for each in setup.seats}
    return _open_hand(look, hand, setup, [seat for seat in live if seat.number in numbers], actor, now)


def think_corrected_deal(look: Look, before: Hand, *, actor: Actor, now: datetime) -> Change:
    """The hand `before`, which is void, from the button that the table has now: same number, game and stakes
    (TDA 34-A).

    A straddle of the hand before is not kept: its seat may have a blind now.
    """
    live = [seat for seat in look.seats if seat.entry is not None and seat.entry.stack > 0]
    positions = positions_of_next_hand(look.table, live, game=before.game)
    dealt = [seat for seat in live if seat.number not in positions.waiting]
    dealt_before = before.setup
    setup = engine.Setup.for_level(
        game=before.game,
        rules=dealt_before.rules,
        stakes=dealt_before.stakes,
        positions=positions_for_engine(positions, game=before.game),
        seats=tuple(engine.SeatStack(s.number, s.entry.stack) for s in dealt if s.entry),
        last_two=dealt_before.last_two,
        carried_pot=dealt_before.carried_pot,
        title=dealt_before.title,
    )
    hand = Hand(
        table=look.table,
        number=before.number,
        level_index=before.level_index,
        level_number=before.level_number,
        game=before.game,
        setup_data=setup.to_dict(),
        positions_before=look.table.positions_data,
        arrivals_before=before.arrivals_before,
    )
    return _open_hand(look, hand, setup, dealt, actor, now, positions=positions)


def _open_hand(
    look: Look,
    hand: Hand,
    setup: engine.Setup,
    dealt: Sequence[Seat],
    actor: Actor,
    now: datetime,
    *,
    positions: Positions | None = None,
) -> Change:
    """`positions` are those the next hand follows from; a redeal leaves them as they are, and has none."""
    hand.device_id, hand.account_id, hand.started_at = actor.device_id, actor.account_id, now
    table = copy.copy(look.table)
    table.version += 1
    table.hands_dealt += 1
    arrived: list[Seat] = []
    seats, settles = look.seats, False
    if positions is not None:
        rests = not has_button(hand.game)
        following = positions_to_follow(table.positions, positions, rests=rests)
        # A resting button (MIX-01) leaves them unchanged.
        table.positions_data = None if following is None else following.to_dict()
        taken = [seat for seat in look.seats if seat.entry_id is not None]
        arrived = [seat for seat in taken if seat.is_newcomer or hand.positions_before is None]
        settles = not rests and any(seat.is_newcomer for seat in look.seats)
        if settles:
            seats = tuple(_settled(seat) for seat in look.seats)
    misdealt = look.recorded.state if positions is None and look.recorded is not None else None
    out = who_sits_out(dealt, misdealt=misdealt)
    # A redeal is the hand that was counted before it.
    owed = [] if misdealt is not None else on_penalty(dealt, out)
    if owed:
        seats = count_penalties(seats, out)
    recorded = TableHand(table=table, hand=hand, replay=replay_of(setup, ()))
    if out:
        recorded = kill_hands(recorded, out)
    is_over = recorded.state.is_complete

    def write() -> None:
        if settles:
            # From here on `positions.waiting` remembers who still waits for the button.
            Seat.objects.filter(table=table, is_newcomer=True).update(**_SETTLED)
        tell_tables_left(table, arrived)
        if out:
            store_operations(recorded, since=0, actor=actor, now=now)
        if owed:
            sit_out_hand(owed, actor=actor, now=now)
        if is_over:
            settle_hand(look, recorded, actor=actor, now=now)

    deal = Deal(
        hand=hand,
        seats=[
            HandSeat(
                seat_number=s.number,
                entry_id=s.entry.pk,
                starting_stack=s.entry.stack,
                sits_out=out.get(s.number, ""),
            )
            for s in dealt
            if s.entry
        ],
        table=table,
    )
    return Change(
        before=look,
        deal=deal,
        write=write if arrived or settles or out else None,
        hand=recorded,
        after=None if is_over else replace(look, table=table, recorded=recorded, seats=seats),
        is_booked=is_over,
        topics=("hands",),
    )


_SETTLED = {"is_newcomer": False, "came_by_balancing": False, "told_to_wait": False}


def _settled(seat: Seat) -> Seat:
    """The seat of a player who is no new player any more."""
    if not seat.is_newcomer:
        return seat
    seat = copy.copy(seat)
    seat.is_newcomer = seat.came_by_balancing = seat.told_to_wait = False
    return seat


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


def _check_stacks_are_known(table: Table, live: Sequence[Seat]) -> None:
    """A recorded hand is played from the chips that the players have."""
    unknown = [seat.number for seat in live if seat.entry and not seat.entry.is_stack_known]
    if unknown:
        raise Refused(
            _(
                "The stacks of seats %(seats)s at table %(table)d are unknown: the floor enters the counts first."
            )
            % {"seats": ", ".join(map(str, unknown)), "table": table.number},
            code="stacks_unknown",
        )


def _check_can_deal(look: Look, level: LevelNow) -> None:
    table = look.table
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
    if look.open_hand is not None:
        raise Refused(_("The hand in play is not complete."), code="hand_open")
    check_may_deal(table)
