"""Results as a list: CSV of any program, a player a line, its first line naming the columns in English or Italian.

One file may have several events, told apart by their columns of event, day, league and season. Columns that are not
known are left out. Days have the day first; all of a list have the month first where some can have nothing else. Every
line that cannot be read is named, so that a list is corrected once and not line by line.
"""

import csv
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from functools import partial
from types import MappingProxyType
from typing import Final, TypeAlias, TypeVar

from tournament.rules.names import fold_name
from tournament.rules.past.cells import (
    count_in,
    day_in,
    has_two_readings,
    is_month_first,
    money_in,
    place_in,
    points_in,
)
from tournament.rules.past.errors import PastFileError
from tournament.rules.past.events import EarlierEvent, EarlierNote, EarlierPlayer
from tournament.rules.past.own_list import OwnEvent, currency_in, own_columns
from tournament.rules.past.texts import text_of
from tournament.rules.spreadsheets import as_it_was

SOURCE: Final = "csv"
MOST_MEGABYTES: Final = 4
MOST_ROWS: Final = 50_000
MOST_PROBLEMS: Final = 50
LONGEST_TEXT: Final = 200
# A cell of several lines, and not a forgotten quotation mark.
MOST_LINES_OF_A_ROW: Final = 6
_SEPARATORS: Final = (";", "\t", ",")
# The first line by which Excel is told the separator.
_SEPARATOR_LINE: Final = re.compile(r"sep=([;,\t])[;,\t]*", re.IGNORECASE)

_COLUMNS: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        "place": frozenset({"place", "rank", "position", "pos", "finish", "posizione", "piazzamento", "posto", "#"}),
        "name": frozenset({"name", "player", "player name", "full name", "nome", "giocatore", "nominativo",
                           "nome e cognome", "cognome e nome"}),
        "first": frozenset({"first name", "given name", "nome di battesimo"}),
        "last": frozenset({"last name", "surname", "family name", "cognome"}),
        "nickname": frozenset({"nickname", "nick", "alias", "soprannome"}),
        "prize": frozenset({"prize", "prizes", "prize money", "winnings", "payout", "premio", "premi", "vincita",
                            "vincite"}),
        "points": frozenset({"points", "pts", "score", "punti", "punteggio"}),
        "entries": frozenset({"entries", "bullets", "buy ins", "buyins", "ingressi", "iscrizioni"}),
        "re_entries": frozenset({"re entries", "reentries", "re entry", "reentry", "rientri"}),
        "rebuys": frozenset({"rebuys", "rebuy", "ricariche"}),
        "add_ons": frozenset({"add ons", "addons", "add on", "addon"}),
        "knock_outs": frozenset({"knock outs", "knockouts", "kos", "ko", "hits", "bounties", "eliminations",
                                 "eliminazioni", "taglie"}),
        "event": frozenset({"event", "event name", "tournament", "evento", "torneo", "nome torneo"}),
        "day": frozenset({"date", "day", "event date", "data", "giorno", "data torneo"}),
        "league": frozenset({"league", "lega", "campionato"}),
        "season": frozenset({"season", "stagione"}),
    }
)  # fmt: skip

_T = TypeVar("_T")
# The columns of a list by their names here, counted from 0.
Columns: TypeAlias = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class _Row:
    """The cells of a row and the number of its first line."""

    number: int
    cells: Sequence[str]


@dataclass(frozen=True, slots=True)
class _Which:
    """What tells one event of a file from another."""

    event: str
    day: date | None
    league: str
    season: str


@dataclass(slots=True)
class _Gathered:
    """What the rows of an event have: its players, its day as it is written, and what a list of ours says besides."""

    day: str
    players: dict[str, EarlierPlayer] = field(default_factory=dict)
    of_ours: OwnEvent | None = None


