"""What may happen next, by phase: everything in the answer is accepted, everything else refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from tables.engine.errors import IllegalAction
from tables.engine.play.dealing import may_know
from tables.engine.play.limits import raise_limits
from tables.engine.play.operations import Action, Call, Check, Fold, RaiseTo
from tables.engine.play.progress import Phase, Progress
from tables.engine.play.showdown import muck_refusal, to_declare, undecided
from tables.engine.rulings.kinds import RULINGS
from tables.engine.rulings.moments import asking
from tables.engine.rulings.out_of_turn import bound_action
from tables.engine.rulings.subjects import subjects
from tables.engine.state import State
from tables.engine.streets.drawing import draw_most
from tables.engine.streets.italian import blind_opening
from tables.engine.streets.streets import board_due, most_boards
from tables.engine.streets.stud import may_open

_NONE: Final[Mapping[int, int]] = MappingProxyType({})


RaiseWord = Literal["bet", "raise", "complete"]


class Legal(NamedTuple):
    """What may happen next, with amounts; the answer of `legal`.

    call_amount: chips a call costs, None if there is nothing to call. raise_min and raise_max:
    totals of the street, both None if no bet or raise is allowed; equal where only one amount is.
    bring_in: chips of the bring-in that is due; raise_is_completion: what is raised is not yet a
    full bet. blind_open: chips of a blind opening (Italian poker). board_cards: how many cards to
    deal now, or 0; in a run-out of stud one to each contender, in the order of the deal. most_boards: how many times
    the rest of the board may be dealt, where that can be agreed now. deal_up: seats
    whose up-card of this street is to be recorded; may_open: seats that may be named as first to act. drawer:
    the seat to draw, draw_most cards at most. to_show: the seat to show or muck. pots_to_declare: pots whose
    winner does not follow from the recorded cards; lows_to_declare: those whose low half they cannot.
    openers_due: the seat that must prove its openers. may_put_in, may_take_out: seats to the most chips, and
    may_end, in a game recorded by its result. may_know: seats whose hole cards may be recorded.
    bound: the only action left to an actor who acted out of turn; passive: a ruling forbids the actor to raise.
    """

    phase: Phase
    actor: int | None = None
    can_fold: bool = False
    can_check: bool = False
    call_amount: int | None = None
    call_is_all_in: bool = False
    raise_min: int | None = None
    raise_max: int | None = None
    raise_is_bet: bool = False
    board_cards: int = 0
    most_boards: int = 0
    may_show: tuple[int, ...] = ()
    may_muck: tuple[int, ...] = ()
    to_show: int | None = None
    pots_to_declare: tuple[int, ...] = ()
    may_know: tuple[int, ...] = ()
    bring_in: int | None = None
    raise_is_completion: bool = False
    deal_up: tuple[int, ...] = ()
    may_open: tuple[int, ...] = ()
    drawer: int | None = None
    draw_most: int = 0
    lows_to_declare: tuple[int, ...] = ()
    openers_due: int | None = None
    may_put_in: Mapping[int, int] = _NONE
    may_take_out: int = 0
    may_end: bool = False
    blind_open: int | None = None
    bound: Action | None = None
    passive: bool = False

    @property
    def raise_word(self) -> RaiseWord:
        """What a raise is called here: the first bet of a street is a bet, what makes up a short one completes."""
        if self.raise_is_completion:
            return "complete"
        return "bet" if self.raise_is_bet else "raise"


def legal(state: State) -> Legal:
    """What may happen now, with amounts."""
    p = state.progress
    return _ANSWERS[p.phase](p)


def _complete(p: Progress) -> Legal:
    return Legal(phase=p.phase)


def _knowable(p: Progress) -> tuple[int, ...]:
    return tuple([seat for seat in p.order if may_know(p, seat)])


def _betting(p: Progress) -> Legal:
    seat = p.actor
    assert seat is not None  # noqa: S101  # a betting round has an actor
    stack = p.stacks[seat]
    to_pay = max(p.price(seat) - p.bets[seat], 0)
    limits = raise_limits(p, seat)
    least, most = (None, None) if isinstance(limits, IllegalAction) else limits
    due = p.bring_in > p.bet_to_match
    answer = Legal(
        phase=p.phase,
        actor=seat,
        can_fold=not due,
        can_check=not to_pay and not due,
        call_amount=min(to_pay, stack) if to_pay else None,
        call_is_all_in=bool(to_pay) and to_pay >= stack,
        raise_min=least,
        raise_max=most,
        raise_is_bet=p.bet_to_match == 0 and not due,
        bring_in=min(p.bring_in, stack) if due else None,
        raise_is_completion=p.bring_in > 0 and p.full_bet == 0 and p.game.betting == "fixed_limit",
        may_open=tuple(p.live) if may_open(p) else (),
        may_know=_knowable(p),
        blind_open=blind_opening(p),
    )
    return answer if p.irregularities is None else _as_bound(p, seat, answer)


def _as_bound(p: Progress, seat: int, answer: Legal) -> Legal:
    """What remains for a seat that has acted out of turn, or may not raise."""
    word, passive = bound_action(p, seat)
    if passive or word is not None:
        answer = answer._replace(
            passive=passive,
            bound=word,
            raise_min=None,
            raise_max=None,
            raise_is_completion=False,
            blind_open=None,
        )
    if word is None:
        return answer
    amount = word.amount if isinstance(word, RaiseTo) else None
    return answer._replace(
        can_fold=isinstance(word, Fold),
        can_check=isinstance(word, Check),
        call_amount=answer.call_amount if isinstance(word, Call) else None,
        call_is_all_in=answer.call_is_all_in and isinstance(word, Call),
        raise_min=amount,
        raise_max=amount,
    )


def _deal_up(p: Progress) -> Legal:
    awaiting = tuple(p.cards.awaiting) if p.cards is not None else ()
    return Legal(phase=p.phase, deal_up=awaiting, may_open=tuple(p.live), may_know=_knowable(p))


def _draw(p: Progress) -> Legal:
    drawer = p.cards.drawers[0] if p.cards is not None else None
    return Legal(phase=p.phase, drawer=drawer, draw_most=draw_most(p), may_know=_knowable(p))


def _showdown(p: Progress) -> Legal:
    waiting = undecided(p)
    return Legal(
        phase=p.phase,
        board_cards=board_due(p),
        most_boards=most_boards(p),
        may_show=tuple(waiting),
        may_muck=tuple([seat for seat in waiting if muck_refusal(p, seat) is None]),
        to_show=waiting[0] if waiting else None,
        pots_to_declare=tuple(to_declare(p)),
        lows_to_declare=tuple(to_declare(p, "low")) if p.game.is_high_low else (),
        may_know=_knowable(p),
    )


def _openers(p: Progress) -> Legal:
    opener = p.cards.opener if p.cards is not None else None
    return Legal(phase=p.phase, openers_due=opener, may_know=_knowable(p))


def _result(p: Progress) -> Legal:
    return Legal(
        phase=p.phase,
        may_put_in=MappingProxyType({seat: chips for seat, chips in p.stacks.items() if chips}),
        may_take_out=p.pot,
        may_end=True,
    )


_ANSWERS: Final[Mapping[Phase, Callable[[Progress], Legal]]] = MappingProxyType(
    {
        "betting": _betting,
        "deal_board": _showdown,
        "deal_up": _deal_up,
        "draw": _draw,
        "showdown": _showdown,
        "openers": _openers,
        "result": _result,
        "complete": _complete,
    }
)


def rulings_possible(state: State) -> tuple[str, ...]:
    """The kinds that can be made now: what the tablet offers. Separate from `legal`, which is called far more
    often than a ruling is needed.
    """
    p = state.progress
    return tuple([kind for kind, each in RULINGS.items() if each.by != "deal" and each.when(p)])


def may_ask(state: State) -> Mapping[int, tuple[int, ...]]:
    """Each seat that may ask to see a hand now, with the seats whose hands it may ask for (TDA 18-B, S-102)."""
    return asking(state.progress)


def ruling_seats(state: State, kind: str) -> tuple[int, ...]:
    """The seats of the hand that a ruling of this kind can concern now, ascending."""
    return tuple(subjects(state.progress, kind))
