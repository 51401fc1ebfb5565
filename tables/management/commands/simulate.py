"""Play a whole tournament with scripted players: `manage.py simulate --entries 180 --seed 7`."""

from __future__ import annotations

import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from tables.management.simulation import InvariantBroken, Report, simulate
from tournament.models import Account


class Command(BaseCommand):
    help = "Play a whole tournament through the real services and check every invariant."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--entries", type=int, required=True, help="from 2 to 2000")
        parser.add_argument("--seed", default="1", help="the same seed plays the same tournament")
        parser.add_argument("--keep", action="store_true", help="keep the tournament (default: roll it back)")

    def handle(self, *_args: Any, **options: Any) -> None:
        entries: int = options["entries"]
        if not 2 <= entries <= 2000:
            raise CommandError("--entries must be from 2 to 2000.")
        started = time.perf_counter()
        try:
            if options["keep"]:
                report = simulate(entries=entries, seed=options["seed"], account=_account())
            else:
                report = _simulate_and_forget(entries, options["seed"])
        except InvariantBroken as broken:
            raise CommandError(f"An invariant is broken: {broken}") from broken
        self._print(report, time.perf_counter() - started)

    def _print(self, report: Report, seconds: float) -> None:
        self.stdout.write(
            f"{report.entries} entries, winner: entry {report.winner}\n"
            f"{report.hands} hands, {report.operations} operations, "
            f"{report.levels} level changes, balance checked {report.moves_checked} times\n"
            f"places 1 to {report.entries} complete; {len(report.payouts)} payouts "
            f"add up to the pool of {report.pool / 100:.2f}\n"
            f"chips conserved after every operation; {seconds:.1f} s"
        )
        for entry, first, last in report.places[:10]:
            place = f"{first}" if first == last else f"{first}-{last}"
            self.stdout.write(f"  place {place}: entry {entry}")


def _account() -> Account:
    account, _created = Account.objects.get_or_create(username="simulation", defaults={"is_active": False})
    return account


class _Forget(Exception):
    pass


def _simulate_and_forget(entries: int, seed: str) -> Report:
    """Everything in one transaction that is rolled back: nothing of it stays."""
    report: list[Report] = []
    try:
        with transaction.atomic():
            report.append(simulate(entries=entries, seed=seed, account=_account()))
            raise _Forget
    except _Forget:
        return report[0]
