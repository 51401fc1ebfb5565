"""PokerKit's State driven by its own methods, the calls of a hand found out beforehand.

So that only PokerKit's own work is timed: the text is parsed once, and the calls are played again on
a new state each time. Two ways to drive it: posting, collecting and paying automated, or every step
a call.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import pokerkit

AUTOMATED: Final = (
    pokerkit.Automation.ANTE_POSTING,
    pokerkit.Automation.BET_COLLECTION,
    pokerkit.Automation.BLIND_OR_STRADDLE_POSTING,
    pokerkit.Automation.HAND_KILLING,
    pokerkit.Automation.CHIPS_PUSHING,
    pokerkit.Automation.CHIPS_PULLING,
    pokerkit.Automation.RUNOUT_COUNT_SELECTION,
)
BY_HAND: Final = (pokerkit.Automation.RUNOUT_COUNT_SELECTION,)
_STEPS_BETWEEN: Final = (
    "post_ante", "post_blind_or_straddle", "collect_bets", "kill_hand", "push_chips", "pull_chips",
)  # fmt: skip


class Driven(NamedTuple):
    """A hand ready to be played: how a state is made, and the calls that play it."""

    create: Callable[[], Any]
    calls: tuple[tuple[str, tuple[Any, ...]], ...]

    def play(self) -> list[int]:
        """The finishing stacks."""
        state = self.create()
        for name, arguments in self.calls:
            getattr(state, name)(*arguments)
        return list(state.stacks)


def driven(  # noqa: C901  # one line for each of PHH's words
    history: Any, automations: tuple[Any, ...]
) -> Driven:
    """The calls of a pokerkit.HandHistory."""
    history.automations = automations
    game, stacks = history.create_game(), tuple(history.starting_stacks)

    def create() -> Any:
        return game(stacks, len(stacks))

    state, calls = create(), []

    def call(name: str, *arguments: Any) -> None:
        getattr(state, name)(*arguments)
        calls.append((name, arguments))

    def what_is_due() -> None:
        while name := next((each for each in _STEPS_BETWEEN if getattr(state, f"can_{each}")()), ""):
            call(name)

    for action in history.actions:
        what_is_due()
        words = action.partition("#")[0].split()
        if not words:
            continue
        if words[0] == "d" and state.can_burn_card():
            call("burn_card", "??")
        match words:
            case ["d", "dh", player, cards]:
                call("deal_hole", cards, int(player[1:]) - 1)
            case ["d", "db", cards]:
                call("deal_board", cards)
            case [_, "f"]:
                call("fold")
            case [_, "cc"]:
                call("check_or_call")
            case [_, "cbr", amount]:
                call("complete_bet_or_raise_to", int(amount))
            case [_, "pb"]:
                call("post_bring_in")
            case [_, "sd", *cards]:
                call("stand_pat_or_discard", *cards)
            case [player, "sm", *cards]:
                shown: object = cards[0] if cards else False
                call("show_or_muck_hole_cards", True if shown == "-" else shown, int(player[1:]) - 1)
    what_is_due()
    return Driven(create, tuple(calls))
