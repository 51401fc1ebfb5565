"""What a player's words and chips count as, at a table with a hand in play: for the dealer and for the floor."""

from __future__ import annotations

from dataclasses import dataclass

from tables import engine
from tables.engine.errors import IllegalAction
from tables.engine.gestures.gesture import Gesture
from tables.engine.gestures.interpretation import Interpretation, interpret
from tables.engine.play.operations import Action
from tables.models import HandSeat
from tables.queries.table.hand import TableHand
from tables.words.gestures import GestureWords, action_words, gesture_words, rule_numbers
from tournament.words.writer import Writer


@dataclass(frozen=True, slots=True, kw_only=True)
class GestureOutcome:
    """What can be recorded: its words, the operation in the engine's text form, and the action it is made of.

    Out of turn the operation is a ruling about the action (TDA 53-A).
    """

    words: str
    code: str
    seat: int
    action: str
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GestureRead:
    """What a gesture of `seat` comes to, and by which published `rules`.

    `ahead` are the seats that were to act before it, none in turn. `outcomes`: one is what it counts as; several are
    choices, of the floor where `is_floors`, else of the player.
    """

    seat: int
    ahead: tuple[int, ...]
    words: GestureWords
    is_floors: bool
    outcomes: tuple[GestureOutcome, ...]
    rules: str


def seats_to_act(state: engine.State) -> tuple[int, ...]:
    """Who has still to act in this round, in turn; the first is the player whose turn it is."""
    if state.phase != "betting" or state.actor is None:
        return ()
    return tuple(state.progress.queue)


def players_to_act(recorded: TableHand) -> tuple[tuple[int, str], ...]:
    """The same with their names. One query."""
    seats = seats_to_act(recorded.state)
    rows = HandSeat.objects.filter(hand=recorded.hand, seat_number__in=seats).select_related("entry__player")
    names = {row.seat_number: row.entry.player.shown_name for row in rows}
    return tuple((seat, names.get(seat, "")) for seat in seats)


def read_gesture(state: engine.State, gesture: Gesture, *, seat: int, writer: Writer) -> GestureRead:
    """What it counts as, with the player's choices that the rules leave. `seat` is one of `seats_to_act`.

    A gesture out of turn is read as things stand: those ahead are taken to do nothing that changes the action.
    """
    queue = seats_to_act(state)
    ahead = queue[: queue.index(seat)] if seat in queue else ()
    read = interpret(_in_turn(state, ahead), gesture)
    actions = (read.operation,) if read.operation is not None else read.choices
    return GestureRead(
        seat=seat,
        ahead=ahead,
        words=gesture_words(read, writer),
        is_floors=read.floor,
        rules=rule_numbers(read),
        outcomes=tuple(
            outcome
            for action in actions
            if isinstance(action, engine.Fold | engine.Check | engine.Call | engine.RaiseTo)
            and (outcome := _outcome(state, action, read, writer, out_of_turn=bool(ahead)))
        ),
    )


def _in_turn(state: engine.State, ahead: tuple[int, ...]) -> engine.State:
    """The hand when the turn has come: those ahead have folded, or, where that would end it, checked or called."""
    for seat in ahead:
        folded = engine.apply(state, engine.Fold(seat))
        if folded.phase == "betting" and folded.actor is not None:
            state = folded
        else:
            state = engine.apply(state, engine.Call(seat) if state.to_call(seat) else engine.Check(seat))
    return state


def _outcome(
    state: engine.State, action: Action, read: Interpretation, writer: Writer, *, out_of_turn: bool
) -> GestureOutcome | None:
    """None for what cannot be recorded here: out of turn some actions are for the floor."""
    operation: engine.Operation = action
    if out_of_turn:
        operation = engine.Ruling(kind="out_of_turn", seat=action.seat, inner=action)
    try:
        engine.apply(state, operation)
    except IllegalAction:
        return None
    return GestureOutcome(
        words=action_words(action, read, writer),
        code=engine.encode(operation),
        seat=action.seat,
        action=_NAMES[type(action)],
        amount=action.amount if isinstance(action, engine.RaiseTo) else 0,
    )


_NAMES = {engine.Fold: "fold", engine.Check: "check", engine.Call: "call", engine.RaiseTo: "raise"}
