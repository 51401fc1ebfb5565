"""A tournament in play, saved as the version at hand has it: what every later version must be able to play on with.

    python -m tests.saved_database          writes tests/saved/<version>.sql.gz

The file is a whole SQLite database as text: three tables of a mix of games, made-up players, late entries, a corrected
stack, a move, actions undone, levels gone by, players out in the money, and a hand in play at every table. It is made
once for each release and never again: see CONTRIBUTING.md.
"""

from __future__ import annotations

import gzip
import os
import sqlite3
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

SAVED = Path(__file__).resolve().parent / "saved"
BEGAN = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
NAME = "Friday mix"


def save(directory: Path) -> str:
    """Make the database in `directory` and return it as text."""
    os.environ["FLOORMAN_DATA_DIR"] = str(directory)
    os.environ["DJANGO_SETTINGS_MODULE"] = "tournament.config.settings"
    for name in ("DATABASE_URL", "REDIS_URL", "SECRET_KEY"):
        os.environ.pop(name, None)

    import django
    from django.core.management import call_command
    from django.db import connection

    django.setup()
    call_command("migrate", verbosity=0)

    from tests.saved_evening import play_evening

    play_evening(name=NAME, began=BEGAN)
    connection.close()
    with sqlite3.connect(directory / "floorman.sqlite3") as database:
        return "\n".join(database.iterdump()) + "\n"


def restore(text: str, path: Path) -> None:
    """Write the saved database to a new file."""
    with sqlite3.connect(path) as database:
        database.executescript(text)


def saved_versions() -> list[str]:
    """Return the versions of which a database is kept."""
    return sorted(path.name.removesuffix(".sql.gz") for path in SAVED.glob("*.sql.gz"))


def read_saved(version: str) -> str:
    """Return the database that was saved of a version, as text."""
    with gzip.open(SAVED / f"{version}.sql.gz", "rt", encoding="utf-8") as file:
        return file.read()


def main() -> int:
    """Save a tournament in play as this version has it; refuse to write over one that is there."""
    from tournament.config.version import read_version

    path = SAVED / f"{read_version()}.sql.gz"
    if path.exists():
        sys.stderr.write(f"{path} is there already: a released database stays as it was. Remove it first.\n")
        return 1
    with tempfile.TemporaryDirectory(prefix="floorman-saved-") as directory:
        text = save(Path(directory))
    SAVED.mkdir(exist_ok=True)
    # Without a date in it the same database is the same file.
    path.write_bytes(gzip.compress(text.encode(), mtime=0))
    sys.stdout.write(f"{path}: {path.stat().st_size:,} bytes, {text.count(chr(10)):,} lines\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
