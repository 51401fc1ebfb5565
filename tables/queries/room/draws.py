"""The draws of an event as everybody may see them: what was promised, what was drawn, and the file of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import QuerySet

from tables.changes.beacon import RoundNamed
from tables.floor.draws.listed import draw_code, entry_code
from tables.models import SeatDraw
from tournament.draws.beacon import read_public
from tournament.draws.check_draw import PROTOCOL, fingerprint
from tournament.models import DrawChain, Entry, LogEntry, Tournament
from tournament.queries.flights import LIVE


@dataclass(frozen=True, slots=True, kw_only=True)
class Promise:
    """What was published of draws before they were made: from `first` on so many."""

    anchor: str
    promised_at: datetime
    first: int
    length: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawLine:
    """One draw. `is_undone`: it stands beside the one that was made instead; `why` where somebody has said so."""

    number: int
    kind: str
    made_at: datetime
    is_undone: bool
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawBoard:
    """The promises, the newest first, and the draws made by them, the newest first."""

    promises: tuple[Promise, ...]
    lines: tuple[DrawLine, ...]
    page: int
    pages: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StepLine:
    """One line of what a step gave: `what` has gone to `place`, "" where it has only its turn."""

    what: str
    name: str
    place: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StepShown:
    """What was shuffled or picked from so many, and what it gave, in its order; `more` are in the file alone."""

    is_pick: bool
    of: int
    gave: tuple[StepLine, ...]
    more: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PromisedDraw:
    """A draw with its file; `was_promised` is False where its anchor was published with it, and no sooner."""

    line: DrawLine
    file: Mapping[str, Any]
    steps: tuple[StepShown, ...]
    was_promised: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawToCome:
    """The next draw of all seats: its number, what it is promised by, and the list of entries that are still in."""

    number: int
    anchor: str
    entries: int
    fingerprint: str


PAGE_SIZE: Final = 100
# So many lines of a step stand on the page.
LINES_SHOWN: Final = 500


def draw_board(tournament: Tournament, *, page: int = 1) -> DrawBoard:
    """The draws that were promised, a page of them. Three queries."""
    chains = DrawChain.objects.filter(tournament=tournament).order_by("-first")
    rows = _draws(tournament).order_by("-number")
    pages = max(1, -(-rows.count() // PAGE_SIZE))
    page = min(max(1, page), pages)
    return DrawBoard(
        promises=tuple(
            Promise(
                anchor=chain.anchor,
                promised_at=chain.promised_at,
                first=chain.first,
                length=chain.length,
            )
            for chain in chains
        ),
        lines=tuple(_line(row) for row in rows[(page - 1) * PAGE_SIZE : page * PAGE_SIZE]),
        page=page,
        pages=pages,
    )


def draw_shown(tournament: Tournament, number: int) -> PromisedDraw:
    """Raises SeatDraw.DoesNotExist. Two queries."""
    row = _draws(tournament).get(number=number)
    file = file_of(tournament, row)
    names = _names(tournament, row.listed)
    return PromisedDraw(
        line=_line(row),
        file=file,
        steps=tuple(_step(step, names) for step in row.steps),
        was_promised=row.chain is not None and row.chain.promised_at < row.made_at,
    )


def newest_anchor(tournament: Tournament) -> str:
    """What is promised of the draws to come; "" in an event of an earlier version. One query."""
    chains = DrawChain.objects.filter(tournament=tournament).order_by("-first")
    return chains.values_list("anchor", flat=True).first() or ""


def draw_to_come(tournament: Tournament) -> DrawToCome:
    """Two queries."""
    chain = DrawChain.objects.filter(tournament=tournament).order_by("-first").first()
    still_in = Entry.objects.filter(tournament=tournament, status__in=LIVE).order_by("number")
    codes = [entry_code(number) for number in still_in.values_list("number", flat=True)]
    return DrawToCome(
        number=1 if chain is None else chain.first + chain.used,
        anchor="" if chain is None else chain.anchor,
        entries=len(codes),
        fingerprint=fingerprint(codes),
    )


def file_of(tournament: Tournament, row: SeatDraw) -> dict[str, Any]:
    """What the file of a draw says, as `tournament.draws.check_draw` reads it. `row` has its chain. No query, or one
    where a beacon has decided.
    """
    chain = row.chain
    if chain is None or row.number is None:
        raise ValueError(f"{row} was not promised.")
    file = {
        "protocol": PROTOCOL,
        "draw": draw_code(tournament.code, row.number),
        "kind": row.kind,
        "event": tournament.name,
        "made_at": row.made_at.isoformat(),
        "promised_at": chain.promised_at.isoformat(),
        "anchor": chain.anchor,
        "place": row.number - chain.first + 1,
        "seed": row.seed,
        "public": row.public,
        "list": row.listed,
        "list_sha256": fingerprint(row.listed),
        "steps": row.steps,
    }
    by_beacon = read_public(row.public)
    announced = _announced(tournament, row.number, by_beacon[0]) if by_beacon else None
    return file if announced is None else file | {"beacon": announced}


def _announced(tournament: Tournament, draw: int, number: int) -> dict[str, Any] | None:
    """What was announced of this round for this draw; None where it never was. One query."""
    lines = LogEntry.objects.filter(tournament=tournament, verb=RoundNamed.verb, undone_by__isnull=True)
    for line in lines.order_by("-pk"):
        told = RoundNamed.of(line)
        if (told.draw, told.number) == (draw, number):
            return {"round": number, "announced_at": line.at.isoformat(), "list_sha256": told.listed}
    return None


def _draws(tournament: Tournament) -> QuerySet[SeatDraw]:
    """Those that were promised, with what is shown of them."""
    promised = SeatDraw.objects.filter(tournament=tournament, number__isnull=False)
    return promised.select_related("chain", "log_entry__undone_by")


def _line(row: SeatDraw) -> DrawLine:
    undone_by = getattr(row.log_entry, "undone_by", None)
    return DrawLine(
        number=row.number or 0,
        kind=row.kind,
        made_at=row.made_at,
        is_undone=undone_by is not None,
        why="" if undone_by is None else undone_by.reason,
    )


def _names(tournament: Tournament, listed: Sequence[str]) -> Mapping[str, str]:
    """By the code of each listed entry its player's name, as public pages say it. One query."""
    numbers = [int(code[1:]) for code in listed if code.startswith("E")]
    if not numbers:
        return {}
    entries = Entry.objects.filter(tournament=tournament, number__in=numbers).select_related("player")
    return {entry_code(entry.number): entry.player.shown_name for entry in entries}


def _step(step: Mapping[str, Any], names: Mapping[str, str]) -> StepShown:
    is_pick = step["do"] == "pick"
    gave = [step["gives"]] if is_pick else step["gives"]
    places = step.get("onto") or [""] * len(gave)
    return StepShown(
        is_pick=is_pick,
        of=len(step["of"]),
        gave=tuple(
            StepLine(what=what, name=names.get(what, ""), place=place)
            for what, place in list(zip(gave, places, strict=True))[:LINES_SHOWN]
        ),
        more=max(0, len(gave) - LINES_SHOWN),
    )
