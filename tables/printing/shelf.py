"""Paper kits as files in the data folder, where they are found when Floorman itself does not start."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

# In each language: of half an hour.
KEPT: Final = 3
# Who played where is of no use when the event is long over, and not for everybody's eyes.
KEPT_FOR: Final = timedelta(days=7)

_NAME: Final = re.compile(r"[^-]+-[a-z]+-(?P<at>\d{8}-\d{6})\.pdf")


def keep_kit(folder: Path, *, code: str, language: str, pdf: bytes, now: datetime) -> Path:
    """Put a kit beside the earlier ones and remove all but the newest; a file is there whole or not at all."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / f"{code}-{language}-{now:%Y%m%d-%H%M%S}.pdf"
    unfinished = path.with_suffix(".new")
    try:
        unfinished.write_bytes(pdf)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
    for old in sorted(folder.glob(f"{code}-{language}-*.pdf"))[:-KEPT]:
        old.unlink(missing_ok=True)
    return path


def remove_old_kits(folder: Path, *, now: datetime) -> int:
    """Remove those of events for which none was printed for a week; returns how many."""
    oldest = f"{now - KEPT_FOR:%Y%m%d-%H%M%S}"
    kits = ((path, _NAME.fullmatch(path.name)) for path in folder.glob("*.pdf"))
    old = [path for path, name in kits if name and name["at"] < oldest]
    for path in old:
        path.unlink(missing_ok=True)
    return len(old)
