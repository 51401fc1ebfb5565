"""One page to be photographed."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path

NOW = datetime(2026, 3, 14, 21, 0, 0, 400_000, tzinfo=UTC)
"""The application's clock stands here."""

Size = tuple[int, int]
WALL, HD, CONSOLE, TABLET = (1920, 1080), (1280, 720), (1280, 800), (1024, 768)
UPRIGHT, PHONE = (768, 1024), (390, 844)
LIGHT, DARK, ITALIAN = "en-light", "en-dark", "it-dark"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shot:
    """A page, opened with these cookies; `taps` are selectors, tapped in turn before the picture is taken.

    The sizes are width and height in pixels, the looks a language and a colour scheme.
    """

    name: str
    path: str
    cookies: Mapping[str, str] = field(default_factory=dict)
    sizes: Sequence[Size] = (CONSOLE,)
    looks: Sequence[str] = (LIGHT,)
    taps: Sequence[str] = ()

    @property
    def fills_the_screen(self) -> bool:
        """Whether the page is as high as its screen and never scrolls: a felt, a clock on the wall."""
        return self.path.startswith(("/tablet/table", "/screen/open")) or "clock/" in self.path

    def file(self, size: Size, look: str) -> str:
        return f"{self.name}-{size[0]}x{size[1]}-{look}.png"


def write_shots(shots: Sequence[Shot], file: Path) -> None:
    file.write_text(json.dumps([asdict(shot) for shot in shots]), encoding="utf-8")


def read_shots(file: Path) -> list[Shot]:
    rows = json.loads(file.read_text(encoding="utf-8"))
    return [Shot(**{**row, "sizes": [(width, height) for width, height in row["sizes"]]}) for row in rows]
