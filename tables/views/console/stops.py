"""What stops the whole room, from the console: announced, released round by round, ended."""

from __future__ import annotations

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tables.changes.rounds import RoundDealt, RunOutReleased, TableMarkedDone
from tables.changes.stops import AllTablesReleased, RoomResumed, StopAnnounced, StopEnded
from tables.changes.tables import TableReleased
from tables.forms.stops import LastHandsForm, StopForm
from tables.models import Table
from tables.services.stops.announcing import announce_stop, deal_next_round, end_stop_by_hand, mark_table_done
from tables.services.stops.last_hands import announce_last_hands, stop_to_bag
from tables.services.stops.resuming import resume_room
from tables.services.stops.run_outs import release_run_outs
from tournament.changes.clock import ClockResumed
from tournament.models import StopKind
from tournament.views.access import FLOOR_STAFF, StaffRequest, by_of, staff
from tournament.views.taps import Done, newest_line, tap


@staff(*FLOOR_STAFF)
@tap("tables:console")
def announce(request: StaffRequest) -> Done:
    """One tap: finish the hand in play, then hold."""
    form = StopForm(request.POST)
    stop = announce_stop(tournament_id=request.tournament.pk, order=form.order(), by=by_of(request))
    return Done(
        text=_("%(stop)s: announced.") % {"stop": StopKind(stop.kind).label},
        line=newest_line(request, StopAnnounced.verb),
    )


@staff(*FLOOR_STAFF)
@tap("tables:console")
def last_hands(request: StaffRequest) -> Done:
    """The card is drawn here, or was drawn in the room and typed."""
    form = LastHandsForm(request.POST)
    stop = announce_last_hands(
        tournament_id=request.tournament.pk,
        card=form.card(),
        by=by_of(request),
    )
    text = ngettext("%(count)d more hand at each table.", "%(count)d more hands at each table.", stop.hands)
    return Done(text=text % {"count": stop.hands}, line=newest_line(request, StopAnnounced.verb))


@staff(*FLOOR_STAFF)
@tap("tables:console")
def to_bag(request: StaffRequest) -> Done:
    """A flight is played to its end."""
    stop_to_bag(tournament_id=request.tournament.pk, by=by_of(request))
    text = _("Every table finishes the hand in play, then counts its bags.")
    return Done(text=text, line=newest_line(request, StopAnnounced.verb))


@staff(*FLOOR_STAFF)
@tap("tables:console")
def resume(request: StaffRequest) -> Done:
    """Everything that is stopped goes on."""
    resume_room(tournament_id=request.tournament.pk, by=by_of(request))
    line = newest_line(
        request,
        RoomResumed.verb,
        StopEnded.verb,
        AllTablesReleased.verb,
        TableReleased.verb,
        ClockResumed.verb,
    )
    return Done(text=_("All tables deal on."), line=line)


@staff(*FLOOR_STAFF)
@tap("tables:console")
def next_round(request: StaffRequest) -> Done:
    stop = deal_next_round(tournament_id=request.tournament.pk, by=by_of(request))
    text = _("Hand %(round)d is dealt at every table.") % {"round": stop.round}
    return Done(text=text, line=newest_line(request, RoundDealt.verb))


@staff(*FLOOR_STAFF)
@tap("tables:console")
def mark_done(request: StaffRequest, number: int) -> Done:
    """A table whose hands no tablet records has finished."""
    table = get_object_or_404(Table, tournament=request.tournament, number=number)
    mark_table_done(tournament_id=request.tournament.pk, table_id=table.pk, by=by_of(request))
    text = _("Table %(table)d: done.") % {"table": number}
    return Done(text=text, line=newest_line(request, TableMarkedDone.verb))


@staff(*FLOOR_STAFF)
@tap("tables:console")
def release_run_out(request: StaffRequest, number: int) -> Done:
    """The cards of one all-in are dealt and shown."""
    table = get_object_or_404(Table, tournament=request.tournament, number=number)
    return _release(request, table.pk)


@staff(*FLOOR_STAFF)
@tap("tables:console")
def release_all_run_outs(request: StaffRequest) -> Done:
    return _release(request, None)


@staff(*FLOOR_STAFF)
@tap("tables:console")
def end(request: StaffRequest) -> Done:
    stop = end_stop_by_hand(tournament_id=request.tournament.pk, by=by_of(request))
    return Done(
        text=_("%(stop)s: ended.") % {"stop": StopKind(stop.kind).label},
        line=newest_line(request, StopEnded.verb),
    )


def _release(request: StaffRequest, table_id: int | None) -> Done:
    tables = release_run_outs(tournament_id=request.tournament.pk, table_id=table_id, by=by_of(request))
    text = ngettext(
        "Run-out released: table %(tables)s.", "Run-outs released: tables %(tables)s.", len(tables)
    )
    return Done(
        text=text % {"tables": ", ".join(map(str, tables))}, line=newest_line(request, RunOutReleased.verb)
    )
