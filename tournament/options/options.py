"""Settings that no query asks for, kept together in one column of the tournament.

A new one is a field of `EventOptions` with its default and its row, and is obeyed where `tournament.options` is asked,
by code or by a page. It needs no column, no migration and no seal of its own; what differs from its default is kept. A
setting that rows are found or counted by has a column instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final, TypeVar

import msgspec
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from tournament.options.figures import FIELDS, WallFigure
from tournament.options.setting import Choice, Setting, Switch

T = TypeVar("T", bool, int, str)


def option(default: T, **row: Any) -> T:
    """A field of `EventOptions`: its default, and what `Setting` says of it besides its name."""
    return field(default=default, metadata=row)


def _figure(number: int, default: WallFigure, **more: Any) -> str:
    """A field of the wall display."""
    return option(
        default.value,
        words=format_lazy(_("figure {number} on the wall display"), number=number),
        box=Choice(),
        label=format_lazy(_("Figure {number}"), number=number),
        group="wall",
        **more,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class EventOptions:
    """Each option of an event."""

    money_on_wall: bool = option(
        True,
        words=_("prize money on the wall display"),
        box=Switch(),
        label=_("Prize money on the wall display"),
        help=_("Off: it shows levels, players and stacks, and no amounts of money."),
        group="wall",
    )
    figure_1: str = _figure(1, WallFigure.PLAYERS)
    figure_2: str = _figure(2, WallFigure.AVERAGE)
    figure_3: str = _figure(3, WallFigure.BREAK)
    figure_4: str = _figure(4, WallFigure.NEXT_PRIZE)
    figure_5: str = _figure(5, WallFigure.POOL)
    figure_6: str = _figure(6, WallFigure.PAID)
    figure_7: str = _figure(7, WallFigure.CHIPS, help=_("Where a long name leaves it room."))
    figure_8: str = _figure(8, WallFigure.BOUGHT, help=_("Where a long name leaves it room."))

    @property
    def figures(self) -> tuple[WallFigure, ...]:
        """Those of the wall display, in order."""
        chosen = [getattr(self, f"figure_{number}") for number in range(1, FIELDS + 1)]
        return tuple(WallFigure(figure) for figure in chosen if figure in WallFigure.values)


OPTIONS: Final = tuple(Setting(name=each.name, **each.metadata) for each in fields(EventOptions))
"""Their rows, in the order of the page."""
OPTION_NAMES: Final = frozenset(setting.name for setting in OPTIONS)


def options_of(kept: Mapping[str, object]) -> EventOptions:
    """From what the column keeps; one that a later release has written is left out."""
    return msgspec.convert(kept, EventOptions)


def kept_options(options: EventOptions) -> Mapping[str, object]:
    """What the column keeps: those that are not as they come."""
    values = {each.name: (getattr(options, each.name), each.default) for each in fields(EventOptions)}
    return {name: value for name, (value, default) in values.items() if value != default}
