"""A simulated tournament of two days: coloured up once chips have left, bagged by the piece, drawn again overnight.

Each step is one that a floor manager taps. Where the simulation stands is read from the database, so that one that was
killed goes on from there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Final

from django.db.models import F

from tables.changes.bags import BagsAccepted
from tables.floor.hand_for_hand import is_round_over
from tables.models import Table, TableStatus
from tables.queries.console.colour_up import steps_of
from tables.queries.room.bags import bag_lines, is_next_day_drawn
from tables.queries.room.odd_stacks import chips_removed
from tables.queries.room.pieces import piece_counts, pieces_now
from tables.queries.room.rounds import tables_in_round
from tables.queries.table.seat_stacks import seat_stacks
from tables.services.chips.bags import accept_bags, count_bags
from tables.services.chips.colour_up import race_chips
from tables.services.moves.breaking import redraw_tables
from tables.services.stops.last_hands import announce_last_hands
from tables.services.stops.resuming import resume_room
from tournament.draws.chance import Rng
from tournament.models import Entry, LogEntry, Stop, StopKind, Tournament
from tournament.queries.flights import LIVE
from tournament.queries.level import chip_unit
from tournament.rules.chips.by_piece import pieces_of
from tournament.rules.chips.sets import worth
from tournament.services.actor import By
from tournament.services.errors import Refused

# Of the field, so many are left when the first day ends, in percent.
LEFT_PERCENT: Final = 30
NIGHT: Final = timedelta(hours=15)
STACK_CHIPS: Final = "12×25, 12×100, 5×500, 6×1000"


def next_step(tournament: Tournament, rng: Rng, *, entries: int, busy: Collection[int], by: By) -> str:
    """Do what the two days ask of the floor now; say what was done, "" for nothing.

    `entries`: the whole field, `busy`: the tables with a hand in play. Raises ValueError where the chips that were
    handed out cannot make the stacks.
    """
    if done := _colour_up(tournament, busy=busy, by=by):
        return done
    stop = tournament.stop
    if stop is None:
        return _end_the_day(tournament, rng, entries=entries, by=by)
    if stop.kind != StopKind.LAST_HANDS:
        return ""
    if stop.bagged_at is None:
        return _bag(tournament, stop, by=by)
    return _begin_the_day(tournament, stop, rng, by=by.actor.at(by.now + NIGHT))


def is_being_bagged(tournament: Tournament, *, now: datetime) -> bool:
    """Whether the last hands of the day are over and its bags not accepted: nobody says of a hand that it is over."""
    stop = Stop.objects.filter(tournament=tournament, kind=StopKind.LAST_HANDS, ended_at=None).first()
    return stop is not None and is_round_over(tables_in_round(tournament, now=now))


def check_pieces(tournament: Tournament) -> str:
    """What is wrong with the bags that were counted by the piece; "" where each value is as it was handed out.

    Where chips were removed or corrected by hand nobody knows of which values they were: then their sum is compared.
    """
    accepted = LogEntry.objects.filter(tournament=tournament, verb=BagsAccepted.verb).first()
    if accepted is None:
        return "the winner was known on the first day"
    bags = BagsAccepted.of(accepted)
    (count,) = piece_counts(tournament)
    counted = sum(value * pieces for value, pieces in zip(count.values, count.counted, strict=True))
    is_untouched = not count.beside and bags.counted == bags.expected
    if counted != bags.counted or (is_untouched and not count.is_right):
        return (
            f"bags with {bags.counted} chips hold {count.counted} pieces of {count.values}, due {count.due}"
        )
    return ""


def _colour_up(tournament: Tournament, *, busy: Collection[int], by: By) -> str:
    """Race the smallest chips at one table that still has odd ones of a value that has left."""
    removed = chips_removed(tournament, by.now)
    for old, new in steps_of(tournament):
        if old not in removed:
            continue
        known = Entry.objects.filter(tournament=tournament, status__in=LIVE, is_stack_known=True)
        odd = known.annotate(odd=F("stack") % new).exclude(odd=0)
        for table in Table.objects.filter(seats__entry__in=odd).exclude(pk__in=busy).distinct():
            if not all(each.is_known for each in seat_stacks(table)):
                continue
            try:
                race_chips(tournament_id=tournament.pk, table_id=table.pk, old=old, new=new, by=by)
            except Refused as refusal:
                # A stack that even smaller chips have left odd is corrected by hand.
                if refusal.code not in ("not_in_play", "uncountable_stack"):
                    raise
                return ""
            return "coloured up"
    return ""


def _end_the_day(tournament: Tournament, rng: Rng, *, entries: int, by: By) -> str:
    left = Entry.objects.filter(tournament=tournament, status__in=LIVE).count()
    was_bagged = Stop.objects.filter(tournament=tournament, kind=StopKind.LAST_HANDS).exists()
    if was_bagged or left * 100 > entries * LEFT_PERCENT:
        return ""
    announce_last_hands(tournament_id=tournament.pk, seed=f"{rng.randrange(1 << 64):016x}", by=by)
    return "last hands"


def _bag(tournament: Tournament, stop: Stop, *, by: By) -> str:
    """Once every table has dealt its last hand: count the next table, then accept them all."""
    if not is_round_over(tables_in_round(tournament, now=by.now)):
        return ""
    lines = bag_lines(tournament, stop)
    waiting = [line for line in lines if line.chips is None]
    unit = chip_unit(tournament, now=by.now) or 1
    chips = {line.entry_id: -(-line.booked // unit) * unit for line in lines}
    if not waiting:
        off = sum(chips.values()) - sum(line.booked for line in lines)
        accept_bags(tournament_id=tournament.pk, reason="Odd chips made up." if off else "", by=by)
        return "day over"
    shared = _shared_out(tournament, {line.entry_id: chips[line.entry_id] for line in waiting}, by=by)
    table = Table.objects.get(tournament=tournament, number=waiting[0].table)
    here = [line.entry_id for line in waiting if line.table == table.number]
    count_bags(
        tournament_id=tournament.pk,
        table_id=table.pk,
        counts={entry: chips[entry] for entry in here},
        pieces={entry: shared[entry] for entry in here},
        by=by,
    )
    return "bags counted"


def _begin_the_day(tournament: Tournament, stop: Stop, rng: Rng, *, by: By) -> str:
    """Draw the seats of the second day, then let the room deal on."""
    tables = Table.objects.filter(tournament=tournament, status__in=(TableStatus.OPEN, TableStatus.HELD))
    seated = tables.filter(seats__entry__isnull=False).distinct().count()
    if seated > 1 and not is_next_day_drawn(tournament, stop):
        players = Entry.objects.filter(tournament=tournament, status__in=LIVE).count()
        fewest = -(-players // tournament.seats_per_table)
        seed = f"{rng.randrange(1 << 64):016x}"
        redraw_tables(tournament_id=tournament.pk, tables_left=fewest, seed=seed, by=by)
        return "day 2 drawn"
    resume_room(tournament_id=tournament.pk, by=by)
    return "day 2"


def _shared_out(tournament: Tournament, chips: Mapping[int, int], *, by: By) -> dict[int, dict[int, int]]:
    """The pieces that are in no bag yet put into bags of these chips, by entry: the largest first, each into the
    largest bags.

    What was removed by hand is taken to have left in the largest pieces, what was added to have come in them.
    """
    due = pieces_now(tournament, now=by.now)
    if due is None:
        raise ValueError("what a stack is made of is not written down")
    in_play = Counter(due.pieces)
    for bagged in piece_counts(tournament):
        in_play.subtract(dict(zip(bagged.values, bagged.counted, strict=True)))
    off = sum(chips.values()) - worth(in_play)
    moved = pieces_of(abs(off), stack={}, values=list(due.pieces))
    for value, count in moved.items():
        in_play[value] += count if off > 0 else -count
    left, shared = dict(chips), {entry: Counter[int]() for entry in chips}
    for value in sorted(in_play, reverse=True):
        for entry in sorted(left, key=lambda each: (-left[each], each)):
            count = min(in_play[value], left[entry] // value)
            in_play[value] -= count
            left[entry] -= count * value
            shared[entry][value] += count
        if in_play[value]:
            raise ValueError(f"{in_play[value]} chips of {value} fit into no stack")
    if any(left.values()):
        raise ValueError(f"no chips are left for {sum(left.values())} in the stacks")
    return {entry: {value: count for value, count in of.items() if count} for entry, of in shared.items()}
