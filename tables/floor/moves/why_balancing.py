"""Why two tables balance each other and not two others: each that was as good is named, or why it was not."""

from __future__ import annotations

from tables.floor.moves.candidates import Candidates, CandidateTable, Giving
from tables.floor.reasons import Reason, reason
from tables.floor.room import TableView


def why_these_tables(
    source: CandidateTable,
    destination: CandidateTable,
    room: Candidates,
    *,
    tolerance: int,
    goes_by_number: bool,
    last_source: int | None,
) -> tuple[Reason, ...]:
    """That they are too far apart, or too many sit at one, and how they were chosen among tables as full and as short.

    The destination has fewer players than the source, so that neither is among the tables that rival the other.
    """
    uneven = _uneven(source.view, destination.view, tolerance)
    tied = sorted(place.table for place in room.givers[source.giving])
    tie = (_tie_of_sources(source.view, tied, goes_by_number, last_source),) if len(tied) > 1 else ()
    return (uneven, *tie, *_why_not_from(source, room), *_why_to(destination, room))


def too_many(view: TableView) -> Reason:
    """Why somebody leaves a table with more players than its games are for."""
    return reason("too_many_to_deal", from_table=view.table, from_players=view.players, most=view.places)


def _uneven(source: TableView, destination: TableView, tolerance: int) -> Reason:
    if source.players > source.places:
        return too_many(source)
    return reason(
        "tables_uneven",
        from_table=source.table,
        from_players=source.players,
        to_table=destination.table,
        to_players=destination.players,
        tolerance=tolerance,
    )


def _tie_of_sources(
    source: TableView, tied: list[int], goes_by_number: bool, last_source: int | None
) -> Reason:
    figures = {"tables": tied, "players": source.players, "from_table": source.table}
    if not goes_by_number:
        return reason("tie_breaks_first", **figures)
    if last_source is None:
        return reason("tie_lowest_number", **figures)
    return reason("tie_next_number", last_source=last_source, **figures)


def _why_not_from(source: CandidateTable, room: Candidates) -> list[Reason]:
    """Why no other table gives that is as full or fuller, by number."""
    rank, players = source.giving, source.view.players
    rivals: list[tuple[int, str, Giving]] = []
    for groups, is_stuck in ((room.givers, False), (room.stuck, True)):
        for other, places in groups.items():
            if -other.fewest_players >= players and (is_stuck or other > rank):
                code = _why_not(other, is_stuck=is_stuck)
                rivals += [(place.table, code, other) for place in places]
    return [reason(code, table=table, players=-other.fewest_players) for table, code, other in sorted(rivals)]


def _why_not(rank: Giving, *, is_stuck: bool) -> str:
    if is_stuck:
        return "source_all_locked"
    return "source_all_moved" if rank.all_moved else "source_due_moved"


def _why_to(destination: CandidateTable, room: Candidates) -> list[Reason]:
    """Why this table gets the player and not another that is as short or shorter."""
    players, table = destination.view.players, destination.view.table
    excluded = room.only_excluded(players)
    as_short = {place.table for place in room.takers[players]}
    tied = sorted(as_short & excluded if table in excluded else as_short - excluded)
    reasons = []
    if len(tied) > 1:
        reasons.append(reason("tie_breaks_last", tables=tied, players=players, to_table=table))
    if table in excluded:
        return reasons
    shut = [
        (other, fewer)
        for fewer in range(players + 1)
        if fewer in room.takers
        for other in room.only_excluded(fewer)
    ]
    return reasons + [
        reason("only_small_blind_open", table=other, players=fewer) for other, fewer in sorted(shut)
    ]
