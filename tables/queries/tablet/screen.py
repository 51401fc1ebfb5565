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
from tables.engine.legal_actions import Legal
from tables.engine.play.progress import Phase
from tables.floor.button.explain import is_unusual
from tables.floor.button.positions import Positions
from tables.floor.button.straddle import Straddle, straddle_offered
from tables.floor.hand_for_hand import slowest
from tables.floor.reasons import Reason
from tables.models import Device, Recording, Seat
from tables.models.statements import read_hand_seats
from tables.queries.room.level_hands import tables_waited_for
from tables.queries.room.rounds import tables_in_round
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
from tables.queries.tablet.felt_model import FeltModel, felt_model
from tables.queries.tablet.next_hand import NextHand, next_hand
from tables.queries.tablet.prompt import (
    Departures,
    Feed,
    NotDealt,
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
from tournament.models import StopKind
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

    In a timed pause both are the pause's. `hands_left` are those of a level by hands, the one in play
    among them; None in one by time, and in a timed pause.

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
    hands_left: int | None


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
    `model` is the hand as the tablet's script plays it on, None where it cannot. `typed_counts` are stacks that this
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
    model: FeltModel | None
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
    def may_bet(self) -> bool:
        """Whether an amount can be chosen for a bet or a raise."""
        return self.actions is not None and bool(self.actions.choices)

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


@dataclass(frozen=True, slots=True, kw_only=True)
class TableNow:
    """How the table stands, worked out once for all parts of its screen.

    `state` is that of the newest hand, `in_play` only of one that is not over; `legal` what may be done in it,
    None also while its cards wait for the floor. `names` are by seat. `not_dealt` says why no hand is dealt.
    """

    look: Look
    level: LevelNow
    coming: NextHand
    now: datetime
    state: engine.State | None
    in_play: engine.State | None
    legal: Legal | None
    stage: Stage
    names: dict[int, str]
    not_dealt: NotDealt

    @property
    def offered(self) -> Positions | None:
        """Button and blinds of the next hand, explained where it may be dealt and is not dealt again."""
        may_deal = self.in_play is None and not self.not_dealt.refusal and self.coming.again is None
        return self.coming.positions if may_deal else None


def tablet_screen(device: Device, look: Look, *, now: datetime) -> TabletScreen:
    """The screen of a paired tablet, from a look at its table.

    No query in most hands, six at most: for players on the way, messages, and the hand that is over.
    """
    stands = _table_now(look, now=now)
    table, tournament, coming = look.table, look.table.tournament, stands.coming
    messages = open_messages(table) if look.has_messages else ()
    # Nobody is sent anywhere once it is over.
    is_moving = look.has_moves and not tournament.is_over
    moving = departures(table, hand=look.newest_hand) if is_moving else Departures()
    lines = () if look.recorded is None else feed_lines(look.recorded.replay, stands.names)
    sheets = sheets_of(
        stands.in_play, stands.legal, stands.names, game=coming.game, used_cards=open_cards(stands.in_play)
    )
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
        stage=stands.stage,
        header=_header(stands),
        felt=_felt(stands, moving, sheets),
        actions=actions_of(stands.in_play, stands.legal, stands.names),
        sheets=sheets,
        prompt=prompt_of(look, stands.not_dealt, again=coming.again, lines=lines, messages=messages),
        feed=feed_of(
            look.recorded,
            last=() if coming.last.is_history else lines,
            messages=messages,
            moving=moving,
            remarks=_remarks(stands),
        ),
        straddle=_straddle(stands),
        # Which tap of hand-for-hand locks the cards is for the server to say.
        clock=clock_shown(look.recorded, stands.legal, now=now) if table.may_have_clock else None,
        push=push_shown(table, stands.level, now=now) if stands.in_play is None else None,
        model=_model(stands),
        recording=table.recording,
        has_bounties=tournament.has_bounties,
        typed_counts=typed_counts(table, tablet=device.pk) if stands.not_dealt.refusal == "uncounted" else (),
    )


def _felt(stands: TableNow, moving: Departures, sheets: Sheets) -> Felt:
    seats = seats_shown(
        stands.look.seats,
        state=stands.state,
        legal=stands.legal,
        coming=stands.coming,
        moving=moving,
        pickers={picker.seat: picker for picker in sheets.pickers},
    )
    return felt_of(seats, coming=stands.coming, state=stands.state, legal=stands.legal, names=stands.names)


