"""What lies on the second disk, looked up beside the page that asks: a disk that hangs keeps nobody waiting."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

from tournament.backups.shelf import backups_in

# A disk that is well answers in a few milliseconds.
PATIENCE_SECONDS: Final = 0.5


class SecondDisk:
    """The moments of the backups there, as they were when it last answered."""

    def __init__(self) -> None:
        self._look: threading.Thread | None = None
        self._starting = threading.Lock()
        self._found: dict[Path, Sequence[datetime]] = {}

    def moments(self, directory: Path) -> Sequence[datetime]:
        """Those in a directory; nobody waits for a look that somebody else waits for already."""
        with self._starting:
            is_hanging = self._look is not None and self._look.is_alive()
            if not is_hanging:
                # A daemon, so that a disk that never answers does not keep the process from its end.
                self._look = threading.Thread(target=self._look_into, args=(directory,), daemon=True)
                self._look.start()
            look = self._look
        if look is not None and not is_hanging:
            look.join(PATIENCE_SECONDS)
        return self._found.get(directory, ())

    def _look_into(self, directory: Path) -> None:
        self._found[directory] = tuple(backups_in(directory))


second_disk: Final = SecondDisk()
