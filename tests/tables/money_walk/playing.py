"""Steps at the tables: who goes out and by whom, hand-for-hand, and what the floor does."""

from __future__ import annotations

from tables.management.scripted_floor import follow_advice
from tables.models import Bust, Seat, Table
from tables.services.hands.busting import Out, bust_players
from tables.services.hands.knock_outs import credit_knock_out
from tables.services.stops.announcing import StopOrder, announce_stop, end_stop_by_hand, mark_table_done
from tests.tables.money_walk.house import Evening, NothingToDo, pick
from tournament.models import StopKind


def bust(walk: Evening, which: int) -> None:
    """One of a table, knocked out by one, by several, or by nobody knows whom."""
    seat = walk.seat(which)
    others = walk.others(seat)
    by = others[: which % 3] if which % 5 else []
    bust_players(table_id=seat.table_id, out=Out(entries=[seat.entry_id or 0], credited_to=by), **walk.ids)


def bust_several(walk: Evening, which: int) -> None:
    """Two of a table in one hand: they tie where their stacks are equal, or in the order of the floor."""
    seat = walk.seat(which)
    first, *others = walk.others(seat) or [0]
    out = [seat.entry_id or 0, first]
    order = {out[0]: 1, out[1]: 1 + which % 2}
    bust_players(
        table_id=seat.table_id,
        out=Out(entries=out, credited_to=others[: 1 + which % 2], order=order),
        **walk.ids,
    )


def bust_at_two_tables(walk: Evening, which: int) -> None:
    """One of each of two tables at the same moment: in hand-for-hand they share their places."""
    one = walk.seat(which)
    elsewhere = Seat.objects.filter(table__tournament=walk.tournament, entry__isnull=False)
    other = pick(elsewhere.exclude(table=one.table).order_by("table", "number"), which)
    for seat in (one, other):
        by = walk.others(seat)[:1]
        bust_players(
            table_id=seat.table_id, out=Out(entries=[seat.entry_id or 0], credited_to=by), **walk.ids
        )


def credit(walk: Evening, which: int) -> None:
    """A knock-out goes to others than was said."""
    bust = pick(Bust.objects.filter(undone_at=None, back_at=None).order_by("pk"), which)
    seen = set(bust.credited_to.values_list("pk", flat=True))
    here = Seat.objects.filter(table=bust.table, entry__isnull=False).order_by("number")
    by = set(here.values_list("entry", flat=True)[which % 2 : 2 + which % 3])
    if credit_knock_out(bust_id=bust.pk, credited_to=by, seen=seen, **walk.ids) is None:
        raise NothingToDo


def hand_for_hand(walk: Evening, which: int) -> None:
    order = StopOrder(kind=StopKind.HAND_FOR_HAND, until_left=None if which % 2 else 2)
    announce_stop(order=order, **walk.ids)


def mark_done(walk: Evening, which: int) -> None:
    table = pick(Table.objects.filter(tournament=walk.tournament).order_by("pk"), which)
    mark_table_done(table_id=table.pk, **walk.ids)


def end_stop(walk: Evening, _which: int) -> None:
    end_stop_by_hand(**walk.ids)


def advise(walk: Evening, which: int) -> None:
    """The floor moves players, breaks a table, or draws them all again."""
    if not follow_advice(seed=str(which), **walk.ids):
        raise NothingToDo
