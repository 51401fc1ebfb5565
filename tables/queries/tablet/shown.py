"""What the dealer's tablet shows, as plain values: a template only prints them.

The page has the same places in every state, so the screen says for each place what it does now.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from tables import engine
from tables.engine.games.house_rules import OddBet
from tables.engine.play.operations import Action, Half
from tables.engine.play.progress import Phase
from tables.floor.button.straddle import Straddle
from tables.floor.reasons import Reason
from tables.queries.room.departures import MoveShown
from tables.queries.table.last_hand import OutShown
from tables.queries.table.next_game import NextGame
from tables.queries.tablet.bet_choices import BetChoice
from tables.queries.tablet.cards import Picker
from tournament.rules.structure.level_games import LevelGame

Stage = Literal["between"] | Phase
PlateState = Literal["empty", "out", "in", "folded", "all_in", "shown", "mucked", "waiting"]
Turn = Literal["", "acts", "shows", "draws", "proves"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plate:
    """One chair as it is drawn. `bet` is in front of the player, `won` what the last hand gave.

    `turn` says what the player is to do now. `won_halves` are the halves of hi-lo pots in `won`;
    `drawn` how many cards he changed in each draw. `is_opener`: he opened a pot that needs openers.
    `has_row_of_cards`: the game deals more than two, which take a line of their own.
    `picker` is what a tap on the plate records; `most_in` the chips that it may put in, where a
    game is recorded by its result. `move` is that of the player who leaves the chair, or has just
    left it empty; `out` who lost the last chip here in the hand before; `expected` for whom the chair is
    kept, whose hand elsewhere is not over yet.
    """

    number: int
    name: str
    stack: int
    bet: int
    won: int
    won_halves: tuple[Half, ...]
    state: PlateState
    turn: Turn
    has_button: bool
    blind: Literal["", "small", "big", "straddle"]
    cards: str
    has_row_of_cards: bool
    drawn: tuple[int, ...]
    is_opener: bool
    picker: Picker | None
    most_in: int
    move: MoveShown | None
    out: OutShown | None
    expected: str

    @property
    def is_actor(self) -> bool:
        return self.turn == "acts"

    @property
    def has_whole_hand(self) -> bool:
        """Whether the cards say enough to stand there instead of a word."""
        return bool(self.cards) and (self.has_row_of_cards or "?" not in self.cards)


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
    """One operation of the record, with what its sentence names.

    `kind` is the operation's name; a raise that opens the betting of its street is "Bet", one that
    makes up a bring-in or a short bet "Complete", cards to each player in a run-out "Street". `amount`
    of a call that takes the last chips is what it added; `street` is the street that the cards belong
    to, `pots` how many pots there were.
    """

    kind: str
    seat: int
    name: str
    amount: int
    cards: str
    seats: tuple[int, ...]
    pot: int
    half: Half
    is_all_in: bool = False
    street: str = ""
    pots: int = 1
    ruling: engine.Ruling | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Actions:
    """What the actor may do. Amounts of raises are totals of the street; None: not allowed.

    `all_in` is the total with all its chips in; other totals are multiples of `unit` (0: of anything), and
    `odd_bet` says what becomes of one that is none. `counts_ante`: whether the pot limit counts the ante
    for the table; None where it does not ask. `bound`: he has acted out of turn, and may do nothing
    else; `passive`: he may not raise.
    """

    seat: int
    name: str
    stack: int
    all_in: int
    unit: int
    odd_bet: OddBet
    can_check: bool
    call_amount: int | None
    call_is_all_in: bool
    raise_min: int | None
    raise_max: int | None
    raise_is_bet: bool
    raise_is_completion: bool
    bring_in: int | None
    blind_open: int | None
    choices: tuple[BetChoice, ...]
    counts_ante: bool | None
    can_fold: bool
    bound: Action | None
    passive: bool

    @property
    def has_one_raise(self) -> bool:
        return self.raise_min is not None and self.raise_min == self.raise_max


@dataclass(frozen=True, slots=True, kw_only=True)
class HalfShown:
    """A pot or one half of it: `is_open` while the dealer may say who wins it, `winners` once he has.

    `winners` is None before; of a low half () when nobody has a low.
    """

    half: Half
    is_open: bool
    winners: tuple[int, ...] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PotShown:
    """A pot, who can still win it, and what it is won by: as a whole first, then by halves."""

    index: int
    amount: int
    claimants: tuple[tuple[int, str], ...]
    halves: tuple[HalfShown, ...]

    @property
    def is_open(self) -> bool:
        return any(half.is_open for half in self.halves)

    @property
    def is_high_low(self) -> bool:
        return len(self.halves) > 1


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawShown:
    """Whose draw it is: up to `most` of his `held` cards; `stub` cards are left to be dealt."""

    seat: int
    name: str
    held: int
    most: int
    stub: int

    @property
    def pairs(self) -> tuple[tuple[int, ...], ...]:
        """The numbers of cards by twos, as they share the places of the screen."""
        return tuple([tuple(range(at, min(at + 2, self.held + 1))) for at in range(1, self.held + 1, 2)])


@dataclass(frozen=True, slots=True, kw_only=True)
class Reshuffled:
    """The last draw took more than the stub had: `from_stub` cards, then `reshuffled` new ones."""

    seat: int
    from_stub: int
    reshuffled: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ByResult:
    """A game recorded by its result: seats with the chips they may put in, and what may be taken.

    Amounts are multiples of `unit`, but for what is odd already; 0: of anything.
    """

    seats: tuple[tuple[int, str, int], ...]
    most_out: int
    unit: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageShown:
    pk: int
    text: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class TabletScreen:
    """Everything on the tablet's page. `may_write` is false while another tablet has the table.

    `game` is the code of the hand in play or of the next one, `title` the name of a game that is
    recorded by its result. `pickers` is what cards may be picked for now, what is due first;
    `may_open` who may be named as the one whose up-cards speak first. `openers` is the rank of the
    pair that opens the pot. `won_with`: the seats that won the last hand and what theirs was called.
    `model` is the hand as the tablet's script plays it on, "" where it cannot.
    `next_button` is the seat that gets the button with the next hand, 0 during one and where there is
    none; `out` are those who went out in the last hand and whose chair is taken again.
    `carried_pot` is the pot carried over to this hand or the next.
    `remarks` is what is unusual about the next hand's button and blinds; `floor_coming` is who
    answered the call, `moves` who has yet to leave and `recalled` who may have come by a move that was taken back,
    `proposed` the ruling that waits for the floor; `deals_again`: the hand before was a
    misdeal, and the same one is dealt once more.
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
    next_street: str
    game: str
    title: str
    stakes: Stakes
    plates: tuple[Plate, ...]
    next_button: int
    out: tuple[OutShown, ...]
    board: str
    used_cards: frozenset[str]
    pickers: tuple[Picker, ...]
    may_open: tuple[tuple[int, str], ...]
    draw: DrawShown | None
    reshuffled: Reshuffled | None
    openers: str
    openers_due: int | None
    by_result: ByResult | None
    carried_pot: int
    pots: tuple[PotShown, ...]
    pot_total: int
    won_with: tuple[tuple[int, str], ...]
    returned: int
    actions: Actions | None
    model: str
    to_show: int | None
    may_muck: bool
    straddle: Straddle | None
    can_deal: bool
    deals_again: bool
    refusal: Literal["", "over", "held", "closed", "not_in_play", "break", "breaking", "too_few"]
    hold_reason: str
    undo: Literal["", "operation", "deal"]
    undone: Told | None
    last: tuple[Told, ...]
    messages: tuple[MessageShown, ...]
    remarks: tuple[Reason, ...]
    proposed: engine.Ruling | None
    floor_called: bool
    floor_coming: str
    moves: tuple[MoveShown, ...]
    recalled: tuple[MoveShown, ...]

    @property
    def asks_for_title(self) -> bool:
        """Whether a game may be chosen that only its result is recorded of, under a name."""
        return any(engine.GAMES[each.game].betting == "none" for each in self.stakes.coming.choices)

    @property
    def meaning(self) -> str:
        """Changes exactly when the same tap would mean something else than before."""
        return f"{self.hand_number}-{self.stage}-{self.street}-{self.turn_of}-{int(self.may_write)}"

    @property
    def turn_of(self) -> int:
        """The seat that the buttons speak of; 0 for none."""
        acts = self.actions.seat if self.actions else self.draw.seat if self.draw else 0
        return acts or (self.next_picker.seat if self.next_picker else 0)

    @property
    def topics(self) -> str:
        """What this tablet listens to."""
        return f"table-{self.table} clock"

    @property
    def used_text(self) -> str:
        return "".join(sorted(self.used_cards))

    @property
    def bets_now(self) -> int:
        """What of the pot lies in front of the players."""
        return sum([plate.bet for plate in self.plates])

    @property
    def seats_count(self) -> int:
        return len(self.plates)

    @property
    def has_joker(self) -> bool:
        return bool(engine.GAMES[self.game].joker)

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

    @property
    def going_later(self) -> tuple[MoveShown, ...]:
        """Who goes when the hand is over."""
        return tuple(move for move in self.moves if move.waits)

    @property
    def going_now(self) -> tuple[MoveShown, ...]:
        return tuple(move for move in self.moves if not move.waits)

    @property
    def next_picker(self) -> Picker | None:
        """What the cards that are due now are picked for; a draw is mostly told by its number."""
        first = self.pickers[0] if self.pickers else None
        return first if first and self.stage != "betting" else None

    def picker_for(self, wanted: str) -> Picker | None:
        """What cards are picked for: `wanted` if that is possible now, else what is due next."""
        return next((each for each in self.pickers if each.operation == wanted), self.next_picker)

    @property
    def up_cards_due(self) -> str:
        """The seats whose up-cards of this street are to be told, in the order of the deal."""
        due = [each for each in self.pickers if each.kind == "up" and each.unknown]
        return " ".join(str(each.seat) for each in due)

    @property
    def showing(self) -> Plate | None:
        return next((plate for plate in self.plates if plate.number == self.to_show), None)
