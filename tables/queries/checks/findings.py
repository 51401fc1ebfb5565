from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from tournament.models import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Something that must hold and does not: the name of the invariant ("I01"), and a sentence that names the rows."""

    invariant: str
    says: str

    def __str__(self) -> str:
        return f"{self.invariant}: {self.says}"


Check: TypeAlias = Callable[[Tournament], Iterable[Finding]]
HouseCheck: TypeAlias = Callable[[], Iterable[Finding]]
