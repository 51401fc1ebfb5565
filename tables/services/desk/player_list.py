"""A list of players as people keep it: CSV from any program, in English or Italian.

Reading is pure: bytes or text in, lines out, or one error that says what to do. What happens with
the lines is decided in `importing.py`.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from tables.services.desk.code_pages import (
    Reading,
    could_be_names,
    read_as,
    readings,
    text_that_says_so,
)
from tournament.rules.names import fold_name
from tournament.rules.spreadsheets import as_it_was

MAX_BYTES: Final = 1_000_000
# A Main Event in one list.
MAX_LINES: Final = 12_000
_DELIMITERS: Final = (";", "\t", ",")
LONGEST_LINE: Final = 20_000
MOST_STRAY: Final = 3
# An address in one cell has no more.
MOST_LINES_OF_A_ROW: Final = 6
# The first line by which Excel is told the separator.
_SEPARATOR_LINE: Final = re.compile(r'"?sep=([;,\t|])"?[;,\t]*', re.IGNORECASE)
_SCIENTIFIC: Final = re.compile(r"[0-9](?:[.,][0-9]+)?E\+[0-9]+", re.IGNORECASE)
# Of each way to read a file whose letters are not known.
NAMES_SHOWN: Final = 3
# More than a person answers questions about.
MOST_SPOILED: Final = 10
# How files of other kinds begin: PNG, JPEG, GIF, TIFF, WebP; PDF, Rich Text, web pages.
_PICTURES: Final = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"II*\x00", b"MM\x00*", b"RIFF")
_DOCUMENTS: Final = (b"%PDF-", b"{\\rtf", b"<!DOCTYPE", b"<!doctype", b"<html", b"<?xml")
_LINE_ENDS: Final = re.compile(r"\r\n|\n|\r")

# Folded header words of each column. "nome" alone is the whole name, beside a surname the first one.
_HEADERS: Final[Mapping[str, frozenset[str]]] = {
    "name": frozenset({"name", "player", "full name", "player name", "nome", "giocatore", "nome e cognome",
                       "cognome e nome", "nominativo", "nome completo"}),
    "first": frozenset({"first name", "given name", "nome di battesimo"}),
    "last": frozenset({"last name", "surname", "family name", "cognome"}),
    "public_name": frozenset({"public name", "nickname", "alias", "display name", "nome pubblico",
                              "soprannome", "nick"}),
    "club_number": frozenset({"club number", "member number", "member", "membership", "card", "card number",
                              "tessera", "numero tessera", "numero di tessera", "n tessera", "numero socio",
                              "socio"}),
    "country": frozenset({"country", "country code", "nation", "nationality", "paese", "nazione", "nazionalita"}),
    "price": frozenset({"price", "entry price", "buy in", "buyin", "prezzo", "quota", "quota di iscrizione",
                        "tariffa"}),
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class CodePageChoice:
    """One way to read the file, and the first names that are not the same in every one."""

    code_page: str
    label: str
    names: tuple[str, ...]


class ListUnreadable(Exception):
    """The list as a whole cannot be read; the message says why and what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListLine:
    """One line with something on it; `number` is that of the file, from 1."""

    number: int
    name: str
    public_name: str = ""
    club_number: str = ""
    country: str = ""
    # What the player pays: the name of a price, or an amount, in minor units where it could be read as one.
    price: str = ""
    amount: int | None = None
    # More fields than the header has: whatever is in them would be lost.
    surplus: int = 0


class WhichCodePage(Exception):
    """The file does not say which letters its bytes mean, and the names are not the same in all code pages."""

    def __init__(self, choices: Sequence[CodePageChoice]) -> None:
        super().__init__("which code page")
        self.choices = choices


