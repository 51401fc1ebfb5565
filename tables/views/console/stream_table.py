"""Stacks, busts and the button of a table that broadcast software follows: a session is looked at, then taken over."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tables.forms.stream_table import Looked, SessionForm, TakeOverForm
from tables.models import Table
from tables.queries.hands.stream_table import SeatedPlayer, Streamed, seated_at, streamed
from tables.queries.table.hand import look_at_table
from tables.queries.table.set_button import button_now
from tables.services.incoming.stream_table import take_over
from tables.views.console.table_parts import find_table, table_home
from tournament.services.errors import Refused
from tournament.views.access import FLOOR_STAFF, StaffRequest, by_of, staff
from tournament.views.refusals import add_refusal
from tournament.views.taps import Done, done_of_line, done_of_tap, not_understood, say

HANDS_SHOWN = 100


@staff(*FLOOR_STAFF)
@require_http_methods(["GET", "HEAD", "POST"])
def stream_table(request: StaffRequest, number: int) -> HttpResponse:
    """A file is sent, its hands are shown with whom they mean, and what was looked at is taken over."""
    table = find_table(request, number)
    if request.POST.get("do") == "take":
        return _take(request, table)
    form = SessionForm(request.POST or None, request.FILES or None)
    if request.method != "POST" or not form.is_valid():
        return _page(request, table, file=form)
    seated = seated_at(table)
    session = streamed(form.cleaned_data["file"], seated)
    looked = Looked.of(session)
    chosen = TakeOverForm(looked=looked, seated=seated) if looked else None
    return _page(request, table, file=form, session=session, chosen=chosen)


def _take(request: StaffRequest, table: Table) -> HttpResponse:
    looked = Looked.read(request.POST.get("looked", ""), table_id=table.pk)
    seated = seated_at(table)
    if looked is None:
        messages.error(request, not_understood().message)
        return redirect("tables:stream_table", request.tournament.code, table.number)
    chosen = TakeOverForm(request.POST, looked=looked, seated=seated)
    button = ""

    def take() -> Done:
        nonlocal button
        # Looked at only where this tap was not answered before: the players who went out by it are no choice now.
        if not chosen.is_valid():
            raise _NotChosen
        button = _button(looked, chosen, table, seated)
        return _taken(request, table, chosen)

    try:
        say(request, done_of_tap(request, take))
    except _NotChosen:
        return _page(request, table, file=SessionForm(), chosen=chosen)
    except Refused as refusal:
        # Of a page that is too old nothing was looked at yet.
        chosen.is_valid()
        add_refusal(chosen, refusal)
        return _page(request, table, file=SessionForm(), chosen=chosen)
    return redirect(f"{table_home(request, table.number)}{button}")


class _NotChosen(Exception):
    """What was chosen is said at the form."""


def _taken(request: StaffRequest, table: Table, chosen: TakeOverForm) -> Done:
    lines = take_over(
        tournament_id=request.tournament.pk,
        table_id=table.pk,
        out=chosen.out(),
        stacks=chosen.stacks(),
        reason=chosen.cleaned_data["reason"],
        by=by_of(request),
    )
    if not lines:
        return Done(text=_("Stacks unchanged."))
    done = [done_of_line(request, line) for line in lines]
    return Done(text=" ".join([each.text for each in done]), line=done[-1].line)


def _button(looked: Looked, chosen: TakeOverForm, table: Table, seated: Sequence[SeatedPlayer]) -> str:
    """The form for the button of the next hand, at the seat after the one that had it in the last; "" where it is there
    already, or nobody of the table had it.
    """
    had = next((entry for entry, player in chosen.who().items() if player.seat == looked.button), None)
    seat = next((each.seat for each in seated if each.entry_id == had), None)
    stays = sorted([each.seat for each in seated if each.entry_id in chosen.stacks()])
    if seat is None or not stays:
        return ""
    following = next((each for each in stays if each > seat), stays[0])
    stands = button_now(look_at_table(tournament_id=table.tournament_id, table_id=table.pk))
    is_there = bool(stands.hands) and stands.hands[0].button == following
    return "" if is_there or stands.refusal else f"?button={following}#button"


def _page(
    request: StaffRequest,
    table: Table,
    *,
    file: SessionForm,
    session: Streamed | None = None,
    chosen: TakeOverForm | None = None,
) -> HttpResponse:
    context = {
        "active": "tables",
        "table": table,
        "file": file,
        "session": session,
        "hands": session.hands[: -HANDS_SHOWN - 1 : -1] if session else (),
        "form": chosen,
        "looked": chosen.looked.signed(table_id=table.pk) if chosen else "",
    }
    status = 422 if file.errors or (chosen is not None and chosen.errors) else 200
    return render(request, "tables/table/stream_table.html", context, status=status)
