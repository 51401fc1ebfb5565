"""A player who is not at the table, and one who is back (TDA 30, WSOP 36).

From the next deal on the stack of an absent player is dealt in, posts and is killed. Right after a deal the mark says
what TDA 30 asks at the last card: who is not there is killed in this hand too, and who has come plays it.

The newest mark of a player can be undone while it stands, and that undone again.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from django.db.models import Max
from django.utils.translation import gettext as _

from tables import engine
from tables.changes.absences import Absence, PlayerAbsent, PlayerBack
from tables.models import HandSeat, Seat, SitsOut
from tables.queries.table.hand import Look, TableHand, replay_of
from tables.services.hands.settling import settle_hand
from tables.services.hands.sitting_out import store_operations
from tables.services.table.lease import TableChange, make_change
from tables.services.table.of_table import lock_table_of_player
from tournament.changes.change import verbs
from tournament.models import Arrival, Entry, LogEntry, Tournament
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.log import record
from tournament.services.over import check_not_over
from tournament.services.undo import Undoable, register_undo

ABSENCE_VERBS: Final = verbs(PlayerAbsent, PlayerBack)


def set_absence(
    *, tournament_id: int, table_id: int, entry_id: int, absent: bool, by: By, undoes: LogEntry | None = None
) -> None:
    """Mark a player of this table absent, or back; see `think_absence`. Raises Table.DoesNotExist, Refused."""
    make_change(
        tournament_id=tournament_id,
        table_id=table_id,
        lease=None,
        think=lambda look: think_absence(look, entry_id=entry_id, absent=absent, by=by, undoes=undoes),
    )


def think_absence(
    look: Look, *, entry_id: int, absent: bool, by: By, undoes: LogEntry | None = None
) -> TableChange:
    """The mark, and what it does to a hand that has just been dealt.

    Raises Refused when the player has left the table, or somebody else was quicker.
    """
    seat = _seat_of(look, entry_id, absent=absent)
    table = copy.copy(look.table)
    table.version += 1
    played = None if look.open_hand is None else _played(look.open_hand, seat.number, absent=absent)
    recorded = look.recorded if played is None else replace(played, table=table)

    def write() -> None:
        Entry.objects.filter(pk=entry_id).update(is_absent=absent)
        awaited = Entry.objects.filter(pk=entry_id, arrival=Arrival.AWAITED)
        arrived = not absent and awaited.update(arrival=Arrival.ARRIVED) == 1
        if played is not None and look.recorded is not None:
            store_operations(played, since=len(look.recorded.operations), by=by)
            sat_out = SitsOut.ABSENT.value if absent else ""
            HandSeat.objects.filter(hand=played.hand, entry=entry_id).update(sits_out=sat_out)
        hand = table.hands_dealt + (0 if played is not None else 1)
        _log(look, seat, absent=absent, arrived=arrived, hand=hand, by=by, undoes=undoes)
        if played is not None and played.state.is_complete:
            settle_hand(look, played, by=by)

    is_over = played is not None and played.state.is_complete
    return TableChange(
        before=look,
        write=write,
        hand=recorded,
        after=None
        if is_over
        else replace(look, table=table, recorded=recorded, seats=_marked(look, seat, absent)),
        is_booked=True,
        topics=("tables", "players", "log"),
    )


def _seat_of(look: Look, entry_id: int, *, absent: bool) -> Seat:
    check_not_over(look.table.tournament)
    seat = next((seat for seat in look.seats if seat.entry_id == entry_id), None)
    if seat is None or seat.entry is None:
        raise Refused(
            _("This player no longer sits at table %(table)d.") % {"table": look.table.number},
            code="not_at_table",
        )
    if seat.entry.is_absent == absent:
        words = _("%(name)s is already marked absent.") if absent else _("%(name)s is not marked absent.")
        raise Refused(words % {"name": seat.entry.player.name}, code="absence_unchanged")
    return seat


def _played(hand: TableHand, seat: int, *, absent: bool) -> TableHand | None:
    """The hand in play with this player killed, or playing again; None where only the next deal can tell."""
    state = hand.state
    if not state.is_just_dealt:
        return None
    if absent:
        is_in = seat in state.contending and seat not in state.sitting_out and len(state.contending) > 1
        return hand.plus(engine.Ruling(kind=SitsOut.ABSENT.value, seat=seat)) if is_in else None
    if state.sitting_out.get(seat) != SitsOut.ABSENT:
        return None
    kill = engine.Ruling(kind=SitsOut.ABSENT.value, seat=seat)
    others = [each for each in state.history if each != kill]
    replay = replay_of(state.setup, [*hand.operations, engine.Undo(0), *others])
    return replace(hand, replay=replay)


def _marked(look: Look, marked: Seat, absent: bool) -> tuple[Seat, ...]:
    """The seats with the player's new mark."""
    seat = copy.copy(marked)
    entry = copy.copy(marked.entry)
    if entry is not None:
        entry.is_absent = absent
    seat.entry = entry
    return tuple([seat if each is marked else each for each in look.seats])


def _log(
    look: Look, seat: Seat, *, absent: bool, arrived: bool, hand: int, by: By, undoes: LogEntry | None
) -> None:
    """`arrived`: the player was awaited until now; `hand` is the first that the mark changes."""
    table, entry = look.table, seat.entry
    assert entry is not None  # noqa: S101  # a taken seat
    marked = (PlayerAbsent if absent else PlayerBack)(
        entry=entry.pk,
        number=entry.number,
        name=entry.player.name,
        table=table.number,
        table_id=table.pk,
        seat=seat.number,
        hand=hand,
        arrived=arrived,
    )
    record(marked, tournament_id=table.tournament_id, by=by, undoes=undoes)


def _open_absences(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """The latest such line of a player who sits somewhere, while the mark is as it says.

    Before the start too: most players arrive then.
    """
    if tournament.is_over:
        return set()
    entries = {line.pk: Absence.of(line).entry for line in lines}
    last = LogEntry.objects.filter(
        tournament=tournament, verb__in=ABSENCE_VERBS, data__entry__in=list(entries.values())
    )
    newest = set(last.values("data__entry").annotate(last=Max("pk")).values_list("last", flat=True))
    seated = Entry.objects.filter(tournament=tournament, pk__in=entries.values(), seat__isnull=False)
    marks = dict(seated.values_list("pk", "is_absent"))
    return {
        line.pk
        for line in lines
        if line.pk in newest and marks.get(entries[line.pk]) == (line.verb == PlayerAbsent.verb)
    }


def _undo_absence(line: LogEntry, by: By) -> None:
    mark = Absence.of(line)
    set_absence(
        tournament_id=line.tournament_id,
        table_id=Seat.objects.values_list("table_id", flat=True).get(entry=mark.entry),
        entry_id=mark.entry,
        absent=line.verb != PlayerAbsent.verb,
        by=by,
        undoes=line,
    )
    if mark.arrived:
        Entry.objects.filter(pk=mark.entry).update(arrival=Arrival.AWAITED)


register_undo(
    [PlayerAbsent, PlayerBack],
    Undoable(open_lines=_open_absences, undo=_undo_absence, lock=lock_table_of_player, again=True),
)
