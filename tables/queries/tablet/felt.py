"""The felt: its seats, and between them the board and the pots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tables import engine
from tables.engine.made_hands import made_hands
from tables.engine.play.operations import Half
from tables.queries.table.last_hand import OutShown
from tables.queries.tablet.next_hand import NextHand
from tables.queries.tablet.seats import SeatShown
from tables.words.hands import say_made
from tables.words.pots import HalfCalled, half_called


@dataclass(frozen=True, slots=True, kw_only=True)
class HalfShown:
    """A pot or one half of it: `is_open` while the dealer may say who wins it, `winners` once they have.

    `called` is what people call it. `winners` is None before; of a low half () when nobody has a low.
    """

    half: Half
    called: HalfCalled
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
class BoardShown:
    """The cards of a board, and the places of those still to come."""

    cards: str
    gaps: range


@dataclass(frozen=True, slots=True, kw_only=True)
class Felt:
    """The seats and what lies between them.

    `next_button` is the seat that gets the button with the next hand, 0 during one and where there is none; `out`
    are those who went out in the last hand and whose seat is taken again. `title` is the name of a game that is
    recorded by its result; `boards` are several where the players agreed on that, and `board_number` is the one being
    dealt, from 1. `carried_pot` is what the hand before left for this one or the next. `won_with`: the seats that won
    the last hand and what theirs was called; `openers` is the rank of the pair that opens the pot.
    """

    seats: tuple[SeatShown, ...]
    next_button: int
    out: tuple[OutShown, ...]
    title: str
    boards: tuple[BoardShown, ...]
    board_number: int
    pots: tuple[PotShown, ...]
    pot_total: int
    carried_pot: int
    won_with: tuple[tuple[int, str], ...]
    returned: int
    openers: str

    @property
    def bets_now(self) -> int:
        """What of the pot lies in front of the players."""
        return sum([seat.bet for seat in self.seats])

    @property
    def seats_count(self) -> int:
        return len(self.seats)

    @property
    def has_open_pots(self) -> bool:
        return any(pot.is_open for pot in self.pots)


def felt_of(
    seats: tuple[SeatShown, ...],
    *,
    coming: NextHand,
    state: engine.State | None,
    legal: engine.Legal | None,
    names: Mapping[int, str],
) -> Felt:
    """`state` is the hand in play or the last one."""
    last, button = coming.last, coming.button
    in_play = None if state is None or state.is_complete else state
    seen = None if last.is_history else state
    most = engine.GAMES[coming.game].board_cards
    boards = ((),) if seen is None else seen.boards_so_far
    return Felt(
        seats=seats,
        next_button=button.seat if button.is_next else 0,
        out=last.replaced if last.out else (),
        title="" if in_play is None else in_play.setup.title,
        boards=tuple(
            BoardShown(cards=engine.format_cards(board), gaps=range(most - len(board))) for board in boards
        ),
        board_number=0 if in_play is None else in_play.board_number,
        pots=pots_shown(in_play, legal, names),
        pot_total=0 if seen is None else seen.pot_total,
        carried_pot=carried_pot(state),
        won_with=won_with(seen),
        returned=0 if seen is None else sum([back.amount for back in seen.returned]),
        openers="" if in_play is None else in_play.openers_required,
    )


def carried_pot(state: engine.State | None) -> int:
    """Chips of an earlier hand that nobody won: in the pot of the one in play, or for the next."""
    if state is None:
        return 0
    return (state if state.is_complete else state.setup).carried_pot.chips


def pots_shown(
    state: engine.State | None, legal: engine.Legal | None, names: Mapping[int, str]
) -> tuple[PotShown, ...]:
    """The pots with those who can win them, and who was said to; by result there is but one heap."""
    if state is None or legal is None or legal.phase == "result":
        return ()
    return tuple(
        PotShown(
            index=pot.index,
            amount=pot.amount,
            claimants=tuple((s, names.get(s, "")) for s in pot.seats if s not in state.mucked),
            halves=_halves(pot.index, state, legal),
        )
        for pot in state.pots
    )


def _halves(pot: int, state: engine.State, legal: engine.Legal) -> tuple[HalfShown, ...]:
    high_open, winners = pot in legal.pots_to_declare, state.declared.get(pot)
    if not state.game.is_high_low:
        return (HalfShown(half="", called="", is_open=high_open, winners=winners),)
    low_open = pot in legal.lows_to_declare
    return (
        HalfShown(half="", called="", is_open=high_open and low_open, winners=None),
        HalfShown(half="high", called=half_called("high", state.game), is_open=high_open, winners=winners),
        HalfShown(
            half="low",
            called=half_called("low", state.game),
            is_open=low_open,
            winners=state.declared_low.get(pot),
        ),
    )


def won_with(state: engine.State | None) -> tuple[tuple[int, str], ...]:
    """The seats that won a complete hand at the showdown, and what their hands are called."""
    if state is None or not state.is_complete:
        return ()
    made = made_hands(state)
    said = [(award.seat, say_made(made, award.seat, award.half)) for award in state.awards]
    return tuple(dict.fromkeys([each for each in said if each[1]]))
