"""What a row of the settings says: how the page asks for it and the log calls it, its bounds, and until when it may
change.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from django.utils.functional import Promise

from tournament.rules.payouts.money import MAX_MONEY
from tournament.rules.payouts.schemes import WHOLE
from tournament.rules.structure.errors import MAX_CHIPS

Words = str | Promise


@dataclass(frozen=True, slots=True)
class Amount:
    """Money in minor units. blank: what it is when nothing is typed. is_zero_shown: 0 and not an empty box."""

    blank: int | None = 0
    is_zero_shown: bool = True


@dataclass(frozen=True, slots=True)
class Count:
    """A whole number. blank: what it is when nothing is typed, even if that is below `low`."""

    low: int
    high: int = MAX_CHIPS
    blank: int | None = None


@dataclass(frozen=True, slots=True)
class Percentage:
    """A share in millionths, 0 for none."""


@dataclass(frozen=True, slots=True)
class LevelNumber:
    """One of the structure's levels, 0 for none."""


@dataclass(frozen=True, slots=True)
class ChipList:
    """Values of chips."""


@dataclass(frozen=True, slots=True)
class ChipColours:
    """Values of chips with their colours (tournament.rules.chips.colours)."""

    length: int


@dataclass(frozen=True, slots=True)
class ChipCounts:
    """Chips by the piece (tournament.rules.chips.sets)."""

    length: int


@dataclass(frozen=True, slots=True)
class SeatOrder:
    """Seats of a table in an order (tournament.options.seats)."""

    length: int


@dataclass(frozen=True, slots=True)
class RedrawCounts:
    """Numbers of players at which all seats are redrawn (tournament.options.redraws)."""

    length: int


@dataclass(frozen=True, slots=True)
class TableNumbers:
    """Numbers of tables (tournament.rules.festivals)."""

    length: int


@dataclass(frozen=True, slots=True)
class Country:
    """The two letters of a country (tournament.options.countries)."""

    length: int = 2


@dataclass(frozen=True, slots=True)
class TextLine:
    """Text of one line."""

    length: int


@dataclass(frozen=True, slots=True)
class TokenLine:
    """Text of one line with tokens (tournament.rules.screens.tokens)."""

    length: int


@dataclass(frozen=True, slots=True)
class Text:
    """Text of several lines."""

    length: int


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a closed list: values with their words, or () where the form knows them. What stands stays where none is
    sent.
    """

    offered: tuple[tuple[str, Words], ...] = ()


@dataclass(frozen=True, slots=True)
class Colour:
    """A colour as "#56d3aa"."""


@dataclass(frozen=True, slots=True)
class Switch:
    """On or off."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A time of day at the venue."""


Box = (
    Amount
    | Count
    | Percentage
    | LevelNumber
    | ChipList
    | ChipColours
    | ChipCounts
    | RedrawCounts
    | SeatOrder
    | TableNumbers
    | Country
    | TextLine
    | TokenLine
    | Text
    | Choice
    | Colour
    | Switch
    | Moment
)


class Fixed(Enum):
    """Until when a setting may change."""

    ENTERED = auto()
    """Once an entry stands: players have paid for it."""
    BOOKED = auto()
    """Once money was booked: the ledger is written in it, and an entry that was voided has left its rows there."""
    ON_HEADS = auto()
    """Once somebody has a bounty on their head."""
    DRAWN = auto()
    """Once the seats are drawn."""
    DECIDED = auto()
    """Once a prize was decided: the ladder would not add up to the pool."""
    LOCKED = auto()
    """While the payouts are locked: prizes do not follow it meanwhile."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One row. name: the column or the option, and the field of the plan. words: as the log names it.

    box: what the page of the settings asks; None for what another page or form asks. group: its part of the page, ""
    for none. stays_open: nothing that was played follows from it, and it may change once the event is over: how prizes
    are paid, what points it gives.
    """

    name: str
    words: Words
    box: Box | None = None
    label: Words = ""
    help: Words = ""
    group: str = ""
    is_required: bool = False
    fixed: frozenset[Fixed] = frozenset()
    stays_open: bool = False

    @property
    def bounds(self) -> tuple[int, int] | None:
        """The lowest and the highest value, None where it is not a number or the structure decides."""
        match self.box:
            case Amount(blank=blank):
                return (1 if blank is None else 0), MAX_MONEY
            case Percentage():
                return 0, WHOLE
            case Count(low=low, high=high, blank=blank):
                return (low if blank is None else min(low, blank)), high
        return None
