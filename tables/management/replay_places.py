"""Where the players of a recorded hand sit at the table that deals it again: on their own seats, if there are so many.

The file says who has the button and the blinds; a seat it leaves empty stays empty. A button or a small blind that
nobody has is at an empty seat. Where a table has no such seat, or too few, the players sit closer together, in the
same order around the button.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from tables import engine
from tables.engine.games.posts import clockwise
from tables.floor.button.positions import Positions
from tables.floor.circle import is_between

MOST_SEATS: Final = 10
"""Of a tournament's table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayPlaces:
    """A table of `seats` seats: the one of each player by that in the file, the button and the small blind, both
    perhaps empty.
    """

    seats: int
    seat_for: Mapping[int, int]
    button: int
    small_blind: int

    @property
    def taken(self) -> frozenset[int]:
        return frozenset(self.seat_for.values())

    @property
    def hand_before(self) -> Positions:
        """The hand that the floor's rule makes these positions of: its small blind has the button, its big blind
        the small one.
        """
        dealt = clockwise(sorted(self.taken), after=self.small_blind)
        return Positions(
            button=dealt[-1] if dealt[-1] != self.button else dealt[0],
            small_blind_position=self.button,
            big_blind_position=self.small_blind,
            small_blinds=(),
            big_blinds=(self.small_blind,),
            dealt=dealt,
            waiting=frozenset(),
            first_to_act=dealt[0],
            last_to_act=dealt[-1],
            marker=self.button,
        )


def places_of(setup: engine.Setup) -> ReplayPlaces:
    """The seats of a hand; of more players than a table has seats, as many as there are players."""
    order = clockwise([each.seat for each in setup.seats], after=setup.button)
    game = engine.GAMES[setup.game]
    if not game.has_button:
        return _close_together(order, button=order[-1], is_dead=False)
    is_dead = _has_dead_small_blind(setup, order)
    size = max(*order, setup.button)
    gap = _gap(order, setup.button, size) if is_dead else 0
    if max(size, gap) > min(MOST_SEATS, game.most_players) or (is_dead and not gap):
        return _close_together(order, button=setup.button, is_dead=is_dead)
    return ReplayPlaces(
        seats=max(size, gap),
        seat_for={seat: seat for seat in order},
        button=setup.button,
        small_blind=gap or (setup.button if _is_heads_up(setup, order) else order[0]),
    )


def _has_dead_small_blind(setup: engine.Setup, order: tuple[int, ...]) -> bool:
    """Whether the player left of the button has the big blind, and nobody the small one."""
    kinds = {post.kind: post.seat for post in setup.posts}
    return len(order) > 2 and "small_blind" not in kinds and kinds.get("big_blind") == order[0]


def _gap(order: tuple[int, ...], button: int, size: int) -> int:
    """The last empty seat between the button and the big blind; 0 where there is none, and no room for one."""
    between = [seat for seat in range(1, size + 1) if is_between(button, seat, order[0])]
    if between:
        before_wrap = [seat for seat in between if seat < order[0]]
        return max(before_wrap or between)
    return size + 1 if button > order[0] else 0


def _is_heads_up(setup: engine.Setup, order: tuple[int, ...]) -> bool:
    return len(order) == 2 and setup.button in order


def _close_together(order: tuple[int, ...], *, button: int, is_dead: bool) -> ReplayPlaces:
    around: list[int | None] = [None, *order] if is_dead else [*order]
    if button not in order:
        around.append(None)
    return ReplayPlaces(
        seats=len(around),
        seat_for={seat: at for at, seat in enumerate(around, start=1) if seat is not None},
        button=len(around),
        small_blind=2 if len(order) == 2 and button in order else 1,
    )


def what_differs(setup: engine.Setup, places: ReplayPlaces, dealt: engine.Setup) -> str:
    """Where the hand that the table has dealt is another than the file's, in words; "" where it is not."""
    seats = {places.seat_for[each.seat]: each.stack for each in setup.seats}
    if seats != {each.seat: each.stack for each in dealt.seats}:
        return "other players are dealt in"
    theirs, ours = _posted(setup, places.seat_for), _posted(dealt, {seat: seat for seat in seats})
    if theirs != ours:
        return f"the file posts {_words(theirs - ours)}, the table {_words(ours - theirs)}"
    if engine.GAMES[setup.game].has_button and dealt.button != places.button:
        return f"the button of the file is at seat {places.button}, the table's at seat {dealt.button}"
    return ""


def _posted(setup: engine.Setup, seat_for: Mapping[int, int]) -> set[tuple[int, int, str]]:
    return {(seat_for[post.seat], post.amount, post.kind) for post in setup.posts if post.amount}


def _words(posts: set[tuple[int, int, str]]) -> str:
    words = [f"{kind.replace('_', ' ')} {amount} at seat {seat}" for seat, amount, kind in sorted(posts)]
    return ", ".join(words) or "nothing of it"
