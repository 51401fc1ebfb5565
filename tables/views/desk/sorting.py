"""The list of players sorted by a column: what the address asks for, and the heads that ask for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from tables.queries.desk.entries import ORDERS

USUAL: Final = "name"
LABELS: Final[Mapping[str, str | Promise]] = {
    "name": gettext_lazy("Player"),
    "entry": gettext_lazy("Entry"),
    "seat": gettext_lazy("Seat"),
    "chips": gettext_lazy("Chips"),
    "state": gettext_lazy("State"),
}
NUMBERS: Final = frozenset({"entry", "chips"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Sort:
    """A column of `ORDERS`, as it is wanted first or turned round."""

    order: str = USUAL
    is_turned: bool = False

    @property
    def asked(self) -> str:
        """As the address has it; nothing for the usual order."""
        return ("-" if self.is_turned else "") + self.order if self != Sort() else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnHead:
    """The head of a column; `asks` is the order that a tap on it asks for, `direction` what `aria-sort` says."""

    key: str
    label: str | Promise
    asks: str
    direction: str
    is_number: bool


def read_sort(text: str) -> Sort:
    """The order that an address asks for; an unknown one is the usual one."""
    order = text.removeprefix("-")
    return Sort(order=order, is_turned=text != order) if order in ORDERS else Sort()


def column_heads(sort: Sort) -> tuple[ColumnHead, ...]:
    """The heads in their order; a tap on the sorted one turns it round."""
    return tuple(
        ColumnHead(
            key=key,
            label=label,
            asks=("-" if key == sort.order and not sort.is_turned else "") + key,
            direction=_direction(sort) if key == sort.order else "none",
            is_number=key in NUMBERS,
        )
        for key, label in LABELS.items()
    )


def _direction(sort: Sort) -> str:
    falls = ORDERS[sort.order][0].startswith("-") != sort.is_turned
    return "descending" if falls else "ascending"
