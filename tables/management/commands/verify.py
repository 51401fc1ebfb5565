"""Check everything that must hold in the database: `manage.py verify`."""

from __future__ import annotations

import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tables.queries.checks.every import CHECKS
from tournament.models import Tournament

# Of one kind: the first ones say what is wrong, ten thousand more say nothing else.
SHOWN = 20


class Command(BaseCommand):
    help = "Add up every chip and every cent, play every hand again, and say what does not hold. Changes nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("codes", nargs="*", metavar="CODE", help="only these tournaments")

    def handle(self, *_args: Any, **options: Any) -> None:
        tournaments = Tournament.objects.order_by("pk")
        if options["codes"]:
            tournaments = tournaments.filter(code__in=options["codes"])
            if unknown := sorted(set(options["codes"]) - set(tournaments.values_list("code", flat=True))):
                raise CommandError(f"There is no tournament {', '.join(unknown)}.")
        broken = sum(self._verify(tournament) for tournament in tournaments)
        if broken:
            things = "1 thing does" if broken == 1 else f"{broken} things do"
            raise CommandError(f"{things} not hold. Keep a copy of the database before you change anything.")
        count = len(tournaments)
        self.stdout.write(f"{count} tournament{'' if count == 1 else 's'}: everything holds.")

    def _verify(self, tournament: Tournament) -> int:
        """Say what of one tournament does not hold; return how much."""
        broken = 0
        for name, check in CHECKS.items():
            began = time.perf_counter()
            findings = list(check(tournament))
            broken += len(findings)
            state = "ok    " if not findings else "BROKEN"
            self.stdout.write(f"{state} {tournament.code} {name}, {time.perf_counter() - began:.1f} s")
            for finding in findings[:SHOWN]:
                self.stdout.write(f"       {finding}")
            if len(findings) > SHOWN:
                self.stdout.write(f"       and {len(findings) - SHOWN} more")
        return broken
