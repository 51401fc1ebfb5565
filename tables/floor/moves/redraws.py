"""Redraws: at which numbers of players all seats are drawn again, and when one is due.

Rule books name numbers of tables, by the size of the field (WSOP 67c); the structure of an event may name numbers of
players instead (WPT: 24, 16 and 9). Both become the same list of marks. Whether one is passed follows from the redraws
that stand, so that an undone one is due again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from tables.floor.moves.breaking import final_table_size
from tables.floor.rules import FloorRules
from tournament.options.final_table import final_table_players


@dataclass(frozen=True, slots=True, kw_only=True)
class RedrawMark:
    """With `players` left or fewer every seat is redrawn, to `tables`; 1 is the final table."""

    players: int
    tables: int


def redraw_marks(
    *,
    entries: int,
    seats_per_table: int,
    rules: FloorRules,
    counts: Collection[int] = (),
    most_players: int | None = None,
) -> tuple[RedrawMark, ...]:
    """All of them, that with the most players first. `counts` are the structure's numbers of players; without any it
    is the book's for a field of so many `entries`. `most_players` is the smallest number of a game still to come.

    The final table is always drawn: at the first count that fits at one table, else with the book's number. Of
    the other counts only those below `entries`: nobody goes out to reach a number that the field never exceeded.
    """
    size = final_table_size(rules, seats_per_table, most_players)
    final = RedrawMark(players=final_table_players(counts, size=size), tables=1)
    tables = rules.redraw_tables(entries)
    marks = (
        {_mark(count, seats_per_table, final=size) for count in counts if count < entries}
        if counts
        else {RedrawMark(players=each * seats_per_table, tables=each) for each in tables if each > 1}
    )
    return tuple(sorted(marks | {final}, key=lambda mark: -mark.players))


def _mark(count: int, seats_per_table: int, *, final: int) -> RedrawMark:
    # A final table may have a seat more than the others.
    return RedrawMark(players=count, tables=1 if count <= final else -(-count // seats_per_table))


def redraw_due(
    marks: Sequence[RedrawMark], *, players_left: int, tables_left: int, made: Collection[RedrawMark] = ()
) -> int | None:
    """The number of tables to which every player is redrawn now, or None.

    `made` are the redraws that stand: with how many players, to how many tables. When several are due at once that
    with the fewest players counts. A final table is drawn while there are others, whatever was drawn before.
    """
    passed = {_passed_by(redraw, marks) for redraw in made}
    passed.discard(_final_of(marks))
    due = [
        mark
        for mark in marks
        if 0 < players_left <= mark.players and _has_tables(mark, marks, tables_left) and mark not in passed
    ]
    return due[-1].tables if due else None


def _passed_by(redraw: RedrawMark, marks: Sequence[RedrawMark]) -> RedrawMark | None:
    """The mark that a redraw was made for: of those to as many tables the last that it had reached."""
    same = [mark for mark in marks if mark.tables == redraw.tables]
    return next(
        (mark for mark in reversed(same) if redraw.players <= mark.players), same[0] if same else None
    )


def redraws_to_come(
    marks: Sequence[RedrawMark], *, players_left: int, tables_left: int
) -> Iterator[RedrawMark]:
    """Those that are still to be reached, the next first."""
    for mark in marks:
        if mark.players < players_left and _has_tables(mark, marks, tables_left):
            yield mark


def _has_tables(mark: RedrawMark, marks: Sequence[RedrawMark], tables_left: int) -> bool:
    """Whether there are as many tables as it is for; a final table comes of others."""
    return tables_left > 1 if mark == _final_of(marks) else mark.tables <= tables_left


def _final_of(marks: Sequence[RedrawMark]) -> RedrawMark:
    return next(mark for mark in marks if mark.tables == 1)
