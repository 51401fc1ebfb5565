from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max, Prefetch, Q
from django.utils.translation import gettext as _

from tables import engine
from tables.models import Hand, HandOperation, HandSeat, HandStatus, Table
from tables.queries.checks.credits import credit_finding
from tables.queries.checks.findings import Finding
from tables.queries.table.bounties import takers_of_hand
from tournament.models import ChipSale, Tournament

# So many hands with their operations are held at once.
CHUNK = 200


def check_hands(tournament: Tournament) -> Iterator[Finding]:
    """I03, I15, I17, I19 and I26: each hand that was recorded, played again from its operations. Reads every one."""
    hands = Hand.objects.filter(table__tournament=tournament).exclude(status=HandStatus.VOID)
    recorded = hands.filter(is_counted=False).select_related("table").order_by("pk")
    parts = recorded.prefetch_related(
        Prefetch("operations", HandOperation.objects.order_by("number")), "hand_seats"
    )
    knocked_out = KnockedOut.of(tournament)
    for hand in parts.iterator(chunk_size=CHUNK):
        seats = list(hand.hand_seats.all())
        yield from _check_hand(hand, list(hand.operations.all()), seats, knocked_out)


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockedOut:
    """What is kept beside recorded hands: by row of a player who went out the entries that are credited.

    It is kept since a version; `since` is the first hand that has it, None where none has. `bought` are entries with
    the moments at which chips came to them, as a hand was over: who lost the last ones in it has stayed in.
    """

    by: Mapping[int, set[int]]
    since: int | None
    bought: frozenset[tuple[int, datetime | None]]

    @classmethod
    def of(cls, tournament: Tournament) -> KnockedOut:
        """Two queries."""
        by: dict[int, set[int]] = {}
        hands: set[int] = set()
        rows = HandSeat.knocked_out_by.through._default_manager.filter(
            handseat__hand__table__tournament=tournament
        )
        for seat, hand, entry in rows.values_list("handseat", "handseat__hand", "entry"):
            by.setdefault(seat, set()).add(entry)
            hands.add(hand)
        sales = ChipSale.objects.filter(tournament=tournament, put_on_at__isnull=False)
        return cls(
            by=by,
            since=min(hands, default=None),
            bought=frozenset(sales.values_list("entry", "put_on_at")),
        )

    def has_bought(self, seat: HandSeat, hand: Hand) -> bool:
        return (seat.entry_id, hand.ended_at) in self.bought

    def is_kept_in(self, hand: Hand) -> bool:
        return self.since is not None and hand.pk >= self.since


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


def _check_hand(
    hand: Hand, rows: Sequence[HandOperation], seats: Sequence[HandSeat], knocked_out: KnockedOut
) -> Iterator[Finding]:
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
    except engine.DAMAGED as error:
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
    elif state.is_complete:
        yield from _check_knock_outs(hand, state, seats, knocked_out)


def _check_knock_outs(
    hand: Hand, state: engine.State, seats: Sequence[HandSeat], knocked_out: KnockedOut
) -> Iterator[Finding]:
    """A player who lost the last chips was knocked out by those who have won them."""
    out = [seat for seat in seats if seat.finishing_stack == 0 and not knocked_out.has_bought(seat, hand)]
    if not out or not knocked_out.is_kept_in(hand):
        return
    entries = {seat.seat_number: seat.entry_id for seat in seats}
    takers = takers_of_hand(state, out=[seat.seat_number for seat in out])
    for seat in out:
        due = {entries[taker] for taker in takers.get(seat.seat_number, ())}
        stands = knocked_out.by.get(seat.pk, set())
        if stands != due:
            yield credit_finding(seat.entry_id, stands, due)
