"""What a table still shows of the hand that is over, until the next one is dealt.

A seat shows what its player won only while that player sits there: after a redraw or a move somebody else
does. A player who went out is named in the empty seat, with the place, so that nobody wonders where they are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import OuterRef, QuerySet, Subquery

from tables.models import Bust, Hand, HandSeat, HandStatus, Recording, Seat
from tables.models.statements import read_hand_seats
from tournament.models import EntryStatus, Payout, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class OutShown:
    """Who lost the last chip in a hand, and the place, or the places of a tie, as they stand now.

    `prize` in minor units of `currency`, 0 where none is decided.
    """

    seat: int
    name: str
    place_first: int | None
    place_last: int | None
    prize: int = 0
    currency: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LastHand:
    """`names` are those of the hand's players by seat, `theirs` the seats that are still as it left them.

    `is_history`: somebody else sits in the seat of a player who is still in, or nobody who played it
    sits where they did, so that nothing of it is shown now.
    """

    names: Mapping[int, str]
    theirs: frozenset[int]
    out: tuple[OutShown, ...]
    is_history: bool

    def at(self, seat: int) -> OutShown | None:
        """Who went out in this seat, as long as nobody else has taken it."""
        return next((out for out in self.out if out.seat == seat and seat in self.theirs), None)

    @property
    def replaced(self) -> tuple[OutShown, ...]:
        """Those who are out and on whose seat somebody else sits already."""
        return tuple(out for out in self.out if out.seat not in self.theirs)


NO_HAND: Final = LastHand(names={}, theirs=frozenset(), out=(), is_history=False)


def last_hand_shown(hand: Hand | None, seats: Sequence[Seat], *, recording: str) -> LastHand:
    """Of a table's newest hand once it is complete, while hands are entered there; who went out in it, until others
    are put out by hand.

    One query, none during a hand, two more where somebody went out in it.
    """
    if hand is None or hand.status != HandStatus.COMPLETE or recording == Recording.BUSTS:
        return NO_HAND
    sitting = {seat.number: seat.entry_id for seat in seats}
    names: dict[int, str] = {}
    gone: list[HandSeat] = []
    theirs: set[int] = set()
    has_survivor, has_stranger = False, False
    for row in read_hand_seats(hand):
        number, occupant = row.seat_number, sitting.get(row.seat_number)
        names[number] = row.entry.player.shown_name
        is_out = _is_out(row)
        if is_out:
            gone.append(row)
        if occupant == row.entry_id or (is_out and occupant is None):
            theirs.add(number)
            has_survivor |= not is_out
        elif not is_out and occupant is not None:
            has_stranger = True
    return LastHand(
        names=names,
        theirs=frozenset(theirs),
        out=() if not gone or _has_bust_since(hand) else _out_of_hand(gone),
        is_history=has_stranger or not has_survivor,
    )


def _out_of_hand(gone: Sequence[HandSeat]) -> tuple[OutShown, ...]:
    rows = Payout.objects.filter(entry__in=[row.entry_id for row in gone])
    prizes = {
        entry: (amount, currency)
        for entry, amount, currency in rows.values_list("entry", "amount", "tournament__currency")
    }
    return tuple(_out(row, row.entry.player.shown_name, *prizes.get(row.entry_id, (0, ""))) for row in gone)


def _has_bust_since(hand: Hand) -> bool:
    since = Bust.objects.filter(table=hand.table_id, hand=None, undone_at=None, back_at=None)
    return since.filter(at__gt=hand.ended_at or hand.started_at).exists()


def out_by_table(
    tournament: Tournament, *, complete: Mapping[int, tuple[int, datetime]], in_hand: Collection[int]
) -> dict[int, tuple[OutShown, ...]]:
    """Who went out last, with full names, by table: in its last hand, or put out by hand since.

    `complete` are the last hands that are over, each with its table and its end; at tables `in_hand` nobody is named.
    Two queries.
    """
    rows = HandSeat.objects.filter(
        hand_id__in=complete, finishing_stack=0, entry__status=EntryStatus.ELIMINATED
    ).select_related("entry__player", "entry__payout")
    found: dict[int, list[OutShown]] = defaultdict(list)
    for row in rows.order_by("seat_number"):
        found[complete[row.hand_id][0]].append(_with_prize(row, tournament))
    over = dict(complete.values())
    since: dict[int, list[OutShown]] = defaultdict(list)
    for bust in _last_by_hand(tournament):
        is_older = bust.table_id in over and bust.at <= over[bust.table_id]
        if bust.table_id not in in_hand and not is_older:
            since[bust.table_id].append(_with_prize(bust, tournament))
    return {table: tuple(out) for table, out in {**found, **since}.items()}


def _last_by_hand(tournament: Tournament) -> QuerySet[Bust]:
    """The players whom the last line of each table put out by hand, those who are out still."""
    standing = Bust.objects.filter(undone_at=None, back_at=None)
    newest = standing.filter(table=OuterRef("table")).order_by("-pk").values("log_entry")[:1]
    rows = standing.filter(
        table__tournament=tournament,
        hand=None,
        entry__status=EntryStatus.ELIMINATED,
        log_entry=Subquery(newest),
    )
    return rows.select_related("entry__player", "entry__payout").order_by("seat_number")


def _is_out(row: HandSeat) -> bool:
    return row.finishing_stack == 0 and row.entry.status == EntryStatus.ELIMINATED


def _with_prize(row: HandSeat | Bust, tournament: Tournament) -> OutShown:
    """Of a row that comes with its payout."""
    payout = getattr(row.entry, "payout", None)
    prize = 0 if payout is None else payout.amount
    return _out(row, row.entry.player.name, prize, tournament.currency)


def _out(row: HandSeat | Bust, name: str, prize: int, currency: str) -> OutShown:
    return OutShown(
        seat=row.seat_number,
        name=name,
        place_first=row.entry.place_first,
        place_last=row.entry.place_last,
        prize=prize,
        currency=currency if prize else "",
    )
