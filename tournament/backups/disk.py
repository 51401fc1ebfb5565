"""How much space is free where the database is, and how much is too little."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Final

MEGABYTE: Final = 1 << 20
# Floorman does not open with less: a full disk in the middle of an evening is worse.
NEEDED: Final = 50 * MEGABYTE
# Somebody should free some, at a twentieth of the disk, but not while there are gigabytes.
LOW: Final = 500 * MEGABYTE
ENOUGH: Final = 5_000 * MEGABYTE
LOW_PART: Final = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Disk:
    """The disk of a directory, in bytes."""

    total: int
    free: int

    @property
    def is_low(self) -> bool:
        return self.free < max(LOW, min(self.total // LOW_PART, ENOUGH))

    @property
    def is_nearly_full(self) -> bool:
        return self.free < NEEDED

    @property
    def free_megabytes(self) -> int:
        return self.free // MEGABYTE


def disk_of(directory: Path) -> Disk:
    usage = shutil.disk_usage(directory)
    return Disk(total=usage.total, free=usage.free)
