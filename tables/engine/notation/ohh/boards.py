"""A board that was dealt twice or three times: a round for each of its streets, in whatever order the file has them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from tables.engine.notation.ohh.fields import ohh_error
from tables.engine.notation.ohh.rounds import BETTING, STREETS, Round

BOARD_STREETS: Final = STREETS[1:4]


class InOrder(NamedTuple):
    """The rounds with one board after the other; the first street that comes again, and how often it comes."""

    rounds: Sequence[Round]
    first_again: Round | None
    times: int


def one_board_after_the_other(rounds: Sequence[Round]) -> InOrder:
    """The streets from the first that comes again on belong to as many boards; those before it are shared.

    Files tell them board by board, or street by street. Raises OhhError where a board lacks a street. A street
    with betting comes once: then the rounds are left as they are, and refused where it comes again.
    """
    dealt = {street: [each for each in rounds if each.street == street] for street in BOARD_STREETS}
    again = [street for street in BOARD_STREETS if len(dealt[street]) > 1]
    if not again:
        return InOrder(rounds, None, 1)
    following = [dealt[street] for street in BOARD_STREETS[BOARD_STREETS.index(again[0]) :] if dealt[street]]
    if any(
        action.word in BETTING for of_street in following for each in of_street for action in each.actions
    ):
        return InOrder(rounds, None, 1)
    first, times = following[0][0], len(following[0])
    for of_street in following:
        if len(of_street) != times:
            other = f"{of_street[0].street} {len(of_street)}"
            problem = f"{first.street} comes {times} times and {other}: a board is missing"
            raise ohh_error(f"{of_street[-1].at}.street", problem)
    boards = [of_street[number] for number in range(times) for of_street in following]
    at = rounds.index(first)
    others = [each for each in rounds if each not in boards]
    before = sum([each not in boards for each in rounds[:at]])
    return InOrder([*others[:before], *boards, *others[before:]], first, times)
