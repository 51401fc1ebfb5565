"""What the dealer's tablet shows, as plain values: a template only prints them.

The page has the same places in every state, so the screen says for each place what it does now.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from tables import engine
from tables.engine.progress import Phase
from tables.floor.reasons import Reason
from tables.queries.bet_choices import BetChoice
from tables.queries.forecast import Forecast
from tables.queries.next_game import NextGame
from tournament.rules.level_games import LevelGame

Stage = Literal["between"] | Phase
PlateState = Literal["empty", "in", "folded", "all_in", "shown", "mucked", "waiting"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plate:
    """One chair as it is drawn. `bet` is in front of the player, `won` what the last hand gave.

    `move` is that of the player who leaves the chair, or has just left it empty.
    """

    number: int
    name: str
    stack: int
    bet: int
    won: int
    state: PlateState
    is_actor: bool
    has_button: bool
    blind: Literal["", "small", "big", "straddle"]
    cards: str
    may_show: bool
    shows_next: bool
    move: MoveShown | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Stakes:
    """The game and its stakes in force, and the time left in the level; `ends_at` only while the clock runs.

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
class Told:
    """One operation of the record, with what its sentence names."""

    kind: str
    seat: int
    name: str
    amount: int
    cards: str
    seats: tuple[int, ...]
    pot: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Actions:
    """What the actor may do. Amounts of raises are totals of the street; None: not allowed."""

    seat: int
    name: str
    stack: int
    can_check: bool
    call_amount: int | None
    call_is_all_in: bool
    raise_min: int | None
    raise_max: int | None
    raise_is_bet: bool
    choices: tuple[BetChoice, ...]

    @property
    def has_one_raise(self) -> bool:
        return self.raise_min is not None and self.raise_min == self.raise_max


@dataclass(frozen=True, slots=True, kw_only=True)
class PotShown:
    """A pot: `is_open` while the dealer may say who wins it, `winners` once he has."""

    index: int
    amount: int
    is_open: bool
    claimants: tuple[tuple[int, str], ...]
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Picker:
    """What the card picker fills in: the board ("b") or a seat's hand ("s3")."""

    operation: str
    seat: int
    name: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Straddle:
    seat: int
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveShown:
    """A player who leaves this table, after the hand (`waits`) or just now."""

    seat: int
    name: str
    to_table: int
    to_seat: int
    waits: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageShown:
    pk: int
    text: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class TabletScreen:
    """Everything on the tablet's page. `may_write` is false while another tablet has the table.

    `remarks` is what is unusual about the next hand's button and blinds; `floor_coming` is who
    answered the call.
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
    hand_number: int
    street: str
    game: str
    stakes: Stakes
    plates: tuple[Plate, ...]
    board: str
    used_cards: frozenset[str]
    pots: tuple[PotShown, ...]
    pot_total: int
    returned: int
    actions: Actions | None
    forecast: Forecast | None
    board_due: int
    to_show: int | None
    may_muck: bool
    straddle: Straddle | None
    can_deal: bool
    refusal: Literal["", "held", "closed", "not_in_play", "break", "breaking", "too_few"]
    hold_reason: str
    undo: Literal["", "operation", "deal"]
    undone: Told | None
    last: tuple[Told, ...]
    messages: tuple[MessageShown, ...]
    remarks: tuple[Reason, ...]
    floor_called: bool
    floor_coming: str
    moves: tuple[MoveShown, ...]

    @property
    def meaning(self) -> str:
        """Changes exactly when the same tap would mean something else than before."""
        actor = self.actions.seat if self.actions else self.to_show or 0
        return f"{self.hand_number}-{self.stage}-{self.street}-{actor}-{int(self.may_write)}"

    @property
    def topics(self) -> str:
        """What this tablet listens to."""
        return f"table-{self.table} clock"

    @property
    def used_text(self) -> str:
        return "".join(sorted(self.used_cards))

    @property
    def seats_count(self) -> int:
        return len(self.plates)

    @property
    def hole_cards(self) -> int:
        return engine.GAMES[self.game].hole_cards

    @property
    def board_gaps(self) -> range:
        """The places of board cards still to come."""
        whole = sum(street.board_cards for street in engine.GAMES[self.game].streets)
        return range(whole - len(self.board) // 2)

    @property
    def has_open_pots(self) -> bool:
        return any(pot.is_open for pot in self.pots)

    @property
    def more_messages(self) -> int:
        return len(self.messages) - 1

    def picker_for(self, wanted: str) -> Picker | None:
        """What cards are picked for: `wanted` if that is possible now, else what is due next."""
        showing = [plate for plate in self.plates if plate.may_show]
        seat = next((plate for plate in showing if wanted == f"s{plate.number}"), None)
        if seat is None and self.board_due:
            return Picker(operation="b", seat=0, name="", count=self.board_due)
        seat = seat or self.showing
        if seat is None:
            return None
        return Picker(operation=f"s{seat.number}", seat=seat.number, name=seat.name, count=self.hole_cards)

    @property
    def showing(self) -> Plate | None:
        return next((plate for plate in self.plates if plate.number == self.to_show), None)
