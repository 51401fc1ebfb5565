"""Players who change seats, one by one."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext_noop

from tables.changes.kinds import MOVES
from tournament.changes.change import Change, logged


@dataclass(frozen=True, slots=True, kw_only=True)
class OfMove(Change):
    """move: by its id. name: the player's, of that time. The tables by their numbers then."""

    move: int
    entry: int
    name: str
    from_table: int
    from_seat: int
    to_table: int
    to_seat: int


@logged(MOVES)
class EntryMoved(OfMove):
    """Also the way back of a move that is undone: from where the move had put the player."""

    says = gettext_noop(
        "Moved %(name)s from table %(from_table)d, seat %(from_seat)d to table %(to_table)d, seat %(to_seat)d."
    )


@logged(MOVES)
class MoveSaid(OfMove):
    """Aloud, on the screens that speak."""

    says = gettext_noop("Asked %(name)s on the screens to move to table %(to_table)d, seat %(to_seat)d.")


@logged(MOVES)
class MoveDropped(OfMove):
    says = gettext_noop("Cancelled the move of %(name)s to table %(to_table)d, seat %(to_seat)d.")
