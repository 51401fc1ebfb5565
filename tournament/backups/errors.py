from __future__ import annotations

from typing import Final, Literal

FailureKind = Literal["full", "damaged", "no_tools", "away", "second"]
FAILURE_KINDS: Final = ("full", "damaged", "no_tools", "away", "second")


class BackupFailed(Exception):
    """No backup could be made, and nothing of one is left. `kind` chooses the words of the pages."""

    def __init__(self, kind: FailureKind, says: str) -> None:
        super().__init__(says)
        self.kind = kind


class BadBackup(Exception):
    """The file is not a backup, not all of one, or not what was saved."""


class NotRestored(Exception):
    """A backup that is good cannot be put here; the database is as it was, or the sentence says how it becomes so."""
