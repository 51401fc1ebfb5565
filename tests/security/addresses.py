"""Every address of the house, read from the URL configuration."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver, reverse


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """One URL pattern: its name with its namespace, its route for reading, its arguments, its view."""

    name: str
    route: str
    arguments: tuple[str, ...]
    view: Callable[..., Any]

    def url(self, values: Mapping[str, object]) -> str:
        return reverse(self.name, kwargs={name: values[name] for name in self.arguments})


def all_addresses() -> list[Address]:
    return list(_walk(get_resolver().url_patterns, "", ""))


def _walk(patterns: list[URLPattern | URLResolver], namespace: str, route: str) -> Iterator[Address]:
    for pattern in patterns:
        here = route + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            inner = f"{namespace}{pattern.namespace}:" if pattern.namespace else namespace
            yield from _walk(pattern.url_patterns, inner, here)
        else:
            # An address without a name stands in no table: show it by its route.
            name = f"{namespace}{pattern.name}" if pattern.name else f"unnamed {here}"
            yield Address(
                name=name, route=here, arguments=tuple(pattern.pattern.converters), view=pattern.callback
            )
