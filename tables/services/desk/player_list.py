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

from tournament.rules.names import fold_name

MAX_BYTES: Final = 1_000_000
# A Main Event in one list.
MAX_LINES: Final = 12_000
_DELIMITERS: Final = (";", "\t", ",")
LONGEST_LINE: Final = 20_000
MOST_STRAY: Final = 3
# How files of other kinds begin: PNG, JPEG, GIF, TIFF, WebP; PDF, Rich Text, web pages.
_PICTURES: Final = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"II*\x00", b"MM\x00*", b"RIFF")
_DOCUMENTS: Final = (b"%PDF-", b"{\\rtf", b"<!DOCTYPE", b"<!doctype", b"<html", b"<?xml")
# What a spreadsheet would take for a formula; some read full-width signs as the plain ones.
_FORMULAS: Final = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")
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
    "price": frozenset({"price", "entry price", "buy in", "buyin", "prezzo", "quota", "quota di iscrizione",
                        "tariffa"}),
}  # fmt: skip


class ListUnreadable(Exception):
    """The list as a whole cannot be read; the message says why and what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListLine:
    """One line with something on it; `number` is that of the file, from 1."""

    number: int
    name: str
    public_name: str = ""
    club_number: str = ""
    # What the player pays: the name of a price, or an amount, in minor units where it could be read as one.
    price: str = ""
    amount: int | None = None
    # More fields than the header has: whatever is in them would be lost.
    surplus: int = 0


def harmless(cell: str) -> str:
    """A cell that no spreadsheet runs as a formula: an apostrophe in front of what could be one."""
    return f"'{cell}" if _could_be_formula(cell) else cell


def _as_it_was(cell: str) -> str:
    """What `harmless` was given: a list that Floorman wrote comes back as it was."""
    bare = cell.removeprefix("'")
    return bare if bare != cell and _could_be_formula(bare) else cell


def _could_be_formula(cell: str) -> bool:
    """An apostrophe in front counts as nothing, so that a cell that begins with one is told from one that got it."""
    bare = cell.lstrip("'")
    return bare.lstrip().startswith(_FORMULAS) or bare.startswith(_FORMULAS)


def decode(data: bytes) -> str:
    """The text of a file: UTF-8 with or without its mark, UTF-16 with it, else Windows' Latin.

    Raises ListUnreadable for what is no text, before the size is checked: a photo of a list need not be split.
    """
    refuse_other_kinds(data)
    if len(data) > MAX_BYTES:
        raise ListUnreadable(
            _("The file is %(size)d kB: split it into files of at most %(max)d kB.")
            % {"size": len(data) // 1000, "max": MAX_BYTES // 1000}
        )
    for encoding in ("utf-16",) if data.startswith((b"\xff\xfe", b"\xfe\xff")) else ("utf-8-sig", "cp1252"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    # Five bytes have no letter in Windows' Latin; every byte has one here.
    return data.decode("latin-1")


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
    return tuple(_line(number, cells, columns, width) for number, cells in body)


def _is_binary(text: str) -> bool:
    """Whether this is not text: null characters, or many that cannot be typed. A stray one is reported for its line."""
    stray = sum(c < " " and not c.isspace() for c in text)
    return "\x00" in text or (stray > MOST_STRAY and stray * 100 > len(text))


def _rows(text: str) -> list[tuple[int, list[str]]]:
    """(line number, cells) of every line with something on it.

    Each line is read by itself: otherwise a forgotten quotation mark would swallow the next players, or be
    reported at the end of the list and not where it is.
    """
    delimiter = _delimiter(text)
    rows = []
    for number, line in enumerate(_LINE_ENDS.split(text), start=1):
        cells = _cells(line, number, delimiter)
        if any(cells):
            rows.append((number, cells))
    return rows


def _cells(line: str, number: int, delimiter: str) -> list[str]:
    if len(line) > LONGEST_LINE:
        raise ListUnreadable(_("Line %(line)d is too long for one player.") % {"line": number})
    try:
        cells = next(csv.reader([line], delimiter=delimiter, strict=True), [])
    except csv.Error as error:
        words = _(
            "Line %(line)d: a quotation mark is missing or in the wrong place. Correct it and send it again."
        )
        raise ListUnreadable(words % {"line": number}) from error
    return [_as_it_was(" ".join(cell.split())) for cell in cells]


def _delimiter(text: str) -> str:
    """The separator that the first line has most of; a list of bare names has none."""
    first = next((line for line in text.splitlines() if line.strip()), "")
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
        price=cell("price"),
        surplus=sum(bool(extra) for extra in cells[width:]),
    )
