"""Gather what the dealer's tablet shows: one table, one hand, and what may be done next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from tables import engine
from tables.floor.button.positions import Positions
from tables.floor.button.straddle import Straddle, straddle_offered
from tables.models import (
    Device,
    FloorMessage,
    Hand,
    HandSeat,
    MessageKind,
    Seat,
    Table,
    TableStatus,
)
from tables.queries.room.departures import Departures, MoveShown, departures
from tables.queries.table.button import (
    ButtonShown,
    button_shown,
    next_positions,
    remarks_of,
    seats_with_chips,
)
from tables.queries.table.hand import TableHand, load_last_hand
from tables.queries.table.last_hand import LastHand, last_hand_shown
from tables.queries.table.next_game import (
    NextGame,
    game_of_next_hand,
    hand_to_redeal,
    stakes_of_hand,
    with_carried_pot,
)
from tables.queries.table.proposed_rulings import note_text, waiting_ruling
from tables.queries.tablet.cards import Picker, hand_shown, open_cards, pickers_of
from tables.queries.tablet.felt_model import felt_model
from tables.queries.tablet.parts import (
    actions_of,
    blinds_of,
    blinds_of_setup,
    by_result,
    draw_shown,
    draws_of,
    is_opener,
    last_told,
    may_open,
    plate_state,
    pots_shown,
    reshuffled,
    stack_of,
    turn_of,
    won_by,
    won_with,
)
from tables.queries.tablet.shown import (
    MessageShown,
    Plate,
    Stakes,
    TabletScreen,
)
from tournament.models import Tournament, TournamentStatus
from tournament.queries.level import LevelNow, level_now
from tournament.rules import clock as clock_rules
from tournament.rules.structure.level_games import posts_blinds


def tablet_screen(device: Device, *, now: datetime, recorded: TableHand | None = None) -> TabletScreen:
    """The screen of a paired tablet; `recorded` is the hand as a tap has just left it, where that is known.

    Ten queries at most, however many seats and operations.
    """
    if recorded is None:
        table = Table.objects.select_related("tournament").get(pk=device.table_id)
        recorded = load_last_hand(table)
    else:
        table = recorded.table
    seats = list(Seat.objects.filter(table=table).select_related("entry__player").order_by("number"))
    hand = None if recorded is None else recorded.hand
    state = None if recorded is None else recorded.state
    level = level_now(table.tournament, now=now)
    coming = game_of_next_hand(table, level)
    return _Painter(
        device=device,
        table=table,
        seats=seats,
        hand=hand,
        recorded=recorded,
        again=hand_to_redeal(hand, {s.number: s.entry.stack for s in seats if s.entry}),
        level=level,
        coming=coming if state is None else with_carried_pot(coming, hand, state.carried_pot),
        last=last_hand_shown(hand, seats),
        now=now,
    ).screen()


def _next_street(state: engine.State) -> str:
    """The name of the street that is dealt next; "" after the last."""
    streets = state.game.streets
    return streets[state.street + 1].name if state.street + 1 < len(streets) else ""


def _move_from(seat: Seat, move: MoveShown | None) -> MoveShown | None:
    """The move away from a chair, unless somebody else has sat down on it since."""
    return move if move is not None and (move.waits or seat.entry_id is None) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Painter:
    """The rows of one look, and the parts of the screen made from them; `again` is the misdeal that is
    dealt once more, `last` what the seats still show of a hand that is over.
    """

    device: Device
    table: Table
    seats: list[Seat]
    hand: Hand | None
    recorded: TableHand | None
    again: engine.Setup | None
    level: LevelNow
    coming: NextGame
    last: LastHand
    now: datetime

    @property
    def state(self) -> engine.State | None:
        return None if self.recorded is None else self.recorded.state

    @property
    def game(self) -> str:
        """The game of the hand in play, or of the next one."""
        return self.hand.game if self.hand and self._is_at_stake else self.coming.game

    @property
    def _is_at_stake(self) -> bool:
        """Whether the last hand goes on, or is dealt again."""
        return self.open_state is not None or self.again is not None

    @property
    def open_state(self) -> engine.State | None:
        return None if self.state is None or self.state.is_complete else self.state

    @property
    def seen_state(self) -> engine.State | None:
        """The hand in play, or the last one while its players still sit here."""
        return None if self.last.is_history else self.state

    def screen(self) -> TabletScreen:
        table, tournament, state = self.table, self.table.tournament, self.open_state
        legal = None if state is None else engine.legal(state)
        refusal, seen = self._refusal(), self.seen_state
        coming = self._next_positions()
        positions = coming if state is None and not refusal and not self.again else None
        button = self._button(coming)
        names = self._names()
        pickers = pickers_of(state, legal, names)
        moving = departures(table, hand=self.hand)
        messages = FloorMessage.objects.filter(table=table, done_at__isnull=True).order_by("pk")
        calls = [row for row in messages if row.kind == MessageKind.CALL]
        last = last_told(self.recorded.replay if self.recorded else None, names)
        return TabletScreen(
            code=tournament.code,
            tournament=tournament.name,
            time_zone=tournament.time_zone,
            table=table.number,
            table_id=table.pk,
            device=self.device.name,
            device_id=self.device.pk,
            version=table.version,
            epoch=self.device.epoch,
            may_write=self.device.epoch == table.lease_epoch > 0,
            now=self.now,
            stage="between" if legal is None or legal.phase == "complete" else legal.phase,
            hand_number=self.hand.number if self.hand and state else table.hands_dealt + 1,
            street="" if state is None or not state.game.streets else state.street_name,
            next_street="" if state is None else _next_street(state),
            game=self.game,
            title="" if state is None else state.setup.title,
            stakes=self._stakes(tournament),
            plates=self._plates(legal, coming, button.seat, pickers, moving=moving),
            next_button=button.seat if button.is_next else 0,
            out=self.last.replaced,
            board="" if seen is None else engine.format_cards(seen.board),
            used_cards=open_cards(state),
            pickers=pickers,
            may_open=may_open(state, legal, names),
            draw=draw_shown(state, legal, names),
            reshuffled=reshuffled(state),
            openers="" if state is None else state.setup.carried_pot.openers or state.game.openers[:1],
            openers_due=None if legal is None else legal.openers_due,
            by_result=by_result(state, legal, names),
            carried_pot=self._carried_pot(),
            pots=pots_shown(state, legal, names),
            pot_total=0 if seen is None else seen.pot_total,
            won_with=won_with(seen),
            returned=0 if seen is None else sum(back.amount for back in seen.returned),
            actions=actions_of(state, legal, names),
            model=felt_model(self.recorded.replay) if state and self.recorded else "",
            to_show=None if legal is None else legal.to_show,
            may_muck=legal is not None and legal.to_show in legal.may_muck,
            straddle=self._straddle(positions),
            can_deal=state is None and not refusal,
            deals_again=self.again is not None,
            refusal=refusal,
            hold_reason=table.hold_reason if table.status == TableStatus.HELD else "",
            undo=self._undo(),
            undone=last[0] if last else None,
            last=() if seen is None else last,
            messages=tuple(
                MessageShown(pk=row.pk, text=note_text(row), at=row.created_at)
                for row in messages
                if row.kind != MessageKind.CALL
            ),
            remarks=remarks_of(table, positions, game=self.game),
            proposed=waiting_ruling(calls, self.recorded),
            floor_called=bool(calls),
            floor_coming=next((call.data["coming"] for call in calls if "coming" in call.data), ""),
            moves=moving.leaving,
            recalled=moving.recalled,
        )

    def _names(self) -> dict[int, str]:
        """Seat to name; of the hand's players also after they went out or somebody else sat down."""
        names = {s.number: s.entry.player.shown_name for s in self.seats if s.entry}
        names.update(self.last.names)
        missing = self.state is not None and not set(self.state.order) <= set(names)
        if self.hand is not None and missing:
            rows = HandSeat.objects.filter(hand=self.hand).select_related("entry__player")
            names |= {row.seat_number: row.entry.player.shown_name for row in rows}
        return names

    def _refusal(
        self,
    ) -> Literal["", "over", "held", "closed", "not_in_play", "break", "breaking", "too_few"]:
        if self.table.tournament.is_over:
            return "over"
        if self.table.tournament.status != TournamentStatus.RUNNING:
            return "not_in_play"
        if self.level.is_break:
            return "break"
        if self.table.status == TableStatus.CLOSED:
            return "closed"
        owed = self.again is not None or (self.state is not None and self.state.carried_pot.chips)
        if self.table.status == TableStatus.BREAKING and not owed:
            return "breaking"
        if self.table.status == TableStatus.HELD:
            return "held"
        return "too_few" if len(seats_with_chips(self.seats)) < 2 else ""

    def _next_positions(self) -> Positions | None:
        in_play = self.open_state is not None
        return next_positions(self.table, self.seats, game=self.game, in_play=in_play)

    def _stakes(self, tournament: Tournament) -> Stakes:
        clock, structure = tournament.clock, tournament.structure
        now, number = self.coming.stakes, self.level.number
        if self.hand is not None and self._is_at_stake:
            now, number = stakes_of_hand(self.hand.game, self.hand.setup.stakes), self.hand.level_number
        return Stakes(
            level_number=number,
            now=now,
            coming=self.coming,
            is_new=number != self.level.number or now.game != self.coming.game,
            is_mixed=self.level.level.is_mixed,
            is_break=self.level.is_break,
            is_paused=clock.state == "paused",
            remaining_seconds=clock_rules.remaining_seconds(clock, structure, now=self.now),
            ends_at=clock_rules.ends_at(clock, structure, now=self.now),
        )

    def _plates(
        self,
        legal: engine.Legal | None,
        coming: Positions | None,
        button: int,
        pickers: Sequence[Picker],
        *,
        moving: Departures,
    ) -> tuple[Plate, ...]:
        state, is_open = self.seen_state, self.open_state is not None
        setup = state.setup if state and is_open else self.again
        due = blinds_of(coming) if posts_blinds(self.game) else {}
        blinds = blinds_of_setup(setup) if setup else due
        # What a seat shows of a hand that is over is its player's, not that of whoever sits there now.
        theirs = {
            seat.number: state if is_open or seat.number in self.last.theirs else None for seat in self.seats
        }
        won = {number: won_by(number, of_hand) for number, of_hand in theirs.items()}
        picks = {picker.seat: picker for picker in pickers}
        leaving = {move.seat: move for move in moving.leaving}
        return tuple(
            Plate(
                number=seat.number,
                name=seat.entry.player.shown_name if seat.entry else "",
                stack=stack_of(seat, state if is_open else None),
                bet=state.bets.get(seat.number, 0) if state and is_open else 0,
                won=won[seat.number][0],
                won_halves=won[seat.number][1],
                state="out" if self.last.at(seat.number) else plate_state(seat, self.open_state, coming),
                out=self.last.at(seat.number),
                turn=turn_of(seat.number, legal),
                has_button=seat.number == button,
                blind=blinds.get(seat.number, ""),
                cards=hand_shown(seat, theirs[seat.number]),
                has_row_of_cards=state is not None and state.game.hole_cards > 2,
                drawn=draws_of(seat.number, self.open_state),
                is_opener=is_opener(seat.number, self.open_state),
                picker=picks.get(seat.number),
                most_in=legal.may_put_in.get(seat.number, 0) if legal else 0,
                move=_move_from(seat, leaving.get(seat.number)),
                expected="" if seat.entry_id else moving.coming.get(seat.number, ""),
            )
            for seat in self.seats
        )

    def _carried_pot(self) -> int:
        """Chips of an earlier hand that nobody won: in the pot of the one in play, or for the next."""
        if self.state is None:
            return 0
        return self.state.setup.carried_pot.chips if self.open_state else self.state.carried_pot.chips

    def _button(self, coming: Positions | None) -> ButtonShown:
        in_play = self.open_state
        setup = in_play.setup if in_play else self.again
        return button_shown(self.table, coming, game=self.game, setup=setup, in_play=in_play is not None)

    def _straddle(self, positions: Positions | None) -> Straddle | None:
        """The player after the big blind may put up twice the big blind, if there is such a player."""
        if positions is None:
            return None
        return straddle_offered(
            positions,
            profile=self.table.tournament.rule_profile,
            big_blind=self.coming.stakes.big_blind,
            stacks={seat.number: seat.entry.stack for seat in self.seats if seat.entry},
        )

    def _undo(self) -> Literal["", "operation", "deal"]:
        if self.state is None:
            return ""
        return "operation" if self.state.history else "deal"
