"""The chips of an event as they look, wherever a page shows one."""

from __future__ import annotations

from collections.abc import Iterable

from django import template

from tournament.options.options import EventOptions
from tournament.queries import house_files
from tournament.queries.house_files import ChipLook

register = template.Library()


@register.simple_tag
def chip_looks(values: Iterable[int], options: EventOptions) -> tuple[ChipLook, ...]:
    """These values in their order, each with its colour and its picture. One query."""
    return house_files.chip_looks(values, options)