def read_results(raw: bytes) -> tuple[EarlierEvent, ...]:
    """The events in the order in which they begin in the file, each pool the sum of its prizes, but of ours.

    Raises PastFileError with the line and the column of the first cell that cannot be read, and the rest in `others`.
    """
    if len(raw) > MOST_MEGABYTES * 1_000_000:
        raise PastFileError("too_large", most=MOST_MEGABYTES)
    rows = list(_rows(text_of(raw)))
    if not rows:
        raise PastFileError("empty")
    of_ours = own_columns(rows[0].cells)
    columns = of_ours or _columns(rows[0])
    if len(rows) == 1:
        raise PastFileError("no_rows")
    if len(rows) - 1 > MOST_ROWS:
        raise PastFileError("too_many_rows", most=MOST_ROWS)
    events: dict[_Which, _Gathered] = {}
    problems: list[PastFileError] = []
    order = is_month_first(_cells(rows[1:], columns.get("day")))
    for row in rows[1:]:
        reader = _RowReader(row, columns, len(rows[0].cells), problems, is_of_ours=bool(of_ours))
        _take(reader, events, month_first=bool(order))
    if problems:
        first, *others = sorted(problems, key=lambda problem: (problem.line, problem.column))
        first.others = tuple(others[: MOST_PROBLEMS - 1])
        raise first
    return tuple(_event(which, gathered, order) for which, gathered in events.items())


def _cells(rows: Sequence[_Row], place: int | None) -> Iterator[str]:
    """Of one column; nothing where the list has none."""
    return (row.cells[place] for row in rows if place is not None and place < len(row.cells))


def _event(which: _Which, gathered: _Gathered, order: bool | None) -> EarlierEvent:
    players = tuple(gathered.players.values())
    notes = [] if gathered.of_ours else [EarlierNote(code="pool_from_prizes")]
    if which.day is None:
        notes.append(EarlierNote(code="no_date"))
    elif order is not False and has_two_readings(gathered.day):
        code = "date_month_first" if order else "date_day_first"
        notes.append(EarlierNote(code=code, data={"found": gathered.day, "day": which.day.isoformat()}))
    if not which.event:
        notes.append(EarlierNote(code="no_event_name"))
    event = EarlierEvent(
        name=which.event,
        league=which.league,
        season=which.season,
        day=which.day,
        players=players,
        pool=sum(player.prize for player in players),
        prizes=_prizes(players),
        source=SOURCE,
        notes=tuple(notes),
    )
    return gathered.of_ours.told_of(event) if gathered.of_ours else event


def _prizes(players: Sequence[EarlierPlayer]) -> tuple[int, ...]:
    """By place; of those who share a place the later ones in the list stand on the next ones."""
    by_place: dict[int, int] = {}
    last = 0
    for player in sorted((each for each in players if each.place), key=lambda each: each.place):
        last = max(player.place, last + 1)
        by_place[last] = player.prize
    lowest = max((place for place, prize in by_place.items() if prize), default=0)
    return tuple(by_place.get(place, 0) for place in range(1, min(lowest, MOST_ROWS) + 1))


# --- Rows


def _rows(text: str) -> Iterator[_Row]:
    """Every row with something in it. Raises PastFileError for a quotation mark that is not closed."""
    at = text.find("\0")
    if at >= 0:
        raise PastFileError("null_byte", line=text.count("\n", 0, at) + 1)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    skipped, separator = _separator(lines)
    reader = csv.reader((f"{line}\n" for line in lines[skipped:]), delimiter=separator, strict=True)
    number = skipped + 1
    while True:
        try:
            cells = next(reader, None)
        except csv.Error as error:
            raise PastFileError("quotation_mark", line=number) from error
        if cells is None:
            return
        following = skipped + reader.line_num + 1
        if following - number > MOST_LINES_OF_A_ROW:
            raise PastFileError("quotation_mark", line=number)
        tidy = [" ".join(cell.split()) for cell in cells]
        if any(tidy):
            yield _Row(number, tidy)
        number = following


def _separator(lines: Sequence[str]) -> tuple[int, str]:
    """How many lines stand before the list, and the separator: as announced, or what the first line has most of."""
    first = next((place for place, line in enumerate(lines) if line.strip()), 0)
    found = _SEPARATOR_LINE.fullmatch(lines[first].strip(' "'))
    return (first + 1, found[1]) if found else (first, max(_SEPARATORS, key=lines[first].count))


