"""`manage.py import_ttd FILES…`: the events of The Tournament Director, or of lists of results, of the years before."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from tournament.forms.fields.choices import CURRENCIES
from tournament.management.opening import why_unusable
from tournament.models import ImportedEvent
from tournament.plans.plan import HOME_CURRENCY, HOME_ZONE
from tournament.queries.imports import preview_of
from tournament.rules.past.errors import PastFileError
from tournament.rules.past.reader import read_past
from tournament.services.errors import Refused
from tournament.services.imports import import_event, take_file
from tournament.services.people.house_log import MACHINE
from tournament.timekeeping import house_now
from tournament.words.imports import say_refusal
from tournament.words.rules import say_error


class Command(BaseCommand):
    """Each event is imported whole or not at all; one that was imported is not imported again."""

    help = (
        "Import finished events from files of The Tournament Director, or from lists of results (CSV). Nothing in a "
        "file is run, and personal fields are left out."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
        parser.add_argument(
            "--preview",
            action="store_true",
            help="print a line of JSON for each event of each file, and import nothing",
        )
        parser.add_argument(
            "--contact",
            action="store_true",
            help="with --preview: the personal fields too, which are never kept",
        )
        parser.add_argument("--zone", default=HOME_ZONE, help="time zone of the venue (default: %(default)s)")
        parser.add_argument("--currency", default=HOME_CURRENCY, help="of the amounts (default: %(default)s)")

    def handle(
        self,
        *_args: Any,
        files: Sequence[Path],
        preview: bool,
        contact: bool,
        zone: str,
        currency: str,
        **_options: Any,
    ) -> None:
        if currency not in dict(CURRENCIES):
            raise CommandError(f"{currency} is not one of {', '.join(dict(CURRENCIES))}.")
        try:
            at = ZoneInfo(zone)
        except (ZoneInfoNotFoundError, ValueError) as error:
            raise CommandError(f"{zone} is not a time zone: write for example Europe/Rome.") from error
        refused = 0
        for number, path in enumerate(files, start=1):
            try:
                lines = _previewed(path, at, contact) if preview else _imported(path, at, currency)
                for line in lines:
                    self.stdout.write(line if preview else f"{number} of {len(files)}: {line}")
            except (OSError, PastFileError, Refused) as error:
                refused += 1
                self.stderr.write(f"{_printable(str(path))}: {_said(error)}")
            except DatabaseError as error:
                raise CommandError(why_unusable(error)) from error
        if refused:
            verb = "was" if refused == 1 else "were"
            raise CommandError(f"{refused} of {len(files)} {verb} not {'read' if preview else 'imported'}.")


def _previewed(path: Path, zone: ZoneInfo, contact: bool) -> Iterator[str]:
    for event in read_past(path.read_bytes(), file_name=_name(path), zone=zone, with_contact=contact):
        shown = {"file": _name(path), **preview_of(event.to_dict())}
        if contact:
            shown["contact"] = {each.name: dict(each.contact) for each in event.players if each.contact}
        yield json.dumps(shown, ensure_ascii=False)


def _imported(path: Path, zone: ZoneInfo, currency: str) -> Iterator[str]:
    now = house_now()
    file = take_file(
        raw=path.read_bytes(), name=_name(path), zone=zone, currency=currency, account=None, now=now
    )
    if file.refusal is not None:
        raise Refused(say_refusal(file.refusal), code="unreadable")
    refused = []
    for event in file.events.order_by("number"):
        try:
            yield _import(event)
        except Refused as refusal:
            refused.append(refusal.message)
    if refused:
        raise Refused(" ".join(refused), code="refused")


def _name(path: Path) -> str:
    return _printable(path.name)


def _printable(name: str) -> str:
    """A name that a Windows archive has left in another code page can be printed too."""
    return os.fsencode(name).decode("utf-8", "replace")


def _import(event: ImportedEvent) -> str:
    about = f"{event.name}, {event.day or 'no date'}: {event.players} players, {event.entries} entries"
    if event.imported_at is not None:
        return f"{about}; was imported before"
    done = import_event(event_id=event.pk, visitor=MACHINE, now=house_now())
    return f"{about}; was imported before" if done is not None and done.pk != event.pk else about


def _said(error: OSError | PastFileError | Refused) -> str:
    if isinstance(error, PastFileError):
        return say_error(error)
    return error.message if isinstance(error, Refused) else error.strerror or str(error)
