"""Damaged texts for every importer: `python -m tests.bench.fuzz_importers [--minutes 60] [--seed 1]`.

PHH and .phhs, Open Hand History, the one-line form, operations and setups as they are stored. An
importer may refuse with its own error and nothing else, must answer within a second, and accept
nothing that breaks an invariant (see tests/fuzz/importers.py). At the first failure the shortest text
that still fails is written to --out and the exit status is 1. --all continues and writes one text for
each place that fails.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from tests.fuzz.corpus import corpus
from tests.fuzz.fuzzing import Failure, Hunt

REPORT_EVERY = 30.0
REDUCE_SECONDS = 20.0
MOST_FAILURES = 25


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hands", type=int, default=4, help="random hands of each game to start from")
    parser.add_argument("--out", type=Path, default=Path("var/fuzz"), help="where failures are written")
    parser.add_argument("--all", action="store_true", help="go on after a failure")
    options = parser.parse_args(arguments)
    rng = random.Random(options.seed)
    hunt = Hunt(corpus(rng, hands_of_a_game=options.hands), rng)
    print(f"seed {options.seed}: {sum(map(len, hunt.texts.values()))} texts to start from", flush=True)
    found = _hunt(hunt, minutes=options.minutes, out=options.out, go_on=options.all)
    print(f"{len(found)} failures" if found else "no failure")
    return 1 if found else 0


def _hunt(hunt: Hunt, *, minutes: float, out: Path, go_on: bool) -> dict[str, Failure]:
    began = said = time.monotonic()
    found: dict[str, Failure] = {}
    while (now := time.monotonic()) - began < 60 * minutes:
        if now - said >= REPORT_EVERY:
            said = now
            _report(hunt, now - began)
        failure = hunt.step()
        if failure is None or failure.place in found:
            continue
        found[failure.place] = failure
        _write(hunt.reduced(failure, seconds=REDUCE_SECONDS), out, number=len(found))
        if not go_on or len(found) == MOST_FAILURES:
            break
    _report(hunt, time.monotonic() - began)
    return found


def _report(hunt: Hunt, seconds: float) -> None:
    tally = hunt.tally
    kinds = ", ".join([f"{kind} {count:,}" for kind, count in sorted(tally.by_kind.items())])
    print(
        f"{seconds / 60:5.1f} min: {tally.inputs:,} inputs, {tally.inputs / max(seconds, 0.001):,.0f}/s "
        f"({kinds}); {tally.accepted:,} accepted; {len(tally.answers):,} different answers; "
        f"slowest {tally.slowest:.2f} s ({tally.slowest_kind})",
        flush=True,
    )


def _write(failure: Failure, out: Path, *, number: int) -> None:
    out.mkdir(parents=True, exist_ok=True)
    path = out / f"{number:02}.{failure.kind}"
    path.write_text(failure.text, encoding="utf-8")
    story = f"\n{failure.place}: {path}\n{failure.story}{failure.text[:1000]}\n"
    print(story.encode("utf-8", "replace").decode(), flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
