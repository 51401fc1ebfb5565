"""Check everything that must hold in the database: `manage.py verify`."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tables.queries.checks.every import CHECKS
from tournament.models import Tournament
from tournament.queries.chain.whole import differs_from_paper

# Of one kind: the first ones say what is wrong, ten thousand more say nothing else.
SHOWN = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedSeal:
    """A seal as somebody reads it from paper."""

    code: str
    number: int
    hash: str


def _printed_seal(text: str) -> PrintedSeal:
    """Raises CommandError. As it is printed: a comma or point in the number and a space in the hash do no harm."""
    code, _, rest = text.strip().upper().partition(":")
    number, _, short = rest.partition(":")
    number, short = re.sub(r"[.,'\s]", "", number), re.sub(r"\s", "", short).lower()
    if not number.isdecimal() or not re.fullmatch(r"[0-9a-f]{8,64}", short):
        raise CommandError(f'"{text}" is no seal: write CODE:NUMBER:HASH, such as BCDFGHJK:1284:9f3ac27b.')
    return PrintedSeal(code=code, number=int(number), hash=short)


class Command(BaseCommand):
    help = "Add up every chip and every cent, play every hand again, and say what does not hold. Changes nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("codes", nargs="*", metavar="CODE", help="only these tournaments")
        parser.add_argument(
            "--head",
            action="append",
            default=[],
            metavar="CODE:NUMBER:HASH",
            help="a seal from a slip or the clock, such as BCDFGHJK:1284:9f3ac27b, which the chain must still have",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        tournaments = Tournament.objects.order_by("pk")
        if options["codes"]:
            tournaments = tournaments.filter(code__in=options["codes"])
            if unknown := sorted(set(options["codes"]) - set(tournaments.values_list("code", flat=True))):
                raise CommandError(f"There is no tournament {', '.join(unknown)}.")
        broken = sum(self._verify(tournament) for tournament in tournaments)
        broken += sum(self._compare(_printed_seal(text)) for text in options["head"])
        if broken:
            things = "1 thing does" if broken == 1 else f"{broken} things do"
            raise CommandError(f"{things} not hold. Keep a copy of the database before you change anything.")
        count = len(tournaments)
        self.stdout.write(f"{count} tournament{'' if count == 1 else 's'}: everything holds.")

    def _compare(self, printed: PrintedSeal) -> int:
        """Say whether a chain still has a seal that is on paper; return 1 if not."""
        tournament = Tournament.objects.filter(code=printed.code).first()
        if tournament is None:
            raise CommandError(f"There is no tournament {printed.code}.")
        says = differs_from_paper(tournament, number=printed.number, printed=printed.hash)
        self.stdout.write(f"{'BROKEN' if says else 'ok    '} {printed.code} seal {printed.number}")
        if says:
            self.stdout.write(f"       I30: {says}")
        return 1 if says else 0

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