def decode(data: bytes, *, code_page: str = "") -> str:
    """The text of a file: of UTF-8 or UTF-16, which say so, else as the `code_page` that was chosen has it.

    Raises WhichCodePage where one has to be chosen, and ListUnreadable for what is not text, before the size is
    checked: a photo of a list need not be split.
    """
    refuse_other_kinds(data)
    if len(data) > MAX_BYTES:
        raise ListUnreadable(
            _("The file is %(size)d kB: split it into files of at most %(max)d kB.")
            % {"size": len(data) // 1000, "max": MAX_BYTES // 1000}
        )
    text = text_that_says_so(data)
    if text is None:
        text = read_as(data, code_page) if code_page else None
    return _the_one_way(data) if text is None else text


def _the_one_way(data: bytes) -> str:
    """The text, where every code page that makes names of it makes the same list. Raises WhichCodePage."""
    lists, problem = dict[tuple[ListLine, ...], Reading](), None
    for reading in readings(data):
        try:
            lists.setdefault(read_list(reading.text), reading)
        except ListUnreadable as error:
            problem = problem or error
    if not lists and problem:
        raise problem
    likely = {lines: reading for lines, reading in lists.items() if could_be_names(_names_in(lines))}
    chosen = likely or lists
    if len(chosen) == 1:
        return next(iter(chosen.values())).text
    raise WhichCodePage(_choices(chosen))


def _choices(lists: Mapping[tuple[ListLine, ...], Reading]) -> list[CodePageChoice]:
    """The ways to read it, each with the names that tell it from the others."""
    named = [[line.name or line.public_name for line in lines] for lines in lists]
    differ = [place for place, names in enumerate(zip(*named, strict=False)) if len(set(names)) > 1]
    others = [place for place in range(min(map(len, named))) if place not in differ[:NAMES_SHOWN]]
    shown = [*differ, *others][:NAMES_SHOWN]
    return [
        CodePageChoice(
            code_page=reading.code_page,
            label=reading.label,
            names=tuple(names[place] for place in shown),
        )
        for names, reading in zip(named, lists.values(), strict=True)
    ]


def _names_in(lines: Sequence[ListLine]) -> str:
    return "\n".join(name for line in lines for name in (line.name, line.public_name))


def refuse_other_kinds(start: bytes) -> None:
    """Raise ListUnreadable if a file that begins with `start` is something else, by its first bytes."""
    head = start.removeprefix(b"\xef\xbb\xbf").lstrip()
    if head.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0")):
        raise ListUnreadable(_("This is a spreadsheet: save it as CSV and send that file."))
    if head.startswith(_PICTURES) or head[4:8] == b"ftyp" or head[:1024].lower().find(b"<svg") >= 0:
        raise ListUnreadable(
            _("This is a picture, not a list of players: enter the names below, or send them as CSV.")
        )
    if head.startswith(_DOCUMENTS):
        raise ListUnreadable(
            _("This is a document, not a list of players: copy the names below, or save them as CSV.")
        )


def read_list(text: str) -> tuple[ListLine, ...]:
    """The lines of a list. Raises ListUnreadable, naming the line where there is one."""
    if len(text) > MAX_BYTES:
        raise ListUnreadable(_("The list is too long: send at most %(max)d kB.") % {"max": MAX_BYTES // 1000})
    text = text.removeprefix("\ufeff")
    if _is_binary(text):
        raise ListUnreadable(_("This is not a text file: save the list as CSV and send that file."))
    rows = _rows(text)
    if not rows:
        raise ListUnreadable(_("The list is empty: enter one player per line."))
    columns = _columns(rows[0][1])
    body = rows if columns is None else rows[1:]
    columns = columns or {"name": 0}
    if not body:
        raise ListUnreadable(_("There is only a header: enter one player per line below it."))
    if len(body) > MAX_LINES:
        raise ListUnreadable(
            _("There are %(count)d players: send at most %(max)d at a time.")
            % {"count": len(body), "max": MAX_LINES}
        )
    width = len(rows[0][1])
    lines = tuple(_line(number, cells, columns, width) for number, cells in body)
    spoiled = [line for line in lines if is_spoiled(line.club_number)]
    if len(spoiled) > MOST_SPOILED:
        raise ListUnreadable(
            _(
                "%(count)d club numbers are written like %(number)s (line %(line)d): their digits are lost. "
                "Format the column as 0 in the spreadsheet and save the list again."
            )
            % {"count": len(spoiled), "number": spoiled[0].club_number, "line": spoiled[0].number}
        )
    return lines


def is_spoiled(club_number: str) -> bool:
    """Whether this is what a spreadsheet makes of a long number: 1,23E+05 for 123456."""
    return _SCIENTIFIC.fullmatch(club_number) is not None


def _is_binary(text: str) -> bool:
    """Whether this is not text: null characters, or many that cannot be typed. A stray one is reported for its line."""
    stray = sum(c < " " and not c.isspace() for c in text)
    return "\x00" in text or (stray > MOST_STRAY and stray * 100 > len(text))


def _rows(text: str) -> list[tuple[int, list[str]]]:
    """(line number, cells) of every line with something on it; a row over several lines has the number of its first.

    Each line is read by itself, unless a quotation mark is open at its end and the lines below make one plain row of
    it: otherwise a forgotten quotation mark would swallow the next players, or be reported at the end of the list and
    not where it is.
    """
    lines = _LINE_ENDS.split(text)
    start, delimiter = _announced(lines)
    delimiter = delimiter or _delimiter(lines[start:])
    rows: list[tuple[int, list[str]]] = []
    at = start
    while at < len(lines):
        width = len(rows[0][1]) if rows else 0
        cells, taken = _row(lines, at, delimiter, width)
        if any(cells):
            rows.append((at + 1, cells))
        at += taken
    return rows


def _row(lines: Sequence[str], at: int, delimiter: str, width: int) -> tuple[list[str], int]:
    """The cells of the row that begins with this line, and how many lines it takes."""
    number = at + 1
    if len(lines[at]) > LONGEST_LINE:
        raise ListUnreadable(_("Line %(line)d is too long for one player.") % {"line": number})
    try:
        return _tidy(_cells(lines[at], delimiter)), 1
    except csv.Error as error:
        for taken in range(2, MOST_LINES_OF_A_ROW + 1):
            cells = _over_lines(lines[at : at + taken], delimiter, width)
            if cells is not None:
                return _tidy(cells), taken
        words = _(
            "Line %(line)d: a quotation mark is missing or in the wrong place. Correct it and send it again."
        )
        raise ListUnreadable(words % {"line": number}) from error


def _over_lines(lines: Sequence[str], delimiter: str, width: int) -> list[str] | None:
    """The cells of a row with line breaks inside quotation marks; None if these lines are not such a row.

    A cell that has a line break and a separator before it begins with a forgotten quotation mark, and so does a row
    that is longer or shorter than the first one. In a list of bare names nothing tells one from the other.
    """
    text = "\n".join(lines)
    if len(text) > LONGEST_LINE:
        return None
    try:
        cells = _cells(text, delimiter)
    except csv.Error:
        return None
    is_plain = not any("\n" in cell and delimiter in cell for cell in cells)
    fits = len(cells) == width if width else len(cells) > 1
    return cells if is_plain and fits and len(cells) > 1 else None


def _cells(text: str, delimiter: str) -> list[str]:
    # Lines with their ends, so that a row which goes on is one row.
    lines = (f"{line}\n" for line in text.split("\n"))
    rows = list(csv.reader(lines, delimiter=delimiter, strict=True))
    if len(rows) > 1:
        raise csv.Error("more than one row")
    return rows[0] if rows else []


def _tidy(cells: Sequence[str]) -> list[str]:
    return [as_it_was(" ".join(cell.split())) for cell in cells]


def _announced(lines: Sequence[str]) -> tuple[int, str]:
    """Where the list begins, and its separator if its first line is Excel's "sep=;"."""
    first = next((place for place, line in enumerate(lines) if line.strip()), 0)
    found = _SEPARATOR_LINE.fullmatch(lines[first].strip(" "))
    return (first + 1, found[1]) if found else (0, "")


def _delimiter(lines: Sequence[str]) -> str:
    """The separator that the first row has most of; a list of bare names has none."""
    begun = next((place for place, line in enumerate(lines) if line.strip()), 0)
    first = "".join(lines[begun : begun + 1])
    for line in lines[begun + 1 : begun + MOST_LINES_OF_A_ROW]:
        # A quotation mark is open: the header has a line break in a cell.
        if first.count('"') % 2 == 0:
            break
        first += line
    return max(_DELIMITERS, key=first.count)


def _columns(header: Sequence[str]) -> dict[str, int] | None:
    """Where each column stands, or None if the first line is a player already."""
    found: dict[str, int] = {}
    for place, cell in enumerate(header):
        folded = fold_name(cell)
        for column, words in _HEADERS.items():
            if folded in words and column not in found:
                found[column] = place
    if "last" in found and "name" in found and "first" not in found:
        found["first"] = found.pop("name")
    if "name" in found or "last" in found:
        return found
    if len(header) == 1 and not found:
        return None
    raise ListUnreadable(
        _("No column has the names: call one “name” in the first line (or “last name” and “first name”).")
    )


def _line(number: int, cells: Sequence[str], columns: Mapping[str, int], width: int) -> ListLine:
    def cell(column: str) -> str:
        place = columns.get(column)
        return cells[place] if place is not None and place < len(cells) else ""

    name = cell("name") or " ".join(part for part in (cell("first"), cell("last")) if part)
    return ListLine(
        number=number,
        name=name,
        public_name=cell("public_name"),
        club_number=cell("club_number"),
        country=cell("country"),
        price=cell("price"),
        surplus=sum(bool(extra) for extra in cells[width:]),
    )
