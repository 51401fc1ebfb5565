"""Figures of a change, by the way in which a reader's page writes them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, Any

from tournament.words.writer import Writer


@dataclass(frozen=True, slots=True)
class WrittenAs:
    """How a figure of a change is written in its sentence."""

    write: Callable[[Writer, Any], str]


Money = Annotated[int, WrittenAs(lambda writer, cents: writer.money(cents))]
"""In cents."""
Chips = Annotated[int, WrittenAs(lambda writer, chips: writer.chips(chips))]
"""Chips, or a number of players that can grow long."""
Points = Annotated[Decimal, WrittenAs(lambda writer, points: writer.points(points))]
"""Points of a league, to a thousandth."""
Card = Annotated[str, WrittenAs(lambda writer, code: writer.card(code))]
