"""What tablets and the network between have seen: one line for each thing that was tapped, sent, answered or read.

tapped     a dealer has tapped; from now on the outbox owes an answer
ok         one sending of the tap was answered: recorded
fail       ... refused
info       ... nobody knows: it is sent again
replay     the tap was sent once more although it had been answered
answered   what the server has said to a sending, whether or not the tablet ever heard it
read       a screen was asked for
"""

from __future__ import annotations

import hashlib
import json
import threading
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO, Final, Literal

Kind = Literal["tapped", "ok", "fail", "info", "replay", "answered", "read"]
# The outbox sends again what these answer, as it does after 500 and above.
NOT_FINAL: Final = frozenset({403, 408, 425, 429})
DEAL = "deal"
CALL = "call"


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """`sent` is the version that the tablet saw when it tapped, `version` the one that the answer shows (0: none).

    `is_probe`: tapped on purpose on an older screen than the one that is there. `body` is a hash of the answer.
    """

    client: str
    kind: Kind
    began: float
    ended: float
    seq: int = 0
    key: str = ""
    op: str = ""
    sent: int = 0
    status: int = 0
    version: int = 0
    body: str = ""
    is_probe: bool = False

    @property
    def counts(self) -> bool:
        """Whether the tap writes to its table: a call for the floor does not."""
        return self.op != CALL

    @property
    def is_refused(self) -> bool:
        """Whether it was answered for good that nothing was recorded; after any other answer the tap is sent again."""
        return 400 <= self.status < 500 and self.status not in NOT_FINAL


def now() -> float:
    """The one clock of all lines; it never steps."""
    return time.monotonic()


def hash_of(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()[:24]


@dataclass(slots=True, kw_only=True)
class Journal:
    """Takes lines from many threads, keeps them and writes each to a file."""

    path: Path
    lines: list[Line] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _file: IO[str] | None = None

    def add(self, line: Line) -> None:
        with self._lock:
            self.lines.append(line)
            if self._file is None:
                self._file = self.path.open("w", encoding="utf-8")
            self._file.write(json.dumps(asdict(line)) + "\n")

    def close(self) -> None:
        with self._lock:
            if self._file is not None:
                self._file.close()
                self._file = None


def read_history(path: Path) -> Iterator[Line]:
    """The lines of a file, as they were written."""
    with path.open(encoding="utf-8") as file:
        for line in file:
            yield Line(**json.loads(line))


@dataclass(frozen=True, slots=True)
class History:
    """The lines, in the order in which each began, and by what is asked of them."""

    lines: Sequence[Line]
    by_client: dict[str, list[Line]] = field(default_factory=lambda: defaultdict(list))
    by_key: dict[str, list[Line]] = field(default_factory=lambda: defaultdict(list))

    @classmethod
    def of(cls, lines: Sequence[Line]) -> History:
        history = cls(sorted(lines, key=lambda line: line.began))
        for line in history.lines:
            if line.kind != "answered":
                history.by_client[line.client].append(line)
            if line.key:
                history.by_key[line.key].append(line)
        return history

    def is_acknowledged(self, key: str) -> bool:
        """Whether the house has said that it recorded this tap, also where the tablet did not hear it."""
        return any(line.status == 200 for line in self.by_key[key])

    def acknowledged(self, client: str) -> list[Line]:
        """The acknowledged taps of a tablet, in the order in which they were tapped."""
        return [line for line in self._taps(client) if self.is_acknowledged(line.key)]

    def unheard(self, client: str) -> list[Line]:
        """Taps that were sent, and whose answer the tablet never heard."""
        heard = {line.key for line in self.by_client[client] if line.kind in ("ok", "fail")}
        return [line for line in self._taps(client) if line.key not in heard]

    def in_doubt(self, client: str) -> list[Line]:
        """Taps that were sent, and of which nobody was told what became of them."""
        return [line for line in self.unheard(client) if not self.is_acknowledged(line.key)]

    def _taps(self, client: str) -> list[Line]:
        lines = [line for line in self.by_client.get(client, ()) if line.kind == "tapped"]
        return sorted(lines, key=lambda line: line.seq)
