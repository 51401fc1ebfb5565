"""The hand of a table: its row, its record and the resulting states. Everything that needs a hand takes it
from here, so that a record is read and replayed once, in one place.

A tap looks at its table once (`Look`) and thinks on what it saw: nothing is locked meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, NamedTuple

from tables import engine
from tables.models import Hand, HandOperation, HandStatus, Seat, Table
from tables.models.statements import TableRow, read_table
from tournament.rules.structure.level_games import LevelGame

RECENT: Final = 4
"""How many of the last operations the tablet describes; each description needs the hand before it."""
KEPT: Final = RECENT + 1
"""One more, so that as many can be named after an undo."""


SEEN: Final = 512
"""Hands that this process plays on from where it saw them last: as many as a large room has tables in play."""


class Step(NamedTuple):
    """An operation, with the hand before and after it."""

    operation: engine.Operation
    before: engine.State
    after: engine.State


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """A record, each operation played once. `operations` are all of it, undos included, oldest first.

    `states` end with the hand as it is now. Before it stand those that the last operations found, KEPT of them,
    and in a game without a board all since the deal: there a street may begin without an operation.
    """

    operations: tuple[engine.Operation, ...]
    states: tuple[engine.State, ...]

    @property
    def state(self) -> engine.State:
        return self.states[-1]

    @property
    def recent(self) -> tuple[Step, ...]:
        """The last operations that count, oldest first."""
        before, after = self.states[:-1][-RECENT:], self.states[1:][-RECENT:]
        played = self.state.history[len(self.state.history) - len(before) :]
        return tuple(map(Step, played, before, after))

    def at(self, count: int) -> engine.State:
        """The hand after the first `count` of the operations that count."""
        kept = count + len(self.states) - len(self.state.history) - 1
        if kept >= 0:
            return self.states[kept]
        return engine.replay(self.state.setup, self.state.history[:count])

    def plus(self, operation: engine.Operation) -> Replay:
        """With one operation more, no undo. Raises IllegalAction."""
        return self.played_on([operation])

    def played_on(self, more: Sequence[engine.Operation]) -> Replay:
        """With these operations, undos among them. Raises IllegalAction."""
        operations = (*self.operations, *more)
        if any(isinstance(operation, engine.Undo) for operation in more):
            return replay_of(self.state.setup, operations)
        states = list(self.states)
        for operation in more:
            states.append(engine.apply(states[-1], operation))
        kept = _states_kept(states[-1].setup, states[-1].history)
        return Replay(operations=operations, states=tuple(states[-kept:]))

    def undone(self) -> Replay:
        """With the last operation that counts undone; there must be one."""
        undo = engine.Undo(len(self.state.history) - 1)
        return Replay(operations=(*self.operations, undo), states=self.states[:-1])


def replay_of(setup: engine.Setup, operations: Sequence[engine.Operation]) -> Replay:
    """Play a record from the deal on. Raises IllegalAction where the rules refuse it."""
    history = engine.effective(operations)
    first = len(history) + 1 - _states_kept(setup, history)
    states = [engine.replay(setup, history[:first])]
    for operation in history[first:]:
        states.append(engine.apply(states[-1], operation))
    return Replay(operations=tuple(operations), states=tuple(states))


def _states_kept(setup: engine.Setup, history: Sequence[engine.Operation]) -> int:
    is_whole = engine.GAMES[setup.game].plays_cards
    return len(history) + 1 if is_whole else min(len(history), KEPT) + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class TableHand:
    """A hand with its table, its tournament loaded, and its record."""

    table: Table
    hand: Hand
    replay: Replay

    @property
    def operations(self) -> tuple[engine.Operation, ...]:
        """All that were recorded, undos included, oldest first."""
        return self.replay.operations

    @property
    def state(self) -> engine.State:
        """The hand as it is now."""
        return self.replay.state

    @property
    def stakes(self) -> LevelGame:
        """What it was dealt for, as a level writes it."""
        return stakes_of_hand(self.hand.game, self.state.setup.stakes)

    def plus(self, operation: engine.Operation) -> TableHand:
        """With one operation more, no undo. Raises IllegalAction."""
        return replace(self, replay=self.replay.plus(operation))

    def undone(self) -> TableHand:
        """With the last operation that counts undone; there must be one."""
        return replace(self, replay=self.replay.undone())


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """A table as it stands, or as a change will leave it: its row with the tournament, its newest hand, its seats.

    `recorded` is None while no hand was dealt since the table was opened, and where the newest one was only `counted`:
    it has no record. False in `has_messages` and `has_moves` says that nobody needs to ask for them, in
    `has_others` that this is the only table that is open.

    Nothing is locked. All of it was read at one moment, and what is written on a look is written only if the version
    is still this one (`tables.services.table.lease`): every change of a seat, a stack or the table's status counts one.
    """

    table: Table
    recorded: TableHand | None
    seats: tuple[Seat, ...]
    has_messages: bool
    has_moves: bool
    has_others: bool
    counted: Hand | None = None

    @property
    def newest_hand(self) -> Hand | None:
        """The newest hand, recorded or counted."""
        return self.counted if self.recorded is None else self.recorded.hand

    @property
    def open_hand(self) -> TableHand | None:
        """The hand in play."""
        is_open = self.recorded is not None and self.recorded.hand.status == HandStatus.OPEN
        return self.recorded if is_open else None


def look_at(row: TableRow, *, hand: TableHand | None = None) -> Look:
    """A table that has just been read; `hand` is its newest one where that was replayed already."""
    recorded = _newest_hand(row) if hand is None else replace(hand, table=row.table)
    return Look(
        table=row.table,
        recorded=recorded,
        seats=row.seats,
        has_messages=row.has_messages,
        has_moves=row.has_moves,
        counted=row.hand if row.hand is not None and row.hand.is_counted else None,
        has_others=row.has_others,
    )


def look_at_table(*, tournament_id: int, table_id: int) -> Look:
    """A table as it is now. One statement. Raises Table.DoesNotExist for another tournament's."""
    return look_at(read_table(tournament_id=tournament_id, table_id=table_id))


