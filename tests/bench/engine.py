"""How fast the hand engine is, PokerKit beside it in the same run: `python -m tests.bench.engine`.

Every figure is the median of several runs, the slowest and fastest run beside it. With --counts it
enumerates all six- and seven-card hands instead and compares them with the exact counts (two
minutes).
"""

from __future__ import annotations

import argparse
import platform
import random
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from importlib.metadata import version
from itertools import combinations
from pathlib import Path
from typing import Any, Final, NamedTuple

import pokerkit

from tables.engine.cards import DECK, Card, format_cards
from tables.engine.evaluation import strength
from tables.engine.hand import apply, legal, replay
from tables.engine.notation import RecordedHand, read_hand, read_phh
from tables.engine.notation.toml import read_toml
from tables.engine.ranking_tables import order_for
from tables.engine.rankings import STANDARD_HIGH, Selection
from tests.tables.engine.phh_cases import ABSENT, PUBLISHED

ROOT: Final = Path(__file__).parents[2]
RUNS: Final = 7

AUTOMATIONS: Final = (
    pokerkit.Automation.ANTE_POSTING,
    pokerkit.Automation.BET_COLLECTION,
    pokerkit.Automation.BLIND_OR_STRADDLE_POSTING,
    pokerkit.Automation.HAND_KILLING,
    pokerkit.Automation.CHIPS_PUSHING,
    pokerkit.Automation.CHIPS_PULLING,
)

# engine.md E1: from the high card to the royal flush.
COUNTS: Final = {
    6: (6_612_900, 9_730_740, 2_532_816, 732_160, 361_620, 205_792, 165_984, 14_664, 1_656, 188),
    7: (
        *(23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020),
        *(4_047_644, 3_473_184, 224_848, 37_260, 4_324),
    ),
}


class Sample(NamedTuple):
    """A published hand in the three forms that are replayed."""

    text: str
    fields: dict[str, object]
    hand: RecordedHand


def machine() -> str:
    cpu = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [
            line.partition(":")[2].strip() for line in info.read_text().splitlines() if "model name" in line
        ]
        cpu = f"{len(names)} x {names[0]}" if names else cpu
    system = f"{platform.system()} {platform.release()}"
    return f"{cpu}, {system}, {platform.python_implementation()} {platform.python_version()}"


def seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def report(label: str, values: Sequence[float], unit: str) -> None:
    low, middle, high = min(values), statistics.median(values), max(values)
    digits = 0 if middle >= 100 else 3
    print(f"{label:<58}{middle:>14,.{digits}f} {unit:<10} ({low:,.{digits}f} to {high:,.{digits}f})")


def measure(
    works: dict[str, tuple[int, Callable[[], object]]], *, runs: int = RUNS
) -> dict[str, list[float]]:
    """Rates of each work (its number of things done, and how), in rounds, so that all of them meet
    the same moods of the machine.
    """
    for _, work in works.values():
        work()  # tables built, caches warm
    rates: dict[str, list[float]] = {label: [] for label in works}
    for _ in range(runs):
        for label, (count, work) in works.items():
            rates[label].append(count / seconds(work))
    return rates


# --- evaluations ----------------------------------------------------------------------------------


def evaluate(selection: Selection, hands: Sequence[tuple[tuple[Card, ...], tuple[Card, ...]]]) -> None:
    for hole, board in hands:
        strength(STANDARD_HIGH, selection, hole, board)


