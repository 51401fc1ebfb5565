"""Draw everything anew and say what is not as it was kept; with --write, keep it as it is now.

python -m tests.tables.drawn [--write] [SOURCE ...]
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from tests.tables.drawn import kept  # noqa: E402 - models are there only once Django is
from tests.tables.drawn.database import left_empty, own_database  # noqa: E402
from tests.tables.drawn.everything import SOURCES, drawn  # noqa: E402


def draw(sources: Sequence[str]) -> dict[str, str]:
    """What these sources draw, each in an empty database."""
    now: dict[str, str] = {}
    with own_database():
        for source in sources:
            with left_empty():
                now |= drawn(source)
    return now


def main(arguments: Sequence[str]) -> int:
    sources = [word for word in arguments if word != "--write"] or SOURCES
    kept_before = kept.read() if kept.FILE.exists() else {}
    before = {name: lines for name, lines in kept_before.items() if kept.source_of(name) in sources}
    now = draw(sources)
    for line, times in kept.changes(before, now):
        print(f"{times:6} {line}")
    if "--write" in arguments:
        others = {name: lines for name, lines in kept_before.items() if name not in before}
        kept.write({**others, **now})
        print(f"{len(others) + len(now)} kept, {kept.FILE.stat().st_size:,} bytes")
        return 0
    return int(before != now)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
