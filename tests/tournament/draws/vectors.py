"""What the protocol of draws gives for one seed: computed once, independently of the code under test."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from tournament.draws.check_draw import DrawNumbers

VECTORS: Final[dict[str, Any]] = json.loads(Path(__file__).with_name("vectors.json").read_text())
EIGHTEEN: Final = tuple(f"E{number:04}" for number in range(1, 19))


class CountedNumbers(DrawNumbers):
    """The numbers of a draw of the vectors; `calls` counts how often eight bytes were taken."""

    def __init__(self, *, draw: str, kind: str, listed: Sequence[str] = EIGHTEEN) -> None:
        seed, public = bytes.fromhex(VECTORS["seed"]), VECTORS["public"]
        super().__init__(seed=seed, public=public, draw=draw, kind=kind, listed=listed)
        self.calls = 0

    def eight_bytes(self) -> bytes:
        self.calls += 1
        return super().eight_bytes()
