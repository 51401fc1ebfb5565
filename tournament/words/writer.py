from __future__ import annotations

from decimal import Decimal
from typing import Protocol


class Writer(Protocol):
    """Writes figures as the page does, in the reader's language."""

    def chips(self, amount: int) -> str: ...

    def money(self, amount: int) -> str: ...

    def points(self, value: Decimal) -> str: ...

    def card(self, code: str) -> str: ...

    def places(self, first: int, last: int) -> str: ...

    def period(self, index: int) -> str:
        """A period of the structure: "Level 4 (100/200)", "Break"."""
        ...
