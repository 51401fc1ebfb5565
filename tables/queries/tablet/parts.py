"""The parts of the tablet's screen that follow from the hand alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal

from tables import engine
from tables.engine.made_hands import made_hands
from tables.engine.play.operations import Half
from tables.floor.button.positions import Positions
from tables.models import Seat
from tables.queries.table.hand import Replay
from tables.queries.tablet.bet_choices import bet_choices
from tables.queries.tablet.shown import (
    Actions,
    ByResult,
    DrawShown,
    HalfShown,
    PlateState,
    PotShown,
    Reshuffled,
    Told,
    Turn,
)
from tables.queries.words.hand_lines import RaiseWord, word_of_raise
from tables.queries.words.hands import say_made

Blind = Literal["", "small", "big", "straddle"]


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


def stack_of(seat: Seat, state: engine.State | None) -> int:
    """The chips behind a seat, in the hand in play if there is one."""
    if state is not None and seat.number in state.stacks:
        return state.stacks[seat.number]
    return seat.entry.stack if seat.entry else 0


def plate_state(seat: Seat, state: engine.State | None, positions: Positions | None) -> PlateState:
    """How a chair is drawn."""
    number = seat.number
    if state is None:
        if seat.entry is None:
            return "empty"
        return "waiting" if positions is not None and number in positions.waiting else "in"
    if number not in state.stacks:
        return "empty" if seat.entry is None else "waiting"
    if number in state.folded:
        return "folded"
    if number in state.shown:
        return "shown"
    if number in state.mucked:
        return "mucked"
    return "all_in" if number in state.all_in else "in"


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
        return (HalfShown(half="", is_open=high_open, winners=winners),)
    low_open = pot in legal.lows_to_declare
    return (
        HalfShown(half="", is_open=high_open and low_open, winners=None),
        HalfShown(half="high", is_open=high_open, winners=winners),
        HalfShown(half="low", is_open=low_open, winners=state.declared_low.get(pot)),
    )


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


def won_by(seat: int, state: engine.State | None) -> tuple[int, tuple[Half, ...]]:
    """What a complete hand gave a seat, and of which halves of hi-lo pots; a pot won whole is both."""
    if state is None or not state.is_complete:
        return 0, ()
    awards = [award for award in state.awards if award.seat == seat]
    halves = {award.half for award in awards}
    return sum([award.amount for award in awards]), tuple(sorted(halves)) if "" not in halves else ()


def won_with(state: engine.State | None) -> tuple[tuple[int, str], ...]:
    """The seats that won a complete hand at the showdown, and what their hands are called."""
    if state is None or not state.is_complete:
        return ()
    made = made_hands(state)
    said = [(award.seat, say_made(made, award.seat, award.half)) for award in state.awards]
    return tuple(dict.fromkeys([each for each in said if each[1]]))


def draws_of(seat: int, state: engine.State | None) -> tuple[int, ...]:
    """How many cards a seat changed in each draw so far."""
    if state is None or seat not in state.live:
        return ()
    return tuple([drawn.count for drawn in state.drawn if drawn.seat == seat])


def is_opener(seat: int, state: engine.State | None) -> bool:
    """Whether the seat opened a pot that nobody had to open."""
    return state is not None and state.game.carries and state.opener == seat


def draw_shown(
    state: engine.State | None, legal: engine.Legal | None, names: Mapping[int, str]
) -> DrawShown | None:
    if state is None or legal is None or legal.drawer is None:
        return None
    return DrawShown(
        seat=legal.drawer,
        name=names.get(legal.drawer, ""),
        held=len(state.hole[legal.drawer]),
        most=legal.draw_most,
        stub=max(state.stub or 0, 0),
    )


def reshuffled(state: engine.State | None) -> Reshuffled | None:
    """What the dealer must know of the draw that was told last."""
    if state is None or not state.drawn or not isinstance(state.history[-1], engine.Discard):
        return None
    last = state.drawn[-1]
    if not last.reshuffled:
        return None
    return Reshuffled(seat=last.seat, from_stub=last.count - last.reshuffled, reshuffled=last.reshuffled)


def may_open(
    state: engine.State | None, legal: engine.Legal | None, names: Mapping[int, str]
) -> tuple[tuple[int, str], ...]:
    """Who may be named as speaking first; once a round has opened by the cards, until somebody acts."""
    if state is None or legal is None:
        return ()
    seats = legal.may_open or (state.live if _may_be_corrected(state, legal) else ())
    return tuple((seat, names.get(seat, "")) for seat in seats)


def _may_be_corrected(state: engine.State, legal: engine.Legal) -> bool:
    """Whether another seat may still be named, the round having been opened by the cards."""
    if legal.phase != "betting" or not state.game.is_stud or not state.history:
        return False
    if not isinstance(state.history[-1], engine.DealUp | engine.Opens):
        return False
    try:
        engine.apply(state, engine.Opens(state.live[0]))
    except engine.IllegalAction:
        return False  # an up-card was told late, after somebody has acted
    return True


def by_result(
    state: engine.State | None, legal: engine.Legal | None, names: Mapping[int, str]
) -> ByResult | None:
    if state is None or legal is None or legal.phase != "result":
        return None
    return ByResult(
        seats=tuple((seat, names.get(seat, ""), legal.may_put_in.get(seat, 0)) for seat in state.order),
        most_out=legal.may_take_out,
        unit=state.setup.stakes.unit,
    )


def actions_of(
    state: engine.State | None, legal: engine.Legal | None, names: Mapping[int, str]
) -> Actions | None:
    """What the actor may do, with the range and the offered amounts of a raise."""
    if state is None or legal is None or legal.actor is None:
        return None
    return Actions(
        seat=legal.actor,
        name=names.get(legal.actor, ""),
        stack=state.stacks[legal.actor],
        all_in=state.stacks[legal.actor] + state.bets[legal.actor],
        unit=state.setup.stakes.unit,
        odd_bet=state.setup.rules.odd_bet,
        can_check=legal.can_check,
        call_amount=legal.call_amount,
        call_is_all_in=legal.call_is_all_in,
        raise_min=legal.raise_min,
        raise_max=legal.raise_max,
        raise_is_bet=legal.raise_is_bet,
        raise_is_completion=legal.raise_is_completion,
        bring_in=legal.bring_in,
        blind_open=legal.blind_open,
        choices=bet_choices(state, legal),
        counts_ante=_counts_ante(state),
        can_fold=legal.can_fold,
        bound=legal.bound,
        passive=legal.passive,
    )


def _counts_ante(state: engine.State) -> bool | None:
    """Before the flop of a pot-limit game with an ante that one player has paid for the table."""
    if state.street or state.game.betting != "pot_limit":
        return None
    has_ante = any(post.kind == "table_ante" for post in state.setup.posts)
    return state.setup.rules.pot_limit_counts_bba if has_ante else None


def last_told(replay: Replay | None, names: Mapping[int, str]) -> tuple[Told, ...]:
    """The last operations, newest first. What each was called follows from the hand before it."""
    steps = () if replay is None else replay.recent
    return tuple(told(operation, names, before, after) for operation, before, after in reversed(steps))


def told(
    operation: engine.Operation, names: Mapping[int, str], before: engine.State, after: engine.State
) -> Told:
    """One operation with the names its sentence needs, and the states around it."""
    seat = getattr(operation, "seat", 0)
    cards: Sequence[engine.Card] = getattr(operation, "cards", ())
    is_all_in = seat in after.all_in and seat not in before.all_in
    amount = getattr(operation, "amount", 0)
    if isinstance(operation, engine.Call | engine.BringIn) and is_all_in:
        amount = before.stacks[seat]
    return Told(
        kind=_kind_of(operation, before, after),
        seat=seat,
        name=names.get(seat, ""),
        amount=amount,
        cards=engine.format_cards(cards),
        seats=getattr(operation, "seats", ()),
        pot=getattr(operation, "pot", 0),
        half=getattr(operation, "half", ""),
        is_all_in=is_all_in,
        street=after.street_name if isinstance(operation, engine.DealBoard) else "",
        pots=len(before.pots) if isinstance(operation, engine.DeclareWinners) else 1,
        ruling=operation if isinstance(operation, engine.Ruling) else None,
    )


_KINDS_OF_RAISE: Final[Mapping[RaiseWord, str]] = MappingProxyType(
    {"bet": "Bet", "raise": "RaiseTo", "complete": "Complete"}
)


def _kind_of(operation: engine.Operation, before: engine.State, after: engine.State) -> str:
    if isinstance(operation, engine.RaiseTo):
        return _KINDS_OF_RAISE[word_of_raise(before)]
    if isinstance(operation, engine.DealBoard) and after.board == before.board:
        return "Street"
    return type(operation).__name__
