"""Moves between tables: proposed, waiting, made; and in large type, to be announced."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from tables.changes.moves import EntryMoved
from tables.forms.console import HighCardForm, ProposalForm
from tables.models import Move, MoveStatus
from tables.queries.console.moves import move_list, moves_to_announce
from tables.services.moves.balancing import (
    apply_balancing_move,
    apply_balancing_moves,
    proposal_outdated,
)
from tables.services.moves.high_card import move_by_high_card
from tables.services.moves.moving import drop_move, say_move
from tables.views.console.shared import Room
from tables.views.pace import hands_topic
from tournament.queries.screens import a_screen_speaks
from tournament.templatetags.writing import PageWriter
from tournament.timekeeping import house_now
from tournament.views.access import FLOOR_STAFF, StaffRequest, by_of, staff
from tournament.views.taps import Done, done_of_line, newest_line, not_understood, tap


@staff(*FLOOR_STAFF)
@require_safe
def moves(request: StaffRequest) -> HttpResponse:
    writer = PageWriter.of(request.tournament)
    room = Room(request.tournament)
    context = {
        "active": "moves",
        "advice": room.next_steps.advice,
        "moves": move_list(request.tournament, writer=writer),
        "may_write": True,
        "speaks": a_screen_speaks(request.tournament),
        "topics": f"moves tables players {hands_topic(room.next_steps.stage.tables)}",
    }
    template = "_moves.html" if request.htmx else "moves.html"
    return render(request, f"tables/moves/{template}", context)


@staff(*FLOOR_STAFF)
@require_safe
def announce(request: StaffRequest) -> HttpResponse:
    """Large type, to read out or to turn towards the room."""
    context = {
        "moves": moves_to_announce(
            request.tournament, writer=PageWriter.of(request.tournament), now=house_now()
        )
    }
    template = "_announce.html" if request.htmx else "announce.html"
    return render(request, f"tables/moves/{template}", context)


@staff(*FLOOR_STAFF)
@tap("tables:moves")
def apply_one(request: StaffRequest) -> Done:
    form = ProposalForm(request.POST)
    if not form.is_valid():
        raise not_understood()
    move = apply_balancing_move(tournament_id=request.tournament.pk, **form.cleaned_data, by=by_of(request))
    words = {
        "name": move.entry.player.name,
        "table": form.cleaned_data["to_table"],
        "seat": form.cleaned_data["to_seat"],
    }
    if move.status == MoveStatus.WAITING:
        return Done(text=_("%(name)s moves to table %(table)d, seat %(seat)d after this hand.") % words)
    return Done(
        text=_("%(name)s moves to table %(table)d, seat %(seat)d.") % words,
        line=newest_line(request, EntryMoved.verb),
    )


@staff(*FLOOR_STAFF)
@tap("tables:moves")
def high_card(request: StaffRequest) -> Done:
    """The high card decides who moves: drawn here, or as dealt at the table."""
    form = HighCardForm(request.POST)
    if not form.is_valid():
        raise not_understood()
    wanted = {name: form.cleaned_data[name] for name in ("from_table", "to_table", "to_seat")}
    move = move_by_high_card(
        tournament_id=request.tournament.pk,
        **wanted,
        cards=form.cards(),
        by=by_of(request),
    )
    words = {
        "name": move.entry.player.name,
        "from_seat": move.from_seat,
        "table": wanted["to_table"],
        "seat": wanted["to_seat"],
    }
    return Done(
        text=_("Seat %(from_seat)d has the high card: %(name)s moves to table %(table)d, seat %(seat)d.")
        % words,
        line=newest_line(request, EntryMoved.verb) if move.status == MoveStatus.APPLIED else None,
    )


@staff(*FLOOR_STAFF)
@tap("tables:moves")
def apply_all(request: StaffRequest) -> Done:
    made = apply_balancing_moves(tournament_id=request.tournament.pk, by=by_of(request))
    if not made:
        raise proposal_outdated()
    return Done(
        text=ngettext("%(count)d player moves.", "%(count)d players move.", len(made)) % {"count": len(made)}
    )


@staff(*FLOOR_STAFF)
@tap("tables:moves")
def drop(request: StaffRequest, move_id: int) -> Done:
    found = get_object_or_404(Move, pk=move_id, tournament=request.tournament)
    move = drop_move(tournament_id=request.tournament.pk, move_id=found.pk, by=by_of(request))
    return Done(text=_("%(name)s stays.") % {"name": move.entry.player.name})


@staff(*FLOOR_STAFF)
@tap("tables:moves")
def say(request: StaffRequest, move_id: int) -> Done:
    """Ask a player aloud to move, on the screens that speak."""
    found = get_object_or_404(Move, pk=move_id, tournament=request.tournament)
    line = say_move(tournament_id=request.tournament.pk, move_id=found.pk, by=by_of(request))
    return done_of_line(request, line)


def _home(request: StaffRequest) -> str:
    return reverse("tables:moves", args=[request.tournament.code])
