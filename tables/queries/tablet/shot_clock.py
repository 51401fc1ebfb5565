"""The shot clock of the decision that is due, and the player's time-bank chips, where the house plays with one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tables.floor.decisions import DecisionClock, chips_left, shot_seconds
from tables.models import HandOperation, HandSeat, Table, TableStatus, TimeChip
from tables.queries.table.hand import TableHand
from tables.queries.table.rules import floor_rules


@dataclass(frozen=True, slots=True, kw_only=True)
class ShotClock:
    """`clock` with the seconds of the chips used for it; `chips` are left to `entry_id`, each worth `chip_seconds`."""

    clock: DecisionClock
    entry_id: int
    chips: int
    chip_seconds: int
    is_final: bool


def shot_clock(recorded: TableHand, *, now: datetime) -> ShotClock | None:
    """None without a shot clock, and where nobody is to act. Four queries, or none where the event has no such clock.

    A hand that is not stored yet, or an operation more than is stored, begins its decision `now`.
    """
    rules, state = floor_rules(recorded.table.tournament), recorded.state
    seconds = shot_seconds(rules, street=state.street)
    if not seconds or state.phase != "betting" or state.actor is None:
        return None
    hand, operations = recorded.hand, len(recorded.operations)
    entry_id = _entry_at(recorded, state.actor)
    chips = list(TimeChip.objects.filter(entry_id=entry_id))
    is_final = rules.time_chips_final > 0 and _is_final(recorded.table)
    extra = [chip.seconds for chip in chips if (chip.hand_id, chip.operations) == (hand.pk, operations)]
    return ShotClock(
        clock=DecisionClock(
            hand=hand.pk or 0,
            operations=operations,
            seat=state.actor,
            began_at=_began_at(recorded, now),
            seconds=seconds + sum(extra),
        ),
        entry_id=entry_id,
        chips=chips_left(rules, used=sum(chip.is_final == is_final for chip in chips), is_final=is_final),
        chip_seconds=rules.time_chip_seconds,
        is_final=is_final,
    )


def _entry_at(recorded: TableHand, seat: int) -> int:
    found = HandSeat.objects.filter(hand=recorded.hand.pk, seat_number=seat).values_list(
        "entry_id", flat=True
    )
    return found.first() or 0


def _began_at(recorded: TableHand, now: datetime) -> datetime:
    """When the operation before was recorded, or the hand dealt."""
    rows = HandOperation.objects.filter(hand=recorded.hand.pk).order_by("-number").values_list("number", "at")
    number, at = rows.first() or (0, recorded.hand.started_at)
    return at if number == len(recorded.operations) else now


def _is_final(table: Table) -> bool:
    """Whether this is the only table left, late registration being over."""
    if table.tournament.registration_closed_at is None:
        return False
    others = Table.objects.filter(tournament=table.tournament).exclude(status=TableStatus.CLOSED)
    return not others.exclude(pk=table.pk).exists()
