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
from django.utils.translation import gettext_lazy as _

from tournament.options.setting import Setting, Switch

T = TypeVar("T", bool, int, str)


def option(default: T, **row: Any) -> T:
    """A field of `EventOptions`: its default, and what `Setting` says of it besides its name."""
    return field(default=default, metadata=row)


@dataclass(frozen=True, slots=True, kw_only=True)
class EventOptions:
    """Each option of an event."""

    money_on_wall: bool = option(
        True,
        words=_("prize money on the wall display"),
        box=Switch(),
        label=_("Prize money on the wall display"),
        help=_("Off: it shows levels, players and stacks, and no amounts of money."),
        group="event",
    )


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
