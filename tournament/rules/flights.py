"""Starting flights and the day on which they come together: who goes on with what, and when a flight has been played.

Each flight plays by itself to its last hands. Then the stacks in its bags go on to the event; what becomes of several
stacks of one player is a setting of the house (CasinoWare and GGPoker: the best, or all together; MGM: the smaller ones
are out for the smallest prizes).
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from tournament.rules.clock import Clock
from tournament.rules.payouts.schemes import WHOLE
from tournament.rules.structure.periods import Structure

SeveralStacks: TypeAlias = Literal["best", "added", "smallest_prize", "one"]
"""What becomes of several stacks of one player; "one": who is through enters no other flight."""
SEVERAL_STACKS: Final[tuple[SeveralStacks, ...]] = ("best", "added", "smallest_prize", "one")


@dataclass(frozen=True, slots=True, kw_only=True)
class StackThrough:
    """A stack that was in a bag at the end of a flight."""

    entry: int
    player: int
    chips: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GoesOn:
    """An entry of the event: whose, with how many chips, from which entries of flights.

    `chips` is 0 for stacks that are out for the smallest prizes. `given_up` are chips that leave play.
    """

    player: int
    chips: int
    entries: tuple[int, ...]
    given_up: int = 0

    @property
    def is_out(self) -> bool:
        return self.chips == 0


def who_goes_on(stacks: Iterable[StackThrough], *, way: SeveralStacks) -> tuple[GoesOn, ...]:
    """The entries of the event, those who play first, in the order in which their entries came.

    Of equal stacks the one that came first counts as the best.
    """
    own: dict[int, list[StackThrough]] = defaultdict(list)
    for stack in stacks:
        own[stack.player].append(stack)
    playing = tuple(_of_player(each, way) for each in own.values())
    if way != "smallest_prize":
        return playing
    return playing + tuple(
        GoesOn(player=stack.player, chips=0, entries=(stack.entry,), given_up=stack.chips)
        for each in own.values()
        for stack in each
        if stack is not _best(each)
    )


def _of_player(stacks: Sequence[StackThrough], way: SeveralStacks) -> GoesOn:
    chips, best = sum(stack.chips for stack in stacks), _best(stacks)
    if way == "smallest_prize":
        return GoesOn(player=best.player, chips=best.chips, entries=(best.entry,))
    if way == "added":
        return GoesOn(player=best.player, chips=chips, entries=tuple(stack.entry for stack in stacks))
    return GoesOn(
        player=best.player,
        chips=best.chips,
        entries=tuple(stack.entry for stack in stacks),
        given_up=chips - best.chips,
    )


def _best(stacks: Sequence[StackThrough]) -> StackThrough:
    return max(stacks, key=lambda stack: stack.chips)


def several_stacks(kept: str) -> SeveralStacks:
    """The way that a setting names; the first where it names none."""
    return next((way for way in SEVERAL_STACKS if way == kept), SEVERAL_STACKS[0])


@dataclass(frozen=True, slots=True, kw_only=True)
class FlightEnd:
    """Until when a flight is played: the end of a level, so many players left, a share of its entries in millionths; 0
    for what does not end it.
    """

    level: int = 0
    players: int = 0
    share: int = 0

    def players_at(self, entries: int) -> int:
        """How many are left when a share or a number ends it; 0 where neither does. A share is rounded up."""
        of_share = -(-entries * self.share // WHOLE) if self.share else 0
        return max(of_share, self.players)

    def is_reached(self, *, entries: int, left: int, level: int, is_over: bool) -> bool:
        """Whether the flight has been played to its end; `is_over`: that level has been played."""
        few = self.players_at(entries)
        return (0 < left <= few) or (self.level > 0 and (level, is_over) >= (self.level, True))


def where_it_goes_on(flights: Iterable[tuple[Clock, Structure]], structure: Structure) -> Clock:
    """The clock of the day after, not started yet: at the earliest level that a flight has reached, with what it had
    played of it.

    A flight that stopped in a break, or at the end of a level, goes on with the next level. Levels are found by their
    number: the structure of the event may have other breaks, and levels of another length.
    """
    number, played_ms, added_ms = min((_reached(*flight) for flight in flights), default=(1, 0, 0))
    index = structure.index_of_level(min(number, structure.level_count))
    length = structure.periods[index].duration_seconds * 1000 + added_ms
    if structure.hands_of(index):
        # Hands of another flight are not hands of this table: the level begins in full.
        return Clock(index=index)
    return Clock(index=index, elapsed_ms=min(played_ms, length), added_ms=added_ms)


def _reached(clock: Clock, structure: Structure) -> tuple[int, int, int]:
    """The number of the level to go on with, how much of it was played, and by how much it was longer."""
    number = structure.level_number(clock.index)
    length = structure.periods[clock.index].duration_seconds * 1000 + clock.added_ms
    if hands := structure.hands_of(clock.index):
        is_over = clock.hands >= hands and number < structure.level_count
        return number + is_over, 0, 0
    if structure.is_break(clock.index) or (clock.elapsed_ms >= length and number < structure.level_count):
        return number + 1, 0, 0
    return number, clock.elapsed_ms, clock.added_ms