def bench_evaluations() -> None:
    rng = random.Random(1)

    def deal(hole: int, board: int, count: int) -> list[tuple[tuple[Card, ...], tuple[Card, ...]]]:
        cards = [tuple(rng.sample(DECK, hole + board)) for _ in range(count)]
        return [(each[:hole], each[hole:]) for each in cards]

    five, seven, omaha = deal(5, 0, 100_000), deal(2, 5, 100_000), deal(4, 5, 10_000)
    texts = [(format_cards(hole), format_cards(board)) for hole, board in seven[:500]]
    omaha_texts = [(format_cards(hole), format_cards(board)) for hole, board in omaha[:100]]

    def pokerkit_evaluates(oracle: Any, hands: Sequence[tuple[str, str]]) -> None:
        for hole, board in hands:
            oracle.from_game(hole, board)

    rates = measure(
        {
            "5 cards": (len(five), lambda: evaluate("any", five)),
            "7 cards, best five (hold'em)": (len(seven), lambda: evaluate("any", seven)),
            "PokerKit, 7 cards": (len(texts), lambda: pokerkit_evaluates(pokerkit.StandardHighHand, texts)),
            "4 + 5 cards, two and three (Omaha)": (len(omaha), lambda: evaluate("two_from_hole", omaha)),
            "PokerKit, Omaha": (
                len(omaha_texts),
                lambda: pokerkit_evaluates(pokerkit.OmahaHoldemHand, omaha_texts),
            ),
        }
    )
    for label, values in rates.items():
        report(label, values, "hands/s")


# --- replays --------------------------------------------------------------------------------------


def samples() -> list[Sample]:
    texts = [case.path.read_text(encoding="utf-8") for case in PUBLISHED]
    return [Sample(text, read_toml(text), read_phh(text)[0]) for text in texts]


def replay_all(hands: Sequence[RecordedHand]) -> None:
    for hand in hands:
        replay(hand.setup, hand.operations)


def record_all(hands: Sequence[RecordedHand]) -> None:
    """As a tablet does it: one operation after the other, asking each time what may follow."""
    for hand in hands:
        state = replay(hand.setup, ())
        for operation in hand.operations:
            state = apply(state, operation)
            legal(state)


def read_and_replay_all(fields: Sequence[dict[str, object]]) -> None:
    for each in fields:
        hand = read_hand(each)
        replay(hand.setup, hand.operations)


def pokerkit_history(history: Any) -> list[int]:
    *_, last = history
    return list(last.stacks)


def pokerkit_state(hand: Any) -> list[int]:
    """PokerKit's state driven by its own methods, dealing and paying automated."""
    state = pokerkit.NoLimitTexasHoldem.create_state(
        AUTOMATIONS,
        hand.ante_trimming_status,
        hand.antes,
        hand.blinds_or_straddles,
        hand.min_bet,
        hand.starting_stacks,
        len(hand.starting_stacks),
    )
    for action in hand.actions:
        match action.split():
            case ["d", "dh", _, cards]:
                state.deal_hole(cards)
            case ["d", "db", cards]:
                state.burn_card("??")
                state.deal_board(cards)
            case [_, "f"]:
                state.fold()
            case [_, "cc"]:
                state.check_or_call()
            case [_, "cbr", amount]:
                state.complete_bet_or_raise_to(int(amount))
            case [player, "sm", *cards]:
                state.show_or_muck_hole_cards(cards[0] if cards else False, int(player[1:]) - 1)
    return list(state.stacks)


