"""Play a whole tournament with scripted players: `manage.py simulate --entries 180 --seed 7`."""

from __future__ import annotations

import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from tables.management.simulation import Options, Report, go_on, simulate
from tables.management.simulation_checks import InvariantBroken
from tournament.models import Account, BountyKind
from tournament.rules.templates.catalogue import TEMPLATES


class Command(BaseCommand):
    help = "Play a whole tournament through the real services and check every invariant."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--entries", type=int, required=True, help="from 2 to 2000")
        parser.add_argument("--seed", default="1", help="the same seed plays the same tournament")
        parser.add_argument(
            "--incidents",
            type=int,
            default=20,
            help="after how many hands of a hundred something else happens (default: 20)",
        )
        parser.add_argument(
            "--hand-for-hand",
            type=int,
            default=0,
            help="announced by itself so many players from the money (default: never)",
        )
        parser.add_argument("--rebuys", action="store_true", help="sell rebuys, and add-ons in the break")
        parser.add_argument(
            "--bounties",
            choices=[kind for kind in BountyKind.values if kind != BountyKind.NONE],
            default="progressive",
            help="the kind of bounties (default: progressive)",
        )
        parser.add_argument(
            "--template",
            choices=list(TEMPLATES),
            default="",
            help="play this ready-made tournament, its levels short",
        )
        parser.add_argument(
            "--two-days",
            action="store_true",
            help="bag the chips once, by the piece, and draw the next day's seats",
        )
        parser.add_argument("--keep", action="store_true", help="keep the tournament (default: roll it back)")
        parser.add_argument(
            "--go-on",
            action="store_true",
            help="play the kept tournament of this seed on from where it stands",
        )
        parser.add_argument("--say-when-it-plays", action="store_true", help="say so before the first hand")

    def handle(self, *_args: Any, **options: Any) -> None:
        wanted = Options(
            entries=options["entries"],
            seed=options["seed"],
            incidents=options["incidents"],
            hand_for_hand=options["hand_for_hand"],
            sells=options["rebuys"],
            bounties=options["bounties"],
            template=options["template"],
            two_days=options["two_days"],
        )
        if not 2 <= wanted.entries <= 2000:
            raise CommandError("--entries must be from 2 to 2000.")
        started = time.perf_counter()
        if options["say_when_it_plays"]:
            self.stdout.write("Playing.")
            self.stdout.flush()
        try:
            if options["go_on"]:
                report = go_on(wanted, account=_account())
            elif options["keep"]:
                report = simulate(wanted, account=_account())
            else:
                report = _simulate_and_forget(wanted)
        except InvariantBroken as broken:
            raise CommandError(f"An invariant is broken: {broken}") from broken
        self._print(report, time.perf_counter() - started)

    def _print(self, report: Report, seconds: float) -> None:
        self.stdout.write(
            f"{report.entries} entries, winner: entry {report.winner}\n"
            f"{report.hands} hands, {report.operations} operations, "
            f"{report.levels} level changes, balance checked {report.moves_checked} times, "
            f"{report.rounds} hands of hand-for-hand\n"
            f"{_incidents(report)}\n"
            f"places 1 to {report.entries} complete; {len(report.payouts)} payouts "
            f"add up to the pool of {report.pool / 100:.2f}\n"
            f"chips conserved after every operation; {seconds:.1f} s"
        )
        for entry, first, last in report.places[:10]:
            place = f"{first}" if first == last else f"{first}-{last}"
            self.stdout.write(f"  place {place}: entry {entry}")


def _incidents(report: Report) -> str:
    happened = ", ".join(f"{name} {number}" for name, number in sorted(report.incidents.items()) if name)
    return f"besides hands: {happened or 'nothing'}; refused {report.incidents['']}"


def _account() -> Account:
    account, _created = Account.objects.get_or_create(username="simulation", defaults={"is_active": False})
    return account


class _Forget(Exception):
    pass


def _simulate_and_forget(options: Options) -> Report:
    """Everything in one transaction that is rolled back: nothing of it stays."""
    report: list[Report] = []
    try:
        with transaction.atomic():
            report.append(simulate(options, account=_account()))
            raise _Forget
    except _Forget:
        return report[0]
