"""`manage.py backup`: make a backup now, while play goes on."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournament.backups.errors import BackupFailed
from tournament.backups.making import back_up_house, make_backup
from tournament.queries.alarms.play import levels_in_play
from tournament.timekeeping import house_now


class Command(BaseCommand):
    help = "Make a backup of everything while play goes on: one file, complete and checked."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "directory", nargs="?", help="where to (default: with the automatic ones, and to the second disk)"
        )

    def handle(self, *_args: Any, directory: str | None, **_options: Any) -> None:
        now = house_now()
        try:
            levels = levels_in_play()
            if directory:
                made = make_backup(Path(directory).resolve(), levels=levels, now=now)
            elif (kept := back_up_house(levels=levels, now=now)) is not None:
                made = kept
            else:
                raise CommandError("A backup is being made at this moment. Nothing to do.")
        except BackupFailed as failed:
            raise CommandError(str(failed)) from failed
        self.stdout.write(f"{made}: {made.stat().st_size / 1_000_000:.1f} MB, read back and whole.")
        self.stdout.write(
            "It holds money, names and keys: with the file anybody can log in. Keep it locked away."
        )
