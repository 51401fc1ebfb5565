"""Record published hands through a running server: `manage.py replay FILE...`."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connections

from tables.management.replaying import FileHand, Outcome, WrongServer, read_hands, replay_hands
from tournament.models import Account
from tournament.timekeeping import house_now


class Command(BaseCommand):
    help = (
        "Record PHH and .ohh hands on a running server over HTTP, as a tablet does, and compare the stacks."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
        parser.add_argument("--url", default="http://localhost:8000", help="the server's address")
        parser.add_argument("--tables", type=int, default=2, help="tables that record side by side")

    def handle(self, *_args: Any, **options: Any) -> None:
        hands, outcomes = _read(options["files"])
        for unread in outcomes:
            self.stdout.write(_describe(unread))
        account, _created = Account.objects.get_or_create(username="replay", defaults={"is_active": False})
        started = time.perf_counter()
        try:
            for outcome in _replay(hands, options["url"], account, max(1, options["tables"])):
                outcomes.append(outcome)
                if not outcome.agrees:
                    self.stdout.write(_describe(outcome))
        except WrongServer as error:
            raise CommandError(str(error)) from error
        seconds = time.perf_counter() - started
        agreed = sum(outcome.agrees for outcome in outcomes)
        taps = sum(outcome.taps for outcome in outcomes)
        self.stdout.write(
            f"{agreed} of {len(outcomes)} hands agree; {taps} taps in {seconds:.1f} s: "
            f"{len(hands) / seconds:.1f} hands/s, {taps / seconds:.0f} taps/s"
        )
        if agreed != len(outcomes):
            raise CommandError(f"{len(outcomes) - agreed} hands do not agree.")


def _read(paths: Sequence[Path]) -> tuple[list[FileHand], list[Outcome]]:
    hands: list[FileHand] = []
    failed: list[Outcome] = []
    for path in paths:
        for read in read_hands(path):
            if isinstance(read, FileHand):
                hands.append(read)
            else:
                failed.append(read)
    return hands, failed


def _replay(hands: Sequence[FileHand], url: str, account: Account, tables: int) -> Iterator[Outcome]:
    """Outcomes as they come, from `tables` threads that each deal at tables of their own."""
    kinds: dict[tuple[object, ...], list[FileHand]] = defaultdict(list)
    for hand in hands:
        kinds[hand.table_kind].append(hand)
    shares = [kind[start::tables] for kind in kinds.values() for start in range(tables)]
    done: Queue[Outcome] = Queue()

    def work(share: list[FileHand]) -> None:
        try:
            for outcome in replay_hands(share, url=url, account=account, now=house_now()):
                done.put(outcome)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(max_workers=tables) as pool:
        running = [pool.submit(work, share) for share in shares if share]
        for _ in hands:
            while done.empty():
                _raise_what_failed(running)
                time.sleep(0.01)
            yield done.get()


def _raise_what_failed(running: Sequence[Any]) -> None:
    for future in running:
        if future.done():
            future.result()


def _describe(outcome: Outcome) -> str:
    which = f"{outcome.path}, hand {outcome.name}" if outcome.name else str(outcome.path)
    if outcome.error:
        return f"{which}: {outcome.error}"
    expected = " ".join(f"{stack.normalize():f}" for stack in outcome.expected)
    return f"{which}: stacks {' '.join(map(str, outcome.stacks))}, expected {expected}"