def _columns(header: _Row) -> Columns:
    """Where each column stands, counted from 0. "Nome" alone is the whole name, beside a surname the first one."""
    found: dict[str, int] = {}
    for place, cell in enumerate(header.cells):
        for column, words in _COLUMNS.items():
            if _folded(cell) not in words:
                continue
            if column in found:
                raise PastFileError("column_twice", line=header.number, column=place + 1, column_name=cell)
            found[column] = place
    if "last" in found and "name" in found and "first" not in found:
        found["first"] = found.pop("name")
    if "name" not in found and "last" not in found:
        raise PastFileError("no_column", line=header.number, column_name="name")
    if "place" not in found:
        raise PastFileError("no_column", line=header.number, column_name="place")
    return found


def _folded(cell: str) -> str:
    """Without signs: "Premio (€)" is "premio"."""
    words = [word for word in fold_name(cell).split() if any(map(str.isalnum, word))]
    return " ".join(words) or cell


class _RowReader:
    """The cells of a row by the names of their columns; what is wrong goes to `problems`."""

    def __init__(
        self, row: _Row, columns: Columns, width: int, problems: list[PastFileError], *, is_of_ours: bool
    ) -> None:
        self.row = row
        self.is_of_ours = is_of_ours
        self.columns = columns
        self.problems = problems
        if any(row.cells[width:]):
            problems.append(PastFileError("surplus", line=row.number, column=width + 1))

    def text(self, column: str) -> str:
        place = self.columns.get(column)
        found = self.row.cells[place] if place is not None and place < len(self.row.cells) else ""
        found = as_it_was(found) if self.is_of_ours else found
        if len(found) > LONGEST_TEXT:
            self.wrong(column, "text_too_long", field="The cell", most=LONGEST_TEXT)
        return found[:LONGEST_TEXT]

    def value(self, column: str, read: Callable[[str], _T], otherwise: _T) -> _T:
        cell = self.text(column)
        if not cell:
            return otherwise
        try:
            return read(cell)
        except PastFileError as error:
            self.wrong(column, error.code, **error.data)
            return otherwise

    def wrong(self, column: str, code: str, **data: object) -> None:
        at = self.columns.get(column, 0) + 1
        self.problems.append(PastFileError(code, line=self.row.number, column=at, **data))


def _take(row: _RowReader, events: dict[_Which, _Gathered], *, month_first: bool) -> None:
    """Add the player of this row to its event."""
    day = row.value("day", partial(day_in, month_first=month_first), None)
    which = _Which(row.text("event"), day, row.text("league"), row.text("season"))
    gathered = events.setdefault(which, _Gathered(day=row.text("day")))
    if row.is_of_ours:
        gathered.of_ours = gathered.of_ours or _field_of(row)
        gathered.of_ours.bounties += row.value("bounties", money_in, 0)
    players = gathered.players
    names = "name" if "name" in row.columns else "last"
    player = _player(row, names)
    # Two of one name are two people in a list of ours, which calls players as the public does.
    folded = f"{row.row.number}" if row.is_of_ours else fold_name(player.name)
    if not player.name:
        row.wrong(names, "missing_name")
    elif folded in players:
        row.wrong(names, "same_player_twice", name=player.name)
    else:
        players[folded] = player


def _field_of(row: _RowReader) -> OwnEvent:
    return OwnEvent(
        pool=row.value("pool", money_in, 0),
        entries=row.value("field_entries", count_in, 0),
        players=row.value("field_players", count_in, 0),
        currency=currency_in(row.text("currency")),
    )


def _player(row: _RowReader, names: str) -> EarlierPlayer:
    first_and_last = " ".join(part for part in (row.text("first"), row.text("last")) if part)
    points: Decimal | None = row.value("points", points_in, None)
    player = EarlierPlayer(
        name=row.text("name") if names == "name" else first_and_last,
        nickname=row.text("nickname"),
        place=row.value("place", place_in, 0),
        prize=row.value("prize", money_in, 0),
        rebuys=row.value("rebuys", count_in, 0),
        add_ons=row.value("add_ons", count_in, 0),
        knock_outs=row.value("knock_outs", count_in, 0),
        points=points,
    )
    if "entries" in row.columns:
        return replace(player, entries=max(1, row.value("entries", count_in, 1)))
    return replace(player, entries=1 + row.value("re_entries", count_in, 0))
