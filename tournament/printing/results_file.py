"""The results of an event as a file for rankings, press and the next program: version 1, as CSV and as XLSX.

docs/results-file.md says what stands in each column. Names of columns and games are English in every language, amounts
have a point and no signs between thousands, days are ISO 8601: a program reads it anywhere alike.
"""

from __future__ import annotations

import csv
from datetime import UTC, date, datetime
from decimal import Decimal
from io import BytesIO, StringIO
from typing import Final

import xlsxwriter
from django.utils import translation

from tournament.queries.results import EventResults, PaidPlace
from tournament.rules.names import split_name
from tournament.rules.payouts.money import minor_units
from tournament.rules.spreadsheets import harmless
from tournament.words.games import game_name

COLUMNS: Final = (
    "event_name", "venue", "city", "country", "date_start", "date_end", "game", "buy_in", "fee", "currency", "entries",
    "unique_players", "reentries", "prize_pool", "place", "last_name", "first_name", "country_code", "prize",
    "bounties", "deal",
)  # fmt: skip
CSV_TYPE: Final = "text/csv; charset=utf-8; header=present"
XLSX_TYPE: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
MIXED: Final = "Mixed games"

Cell = str | int | Decimal | date | None


def results_csv(results: EventResults, *, is_public: bool) -> bytes:
    """A line a paid place. is_public: players are called as the public calls them."""
    file = StringIO()
    writer = csv.writer(file, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    writer.writerows([_text(cell) for cell in row] for row in _rows(results, is_public=is_public))
    return file.getvalue().encode()


def results_xlsx(results: EventResults, *, is_public: bool, now: datetime) -> bytes:
    """The same as a workbook of one sheet, its numbers and days as such. now: when it is made, as the file says."""
    file = BytesIO()
    book = xlsxwriter.Workbook(file, {"in_memory": True})
    book.set_properties({"title": "Floorman", "created": now.astimezone(UTC).replace(tzinfo=None)})
    sheet = book.add_worksheet("Results")
    head, day = book.add_format({"bold": True}), book.add_format({"num_format": "yyyy-mm-dd"})
    amount = book.add_format({"num_format": "0" if minor_units(results.currency) == 1 else "0.00"})
    for column, name in enumerate(COLUMNS):
        sheet.write_string(0, column, name, head)
    for row, cells in enumerate(_rows(results, is_public=is_public), start=1):
        for column, cell in enumerate(cells):
            match cell:
                case Decimal():
                    sheet.write_number(row, column, float(cell), amount)
                case int():
                    sheet.write_number(row, column, cell)
                case date():
                    sheet.write_datetime(row, column, datetime.combine(cell, datetime.min.time()), day)
                case str():
                    sheet.write_string(row, column, cell)
    sheet.freeze_panes(1, 0)
    sheet.autofit()
    book.close()
    return file.getvalue()


def _rows(results: EventResults, *, is_public: bool) -> list[tuple[Cell, ...]]:
    event = _event(results)
    return [(*event, *_place(line, results.currency, is_public=is_public)) for line in results.lines]


def _event(results: EventResults) -> tuple[Cell, ...]:
    with translation.override("en"):
        game = game_name(results.game) if results.game else MIXED
    return (
        harmless(results.name),
        harmless(results.venue),
        harmless(results.city),
        results.country,
        results.started_on,
        results.ended_on,
        game,
        _amount(results.buy_in, results.currency),
        _amount(results.fee, results.currency),
        results.currency,
        results.entries,
        results.players,
        results.re_entries,
        _amount(results.pool, results.currency),
    )


def _place(line: PaidPlace, currency: str, *, is_public: bool) -> tuple[Cell, ...]:
    first, last = split_name(line.shown_name if is_public else line.name)
    return (
        line.place,
        harmless(last),
        harmless(first),
        (line.shown_country if is_public else line.country) or None,
        _amount(line.prize, currency),
        _amount(line.bounties, currency),
        "yes" if line.is_deal else "no",
    )


def _amount(minor: int, currency: str) -> Decimal:
    """In whole units of the currency, with its decimals: 47250 is 472.50."""
    units = minor_units(currency)
    return Decimal(minor) if units == 1 else Decimal(minor).scaleb(-2)


def _text(cell: Cell) -> str:
    if cell is None:
        return ""
    if isinstance(cell, Decimal):
        return f"{cell:f}"
    return cell.isoformat() if isinstance(cell, date) else str(cell)
