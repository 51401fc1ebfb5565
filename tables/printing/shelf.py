"""Paper kits as files in the data folder, where they are found when Floorman itself does not start."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Final

# In each language: of half an hour.
KEPT: Final = 3


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
