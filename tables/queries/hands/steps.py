"""A recorded hand step by step: after each operation that counts, what is said of it and how the table stands.

The page of a hand puts the lines into their streets; the replayer shows the table after each of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from tables import engine
from tables.words.hand_lines import ActionLine, LineMaker


@dataclass(frozen=True, slots=True, kw_only=True)
class StreetOpened:
    """A street begins: with these cards, while so much was in the pot. `board`: from 1, to which of several the cards
    belong. The name is "" in a game recorded by its result, which has none.
    """

    name: str
    board: int = 0
    cards: str = ""
    pot: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class HandStep:
    """The table as it is after this, and the lines of what was done; a street may begin `before` them or `after`.

    first_cards: board cards that belong to the street that is on, in games with a card before the flop.
    """

    state: engine.State
    lines: tuple[ActionLine, ...]
    before: StreetOpened | None = None
    after: StreetOpened | None = None
    first_cards: str = ""


def chips_won(state: engine.State) -> Counter[int]:
    """By seat what was won of all pots so far."""
    won: Counter[int] = Counter()
    for award in state.awards:
        won[award.seat] += award.amount
    return won


def effective_with_times(
    recorded: Sequence[tuple[engine.Operation, datetime]],
) -> tuple[list[tuple[engine.Operation, datetime]], int]:
    """The operations that count with their times, and how many were undone."""
    kept: list[tuple[engine.Operation, datetime]] = []
    undone = 0
    for operation, at in recorded:
        if isinstance(operation, engine.Undo):
            undone += len(kept) - operation.to
            del kept[operation.to :]
        else:
            kept.append((operation, at))
    return kept, undone


def steps_of(
    setup: engine.Setup,
    operations: Iterable[tuple[engine.Operation, datetime]],
    *,
    names: Mapping[int, str],
    hides_cards: bool,
) -> Iterator[HandStep]:
    """The blinds and antes first, then each operation. hides_cards: what was not tabled stays unseen."""
    teller = _Teller(setup, LineMaker(names=names, hides_cards=hides_cards))
    yield HandStep(state=teller.state, lines=tuple(_posts(setup, names)), before=teller.first)
    for operation, at in operations:
        yield teller.step(operation, at)


def _posts(setup: engine.Setup, names: Mapping[int, str]) -> Iterator[ActionLine]:
    if setup.carried_pot.chips:
        yield ActionLine(kind="waited", amount=setup.carried_pot.chips)
    for post in setup.posts:
        yield ActionLine(kind=post.kind, seat=post.seat, name=names[post.seat], amount=post.amount)


def for_everybody(steps: Iterable[HandStep]) -> Iterator[HandStep]:
    """The same without what only the staff read: that cards were recorded, and why somebody sat out."""
    for step in steps:
        lines = tuple(line for line in step.lines if not _is_for_staff(line))
        yield step if len(lines) == len(step.lines) else replace(step, lines=lines)


def _is_for_staff(line: ActionLine) -> bool:
    ruling = "" if line.ruling is None else line.ruling.kind
    return line.kind == "knows" or ruling in ("absent", "penalty")


class _Teller:
    """Replays a hand, and knows which street is on."""

    def __init__(self, setup: engine.Setup, maker: LineMaker) -> None:
        self.maker = maker
        self.state = engine.replay(setup, [])
        self.first = self._open(self.state.street_name if self.state.game.streets else "")

    def step(self, operation: engine.Operation, at: datetime) -> HandStep:
        old = self.state
        self.state = new = engine.apply(old, operation)
        is_common = not new.game.is_stud or new.board != old.board
        opened, first_cards, lines = None, "", list[ActionLine]()
        if isinstance(operation, engine.DealBoard):
            cards = engine.format_cards(operation.cards) if is_common else ""
            if old.awaits_first_card:  # it belongs to what is done before the flop
                first_cards = cards
            else:
                opened = self._open(
                    old.next_street_name, cards=cards, pot=old.pot_total, board=old.board_number
                )
            if not is_common:
                lines += self.maker.dealt(operation, old, new, at)
        elif old.phase in ("showdown", "openers") and self._name != "showdown":
            opened = self._open("showdown", pot=old.pot_total)
        line = self.maker.line(operation, old, new, at)
        lines += [] if line is None else [line]
        lines += self._returned(old, at)
        if new.is_complete and new.carried_pot.chips:
            lines.append(ActionLine(kind="waits", amount=new.carried_pot.chips, at=at))
        goes_on = new.phase in ("deal_up", "draw", "betting") and new.street > self._at
        return HandStep(
            state=new,
            lines=tuple(lines),
            before=opened,
            after=self._open(new.street_name, pot=new.pot_total) if goes_on else None,
            first_cards=first_cards,
        )

    def _returned(self, old: engine.State, at: datetime) -> list[ActionLine]:
        return [
            ActionLine(
                kind="returned", seat=back.seat, name=self.maker.names[back.seat], amount=back.amount, at=at
            )
            for back in self.state.returned[len(old.returned) :]
        ]

    def _open(self, name: str, *, cards: str = "", pot: int = 0, board: int = 0) -> StreetOpened:
        self._at, self._name = self.state.street, name
        return StreetOpened(name=name, board=board, cards=cards, pot=pot)
