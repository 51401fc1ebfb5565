"""Random hands of every game that PokerKit can play, move by move beside it, and of live rooms beside the book.

    python -m tests.bench.beside_pokerkit --hands 100000 [--seed 1] [--processes 2] [--game F7S/8] [--summary]
    python -m tests.bench.beside_pokerkit --line "F7S/8 rules=... | ..." [--room]
    python -m tests.bench.beside_pokerkit --planted [--hands 10000] [--seed 1]

After every operation the engine must say what the book says (tests/tables/engine/book), always, and what
PokerKit says, but for the known differences, each named with its rule. A room is a profile of house
rules, played beside the book alone, in all its games. Any other difference is printed with its hand on one
line, which --line plays again; so is a known one that is met too often. --planted counts the hands until
each fault planted in the engine is caught. Exit status 1 if there was a difference, or a fault was not caught.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import sys
import time
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version

from tests.tables.engine.beside_book import Unexplained, replay_beside_book
from tests.tables.engine.beside_pokerkit import Diverged, replay_line
from tests.tables.engine.catching import Caught, caught
from tests.tables.engine.planted_faults import ALL
from tests.tables.engine.planting import Fault
from tests.tables.engine.pokerkit_differences import DIFFERENCES, too_often
from tests.tables.engine.pokerkit_games import CODES
from tests.tables.engine.random_beside import play_random_hand
from tests.tables.engine.random_tables import BOOK_GAMES, PROFILES, play_random_table

BATCH = len(BOOK_GAMES)  # in a room each is played once
SHOWN = 20
MIX = (*CODES, *PROFILES)


@dataclass(slots=True)
class Tally:
    """What so many hands of one game, or of one room, came to; explained: in so many hands."""

    code: str
    hands: int = 0
    operations: int = 0
    explained: Counter[str] = field(default_factory=Counter)
    unexplained: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        self.hands += other.hands
        self.operations += other.operations
        self.explained += other.explained
        self.unexplained += other.unexplained

    def __str__(self) -> str:
        names = ", ".join(f"{name} {count:,}" for name, count in sorted(self.explained.items()))
        return f"{self.code:<8}{self.hands:>9,}{self.operations:>12,}{len(self.unexplained):>13,}  {names}"


def play_batch(batch: tuple[str, int, str]) -> Tally:
    """So many hands of one game, or of the games of one room, from a seed of their own."""
    code, hands, seed = batch
    warnings.simplefilter("ignore")  # PokerKit warns of needless folds and of cards it would not deal
    rng, tally = random.Random(seed), Tally(code)
    games = rng.sample(BOOK_GAMES, len(BOOK_GAMES))
    for number in range(hands):
        tally.hands += 1
        try:
            if code in PROFILES:
                tally.operations += play_random_table(games[number], code, rng)
                continue
            operations, explained = play_random_hand(code, rng)
        except Unexplained as difference:
            tally.unexplained.append(str(difference))
        else:
            tally.operations += operations
            tally.explained.update(set(explained))
    return tally


def batches(codes: Sequence[str], hands: int, seed: int) -> Iterator[tuple[str, int, str]]:
    """The hands dealt out to games and rooms, the first of them one more where they do not come out even."""
    for at, code in enumerate(codes):
        left, number = hands // len(codes) + (at < hands % len(codes)), 0
        while left:
            count = min(BATCH, left)
            yield code, count, f"{seed} {code} {number}"
            left, number = left - count, number + 1


def run(codes: Sequence[str], hands: int, seed: int, processes: int, *, each: bool) -> int:
    """Plays them all and prints the table, each game or only the sum; how many hands are unexplained."""
    tallies = {code: Tally(code) for code in codes}
    began, done = time.monotonic(), 0
    with multiprocessing.Pool(processes) as pool:
        for tally in pool.imap_unordered(play_batch, batches(codes, hands, seed)):
            tallies[tally.code].add(tally)
            done += tally.hands
            if sys.stderr.isatty():
                print(f"\r{done:,} of {hands:,} hands", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print("\r", end="", file=sys.stderr)
    seconds = time.monotonic() - began
    print(f"{'game':<8}{'hands':>9}{'operations':>12}{'unexplained':>13}  explained differences")
    whole = Tally("all")
    for tally in tallies.values():
        whole.add(tally)
        if each:
            print(tally)
    print(whole)
    print(
        f"beside PokerKit {version('pokerkit')}: {len(codes)} games, seed {seed}, "
        f"{seconds:,.0f} s in {processes} processes"
    )
    for name in sorted(whole.explained):
        print(f"  {name:<15}{whole.explained[name]:>9,}  {DIFFERENCES[name]}")
    for text in whole.unexplained[:SHOWN]:
        print(f"\nUNEXPLAINED {text}")
    beside = sum([tallies[code].hands for code in CODES if code in tallies])
    often = too_often(whole.explained, beside) if set(CODES) <= set(codes) else []
    for line in often:
        print(f"\nTOO OFTEN {line}")
    return len(whole.unexplained) + len(often)


def catch(work: tuple[Fault, int, int]) -> Caught:
    warnings.simplefilter("ignore")
    fault, limit, seed = work
    return caught(fault, limit=limit, seed=seed)


def run_planted(limit: int, seed: int, processes: int) -> int:
    """Prints how many hands catch each planted fault; how many are not caught."""
    print(f"{'hands':>7}  planted fault")
    with multiprocessing.Pool(processes) as pool:
        found = pool.imap(catch, [(fault, limit, seed) for fault in ALL])
        missed = 0
        for fault, (hands, _) in zip(ALL, found, strict=True):
            missed += not hands
            print(f"{hands or 'none':>7}  {fault.name}", flush=True)
    print(f"{len(ALL) - missed} of {len(ALL)} caught within {limit:,} hands, seed {seed}")
    return missed


def play_line(line: str, *, room: bool) -> int:
    warnings.simplefilter("ignore")
    try:
        if room:
            replay_beside_book(line)
        else:
            replay_line(line)
    except Diverged:
        print("a known difference: the hand goes on differently in PokerKit")
    except Unexplained as difference:
        print(f"UNEXPLAINED {difference}")
        return 1
    return 0


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--hands", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--game", choices=MIX, action="append", metavar="CODE", help="or a profile")
    parser.add_argument("--line")
    parser.add_argument("--room", action="store_true", help="the line is a room's: beside the book alone")
    parser.add_argument("--summary", action="store_true", help="only the sum of all games")
    parser.add_argument("--planted", action="store_true", help="catch the faults planted in the engine")
    chosen = parser.parse_args(arguments)
    if chosen.line:
        return play_line(chosen.line, room=chosen.room)
    if chosen.planted:
        return min(1, run_planted(chosen.hands, chosen.seed, chosen.processes))
    codes = chosen.game or MIX
    return min(1, run(codes, chosen.hands, chosen.seed, chosen.processes, each=not chosen.summary))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
