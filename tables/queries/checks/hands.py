from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.db.models import Count, Max, Prefetch, Q
from django.utils.translation import gettext as _

from tables import engine
from tables.models import Hand, HandOperation, HandSeat, HandStatus, Table
from tables.queries.checks.findings import Finding
from tournament.models import Tournament

# So many hands with their operations are held at once.
CHUNK = 200


def check_hands(tournament: Tournament) -> Iterator[Finding]:
    """I03, I15, I17 and I19: each hand that was recorded, played again from its operations. Reads every one of them."""
    hands = Hand.objects.filter(table__tournament=tournament).exclude(status=HandStatus.VOID)
    recorded = hands.filter(is_counted=False).select_related("table").order_by("pk")
    parts = recorded.prefetch_related(
        Prefetch("operations", HandOperation.objects.order_by("number")), "hand_seats"
    )
    for hand in parts.iterator(chunk_size=CHUNK):
        yield from _check_hand(hand, list(hand.operations.all()), list(hand.hand_seats.all()))


def check_hand_numbers(tournament: Tournament) -> Iterator[Finding]:
    """I15: no table has a hand beyond those that it has dealt, and none of them is missing. One query."""
    standing = ~Q(hands__status=HandStatus.VOID)
    tables = Table.objects.filter(tournament=tournament).annotate(
        last=Max("hands__number", filter=standing), there=Count("hands", filter=standing)
    )
    for number, dealt, last, there in tables.values_list("number", "hands_dealt", "last", "there"):
        if there < dealt:
            yield Finding(
                invariant="I15",
                says=_("Table %(table)s has dealt %(dealt)s hands; %(there)s are recorded.")
                % {"table": number, "dealt": dealt, "there": there},
            )
        if (last or 0) > dealt:
            yield Finding(
                invariant="I15",
                says=_("Table %(table)s has dealt %(dealt)s hands; it has a hand %(last)s.")
                % {"table": number, "dealt": dealt, "last": last},
            )


def _check_hand(hand: Hand, rows: Sequence[HandOperation], seats: Sequence[HandSeat]) -> Iterator[Finding]:
    where = {"table": hand.table.number, "hand": hand.number}
    if [row.number for row in rows] != list(range(1, len(rows) + 1)):
        yield Finding(
            invariant="I15",
            says=_("Hand %(hand)s of table %(table)s: its operations are not numbered from 1 without a gap.")
            % where,
        )
        return
    try:
        setup = hand.setup
        state = engine.replay(setup, [engine.decode(row.code) for row in rows])
    except (
        engine.EngineError,
        KeyError,
        TypeError,
        ValueError,
    ) as error:  # a damaged row is no JSON of ours either
        yield Finding(
            invariant="I17",
            says=_("Hand %(hand)s of table %(table)s cannot be played again: %(why)s")
            % {**where, "why": str(error)},
        )
        return
    brought = {seat.seat: seat.stack for seat in setup.seats}
    in_play = sum(state.stacks.values()) + (0 if state.is_complete else state.pot_total)
    if sum(brought.values()) != in_play:
        yield Finding(
            invariant="I03",
            says=_("Hand %(hand)s of table %(table)s: %(brought)s chips came in, %(left)s are left.")
            % {**where, "brought": sum(brought.values()), "left": in_play},
        )
    if brought != {seat.seat_number: seat.starting_stack for seat in seats}:
        yield Finding(
            invariant="I19",
            says=_("Hand %(hand)s of table %(table)s: its seats do not hold what was brought in.") % where,
        )
    if state.is_complete != (hand.status == HandStatus.COMPLETE):
        yield Finding(
            invariant="I19",
            says=_(
                "Hand %(hand)s of table %(table)s is over by its operations, or by its row, and not by both."
            )
            % where,
        )
    elif state.is_complete and dict(state.stacks) != {
        seat.seat_number: seat.finishing_stack for seat in seats
    }:
        yield Finding(
            invariant="I19",
            says=_("Hand %(hand)s of table %(table)s: the stacks after it are not those of its operations.")
            % where,
        )
