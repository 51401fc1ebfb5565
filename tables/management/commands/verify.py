"""Check everything that must hold in the database: `manage.py verify`."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from tables.queries.checks.every import CHECKS, HOUSE_CHECKS
from tables.services.table.verdicts import is_passing
from tournament.management.opening import NotFit, check_access, check_schema, why_unusable
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
        try:
            check_access(Path(settings.DATA_DIR))
            # Rows of another version would be said to be broken, or not to answer.
            check_schema(is_migrated=True)
        except NotFit as error:
            raise CommandError(str(error)) from error
        except DatabaseError as error:
            raise CommandError(why_unusable(error)) from error
        tournaments = Tournament.objects.order_by("pk")
        if options["codes"]:
            tournaments = tournaments.filter(code__in=options["codes"])
        try:
            codes = list(tournaments.values_list("code", flat=True))
        except DatabaseError as error:
            raise CommandError(why_unusable(error)) from error
        if unknown := sorted(set(options["codes"]) - set(codes)):
            raise CommandError(f"There is no tournament {', '.join(unknown)}.")
        broken = sum(self._say(f"house {name}", check) for name, check in HOUSE_CHECKS.items())
        broken += sum(self._verify(code, name) for code in codes for name in CHECKS)
        broken += sum(self._compare(_printed_seal(text)) for text in options["head"])
        if broken:
            things = "1 thing does" if broken == 1 else f"{broken} things do"
            raise CommandError(f"{things} not hold. Keep a copy of the database before you change anything.")
        self.stdout.write(f"{len(codes)} tournament{'' if len(codes) == 1 else 's'}: everything holds.")

    def _compare(self, printed: PrintedSeal) -> int:
        """Say whether a chain still has a seal that is on paper; return 1 if not."""

        def differs() -> list[str]:
            tournament = Tournament.objects.get(code=printed.code)
            says = differs_from_paper(tournament, number=printed.number, printed=printed.hash)
            return [f"I30: {says}"] if says else []

        if not Tournament.objects.filter(code=printed.code).exists():
            raise CommandError(f"There is no tournament {printed.code}.")
        return self._say(f"{printed.code} seal {printed.number}", differs)

    def _verify(self, code: str, name: str) -> int:
        """Say what one check finds in one tournament; return how much."""
        return self._say(f"{code} {name}", lambda: CHECKS[name](Tournament.objects.get(code=code)))

    def _say(self, what: str, found: Callable[[], Iterable[object]]) -> int:
        """Say what does not hold of something; return how much.

        A check that fails over what it reads, which Floorman has not written so, is not the end of the others. A
        database that is away is, and nothing found.
        """
        began = time.perf_counter()
        try:
            findings = [str(finding) for finding in found()]
        except Exception as error:
            if is_passing(error):
                raise CommandError(
                    f"The database did not answer ({error}): run verify again when it does."
                ) from error
            findings = [f"could not be checked: {type(error).__name__}: {error}"]
        state = "ok    " if not findings else "BROKEN"
        self.stdout.write(f"{state} {what}, {time.perf_counter() - began:.1f} s")
        for says in findings[:SHOWN]:
            self.stdout.write(f"       {says}")
        if len(findings) > SHOWN:
            self.stdout.write(f"       and {len(findings) - SHOWN} more")
        return len(findings)
