"""Draws that anybody can check: what was promised before, each draw with its file, and what makes it again.

The file is checked by the page itself, by a page that is kept on the device and needs no network, and by a script; the
three share no code with what has drawn, but for the script.
"""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from typing import Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.http import require_safe

import tables
from tables.models import SeatDraw
from tables.queries.room.beacon import named_rounds
from tables.queries.room.draws import PromisedDraw, draw_board, draw_shown, draw_to_come
from tables.views.public import qr_of
from tournament.draws import check_draw
from tournament.draws.beacon import read_public, round_address
from tournament.links import absolute_url
from tournament.models import Tournament
from tournament.views.access import public

SCRIPT: Final = Path(check_draw.__file__)
PAGE_SCRIPT: Final = Path(tables.__file__).parent / "static/tables/check_draw.js"
# Where the script of the page stands in a page that is kept.
HERE: Final = "<!-- script -->"


@public
@require_safe
def draws(request: HttpRequest, code: str) -> HttpResponse:
    tournament = get_object_or_404(Tournament, code=code)
    asked = request.GET.get("page", "1")
    page = int(asked) if asked.isdecimal() and len(asked) < 6 else 1
    context = {
        "active": "board",
        "tournament": tournament,
        "board": draw_board(tournament, page=page),
        "to_come": None if tournament.draw_made_at else draw_to_come(tournament),
        "rounds": named_rounds(tournament),
    }
    return render(request, "tables/draws/draws.html", context)


@public
@require_safe
def draw(request: HttpRequest, code: str, draw_number: int) -> HttpResponse:
    tournament = get_object_or_404(Tournament, code=code)
    shown = _draw(tournament, draw_number)
    by_beacon = read_public(shown.file["public"])
    context = {
        "active": "board",
        "tournament": tournament,
        "draw": shown,
        "round_address": round_address(settings.BEACON_RELAYS[0], by_beacon[0]) if by_beacon else "",
    }
    return render(request, "tables/draws/draw.html", context)


@public
@require_safe
def draw_file(request: HttpRequest, code: str, draw_number: int) -> HttpResponse:
    tournament = get_object_or_404(Tournament, code=code)
    name = f"draw-{tournament.code}-{draw_number}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    shown = _draw(tournament, draw_number)
    return JsonResponse(dict(shown.file), headers=headers, json_dumps_params={"ensure_ascii": False})


@public
@require_safe
def draw_qr(request: HttpRequest, code: str, draw_number: int) -> HttpResponse:
    tournament = get_object_or_404(Tournament, code=code)
    drawn = get_object_or_404(SeatDraw, tournament=tournament, number=draw_number)
    return qr_of(absolute_url(request, reverse("tables:draw", args=[tournament.code, drawn.number])))


@public
@require_safe
def check_script(request: HttpRequest) -> HttpResponse:
    """The script that anybody can run: Python and nothing else."""
    headers = {"Content-Disposition": 'attachment; filename="check_draw.py"'}
    return HttpResponse(SCRIPT.read_bytes(), content_type="text/x-python; charset=utf-8", headers=headers)


@public
@require_safe
def check_page(request: HttpRequest) -> HttpResponse:
    """The page to keep: it opens from the device, and its own rule lets it run this script and fetch nothing."""
    script = PAGE_SCRIPT.read_text(encoding="utf-8")
    digest = b64encode(sha256(script.encode()).digest()).decode()
    page = render_to_string("tables/draws/kept_page.html", {"script_digest": digest}, request)
    headers = {"Content-Disposition": 'attachment; filename="check-draw.html"'}
    return HttpResponse(page.replace(HERE, f"<script>{script}</script>"), headers=headers)


def _draw(tournament: Tournament, number: int) -> PromisedDraw:
    try:
        return draw_shown(tournament, number)
    except SeatDraw.DoesNotExist as error:
        raise Http404 from error
