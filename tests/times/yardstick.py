"""How fast this machine is at this moment: what the budgets of tests/budgets.toml are measured with."""

import time

from tables.engine import replay
from tests.published import published

# What the machine did on which the budgets are stated: published hands replayed in a second of processor.
STATED_RATE = 34_400
SECONDS = 0.1


def hands_a_second() -> float:
    """Replay published hands for a tenth of a second of processor, and return the rate."""
    hands = published("pluribus")[::4]
    for hand in hands:
        replay(hand.setup, hand.operations)
    replayed, began = 0, time.process_time()
    while (used := time.process_time() - began) < SECONDS:
        for hand in hands:
            replay(hand.setup, hand.operations)
        replayed += len(hands)
    return replayed / used
