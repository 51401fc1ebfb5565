"""Stacks of a satellite that win a seat at once, and are still in play."""

from __future__ import annotations

from dataclasses import dataclass

from tables.models import Hand, HandStatus, Seat
from tournament.models import EntryStatus, Tournament, TournamentStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class ReachedStack:
    """A player with a stack that wins a seat. `is_in_hand`: it is not theirs before that is over."""

    entry_id: int
    name: str
    table: int
    seat: int
    chips: int
    is_in_hand: bool


def stacks_that_win_seats(tournament: Tournament) -> tuple[ReachedStack, ...]:
    """The largest first. No query where no stack wins a seat, two where some do."""
    needed = tournament.options.milestone
    if not needed or tournament.satellite is None or tournament.status != TournamentStatus.RUNNING:
        return ()
    seats = (
        Seat.objects.filter(
            table__tournament=tournament,
            entry__status=EntryStatus.PLAYING,
            entry__is_stack_known=True,
            entry__stack__gte=needed,
        )
        .select_related("entry__player", "table")
        .order_by("-entry__stack", "entry__number")
    )
    reached = [(seat, seat.entry) for seat in seats if seat.entry is not None]
    entries = [entry.pk for _seat, entry in reached]
    open_hands = Hand.objects.filter(table__tournament=tournament, status=HandStatus.OPEN)
    in_hand = set(
        open_hands.filter(hand_seats__entry__in=entries).values_list("hand_seats__entry", flat=True)
        if entries
        else ()
    )
    return tuple(
        ReachedStack(
            entry_id=entry.pk,
            name=entry.player.name,
            table=seat.table.number,
            seat=seat.number,
            chips=entry.stack,
            is_in_hand=entry.pk in in_hand,
        )
        for seat, entry in reached
    )
