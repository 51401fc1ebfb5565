"""What the supervisor has noted: when it opened the house, and which processes hung, a line of JSON for each in a small
file of the data folder.

A file and no rows: the supervisor must never wait for a database that has just been killed beside it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

FILE: Final = "restarts.jsonl"
KEPT: Final = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Restart:
    """A process that hung and was started again."""

    name: str
    at: datetime


def house_opened_at(folder: Path) -> datetime | None:
    """When this house was opened: the supervisor writes its lock then."""
    lock = folder / "run.lock"
    return datetime.fromtimestamp(lock.stat().st_mtime, tz=UTC) if lock.exists() else None


def note_restart(folder: Path, restart: Restart) -> None:
    """Add a line, and keep the newest only. OSError where the folder cannot be written."""
    path = folder / FILE
    lines = path.read_text("utf-8", "replace").splitlines() if path.exists() else []
    lines.append(json.dumps({"name": restart.name, "at": restart.at.isoformat()}))
    new = path.with_suffix(".new")
    new.write_text("\n".join(lines[-KEPT:]) + "\n", "utf-8")
    new.replace(path)


def restarts_in(folder: Path, since: datetime, until: datetime) -> list[Restart]:
    """What was noted between two moments. A line that a power cut has left in pieces says nothing: no page of the staff
    may fall for it.
    """
    try:
        lines = (folder / FILE).read_text("utf-8", "replace").splitlines()
    except OSError:
        return []
    restarts = [_read(line) for line in lines]
    return [restart for restart in restarts if restart and since <= restart.at <= until]


def _read(line: str) -> Restart | None:
    try:
        note = json.loads(line)
        return Restart(name=str(note["name"]), at=datetime.fromisoformat(note["at"]))
    except (ValueError, TypeError, KeyError):
        return None
