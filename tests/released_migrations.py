"""Migrations that a release has carried are frozen: databases out there have run them as they were.

python -m tests.released_migrations     adds the migrations that are new to tests/released_migrations.txt
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RELEASED = ROOT / "tests" / "released_migrations.txt"


class ReleasedMigrationChanged(ValueError):
    """A released migration is not what it was, or is gone; the message names it."""


def hashes_now() -> dict[str, str]:
    """Return the SHA-256 of each migration by its path."""
    paths = sorted(
        path for app in ("tournament", "tables") for path in (ROOT / app / "migrations").glob("0*.py")
    )
    return {str(path.relative_to(ROOT)): hashlib.sha256(path.read_bytes()).hexdigest() for path in paths}


def hashes_released() -> dict[str, str]:
    """Return what each released migration was, by its path."""
    lines = RELEASED.read_text(encoding="ascii").splitlines() if RELEASED.exists() else []
    return {path: digest for digest, path in (line.split() for line in lines)}


def check(released: dict[str, str], now: dict[str, str]) -> None:
    """Raise ReleasedMigrationChanged unless every released migration is as it was."""
    changed = [path for path, digest in released.items() if now.get(path) != digest]
    if changed:
        raise ReleasedMigrationChanged(f"released, and no longer what it was: {', '.join(changed)}")


def main() -> int:
    """Freeze the migrations that are new."""
    now = hashes_now()
    check(hashes_released(), now)
    RELEASED.write_text("".join(f"{digest}  {path}\n" for path, digest in now.items()), encoding="ascii")
    return 0


if __name__ == "__main__":
    sys.exit(main())
