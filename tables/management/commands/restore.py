"""`manage.py restore FILE`: put a backup in the place of the database, check everything, and say what is missing."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from tables.models import HandOperation
from tournament.backups.archive import Manifest
from tournament.backups.errors import BadBackup, NotRestored
from tournament.backups.restoring import restore
from tournament.changes.house import BackupRestored
from tournament.management.opening import NotFit, check_access, check_user
from tournament.models import LogEntry, Tournament
from tournament.services.people.house_log import MACHINE, write_house_line
from tournament.timekeeping import house_now


@dataclass(frozen=True, slots=True, kw_only=True)
class NewestWrite:
    """The newest row that people or tablets have written, and where in the room that was."""

    at: datetime
    tournament: Tournament
    where: str

    def __str__(self) -> str:
        there = self.at.astimezone(ZoneInfo(self.tournament.time_zone))
        return (
            f"{there:%Y-%m-%d %H:%M:%S} ({self.tournament.time_zone}), {self.where} of {self.tournament.name}"
        )


class Command(BaseCommand):
    help = "Put a backup in the place of the database, migrate it, check it, and say what it does not hold."
    # The database may be damaged or of another day.
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--replace",
            action="store_true",
            help="also in the place of a database with tournaments in it, which is kept aside",
        )

    def handle(self, *_args: Any, file: Path, replace: bool, **_options: Any) -> None:
        try:
            # First of all: who asks for the time may write it down.
            check_user(Path(settings.DATA_DIR))
            check_access(Path(settings.DATA_DIR))
            now = house_now()
            restored = restore(file.resolve(), replace=replace, now=now)
        except (BadBackup, NotRestored, NotFit) as error:
            raise CommandError(str(error)) from error
        manifest = restored.manifest
        # Where nothing more can be written, the checks below say why.
        with suppress(DatabaseError):
            change = BackupRestored(made_at=f"{manifest.at.astimezone(UTC):%Y-%m-%d %H:%M}")
            write_house_line(change, visitor=MACHINE, now=now)
        self.stdout.write(
            f"Restored {file.name}, made by Floorman {manifest.version}, for the data directory {settings.DATA_DIR}."
        )
        if restored.former_database:
            self.stdout.write(f"The former database is kept: {restored.former_database}")
        if restored.former_keys:
            self.stdout.write(f"The keys that go with it are kept: {', '.join(restored.former_keys)}")
        self._say_what_is_missing(manifest, now)
        if os.environ.get("SECRET_KEY"):
            self.stdout.write("SECRET_KEY is set: with the one that was set then, everybody stays logged in.")
        elif "secret_key" not in manifest.members:
            self.stdout.write(
                "It holds no secret key: set SECRET_KEY to that of the former computer before you start, or everybody "
                "logs in again and second factors are set up again."
            )
        try:
            call_command("verify", stdout=self.stdout)
        except CommandError as error:
            raise CommandError(
                f"The backup is in place, but not all of it holds: {error} "
                "An earlier backup may be whole: restore it with --replace."
            ) from error

    def _say_what_is_missing(self, manifest: Manifest, now: datetime) -> None:
        self.stdout.write(
            f"It holds everything recorded until {manifest.at:%Y-%m-%d %H:%M:%S} UTC, {ago(now - manifest.at)} ago."
        )
        try:
            last = newest_write()
        except Exception as error:  # noqa: BLE001  # the checks that follow say of each row what is wrong with it
            last = None
            self.stdout.write(f"The last change in it cannot be read: {type(error).__name__}: {error}")
        if last is not None:
            self.stdout.write(f"The last change in it: {last}.")
            self.stdout.write("What happened at the tables after that is to be entered again.")
        self.stdout.write(f"Data directory: {settings.DATA_DIR}")


def newest_write() -> NewestWrite | None:
    """The newest line of a log or operation of a hand; None in a database without either."""
    line = LogEntry.objects.select_related("tournament").order_by("-pk").first()
    operation = HandOperation.objects.select_related("hand__table__tournament").order_by("-pk").first()
    if operation is not None and (line is None or operation.at >= line.at):
        hand = operation.hand
        where = f"hand {hand.number} at table {hand.table.number}"
        return NewestWrite(at=operation.at, tournament=hand.table.tournament, where=where)
    if line is not None:
        return NewestWrite(at=line.at, tournament=line.tournament, where=f"line {line.pk} of the log")
    return None


def ago(age: timedelta) -> str:
    """How long that is, in words."""
    seconds = max(0, int(age.total_seconds()))
    for size, name in ((86_400, "day"), (3_600, "hour"), (60, "minute")):
        if seconds >= size:
            count = seconds // size
            return f"1 {name}" if count == 1 else f"{count} {name}s"
    return "less than a minute"
