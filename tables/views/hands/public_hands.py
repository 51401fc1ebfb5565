"""Recorded hands for everybody: the list, each of them to replay, and for a player those that they played."""

from __future__ import annotations

from io import BytesIO

import segno
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from tables.models import Hand
from tables.printing.hand_picture import hand_picture
from tables.queries.hands.export import public_ohh, public_phh
from tables.queries.hands.history import hand_history
from tables.queries.hands.public_hands import (
    delay_of,
    find_public_hand,
    is_corrected,
    lines_of,
    own_hands,
    own_lines_of,
    public_hands,
)
from tables.queries.hands.replay import replay_of_steps
from tables.queries.table.hand import operations_of
from tables.services.desk.shown_names import entry_of
from tables.views.hands.texts import PLAIN_TEXT, TOML, send_text
from tournament.links import absolute_url
from tournament.models import Entry, Tournament
from tournament.timekeeping import house_now
from tournament.views.access import public

PAGE_SIZE = 30


@public
@require_safe
def hands(request: HttpRequest, code: str) -> HttpResponse:
    """The hands of all tables that are shown by now, the newest first."""
    tournament = get_object_or_404(Tournament, code=code)
    found = public_hands(tournament, now=house_now())
    tables = sorted(found.order_by().values_list("table__number", flat=True).distinct())
    asked = request.GET.get("table", "")
    table = int(asked) if asked in map(str, tables) else 0
    page = Paginator(found.filter(table__number=table) if table else found, PAGE_SIZE).get_page(
        request.GET.get("page")
    )
    context = {
        "active": "hands",
        "tournament": tournament,
        "delay": delay_of(tournament),
        "tables": tables if len(tables) > 1 else (),
        "table": table,
        "asked": request.GET,
        "page": page,
        "hands": lines_of(list(page.object_list)),
    }
    return render(request, "tournament/public/hands.html", context)


@public
@require_safe
def hand(request: HttpRequest, code: str, number: int, hand_number: int) -> HttpResponse:
    """One hand step by step."""
    tournament = get_object_or_404(Tournament, code=code)
    found = _shown(tournament, number, hand_number)
    told = hand_history(found, is_public=True)
    others = public_hands(tournament, now=house_now()).filter(table=found.table_id)
    context = {
        "active": "hands",
        "tournament": tournament,
        "hand": told,
        "replay": replay_of_steps(told.steps),
        "is_corrected": is_corrected(found, operations_of([found])[found.pk]),
        "previous": others.filter(number__lt=found.number).order_by("-number").first(),
        "following": others.filter(number__gt=found.number).order_by("number").first(),
        "address": _address(request, code, number, hand_number),
        "picture": absolute_url(
            request, reverse("tables:public_hand_picture", args=[code, number, hand_number])
        ),
    }
    return render(request, "tournament/public/hand.html", context)


@public
@require_safe
def hand_qr(request: HttpRequest, code: str, number: int, hand_number: int) -> HttpResponse:
    """The address of the hand as a QR code."""
    _shown(get_object_or_404(Tournament, code=code), number, hand_number)
    buffer = BytesIO()
    segno.make(_address(request, code, number, hand_number), error="m").save(
        buffer, kind="svg", scale=6, border=4
    )
    return HttpResponse(buffer.getvalue(), content_type="image/svg+xml")


@public
@require_safe
def picture(request: HttpRequest, code: str, number: int, hand_number: int) -> HttpResponse:
    """The hand as the picture that is shown beside its link."""
    tournament = get_object_or_404(Tournament, code=code)
    told = hand_history(_shown(tournament, number, hand_number), is_public=True)
    return HttpResponse(hand_picture(told, event=tournament.name), content_type="image/png")


@public
@require_safe
def hand_phh(request: HttpRequest, code: str, number: int, hand_number: int) -> HttpResponse:
    """The hand as PHH, without the cards that the table did not see."""
    tournament = get_object_or_404(Tournament, code=code)
    text = public_phh(tournament, _shown(tournament, number, hand_number))
    return _send(text, _name(code, number, hand_number, "phh"), TOML)


@public
@require_safe
def hand_ohh(request: HttpRequest, code: str, number: int, hand_number: int) -> HttpResponse:
    """The same as Open Hand History, where that has words for the game."""
    tournament = get_object_or_404(Tournament, code=code)
    text = public_ohh(tournament, _shown(tournament, number, hand_number))
    return _send(text, _name(code, number, hand_number, "ohh"), PLAIN_TEXT)


@public
@require_safe
def my_hands(request: HttpRequest, secret: str) -> HttpResponse:
    """Of the hands that everybody may read those that the player of an entry was dealt."""
    try:
        entry = entry_of(secret)
    except Entry.DoesNotExist as error:
        raise Http404 from error
    tournament = entry.tournament
    found = own_hands(entry, public_hands(tournament, now=house_now()))
    page = Paginator(found, PAGE_SIZE).get_page(request.GET.get("page"))
    context = {
        "active": "seat",
        "tournament": tournament,
        "secret": secret,
        "delay": delay_of(tournament),
        "page": page,
        "hands": own_lines_of(entry, list(page.object_list)),
    }
    response = render(request, "tournament/public/my_hands.html", context)
    response.headers["X-Robots-Tag"] = "noindex"
    return response


def _shown(tournament: Tournament, table: int, number: int) -> Hand:
    found = find_public_hand(tournament, table=table, number=number, now=house_now())
    if found is None:
        raise Http404
    return found


def _send(text: str | None, name: str, content_type: str) -> HttpResponse:
    if text is None:
        raise Http404
    return send_text(text, name, content_type)


def _name(code: str, table: int, number: int, ending: str) -> str:
    return f"{code}-table-{table}-hand-{number}.{ending}"


def _address(request: HttpRequest, code: str, table: int, number: int) -> str:
    return absolute_url(request, reverse("tables:public_hand", args=[code, table, number]))
