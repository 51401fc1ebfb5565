"""The seats as everybody at the table sees them: players, chips, lammers, and the cards that lie open.

Only what everybody can see is shown: the board, up-cards, hands that were tabled, and discards the dealer has
recorded. A face-down card that the record knows stays a back, and is not kept from being picked either, as that
would betray it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal

from tables import engine
from tables.engine.cards.cards import JOKER
from tables.floor.button.positions import Positions
from tables.models import Seat
from tables.queries.table.last_hand import OutShown
from tables.queries.tablet.next_hand import NextHand
from tables.queries.tablet.prompt import Departures, MoveShown
from tables.queries.tablet.sheets import Picker
from tables.words.pots import HalfCalled, half_called

BACK: Final = "##"
"""A card that lies face down, beside the codes of known and unknown cards."""

SeatState = Literal["empty", "out", "in", "folded", "all_in", "shown", "mucked", "waiting"]
SitsOut = Literal["", "absent", "penalty", "leaving"]
Turn = Literal["", "acts", "shows", "draws", "proves"]
Blind = Literal["", "small", "big", "straddle"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatShown:
    """One seat as it is drawn. `bet` is in front of the player, `won` what the last hand gave.

    `sits_out`: why the deal kills the player's hand, the one in play or else the next, or that the player leaves after
    this one; `penalty_hands` of a penalty are left after it, or between hands in all. `turn` says what the player is
    to do now. `won_halves` are the halves of hi-lo pots in `won`;
    `drawn` how many cards the player changed in each draw. `is_opener`: the player opened a pot that needs openers.
    `has_row_of_cards`: the game deals more than two, which take a line of their own.
    `picker` is what a tap on the seat records; `most_in` the chips that it may put in, where a
    game is recorded by its result. `move` is that of the player who leaves the seat, or has just
    left it empty; `out` who lost the last chip here in the hand before; `expected` for whom the seat is
    kept, whose hand elsewhere is not over yet.
    """

    number: int
    name: str
    stack: int | None
    bet: int
    won: int
    won_halves: tuple[HalfCalled, ...]
    state: SeatState
    sits_out: SitsOut
    penalty_hands: int
    turn: Turn
    has_button: bool
    blind: Blind
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
        """Whether the cards say enough to be shown instead of a word."""
        return bool(self.cards) and (self.has_row_of_cards or "?" not in self.cards)


def seats_shown(
    seats: Sequence[Seat],
    *,
    state: engine.State | None,
    legal: engine.Legal | None,
    coming: NextHand,
    moving: Departures,
    pickers: Mapping[int, Picker],
) -> tuple[SeatShown, ...]:
    """`state` is the hand in play or the last one, `pickers` are by seat."""
    last, positions = coming.last, coming.positions
    in_play = None if state is None or state.is_complete else state
    setup = in_play.setup if in_play else coming.again
    due = blinds_of(positions) if coming.posts_blinds else {}
    blinds = blinds_of_setup(setup) if setup else due
    leaving = {move.seat: move for move in moving.leaving}
    bets = in_play.bets if in_play else {}
    has_row_of_cards = state is not None and not last.is_history and state.game.hole_cards > 2
    shown: list[SeatShown] = []
    for seat in seats:
        number, entry = seat.number, seat.entry
        # What a seat shows of a hand that is over is its player's, not that of the player who sits there now.
        theirs = state if in_play or (number in last.theirs and not last.is_history) else None
        won, halves = won_by(number, theirs)
        out = last.at(number) if last.out else None
        shown.append(
            SeatShown(
                number=number,
                name=entry.player.shown_name if entry else "",
                stack=stack_of(seat, in_play),
                bet=bets.get(number, 0),
                won=won,
                won_halves=halves,
                state="out" if out else seat_state(seat, in_play, positions),
                out=out,
                sits_out=sits_out(seat, in_play),
                penalty_hands=entry.penalty_hands if entry else 0,
                turn=turn_of(number, legal),
                has_button=number == coming.button.seat,
                blind=blinds.get(number, ""),
                cards=hand_shown(seat, theirs),
                has_row_of_cards=has_row_of_cards,
                drawn=draws_of(number, in_play),
                is_opener=is_opener(number, in_play),
                picker=pickers.get(number),
                most_in=legal.may_put_in.get(number, 0) if legal else 0,
                move=_move_from(seat, leaving.get(number)),
                expected="" if seat.entry_id else moving.coming.get(number, ""),
            )
        )
    return tuple(shown)


def _move_from(seat: Seat, move: MoveShown | None) -> MoveShown | None:
    """The move away from a seat, unless somebody else has sat down on it since."""
    return move if move is not None and (move.waits or seat.entry_id is None) else None


def blinds_of_setup(setup: engine.Setup) -> dict[int, Blind]:
    """Which blind each seat has put up in the hand in play."""
    words: dict[str, Blind] = {
        "small_blind": "small",
        "big_blind": "big",
        "straddle": "straddle",
    }
    return {post.seat: words[post.kind] for post in setup.posts if post.kind in words}


def blinds_of(positions: Positions | None) -> dict[int, Blind]:
    """Which blind each seat owes in the next hand."""
    if positions is None:
        return {}
    marks: dict[int, Blind] = dict.fromkeys(positions.small_blinds, "small")
    return marks | dict.fromkeys(positions.big_blinds, "big")


def stack_of(seat: Seat, state: engine.State | None) -> int | None:
    """The chips behind a seat, in the hand in play if there is one; None for a stack that nobody knows."""
    if state is not None and seat.number in state.stacks:
        return state.stacks[seat.number]
    return seat.entry.known_stack if seat.entry else 0


def seat_state(seat: Seat, state: engine.State | None, positions: Positions | None) -> SeatState:
    """How a seat is drawn."""
    number = seat.number
    if state is None:
        if seat.entry is None:
            return "empty"
        return "waiting" if positions is not None and number in positions.waiting else "in"
    if number not in state.stacks:
        return "empty" if seat.entry is None else "waiting"
    if number not in state.live:
        return "folded"
    if number in state.shown:
        return "shown"
    if number in state.mucked:
        return "mucked"
    return "all_in" if number in state.all_in else "in"


def sits_out(seat: Seat, state: engine.State | None) -> SitsOut:
    """Whether a player who sits here sits out the hand in play, or the next one."""
    entry = seat.entry
    if entry is None or (state is not None and seat.number in state.live):
        return ""
    if entry.leaving_line_id is not None:
        return "leaving"
    if entry.penalty_hands or (state is not None and state.sitting_out.get(seat.number) == "penalty"):
        return "penalty"
    return "absent" if entry.is_absent else ""


def turn_of(seat: int, legal: engine.Legal | None) -> Turn:
    """What a player is to do now."""
    if legal is None:
        return ""
    if legal.actor == seat:
        return "acts"
    if legal.drawer == seat:
        return "draws"
    if legal.openers_due == seat:
        return "proves"
    return "shows" if legal.phase == "showdown" and legal.to_show == seat else ""


def won_by(seat: int, state: engine.State | None) -> tuple[int, tuple[HalfCalled, ...]]:
    """What a complete hand gave a seat, and of which halves of hi-lo pots; a pot won whole is both."""
    if state is None or not state.is_complete:
        return 0, ()
    awards = [award for award in state.awards if award.seat == seat]
    halves = {half_called(award.half, state.game) for award in awards}
    return sum([award.amount for award in awards]), tuple(sorted(halves)) if "" not in halves else ()


def draws_of(seat: int, state: engine.State | None) -> tuple[int, ...]:
    """How many cards a seat changed in each draw so far."""
    if state is None or seat not in state.live:
        return ()
    return tuple([drawn.count for drawn in state.drawn if drawn.seat == seat])


def is_opener(seat: int, state: engine.State | None) -> bool:
    """Whether the seat opened a pot that nobody had to open."""
    return state is not None and state.game.carries and state.opener == seat


def hand_shown(seat: Seat, state: engine.State | None) -> str:
    """A seat's cards as they lie there: a tabled hand whole, in stud the up-cards between backs."""
    number = seat.number
    if state is None or number not in state.hole:
        return ""
    hand = state.hole[number]
    if number in state.shown:
        return engine.format_cards(hand) if any(hand) or state.game.is_stud else ""
    if not state.game.is_stud or number not in state.live or number in state.mucked:
        return ""
    faces = state.faces
    return "".join(
        [engine.format_cards([card]) if faces[at] == "u" else BACK for at, card in enumerate(hand)]
    )


def open_cards(state: engine.State | None) -> frozenset[str]:
    """The cards that everybody has seen in this hand, and those its deck does not have; no joker."""
    if state is None:
        return frozenset()
    seen = [*state.board, *(card for board in state.boards for card in board)]
    places = state.up_places
    for seat, hand in state.hole.items():
        seen += hand if seat in state.shown else [hand[at] for at in places[len(hand)]]
    if not any(drawn.reshuffled for drawn in state.drawn):
        seen += [card for thrown in state.discarded.values() for card in thrown]
    names = [engine.format_cards([card]) for card in seen if card != engine.UNKNOWN]
    return _names(state.setup.in_play.left_out).union(names)


@cache
def _names(cards: frozenset[engine.Card]) -> frozenset[str]:
    return frozenset([engine.format_cards([card]) for card in cards if card != JOKER])
