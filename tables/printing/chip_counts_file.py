"""The chips of everybody who is in as a file for the press: CSV, JSON, and text to paste.

docs/results-file.md says what stands in each column. Like the file of results it is the same in every language.
"""

from __future__ import annotations

import csv
import json
from datetime import UTC, datetime
from io import StringIO
from typing import Final

from tables.queries.room.chip_counts import PressCount, PressCounts
from tournament.rules.spreadsheets import harmless

COLUMNS: Final = ("name", "country", "chips", "big_blinds", "table", "seat", "counted_at", "source")
CSV_TYPE: Final = "text/csv; charset=utf-8; header=present"
JSON_TYPE: Final = "application/json"
TEXT_TYPE: Final = "text/plain; charset=utf-8"

Value = str | int | float | None


def counts_csv(counts: PressCounts, *, is_public: bool) -> bytes:
    """A line a player; what nobody knows is blank. is_public: players are called as the public calls them."""
    file = StringIO()
    writer = csv.writer(file, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for each in counts.counts:
        values = _values(each, is_public=is_public)
        values["name"] = harmless(str(values["name"]))
        writer.writerow(["" if value is None else value for value in values.values()])
    return file.getvalue().encode()


def counts_json(counts: PressCounts, *, is_public: bool) -> bytes:
    """The same with the event, the level and the moment; what nobody knows is null."""
    data = {
        "event": counts.event,
        "at": _moment(counts.at),
        "level": counts.level,
        "big_blind": counts.big_blind or None,
        "counts": [_values(each, is_public=is_public) for each in counts.counts],
    }
    return json.dumps(data, ensure_ascii=False, indent=2).encode()


def counts_text(counts: PressCounts, *, is_public: bool) -> bytes:
    """A line a player, to paste: "Anna Verdi (IT) - 125,000 (62.5 BB), table 3 seat 4, hand 21:05Z"."""
    head = f"{counts.event} - level {counts.level}, {_moment(counts.at)}"
    lines = [_line(each, is_public=is_public) for each in counts.counts]
    return "\n".join([head, *lines, ""]).encode()


def _values(each: PressCount, *, is_public: bool) -> dict[str, Value]:
    return {
        "name": each.shown_name if is_public else each.name,
        "country": _country(each, is_public=is_public) or None,
        "chips": each.chips,
        "big_blinds": each.big_blinds,
        "table": each.table,
        "seat": each.seat,
        "counted_at": None if each.counted_at is None else _moment(each.counted_at),
        "source": each.source,
    }


def _line(each: PressCount, *, is_public: bool) -> str:
    chips = "unknown" if each.chips is None else f"{each.chips:,}"
    blinds = "" if each.big_blinds is None else f" ({each.big_blinds:g} BB)"
    seat = "" if each.table is None else f", table {each.table} seat {each.seat}"
    source = "" if each.chips is None else f", {each.source.replace('_', ' ')}"
    at = "" if each.counted_at is None else f" {_moment(each.counted_at)}"
    country = _country(each, is_public=is_public)
    name = (each.shown_name if is_public else each.name) + (f" ({country})" if country else "")
    return f"{name} - {chips}{blinds}{seat}{source}{at}"


def _country(each: PressCount, *, is_public: bool) -> str:
    return each.shown_country if is_public else each.country


def _moment(moment: datetime) -> str:
    """In UTC, to the second."""
    return f"{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
