"""The next hand of a table: whether it may be dealt, with which button, blinds and stakes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from django.utils.translation import gettext as _

from tables import engine
from tables.floor.button.positions import Positions
from tables.models import Hand, Recording, Seat, Table, TableStatus
from tables.queries.room.halted import halt_of
from tables.queries.table.hand import Look, TableHand, replay_of
from tables.queries.table.next_game import (
    chosen,
    fines_due,
    game_of_next_hand,
    hand_to_redeal,
    unsettled_hand,
    with_carried_pot,
)
from tables.queries.table.next_hand import (
    positions_for_engine,
    positions_of_next_hand,
)
from tables.queries.table.push import level_of_next_hand
from tables.services.hands.preparing import new_hand, prepare_deal
from tables.services.hands.settling import settle_hand
from tables.services.hands.sitting_out import (
    kill_hands,
    store_operations,
)
from tables.services.stops.dealing import check_may_deal
from tables.services.table.lease import Lease, TableChange, make_change
from tables.services.table.ways import check_stacks_known
from tournament.models import TournamentStatus
from tournament.queries.level import LevelNow
from tournament.rules import clock as clock_rules
from tournament.services.actor import By
from tournament.services.errors import Refused


def start_hand(
    *,
    tournament_id: int,
    table_id: int,
    by: By,
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
        think=lambda look: think_deal(look, by=by, straddles=straddles, game=game, title=title),
    )
    return change.leaves.hand


def think_deal(
    look: Look, *, by: By, straddles: Sequence[tuple[int, int]] = (), game: str = "", title: str = ""
) -> TableChange:
    """The next hand: button and blinds from the last one, stakes of the level in force now. game: the one the
    dealer announced, at dealer's choice; title: the name of a game recorded by its result (S-014).

    A new level applies with the table's next hand, with the second one if it starts during a dealer push (TDA 23). In a
    mixed one the table plays the game that is due, unless a carried pot must be won in another.
    Seats that must wait for the button are left out.

    Raises Refused when the table cannot be dealt.
    """
    table = look.table
    level = level_of_next_hand(table, now=by.now)
    _check_can_deal(look, level, by.now)
    seats = [seat for seat in look.seats if seat.entry is not None]
    live = [seat for seat in seats if seat.entry is not None and seat.entry.stack > 0]
    check_has_players(table, live)
    _check_is_recorded(table)
    check_stacks_known(table, live)
    before = None if look.recorded is None else look.recorded.hand
    again = hand_to_redeal(before, {seat.number: seat.entry.stack for seat in live if seat.entry})
    if before is not None and again is not None:
        return _deal_again(look, before, again, live, by)
    carried = look.recorded.state.carried_pot if look.recorded else engine.CarriedPot()
    if not carried.chips:
        check_not_halted(look, players=len(seats))
    coming = chosen(with_carried_pot(game_of_next_hand(table, level), before, carried), game)
    if coming is None:
        raise Refused(_("Choose the game before dealing this hand."), code="choose_game")
    new = new_hand(
        look,
        live,
        coming,
        level,
        carried=carried,
        straddles=straddles,
        fines=fines_due(before),
        title=title,
    )
    return _open_hand(look, new.hand, new.setup, new.dealt, by, positions=new.positions)


def check_has_players(table: Table, live: Sequence[Seat]) -> None:
    """Raises Refused with fewer players with chips than a hand needs."""
    least = table.least_players
    if len(live) >= least:
        return
    text = _("Table %(table)d has fewer than two players with chips.")
    if least > 2:
        text = _("The first hand of table %(table)d needs %(least)d players with chips.")
    raise Refused(text % {"table": table.number, "least": least}, code="too_few_players")


def _deal_again(look: Look, before: Hand, setup: engine.Setup, live: Sequence[Seat], by: By) -> TableChange:
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
    return _open_hand(look, hand, setup, [seat for seat in live if seat.number in numbers], by)


def think_corrected_deal(look: Look, before: Hand, *, by: By) -> TableChange:
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
    return _open_hand(look, hand, setup, dealt, by, positions=positions)


def _open_hand(
    look: Look,
    hand: Hand,
    setup: engine.Setup,
    dealt: Sequence[Seat],
    by: By,
    *,
    positions: Positions | None = None,
) -> TableChange:
    """`positions` are those the next hand follows from; a redeal leaves them as they are, and has none."""
    misdealt = look.recorded.state if positions is None and look.recorded is not None else None
    prepared = prepare_deal(look, hand, dealt, by, positions=positions, misdealt=misdealt)
    out = prepared.out
    recorded = TableHand(table=prepared.table, hand=hand, replay=replay_of(setup, ()))
    if out:
        recorded = kill_hands(recorded, out)
    is_over = recorded.state.is_complete

    def write() -> None:
        prepared.write()
        if out:
            store_operations(recorded, since=0, by=by)
        if is_over:
            settle_hand(look, recorded, by=by)

    return TableChange(
        before=look,
        deal=prepared.deal,
        write=write if prepared.writes or out else None,
        hand=recorded,
        after=None
        if is_over
        else replace(look, table=prepared.table, recorded=recorded, counted=None, seats=prepared.seats),
        is_booked=is_over or bool(prepared.owed),
        topics=("hands",),
    )


def _check_is_recorded(table: Table) -> None:
    if table.recording != Recording.HANDS:
        raise Refused(
            _(
                "The hands of table %(table)d are not recorded: choose every hand as its way of recording first."
            )
            % {"table": table.number},
            code="other_way",
        )


def check_not_halted(look: Look, *, players: int) -> None:
    """A table that is too short waits for the balance (TDA 11-D), unless a hand must be played to its end."""
    halt = halt_of(look.table, players=players) if look.has_others else None
    if halt is not None:
        raise Refused(
            _(
                "Table %(table)d halts until it is balanced: it is %(short_by)d players short of table %(fullest)d."
            )
            % halt.reason.params,
            code="halted",
        )


def held(table: Table) -> Refused:
    """What is said where the floor has put a table on hold."""
    return Refused(
        _("The floor has put table %(table)d on hold.") % {"table": table.number}, code="table_held"
    )


def _check_can_deal(look: Look, level: LevelNow, now: datetime) -> None:
    table = look.table
    if table.tournament.status != TournamentStatus.RUNNING:
        raise Refused(_("The tournament is not in play."), code="not_in_play")
    if clock_rules.is_waiting(table.tournament.clock, now=now):
        raise Refused(_("The tournament is paused. The clock says when play resumes."), code="paused")
    if level.is_break:
        raise Refused(
            _("The tournament is on break. The next hand is dealt after the break."), code="in_break"
        )
    if table.status == TableStatus.HELD:
        raise held(table)
    if table.status == TableStatus.BREAKING and unsettled_hand(table) is None:
        raise Refused(_("Table %(table)d is being broken.") % {"table": table.number}, code="table_breaking")
    if table.status == TableStatus.CLOSED:
        raise Refused(_("Table %(table)d is closed.") % {"table": table.number}, code="table_closed")
    if look.open_hand is not None:
        raise Refused(_("The hand in play is not complete."), code="hand_open")
    check_may_deal(table, now=now)
