"""The desk's queue: the entry of the next player sold in one tap, or the place dismissed."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from tables.forms.desk import QueueSaleForm
from tables.models import QueuePlace
from tables.services.desk.queue import PlayerToRegister, dismiss_places, register_from_queue
from tables.services.desk.seating import Seated
from tables.views.desk.entries import buy_in, id_seen, quote_of, voucher_of, when_full
from tournament.links import absolute_url
from tournament.models import Player
from tournament.views.access import ANY_STAFF, StaffRequest, by_of, staff
from tournament.views.taps import Done, done_of_line, tap


@staff(*ANY_STAFF)
@require_POST
def register(request: StaffRequest, place_id: int) -> HttpResponse:
    """The buy-in of the player at this place: of a player of the house, or of a new one."""
    _check_here(request, place_id)
    form = QueueSaleForm(request.POST)
    if not form.is_valid():
        raise Http404
    player_id = form.cleaned_data["player"]
    if player_id is not None and not Player.objects.filter(pk=player_id).exists():
        raise Http404

    def produce() -> Seated:
        return register_from_queue(
            tournament_id=request.tournament.pk,
            place_id=place_id,
            player=PlayerToRegister(player_id=player_id, is_another=form.cleaned_data["another"] == "1"),
            by=by_of(request),
            when_full=when_full(request),
            quote=quote_of(request),
            id_seen=id_seen(request),
            voucher_id=voucher_of(request),
        )

    return buy_in(request, produce)


@staff(*ANY_STAFF)
@require_safe
def poster(request: StaffRequest) -> HttpResponse:
    """The QR code of the queue, to be printed and hung up."""
    link = absolute_url(request, reverse("tables:join_queue", args=[request.tournament.code]))
    return render(request, "tables/desk/queue_poster.html", {"active": "desk", "link": link})


@staff(*ANY_STAFF)
@tap("tables:desk")
def dismiss(request: StaffRequest, place_id: int) -> Done:
    _check_here(request, place_id)
    return _dismiss(request, place_id=place_id, whole_address=request.POST.get("which") == "address")


@staff(*ANY_STAFF)
@tap("tables:desk")
def clear(request: StaffRequest) -> Done:
    """Dismiss all whom the desk had in sight when it decided; who came later stays."""
    typed = request.POST.get("seen", "")
    is_number = typed.isascii() and typed.isdigit() and len(typed) < 18
    return _dismiss(request, place_id=None, seen=int(typed) if is_number else 0)


def _dismiss(
    request: StaffRequest, *, place_id: int | None, seen: int = 0, whole_address: bool = False
) -> Done:
    line = dismiss_places(
        tournament_id=request.tournament.pk,
        place_id=place_id,
        seen=seen,
        whole_address=whole_address,
        by=by_of(request),
    )
    return done_of_line(request, line)


def _check_here(request: StaffRequest, place_id: int) -> None:
    if not QueuePlace.objects.filter(tournament=request.tournament, pk=place_id).exists():
        raise Http404
