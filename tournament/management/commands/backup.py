"""`manage.py backup`: make a backup now, while play goes on."""

from argparse import ArgumentParser
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from tournament.backups.errors import BackupFailed
from tournament.backups.making import HANGS_AFTER, back_up_house, make_backup
from tournament.backups.shelf import begun_at
from tournament.management.opening import NotFit, check_access, check_user, why_unusable
from tournament.queries.alarms.play import levels_in_play
from tournament.timekeeping import house_and_computer


class Command(BaseCommand):
    help = "Make a backup of everything while play goes on: one file, complete and checked."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "directory", nargs="?", help="where to (default: with the automatic ones, and to the second disk)"
        )

    def handle(self, *_args: Any, directory: str | None, **_options: Any) -> None:
        try:
            # First of all: who asks for the time may write it down.
            check_user(Path(settings.DATA_DIR))
            check_access(Path(settings.DATA_DIR))
            # The file of the backup at work has the computer's time.
            now, computer = house_and_computer()
            levels = levels_in_play()
            if directory:
                made = make_backup(Path(directory).resolve(), levels=levels, now=now)
            elif (kept := back_up_house(levels=levels, now=now)) is not None:
                made = kept
            else:
                raise CommandError(being_made(computer - begun_at(Path(settings.BACKUP_DIR))))
        except (BackupFailed, NotFit) as failed:
            raise CommandError(str(failed)) from failed
        except DatabaseError as error:
            raise CommandError(why_unusable(error)) from error
        self.stdout.write(f"{made}: {made.stat().st_size / 1_000_000:.1f} MB, read back and whole.")
        self.stdout.write(
            "It holds money, names and keys: with the file anybody can log in. Keep it locked away."
        )


def being_made(since: timedelta) -> str:
    """What to do where one is being made already: wait, or free what hangs."""
    if since < HANGS_AFTER:
        return "A backup is being made at this moment. Nothing to do."
    return (
        f"A backup was begun {since // timedelta(minutes=1)} minutes ago and has not ended: its disk or the database "
        "hangs. Make one elsewhere, manage.py backup DIRECTORY, and start Floorman again when play allows."
    )