def bench_replays(everything: Sequence[Sample]) -> None:
    pluribus = [sample for sample in everything if len(sample.hand.players) == 6]
    pluribus = [sample for sample in pluribus if sample.hand.variant == "NT"]
    hands = [sample.hand for sample in pluribus]
    some = pluribus[::6]  # PokerKit is slow: every sixth hand keeps the run short
    histories = [pokerkit.HandHistory.loads(sample.text) for sample in some]
    for sample, history in zip(some, histories, strict=True):
        ours = list(replay(sample.hand.setup, sample.hand.operations).stacks.values())
        if not ours == pokerkit_state(history) == pokerkit_history(history):
            raise SystemExit(f"the engines disagree: {sample.text}")
    per_hand = sum(len(hand.operations) for hand in hands) / len(hands)
    print(f"\n{len(hands)} Pluribus hands, {per_hand:.1f} operations a hand; PokerKit on {len(some)} of them")
    ours_label, history_label = "replay of operations", "fields and action texts read, replayed"
    rates = measure(
        {
            ours_label: (len(hands), lambda: replay_all(hands)),
            history_label: (len(some), lambda: read_and_replay_all([sample.fields for sample in some])),
            "whole texts read (TOML included)": (
                len(some),
                lambda: [read_phh(sample.text) for sample in some],
            ),
            "recorded one by one, legal() after each": (
                len(some),
                lambda: record_all([s.hand for s in some]),
            ),
            f"PokerKit {version('pokerkit')} State": (
                len(some),
                lambda: [pokerkit_state(history) for history in histories],
            ),
            "PokerKit HandHistory": (len(some), lambda: [pokerkit_history(history) for history in histories]),
        }
    )
    for label, values in rates.items():
        report(label, values, "hands/s")
        report("", [value * per_hand for value in values], "ops/s")


def bench_slowest(everything: Sequence[Sample]) -> None:
    """Each hand's median over the runs; then the slowest of them."""
    times: dict[int, list[float]] = {index: [] for index in range(len(everything))}
    for _ in range(RUNS):
        for index, sample in enumerate(everything):
            times[index].append(seconds(lambda hand=sample.hand: replay(hand.setup, hand.operations)))  # type: ignore[misc]
    slowest = max(times, key=lambda index: statistics.median(times[index]))
    hand = everything[slowest].hand
    print(f"\nslowest of {len(everything)} hands: {hand.variant}, {len(hand.operations)} operations")
    report("its replay", [1000 * each for each in times[slowest]], "ms")


def bench_import() -> None:
    script = (
        "import time; started = time.perf_counter(); import tables.engine; "
        "print(1000 * (time.perf_counter() - started))"
    )
    times = [
        float(
            subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, check=True).stdout
        )
        for _ in range(RUNS)
    ]
    report("\nimport of tables.engine", times, "ms")
    build = (
        "import time; from tables.engine.ranking_tables import tables_for; "
        "from tables.engine.rankings import STANDARD_HIGH; started = time.perf_counter(); "
        "tables_for(STANDARD_HIGH, 7); print(1000 * (time.perf_counter() - started))"
    )
    times = [
        float(subprocess.run([sys.executable, "-c", build], cwd=ROOT, capture_output=True, check=True).stdout)
        for _ in range(RUNS)
    ]
    report("tables of the standard ranking, once per process", times, "ms")


# --- exact counts ---------------------------------------------------------------------------------


def check_counts(size: int) -> bool:
    started = time.perf_counter()
    category = order_for(STANDARD_HIGH).category
    hands = Counter(strength(STANDARD_HIGH, "any", cards, ()) for cards in combinations(DECK, size))
    counts: Counter[str] = Counter()
    for place, times in hands.items():
        counts[category[place]] += times
    right = tuple(counts[name] for name in STANDARD_HIGH.categories) == COUNTS[size]
    print(
        f"{size} cards: {sum(hands.values()):,} hands, {len(hands):,} classes, {time.perf_counter() - started:.0f} s"
    )
    for name in STANDARD_HIGH.categories:
        print(f"    {name:<18}{counts[name]:>12,}")
    print("    as they must be" if right else f"    WRONG, must be {COUNTS[size]}")
    return right


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--counts", action="store_true", help="enumerate all 6- and 7-card hands")
    if parser.parse_args(arguments).counts:
        return 0 if all([check_counts(6), check_counts(7)]) else 1
    print(f"{machine()}\nmedian of {RUNS} runs (lowest to highest)\n")
    bench_evaluations()
    if not PUBLISHED:
        print(ABSENT, file=sys.stderr)
        return 1
    everything = samples()
    bench_replays(everything)
    bench_slowest(everything)
    bench_import()
    return 0


if __name__ == "__main__":
    sys.exit(main())
