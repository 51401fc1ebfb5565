"""How fast the hand engine is, PokerKit beside it in the same run: `python -m tests.bench.engine`.

Every figure is the median of several runs, the slowest and fastest run beside it.
"""

from __future__ import annotations

import platform
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, NamedTuple

import pokerkit

from tables.engine.cards import Card, deck_of, format_cards
from tables.engine.evaluation import strength
from tables.engine.hand import apply, legal, replay
from tables.engine.notation import RecordedHand, read_hand, read_phh
from tables.engine.notation.toml import read_toml
from tables.engine.rankings import (
    ACE_TO_FIVE,
    BADUGI,
    SHORT_DECK,
    STANDARD_BUG,
    STANDARD_HIGH,
    Ranking,
    Selection,
    italian,
)
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


def evaluate(
    ranking: Ranking, selection: Selection, hands: Sequence[tuple[tuple[Card, ...], tuple[Card, ...]]]
) -> None:
    for hole, board in hands:
        strength(ranking, selection, hole, board)


# What is evaluated: the ranking, the selection, hole cards, board cards, how many hands.
EVALUATIONS: Final[dict[str, tuple[Ranking, Selection, int, int, int]]] = {
    "5 cards": (STANDARD_HIGH, "any", 5, 0, 100_000),
    "7 cards, best five (hold'em)": (STANDARD_HIGH, "any", 2, 5, 100_000),
    "7 cards, best low (razz)": (ACE_TO_FIVE, "any", 7, 0, 100_000),
    "2 + 5 of 36 cards (short deck)": (SHORT_DECK, "any", 2, 5, 100_000),
    "4 + 5 cards, two and three (Omaha)": (STANDARD_HIGH, "two_from_hole", 4, 5, 10_000),
    "4 + 5 cards, the low of Omaha": (ACE_TO_FIVE, "two_from_hole", 4, 5, 10_000),
    "6 + 5 cards (six-card Omaha)": (STANDARD_HIGH, "two_from_hole", 6, 5, 10_000),
    "4 cards (badugi)": (BADUGI, "distinct", 4, 0, 20_000),
    "5 of 53 cards with the bug": (STANDARD_BUG, "any", 5, 0, 100_000),
    "5 of 32 cards, suits decide (Italian)": (italian("7", flush_over_full=True), "any", 5, 0, 20_000),
}


def bench_evaluations() -> None:
    rng = random.Random(1)

    def deal(
        ranking: Ranking, hole: int, board: int, count: int
    ) -> list[tuple[tuple[Card, ...], tuple[Card, ...]]]:
        deck = deck_of(ranking.ranks, bool(ranking.joker))
        cards = [tuple(rng.sample(deck, hole + board)) for _ in range(count)]
        return [(each[:hole], each[hole:]) for each in cards]

    works: dict[str, tuple[int, Callable[[], object]]] = {}
    for label, (ranking, selection, hole, board, count) in EVALUATIONS.items():
        hands = deal(ranking, hole, board, count)
        works[label] = count, partial(evaluate, ranking, selection, hands)

    def pokerkit_evaluates(oracle: Any, hands: Sequence[tuple[str, str]]) -> None:
        for hole, board in hands:
            oracle.from_game(hole, board)

    for label, oracle, hole, count in (
        ("PokerKit, 7 cards", pokerkit.StandardHighHand, 2, 500),
        ("PokerKit, Omaha", pokerkit.OmahaHoldemHand, 4, 100),
    ):
        texts = [(format_cards(own), format_cards(all_)) for own, all_ in deal(STANDARD_HIGH, hole, 5, count)]
        works[label] = count, partial(pokerkit_evaluates, oracle, texts)
    for label, values in measure(works).items():
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


def main() -> int:
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
