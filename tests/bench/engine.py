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
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, NamedTuple

import pokerkit

from tables.engine.cards.cards import Card, deck_of, format_cards
from tables.engine.cards.evaluation import strength
from tables.engine.cards.rankings import (
    ACE_TO_FIVE,
    BADUGI,
    SHORT_DECK,
    STANDARD_BUG,
    STANDARD_HIGH,
    Ranking,
    Selection,
    italian,
)
from tables.engine.games.catalogue import GAMES
from tables.engine.games.setup import Setup
from tables.engine.hand import apply, replay
from tables.engine.legal_actions import legal
from tables.engine.notation import RecordedHand, format_line, format_phh, read_hand, read_phh
from tables.engine.notation.toml import read_toml
from tables.engine.play.operations import Operation
from tests.bench.played_out import played_out
from tests.bench.pokerkit_states import AUTOMATED, BY_HAND, Driven, driven
from tests.published import all_published, published

ROOT: Final = Path(__file__).parents[2]
RUNS: Final = 7


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
    texts = [hand.phh for hand in published("pluribus")]
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


def bench_replays() -> None:
    pluribus = samples()
    hands = [sample.hand for sample in pluribus]
    some = pluribus[::6]  # PokerKit is slow: every sixth hand keeps the run short
    histories = [pokerkit.HandHistory.loads(sample.text) for sample in some]
    per_hand = sum(len(hand.operations) for hand in hands) / len(hands)
    print(f"\n{len(hands)} Pluribus hands, {per_hand:.1f} operations a hand; PokerKit on {len(some)} of them")
    ours_label, history_label = "replay of operations", "fields and action texts read, replayed"
    rates = measure(
        {
            ours_label: (len(hands), lambda: replay_all(hands)),
            "setups built from their stored form, and replayed": stored(hands),
            history_label: (len(some), lambda: read_and_replay_all([sample.fields for sample in some])),
            "whole texts read (TOML included)": (
                len(some),
                lambda: [read_phh(sample.text) for sample in some],
            ),
            "recorded one by one, legal() after each": (
                len(some),
                lambda: record_all([s.hand for s in some]),
            ),
            **pokerkit_works([sample.text for sample in some], [sample.hand for sample in some]),
            "PokerKit HandHistory": (len(some), lambda: [pokerkit_history(history) for history in histories]),
        }
    )
    for label, values in rates.items():
        report(label, values, "hands/s")
        report("", [value * per_hand for value in values], "ops/s")
    say_ratio(rates, ours_label)


def stored(hands: Sequence[RecordedHand]) -> tuple[int, Callable[[], object]]:
    """As the service does it with every tap: the setup comes out of its dictionary."""
    forms = [(hand.setup.to_dict(), hand.operations) for hand in hands]
    return len(forms), lambda: [replay(Setup.from_dict(data), operations) for data, operations in forms]


def play_all(ready: Sequence[Driven]) -> None:
    for each in ready:
        each.play()


def pokerkit_works(
    texts: Sequence[str], hands: Sequence[RecordedHand]
) -> dict[str, tuple[int, Callable[[], object]]]:
    """PokerKit's State in both ways, after both were seen to agree with us."""
    works: dict[str, tuple[int, Callable[[], object]]] = {}
    for label, automations in (("paying automated", AUTOMATED), ("every step a call", BY_HAND)):
        ready = [driven(pokerkit.HandHistory.loads(text), automations) for text in texts]
        for each, hand in zip(ready, hands, strict=True):
            ours = hand.in_file_order(replay(hand.setup, hand.operations).stacks)
            if sum(abs(float(a) - float(b)) for a, b in zip(each.play(), ours, strict=True)) > 1:
                raise SystemExit(f"the engines disagree: {format_line(hand.setup, hand.operations)}")
        works[f"PokerKit {version('pokerkit')} State, {label}"] = (len(ready), partial(play_all, ready))
    return works


def say_ratio(rates: Mapping[str, Sequence[float]], ours: str) -> None:
    """How many times the faster of PokerKit's two ways, by medians."""
    middle = {label: statistics.median(values) for label, values in rates.items()}
    theirs = max(rate for label, rate in middle.items() if " State, " in label)
    print(f"{'times the faster of the two ways of PokerKit State':<58}{middle[ours] / theirs:>14,.1f}")


def bench_eight_or_better() -> None:
    """Limit Omaha and stud, eight or better, played to the showdown by six."""
    for code in ("FO/8", "F7S/8"):
        hands = [played_out(code, random.Random(seed), players=6) for seed in range(40)]
        texts = [format_phh(setup, operations) for setup, operations in hands]
        recorded = [read_phh(text)[0] for text in texts]
        per_hand = sum(len(hand.operations) for hand in recorded) / len(recorded)
        print(f"\n{len(recorded)} hands of {code}, {per_hand:.1f} operations a hand")
        ours = {"replay of operations": (len(recorded), partial(replay_all, recorded))}
        rates = measure({**ours, **pokerkit_works(texts, recorded)})
        for label, values in rates.items():
            report(label, values, "hands/s")
        say_ratio(rates, "replay of operations")


def bench_slowest() -> None:
    """The published hand that takes longest; then, of every game, hands of forty operations."""
    hands = [(hand.setup.game, hand.setup, hand.operations) for hand in all_published()]
    say_slowest(f"slowest of {len(hands)} published hands", hands)
    made = [
        forty_operations(code, seed)
        for code, game in GAMES.items()
        if game.betting != "none"
        for seed in range(10)
    ]
    say_slowest(f"slowest of {len(made)} hands of every game, forty operations at most", made)


def forty_operations(code: str, seed: int) -> tuple[str, Setup, Sequence[Operation]]:
    """A hand with as many players at the showdown as go into forty operations."""
    hands = (played_out(code, random.Random(seed), players=players) for players in (7, 6, 5, 4, 3, 2))
    setup, operations = next(
        (hand for hand in hands if len(hand[1]) <= 40), played_out(code, random.Random(seed), players=2)
    )
    return code, setup, tuple(operations[:40])


def say_slowest(title: str, hands: Sequence[tuple[str, Setup, Sequence[Operation]]]) -> None:
    """Each hand's median over the runs; then the slowest of them."""
    times: list[list[float]] = [[] for _ in hands]
    for _ in range(RUNS):
        for index, (_, setup, operations) in enumerate(hands):
            times[index].append(seconds(partial(replay, setup, operations)))
    slowest = max(range(len(hands)), key=lambda index: statistics.median(times[index]))
    code, _, operations = hands[slowest]
    print(f"\n{title}: {code}, {len(operations)} operations")
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
        "import time; from tables.engine.cards.ranking_tables import tables_for; "
        "from tables.engine.cards.rankings import STANDARD_HIGH; started = time.perf_counter(); "
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
    bench_replays()
    bench_eight_or_better()
    bench_slowest()
    bench_import()
    return 0


if __name__ == "__main__":
    sys.exit(main())
