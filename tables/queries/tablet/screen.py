"""Gather what the dealer's tablet shows: one table, one hand, and what may be done next.

The page has the same places in every state, so each part of the screen says what its places do now. The parts
are plain values that the template prints.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal

from tables import engine
from tables.engine.play.progress import Phase
from tables.floor.button.explain import is_unusual
from tables.floor.button.straddle import Straddle, straddle_offered
from tables.floor.reasons import Reason
from tables.models import Device, Recording, Seat, Table
from tables.models.statements import read_hand_seats
from tables.queries.table.button import ButtonShown, remarks_before, remarks_of
from tables.queries.table.hand import Look, TableHand
from tables.queries.table.last_hand import NO_HAND, LastHand
from tables.queries.table.most_dealt import most_dealt
from tables.queries.table.next_game import NextGame
from tables.queries.table.push import PushShown, level_of_next_hand, push_shown
from tables.queries.table.typed_counts import TypedCount, typed_counts
from tables.queries.tablet.actions import Actions, actions_of
from tables.queries.tablet.decision_clock import ClockShown, clock_shown
from tables.queries.tablet.felt import Felt, felt_of
from tables.queries.tablet.felt_model import felt_model
from tables.queries.tablet.next_hand import NextHand, next_hand
from tables.queries.tablet.prompt import (
    Departures,
    Feed,
    Prompt,
    departures,
    feed_lines,
    feed_of,
    halt_here,
    open_messages,
    prompt_of,
    refusal_of,
    run_out_waits,
)
from tables.queries.tablet.seats import SeatShown, open_cards, seats_shown
from tables.queries.tablet.sheets import Sheets, sheets_of
from tournament.models import Tournament
from tournament.queries.level import LevelNow, level_now
from tournament.rules import clock as clock_rules
from tournament.rules.structure.game_sizes import MOST_AT_A_TABLE
from tournament.rules.structure.level_games import LevelGame

Stage = Literal["between"] | Phase
# Why no hand is dealt, where no stack is counted either.
NO_COUNTS: Final = ("over", "not_in_play", "closed", "breaking")


@dataclass(frozen=True, slots=True, kw_only=True)
class StakesShown:
    """The game and its stakes in force, and the time left in the level; `ends_at` only while the clock runs.

    In a timed pause both are the pause's.

    `coming` is what the next hand is played for; `is_new` if it differs from `now` in the level or,
    in a mixed one, in the game.
    """

    level_number: int
    now: LevelGame
    coming: NextGame
    is_new: bool
    is_mixed: bool
    is_break: bool
    is_paused: bool
    remaining_seconds: int
    ends_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """Which hand it is, of which game and street, and what it is played for.

    `game` is the code of the hand in play or of the next one.
    """

    hand_number: int
    game: str
    street: str
    next_street: str
    stakes: StakesShown

    @property
    def asks_for_title(self) -> bool:
        """Whether a game may be chosen that only its result is recorded of, under a name."""
        return any(engine.GAMES[each.game].betting == "none" for each in self.stakes.coming.choices)


@dataclass(frozen=True, slots=True, kw_only=True)
class TabletScreen:
    """Everything on the tablet's page, part by part. `may_write` is false while another tablet has the table.

    `actions` are those of the player in turn, `clock` runs on that player; `straddle` is offered with the deal.
    `model` is the hand as the tablet's script plays it on, "" where it cannot. `typed_counts` are stacks that this
    tablet has just counted, while others are still unknown.
    """

    code: str
    tournament: str
    time_zone: str
    table: int
    table_id: int
    device: str
    device_id: int
    version: int
    epoch: int
    may_write: bool
    now: datetime
    stage: Stage
    header: Header
    felt: Felt
    actions: Actions | None
    sheets: Sheets
    prompt: Prompt
    feed: Feed
    straddle: Straddle | None
    clock: ClockShown | None
    push: PushShown | None
    model: str
    recording: str
    has_bounties: bool
    typed_counts: tuple[TypedCount, ...]

    @property
    def meaning(self) -> str:
        """Changes exactly when the same tap would mean something different."""
        header = self.header
        return f"{header.hand_number}-{self.stage}-{header.street}-{self.turn_of}-{int(self.may_write)}"

    @property
    def turn_of(self) -> int:
        """The seat that the buttons act for; 0 for none."""
        acts = self.actions.seat if self.actions else self.sheets.draw.seat if self.sheets.draw else 0
        return acts or (self.sheets.next_picker.seat if self.sheets.next_picker else 0)

    @property
    def topics(self) -> str:
        """What this tablet listens to."""
        return f"table-{self.table} clock"

    @property
    def to_count(self) -> tuple[SeatShown, ...]:
        """Players whose stacks nobody knows, where every hand is recorded: they are counted before the next one."""
        can_count = self.stage == "between" and self.prompt.refusal not in NO_COUNTS
        if not can_count or self.recording != Recording.HANDS:
            return ()
        return tuple(seat for seat in self.felt.seats if seat.name and seat.stack is None)

    @property
    def showing(self) -> SeatShown | None:
        return next((seat for seat in self.felt.seats if seat.number == self.sheets.to_show), None)


def tablet_screen(device: Device, look: Look, *, now: datetime) -> TabletScreen:
    """The screen of a paired tablet, from a look at its table.

    No query in most hands, six at most: for players on the way, messages, and the hand that is over.
    """
    table = look.table
    # Of most tables no push was ever marked.
    level = level_of_next_hand(table, now=now) if table.push_data else level_now(table.tournament, now=now)
    coming = _coming(look, level)
    return _painted(device, look, level, coming, now)


def _coming(look: Look, level: LevelNow) -> NextHand:
    """The next hand; that it is like the one in play, where nothing of it is to be said yet."""
    table, seats, recorded = look.table, look.seats, look.recorded
    if recorded is None or recorded.state.is_complete or not recorded.state.game.has_button:
        return next_hand(table, seats, recorded, level, look.counted)
    if level.level.is_mixed or recorded.hand.level_number != level.number:
        return next_hand(table, seats, recorded, level)
    return NextHand(
        again=None,
        game=recorded.hand.game,
        coming=NextGame(stakes=recorded.stakes),
        positions=None,
        posts_blinds=False,
        button=ButtonShown(seat=recorded.state.setup.button, is_next=False),
        last=NO_HAND,
    )


def _painted(device: Device, look: Look, level: LevelNow, coming: NextHand, now: datetime) -> TabletScreen:
    """The parts of the screen, each from what it shows."""
    table, seats, recorded = look.table, look.seats, look.recorded
    tournament = table.tournament
    state = None if recorded is None else recorded.state
    in_play = None if state is None or state.is_complete else state
    legal = None if in_play is None else engine.legal(in_play)
    stage: Stage = "between" if legal is None or legal.phase == "complete" else legal.phase
    if run_out_waits(table):
        legal = None
    names = _names(seats, recorded, coming.last)
    waits = clock_rules.is_waiting(tournament.clock, now=now)
    # While a hand is in play nobody asks for the next one.
    most = most_dealt(coming.coming.game) if in_play is None else MOST_AT_A_TABLE
    refusal = refusal_of(
        table,
        seats,
        level=level,
        state=state,
        again=coming.again,
        waits=waits,
        dealt_out=coming.positions.waiting if coming.positions else (),
        most=most,
    )
    # A hand that is only counted is dealt as any other.
    may_deal = in_play is None and refusal in ("", "results") and coming.again is None
    halt = halt_here(table, seats, state=state) if may_deal and look.has_others else None
    if halt is not None:
        refusal = "halted"
    # Button and blinds of the next hand are explained where it may be dealt, and is not dealt again.
    offered = coming.positions if not in_play and not refusal and coming.again is None else None
    messages = open_messages(table) if look.has_messages else ()
    # Nobody is sent anywhere once it is over.
    is_moving = look.has_moves and not tournament.is_over
    moving = departures(table, hand=look.newest_hand) if is_moving else Departures()
    lines = () if recorded is None else feed_lines(recorded.replay, names)
    sheets = sheets_of(in_play, legal, names, game=coming.game, used_cards=open_cards(in_play))
    return TabletScreen(
        code=tournament.code,
        tournament=tournament.name,
        time_zone=tournament.time_zone,
        table=table.number,
        table_id=table.pk,
        device=device.name,
        device_id=device.pk,
        version=table.version,
        epoch=device.epoch,
        may_write=device.epoch == table.lease_epoch > 0,
        now=now,
        stage=stage,
        header=_header(table, recorded, level, coming, now),
        felt=felt_of(
            seats_shown(
                seats,
                state=state,
                legal=legal,
                coming=coming,
                moving=moving,
                pickers={picker.seat: picker for picker in sheets.pickers},
            ),
            coming=coming,
            state=state,
            legal=legal,
            names=names,
        ),
        actions=actions_of(in_play, legal, names),
        sheets=sheets,
        prompt=prompt_of(
            recorded,
            refusal=refusal,
            most=most,
            halt=halt,
            again=coming.again,
            undone=lines[0] if lines and state is not None and not state.is_as_dealt else None,
            messages=messages,
            table=table,
            counted=look.counted,
        ),
        feed=feed_of(
            recorded,
            last=() if coming.last.is_history else lines,
            messages=messages,
            moving=moving,
            remarks=remarks_before(table, seats, offered, game=coming.game)
            if offered
            else _remarks(table, in_play),
        ),
        straddle=straddle_offered(
            offered,
            profile=tournament.rule_profile,
            big_blind=coming.coming.stakes.big_blind,
            stacks={seat.number: seat.entry.stack for seat in seats if seat.entry},
        )
        if offered
        else None,
        # Which tap of hand-for-hand locks the cards is for the server to say.
        clock=clock_shown(recorded, legal, now=now) if table.may_have_clock else None,
        push=push_shown(table, level, now=now) if in_play is None else None,
        model=felt_model(recorded.replay) if recorded and in_play and not tournament.stop else "",
        recording=table.recording,
        has_bounties=tournament.has_bounties,
        typed_counts=typed_counts(table, tablet=device.pk) if refusal == "uncounted" else (),
    )


def _remarks(table: Table, in_play: engine.State | None) -> tuple[Reason, ...]:
    """What is unusual about button and blinds of the hand in play."""
    if in_play is None or not in_play.game.has_button:
        return ()
    positions = table.positions
    if positions is None or not is_unusual(positions):
        return ()
    return remarks_of(table, positions, game=in_play.game.code)


def _header(
    table: Table, recorded: TableHand | None, level: LevelNow, coming: NextHand, now: datetime
) -> Header:
    in_play = None if recorded is None or recorded.state.is_complete else recorded
    return Header(
        hand_number=in_play.hand.number if in_play else table.hands_dealt + 1,
        game=coming.game,
        street=in_play.state.street_name if in_play else "",
        next_street=in_play.state.next_street_name if in_play else "",
        stakes=_stakes(table.tournament, recorded, level, coming, now),
    )


def _stakes(
    tournament: Tournament, recorded: TableHand | None, level: LevelNow, coming: NextHand, now: datetime
) -> StakesShown:
    clock, structure = tournament.clock, tournament.structure
    stakes, number = coming.coming.stakes, level.number
    if recorded is not None and (coming.again is not None or not recorded.state.is_complete):
        stakes, number = recorded.stakes, recorded.hand.level_number
    resumes_at = clock.running_since if clock_rules.is_waiting(clock, now=now) else None
    remaining = clock_rules.remaining_seconds(clock, structure, now=now)
    return StakesShown(
        level_number=number,
        now=stakes,
        coming=coming.coming,
        is_new=number != level.number or stakes.game != coming.coming.stakes.game,
        is_mixed=level.level.is_mixed,
        is_break=level.is_break,
        is_paused=clock.state == "paused" or resumes_at is not None,
        remaining_seconds=-(-(resumes_at - now) // timedelta(seconds=1)) if resumes_at else remaining,
        ends_at=resumes_at or clock_rules.ends_at(clock, structure, now=now),
    )


def _names(seats: Sequence[Seat], recorded: TableHand | None, last: LastHand) -> dict[int, str]:
    """Seat to name; of the hand's players also after they went out or somebody else sat down."""
    names = {seat.number: seat.entry.player.shown_name for seat in seats if seat.entry}
    names.update(last.names)
    if recorded is not None and not set(recorded.state.order) <= set(names):
        rows = read_hand_seats(recorded.hand)
        names |= {row.seat_number: row.entry.player.shown_name for row in rows}
    return names
