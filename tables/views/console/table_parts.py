"""The page of one table, part by part: what it shows after a tap, and what is fetched again by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse

from tables.forms.busts import BustForm
from tables.forms.console import CorrectionForm, MessageForm
from tables.forms.counts import CountForm
from tables.forms.results import ResultForm
from tables.models import Table
from tables.queries.console.table import last_hands, messages_of, table_page, tablets_of, valid_pairing_code
from tables.views.console.button_part import button_part
from tables.views.console.colour_up_part import colour_up_part
from tournament.links import absolute_url
from tournament.queries.chip_count import chip_count
from tournament.queries.log import LogFilter, log_lines, log_rows
from tournament.services.undo import lines_to_undo
from tournament.templatetags.writing import PageWriter
from tournament.timekeeping import house_now
from tournament.views.access import FLOOR_STAFF, StaffRequest

CHANGES_SHOWN = 6


def render_table(request: StaffRequest, context: dict[str, object], status: int = 200) -> HttpResponse:
    template = "_table.html" if request.htmx else "table.html"
    return render(request, f"tables/table/{template}", context, status=status)


def table_context(request: StaffRequest, number: int, **more: object) -> dict[str, object]:
    found = find_table(request, number)
    context: dict[str, object] = {"active": "tables", "now": house_now()}
    for part in dict.fromkeys(PARTS.values()):
        if part is not _felt:
            context |= part(request, found)
    return {**context, **seat_part(request, found), "message_form": MessageForm(), **more}


def seat_part(request: StaffRequest, found: Table) -> dict[str, object]:
    """What can be done at the table, and with the seat that is looked at."""
    trigger = (request.htmx.trigger or "") if request.htmx else ""
    return {
        **_felt(request, found),
        # Tapping a seat moves the focus to its panel; after any other tap the focus stays where it was.
        "do": request.GET.get("do", ""),
        "was_tapped": trigger.startswith(("seat-", "open-")),
        "correction_form": CorrectionForm(),
        "bust_form": BustForm(),
    }


def _felt(request: StaffRequest, found: Table) -> dict[str, object]:
    seat = request.GET.get("seat", "")
    page = table_page(
        request.tournament,
        number=found.number,
        seat=int(seat) if seat.isdecimal() and len(seat) < 3 else None,
        now=house_now(),
    )
    may_write = request.role in FLOOR_STAFF
    # A counted stack is put against these where it is corrected.
    chips = chip_count(request.tournament.pk) if may_write and page and page.selected else None
    return {
        "page": page,
        "chips": chips,
        "may_write": may_write,
        "may_act": may_write and not request.tournament.is_over,
        "into": "#table",
        "count_form": CountForm(seats=page.seats if page else ()),
        "result_form": ResultForm(seats=page.seats if page else ()),
    }


def _words(request: StaffRequest, found: Table) -> dict[str, object]:
    return {"table": found, "words": messages_of(found), "may_write": request.role in FLOOR_STAFF}


def _hands(request: StaffRequest, found: Table) -> dict[str, object]:
    return {
        "table": found,
        "hands": last_hands(found),
        # Card by card they are for the floor alone.
        "is_closed_book": request.role not in FLOOR_STAFF,
    }


def _tablets(request: StaffRequest, found: Table) -> dict[str, object]:
    """Nothing for those who may not write: a code opens the table."""
    if request.role not in FLOOR_STAFF:
        return {"table": found}
    now = house_now()
    pairing = valid_pairing_code(found, now=now)
    return {
        "table": found,
        "tablets": tablets_of(found, now=now),
        "pairing": pairing,
        "pairing_url": _pairing_url(request, pairing.code) if pairing else "",
        "pairing_page": absolute_url(request, reverse("tables:tablet_pair")),
        "trust_page": absolute_url(request, reverse("tournament:trust"))
        if settings.IS_HOUSE_CERTIFICATE
        else "",
        "may_write": True,
    }


def _changes(request: StaffRequest, found: Table) -> dict[str, object]:
    rows = log_rows(request.tournament, wanted=LogFilter(table=found.number), limit=CHANGES_SHOWN)
    may_write = request.role in FLOOR_STAFF
    undoable = lines_to_undo(request.tournament, rows) if may_write else ()
    writer = PageWriter.of(request.tournament)
    changes = log_lines(rows, writer=writer, can_undo=undoable)
    return {"table": found, "changes": changes, "may_credit": may_write, "may_write": may_write}


def _pairing_url(request: StaffRequest, code: str) -> str:
    return absolute_url(request, reverse("tables:tablet_pair_link", args=[code]))


def find_table(request: StaffRequest, number: int) -> Table:
    return get_object_or_404(Table, tournament=request.tournament, number=number)


def table_home(request: StaffRequest, number: int, **_more: int) -> str:
    return reverse("tables:table", args=[request.tournament.code, number])


# Parts of the page that are fetched again by themselves when a topic is heard.
PARTS: Final[Mapping[str, Callable[[StaffRequest, Table], dict[str, object]]]] = {
    "felt": _felt,
    "tools": _felt,
    "button": button_part,
    "colour_up": colour_up_part,
    "words": _words,
    "hands": _hands,
    "tablets": _tablets,
    "changes": _changes,
}
