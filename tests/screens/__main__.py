"""Photograph every page, or compare two folders of pictures: see the package."""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.screens.shot import NOW, read_shots, write_shots

LIST = "shots.json"


def main(words: Sequence[str]) -> int:
    """Return the exit status: 1 where a page failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.screens", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, help="where the pictures go")
    parser.add_argument("--only", default="", help="only pages with these letters in their name")
    parser.add_argument("--room", type=Path, help="a data folder of rooms: used, or built there if empty")
    parser.add_argument("--port", type=int, default=8170)
    parser.add_argument("--compare", nargs=3, type=Path, metavar=("BEFORE", "AFTER", "SHEETS"))
    given = parser.parse_args(words)
    if given.compare:
        from tests.screens.sheets import compare  # without the application

        print("\n".join(compare(*given.compare)))
        return 0
    if given.folder is None:
        parser.error("name the folder for the pictures")
    with tempfile.TemporaryDirectory(prefix="floorman-rooms-") as temporary:
        room = given.room or Path(temporary)
        configure(room)
        if not (room / LIST).exists():
            build(room)
        from tests.screens.camera import photograph  # needs the settings

        shots = [shot for shot in read_shots(room / LIST) if given.only in shot.name]
        complaints = photograph(shots, room, given.folder, port=given.port)
    print("\n".join([*complaints, f"{len(list(given.folder.glob('*.png')))} pictures in {given.folder}"]))
    return 1 if complaints else 0


def configure(room: Path) -> None:
    """Make this process one of the application whose data are in this folder."""
    room.mkdir(parents=True, exist_ok=True)
    os.environ.update(
        FLOORMAN_DATA_DIR=str(room),
        # Where builders leave worlds for each other.
        FLOORMAN_TEST_DIR=str(room),
        DJANGO_SETTINGS_MODULE="tournament.config.settings",
        DJANGO_ALLOW_ASYNC_UNSAFE="true",
    )
    import django  # the data folder is known now

    django.setup()


def build(room: Path) -> None:
    """Fill a new database with the rooms of the tests, and list their pages beside it."""
    from django.core.management import call_command
    from django.utils import timezone

    from tests.screens.rooms import build_rooms

    # The same numbers each time: two versions draw the same pictures.
    random.seed(7)
    call_command("migrate", verbosity=0)
    timezone.now = lambda: NOW
    write_shots(build_rooms(), room / LIST)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
