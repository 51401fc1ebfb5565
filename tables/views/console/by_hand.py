"""What the floor enters by hand at one table: who is out, counted stacks, results of hands, the way of recording."""

from __future__ import annotations

from dataclasses import replace

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tables.changes.busts import HandCounted
from tables.changes.tables import RecordingChanged
from tables.forms.busts import BustForm
from tables.forms.counts import CountForm
from tables.forms.results import RecordingForm, ResultForm
from tables.models import Recording, Table
from tables.queries.console.table import TablePage, table_page
from tables.queries.table.announced import announced
from tables.services.chips.counting import count_stacks
from tables.services.hands.busting import bust_players
from tables.services.hands.counted import count_hand, undo_counted_hand
from tables.services.table.ways import set_recording
from tables.views.console.by_whom import by_whom, said_of
from tables.views.console.overview_parts import answer_form, render_where_tapped
from tables.views.console.table_parts import find_table, table_home
from tournament.models import LogEntry
from tournament.templatetags.writing import PageWriter
from tournament.timekeeping import house_now
from tournament.views.access import FLOOR_STAFF, StaffRequest, by_of, staff
from tournament.views.taps import Done, done_by_line, done_of_line, not_understood, tap


@staff(*FLOOR_STAFF)
@require_POST
def bust(request: StaffRequest, number: int) -> HttpResponse:
    """Put players of a table out, once it was said by whom; the answer says the place and can be undone."""
    found = find_table(request, number)
    form = BustForm(request.POST)
    page = _page(request, number)
    asked = by_whom(request, page, form)
    if asked:
        return render_where_tapped(request, number, by_whom=asked)

    def do() -> Done:
        line = bust_players(
            tournament_id=request.tournament.pk, table_id=found.pk, out=said_of(page, form), by=by_of(request)
        )
        return _announced(request, done_of_line(request, line))

    return answer_form(request, number, form, do, bust_form=form)


@staff(*FLOOR_STAFF)
@require_POST
def count(request: StaffRequest, number: int) -> HttpResponse:
    """The stacks of a table, or of some of its players, as they were counted."""
    found = find_table(request, number)
    form = CountForm(request.POST, seats=_page(request, number).seats)

    def do() -> Done:
        line = count_stacks(
            tournament_id=request.tournament.pk,
            table_id=found.pk,
            counts=form.counts(),
            reason=form.cleaned_data["reason"],
            by=by_of(request),
        )
        if request.POST.get("then") == Recording.HANDS:
            set_recording(
                tournament_id=request.tournament.pk,
                table_id=found.pk,
                recording=Recording.HANDS,
                by=by_of(request),
            )
        if line is None:
            return Done(text=_("Stacks unchanged."))
        return done_of_line(request, line)

    return answer_form(request, number, form, do, count_form=form)


@staff(*FLOOR_STAFF)
@tap(table_home)
def recording(request: StaffRequest, number: int) -> Done:
    """Record a table hand by hand, by results, or its busts only."""
    found = find_table(request, number)
    form = RecordingForm(request.POST)
    if not form.is_valid():
        raise not_understood()
    set_recording(
        tournament_id=request.tournament.pk, table_id=found.pk, recording=form.way(), by=by_of(request)
    )
    return done_by_line(request, RecordingChanged.verb)


@staff(*FLOOR_STAFF)
@require_POST
def hand_over(request: StaffRequest, number: int) -> HttpResponse:
    """The hand is over, with its result where there is one."""
    found = find_table(request, number)
    page = _page(request, number)
    form = ResultForm(request.POST, seats=page.seats)
    asked = by_whom(request, page, form)
    if asked:
        return render_where_tapped(request, number, by_whom=asked)

    def do() -> Done:
        result = replace(form.result(), out=said_of(page, form))
        count_hand(tournament_id=request.tournament.pk, table_id=found.pk, result=result, by=by_of(request))
        if result.out.entries or result.stacks:
            return _announced(request, done_by_line(request, HandCounted.verb))
        hands = Table.objects.values_list("hands_dealt", flat=True).get(pk=found.pk)
        words = {"hand": hands, "table": number}
        return Done(text=_("Counted hand %(hand)d at table %(table)d.") % words)

    return answer_form(request, number, form, do, result_form=form)


@staff(*FLOOR_STAFF)
@tap(table_home)
def undo_hand(request: StaffRequest, number: int) -> Done:
    """Undo the newest hand of a table, which was counted."""
    found = find_table(request, number)
    undo_counted_hand(tournament_id=request.tournament.pk, table_id=found.pk, by=by_of(request))
    return Done(text=_("The hand at table %(table)d is undone.") % {"table": number})


def _announced(request: StaffRequest, done: Done) -> Done:
    """What was done, in the words in which the floor announces it: places, prizes, bounties."""
    if done.line is None:
        return done
    line = LogEntry.objects.get(pk=done.line)
    words = announced(request.tournament, line, writer=PageWriter.of(request.tournament))
    return replace(done, text=words or done.text)


def _page(request: StaffRequest, number: int) -> TablePage:
    seat = request.GET.get("seat", "")
    page = table_page(
        request.tournament,
        number=number,
        seat=int(seat) if seat.isdecimal() and len(seat) < 3 else None,
        now=house_now(),
    )
    if page is None:
        raise Http404
    return page
