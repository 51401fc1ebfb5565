"""Players who are dealt in and sit out (TDA 30, 71): the deal itself kills their hands, with no tap for any of them.

The kills are the first operations of the hand: the record says why a player did not play, and a replay, an export or
an undo of the deal needs nothing else.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence

from tables import engine
from tables.models import HandOperation, Seat, SitsOut
from tables.queries.table.hand import TableHand
from tournament.services.actor import By


def who_sits_out(dealt: Sequence[Seat], *, misdealt: engine.State | None = None) -> dict[int, SitsOut]:
    """Of the seats that are dealt in, those whose players sit the hand out, and why.

    `misdealt` is the hand that is dealt again: who sat it out for a penalty does so again, and no other (PEN-02).
    """
    again = None if misdealt is None else misdealt.sitting_out
    out: dict[int, SitsOut] = {}
    for seat in dealt:
        entry = seat.entry
        if entry is None:
            continue
        owes = entry.penalty_hands > 0 if again is None else again.get(seat.number) == SitsOut.PENALTY
        if owes:
            out[seat.number] = SitsOut.PENALTY
        elif entry.is_absent:
            out[seat.number] = SitsOut.ABSENT
    return out


def count_penalties(seats: Sequence[Seat], out: Mapping[int, SitsOut]) -> tuple[Seat, ...]:
    """The seats with what their players still owe after this deal."""
    return tuple([_counted(seat) if out.get(seat.number) == SitsOut.PENALTY else seat for seat in seats])


def _counted(seat: Seat) -> Seat:
    seat = copy.copy(seat)
    if seat.entry is not None:
        entry = copy.copy(seat.entry)
        entry.penalty_hands -= 1
        seat.entry = entry
    return seat


def on_penalty(dealt: Sequence[Seat], out: Mapping[int, SitsOut]) -> list[int]:
    """The entries that sit a hand out for a penalty."""
    return [seat.entry_id or 0 for seat in dealt if out.get(seat.number) == SitsOut.PENALTY]


def kill_hands(recorded: TableHand, out: Mapping[int, SitsOut]) -> TableHand:
    """A hand that has just been dealt, without those who sit out; perhaps over, when one player is left.

    Somebody has to win the blinds: if nobody is there, the big blind's hand is not killed.
    """
    state = recorded.state
    killed = [seat for seat in state.order if seat in out]
    if len(killed) == len(state.order):
        blinds = [post.seat for post in state.setup.posts if post.kind == "big_blind"]
        killed.remove(blinds[-1] if blinds else killed[-1])
    for seat in killed:
        recorded = recorded.plus(engine.Ruling(kind=out[seat].value, seat=seat))
    return recorded


def store_operations(recorded: TableHand, *, since: int, by: By) -> None:
    """Store the operations of a record after the first `since`."""
    HandOperation.objects.bulk_create(
        HandOperation(
            hand_id=recorded.hand.pk,
            number=number,
            code=engine.encode(operation),
            at=by.now,
            device_id=by.actor.device_id,
            account_id=by.actor.account_id,
        )
        for number, operation in enumerate(recorded.operations[since:], start=since + 1)
    )