def _remarks(stands: TableNow) -> tuple[Reason, ...]:
    """What is unusual about button and blinds, of the next hand where it may be dealt, or of the one in play."""
    table = stands.look.table
    if stands.offered is not None:
        return remarks_before(table, stands.look.seats, stands.offered, game=stands.coming.game)
    if stands.in_play is None or not stands.in_play.game.has_button:
        return ()
    positions = table.positions
    if positions is None or not is_unusual(positions):
        return ()
    return remarks_of(table, positions, game=stands.in_play.game.code)


def _straddle(stands: TableNow) -> Straddle | None:
    if stands.offered is None:
        return None
    return straddle_offered(
        stands.offered,
        profile=stands.look.table.tournament.rule_profile,
        big_blind=stands.coming.coming.stakes.big_blind,
        stacks={seat.number: seat.entry.stack for seat in stands.look.seats if seat.entry},
    )


def _model(stands: TableNow) -> FeltModel | None:
    recorded = stands.look.recorded
    if recorded is None or stands.in_play is None or stands.look.table.tournament.stop:
        return None
    return felt_model(recorded.replay)


def _header(stands: TableNow) -> Header:
    recorded = stands.look.recorded
    in_play = None if recorded is None or recorded.state.is_complete else recorded
    return Header(
        hand_number=in_play.hand.number if in_play else stands.look.table.hands_dealt + 1,
        game=stands.coming.game,
        street=in_play.state.street_name if in_play else "",
        next_street=in_play.state.next_street_name if in_play else "",
        stakes=_stakes(stands),
    )


def _stakes(stands: TableNow) -> StakesShown:
    recorded, level, coming, now = stands.look.recorded, stands.level, stands.coming, stands.now
    clock, structure = stands.look.table.tournament.clock, stands.look.table.tournament.structure
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
        hands_left=None if resumes_at else clock_rules.hands_left(clock, structure, now=now),
    )


def _table_now(look: Look, *, now: datetime) -> TableNow:
    """Up to three queries between hands, none in most hands."""
    table, recorded = look.table, look.recorded
    # Of most tables no push was ever marked.
    level = level_of_next_hand(table, now=now) if table.push_data else level_now(table.tournament, now=now)
    coming = _coming(look, level)
    state = None if recorded is None else recorded.state
    in_play = None if state is None or state.is_complete else state
    legal = None if in_play is None else engine.legal(in_play)
    return TableNow(
        look=look,
        level=level,
        coming=coming,
        now=now,
        state=state,
        in_play=in_play,
        legal=None if run_out_waits(table) else legal,
        stage="between" if legal is None or legal.phase == "complete" else legal.phase,
        names=_names(look.seats, recorded, coming.last),
        not_dealt=_not_dealt(look, level, coming, now),
    )


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


def _not_dealt(look: Look, level: LevelNow, coming: NextHand, now: datetime) -> NotDealt:
    """Why no hand would be dealt now, even while one is in play: the floor's hold is said before it is over."""
    table, seats = look.table, look.seats
    state = None if look.recorded is None else look.recorded.state
    in_play = state is not None and not state.is_complete
    # While a hand is in play nobody asks for the next one.
    most = MOST_AT_A_TABLE if in_play else most_dealt(coming.coming.game)
    refusal = refusal_of(
        table,
        seats,
        level=level,
        state=state,
        again=coming.again,
        waits=clock_rules.is_waiting(table.tournament.clock, now=now),
        dealt_out=coming.positions.waiting if coming.positions else (),
        most=most,
    )
    # A hand that is only counted is dealt as any other.
    may_deal = not in_play and refusal in ("", "results") and coming.again is None
    halt = halt_here(table, seats, state=state) if may_deal and look.has_others else None
    if halt is not None:
        refusal = "halted"
    behind: tuple[int, ...] = ()
    if refusal in ("", "results") and not in_play and look.has_others:
        behind = tables_waited_for(table, now=now)
        refusal = "level_done" if behind else refusal
    stop = table.tournament.stop
    if refusal == "round_done" and not in_play and stop is not None and stop.kind == StopKind.IN_STEP:
        behind = slowest(tables_in_round(table.tournament, now=now), hands=stop.hands)
    return NotDealt(refusal=refusal, most=most, halt=halt, behind=behind)


def _names(seats: Sequence[Seat], recorded: TableHand | None, last: LastHand) -> dict[int, str]:
    """Seat to name; of the hand's players also after they went out or somebody else sat down."""
    names = {seat.number: entry.player.shown_name for seat in seats if (entry := seat.entry)}
    names.update(last.names)
    if recorded is not None and not set(recorded.state.order) <= set(names):
        rows = read_hand_seats(recorded.hand)
        names |= {row.seat_number: row.entry.player.shown_name for row in rows}
    return names
