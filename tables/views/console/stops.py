"""What stops the whole room, from the console: announced, released round by round, ended."""

from __future__ import annotations

import secrets

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tables.changes.rounds import RoundDealt, RunOutReleased, TableMarkedDone
from tables.changes.stops import AllTablesReleased, RoomResumed, StopAnnounced, StopEnded
from tables.changes.tables import TableReleased
from tables.forms.stops import LastHandsForm, StopForm
from tables.models import Table
from tables.services.stops.announcing import announce_stop, deal_next_round, end_stop_by_hand, mark_table_done
from tables.services.stops.last_hands import announce_last_hands
from tables.services.stops.resuming import resume_room
from tables.services.stops.run_outs import release_run_outs
from tournament.changes.clock import ClockResumed
from tournament.models import StopKind
from tournament.views.access import FLOOR_STAFF, StaffRequest, by_of, staff
from tournament.views.taps import Done, handle_tap, newest_line


@staff(*FLOOR_STAFF)
@require_POST
def announce(request: StaffRequest) -> HttpResponse:
    """One tap: finish the hand in play, then hold."""
    form = StopForm(request.POST)

    def do() -> Done:
        stop = announce_stop(tournament_id=request.tournament.pk, order=form.order(), by=by_of(request))
        return Done(
            text=_("%(stop)s: announced.") % {"stop": StopKind(stop.kind).label},
            line=newest_line(request, StopAnnounced.verb),
        )

    return handle_tap(request, do, home=_home(request))


@staff(*FLOOR_STAFF)
@require_POST
def last_hands(request: StaffRequest) -> HttpResponse:
    """The card is drawn here, or was drawn in the room and typed."""
    form = LastHandsForm(request.POST)

    def do() -> Done:
        stop = announce_last_hands(
            tournament_id=request.tournament.pk,
            card=form.card(),
            seed=secrets.token_hex(16),
            by=by_of(request),
        )
        text = ngettext(
            "%(count)d more hand at each table.", "%(count)d more hands at each table.", stop.hands
        )
        return Done(text=text % {"count": stop.hands}, line=newest_line(request, StopAnnounced.verb))

    return handle_tap(request, do, home=_home(request))


@staff(*FLOOR_STAFF)
@require_POST
def resume(request: StaffRequest) -> HttpResponse:
    """Everything that is stopped goes on."""

    def do() -> Done:
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

    return handle_tap(request, do, home=_home(request))


@staff(*FLOOR_STAFF)
@require_POST
def next_round(request: StaffRequest) -> HttpResponse:
    def do() -> Done:
        stop = deal_next_round(tournament_id=request.tournament.pk, by=by_of(request))
        text = _("Hand %(round)d is dealt at every table.") % {"round": stop.round}
        return Done(text=text, line=newest_line(request, RoundDealt.verb))

    return handle_tap(request, do, home=_home(request))


@staff(*FLOOR_STAFF)
@require_POST
def mark_done(request: StaffRequest, number: int) -> HttpResponse:
    """A table whose hands no tablet records has finished."""
    table = get_object_or_404(Table, tournament=request.tournament, number=number)

    def do() -> Done:
        mark_table_done(tournament_id=request.tournament.pk, table_id=table.pk, by=by_of(request))
        text = _("Table %(table)d: done.") % {"table": number}
        return Done(text=text, line=newest_line(request, TableMarkedDone.verb))

    return handle_tap(request, do, home=_home(request))


@staff(*FLOOR_STAFF)
@require_POST
def release_run_out(request: StaffRequest, number: int) -> HttpResponse:
    """The cards of one all-in are dealt and shown."""
    table = get_object_or_404(Table, tournament=request.tournament, number=number)
    return _release(request, table.pk)


@staff(*FLOOR_STAFF)
@require_POST
def release_all_run_outs(request: StaffRequest) -> HttpResponse:
    return _release(request, None)


@staff(*FLOOR_STAFF)
@require_POST
def end(request: StaffRequest) -> HttpResponse:
    def do() -> Done:
        stop = end_stop_by_hand(tournament_id=request.tournament.pk, by=by_of(request))
        return Done(
            text=_("%(stop)s: ended.") % {"stop": StopKind(stop.kind).label},
            line=newest_line(request, StopEnded.verb),
        )

    return handle_tap(request, do, home=_home(request))


def _release(request: StaffRequest, table_id: int | None) -> HttpResponse:
    def do() -> Done:
        tables = release_run_outs(tournament_id=request.tournament.pk, table_id=table_id, by=by_of(request))
        return Done(
            text=ngettext(
                "Run-out released: table %(tables)s.", "Run-outs released: tables %(tables)s.", len(tables)
            )
            % {"tables": ", ".join(map(str, tables))},
            line=newest_line(request, RunOutReleased.verb),
        )

    return handle_tap(request, do, home=_home(request))


def _home(request: StaffRequest) -> str:
    return reverse("tables:console", args=[request.tournament.code])
