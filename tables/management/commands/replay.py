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

from tables.management.replaying import FileHand, ReplayedHand, WrongServer, read_hands, replay_hands
from tournament.models import Account
from tournament.timekeeping import house_now


class Command(BaseCommand):
    help = (
        "Record hands of PHH, .ohh and PokerGFX (.json) files on a running server over HTTP, as a tablet does, and "
        "compare the stacks."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
        parser.add_argument("--url", default="http://localhost:8000", help="the server's address")
        parser.add_argument("--tables", type=int, default=2, help="tables that record side by side")

    def handle(self, *_args: Any, **options: Any) -> None:
        hands, replayed = _read(options["files"])
        for unread in replayed:
            self.stdout.write(_describe(unread))
        account, _created = Account.objects.get_or_create(username="replay", defaults={"is_active": False})
        started = time.perf_counter()
        try:
            for hand in _replay(hands, options["url"], account, max(1, options["tables"])):
                replayed.append(hand)
                if not hand.agrees:
                    self.stdout.write(_describe(hand))
        except WrongServer as error:
            raise CommandError(str(error)) from error
        seconds = time.perf_counter() - started
        agreed = sum(hand.agrees for hand in replayed)
        taps = sum(hand.taps for hand in replayed)
        self.stdout.write(
            f"{agreed} of {len(replayed)} hands agree; {taps} taps in {seconds:.1f} s: "
            f"{len(hands) / seconds:.1f} hands/s, {taps / seconds:.0f} taps/s"
        )
        if agreed != len(replayed):
            raise CommandError(f"{len(replayed) - agreed} hands do not agree.")


def _read(paths: Sequence[Path]) -> tuple[list[FileHand], list[ReplayedHand]]:
    hands: list[FileHand] = []
    failed: list[ReplayedHand] = []
    for path in paths:
        for read in read_hands(path):
            if isinstance(read, FileHand):
                hands.append(read)
            else:
                failed.append(read)
    return hands, failed


def _replay(hands: Sequence[FileHand], url: str, account: Account, tables: int) -> Iterator[ReplayedHand]:
    """The hands as they were replayed, from `tables` threads that each deal at tables of their own."""
    kinds: dict[tuple[object, ...], list[FileHand]] = defaultdict(list)
    for hand in hands:
        kinds[hand.table_kind].append(hand)
    shares = [kind[start::tables] for kind in kinds.values() for start in range(tables)]
    done: Queue[ReplayedHand] = Queue()

    def work(share: list[FileHand]) -> None:
        try:
            for hand in replay_hands(share, url=url, account=account, now=house_now()):
                done.put(hand)
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


def _describe(hand: ReplayedHand) -> str:
    which = f"{hand.path}, hand {hand.name}" if hand.name else str(hand.path)
    if hand.error:
        return f"{which}: {hand.error}"
    expected = " ".join(f"{stack.normalize():f}" for stack in hand.expected)
    return f"{which}: stacks {' '.join(map(str, hand.stacks))}, expected {expected}"
