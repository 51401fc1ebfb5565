"""A hand of a round is undone: its round is in play again, with the clock and the quotas of then. So are a round that
nobody has dealt in yet and the end of a stop.

Its prizes, and the seats of a satellite, are decided again at its end.

Once another table has dealt the next hand of hand-for-hand the hand before stands: players who went out in it are
ranked, and the next round is under way. The dealers there undo their deal first, or the floor corrects the chips.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tables.changes.rounds import RoundDealt, RoundHeld, RoundOver, RoundReopened
from tables.changes.stops import StopEnded, StopRestored
from tables.floor.hand_for_hand import one_less
from tables.models import Hand, HandStatus, Table
from tables.queries.room.rounds import tables_in_round
from tables.services.stops.rounds import (
    lock_all_tables,
    locked_stop,
    set_quotas,
    tell_all_tables,
)
from tournament.changes.clock import ClockResumed
from tournament.models import (
    Entry,
    EntryStatus,
    LogEntry,
    RoundBust,
    Stop,
    StopKind,
    Tournament,
    TournamentStatus,
)
from tournament.services.actor import By
from tournament.services.clock import restore_clock
from tournament.services.clock_claim import reload_clock
from tournament.services.errors import Refused
from tournament.services.field.placing import take_back_round
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.undo import Undoable, gone_on, register_undo


def reopen_round_of(hand: Hand, table: Table, *, by: By) -> None:
    """Before a completed hand is reopened; the caller holds the locks of the tournament and the table.

    Raises Refused where the next hand of hand-for-hand was dealt at another table, and once the bags of the day are
    accepted: they hold what the hand has left.
    """
    tournament = table.tournament
    if tournament.stop is not None and tournament.stop.bagged_at is not None:
        raise Refused(
            _("The bags of this day are accepted. Undo that in the log first, then the hand."), code="bagged"
        )
    if tournament.stop is None and not _restore_ended(tournament, hand, table, by):
        return
    stop = tournament.stop
    if stop is None or table.deals_until is None:
        return
    if stop.kind == StopKind.IN_STEP:
        _reopen_step(tournament, stop, lead=hand.number - 1 - table.deals_until + stop.hands, by=by)
        return
    is_of_round_before = hand.number < table.deals_until and stop.round_over_at is None
    if is_of_round_before or stop.round_over_at is not None:
        reopen_round(tournament, stop, is_released=is_of_round_before, by=by)


def _reopen_step(tournament: Tournament, stop: Stop, *, lead: int, by: By) -> None:
    """In step only a hand of the slowest table is waited for. `lead`: how far its table is without it."""
    if stop.round_over_at is not None:
        if lead <= 0:
            reopen_round(tournament, stop, is_released=False, by=by)
    elif lead < 0 and stop.round > 1:
        reopen_round(tournament, stop, is_released=True, by=by)


def reopen_round(tournament: Tournament, stop: Stop, *, is_released: bool, by: By) -> None:
    """The last round that was over is in play again. `is_released`: the next one has begun."""
    if is_released:
        dealt = tables_that_dealt(tournament, now=by.now)
        if dealt and stop.kind == StopKind.HAND_FOR_HAND:
            raise Refused(
                ngettext(
                    "The next hand was dealt at table %(tables)s. Undo that deal first, or correct the chips.",
                    "The next hand was dealt at tables %(tables)s. Undo those deals first, or correct the chips.",
                    len(dealt),
                )
                % {"tables": ", ".join(map(str, dealt))},
                code="next_round_dealt",
            )
        if dealt:
            return
        _hold_round(tournament, stop, now=by.now)
    stop.round_over_at = None
    stop.save(update_fields=["round_over_at"])
    take_back_round(tournament, now=by.now)
    over = LogEntry.objects.filter(
        tournament=tournament,
        verb=RoundOver.verb,
        data__stop=stop.pk,
        data__round=stop.round,
        undone_by__isnull=True,
    ).last()
    reopened = RoundReopened(stop=stop.pk, stop_kind=StopKind(stop.kind), round=stop.round)
    record(reopened, tournament_id=tournament.pk, by=by, undoes=over)
    if over is not None and tournament.clock.to_dict() == RoundOver.of(over).clock_after:
        _put_clock_back(tournament, over, by)


def _hold_round(tournament: Tournament, stop: Stop, *, now: datetime) -> None:
    """A round that nobody has dealt in has not begun: the one before is over, and every table holds."""
    lock_all_tables(tournament)
    # A hand may have been dealt before the tables were locked.
    if tables_that_dealt(tournament, now=now):
        raise gone_on()
    stop.round -= 1
    stop.round_over_at = now
    stop.save(update_fields=["round", "round_over_at"])
    if stop.kind == StopKind.IN_STEP:
        set_quotas(tournament, one_less, now=now)
    else:
        set_quotas(tournament, lambda table: table.hands_dealt, now=now)


def _restore_stop(tournament: Tournament, line: LogEntry, *, by: By) -> None:
    """A stop that has ended is in force again; `line` is the one of its end."""
    stop = Stop.objects.get(pk=StopEnded.of(line).stop)
    stop.ended_at = None
    stop.save(update_fields=["ended_at"])
    tournament.stop = stop
    tournament.save(update_fields=["stop"])
    take_back_round(tournament, now=by.now)
    restored = StopRestored(stop=stop.pk, stop_kind=StopKind(stop.kind))
    record(restored, tournament_id=tournament.pk, by=by, undoes=line)
    resumed = LogEntry.objects.filter(
        tournament=tournament,
        verb=ClockResumed.verb,
        undone_by__isnull=True,
        data__clock_version=tournament.clock_version,
    ).last()
    if stop.resumes_clock and resumed is not None:
        _put_clock_back(tournament, resumed, by, undoes=resumed)
    tell_all_tables(tournament)


def tables_that_dealt(tournament: Tournament, *, now: datetime) -> list[int]:
    """The tables that have dealt in the round in play, in order: recorded, counted, or known by the players who went
    out there."""
    stop = tournament.stop
    in_step = stop is not None and stop.kind == StopKind.IN_STEP
    dealt = {
        table.table
        for table in tables_in_round(tournament, now=now)
        if (table.is_in_hand and not in_step)
        or (table.deals_until is not None and table.hands_dealt >= table.deals_until)
    }
    if stop is None or in_step:
        return sorted(dealt)
    out = RoundBust.objects.filter(stop=stop, round=stop.round).values_list("table_number", flat=True)
    return sorted(dealt.union(out, _part_way_through(tournament, stop)))


def _part_way_through(tournament: Tournament, stop: Stop) -> set[int]:
    """The tables that have begun a round of several hands: an orbit, or so many of each level."""
    begun = LogEntry.objects.filter(
        tournament=tournament,
        verb=RoundDealt.verb,
        data__stop=stop.pk,
        data__round=stop.round,
        undone_by=None,
    ).last()
    if begun is None:
        return set()
    hands = Hand.objects.filter(table__tournament=tournament, started_at__gt=begun.at)
    return set(hands.exclude(status=HandStatus.VOID).values_list("table__number", flat=True))


def _has_gone_on(stop: Stop) -> bool:
    """Whether, since this stop has ended, a table has dealt more hands than it allowed, or somebody has gone out.

    A player who went out after hand-for-hand has a place above those of its rounds: nobody can join these now.
    """
    rows = Table.objects.filter(tournament=stop.tournament_id).values_list("hands_dealt", "deals_until")
    if any(until is None or dealt > until for dealt, until in rows):
        return True
    if stop.kind != StopKind.HAND_FOR_HAND:
        return False
    later = Entry.objects.filter(
        tournament=stop.tournament_id, status=EntryStatus.ELIMINATED, eliminated_at__gte=stop.ended_at
    )
    return later.exclude(round_bust__stop=stop).exists()


def _restore_ended(tournament: Tournament, hand: Hand, table: Table, by: By) -> bool:
    """Bring back a stop that ended by itself with the round of this hand, while nobody has dealt since."""
    if table.deals_until is None or hand.number > table.deals_until or hand.ended_at is None:
        return False
    line = LogEntry.objects.filter(tournament=tournament, verb=StopEnded.verb).order_by("-pk").first()
    if line is None or not StopEnded.of(line).by_itself or hasattr(line, "undone_by"):
        return False
    stop = Stop.objects.get(pk=StopEnded.of(line).stop)
    # In step a table may be anywhere in its hands when the slowest ends it.
    is_last = hand.ended_at == line.at if stop.kind == StopKind.IN_STEP else hand.number == table.deals_until
    if not is_last or hand.ended_at > line.at or _has_gone_on(stop):
        return False
    _restore_stop(tournament, line, by=by)
    return True


def _put_clock_back(
    tournament: Tournament, line: LogEntry, by: By, *, undoes: LogEntry | None = None
) -> None:
    restore_clock(
        tournament_id=tournament.pk, version=tournament.clock_version, line=line, by=by, undoes=undoes
    )
    reload_clock(tournament)


def _open_rounds(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """The round in play, while no table has dealt in it."""
    stop = tournament.stop
    if stop is None or stop.round_over_at is not None or not lines:
        return set()
    dealt = {line.pk: RoundDealt.of(line) for line in lines}
    found = {line for line, each in dealt.items() if (each.stop, each.round) == (stop.pk, stop.round)}
    return set() if found and tables_that_dealt(tournament, now=lines[0].at) else found


def _undo_round(line: LogEntry, by: By) -> None:
    """The tables hold again; the round before stays over."""
    tournament, stop = locked_stop(line.tournament_id)
    _hold_round(tournament, stop, now=by.now)
    held = RoundHeld(stop=stop.pk, stop_kind=StopKind(stop.kind), round=RoundDealt.of(line).round)
    record(held, tournament_id=tournament.pk, by=by, undoes=line)


def _open_ends(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """The last end, in play, while nobody has dealt or gone out since and nothing else was announced."""
    if tournament.stop_id is not None or tournament.status != TournamentStatus.RUNNING:
        return set()
    newest = Stop.objects.filter(tournament=tournament).order_by("-announced_at", "-pk").first()
    found = {line.pk for line in lines if newest is not None and StopEnded.of(line).stop == newest.pk}
    return set() if newest is None or (found and _has_gone_on(newest)) else found


def _undo_end(line: LogEntry, by: By) -> None:
    _restore_stop(lock_tournament(line.tournament_id), line, by=by)


register_undo([RoundDealt], Undoable(open_lines=_open_rounds, undo=_undo_round))
register_undo([StopEnded], Undoable(open_lines=_open_ends, undo=_undo_end, again=True))
