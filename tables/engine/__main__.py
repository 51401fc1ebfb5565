"""`python -m tables.engine FILE...` replays hands and prints one JSON object a line and hand.

{"file", "variant", "operations", "finishing_stacks"}: how many operations were replayed, and the
stacks in the file's order of players and in its units; or {"file", "error"}. Where a file has
several hands "hand" is the name of one, or its number. What the file itself states of the end is
compared, finishing stacks, or pots and who won them; "differences" has a sentence for each that the
hand does not come to.

A name that ends in .ohh is read as Open Hand History, one in .json as a session of PokerGFX, one in .hands as
one hand a line, any other as PHH (.phh, .phhs). A file may have any number of hands: they are read one by one.

A summary goes to standard error at the end; a terminal shows a running count while the results go elsewhere.
Exit status 1 if a hand failed, or ends otherwise than its file states; 2 without a file.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Final

from tables.engine.errors import EngineError
from tables.engine.hand import replay
from tables.engine.notation import RecordedHand
from tables.engine.notation.comparing import differences
from tables.engine.notation.files import read_open_file
from tables.engine.state import State

USAGE: Final = "usage: python -m tables.engine FILE..."
COUNTED: Final = 100
"""Hands between two counts on a terminal."""


def main(paths: Sequence[str]) -> int:
    """Print the result of every hand in the files; the exit status."""
    if "--help" in paths or "-h" in paths:
        print(f"{USAGE}\n\n{__doc__}", end="")
        return 0
    if not paths:
        print(f"{USAGE}\nWhat it does: python -m tables.engine --help", file=sys.stderr)
        return 2
    # When the results themselves go to the terminal, they show the progress.
    counts = sys.stderr.isatty() and not sys.stdout.isatty()
    hands = failed = differing = 0
    for path in paths:
        for result in replay_file(path):
            hands += 1
            failed += "error" in result
            differing += "differences" in result
            print(json.dumps(result, ensure_ascii=False))
            if counts and hands % COUNTED == 0:
                print(f"\r{_sum(hands, failed, differing)}", end="", file=sys.stderr, flush=True)
    print(
        f"\r{_sum(hands, failed, differing)}" if counts else _sum(hands, failed, differing), file=sys.stderr
    )
    return 1 if failed or differing else 0


def _sum(hands: int, failed: int, differing: int) -> str:
    others = f", {differing:,} end otherwise than stated" if differing else ""
    return f"{hands:,} hands: {hands - failed:,} replayed, {failed:,} failed{others}"


def replay_file(path: str) -> Iterator[dict[str, object]]:
    """One result per hand of the file."""
    try:
        with Path(path).open(encoding="utf-8", newline="\n") as file:
            for name, hand in read_open_file(path, file):
                which: dict[str, object] = {"file": path, "hand": name} if name else {"file": path}
                yield which | ({"error": str(hand)} if isinstance(hand, EngineError) else replay_hand(hand))
    except (OSError, UnicodeDecodeError) as error:
        yield {"file": path, "error": str(error)}


def replay_hand(hand: RecordedHand) -> dict[str, object]:
    """The result of one hand, or why it has none."""
    try:
        state = replay(hand.setup, hand.operations)
    except EngineError as error:
        return {"error": str(error)}
    if not state.is_complete:
        return {"error": f"the hand is not over: {waiting_for(state)}"}
    result: dict[str, object] = {
        "variant": hand.variant,
        "operations": len(hand.operations),
        "finishing_stacks": [plain(stack) for stack in hand.in_file_order(state.stacks)],
    }
    found = differences(hand, state)
    return result | {"differences": found} if found else result


def waiting_for(state: State) -> str:
    if state.phase == "betting":
        return f"seat {state.actor} is to act"
    if state.phase == "deal_board":
        return "cards are to come" if state.game.is_stud else "board cards are to come"
    return "cards are to be shown or mucked, or a winner declared"


def plain(stack: int | Decimal) -> int | float:
    """A number for JSON; at most four decimals of a trillion fit a float."""
    return stack if isinstance(stack, int) else float(stack)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
