"""Whom a row of a page is about, and where they sit."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryAt:
    """`number` is the entry's in the event; `table` and `seat` are None without one."""

    entry_id: int
    number: int
    name: str
    table: int | None
    seat: int | None
