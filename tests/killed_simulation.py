"""A simulated tournament whose process is killed again and again at random moments, and goes on each time.

    python -m tests.killed_simulation --entries 1000 --kills 100 --hand-for-hand 9 --longest-life 20 --seed 1 --two-days

plays in the database of the settings, with every check of `manage.py simulate`: chips, seats, places, payouts, log.
With `--postgresql`, or `--sqlite`, it makes one of its own for it.
"""

from __future__ import annotations

import argparse
import os
import random
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path

from tests.postgres import start_cluster

MANAGE = Path(__file__).parent.parent / "manage.py"
# From the first thing that a process does to the kill, if nothing else is said.
LONGEST_LIFE_SECONDS = 2.0


def play_and_kill(
    *,
    entries: int,
    kills: int,
    seed: str,
    environment: Mapping[str, str],
    hand_for_hand: int = 0,
    longest_life: float = LONGEST_LIFE_SECONDS,
    two_days: bool = False,
) -> subprocess.CompletedProcess[str]:
    """Play a tournament and kill its process `kills` times; what the last one said, which plays it to the end.

    Each process lives up to `longest_life` seconds; the kills must fit into the tournament.
    """
    moments = random.Random(seed)
    command = [sys.executable, str(MANAGE), "simulate", "--entries", str(entries), "--seed", seed]
    command += ["--hand-for-hand", str(hand_for_hand), *(["--two-days"] if two_days else [])]
    for _ in range(kills):
        running = subprocess.Popen(
            [*command, "--go-on", "--say-when-it-plays"],
            env=dict(environment),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert running.stdout
        said = running.stdout.readline()
        assert said == "Playing.\n", said + running.stdout.read()
        time.sleep(moments.uniform(0, longest_life))
        running.send_signal(signal.SIGKILL)
        said, _nothing = running.communicate()
        assert running.returncode == -signal.SIGKILL, f"it had ended: {running.returncode}\n{said}"
    return subprocess.run(
        [*command, "--go-on"],
        env=dict(environment),
        capture_output=True,
        text=True,
        check=False,
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entries", type=int, default=1000)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--hand-for-hand", type=int, default=9)
    parser.add_argument("--longest-life", type=float, default=LONGEST_LIFE_SECONDS)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--two-days", action="store_true")
    own = parser.add_mutually_exclusive_group()
    own.add_argument("--postgresql", action="store_true")
    own.add_argument("--sqlite", action="store_true")
    options = parser.parse_args()
    with ExitStack() as stack:
        environment = dict(os.environ)
        if options.postgresql or options.sqlite:
            environment |= _database_of_its_own(stack, is_postgresql=options.postgresql)
        ended = play_and_kill(
            entries=options.entries,
            kills=options.kills,
            seed=options.seed,
            environment=environment,
            hand_for_hand=options.hand_for_hand,
            longest_life=options.longest_life,
            two_days=options.two_days,
        )
    sys.stdout.write(f"killed {options.kills} times\n{ended.stdout}{ended.stderr}")
    return ended.returncode


def _database_of_its_own(stack: ExitStack, *, is_postgresql: bool) -> dict[str, str]:
    """The environment of a database that is empty now, and gone once the stack is left."""
    directory = stack.enter_context(tempfile.TemporaryDirectory(prefix="floorman-killed-"))
    url = f"sqlite:///{directory}/db.sqlite3"
    if is_postgresql:
        cluster = start_cluster()
        stack.callback(cluster.stop)
        url = cluster.url
    settings = {
        "DATABASE_URL": url,
        "FLOORMAN_DATA_DIR": directory,
        "SECRET_KEY": secrets.token_urlsafe(64),
        "DJANGO_SETTINGS_MODULE": "tournament.config.settings",
    }
    migrate = [sys.executable, str(MANAGE), "migrate", "--verbosity", "0"]
    subprocess.run(migrate, env={**os.environ, **settings}, check=True)
    return settings


if __name__ == "__main__":
    sys.exit(main())
