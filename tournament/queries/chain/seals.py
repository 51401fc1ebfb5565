from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tournament.models import ChainKind, ChainLink

# So much of a hash is on paper: nobody finds other rows that come to the same 32 bits in an evening and unnoticed.
SHOWN: Final = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Seal:
    """A link as it is shown and printed: its number and the beginning of its hash."""

    number: int
    hash: str

    @property
    def short(self) -> str:
        """In two groups, to be read aloud: "9f3a c27b"."""
        return f"{self.hash[:4]} {self.hash[4:SHOWN]}"


def head(tournament_id: int) -> Seal | None:
    """The newest seal, which stands for everything written so far. One query."""
    newest = ChainLink.objects.filter(tournament=tournament_id).order_by("-number")
    return _seal(newest.values_list("number", "hash").first())


def seal_of_line(line_id: int) -> Seal | None:
    """The seal of one line of the log. One query."""
    links = ChainLink.objects.filter(kind=ChainKind.LOG, row=line_id)
    return _seal(links.values_list("number", "hash").first())


def _seal(found: tuple[int, str] | None) -> Seal | None:
    return None if found is None else Seal(number=found[0], hash=found[1])