def _newest_hand(row: TableRow) -> TableHand | None:
    if row.hand is None or row.hand.is_counted:
        return None
    return TableHand(table=row.table, hand=row.hand, replay=_played_on(row.hand, row.codes))


class _Seen(NamedTuple):
    """A hand as this process saw it last."""

    setup: engine.Setup
    codes: Sequence[str]
    replay: Replay


_seen: Final[dict[int, _Seen]] = {}


def _played_on(hand: Hand, codes: Sequence[str]) -> Replay:
    """The record of a hand, played on from where this process saw it last: most taps find one operation more."""
    setup, seen = hand.setup, _seen.get(hand.pk)
    # The same record on the same setup is the same hand, whatever had its number before.
    if seen is not None and seen.setup is setup and seen.codes == codes[: len(seen.codes)]:
        replay = seen.replay.played_on([engine.decode(code) for code in codes[len(seen.codes) :]])
    else:
        replay = replay_of(setup, [engine.decode(code) for code in codes])
    if len(_seen) >= SEEN:
        _seen.clear()
    _seen[hand.pk] = _Seen(setup, codes, replay)
    return replay


def remember(before: TableHand | None, after: TableHand, operation: HandOperation) -> None:
    """The hand went on by this operation, which was stored: the next look finds it played.

    After an undo too few states are left to go on from.
    """
    seen, is_undo = _seen.get(after.hand.pk), isinstance(after.operations[-1], engine.Undo)
    if seen is not None and before is not None and seen.replay is before.replay and not is_undo:
        _seen[after.hand.pk] = _Seen(seen.setup, [*seen.codes, operation.code], after.replay)


def stakes_of_hand(game: str, stakes: engine.Stakes) -> LevelGame:
    """What a hand was dealt for, as a level writes it."""
    return LevelGame(
        game=game,
        small_blind=stakes.small_blind,
        big_blind=stakes.big_blind,
        ante=stakes.ante,
        ante_kind=stakes.ante_kind,
        small_bet=stakes.small_bet,
        big_bet=stakes.big_bet,
        bring_in=stakes.bring_in,
        min_bet=stakes.min_bet,
    )


def last_hand(table: Table) -> Hand | None:
    """The newest hand since the table was opened, complete or in play; one undone does not count."""
    hands = Hand.objects.filter(table=table, number__gt=table.hands_before)
    return hands.exclude(status=HandStatus.VOID).order_by("-number").first()


def load_open_hand(table: Table) -> TableHand | None:
    """The hand in play with its record. Two queries, one between hands."""
    hand = Hand.objects.filter(table=table, status=HandStatus.OPEN).first()
    return None if hand is None else load_hand(hand, table)


def load_hand(hand: Hand, table: Table | None = None) -> TableHand:
    """A hand with its record; `table` where it is loaded already. One query."""
    operations = operations_of([hand])[hand.pk]
    return TableHand(table=table or hand.table, hand=hand, replay=replay_of(hand.setup, operations))


def timed_operations(hand: Hand) -> list[tuple[engine.Operation, datetime]]:
    """Every operation of a hand with the time it was recorded, undos included, oldest first. One query."""
    rows = HandOperation.objects.filter(hand=hand).order_by("number").values_list("code", "at")
    return [(engine.decode(code), at) for code, at in rows]


def ends_of(hands: Iterable[Hand]) -> dict[int, engine.State]:
    """By hand how it ended, without those whose record is damaged: the checks of the house say which these are. One
    query.
    """
    asked = list(hands)
    found: dict[int, engine.State] = {}
    codes = _codes_of(asked)
    for hand in asked:
        with suppress(*engine.DAMAGED):
            operations = engine.effective([engine.decode(code) for code in codes[hand.pk]])
            found[hand.pk] = engine.replay(hand.setup, operations)
    return found


def operations_of(hands: Iterable[Hand]) -> dict[int, list[engine.Operation]]:
    """By hand every operation recorded, undos included, oldest first. One query."""
    return {hand: list(map(engine.decode, codes)) for hand, codes in _codes_of(hands).items()}


def _codes_of(hands: Iterable[Hand]) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {hand.pk: [] for hand in hands}
    rows = HandOperation.objects.filter(hand__in=found).order_by("number")
    for hand_id, code in rows.values_list("hand_id", "code"):
        found[hand_id].append(code)
    return found
